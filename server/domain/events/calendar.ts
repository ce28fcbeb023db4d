import { ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { parseMailbox } from '#server/platform/mailer.ts';
import type { Services } from '#server/services.ts';
import { allDaySpan } from '#shared/rules/calendar-links.ts';
import { canonicalPath } from '#shared/rules/event-paths.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import { descriptionText } from './description.ts';
import type { EventRow, EventWithOrganiser } from './event-rows.ts';

const statuses: Record<EventRow['status'], ICalEventStatus> = {
	draft: ICalEventStatus.TENTATIVE,
	published: ICalEventStatus.CONFIRMED,
	archived: ICalEventStatus.CONFIRMED,
	postponed: ICalEventStatus.TENTATIVE,
	cancelled: ICalEventStatus.CANCELLED,
};

/** RFC 5545 forbids control characters in texts, but for tabs and the line breaks that get escaped. */
function clean(text: string): string {
	return text
		.replaceAll('\r\n', '\n')
		.replaceAll(/\p{Cc}/gu, (character) => (character === '\n' || character === '\t' ? character : ''));
}

const oneLine = (text: string) => clean(text).replaceAll(/[\n\t"]+/g, ' ');

/** The data of an entry. */
export type CalendarEvent = EventRow & Pick<EventWithOrganiser, 'organiserName'>;

export interface CalendarOptions {
	/** A guest's own entry names the ticket page and may show the online link. */
	url?: string;
	onlineUrl?: string;
	method?: 'PUBLISH' | 'REQUEST' | 'CANCEL';
	/** Name of the calendar, for feeds that programs subscribe to. */
	name?: string;
	/** Distinguishes the entries of a guest from those of the public. */
	uid?: string;
}

/**
 * Events as an iCalendar file (RFC 5545): stable UIDs, SEQUENCE raised with each version, times in UTC, so that no time zone
 * definitions are needed and every program shows the same instant. The ORGANIZER, without which no program follows a withdrawal
 * (RFC 5546), has the organiser's name and the address that mails come from: an entry has one for its life.
 */
export function eventCalendar(
	services: Services,
	events: readonly CalendarEvent[],
	options: CalendarOptions = {},
): string {
	const calendar = new ICalCalendar({
		prodId: { company: services.config.productName, product: 'events', language: 'EN' },
		method: ICalCalendarMethod[options.method ?? 'PUBLISH'],
		...(options.name ? { name: clean(options.name) } : {}),
	});
	for (const event of events) {
		const pageUrl = options.url ?? `${services.config.appUrl}${canonicalPath(event)}`;
		const { startsAt, endsAt, timeZone } = event;
		const days = event.isAllDay
			? allDaySpan({
					startsAtLocal: wallTimeOf(startsAt, timeZone),
					endsAtLocal: wallTimeOf(endsAt, timeZone),
				})
			: null;
		calendar.createEvent({
			id: options.uid ?? `${event.id}@foyer`,
			organizer: {
				name: oneLine(event.organiserName).trim() || services.config.productName,
				email: parseMailbox(services.config.mailFrom).address,
			},
			sequence: event.version,
			stamp: event.updatedAt,
			lastModified: event.updatedAt,
			created: event.createdAt,
			status: statuses[event.status],
			start: days ? utcDay(days.first) : startsAt,
			end: days ? utcDay(days.after) : endsAt,
			...(days ? { allDay: true } : {}),
			summary: clean(event.title),
			description: describe(event, pageUrl, options.onlineUrl),
			url: pageUrl,
			...(placeOf(event, options.onlineUrl) ?? {}),
		});
	}
	return calendar.toString();
}

/** The library writes the day that UTC shows. */
function utcDay(day: string): Date {
	return new Date(`${day}T00:00:00Z`);
}

function describe(event: EventRow, pageUrl: string, onlineUrl: string | undefined): string {
	const parts = [event.summary, descriptionText(event.description.slice(0, 4_000))];
	if (event.statusMessage !== '') parts.unshift(event.statusMessage);
	if (onlineUrl) parts.push(onlineUrl);
	return clean([...parts, pageUrl].filter((part) => part.trim() !== '').join('\n\n'));
}

function placeOf(event: EventRow, onlineUrl: string | undefined) {
	const address = [event.venueName, event.address, event.city, event.region].filter((part) => part !== '');
	if (address.length === 0) {
		if (onlineUrl) return { location: { title: onlineUrl } };
		return event.format === 'online' ? { location: { title: 'Online' } } : null;
	}
	const title = clean(address.join(', ')).replaceAll('\n', ', ');
	const hasPoint = event.latitude !== null && event.longitude !== null;
	return {
		location: {
			title,
			...(hasPoint ? { geo: { lat: event.latitude as number, lon: event.longitude as number } } : {}),
		},
	};
}
