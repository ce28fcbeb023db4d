import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { eventCalendar } from '../events/calendar.ts';
import type { EventRow } from '../events/event-rows.ts';
import { manageTokenOf } from './commands/place-order.ts';
import type { AttendeeRecord, OrderRecord } from './order-record.ts';

/**
 * The calendar entry of an order: one UID for the life of the registration, so that every later file changes the same entry. A
 * cancelled order cancels it, with a higher SEQUENCE than any file before.
 * @param options.method `PUBLISH` for downloads; mails say REQUEST or CANCEL so that the guest's calendar follows by itself
 * @param options.guest who gets only this ticket: an entry of its own, without the link of the order
 * @throws `order-not-confirmed` while nothing was confirmed
 */
export function orderCalendar(
	services: Services,
	order: OrderRecord,
	event: EventRow,
	options: { method?: 'PUBLISH' | 'REQUEST' | 'CANCEL'; guest?: AttendeeRecord | null } = {},
): string {
	const { method, guest } = options;
	const isCancelled = order.status === 'cancelled' && order.confirmedAt !== null;
	if (order.status !== 'confirmed' && !isCancelled)
		throw ruleViolation(
			'order-not-confirmed',
			message`Confirm your registration first to add it to your calendar.`,
		);
	const entry = isCancelled ? { ...event, status: 'cancelled' as const, version: event.version + 1 } : event;
	return eventCalendar(services, [entry], {
		uid: () => `${guest?.id ?? order.id}@foyer`,
		...(guest ? {} : { url: `${services.config.appUrl}/my-ticket/${manageTokenOf(services, order)}` }),
		method: method ?? 'PUBLISH',
		...(isCancelled ? {} : { onlineUrl: event.onlineUrl }),
	});
}
