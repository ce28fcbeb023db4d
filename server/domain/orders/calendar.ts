import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type CalendarEvent, eventCalendar } from '../events/calendar.ts';
import { manageTokenOf } from './commands/place-order.ts';
import type { AttendeeRecord, OrderRecord } from './order-record.ts';
import { isHandedOn } from './present.ts';
import { ticketLinkOf } from './transfers/tokens.ts';

/** The tickets of an order that a guest has: the one that was transferred to them, or those of the same address. */
export const ticketsOfGuest = (order: OrderRecord, guest: AttendeeRecord): AttendeeRecord[] =>
	!isHandedOn(guest)
		? order.attendees.filter(
				(one) => !isHandedOn(one) && one.email.toLowerCase() === guest.email.toLowerCase(),
			)
		: [guest];

/** A calendar entry as a file. */
export const calendarAnswer = ({ slug }: { slug: string }, entry: string): Response =>
	new Response(entry, {
		headers: {
			'Content-Type': 'text/calendar; charset=utf-8',
			'Content-Disposition': `attachment; filename="${slug}.ics"`,
		},
	});

/** An entry has one UID from the first mail to the last: that of the order, or of the first ticket that a guest has in it. */
const uidOf = (order: OrderRecord, guest: AttendeeRecord | null | undefined) =>
	`${
		guest
			? ticketsOfGuest(order, guest)
					.map(({ id }) => id)
					.toSorted()[0]
			: order.id
	}@foyer`;

/**
 * The calendar entry of an order: one UID for the life of the registration, so that every later file changes the same entry. A
 * cancelled order, or the cancelled tickets of a guest, cancel it, with a higher SEQUENCE than any file before.
 * @param options.method `PUBLISH` for what stands, `CANCEL` for mails that take the entry out of the calendar
 * @param options.guest who gets only their own tickets: an entry of its own, which never leads to the order
 * @throws `order-not-confirmed` while nothing was confirmed
 */
export function orderCalendar(
	services: Services,
	order: OrderRecord,
	event: CalendarEvent,
	options: { method?: 'PUBLISH' | 'CANCEL'; guest?: AttendeeRecord | null } = {},
): string {
	const { method, guest } = options;
	const isOrderCancelled = order.status === 'cancelled' && order.confirmedAt !== null;
	if (order.status !== 'confirmed' && !isOrderCancelled)
		throw ruleViolation(
			'order-not-confirmed',
			message`Confirm your registration first to add it to your calendar.`,
		);
	// A buyer who has handed tickets on comes with the others, or does not come.
	const own = order.attendees.filter((ticket) => !isHandedOn(ticket));
	const tickets = guest ? ticketsOfGuest(order, guest) : own.length < order.attendees.length ? own : null;
	const isCancelled = isOrderCancelled || tickets?.every(({ status }) => status === 'cancelled') === true;
	const url = guest
		? ticketLinkOf(services, order, guest)
		: `${services.config.appUrl}/my-ticket/${manageTokenOf(services, order)}`;
	const changes = [
		event.updatedAt,
		order.cancelledAt,
		...(tickets ?? []).map(({ cancelledAt }) => cancelledAt),
	];
	const entry = isCancelled
		? {
				...event,
				status: 'cancelled' as const,
				version: event.version + 1,
				updatedAt: new Date(Math.max(...changes.map((at) => at?.getTime() ?? 0))),
			}
		: event;
	return eventCalendar(services, [entry], {
		uid: uidOf(order, guest),
		...(url === null ? {} : { url }),
		method: method ?? 'PUBLISH',
		...(isCancelled ? {} : { onlineUrl: event.onlineUrl }),
	});
}
