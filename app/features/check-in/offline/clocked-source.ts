import type { DoorSetup } from '#shared/contracts/door-setup.ts';
import type { DoorFeed } from '#shared/contracts/door-sync.ts';
import type { DoorAccess } from '../api.ts';
import { ClockOffset } from './clock-offset.ts';
import type { FeedSource } from './snapshot.ts';

/** The list on the server; each answer also has the server's clock, and whether the link still stands. */
export class ClockedSource implements FeedSource {
	readonly clock = new ClockOffset();
	readonly #access: Pick<DoorAccess, 'setup' | 'feed'>;
	readonly #signal: () => AbortSignal;
	readonly #now: () => number;
	/** When the setup was requested last, by the device's clock. */
	setupAtMs = 0;
	/** The link as of the last response. */
	lastLink: DoorSetup['link'] | null = null;

	/** @param now the device's clock */
	constructor(
		access: Pick<DoorAccess, 'setup' | 'feed'>,
		signal: () => AbortSignal,
		now: () => number = () => Date.now(),
	) {
		this.#access = access;
		this.#signal = signal;
		this.#now = now;
	}

	async setup(): Promise<DoorSetup> {
		const setup = await this.#measured(() => this.#access.setup(this.#signal()));
		this.setupAtMs = this.#now();
		return setup;
	}

	feed(cursor: string | null): Promise<DoorFeed> {
		return this.#measured(() => this.#access.feed(cursor, this.#signal()));
	}

	async #measured<T extends { now: string; link: DoorSetup['link'] }>(ask: () => Promise<T>): Promise<T> {
		const requestedAt = this.#now();
		const answer = await ask();
		this.clock.measure(answer.now, requestedAt, this.#now());
		this.lastLink = answer.link;
		return answer;
	}
}
