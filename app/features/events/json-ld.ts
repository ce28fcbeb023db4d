import type { PublicEvent } from '#shared/contracts/events.ts';
import type { TicketType } from '#shared/contracts/tickets.ts';
import { offsetOf } from '#shared/rules/event-times.ts';

/** The narrowest type of schema.org for a category. */
const types: Partial<Record<PublicEvent['category'], string>> = {
	business: 'BusinessEvent',
	education: 'EducationEvent',
	music: 'MusicEvent',
	film: 'ScreeningEvent',
	food: 'FoodEvent',
	sports: 'SportsEvent',
	arts: 'VisualArtsEvent',
	family: 'ChildrensEvent',
	community: 'SocialEvent',
};

const attendance = {
	in_person: 'https://schema.org/OfflineEventAttendanceMode',
	online: 'https://schema.org/OnlineEventAttendanceMode',
	hybrid: 'https://schema.org/MixedEventAttendanceMode',
};

function statusOf(event: PublicEvent): string {
	if (event.status === 'cancelled') return 'https://schema.org/EventCancelled';
	if (event.status === 'postponed') return 'https://schema.org/EventPostponed';
	return event.previousStartsAt ? 'https://schema.org/EventRescheduled' : 'https://schema.org/EventScheduled';
}

/** `2027-03-14T19:30:00+01:00`, or the day alone. */
function localWithOffset(event: PublicEvent, local: string, instant: string): string {
	return event.isAllDay ? local.slice(0, 10) : `${local.slice(0, 19)}${offsetOf(instant, event.timeZone)}`;
}

function placeOf(event: PublicEvent, url: string): object | object[] {
	const { venue } = event;
	const place = {
		'@type': 'Place',
		name: venue.name || venue.city || venue.address,
		address: {
			'@type': 'PostalAddress',
			...(venue.address ? { streetAddress: venue.address } : {}),
			...(venue.city ? { addressLocality: venue.city } : {}),
			...(venue.region ? { addressRegion: venue.region } : {}),
			...(venue.countryCode ? { addressCountry: venue.countryCode } : {}),
		},
		...(venue.latitude !== null && venue.longitude !== null
			? { geo: { '@type': 'GeoCoordinates', latitude: venue.latitude, longitude: venue.longitude } }
			: {}),
	};
	const online = { '@type': 'VirtualLocation', url };
	if (event.format === 'online') return online;
	return event.format === 'hybrid' ? [place, online] : place;
}

const availability = {
	on_sale: 'https://schema.org/InStock',
	sold_out: 'https://schema.org/SoldOut',
	not_yet: 'https://schema.org/PreOrder',
};

/**
 * Structured data of an event for search engines (schema.org Event). A cancelled event keeps its date; a moved one tells the
 * earlier start too. Only for events that anybody may find.
 */
export function eventJsonLd(event: PublicEvent, ticketTypes: TicketType[], origin: string): object {
	const url = `${origin}/events/${event.slug}`;
	const offers = ticketTypes.flatMap((type) => {
		const state = availability[type.state as keyof typeof availability];
		if (!state) return [];
		return [
			{
				'@type': 'Offer',
				name: type.name,
				price: priceText(type),
				priceCurrency: type.currency,
				availability: state,
				url,
				...(type.salesStartAt ? { validFrom: type.salesStartAt } : {}),
			},
		];
	});
	return {
		'@context': 'https://schema.org',
		'@type': types[event.category] ?? 'Event',
		name: event.title,
		url,
		startDate: localWithOffset(event, event.startsAtLocal, event.startsAt),
		endDate: localWithOffset(event, event.endsAtLocal, event.endsAt),
		eventStatus: statusOf(event),
		eventAttendanceMode: attendance[event.format],
		location: placeOf(event, url),
		image: [`${origin}${event.shareImageUrl}`],
		...(event.summary ? { description: event.summary } : {}),
		organizer: {
			'@type': 'Organization',
			name: event.organiser.name,
			url: `${origin}/events?organiser=${encodeURIComponent(event.organiser.slug)}`,
		},
		...(event.previousStartsAt ? { previousStartDate: event.previousStartsAt } : {}),
		...(offers.length > 0 ? { offers } : {}),
	};
}

/** The price as a decimal number in the currency's own digits. */
function priceText(type: TicketType): string {
	const digits =
		new Intl.NumberFormat('en', { style: 'currency', currency: type.currency }).resolvedOptions()
			.maximumFractionDigits ?? 2;
	return (type.priceMinor / 10 ** digits).toFixed(digits);
}
