import { Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useErrorText } from '#app/lib/error-text.ts';
import { useMemberEvents } from '#app/shell/member-events.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { EventCard } from '#shared/contracts/events.ts';
import { StaffLinkSummary } from './staff-link-summary.tsx';
import { StaffLinks } from './staff-links.tsx';

/** Who works at which door: the access links of all events that are on or still to come. */
export function AccessLinks() {
	const { t } = useLingui();
	const errorText = useErrorText();
	const live = useMemberEvents('live', 'staff_links.manage');
	const { events } = live;
	return (
		<section className="flex flex-col gap-4" aria-labelledby="access-links">
			<div>
				<h2 id="access-links" className="text-lg font-medium">
					<Trans>Access links</Trans>
				</h2>
				<p className="text-muted">
					<Trans>Create links so volunteers can check guests in without an account.</Trans>
				</p>
			</div>
			{live.isPending ? <Spinner size={24} className="m-8" /> : null}
			{live.error ? (
				<EmptyState
					title={errorText(live.error)}
					action={<Button onClick={() => void live.refetch()}>{t`Try again`}</Button>}
				/>
			) : null}
			{events?.length === 0 ? (
				<EmptyState
					drawing="door"
					title={t`No current or upcoming events`}
					action={<ButtonLink to="/create-event">{t`Create Event`}</ButtonLink>}
				/>
			) : null}
			<ul className="flex flex-col gap-3">
				{events?.map((event, index) => (
					<EventRow key={event.id} event={event} isFirst={index === 0} />
				))}
			</ul>
			<ShowMore
				hasMore={live.hasNextPage}
				isLoading={live.isFetchingNextPage}
				onMore={() => void live.fetchNextPage()}
			/>
		</section>
	);
}

/** An event with its links; they are read and shown when they are asked for, of the first event at once. */
function EventRow({ event, isFirst }: { event: EventCard; isFirst: boolean }) {
	const { t } = useLingui();
	const [isOpen, setOpen] = useState(isFirst);
	const links = useId();
	return (
		<li className="flex flex-col gap-4 rounded-lg border bg-surface p-4">
			<div className="flex flex-wrap items-center gap-4">
				<DateTile date={event.startsAt} timeZone={event.timeZone} />
				<div className="min-w-0 flex-1 basis-60">
					<h3 dir="auto" className="font-semibold [overflow-wrap:anywhere]">
						<Link to={`/events/${event.slug}/door`} className="hover:underline">
							{event.title}
						</Link>
					</h3>
					<StaffLinkSummary event={event.id} />
				</div>
				<Button
					variant="outline"
					aria-expanded={isOpen}
					aria-controls={links}
					aria-label={isOpen ? t`Hide links of ${event.title}` : t`Show links of ${event.title}`}
					onClick={() => setOpen(!isOpen)}
				>
					{isOpen ? <Trans>Hide links</Trans> : <Trans>Show links</Trans>}
				</Button>
			</div>
			<div id={links} className="empty:hidden">
				{isOpen ? <StaffLinks event={event} isPart /> : null}
			</div>
		</li>
	);
}
