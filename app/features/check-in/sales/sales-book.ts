import type { DoorAllotment, DoorSale, DoorShop } from '#shared/contracts/door-sales.ts';
import type { DoorStore, SalesChange } from '../offline/door-store.ts';
import type { StoredSale } from './stored-sale.ts';

/** The stored part of the shop. */
export interface StoredShop {
	shop: DoorShop;
	/** Changes with every write, so that an answer that was requested before is known to be old. */
	version: number;
	/** What the last topping-up came to, by type, and when it was. */
	full: Record<string, number>;
	toppedUpAtMs: number;
}

/** One page of this browser after the other. */
export type Lock = <T>(act: () => Promise<T>) => Promise<T>;

/**
 * A lock that all pages of a door in this browser share. Browsers that have a sealed store have it since 2022; in an older one pages take
 * turns each for itself, so two of them could sell the same last ticket within a few milliseconds: the server then refuses the second sale
 * (`not-in-allotment`), which stays in the queue with that problem.
 */
export function pageLock(name: string): Lock {
	const { locks } = navigator as Partial<Navigator>;
	return locks ? (act) => locks.request(name, act) as ReturnType<typeof act> : turnLock();
}

/** A lock within one page. */
export function turnLock(): Lock {
	let last: Promise<unknown> = Promise.resolve();
	return (act) => {
		const turn = last.then(act, act);
		last = turn.catch(() => {});
		return turn;
	};
}

/**
 * What a device stores for selling: the last shop with what is reserved, and the sales that the server has not answered for. What is left
 * is always worked out of both as they are on the disk, under the lock of all pages: what one page sells, another does not sell again.
 */
export class SalesBook {
	readonly #store: DoorStore;
	readonly #lock: Lock;
	#storedShop: StoredShop | null = null;
	#sales: readonly StoredSale[] = [];
	/** What was to be sent when it was made or first read: with names that the disk has forgotten since. */
	readonly #bodies = new Map<string, StoredSale['body']>();
	#isForgotten = false;

	constructor(store: DoorStore, lock: Lock) {
		this.#store = store;
		this.#lock = lock;
	}

	get storedShop(): StoredShop | null {
		return this.#storedShop;
	}

	/** Oldest first. */
	get sales(): readonly StoredSale[] {
		return this.#sales;
	}

	get isLasting(): boolean {
		return this.#store.isLasting;
	}

	/** Reads what is on the disk. */
	async read(): Promise<void> {
		// The record may be gone from a disk that was wiped: the shop in memory lives as long as the page.
		this.#storedShop = (await this.#store.read<StoredShop>(SHOP)) ?? this.#storedShop;
		this.#sales = await this.#store.sales();
		for (const { body } of this.#sales) {
			const known = this.#bodies.get(body.nonce);
			// Requested in another form since: what was sent to the server became a sale without a network.
			if (!known || Boolean(known.offline) !== Boolean(body.offline)) this.#bodies.set(body.nonce, body);
		}
	}

	/** The body of a sale as it is sent: with a name that is only in memory, where the disk had to forget it. */
	bodyOf({ body }: StoredSale): StoredSale['body'] {
		return this.#bodies.get(body.nonce) ?? body;
	}

	/** The door is closed to this device: nothing is written but what waits. */
	forget(): void {
		this.#isForgotten = true;
	}

	/**
	 * Changes what is stored, by what is on the disk now.
	 * @param decide says what to write; null: nothing
	 */
	async change(
		decide: (book: SalesBook) => (SalesChange & { storedShop?: StoredShop }) | null,
	): Promise<boolean> {
		return this.#lock(async () => {
			await this.read();
			const change = decide(this);
			if (!change) return false;
			const { storedShop, put = [], remove = [] } = change;
			const records = storedShop && !this.#isForgotten ? { [SHOP]: storedShop } : {};
			await this.#store.writeSales({ put, remove, records });
			for (const nonce of remove) this.#bodies.delete(nonce);
			if (storedShop) this.#storedShop = storedShop;
			await this.read();
			return true;
		});
	}

	/** Stores a shop that was requested at `version`. @returns false when something changed since: it is old */
	takeShop(shop: DoorShop, version: number): Promise<boolean> {
		return this.change(({ storedShop }) => {
			if ((storedShop?.version ?? 0) !== version) return null;
			const { full = {}, toppedUpAtMs = 0 } = storedShop ?? {};
			return { storedShop: { shop, version: version + 1, full, toppedUpAtMs } };
		});
	}

	/**
	 * Stores what was reserved anew. The answer leaves out what the device named as sold already; here that is still in the queue.
	 * @param request with which version of what is stored it was requested, and what was named
	 */
	takeAllotment(
		allotment: DoorAllotment | null,
		request: { version: number; unsent: readonly Units[] },
		nowMs: number,
	): Promise<boolean> {
		return this.change(({ storedShop }) => {
			if (!storedShop || storedShop.version !== request.version) return null;
			const left = leftOf(allotment);
			const full = Object.fromEntries(storedShop.shop.types.map(({ id }) => [id, left.get(id) ?? 0]));
			const unsent = new Map(request.unsent.map((one) => [one.ticketTypeId, one.quantity]));
			const shop = {
				...storedShop.shop,
				allotment: allotment && {
					...allotment,
					left: allotment.left.map(({ ticketTypeId, quantity }) => ({
						ticketTypeId,
						quantity: quantity + (unsent.get(ticketTypeId) ?? 0),
					})),
				},
			};
			return { storedShop: { shop, version: storedShop.version + 1, full, toppedUpAtMs: nowMs } };
		});
	}

	/**
	 * The server has this sale: it is out of the queue, and of what is reserved, in one write. A sale with a network may have come out of
	 * other places; then the shop, which is read next, says so.
	 * @returns false when another page got the answer before
	 */
	settle(nonce: string, sale: DoorSale | null): Promise<boolean> {
		return this.change(({ storedShop, sales }) => {
			const stored = sales.find(({ body }) => body.nonce === nonce);
			if (!stored) return null;
			return {
				remove: [nonce],
				...(storedShop ? { storedShop: storedShopAfter(storedShop, stored, sale) } : {}),
			};
		});
	}

	/** Tickets that may still be sold without a network, by type: reserved tickets less those of sales that wait. */
	get left(): Map<string, number> {
		const left = leftOf(this.#storedShop?.shop.allotment ?? null);
		for (const { ticketTypeId, quantity } of unitsOf(this.#sales))
			if (left.has(ticketTypeId)) left.set(ticketTypeId, (left.get(ticketTypeId) ?? 0) - quantity);
		return left;
	}
}

const SHOP = 'shop';

const leftOf = (allotment: DoorAllotment | null): Map<string, number> =>
	new Map(allotment?.left.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));

/** Tickets of a type. */
export interface Units {
	ticketTypeId: string;
	quantity: number;
}

/** Tickets of sales by type. */
export function unitsOf(sales: readonly { body: { items: readonly Units[] } }[]): Units[] {
	const units = new Map<string, number>();
	for (const { body } of sales)
		for (const { ticketTypeId, quantity } of body.items)
			units.set(ticketTypeId, (units.get(ticketTypeId) ?? 0) + quantity);
	return [...units].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity }));
}

function storedShopAfter(storedShop: StoredShop, stored: StoredSale, sale: DoorSale | null): StoredShop {
	const { allotment, drawer } = storedShop.shop;
	const units = new Map(unitsOf([stored]).map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));
	const left = allotment?.left.map(({ ticketTypeId, quantity }) => ({
		ticketTypeId,
		quantity: quantity - (units.get(ticketTypeId) ?? 0),
	}));
	const dueMinor = sale?.dueMinor ?? stored.sale.dueMinor;
	const isInDrawer = drawer?.id === stored.sale.drawerId;
	return {
		...storedShop,
		version: storedShop.version + 1,
		shop: {
			...storedShop.shop,
			allotment: allotment && left ? { ...allotment, left } : allotment,
			drawer:
				drawer && isInDrawer
					? {
							...drawer,
							expectedMinor: drawer.expectedMinor + dueMinor,
							sales: drawer.sales + 1,
							soldMinor: drawer.soldMinor + dueMinor,
						}
					: drawer,
		},
	};
}
