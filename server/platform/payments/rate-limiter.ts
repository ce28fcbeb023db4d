/** Lets so many calls a second pass, and a burst after a pause; the others wait their turn, first come first served. */
export interface RateLimiter {
	/**
	 * Waits for a turn.
	 * @returns milliseconds waited, or null when the wait would exceed `maxWaitMs`: then no turn is taken
	 */
	take(maxWaitMs: number): Promise<number | null>;
	/** Milliseconds until a call that comes now would pass. */
	waitMs(): number;
}

/**
 * A token bucket. The limit is that of this process: several processes on one database each have their own, and what the provider refuses
 * nevertheless is answered as `throttled`.
 */
export function createRateLimiter(options: { perSecond: number; burst: number }): RateLimiter {
	const intervalMs = 1000 / options.perSecond;
	/** When the bucket was or will be full; each call moves it one interval ahead. */
	let fullAt = performance.now();

	function delay(): number {
		const now = performance.now();
		return Math.max(0, Math.max(fullAt, now) - now - (options.burst - 1) * intervalMs);
	}

	return {
		waitMs: delay,
		async take(maxWaitMs) {
			const wait = delay();
			if (wait > maxWaitMs) return null;
			fullAt = Math.max(fullAt, performance.now()) + intervalMs;
			if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
			return wait;
		},
	};
}
