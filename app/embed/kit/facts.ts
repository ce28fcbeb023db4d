import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { type Formats, formatsFor, isOtherClock } from '#shared/lib/formats.ts';
import { priceRange } from '#shared/rules/price-range.ts';

/** Dates, times and money in English, in the way of the reader's region where their language is English. */
export function formats(): Formats {
	const { language } = navigator;
	return formatsFor(/^en(-[a-z\d]{2,8})*$/i.test(language) ? language : 'en');
}

type Dated = Pick<EmbeddedEvent, 'startsAt' | 'endsAt' | 'timeZone' | 'isAllDay'>;

/** A time of an event with the zone that it is in, ` UTC+1 (Berlin)`, where the reader’s clock is another one. */
export function inZone(time: string, { startsAt, timeZone }: Pick<Dated, 'startsAt' | 'timeZone'>): string {
	const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
	return time && isOtherClock(startsAt, timeZone, own)
		? `${time} ${formats().zone(startsAt, timeZone)}`
		: time;
}

/** Day and time in the zone of the event: `Saturday, November 21, 2026` and `7:00 – 9:30 PM`, empty where it is all day. */
export function whenParts(event: Dated): { date: string; time: string } {
	const { date, time } = formats().when(event);
	return { date, time: inZone(time, event) };
}

/** `Saturday, November 21, 2026, 7:00 – 9:30 PM UTC+1 (Berlin)` */
export function whenOf(event: Dated): string {
	const { date, time } = whenParts(event);
	return time ? `${date}, ${time}` : date;
}

/** `Free`, `€10.00 – €25.00`; empty where nothing is on offer here. */
export function priceOf(card: Pick<EmbeddedEvent, 'minPriceMinor' | 'maxPriceMinor' | 'currency'>): string {
	const { minPriceMinor, maxPriceMinor, currency } = card;
	if (minPriceMinor === null || maxPriceMinor === null) return '';
	return priceRange({ minPriceMinor, maxPriceMinor, currency }, formats(), 'Free');
}
