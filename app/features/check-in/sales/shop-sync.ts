import { AppError } from '#shared/errors/app-error.ts';
import { failureOf, toAppError } from './answers.ts';
import { type SalesBook, unitsOf } from './sales-book.ts';
import type { TillHost } from './till-host.ts';

const TOP_UP_EVERY_MS = 60_000;
/** Where there was nothing to reserve. */
const TOP_UP_EMPTY_EVERY_MS = 300_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

interface SyncOptions {
	/** Sends the sales that wait. */
	flush: () => Promise<unknown>;
	hasUnsent: () => boolean;
	/** The view changed. */
	onUpdate: () => void;
	/** What is stored changed too. */
	onChange: () => void;
}

/** Reads the shop from the server, tops up what is reserved for this device, and tries again while the network is away. */
export class ShopSync {
	readonly #host: TillHost;
	readonly #book: SalesBook;
	readonly #options: SyncOptions;
	#isConnected: boolean;
	#error: AppError | null = null;
	#refreshing: Promise<void> | null = null;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#failures = 0;
	#isClosed = false;

	constructor(host: TillHost, book: SalesBook, options: SyncOptions) {
		this.#host = host;
		this.#book = book;
		this.#options = options;
		this.#isConnected = host.isOnline();
	}

	/** Why the shop could not be read. */
	get error(): AppError | null {
		return this.#error;
	}

	/** Whether a call may reach the server. */
	isReachable(): boolean {
		return this.#isConnected && this.#host.isOnline();
	}

	refresh(): Promise<void> {
		this.#refreshing ??= this.#refresh().finally(() => {
			this.#refreshing = null;
		});
		return this.#refreshing;
	}

	/** Every call shows whether the server can be reached. @throws AppError */
	async call<T>(call: () => Promise<T>): Promise<T> {
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
		if (!isConnected) this.plan();
		if (wasConnected === isConnected) return;
		this.#options.onUpdate();
		if (isConnected) this.refreshSoon();
	}

	/** What waits goes out first: what is left is then what the server says. */
	async #refresh(): Promise<void> {
		// The browser says when there is a network again, and the plan looks too.
		if (!this.#host.isOnline()) {
			this.#error = new AppError('NETWORK_OFFLINE');
			this.#options.onUpdate();
			return this.plan();
		}
		await this.#options.flush();
		if (this.#isClosed) return;
		try {
			const hasShop = await this.readShop();
			this.#error = null;
			if (hasShop) await this.#topUp();
		} catch (thrown) {
			this.#error = toAppError(thrown);
		}
		this.#options.onChange();
		if (this.#options.hasUnsent()) this.plan();
		else if (this.#isConnected) this.#failures = 0;
	}

	/** Once more when something was sold in between. */
	async readShop(): Promise<boolean> {
		for (let tries = 0; tries < 3; tries++) {
			const version = this.#book.storedShop?.version ?? 0;
			const shop = await this.call(() => this.#host.access.shop(this.#host.device().id));
			if (await this.#book.takeShop(shop, version)) return true;
		}
		return false;
	}

	async #topUp(): Promise<void> {
		const { storedShop } = this.#book;
		if (!storedShop?.shop.isOpen || !this.#book.isLasting || !this.#isTopUpDue()) return;
		const unsent = unitsOf(this.#book.sales.filter(({ body }) => body.offline));
		const allotment = await this.call(() => this.#host.access.topUp({ device: this.#host.device(), unsent }));
		await this.#book.takeAllotment(allotment, { version: storedShop.version, unsent }, this.#host.now());
	}

	#isTopUpDue(): boolean {
		const { storedShop, left } = this.#book;
		if (!storedShop) return false;
		const sinceMs = this.#host.now() - storedShop.toppedUpAtMs;
		return storedShop.shop.types.some(({ id }) => {
			const full = storedShop.full[id];
			if (full === undefined) return sinceMs >= TOP_UP_EVERY_MS;
			if (full === 0) return sinceMs >= TOP_UP_EMPTY_EVERY_MS;
			return sinceMs >= TOP_UP_EVERY_MS && (left.get(id) ?? 0) * 2 < full;
		});
	}

	refreshSoon(): void {
		if (!this.#isClosed) void this.refresh();
	}

	/** Tries again in a while, not at the same moment as other devices. */
	plan(): void {
		if (this.#isClosed || this.#timer !== undefined) return;
		const ms = Math.min(FIRST_PAUSE_MS * 2 ** this.#failures++, LONGEST_PAUSE_MS);
		this.#timer = setTimeout(
			() => {
				this.#timer = undefined;
				if (this.#host.isOnline()) this.refreshSoon();
				else this.plan();
			},
			ms * (0.5 + Math.random() / 2),
		);
	}

	close(): void {
		this.#isClosed = true;
		clearTimeout(this.#timer);
	}
}
