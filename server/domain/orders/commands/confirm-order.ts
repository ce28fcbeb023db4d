import type { Services } from '#server/services.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Confirms a held order: its places become confirmed ones and its tickets valid. A hold that has ended is confirmed if there is
 * still room, whatever the sale's window: it was taken in time. Twice is once.
 * @returns whether it was confirmed by this
 * @throws AppError `hold-ended` when the places are gone, `registration-closed` when the event sells nothing any more,
 *   `order-cancelled`, `payment-required` for an order with a price, unless its money has come
 */
export async function confirmOrder(
	services: Services,
	scope: OrderScope,
	{ isPaid = false } = {},
): Promise<boolean> {
	return changeOrder(services, { kind: 'confirm', scope, isPaid });
}
