import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { type Formats, formatsFor } from '#shared/lib/formats.ts';
import { priceRange } from '#shared/rules/price-range.ts';

/** Dates, times and money in English, in the way of the reader's region where their language is English. */
export function formats(): Formats {
	const { language } = navigator;
	return formatsFor(/^en(-[a-z\d]{2,8})*$/i.test(language) ? language : 'en');
}

type Dated = Pick<EmbeddedEvent, 'startsAt' | 'endsAt' | 'timeZone' | 'isAllDay'>;

/** `Saturday, November 21, 2026, 7:00 – 9:30 PM`, in the zone of the event. */
export function whenOf(event: Dated): string {
	const { date, time } = formats().when(event);
	return time ? `${date}, ${time}` : date;
}

/** `Blue Hall, Berlin`, `Online`, `Blue Hall, Berlin and online`; empty where no place is known. */
export function placeOf(event: Pick<EmbeddedEvent, 'format' | 'venueName' | 'city'>): string {
	if (event.format === 'online') return 'Online';
	const place = [event.venueName, event.city].filter(Boolean).join(', ');
	return event.format === 'hybrid' && place ? `${place} and online` : place;
}

/** `Free`, `€10.00 – €25.00`; empty where nothing is on offer here. */
export function priceOf(card: Pick<EmbeddedEvent, 'minPriceMinor' | 'maxPriceMinor' | 'currency'>): string {
	const { minPriceMinor, maxPriceMinor, currency } = card;
	if (minPriceMinor === null || maxPriceMinor === null) return '';
	return priceRange({ minPriceMinor, maxPriceMinor, currency }, formats(), 'Free');
}
