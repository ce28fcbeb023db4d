import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import type { ResaleObstacle } from '#shared/contracts/resale.ts';
import { canBeHad } from '../event-end.ts';
import type { OrderRecord } from '../order-record.ts';

/** Why no ticket of an order can be offered for resale, as far as the order itself and its event say. */
export function resaleObstacle(
	order: Pick<OrderRecord, 'status' | 'change'>,
	event: EventWithOrganiser,
	now: Date,
): ResaleObstacle | null {
	if (event.resaleRules === null || event.waitlistMode === 'off' || !canBeHad(event, now)) return 'no-resale';
	if (order.status !== 'confirmed') return 'not-confirmed';
	return order.change ? 'payment-in-progress' : null;
}
