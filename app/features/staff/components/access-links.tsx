import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useErrorText } from '#app/lib/error-text.ts';
import { useMemberEvents } from '#app/shell/member-events.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';
import { Spinner } from '#app/ui/spinner.tsx';
import type { EventCard } from '#shared/contracts/events.ts';
import { useStaffLinks } from '../api.ts';
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
			<ShowMore {...moreOf(live)} />
		</section>
	);
}

/** An event with its links; they are read and shown when the row is opened, of the first event at once. */
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

/** How many access links an event has, and their names. */
function StaffLinkSummary({ event }: { event: string }) {
	const errorText = useErrorText();
	const links = useStaffLinks(event);
	if (links.error) return <p className="text-sm text-danger">{errorText(links.error)}</p>;
	if (!links.data) return <Skeleton className="mt-1 h-5 w-40" />;
	const { data } = links.data;
	if (data.length === 0) {
		return (
			<p className="text-sm text-muted">
				<Trans>No access links yet</Trans>
			</p>
		);
	}
	return (
		<p className="text-sm text-muted [overflow-wrap:anywhere]">
			<Plural value={data.length} one="# access link" other="# access links" />
			{': '}
			<span dir="auto">{data.map(({ label }) => label).join(', ')}</span>
		</p>
	);
}
