import { type StoredSale, withoutBuyer } from '../sales/stored-sale.ts';
import type { Disagreement, QueuedScan } from './model.ts';

/**
 * Persistent storage of check-in: named records (pages of the guest list, event details, disagreements) and the queue in order. A record
 * is stored once its promise resolves.
 */
export interface DoorStore {
	/** False where the browser stores nothing: everything ends with the page. */
	readonly isLasting: boolean;
	read<T>(name: string): Promise<T | null>;
	/** Writes all of them or none; null removes one. */
	write(records: Record<string, unknown>): Promise<void>;
	/** Names of the records that begin so, in order. */
	names(prefix: string): Promise<string[]>;
	/** The queue, oldest first. */
	queued(): Promise<QueuedScan[]>;
	enqueue(scans: readonly QueuedScan[]): Promise<void>;
	dequeue(nonces: readonly string[]): Promise<void>;
	/** Sales that the server has not answered for, oldest first. */
	sales(): Promise<StoredSale[]>;
	/** Writes sales and records, and removes sales: all of it or none. A sale that is there already stays in place. */
	writeSales(change: SalesChange): Promise<void>;
	/** Removes the names from scans and sales that wait: codes and nonces are enough to send them. */
	forgetNames(): Promise<void>;
	/** Removes every record, and the queue too unless it is still wanted. */
	wipe(options: { keepsQueue: boolean }): Promise<void>;
	close(): void;
}

export interface SalesChange {
	put?: readonly StoredSale[];
	/** Nonces. */
	remove?: readonly string[];
	/** As `write` has them. */
	records?: Record<string, unknown>;
}

/** A stored scan without guest names. */
export const withoutNames = (scan: QueuedScan): QueuedScan => ({
	...scan,
	guestName: '',
	ticketTypeName: '',
});

/** For browsers that store nothing, and for tests. */
export class MemoryStore implements DoorStore {
	readonly isLasting: boolean = false;
	readonly #records = new Map<string, string>();
	#queue: QueuedScan[] = [];
	readonly #sales = new Map<string, string>();

	async read<T>(name: string): Promise<T | null> {
		const text = this.#records.get(name);
		return text === undefined ? null : (JSON.parse(text) as T);
	}

	async write(records: Record<string, unknown>): Promise<void> {
		for (const [name, value] of Object.entries(records)) {
			if (value === null) this.#records.delete(name);
			else this.#records.set(name, JSON.stringify(value));
		}
	}

	async names(prefix: string): Promise<string[]> {
		return [...this.#records.keys()].filter((name) => name.startsWith(prefix)).sort();
	}

	async queued(): Promise<QueuedScan[]> {
		return [...this.#queue];
	}

	async enqueue(scans: readonly QueuedScan[]): Promise<void> {
		const known = new Set(this.#queue.map(({ nonce }) => nonce));
		this.#queue.push(...scans.filter(({ nonce }) => !known.has(nonce)));
	}

	async dequeue(nonces: readonly string[]): Promise<void> {
		this.#queue = this.#queue.filter(({ nonce }) => !nonces.includes(nonce));
	}

	async sales(): Promise<StoredSale[]> {
		return [...this.#sales.values()].map((text) => JSON.parse(text) as StoredSale);
	}

	async writeSales({ put = [], remove = [], records = {} }: SalesChange): Promise<void> {
		for (const nonce of remove) this.#sales.delete(nonce);
		for (const sale of put) this.#sales.set(sale.body.nonce, JSON.stringify(sale));
		await this.write(records);
	}

	async forgetNames(): Promise<void> {
		this.#queue = this.#queue.map(withoutNames);
		await this.writeSales({ put: (await this.sales()).map(withoutBuyer) });
	}

	async wipe({ keepsQueue }: { keepsQueue: boolean }): Promise<void> {
		this.#records.clear();
		if (keepsQueue) return;
		this.#queue = [];
		this.#sales.clear();
	}

	close(): void {}
}

const NAME = 'disagreements';

/**
 * Scans with a different verdict on the server, stored on the device until staff have seen them.
 * @returns all of them
 */
export async function restoreDisagreements(store: DoorStore): Promise<readonly Disagreement[]> {
	return (await store.read<Disagreement[]>(NAME).catch(() => null)) ?? [];
}

export function storeDisagreements(store: DoorStore, disagreements: readonly Disagreement[]): void {
	void store.write({ [NAME]: disagreements }).catch(() => {});
}
