import { ruleViolation } from '#shared/errors/app-error.ts';
import { say } from '#shared/errors/sentence.ts';
import type { Services } from '../../services.ts';
import { eventCalendar } from '../events/calendar.ts';
import type { EventRow } from '../events/event-rows.ts';
import { manageTokenOf } from './commands/place-order.ts';
import type { OrderRecord } from './order-record.ts';

/**
 * The calendar entry of an order: one UID for the life of the registration, so that every later file changes the same entry. A
 * cancelled order cancels it, with a higher SEQUENCE than any file before.
 * @param method `PUBLISH` for downloads; mails say REQUEST or CANCEL so that the guest's calendar follows by itself
 * @throws `order-not-confirmed` while nothing was confirmed
 */
export function orderCalendar(
	services: Services,
	order: OrderRecord,
	event: EventRow,
	method: 'PUBLISH' | 'REQUEST' | 'CANCEL' = 'PUBLISH',
): string {
	const isCancelled = order.status === 'cancelled' && order.confirmedAt !== null;
	if (order.status !== 'confirmed' && !isCancelled)
		throw ruleViolation(
			'order-not-confirmed',
			say`Confirm your registration first to add it to your calendar.`,
		);
	const entry = isCancelled ? { ...event, status: 'cancelled' as const, version: event.version + 1 } : event;
	return eventCalendar(services, [entry], {
		uid: () => `${order.id}@foyer`,
		url: `${services.config.appUrl}/my-ticket/${manageTokenOf(services, order)}`,
		method,
		...(isCancelled ? {} : { onlineUrl: event.onlineUrl }),
	});
}
