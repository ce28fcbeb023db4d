import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type CalendarEvent, eventCalendar } from '../events/calendar.ts';

import { manageTokenOf } from './commands/place-order.ts';
import type { AttendeeRecord, OrderRecord } from './order-record.ts';

/** The tickets of an order that are of the same address as that of a guest. */
export const ticketsOfGuest = (order: OrderRecord, guest: AttendeeRecord): AttendeeRecord[] =>
	order.attendees.filter(({ email }) => email.toLowerCase() === guest.email.toLowerCase());

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
 * @param options.guest who gets only their own tickets: an entry of its own, without the link of the order
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
	const tickets = guest ? ticketsOfGuest(order, guest) : [];
	const isCancelled =
		isOrderCancelled || (tickets.length > 0 && tickets.every(({ status }) => status === 'cancelled'));
	const changes = [event.updatedAt, order.cancelledAt, ...tickets.map(({ cancelledAt }) => cancelledAt)];
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
		...(guest ? {} : { url: `${services.config.appUrl}/my-ticket/${manageTokenOf(services, order)}` }),
		method: method ?? 'PUBLISH',
		...(isCancelled ? {} : { onlineUrl: event.onlineUrl }),
	});
}
