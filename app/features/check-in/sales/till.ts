import { newIdempotencyKey } from '#app/lib/idempotency-key.ts';
import type { UnpaidOrder } from '#shared/contracts/door-payments.ts';
import type { CashDrawer, DoorSale } from '#shared/contracts/door-sales.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { cashDue } from '#shared/rules/door-sales.ts';
import type { CartItem, Quote } from '#shared/rules/pricing/quote.ts';
import type { SalesAccess, SellBody } from '../api.ts';
import type { DoorStore } from '../offline/door-store.ts';
import { type DeviceRule, failureOf, refusedHere, toAppError } from './answers.ts';
import { priceOf } from './cart-price.ts';
import type { SaleRequest, SaleResult, SalesView, Till } from './model.ts';
import { type Lock, SalesBook, unitsOf } from './sales-book.ts';
import { SalesSender } from './sales-sender.ts';
import { queuedOf, type StoredSale } from './stored-sale.ts';

export interface TillHost {
	access: SalesAccess;
	store: DoorStore;
	/** Of all pages of this door in this browser. */
	lock: Lock;
	device(): { id: string; name: string };
	/** Where guests go in who enter at once. */
	place(): { listId: string | null; gateId: string | null };
	/** Server's clock minus the device's, in ms; null when never measured. */
	offsetMs(): number | null;
	/** When the event ends, by the server's clock; null: not known. */
	endMs(): number | null;
	isOnline(): boolean;
	now(): number;
	/** How many sales wait changed. */
	onLength(sales: number): void;
	/** Something of what is kept changed: other pages read it anew. */
	announce?(): void;
}

/** How long a seller waits for the word of the server on a sale that cannot be noted here. */
const PATIENCE_MS = 10_000;
const BETWEEN_TRIES_MS = 1_000;
/** What got no answer is requested again under its first nonce within this time: it may have arrived. */
const SAME_ATTEMPT_MS = 120_000;
const TOP_UP_EVERY_MS = 60_000;
/** Where there was nothing to reserve. */
const TOP_UP_EMPTY_EVERY_MS = 300_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

/**
 * Selling at this device. With a network the server sells; without one this device sells for cash what is reserved for it.
 *
 * A sale in cash is on the disk before it is sent, under its nonce, and leaves the disk when the server has answered for it:
 * - The server answers: it took it, or it refused it, and with a refusal nothing was done.
 * - No answer comes: the server may have it. Where what is reserved covers it, it becomes a sale without a network under the same nonce and
 *   the guest goes in. If the first request did arrive, the server refuses the second as `idempotency-key-reused`: it has the sale, once.
 * - Where nothing covers it, the same body is sent until it is answered, for 10 s while the seller waits and from the queue afterwards: if
 *   the first request arrived, the answer is that very sale; if not, it is sold now or refused. Until then the seller is told that it is
 *   not known (`isUnanswered`).
 * So each sale has one nonce from its beginning, which counts once, and stays on the disk until it is known what came of it. Cards and
 * transfers are not kept: nobody has paid when no answer comes, and an order that did arrive ends by itself when its time to pay is over.
 */
export class DeviceTill implements Till {
	readonly #host: TillHost;
	readonly #book: SalesBook;
	readonly #sender: SalesSender;
	readonly #listeners = new Set<() => void>();
	/** Sales whose seller waits for the answer: nobody else sends them, and no screen shows them. */
	readonly #asking = new Set<string>();
	readonly #unanswered = new Map<string, { nonce: string; atMs: number }>();
	#isConnected: boolean;
	#error: AppError | null = null;
	#refreshing: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#failures = 0;
	#isClosed = false;
	#view: SalesView;

	constructor(host: TillHost) {
		this.#host = host;
		this.#book = new SalesBook(host.store, host.lock);
		this.#isConnected = host.isOnline();
		this.#sender = new SalesSender({
			book: this.#book,
			send: (body) => this.#call(() => host.access.sell(body)),
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

	/** Reads what is kept: the shop for when there is no network, and what an earlier page left behind. */
	async open(): Promise<void> {
		await this.#book.read();
		this.#update();
	}

	/** Another page of this door changed what is kept. */
	async hear(): Promise<void> {
		await this.#book.read().catch(() => {});
		this.#update();
	}

	refresh(): Promise<void> {
		this.#refreshing ??= this.#refresh().finally(() => {
			this.#refreshing = null;
		});
		return this.#refreshing;
	}

	readonly price = (items: readonly CartItem[]): Quote | AppError => {
		const { kept } = this.#book;
		if (!kept) return new AppError('NETWORK_OFFLINE');
		const { shop } = kept;
		return priceOf(this.#mayAsk() ? shop : (shop.allotment?.prices ?? shop), items);
	};

	async sell(request: SaleRequest): Promise<SaleResult> {
		if (request.way !== 'cash') {
			const nonce = this.#nonceOf(['sell', request.items, request.way, request.name, request.email]);
			const sale = await this.#ask(nonce, () => this.#host.access.sell(this.#bodyOf(request, nonce.value)));
			return { kind: 'server', sale };
		}
		return this.#mayAsk() ? this.#sellByServer(request) : this.#sellHere(request);
	}

	findUnpaid(q: string): Promise<UnpaidOrder[]> {
		return this.#call(() => this.#host.access.unpaid(q));
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
		return this.#call(() => this.#host.access.sale(saleId));
	}

	async cancel(saleId: string): Promise<DoorSale> {
		const sale = await this.#call(() => this.#host.access.cancelSale(saleId));
		this.#refreshSoon();
		return sale;
	}

	async count(count: Parameters<Till['count']>[0]): Promise<CashDrawer> {
		// What was sold without a network is counted with the drawer that it was sold into.
		if (count.action === 'close') await this.#sender.flush();
		const drawer = await this.#call(() =>
			this.#host.access.cash({ ...count, device: this.#host.device() }),
		).catch(async (error: unknown) => {
			// It may have been counted: the shop says how it is now.
			this.#refreshSoon();
			throw error;
		});
		await this.#book.change(({ kept }) =>
			kept
				? {
						kept: {
							...kept,
							version: kept.version + 1,
							shop: { ...kept.shop, drawer: count.action === 'open' ? drawer : null },
						},
					}
				: null,
		);
		this.#changed();
		this.#refreshSoon();
		return drawer;
	}

	async retry(nonce: string): Promise<void> {
		await this.#sender.retry(nonce);
		await this.refresh();
	}

	/** The door is closed to this device: nothing is written any more but what waits. */
	forget(): void {
		this.#book.forget();
	}

	close(): void {
		this.#isClosed = true;
		this.#sender.close();
		clearTimeout(this.#timer);
	}

	/** Whether a call may reach the server. */
	#mayAsk(): boolean {
		return this.#isConnected && this.#host.isOnline();
	}

	/** Asks the server first; what cannot be known after that is told as such. */
	async #sellByServer(request: SaleRequest): Promise<SaleResult> {
		const nonce = newIdempotencyKey();
		const body = this.#bodyOf(request, nonce);
		this.#asking.add(nonce);
		try {
			// A disk that refuses is no reason to sell nothing: the server keeps the sale.
			const isKept = await this.#book
				.change(() => ({ put: [this.#storedOf(request, body)] }))
				.catch(() => false);
			const answer = await this.#askFor(body, () => isKept && this.#problemHere(request, nonce) === null);
			if (!(answer instanceof AppError)) {
				// What stays on the disk is sent again, and answered with the same sale.
				await this.#book.settle(nonce, answer).catch(() => false);
				return { kind: 'server', sale: answer };
			}
			const failure = failureOf(answer);
			if (!isKept || failure === 'refused' || failure === 'closed') {
				// What is left may be reserved for this very device.
				const isHere = answer.metadata.rule === 'sold-out' && this.#problemHere(request, nonce) === null;
				await this.#book.change(() => ({ remove: [nonce] })).catch(() => false);
				if (isHere) return await this.#sellHere(request, { asksServer: false });
				throw answer;
			}
			return await this.#noteUnanswered(request, body);
		} finally {
			this.#asking.delete(nonce);
			this.#changed();
			this.#refreshSoon();
		}
	}

	/** Sends a sale that is on the disk, the same each time: once where it can be noted here, else for as long as a seller has patience. */
	async #askFor(body: SellBody, isCovered: () => boolean): Promise<DoorSale | AppError> {
		const untilMs = this.#host.now() + PATIENCE_MS;
		for (;;) {
			try {
				return await this.#call(() => this.#host.access.sell(body));
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
		const unknown = this.#storedOf(request, body);
		let noted = unknown;
		await this.#book.change(({ sales }) => {
			// Another page of this browser has heard of it since.
			if (!sales.some((other) => other.body.nonce === nonce)) return null;
			noted =
				this.#problemHere(request, nonce) === null
					? this.#storedOf(request, this.#offlineBodyOf(request, nonce))
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
				problem = this.#problemHere(request, nonce);
				if (problem) return null;
				noted = this.#storedOf(request, this.#offlineBodyOf(request, nonce));
				return { put: [noted] };
			})
			.catch(() => {
				noted = null;
				problem = 'not-kept';
			});
		this.#changed();
		if (!noted) {
			// The network may be back, and the server sells what this device may not. A sale is sent only where something was heard before.
			if (asksServer && this.#host.isOnline() && (await this.#readShop().catch(() => false)))
				return this.#sellByServer(request);
			throw refusedHere(problem ?? 'not-kept');
		}
		this.#plan();
		return { kind: 'device', sale: queuedOf(noted) };
	}

	/** Why this device may not sell it by itself; its own nonce is not counted against it. */
	#problemHere({ items, given, quote }: SaleRequest, nonce: string): DeviceRule | null {
		const { kept, sales, isLasting } = this.#book;
		if (!isLasting) return 'not-kept';
		const { shop } = kept ?? {};
		if (!shop?.isOpen) return 'event-not-open';
		const endMs = this.#host.endMs();
		if (endMs !== null && this.#host.now() + (this.#host.offsetMs() ?? 0) >= endMs) return 'event-over';
		if (!shop.ways.includes('cash')) return 'way-not-open';
		if (!shop.drawer) return 'drawer-not-open';
		if (!shop.allotment) return 'not-in-allotment';
		const price = priceOf(shop.allotment.prices, items);
		if (price instanceof AppError || price.hash !== quote.hash) return 'price-changed';
		if (given !== undefined && given < cashDue(price.totalMinor, price.currency)) return 'given-too-little';
		const { left } = this.#book;
		const own = new Map(
			unitsOf(sales.filter(({ body }) => body.nonce === nonce)).map((unit) => [
				unit.ticketTypeId,
				unit.quantity,
			]),
		);
		const isCovered = unitsOf([{ body: { items } }]).every(
			({ ticketTypeId, quantity }) =>
				quantity <= (left.get(ticketTypeId) ?? 0) + (own.get(ticketTypeId) ?? 0),
		);
		return isCovered ? null : 'not-in-allotment';
	}

	#bodyOf(request: SaleRequest, nonce: string): SellBody {
		const { items, way, given, name, email, isEntering, quote } = request;
		const { listId, gateId } = this.#host.place();
		return {
			items: items.map(({ ticketTypeId, quantity, chosenMinor }) => ({
				ticketTypeId,
				quantity,
				...(chosenMinor === undefined ? {} : { chosenMinor }),
			})),
			way,
			...(given === undefined || way !== 'cash' ? {} : { given }),
			nonce,
			quoteHash: quote.hash,
			name,
			...(email === '' ? {} : { email }),
			device: this.#host.device(),
			...(isEntering ? { checkIn: { ...(listId ? { listId } : {}), gateId } } : {}),
		};
	}

	#offlineBodyOf(request: SaleRequest, nonce: string): SellBody {
		const { shop } = this.#book.kept ?? {};
		return {
			...this.#bodyOf(request, nonce),
			offline: {
				soldAt: new Date(this.#host.now()).toISOString(),
				clockOffsetMs: Math.round(this.#host.offsetMs() ?? 0),
				priceList: shop?.allotment?.priceList ?? '',
				drawerId: shop?.drawer?.id ?? '',
			},
		};
	}

	#storedOf({ quote, given }: SaleRequest, body: SellBody): StoredSale {
		const { shop } = this.#book.kept ?? {};
		return {
			body,
			sale: {
				totalMinor: quote.totalMinor,
				dueMinor: cashDue(quote.totalMinor, quote.currency),
				given,
				checkIn: body.checkIn ?? null,
				soldAt: body.offline?.soldAt ?? new Date(this.#host.now()).toISOString(),
				clockOffsetMs: Math.round(this.#host.offsetMs() ?? 0),
				priceList: shop?.allotment?.priceList ?? '',
				drawerId: shop?.drawer?.id ?? '',
				problem: null,
			},
		};
	}

	/** A call that only the server can answer: once, and under its first nonce when it is requested again. */
	async #ask(nonce: { key: string; value: string }, call: () => Promise<DoorSale>): Promise<DoorSale> {
		try {
			const sale = await this.#call(call);
			this.#unanswered.delete(nonce.key);
			this.#refreshSoon();
			return sale;
		} catch (thrown) {
			if (['away', 'later'].includes(failureOf(toAppError(thrown))))
				this.#unanswered.set(nonce.key, { nonce: nonce.value, atMs: this.#host.now() });
			else this.#unanswered.delete(nonce.key);
			throw thrown;
		}
	}

	#nonceOf(asked: readonly unknown[]): { key: string; value: string } {
		const key = JSON.stringify(asked);
		const before = this.#unanswered.get(key);
		const isSame = before && this.#host.now() - before.atMs < SAME_ATTEMPT_MS;
		return { key, value: isSame ? before.nonce : newIdempotencyKey() };
	}

	/** Every call tells whether the server can be reached. @throws AppError */
	async #call<T>(call: () => Promise<T>): Promise<T> {
		try {
			const answer = await call();
			this.#setConnected(true);
			return answer;
		} catch (thrown) {
			const error = toAppError(thrown);
			this.#setConnected(failureOf(error) !== 'away');
			throw error;
		}
	}

	#setConnected(isConnected: boolean): void {
		const wasConnected = this.#isConnected;
		this.#isConnected = isConnected;
		if (!isConnected) this.#plan();
		if (wasConnected === isConnected) return;
		this.#update();
		if (isConnected) this.#refreshSoon();
	}

	/** What waits goes out first: what is left is then what the server says. */
	async #refresh(): Promise<void> {
		// The browser says when there is a network again, and the plan looks too.
		if (!this.#host.isOnline()) {
			this.#error = new AppError('NETWORK_OFFLINE');
			this.#update();
			return this.#plan();
		}
		await this.#sender.flush();
		if (this.#isClosed) return;
		try {
			const hasShop = await this.#readShop();
			this.#error = null;
			if (hasShop) await this.#topUp();
		} catch (thrown) {
			this.#error = toAppError(thrown);
		}
		this.#changed();
		if (this.#sender.unsent > 0) this.#plan();
		else if (this.#isConnected) this.#failures = 0;
	}

	/** Once more when something was sold in between. */
	async #readShop(): Promise<boolean> {
		for (let tries = 0; tries < 3; tries++) {
			const version = this.#book.kept?.version ?? 0;
			const shop = await this.#call(() => this.#host.access.shop(this.#host.device().id));
			if (await this.#book.takeShop(shop, version)) return true;
		}
		return false;
	}

	async #topUp(): Promise<void> {
		const { kept } = this.#book;
		if (!kept?.shop.isOpen || !this.#book.isLasting || !this.#isTopUpDue()) return;
		const unsent = unitsOf(this.#book.sales.filter(({ body }) => body.offline));
		const allotment = await this.#call(() =>
			this.#host.access.topUp({ device: this.#host.device(), unsent }),
		);
		await this.#book.takeAllotment(allotment, { version: kept.version, unsent }, this.#host.now());
	}

	#isTopUpDue(): boolean {
		const { kept, left } = this.#book;
		if (!kept) return false;
		const sinceMs = this.#host.now() - kept.toppedUpAtMs;
		return kept.shop.types.some(({ id }) => {
			const full = kept.full[id];
			if (full === undefined) return sinceMs >= TOP_UP_EVERY_MS;
			if (full === 0) return sinceMs >= TOP_UP_EMPTY_EVERY_MS;
			return sinceMs >= TOP_UP_EVERY_MS && (left.get(id) ?? 0) * 2 < full;
		});
	}

	#refreshSoon(): void {
		if (!this.#isClosed) void this.refresh();
	}

	/** Tries again in a while, not at the same moment as other devices. */
	#plan(): void {
		if (this.#isClosed || this.#timer !== undefined) return;
		const ms = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS);
		this.#timer = setTimeout(
			() => {
				this.#timer = undefined;
				if (this.#host.isOnline()) this.#refreshSoon();
				else this.#plan();
			},
			ms * (0.5 + Math.random() / 2),
		);
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
		const { kept, sales, left, isLasting } = this.#book;
		const shop = kept?.shop ?? null;
		const queue = sales.filter(({ body }) => !this.#asking.has(body.nonce)).map(queuedOf);
		const drawer = shop?.drawer ?? null;
		const unsent = queue.filter((sale) => sale.drawerId === drawer?.id && !sale.isUnanswered);
		return {
			shop,
			isConnected: this.#mayAsk(),
			error: shop ? null : this.#error,
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
