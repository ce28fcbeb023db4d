import type { Services } from '#server/services.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import type { CancelOptions } from '../changes/order-state.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Cancels an order or one ticket of it: the places go back at once, exactly once, and the tickets are refused at the door. With its
 * last ticket the order itself is cancelled. Twice changes nothing the second time.
 * @returns whether anything was changed
 */
export function cancelOrder(services: Services, scope: OrderScope, options: CancelOptions): Promise<boolean> {
	return changeOrder(services, { kind: 'cancel', scope, ...options });
}

/** Gives a hold back before it ends. A confirmed order is cancelled, not released. */
export async function releaseHold(services: Services, scope: OrderScope): Promise<void> {
	await changeOrder(services, { kind: 'release', scope });
}
