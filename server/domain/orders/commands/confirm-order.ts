import type { Services } from '#server/services.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Confirms a held order: its spots become confirmed and its tickets valid. An expired hold is confirmed if spots are left, even after
 * the end of sales. Idempotent.
 * @returns whether this call confirmed it
 * @throws AppError `hold-ended` if the spots are gone, `registration-closed` if the event is no longer on sale, `order-cancelled`,
 * `payment-required` for an order with a price, unless it is paid
 */
export async function confirmOrder(
	services: Services,
	scope: OrderScope,
	{ isPaid = false } = {},
): Promise<boolean> {
	return changeOrder(services, { kind: 'confirm', scope, isPaid });
}
