import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { isOtherDate } from '#app/features/events/other-dates.ts';
import type { EventCard, PublicEvent } from '#shared/contracts/events.ts';
import { EventGrid } from './event-card.tsx';

/** What else the organiser has coming: other dates of the event before all else. */
export function MoreEvents({ event, events }: { event: PublicEvent; events: EventCard[] }) {
	const dates = events.filter((other) => isOtherDate(event, other));
	const others = events.filter((other) => !isOtherDate(event, other));
	return (
		<div id="more-events" className="flex scroll-mt-20 flex-col gap-8">
			{dates.length > 0 ? (
				<Events id="other-dates" title={<Trans>Other dates</Trans>} events={dates}>
					{others.length === 0 ? <AllEvents event={event} /> : null}
				</Events>
			) : null}
			{others.length > 0 ? (
				<Events
					id="more-events-title"
					title={
						<Trans>
							More events by <bdi>{event.organiser.name}</bdi>
						</Trans>
					}
					events={others}
				>
					<AllEvents event={event} />
				</Events>
			) : null}
		</div>
	);
}

function Events(props: { id: string; title: ReactNode; events: EventCard[]; children: ReactNode }) {
	const { id, title, events, children } = props;
	return (
		<section aria-labelledby={id} className="flex flex-col gap-5 border-t border-hairline pt-8">
			<h2 id={id} className="text-xl font-semibold [overflow-wrap:anywhere]">
				{title}
			</h2>
			<EventGrid events={events} isBelow />
			{children}
		</section>
	);
}

function AllEvents({ event }: { event: PublicEvent }) {
	return (
		<Link to={`/events?organiser=${event.organiser.slug}`} className="link self-start">
			<Trans>See all events</Trans>
		</Link>
	);
}
