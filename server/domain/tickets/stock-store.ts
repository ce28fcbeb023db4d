import { createDatabaseMemo, type Memo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import type { PoolNumbers } from './places.ts';
import { type EventStock, readEventStock } from './stock.ts';

/** Events that are cached at once; the one unused for longest goes first. */
const maxCached = 2_000;

/**
 * This process’s cache of what events sell. Nothing is sold from here: sales are decided by the database. It serves
 * refusals ("sold out") and the public's view without asking for each, and no longer than a second behind other processes.
 */
export interface StockStore {
	/** The stock as last read, however old. */
	peek(eventId: string): EventStock | undefined;
	/** The stock, at most `maxAgeMs` old; everybody who waits for the same event shares one read. Null: no such event. */
	get(eventId: string, maxAgeMs: number): Promise<EventStock | null>;
	/** Keeps a stock that was read elsewhere. */
	put(stock: EventStock): void;
	/** Keeps numbers that a change left behind, true since `readAtMs` on this process's monotonic clock. */
	note(eventId: string, pools: readonly PoolNumbers[], readAtMs: number): void;
	/** Places came back or terms changed: the next question reads again. */
	forget(eventId: string): void;
}

/** The store of these services. */
export const stockStore: Memo<Services, StockStore> = createDatabaseMemo((services) => {
	const store = createStockStore((eventId) => readEventStock(services.database.db, eventId));
	const outside = services.database.outside();
	return outside === services.database ? store : passOn(store, services, { ...services, database: outside });
});

/** The store of a unit of work: what it learns, the store of everybody learns when it is committed. */
function passOn(store: StockStore, unit: Services, everybody: Services): StockStore {
	const afterCommit = (effect: (shared: StockStore) => void) =>
		void unit.database.afterCommit(() => effect(stockStore(everybody)));
	return {
		...store,
		put(stock) {
			store.put(stock);
			afterCommit((shared) => shared.put(stock));
		},
		note(eventId, pools, readAtMs) {
			store.note(eventId, pools, readAtMs);
			afterCommit((shared) => shared.note(eventId, pools, readAtMs));
		},
		forget(eventId) {
			store.forget(eventId);
			afterCommit((shared) => shared.forget(eventId));
		},
	};
}

/** Makes a store over a way to read. */
export function createStockStore(read: (eventId: string) => Promise<EventStock | null>): StockStore {
	const cached = new Map<string, EventStock>();
	const reading = new Map<string, Promise<EventStock | null>>();

	function put(stock: EventStock): void {
		const known = cached.get(stock.eventId);
		if (known && known.readAtMs > stock.readAtMs) return;
		if (known) stock.holdsEndedAtMs = Math.max(stock.holdsEndedAtMs, known.holdsEndedAtMs);
		for (const pool of stock.pools.values()) {
			const before = known?.pools.get(pool.id);
			if (before && before.readAtMs > pool.readAtMs)
				Object.assign(pool, before, { isClosed: pool.isClosed, generation: pool.generation });
		}
		cached.delete(stock.eventId);
		cached.set(stock.eventId, stock);
		if (cached.size > maxCached) cached.delete(cached.keys().next().value as string);
	}

	function readOnce(eventId: string): Promise<EventStock | null> {
		const running = reading.get(eventId);
		if (running) return running;
		const started = read(eventId)
			.then((stock) => {
				// Forgotten while it was read: it may be from before the change, so it answers but is not cached.
				if (reading.get(eventId) === started) {
					if (stock) put(stock);
					else cached.delete(eventId);
				}
				return stock;
			})
			.finally(() => {
				if (reading.get(eventId) === started) reading.delete(eventId);
			});
		reading.set(eventId, started);
		return started;
	}

	return {
		peek: (eventId) => cached.get(eventId),
		async get(eventId, maxAgeMs) {
			const sinceMs = performance.now() - maxAgeMs;
			const isFresh = (stock: EventStock | null | undefined) => stock && stock.readAtMs >= sinceMs;
			const stock = cached.get(eventId);
			if (stock && isFresh(stock)) return stock;
			// A read that began too early may have missed what is requested.
			const running = await reading.get(eventId);
			if (running && isFresh(running)) return running;
			return readOnce(eventId);
		},
		put,
		note(eventId, pools, readAtMs) {
			const stock = cached.get(eventId);
			for (const { id, ...numbers } of pools) {
				const pool = stock?.pools.get(id);
				// Which of two that overlapped was last is unknown: then nothing is refused by either.
				if (pool && pool.readAtMs > readAtMs) pool.readAtMs = Number.NEGATIVE_INFINITY;
				else if (pool) Object.assign(pool, numbers, { readAtMs });
			}
		},
		forget(eventId) {
			cached.delete(eventId);
			reading.delete(eventId);
		},
	};
}
