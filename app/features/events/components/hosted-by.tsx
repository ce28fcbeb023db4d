import { Trans } from '@lingui/react/macro';
import { BadgeCheck, Mail } from 'lucide-react';
import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import type { PublicEvent } from '#shared/contracts/events.ts';

/** Who organises the event, and how to reach them. */
export function HostedBy({ event }: { event: PublicEvent }) {
	const { organiser } = event;
	return (
		<section aria-labelledby="host" className="flex items-center gap-4">
			{organiser.logoUrl ? (
				<img
					src={organiser.logoUrl}
					alt=""
					width={64}
					height={64}
					className="size-16 flex-none rounded-lg border border-edge bg-surface object-contain"
				/>
			) : (
				<span
					aria-hidden="true"
					className="grid size-16 flex-none place-items-center rounded-lg bg-event-wash text-2xl font-semibold text-event-ink"
				>
					{[...organiser.name][0]?.toUpperCase()}
				</span>
			)}
			<div className="min-w-0">
				<h2 id="host" className="text-lg font-medium [overflow-wrap:anywhere]">
					<Trans>
						Hosted by{' '}
						<Link to={`/organisers/${organiser.slug}`} className="hover:underline">
							<bdi>{organiser.name}</bdi>
						</Link>
					</Trans>
				</h2>
				{event.isOrganiserVerified ? (
					<p className="flex items-center gap-1 text-sm text-muted">
						<Icon icon={BadgeCheck} />
						<Trans>Verified organiser</Trans>
					</p>
				) : null}
				{organiser.contactEmail ? (
					<a
						href={`mailto:${organiser.contactEmail}?subject=${encodeURIComponent(event.title)}`}
						className="link inline-flex min-h-8 items-center gap-1.5 text-sm"
					>
						<Icon icon={Mail} />
						<Trans>Contact organiser</Trans>
					</a>
				) : null}
			</div>
		</section>
	);
}
