import type { SalesAccess } from '../api.ts';
import type { DeviceTill } from '../sales/till.ts';
import type { TillHost } from '../sales/till-host.ts';
import type { DoorStore } from './door-store.ts';

export interface SessionSalesHost
	extends Pick<TillHost, 'device' | 'place' | 'offsetMs' | 'endMs' | 'onLength'> {
	access(): SalesAccess;
	store(): DoorStore;
	storeId(): string;
}

/** Door sales on the check-in screen: loaded where tickets are sold or sales of an earlier page wait. */
export class SessionSales {
	readonly #host: SessionSalesHost;
	#till: Promise<DeviceTill> | null = null;
	#stop = new AbortController();

	constructor(host: SessionSalesHost) {
		this.#host = host;
	}

	/** The till of this door, one for all who ask. Fetched again when it could not be had. */
	till(): Promise<DeviceTill> {
		this.#till ??= this.#open().catch((error: unknown) => {
			this.#till = null;
			throw error;
		});
		return this.#till;
	}

	/** Sends what an earlier page left behind. */
	async begin(): Promise<void> {
		this.#stop = new AbortController();
		const waiting = (await this.#host.store().sales()).length;
		this.#host.onLength(waiting);
		if (waiting > 0) await (await this.till()).refresh();
	}

	wake(): void {
		void this.#till?.then((till) => till.refresh()).catch(() => {});
	}

	forget(): void {
		void this.#till?.then((till) => till.forget()).catch(() => {});
	}

	close(): void {
		this.#stop.abort();
		void this.#till?.then((till) => till.close()).catch(() => {});
		this.#till = null;
	}

	async #open(): Promise<DeviceTill> {
		const { signal } = this.#stop;
		const [{ DeviceTill }, { pageLock }] = await Promise.all([
			import('../sales/till.ts'),
			import('../sales/sales-book.ts'),
		]);
		const { access, store, storeId, ...host } = this.#host;
		const name = `foyer-sales-${storeId()}`;
		const pages = new BroadcastChannel(name);
		const till = new DeviceTill({
			...host,
			access: access(),
			store: store(),
			lock: pageLock(name),
			isOnline: () => navigator.onLine,
			now: () => Date.now(),
			announce: () => {
				if (!signal.aborted) pages.postMessage(null);
			},
		});
		pages.onmessage = () => void till.hear();
		window.addEventListener('offline', () => void till.hear(), { signal });
		signal.addEventListener('abort', () => pages.close());
		await till.open();
		if (signal.aborted) till.close();
		return till;
	}
}
