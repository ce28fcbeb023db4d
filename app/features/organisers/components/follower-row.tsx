import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { useFormats, useViewerTimeZone } from '#app/lib/format.ts';
import { Icon } from '#app/ui/icon.tsx';
import type { Follower } from '#shared/contracts/organisers.ts';
import { ConsentFacts } from './consent-facts.tsx';

const leftLabels: Record<NonNullable<Follower['leftBy']>, ReturnType<typeof msg>> = {
	link: msg`By the link in an email`,
	answer: msg`By another answer to the question`,
	unsubscription: msg`By unsubscribing from your messages`,
	complaint: msg`By marking a message as spam`,
};

/** One who follows, or did: what they agreed to and the times are folded. */
export function FollowerRow({ row }: { row: Follower }) {
	const { t, i18n } = useLingui();
	const formats = useFormats();
	const zone = useViewerTimeZone() ?? 'UTC';
	const { event } = row;
	const place =
		row.cameFrom === 'page' ? t`Organiser page` : event ? event.title : t`A question of a deleted event`;
	const at = row.state === 'left' ? row.leftAt : row.state === 'confirmed' ? row.confirmedAt : null;
	return (
		<li>
			<details className="group">
				<summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 py-2 text-sm">
					<span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-4">
						<span className="min-w-0 [overflow-wrap:anywhere]">
							<bdi className="font-medium">{row.email}</bdi> <bdi>{row.name}</bdi>
						</span>
						<span className="text-muted [overflow-wrap:anywhere]">
							<bdi>{place}</bdi> · {formats.shortDate(at ?? row.consentedAt, zone)}
						</span>
					</span>
					<Icon
						icon={ChevronDown}
						className="flex-none text-muted transition-transform group-open:rotate-180"
					/>
				</summary>
				<div className="flex flex-col gap-2 pb-4">
					<ConsentFacts consent={row} leftBy={row.leftBy ? i18n._(leftLabels[row.leftBy]) : ''} />
					{event ? (
						<Link to={`/events/${event.id}/tickets#questions`} className="link self-start text-sm">
							<Trans>
								Questions of <bdi>{event.title}</bdi>
							</Trans>
						</Link>
					) : null}
				</div>
			</details>
		</li>
	);
}
