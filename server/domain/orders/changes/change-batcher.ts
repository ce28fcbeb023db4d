import { createQueues, createSlots, lineLimits } from '#server/platform/concurrency/batch-queue.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { changeOrders } from './change-batch.ts';
import type { OrderChange } from './order-state.ts';

/** Orders of a batch: as many as a sale's (docs/decisions/080-orders-in-batches.md). */
const batchCap = 64;
const batchesAtOnce = 4;

const batcherOf = createDatabaseMemo((services: Services) => {
	const queueOf = createQueues<OrderChange, boolean>(
		{
			...lineLimits,
			cap: batchCap,
			maxWeight: batchCap,
			weigh: () => 1,
			run: (changes) => changeOrders(services, changes),
		},
		createSlots(batchesAtOnce),
	);
	return (one: OrderChange) => queueOf(`${one.scope.organisationId} ${one.scope.eventId}`).push(one);
});

/**
 * Confirms, cancels or releases an order, or decides about its approval. As with sales, what arrives for an event while a batch is under way is the next batch.
 * @returns whether anything is different now
 * @throws the reason of a refusal; SERVER_OVERLOADED when too many wait or the order is held by others for too long
 */
export function changeOrder(services: Services, change: OrderChange): Promise<boolean> {
	return batcherOf(services)(change);
}
