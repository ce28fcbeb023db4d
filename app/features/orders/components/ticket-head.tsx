import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useFormats, useViewerStart } from '#app/lib/format.ts';
import { DateTile } from '#app/ui/date-tile.tsx';
import { PlaceLink } from '#app/ui/place-link.tsx';
import type { ManagedOrder } from '#shared/contracts/orders.ts';

/** The upper part of a ticket, without codes: the event alone. */
export function TicketHead({ event }: { event: ManagedOrder['event'] }) {
	return (
		<div className="ticket-head">
			<div className="h-12 overflow-hidden rounded-t-xl bg-event-wash md:h-20 print:hidden">
				{event.coverUrl ? (
					<img src={event.coverUrl} alt="" width={400} height={80} className="size-full object-cover" />
				) : null}
			</div>
			<TicketFacts event={event} />
		</div>
	);
}

/** What, when and where. */
export function TicketFacts({ event }: { event: ManagedOrder['event'] }) {
	const formats = useFormats();
	const viewer = useViewerStart(event);
	const when = formats.when(event);
	const zone = when.time ? formats.zone(event.startsAt, event.timeZone) : '';
	return (
		<div className="flex items-start gap-3 px-5 pt-4 pb-5 print:px-0">
			<DateTile date={event.startsAt} timeZone={event.timeZone} />
			<div className="flex min-w-0 flex-col gap-0.5 text-sm md:gap-1">
				<h2 className="text-lg leading-snug font-semibold [overflow-wrap:anywhere]" dir="auto">
					<Link to={`/events/${event.slug}`} className="hover:underline">
						{event.title}
					</Link>
				</h2>
				<p className="text-event-ink">
					{[when.date, [when.time, zone].filter(Boolean).join(' ')].filter(Boolean).join(' · ')}
				</p>
				{/* Kept free from the start, so that nothing moves when it is filled in. */}
				{event.isAllDay ? null : (
					<p className="min-h-5 text-muted">{viewer ? <Trans>{viewer} your time</Trans> : null}</p>
				)}
				<Place event={event} />
			</div>
		</div>
	);
}

function Place({ event }: { event: ManagedOrder['event'] }) {
	const formats = useFormats();
	const country = event.countryCode ? formats.country(event.countryCode) : '';
	const lines = [event.venueName, event.address, [event.city, country].filter(Boolean).join(', ')].filter(
		Boolean,
	);
	const [name, ...others] = lines;
	if (event.format !== 'online' && name) return <PlaceLink name={name} lines={others} isSmall />;
	return event.format === 'online' ? (
		<p className="text-muted">
			<Trans>Online</Trans>
		</p>
	) : null;
}
