import { getWholeEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import { isOver } from '../event-end.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Approves an order: one without a price is confirmed, one with a price keeps its places until it is paid, for 48 hours at most. Repeating it
 * changes nothing.
 * @returns whether it was approved by this
 * @throws `registration-closed` when the event sells nothing any more, `order-cancelled`, `nothing-to-approve`
 */
export async function approveOrder(services: Services, scope: OrderScope): Promise<boolean> {
	const event = await getWholeEvent(services, scope);
	return changeOrder(services, { kind: 'approve', scope, isEventOver: isOver(event, services.clock.now()) });
}

/**
 * Declines an order that awaits approval: it is cancelled, and its places go back. Repeating it changes nothing.
 * @param message for the buyer; may be empty
 * @returns whether it was declined by this
 * @throws `order-approved`, `order-cancelled`, `nothing-to-approve`
 */
export function declineOrder(services: Services, scope: OrderScope, message: string): Promise<boolean> {
	return changeOrder(services, { kind: 'decline', scope, message });
}
