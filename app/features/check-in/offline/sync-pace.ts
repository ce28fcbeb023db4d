/** Several events in a row are one change. */
const SYNC_SOON_MS = 120;
/** Half of the time within which a reported change is on the device's disk too. */
const REMOTE_SYNC_MS = 2_000;

/**
 * When a device polls for updates: one request at a time, one more if requested meanwhile, and with jitter so that devices don't poll at
 * the same moment.
 */
export class SyncPace {
	readonly #ask: () => Promise<void>;
	readonly #onEnd: () => void;
	#running: Promise<void> | null = null;
	#isRequestedAgain = false;
	#timer: ReturnType<typeof setTimeout> | undefined;
	#dueMs = 0;

	/** @param ask must not reject */
	constructor(ask: () => Promise<void>, onEnd: () => void) {
		this.#ask = ask;
		this.#onEnd = onEnd;
	}

	/** Asks now. */
	run(): Promise<void> {
		if (this.#running) {
			this.#isRequestedAgain = true;
			return this.#running;
		}
		this.#running = this.#ask().finally(() => {
			this.#running = null;
			this.#onEnd();
			if (!this.#isRequestedAgain) return;
			this.#isRequestedAgain = false;
			void this.run();
		});
		return this.#running;
	}

	/**
	 * Asks soon. What an event reported in full is shown already, so its record may wait, and five hundred devices do not all ask at once.
	 */
	soon(isRemote: boolean): void {
		const dueMs = Date.now() + (isRemote ? REMOTE_SYNC_MS * (1 + Math.random()) : SYNC_SOON_MS);
		if (this.#timer !== undefined && this.#dueMs <= dueMs) return;
		clearTimeout(this.#timer);
		this.#dueMs = dueMs;
		this.#timer = setTimeout(() => {
			this.#timer = undefined;
			void this.run();
		}, dueMs - Date.now());
	}

	/** Asks no more by itself. */
	stop(): void {
		clearTimeout(this.#timer);
		this.#timer = undefined;
	}
}
