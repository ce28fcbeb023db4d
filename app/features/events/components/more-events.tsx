import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import type { EventCard, PublicEvent } from '#shared/contracts/events.ts';
import { EventGrid } from './event-card.tsx';

/** What else the organiser has coming. */
export function MoreEvents({ event, events }: { event: PublicEvent; events: EventCard[] }) {
	return (
		<section
			id="more-events"
			aria-labelledby="more-events-title"
			className="flex scroll-mt-20 flex-col gap-5 border-t border-hairline pt-8"
		>
			<h2 id="more-events-title" className="text-xl font-semibold [overflow-wrap:anywhere]">
				<Trans>
					More events by <bdi>{event.organiser.name}</bdi>
				</Trans>
			</h2>
			<EventGrid events={events} isBelow />
			<Link to={`/events?organiser=${event.organiser.slug}`} className="link self-start">
				<Trans>See all events</Trans>
			</Link>
		</section>
	);
}
