import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed } from '#shared/contracts/door-sync.ts';
import type { DoorAccess } from '../api.ts';
import { ClockOffset } from './clock-offset.ts';
import type { FeedSource } from './snapshot.ts';

/** The list on the server; each answer also tells the server's clock, and whether the link still stands. */
export class ClockedSource implements FeedSource {
	readonly clock = new ClockOffset();
	readonly #access: DoorAccess;
	readonly #signal: () => AbortSignal;
	/** When the setup was asked for last, by the device's clock. */
	setupAtMs = 0;
	/** The link as last heard. */
	lastLink: DoorSetup['link'] | null = null;

	constructor(access: DoorAccess, signal: () => AbortSignal) {
		this.#access = access;
		this.#signal = signal;
	}

	async setup(): Promise<DoorSetup> {
		const setup = await this.#measured(() => this.#access.setup(this.#signal()));
		this.setupAtMs = Date.now();
		return setup;
	}

	feed(cursor: string | null): Promise<DoorFeed> {
		return this.#measured(() => this.#access.feed(cursor, this.#signal()));
	}

	async #measured<T extends { now: string; link: DoorSetup['link'] }>(ask: () => Promise<T>): Promise<T> {
		const askedAt = Date.now();
		const answer = await ask();
		this.clock.measure(answer.now, askedAt, Date.now());
		this.lastLink = answer.link;
		return answer;
	}
}
