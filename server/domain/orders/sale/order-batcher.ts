import { databaseNow, type EventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { keyReused } from '#server/http/idempotency.ts';
import { createQueues, createSlots, lineLimits } from '#server/platform/concurrency/batch-queue.ts';
import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { judge, type Refusal } from './judge.ts';
import { createKeyFinder } from './key-finder.ts';
import type { SaleOrder, SaleOutcome } from './sale-order.ts';
import { type SaleResult, sellBatch } from './sell.ts';

interface StoredKey {
	orderId: string;
	requestHash: string | null;
}

/**
 * Keys that this process has lately seen made into orders. A repetition of one of them is answered without disturbing a batch
 * with it; one that is forgotten is found by the database's unique index.
 */
function recentKeys(maxEntries = 20_000): {
	get(key: string): StoredKey | undefined;
	set(key: string, stored: StoredKey): void;
} {
	let young = new Map<string, StoredKey>();
	let old = new Map<string, StoredKey>();
	return {
		get: (key) => young.get(key) ?? old.get(key),
		set(key, stored) {
			young.set(key, stored);
			if (young.size < maxEntries / 2) return;
			old = young;
			young = new Map();
		},
	};
}

/** Cap of a batch: beyond 64 the statement grows faster than the gain (docs/decisions/080-orders-in-batches.md). */
const batchCap = 64;
/** Attendees of a batch, so that a few large orders do not make everybody wait for one long statement. */
const batchPlaces = 1_000;
const batchesAtOnce = 6;
/** How far the remembered clock of the database may be off; closer to a window's edge the database clock itself is read. */
const clockToleranceMs = 250;

/** Sells orders in batches: one batcher per process and database. */
export interface OrderBatcher {
	/**
	 * Sells an order, or answers the one its key made before. Refusals come from memory while they are fresh; everything else is
	 * decided by the database, in batches by event.
	 * @throws AppError with the reason
	 */
	submit(order: SaleOrder): Promise<SaleOutcome>;
}

/** The batcher of this process and database. */
export const orderBatcher = createDatabaseMemo(createOrderBatcher);

export function createOrderBatcher(services: Services): OrderBatcher {
	const store = stockStore(services);
	const queueOf = createQueues<SaleOrder, SaleOutcome>(
		{
			...lineLimits,
			cap: batchCap,
			maxWeight: batchPlaces,
			weigh: (order) =>
				Math.max(
					1,
					order.items.reduce((sum, item) => sum + item.quantity, 0),
				),
			run: sell,
		},
		createSlots(batchesAtOnce),
	);
	const underWay = new Map<string, { requestHash: string | null; outcome: Promise<SaleOutcome> }>();
	const recent = recentKeys();
	const findKey = createKeyFinder(services);

	/** A key that has made an order is answered with it, also when by now everything is sold out. */
	async function refuse(order: SaleOrder, error: Error): Promise<SaleResult> {
		return (order.idempotencyKey === null ? null : await findKey(order)) ?? error;
	}

	/** Settles a batch: what by now is known to be refused never reaches the pools. */
	async function sell(orders: SaleOrder[]): Promise<SaleResult[]> {
		const stock = store.peek(orders[0]?.eventId ?? '');
		const results: SaleResult[] = [];
		const open: number[] = [];
		const refused: Promise<void>[] = [];
		for (const [index, order] of orders.entries()) {
			const refusal = stock && remembered(order, stock);
			if (refusal && isFresh(refusal, order, stock, performance.now())) {
				const answer = refuse(order, refusal.error);
				refused.push(
					answer.then((result) => {
						results[index] = result;
					}),
				);
			} else open.push(index);
		}
		if (refused.length > 0) await Promise.all(refused);
		if (open.length > 0) {
			const sold = await sellBatch(
				services,
				open.map((index) => orders[index] as SaleOrder),
			);
			for (const [position, result] of sold.entries()) results[open[position] as number] = result;
		}
		return results;
	}

	async function settle(order: SaleOrder): Promise<SaleOutcome> {
		const sinceMs = performance.now();
		let stock = await store.get(order.eventId, Number.POSITIVE_INFINITY);
		if (!stock || stock.organisationId !== order.organisationId) throw notFound('Event');
		let refusal = remembered(order, stock);
		if (refusal && !isFresh(refusal, order, stock, sinceMs)) {
			stock = await store.get(order.eventId, refusal.trustMs);
			if (!stock) throw notFound('Event');
			refusal = remembered(order, stock);
		}
		if (refusal && isFresh(refusal, order, stock, sinceMs)) {
			const result = await refuse(order, refusal.error);
			if (result instanceof Error) throw result;
			return result;
		}
		return queueOf(order.eventId).push(order);
	}

	/** Settles the first order of a key, and remembers what came of it. */
	async function settleFirst(order: SaleOrder, key: string): Promise<SaleOutcome> {
		try {
			const sold = await settle(order);
			const orderId = sold.kind === 'sold' ? sold.order.id : sold.orderId;
			recent.set(key, { orderId, requestHash: order.requestHash });
			return sold;
		} finally {
			underWay.delete(key);
		}
	}

	return {
		submit(order) {
			if (order.idempotencyKey === null) return settle(order);
			const key = `${order.eventId}:${order.idempotencyKey}`;
			const twin = underWay.get(key);
			if (twin) {
				return isSameRequest(twin.requestHash, order.requestHash)
					? replayOf(twin.outcome)
					: Promise.reject(keyReused());
			}
			const before = recent.get(key);
			if (before) {
				if (!isSameRequest(before.requestHash, order.requestHash)) return Promise.reject(keyReused());
				return Promise.resolve({ kind: 'replayed', orderId: before.orderId });
			}
			const outcome = settleFirst(order, key);
			underWay.set(key, { requestHash: order.requestHash, outcome });
			return outcome;
		},
	};
}

/** The cached reason to refuse an order, while it is valid. It knows no codes: of an order with one, only whether there are places. */
function remembered(order: SaleOrder, stock: EventStock): Refusal | null {
	const refusal = judge(order, stock, { nowMs: databaseNow(stock), toleranceMs: clockToleranceMs });
	return order.typedCode === null || refusal?.isAboutCounts ? refusal : null;
}

/** Whether the memory is young enough to refuse by. Held places may belong to holds that are over: a sale has to look first. */
function isFresh(refusal: Refusal, order: SaleOrder, stock: EventStock, nowMs: number): boolean {
	if (!refusal.isAboutCounts) return nowMs - stock.readAtMs <= refusal.trustMs;
	return order.items
		.flatMap((item) => stock.types.get(item.ticketTypeId)?.poolIds ?? [])
		.flatMap((id) => stock.pools.get(id) ?? [])
		.every(
			(pool) =>
				nowMs - pool.readAtMs <= refusal.trustMs &&
				(pool.held === 0 || nowMs - stock.holdsEndedAtMs <= refusal.trustMs),
		);
}

function isSameRequest(one: string | null, other: string | null): boolean {
	return one !== null && one === other;
}

/** The twin of an order that is under way gets that order, as if it had come later. */
async function replayOf(outcome: Promise<SaleOutcome>): Promise<SaleOutcome> {
	const sold = await outcome;
	return sold.kind === 'sold' ? { kind: 'replayed', orderId: sold.order.id } : sold;
}
