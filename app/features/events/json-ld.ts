import type { SeriesDates, ShownDate } from '#app/features/events/series-dates.ts';
import type { PublicEvent } from '#shared/contracts/events.ts';
import type { PricingTerms, TicketType } from '#shared/contracts/tickets.ts';
import { currencyDigits } from '#shared/lib/currencies.ts';
import { allDaySpan } from '#shared/rules/calendar-links.ts';
import { allInMinor } from '#shared/rules/pricing/quote.ts';

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
	// A postponed event that went on again at its first date was not moved.
	const isMoved = event.previousStartsAt !== null && event.previousStartsAt !== event.startsAt;
	return isMoved ? 'https://schema.org/EventRescheduled' : 'https://schema.org/EventScheduled';
}

/**
 * `2027-03-14T19:30:00+01:00`, or the day alone. The offset is what lies between the wall time and the instant, so that no
 * time zone is computed here: this runs in every browser, and not all have Temporal.
 */
function localWithOffset(event: PublicEvent, local: string, instant: string): string {
	if (event.isAllDay) return local.slice(0, 10);
	const wall = local.length === 16 ? `${local}:00` : local.slice(0, 19);
	const minutes = Math.round((Date.parse(`${wall}Z`) - Date.parse(instant)) / 60_000);
	const two = (value: number) => String(value).padStart(2, '0');
	const size = Math.abs(minutes);
	return `${wall}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Whole days end at a midnight; the day that search engines should show is the one before. */
function endOf(event: PublicEvent): string {
	if (!event.isAllDay) return localWithOffset(event, event.endsAtLocal, event.endsAt);
	const { after } = allDaySpan(event);
	return new Date(Date.parse(`${after}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

function placeOf(event: PublicEvent, url: string): object | object[] {
	const { venue } = event;
	const place = {
		'@type': 'Place',
		name: venue.name || venue.address || venue.city || 'To be announced',
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

/** The summary, else the beginning of the description as plain text. */
function describe(event: PublicEvent): string {
	if (event.summary) return event.summary;
	const text = event.descriptionHtml
		.replaceAll(/<[^<>]*>/g, ' ')
		.replaceAll('&lt;', '<')
		.replaceAll('&gt;', '>')
		.replaceAll('&quot;', '"')
		.replaceAll('&amp;', '&')
		.replaceAll(/\s+/g, ' ')
		.trim();
	return text.length > 300 ? `${text.slice(0, 299).toWellFormed()}…` : text;
}

const availability = {
	on_sale: 'https://schema.org/InStock',
	sold_out: 'https://schema.org/SoldOut',
	not_yet: 'https://schema.org/PreOrder',
};

/**
 * Structured data of an event for search engines (schema.org Event), a date of a series with its series as `superEvent`; the page of a
 * series is an EventSeries with the dates that it shows. A cancelled event still has its date; a moved one names the
 * earlier start too. Only for events that anybody may find.
 */
export function eventJsonLd(
	event: PublicEvent,
	{ types: ticketTypes, pricing }: { types: TicketType[]; pricing: PricingTerms },
	origin: string,
	series: SeriesDates | null = null,
): object {
	const date = dateJsonLd(event, { types: ticketTypes, pricing }, origin);
	if (!event.series) return date;
	const page = `${origin}/events/${event.series.slug}`;
	if (!series?.page) return { ...date, superEvent: { '@type': 'EventSeries', name: event.title, url: page } };
	const { '@context': context, '@type': _, url: _u, eventStatus: _s, offers: _o, ...shared } = date;
	const { previousStartDate: _p, endDate: _e, ...whole } = shared;
	const others = series.dates.filter(({ slug }) => slug !== event.slug);
	return {
		'@context': context,
		'@type': 'EventSeries',
		...whole,
		url: page,
		subEvent: [date, ...others.map((other) => otherDate(other, event, origin))].map(
			({ '@context': _c, ...sub }) => ({ ...sub, superEvent: { '@type': 'EventSeries', url: page } }),
		),
	};
}

/** A date beside the one that the page shows: where it is and when, without its tickets. */
function otherDate(date: ShownDate, event: PublicEvent, origin: string): Record<string, unknown> {
	const url = `${origin}/events/${date.slug}`;
	const endsAtLocal = new Date(
		Date.parse(`${date.startsAtLocal.slice(0, 16)}Z`) + Date.parse(date.endsAt) - Date.parse(date.startsAt),
	);
	const times = { ...event, ...date, endsAtLocal: endsAtLocal.toISOString().slice(0, 16) };
	return {
		'@type': types[event.category] ?? 'Event',
		name: date.title,
		url,
		startDate: localWithOffset(times, times.startsAtLocal, times.startsAt),
		endDate: endOf(times),
		eventStatus: statusOf({ ...times, previousStartsAt: null }),
		eventAttendanceMode: attendance[event.format],
		location: placeOf(event, url),
	};
}

function dateJsonLd(
	event: PublicEvent,
	{ types: ticketTypes, pricing }: { types: TicketType[]; pricing: PricingTerms },
	origin: string,
): Record<string, unknown> {
	const url = `${origin}/events/${event.slug}`;
	const offers = ticketTypes.flatMap((type) => {
		const state = availability[type.state as keyof typeof availability];
		// A type without a name did not fit into this page. Add-ons are no way to come: the lowest price would be that of a parking space.
		if (!state || type.name === '' || type.kind === 'add_on') return [];
		return [
			{
				'@type': 'Offer',
				name: type.name,
				price: priceText(type, pricing),
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
		endDate: endOf(event),
		eventStatus: statusOf(event),
		eventAttendanceMode: attendance[event.format],
		location: placeOf(event, url),
		image: [`${origin}${event.shareImageUrl}`],
		...(describe(event) ? { description: describe(event) } : {}),
		organizer: {
			'@type': 'Organization',
			name: event.organiser.name,
			...(event.organiser.logoUrl ? { logo: `${origin}${event.organiser.logoUrl}` } : {}),
			url: `${origin}/organisers/${encodeURIComponent(event.organiser.slug)}`,
		},
		...(event.previousStartsAt && event.previousStartsAt !== event.startsAt
			? { previousStartDate: event.previousStartsAt }
			: {}),
		...(offers.length > 0 ? { offers } : {}),
	};
}

/** What a buyer pays, as a decimal number in the currency's own digits. */
function priceText(type: TicketType, pricing: PricingTerms): string {
	const digits = currencyDigits(type.currency);
	return (allInMinor(type, pricing) / 10 ** digits).toFixed(digits);
}
