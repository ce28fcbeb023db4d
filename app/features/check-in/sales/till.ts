import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';
import type { CashDrawer, DoorSale } from '#shared/contracts/door-sales.ts';
import { AppError } from '#shared/errors/app-error.ts';
import type { CartItem, Quote } from '#shared/rules/pricing/quote.ts';
import type { SellBody } from '../api.ts';
import { type DeviceRule, failureOf, refusedHere, toAppError } from './answers.ts';
import { priceOf } from './cart-price.ts';
import type { SaleRequest, SaleResult, SalesView, Till } from './model.ts';
import { SaleRecords } from './sale-records.ts';
import { SalesBook } from './sales-book.ts';
import { SalesSender } from './sales-sender.ts';
import { ShopSync } from './shop-sync.ts';
import { queuedOf, type StoredSale } from './stored-sale.ts';
import type { TillHost } from './till-host.ts';

/** How long a seller waits for the word of the server on a sale that cannot be noted here. */
const PATIENCE_MS = 10_000;
const BETWEEN_TRIES_MS = 1_000;
/** What got no answer is requested again under its first nonce within this time: it may have arrived. */
const SAME_ATTEMPT_MS = 120_000;

/**
 * Selling at this device. With a network the server sells; without one this device sells for cash what is reserved for it.
 *
 * A sale in cash is on the disk before it is sent, under its nonce, and leaves the disk when the server has answered for it:
 * - The server answers: it took it, or it refused it, and with a refusal nothing was done.
 * - No answer comes: the server may have it. Where what is reserved covers it, it becomes a sale without a network under the same nonce and
 *   the guest goes in. If the first request did arrive, the server refuses the second as `idempotency-key-reused`: it has the sale, once.
 * - Where nothing covers it, the same body is sent until it is answered, for 10 s while the seller waits and from the queue afterwards: if
 *   the first request arrived, the answer is that very sale; if not, it is sold now or refused. Until then the seller sees that it is
 *   not known (`isUnanswered`).
 * So each sale has one nonce from its beginning, which counts once, and stays on the disk until its outcome is known. Cards and
 * transfers are not stored: nobody has paid when no answer comes, and an order that did arrive ends by itself when its time to pay is over.
 */
export class DeviceTill implements Till {
	readonly #host: TillHost;
	readonly #book: SalesBook;
	readonly #sender: SalesSender;
	readonly #records: SaleRecords;
	readonly #sync: ShopSync;
	readonly #listeners = new Set<() => void>();
	/** Sales whose seller waits for the answer: nobody else sends them, and no screen shows them. */
	readonly #asking = new Set<string>();
	readonly #unanswered = new Map<string, { nonce: string; atMs: number }>();
	#view: SalesView;

	constructor(host: TillHost) {
		this.#host = host;
		this.#book = new SalesBook(host.store, host.lock);
		this.#records = new SaleRecords(host, this.#book);
		this.#sync = new ShopSync(host, this.#book, {
			flush: () => this.#sender.flush(),
			hasUnsent: () => this.#sender.unsent > 0,
			onUpdate: () => this.#update(),
			onChange: () => this.#changed(),
		});
		this.#sender = new SalesSender({
			book: this.#book,
			send: (body) => this.#sync.call(() => host.access.sell(body)),
			isAsking: (nonce) => this.#asking.has(nonce),
			onChange: () => this.#changed(),
		});
		this.#view = this.#viewNow();
	}

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};

	readonly getView = (): SalesView => this.#view;

	/** Reads what is stored: the shop for when there is no network, and what an earlier page left behind. */
	async open(): Promise<void> {
		await this.#book.read();
		this.#update();
	}

	/** Another page of this door changed what is stored. */
	async hear(): Promise<void> {
		await this.#book.read().catch(() => {});
		this.#update();
	}

	refresh(): Promise<void> {
		return this.#sync.refresh();
	}

	readonly price = (items: readonly CartItem[]): Quote | AppError => {
		const { storedShop } = this.#book;
		if (!storedShop) return new AppError('NETWORK_OFFLINE');
		const { shop } = storedShop;
		return priceOf(this.#sync.isReachable() ? shop : (shop.allotment?.prices ?? shop), items);
	};

	async sell(request: SaleRequest): Promise<SaleResult> {
		if (request.way !== 'cash') {
			const nonce = this.#nonceOf(['sell', request.items, request.way, request.name, request.email]);
			const sale = await this.#ask(nonce, () =>
				this.#host.access.sell(this.#records.bodyOf(request, nonce.value)),
			);
			return { kind: 'server', sale };
		}
		return this.#sync.isReachable() ? this.#sellByServer(request) : this.#sellHere(request);
	}

	findUnpaid(q: string): Promise<UnpaidOrder[]> {
		return this.#sync.call(() => this.#host.access.unpaid(q));
	}

	async takePayment(of: Parameters<Till['takePayment']>[0]): Promise<DoorSale> {
		const { guestId, way, given } = of;
		const nonce = this.#nonceOf(['payment', guestId, way, given]);
		return this.#ask(nonce, () =>
			this.#host.access.takePayment({
				guestId,
				way,
				...(given === undefined ? {} : { given }),
				nonce: nonce.value,
				device: this.#host.device(),
			}),
		);
	}

	look(saleId: string): Promise<DoorSale> {
		return this.#sync.call(() => this.#host.access.sale(saleId));
	}

	async cancel(saleId: string): Promise<DoorSale> {
		const sale = await this.#sync.call(() => this.#host.access.cancelSale(saleId));
		this.#sync.refreshSoon();
		return sale;
	}

	async count(count: Parameters<Till['count']>[0]): Promise<CashDrawer> {
		// What was sold without a network is counted with the drawer that it was sold into.
		if (count.action === 'close') await this.#sender.flush();
		const drawer = await this.#sync
			.call(() => this.#host.access.cash({ ...count, device: this.#host.device() }))
			.catch(async (error: unknown) => {
				// It may have been counted: the shop says how it is now.
				this.#sync.refreshSoon();
				throw error;
			});
		await this.#book.change(({ storedShop }) =>
			storedShop
				? {
						storedShop: {
							...storedShop,
							version: storedShop.version + 1,
							shop: { ...storedShop.shop, drawer: count.action === 'open' ? drawer : null },
						},
					}
				: null,
		);
		this.#changed();
		this.#sync.refreshSoon();
		return drawer;
	}

	async retry(nonce: string): Promise<void> {
		await this.#sender.retry(nonce);
		await this.#sync.refresh();
	}

	/** The door is closed to this device: nothing is written any more but what waits. */
	forget(): void {
		this.#book.forget();
	}

	close(): void {
		this.#sender.close();
		this.#sync.close();
	}

	/** Asks the server first; what cannot be known after that is shown as such. */
	async #sellByServer(request: SaleRequest): Promise<SaleResult> {
		const nonce = newIdempotencyKey();
		const body = this.#records.bodyOf(request, nonce);
		this.#asking.add(nonce);
		try {
			// A disk that refuses is no reason to sell nothing: the server stores the sale.
			const isStored = await this.#book
				.change(() => ({ put: [this.#records.storedOf(request, body)] }))
				.catch(() => false);
			const answer = await this.#askFor(
				body,
				() => isStored && this.#records.problemHere(request, nonce) === null,
			);
			if (!(answer instanceof AppError)) {
				// What stays on the disk is sent again, and answered with the same sale.
				await this.#book.settle(nonce, answer).catch(() => false);
				return { kind: 'server', sale: answer };
			}
			const failure = failureOf(answer);
			if (!isStored || failure === 'refused' || failure === 'closed') {
				// What is left may be reserved for this very device.
				const isHere =
					answer.metadata.rule === 'sold-out' && this.#records.problemHere(request, nonce) === null;
				await this.#book.change(() => ({ remove: [nonce] })).catch(() => false);
				if (isHere) return await this.#sellHere(request, { asksServer: false });
				throw answer;
			}
			return await this.#noteUnanswered(request, body);
		} finally {
			this.#asking.delete(nonce);
			this.#changed();
			this.#sync.refreshSoon();
		}
	}

	/** Sends a sale that is on the disk, the same each time: once where it can be noted here, else for as long as a seller has patience. */
	async #askFor(body: SellBody, isCovered: () => boolean): Promise<DoorSale | AppError> {
		const untilMs = this.#host.now() + PATIENCE_MS;
		for (;;) {
			try {
				return await this.#sync.call(() => this.#host.access.sell(body));
			} catch (thrown) {
				const error = toAppError(thrown);
				const isKnown = ['refused', 'closed'].includes(failureOf(error));
				if (isKnown || isCovered() || this.#host.now() + BETWEEN_TRIES_MS >= untilMs) return error;
			}
			await new Promise((resolve) => setTimeout(resolve, BETWEEN_TRIES_MS));
		}
	}

	async #noteUnanswered(request: SaleRequest, body: SellBody): Promise<SaleResult> {
		const { nonce } = body;
		const unknown = this.#records.storedOf(request, body);
		let noted = unknown;
		await this.#book.change(({ sales }) => {
			// Another page of this browser has learned of it since.
			if (!sales.some((other) => other.body.nonce === nonce)) return null;
			noted =
				this.#records.problemHere(request, nonce) === null
					? this.#records.storedOf(request, this.#records.offlineBodyOf(request, nonce))
					: unknown;
			return { put: [noted] };
		});
		return { kind: 'device', sale: queuedOf(noted) };
	}

	/** Without a network: out of what is reserved, and on the disk before the seller sees it. */
	async #sellHere(request: SaleRequest, { asksServer = true } = {}): Promise<SaleResult> {
		const nonce = newIdempotencyKey();
		let noted: StoredSale | null = null;
		let problem: DeviceRule | null = null;
		await this.#book
			.change(() => {
				problem = this.#records.problemHere(request, nonce);
				if (problem) return null;
				noted = this.#records.storedOf(request, this.#records.offlineBodyOf(request, nonce));
				return { put: [noted] };
			})
			.catch(() => {
				noted = null;
				problem = 'not-stored';
			});
		this.#changed();
		if (!noted) {
			// The network may be back, and the server sells what this device may not. A sale is sent only after an earlier response.
			if (asksServer && this.#host.isOnline() && (await this.#sync.readShop().catch(() => false)))
				return this.#sellByServer(request);
			throw refusedHere(problem ?? 'not-stored');
		}
		this.#sync.plan();
		return { kind: 'device', sale: queuedOf(noted) };
	}

	/** A call that only the server can answer: once, and under its first nonce when it is requested again. */
	async #ask(nonce: { key: string; value: string }, call: () => Promise<DoorSale>): Promise<DoorSale> {
		try {
			const sale = await this.#sync.call(call);
			this.#unanswered.delete(nonce.key);
			this.#sync.refreshSoon();
			return sale;
		} catch (thrown) {
			if (['away', 'later'].includes(failureOf(toAppError(thrown))))
				this.#unanswered.set(nonce.key, { nonce: nonce.value, atMs: this.#host.now() });
			else this.#unanswered.delete(nonce.key);
			throw thrown;
		}
	}

	#nonceOf(request: readonly unknown[]): { key: string; value: string } {
		const key = JSON.stringify(request);
		const before = this.#unanswered.get(key);
		const isSame = before && this.#host.now() - before.atMs < SAME_ATTEMPT_MS;
		return { key, value: isSame ? before.nonce : newIdempotencyKey() };
	}

	#changed(): void {
		this.#update();
		this.#host.announce?.();
	}

	#update(): void {
		this.#view = this.#viewNow();
		this.#host.onLength(this.#view.queue.length);
		for (const listener of this.#listeners) listener();
	}

	#viewNow(): SalesView {
		const { storedShop, sales, left, isLasting } = this.#book;
		const shop = storedShop?.shop ?? null;
		const queue = sales.filter(({ body }) => !this.#asking.has(body.nonce)).map(queuedOf);
		const drawer = shop?.drawer ?? null;
		const unsent = queue.filter((sale) => sale.drawerId === drawer?.id && !sale.isUnanswered);
		return {
			shop,
			isConnected: this.#sync.isReachable(),
			error: shop ? null : this.#sync.error,
			queue,
			offlineLeft: new Map(
				[...left].map(([typeId, quantity]) => [typeId, isLasting ? Math.max(0, quantity) : 0]),
			),
			drawer: drawer && {
				...drawer,
				unsentMinor: unsent.reduce((sum, { dueMinor }) => sum + dueMinor, 0),
			},
		};
	}
}
