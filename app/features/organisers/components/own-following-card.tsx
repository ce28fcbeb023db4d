import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useAttempt } from '#app/lib/attempt.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { Card } from '#app/ui/card.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ErrorCallout } from '#app/ui/error-callout.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import type { Following } from '#shared/contracts/organisers.ts';
import { useLeave, useOwnFollowing } from '../api.ts';
import { ConsentFacts } from './consent-facts.tsx';

/** Organisers whose news a person agreed to: to what, when and where, and the way to stop. */
export function OwnFollowingCard() {
	const { t } = useLingui();
	const list = useOwnFollowing();
	const rows = list.data ?? [];
	return (
		<Card
			id="following"
			className="scroll-mt-24"
			title={t`News from organisers`}
			description={t`Emails that you agreed to, on organisers’ pages or when you registered.`}
		>
			<ErrorCallout error={list.error} onRetry={list.refetch} />
			{list.isPending ? <Skeleton className="h-24" /> : null}
			{list.data?.length === 0 ? (
				<EmptyState
					title={t`You follow no one yet`}
					description={t`Follow an organiser on their page to get emails about new events.`}
					action={
						<ButtonLink to="/events" variant="outline">
							<Trans>Browse events</Trans>
						</ButtonLink>
					}
				/>
			) : null}
			{rows.length > 0 ? (
				<ul className="divide-y divide-hairline">
					{rows.map((row) => (
						<Row key={row.id} row={row} />
					))}
				</ul>
			) : null}
			<ShowMore {...moreOf(list)} />
		</Card>
	);
}

function Row({ row }: { row: Following & { token: string } }) {
	const { t } = useLingui();
	const attempt = useAttempt();
	const leave = useLeave();
	const { organiser, event, state } = row;
	const { name } = organiser;
	return (
		<li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4">
			<div className="flex min-w-0 flex-1 basis-64 flex-col gap-2">
				<p className="text-sm [overflow-wrap:anywhere]">
					<Link to={`/organisers/${organiser.slug}`} className="link font-medium">
						<bdi>{name}</bdi>
					</Link>
					{event ? (
						<span className="text-muted">
							{' · '}
							<Trans>
								in a question of <bdi>{event.title}</bdi>
							</Trans>
						</span>
					) : null}
				</p>
				<ConsentFacts consent={row} />
			</div>
			{state === 'confirmed' ? (
				<Button
					variant="outline"
					size="sm"
					aria-label={t`Stop news from ${name}`}
					isLoading={leave.isPending}
					onClick={() => void attempt(leave.mutateAsync(row.token), t`You get no more news from ${name}.`)}
				>
					<Trans>Stop news</Trans>
				</Button>
			) : (
				<ButtonLink
					to={`/followers/${row.token}`}
					variant="outline"
					size="sm"
					aria-label={state === 'pending' ? t`Confirm news from ${name}` : t`Get news again: ${name}`}
				>
					{state === 'pending' ? <Trans>Confirm</Trans> : <Trans>Get news again</Trans>}
				</ButtonLink>
			)}
		</li>
	);
}
