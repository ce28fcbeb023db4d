import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router';
import { RecentCheckIns } from '#app/features/check-in/components/live-figures.tsx';
import { useFigures, useLiveEvent } from '#app/features/check-in/organiser-api.ts';
import { moreOf } from '#app/lib/cursor-list.ts';
import { useFormats } from '#app/lib/format.ts';
import { useMemberEvents } from '#app/shell/member-events.ts';
import { PageFrame } from '#app/shell/page-frame.tsx';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateTile } from '#app/ui/date-tile.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { ShowMore } from '#app/ui/show-more.tsx';
import { Skeleton, SkeletonGroup } from '#app/ui/skeleton.tsx';
import type { EventCard } from '#shared/contracts/events.ts';

/** Choose the event whose door this is; the one that is nearest in time stands first. */
export default function QrScannerPage() {
	const { t } = useLingui();
	const live = useMemberEvents('live');
	const { events } = live;
	return (
		<PageFrame title={t`QR Scanner`} description={t`Choose an event to scan`}>
			{live.isPending ? (
				<SkeletonGroup className="flex flex-col gap-2">
					{Array.from({ length: 6 }, (_, index) => (
						<Skeleton key={index} className="h-16" />
					))}
				</SkeletonGroup>
			) : null}
			{live.isError ? (
				<EmptyState
					title={t`Couldn’t load your events.`}
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
			{events?.[0] ? (
				<div className="grid items-start gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
					<div className="flex min-w-0 flex-col gap-6">
						<ul className="flex flex-col gap-2">
							{events?.map((event) => (
								<EventRow key={event.id} event={event} />
							))}
						</ul>
						<ShowMore {...moreOf(live)} />
					</div>
					<RecentScans event={nearest(events)} />
				</div>
			) : null}
		</PageFrame>
	);
}

/** The event whose door is most likely meant: the one that begins nearest to now. */
function nearest(events: readonly EventCard[]): EventCard {
	const distance = ({ startsAt }: EventCard) => Math.abs(Date.parse(startsAt) - Date.now());
	return events.reduce((best, event) => (distance(event) < distance(best) ? event : best));
}

/** What happened last at the door, to see at a glance whether it works. */
function RecentScans({ event }: { event: EventCard }) {
	const figures = useFigures(event.id);
	const { isLive } = useLiveEvent(event.id);
	if (!figures.data || figures.data.recentCheckIns.length === 0) return null;
	return (
		<section className="flex flex-col gap-2">
			<p className="text-sm text-muted" dir="auto">
				{event.title}
			</p>
			<RecentCheckIns figures={figures.data} timeZone={event.timeZone} isLive={isLive} />
		</section>
	);
}

function EventRow({ event }: { event: EventCard }) {
	const formats = useFormats();
	return (
		<li>
			<Link
				to={`/qr-scanner/${event.code}`}
				className="flex min-h-16 items-center gap-4 rounded-lg border border-hairline bg-surface p-3 hover:border-control"
			>
				<DateTile date={event.startsAt} timeZone={event.timeZone} />
				<span className="min-w-0">
					<span className="block truncate font-medium" dir="auto">
						{event.title}
					</span>
					<span className="block truncate text-sm text-muted">
						{[formats.time(event.startsAt, event.timeZone), event.venueName || event.city]
							.filter(Boolean)
							.join(' · ')}
					</span>
				</span>
			</Link>
		</li>
	);
}
