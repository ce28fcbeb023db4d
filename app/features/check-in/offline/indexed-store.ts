import { type StoredSale, withoutBuyer } from '../sales/stored-sale.ts';
import { type DoorStore, MemoryStore, type SalesChange, withoutNames } from './door-store.ts';
import type { QueuedScan } from './model.ts';
import { newSealingKey, type Sealed, seal, unseal } from './seal.ts';

/** One database per door, so that wiping one never touches another. */
const PREFIX = 'foyer-door-';
/** Raised when a build stores records that the one before could not read: they are fetched anew, and what is queued stays. */
const VERSION = 1;
const [KEYS, RECORDS, QUEUE] = ['keys', 'records', 'queue'] as const;
/** Sales wait among the scans: what is queued outlives builds and the end of the door. */
const SALE = 'sale';

interface QueueRow {
	nonce: string;
	sealed: Sealed;
	/** Of a sale; scans, which are older, have no kind. */
	kind?: 'sale';
}

/**
 * Opens the door's store. Everything in it is sealed under a key that cannot be taken out; the nonces alone stand open, they
 * say nothing.
 * @param id names the door without being its token
 */
export async function openDoorStore(id: string, version = VERSION): Promise<DoorStore> {
	try {
		const database = await openDatabase(PREFIX + id, version);
		return new IndexedStore(database, await keyOf(database));
	} catch {
		// A private window, a full disk, a browser that forbids it.
		return new MemoryStore();
	}
}

/** Removes a door's store without opening it, as when its event is long over. */
export function removeDoorStore(id: string): Promise<void> {
	return done(indexedDB.deleteDatabase(PREFIX + id));
}

class IndexedStore implements DoorStore {
	readonly isLasting = true;
	readonly #database: IDBDatabase;
	readonly #key: CryptoKey;

	constructor(database: IDBDatabase, key: CryptoKey) {
		this.#database = database;
		this.#key = key;
		// Another tab wipes this door, or has a newer build: let it.
		database.onversionchange = () => database.close();
	}

	async read<T>(name: string): Promise<T | null> {
		const sealed = await done<Sealed | undefined>(this.#open(RECORDS, 'readonly').get(name));
		if (!sealed) return null;
		return unseal<T>(this.#key, name, sealed).catch(() => null);
	}

	async write(records: Record<string, unknown>): Promise<void> {
		const sealed = await this.#sealRecords(records);
		const records_ = this.#open(RECORDS, 'readwrite');
		putRecords(records_, sealed);
		await finished(records_.transaction);
	}

	/** Sealed before the transaction: one that waits for anything else ends by itself. */
	#sealRecords(records: Record<string, unknown>): Promise<SealedRecord[]> {
		return Promise.all(
			Object.entries(records).map(
				async ([name, value]) => [name, value === null ? null : await seal(this.#key, name, value)] as const,
			),
		);
	}

	async names(prefix: string): Promise<string[]> {
		const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
		return (await done(this.#open(RECORDS, 'readonly').getAllKeys(range))) as string[];
	}

	async queued(): Promise<QueuedScan[]> {
		const rows = await done<QueueRow[]>(this.#open(QUEUE, 'readonly').getAll());
		const scans = await Promise.all(
			rows
				.filter(({ kind }) => kind !== 'sale')
				.map(({ nonce, sealed }) =>
					unseal<QueuedScan>(this.#key, `${QUEUE}/${nonce}`, sealed).catch(() => null),
				),
		);
		return scans.filter((scan) => scan !== null);
	}

	async enqueue(scans: readonly QueuedScan[]): Promise<void> {
		const rows = await Promise.all(
			scans.map(async (scan) => ({
				nonce: scan.nonce,
				sealed: await seal(this.#key, `${QUEUE}/${scan.nonce}`, scan),
			})),
		);
		const queue = this.#open(QUEUE, 'readwrite');
		const byNonce = queue.index('nonce');
		for (const row of rows) {
			const known = byNonce.getKey(row.nonce);
			known.onsuccess = () => {
				if (known.result === undefined) queue.add(row);
			};
		}
		await finished(queue.transaction);
	}

	async dequeue(nonces: readonly string[]): Promise<void> {
		const queue = this.#open(QUEUE, 'readwrite');
		const byNonce = queue.index('nonce');
		for (const nonce of nonces) {
			const known = byNonce.getKey(nonce);
			known.onsuccess = () => {
				if (known.result !== undefined) queue.delete(known.result);
			};
		}
		await finished(queue.transaction);
	}

	async sales(): Promise<StoredSale[]> {
		const rows = await done<QueueRow[]>(this.#open(QUEUE, 'readonly').getAll());
		const sales = await Promise.all(
			rows
				.filter(({ kind }) => kind === 'sale')
				.map(({ nonce, sealed }) =>
					unseal<StoredSale>(this.#key, `${SALE}/${nonce}`, sealed).catch(() => null),
				),
		);
		return sales.filter((sale) => sale !== null);
	}

	async writeSales({ put = [], remove = [], records = {} }: SalesChange): Promise<void> {
		const rows = await Promise.all(put.map((sale) => this.#saleRow(sale)));
		const sealed = await this.#sealRecords(records);
		const transaction = this.#database.transaction([RECORDS, QUEUE], 'readwrite', { durability: 'strict' });
		putRecords(transaction.objectStore(RECORDS), sealed);
		const queue = transaction.objectStore(QUEUE);
		const byNonce = queue.index('nonce');
		for (const nonce of remove) {
			const known = byNonce.getKey(nonce);
			known.onsuccess = () => {
				if (known.result !== undefined) queue.delete(known.result);
			};
		}
		for (const row of rows) {
			const known = byNonce.getKey(row.nonce);
			known.onsuccess = () => {
				if (known.result === undefined) queue.add(row);
				else queue.put(row, known.result);
			};
		}
		await finished(transaction);
	}

	async #saleRow(sale: StoredSale): Promise<QueueRow> {
		const { nonce } = sale.body;
		return { nonce, sealed: await seal(this.#key, `${SALE}/${nonce}`, sale), kind: SALE };
	}

	async forgetNames(): Promise<void> {
		const scans = await Promise.all(
			(await this.queued()).map(async (scan) => ({
				nonce: scan.nonce,
				sealed: await seal(this.#key, `${QUEUE}/${scan.nonce}`, withoutNames(scan)),
			})),
		);
		const sales = await Promise.all((await this.sales()).map((sale) => this.#saleRow(withoutBuyer(sale))));
		const rows: QueueRow[] = [...scans, ...sales];
		const queue = this.#open(QUEUE, 'readwrite');
		for (const row of rows) {
			const known = queue.index('nonce').getKey(row.nonce);
			// Under its old key: the order stays. What was answered meanwhile does not come back.
			known.onsuccess = () => {
				if (known.result !== undefined) queue.put(row, known.result);
			};
		}
		await finished(queue.transaction);
	}

	async wipe({ keepsQueue }: { keepsQueue: boolean }): Promise<void> {
		const stores = keepsQueue ? [RECORDS] : [RECORDS, QUEUE, KEYS];
		const transaction = this.#database.transaction(stores, 'readwrite');
		for (const store of stores) transaction.objectStore(store).clear();
		await finished(transaction);
	}

	close(): void {
		this.#database.close();
	}

	#open(store: string, mode: IDBTransactionMode): IDBObjectStore {
		// A scan is on the disk, not in a buffer, when it counts as stored; the list can be fetched again.
		const durability = store === QUEUE ? 'strict' : 'relaxed';
		return this.#database.transaction(store, mode, { durability }).objectStore(store);
	}
}

type SealedRecord = readonly [name: string, record: Sealed | null];

function putRecords(store: IDBObjectStore, sealed: readonly SealedRecord[]): void {
	for (const [name, record] of sealed) {
		if (record) store.put(record, name);
		else store.delete(name);
	}
}

function openDatabase(name: string, version: number): Promise<IDBDatabase> {
	const request = indexedDB.open(name, version);
	request.onupgradeneeded = () => {
		const database = request.result;
		const isThere = (store: string) => database.objectStoreNames.contains(store);
		// The server has the list; the queue, and the key that it is sealed under, are nowhere else.
		if (isThere(RECORDS)) database.deleteObjectStore(RECORDS);
		database.createObjectStore(RECORDS);
		if (!isThere(KEYS)) database.createObjectStore(KEYS);
		if (!isThere(QUEUE))
			database
				.createObjectStore(QUEUE, { autoIncrement: true })
				.createIndex('nonce', 'nonce', { unique: true });
	};
	return done(request);
}

async function keyOf(database: IDBDatabase): Promise<CryptoKey> {
	const known = await done<CryptoKey | undefined>(database.transaction(KEYS).objectStore(KEYS).get('key'));
	if (known) return known;
	const key = await newSealingKey();
	const keys = database.transaction(KEYS, 'readwrite').objectStore(KEYS);
	// Two tabs at once: the first one's key is everybody's.
	const winner = keys.get('key');
	winner.onsuccess = () => {
		if (winner.result === undefined) keys.add(key, 'key');
	};
	await finished(keys.transaction);
	return (winner.result as CryptoKey | undefined) ?? key;
}

function done<T>(request: IDBRequest): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result as T);
		request.onerror = () => reject(request.error);
	});
}

function finished(transaction: IDBTransaction): Promise<void> {
	return new Promise((resolve, reject) => {
		transaction.oncomplete = () => resolve();
		transaction.onerror = () => reject(transaction.error);
		transaction.onabort = () => reject(transaction.error);
	});
}
