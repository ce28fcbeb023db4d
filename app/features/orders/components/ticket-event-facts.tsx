import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { PlaceLink } from '#app/ui/place-link.tsx';
import type { Transfer } from '#shared/contracts/ticket-transfers.ts';

/** The event that a ticket is for, beside what there is to do about it. */
export function TicketEventFacts({ event, when }: { event: Transfer['event']; when: ReactNode }) {
	const [place, ...lines] = [event.venueName, event.address, event.city].filter(Boolean);
	return (
		<section className="flex min-w-0 flex-col gap-4 overflow-hidden rounded-xl border border-hairline bg-surface p-5">
			{event.coverUrl ? (
				<img
					src={event.coverUrl}
					alt=""
					width={400}
					height={120}
					className="-m-5 mb-0 h-30 w-[calc(100%+2.5rem)] max-w-none bg-event-wash object-cover"
				/>
			) : null}
			<h2 className="text-xl leading-snug font-semibold [overflow-wrap:anywhere]" dir="auto">
				<Link to={`/events/${event.slug}`} className="hover:underline">
					{event.title}
				</Link>
			</h2>
			{when}
			{event.format === 'online' || !place ? null : <PlaceLink name={place} lines={lines} isSmall />}
			{event.format === 'in_person' ? null : (
				<p className="text-sm text-muted">
					<Trans>Online</Trans>
				</p>
			)}
		</section>
	);
}
