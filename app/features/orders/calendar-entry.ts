import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import type { CalendarEntry } from '#shared/rules/calendar-links.ts';

/** The wall time that a zone's clock shows at an instant, by Intl alone: public pages carry no Temporal. */
export function wallTime(instant: string, timeZone: string): string {
	const parts = new Intl.DateTimeFormat('en-CA', {
		timeZone,
		hourCycle: 'h23',
		year: 'numeric',
		month: '2-digit',
		day: '2-digit',
		hour: '2-digit',
		minute: '2-digit',
	}).formatToParts(new Date(instant));
	const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
	return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** The place of an event in one line. */
function placeLine(event: Pick<ManagedOrder['event'], 'venueName' | 'address' | 'city'>): string {
	return [event.venueName, event.address, event.city].filter(Boolean).join(', ');
}

/** What a guest's calendar says: for online events, the link that only guests have. */
export function calendarEntry(event: ManagedOrder['event'], details: string): CalendarEntry {
	return {
		title: event.title,
		details,
		location: event.format === 'online' ? event.onlineUrl : placeLine(event),
		startsAt: event.startsAt,
		endsAt: event.endsAt,
		startsAtLocal: wallTime(event.startsAt, event.timeZone),
		endsAtLocal: wallTime(event.endsAt, event.timeZone),
		timeZone: event.timeZone,
		isAllDay: event.isAllDay,
	};
}
