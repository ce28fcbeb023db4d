/** Days are `2026-11-21`, months `2026-11`; arithmetic is in UTC, where every day has 24 hours. */
const dayMs = 86_400_000;
const NIGHT_MS = 12 * 3_600_000;
const MAX_OPEN = 3;

/** What places an event in a calendar. */
export interface Placed {
	/** Instants in ISO 8601. */
	startsAt: string;
	endsAt: string;
	/** IANA name of the event's zone. */
	timeZone: string;
	isAllDay: boolean;
}

/** The month so many months later; earlier where the number is below 0. */
export function shiftMonth(month: string, by: number): string {
	const [year, number] = month.split('-').map(Number) as [number, number];
	return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** `November 2026` */
export function monthName(month: string): string {
	return new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
		Date.parse(`${month}-01`),
	);
}

/** Days of a month, the first one first. */
export function daysOf(month: string): string[] {
	const first = Date.parse(`${month}-01`);
	const count = Math.round((Date.parse(`${shiftMonth(month, 1)}-01`) - first) / dayMs);
	return Array.from({ length: count }, (_, index) => isoDay(first + index * dayMs));
}

/** A month as weeks of seven, Monday first; null where a day is of another month. */
export function weeksOf(month: string): (string | null)[][] {
	const days = daysOf(month);
	const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
	const cells = [...Array<null>(before).fill(null), ...days];
	const weeks: (string | null)[][] = [];
	for (let at = 0; at < cells.length; at += 7)
		weeks.push(Array.from({ length: 7 }, (_, day) => cells[at + day] ?? null));
	return weeks;
}

/** The day of an instant on the clocks of a zone. */
export function dayIn(timeZone: string, instant: string | number): string {
	let format = dayFormats.get(timeZone);
	if (!format) {
		format = new Intl.DateTimeFormat('en', {
			timeZone,
			calendar: 'gregory',
			year: 'numeric',
			month: '2-digit',
			day: '2-digit',
		});
		dayFormats.set(timeZone, format);
	}
	const parts = Object.fromEntries(
		format.formatToParts(new Date(instant)).map(({ type, value }) => [type, value]),
	);
	return `${parts.year}-${parts.month}-${parts.day}`;
}

/**
 * The first and the last day of an event, in its own zone. What ends at midnight does not reach into the day that begins, and a night that
 * goes past midnight is of the day on which it begins, as everywhere in the product (`When` of shared/lib/formats.ts).
 */
export function spanOf(event: Placed): { first: string; last: string } {
	const [start, end] = [Date.parse(event.startsAt), Date.parse(event.endsAt)];
	const first = dayIn(event.timeZone, start);
	const isNight = !event.isAllDay && end - start < NIGHT_MS;
	return { first, last: end <= start || isNight ? first : dayIn(event.timeZone, end - 1) };
}

/** The events of each day of a month: what began on a day before or lasts all day comes first, the rest by its start. */
export function byDay<Event extends Placed>(events: Event[], month: string): Map<string, Event[]> {
	const days = new Map<string, Event[]>(daysOf(month).map((day) => [day, []]));
	const spans = events.map((event) => ({ event, ...spanOf(event) }));
	for (const [day, list] of days) {
		const here = spans.filter(({ first, last }) => first <= day && day <= last);
		const rank = ({ event, first }: (typeof here)[number]) => (first < day ? 0 : event.isAllDay ? 1 : 2);
		here.sort((a, b) => rank(a) - rank(b) || Date.parse(a.event.startsAt) - Date.parse(b.event.startsAt));
		list.push(...here.map(({ event }) => event));
	}
	return days;
}

/** What a day shows at once, and what it folds: up to three stand open, of more the first two. */
export function foldDay<Event>(events: Event[]): { open: Event[]; folded: Event[] } {
	const count = events.length > MAX_OPEN ? MAX_OPEN - 1 : events.length;
	return { open: events.slice(0, count), folded: events.slice(count) };
}

const dayFormats = new Map<string, Intl.DateTimeFormat>();
const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);
