/** A measurement loses its word after so long: clocks drift, phones are set right. */
const FRESH_MS = 10 * 60_000;

/**
 * How far the server's clock is from the device's. Of several measurements the one with the shortest round trip counts, since
 * half of the round trip is all that it can be wrong by.
 */
export class ClockOffset {
	#best: { offsetMs: number; tripMs: number; atMs: number } | null = null;

	/** Server's clock minus the device's; null when never measured. */
	get offsetMs(): number | null {
		return this.#best?.offsetMs ?? null;
	}

	/** @param server the server's time in its answer; the others are the device's at the request and at the answer */
	measure(server: string, sentAtMs: number, answeredAtMs: number): void {
		const serverMs = Date.parse(server);
		const tripMs = answeredAtMs - sentAtMs;
		// The device's clock was set in between, or the answer is no time.
		if (!Number.isFinite(serverMs) || tripMs < 0) return;
		const best = this.#best;
		const offsetMs = Math.round(serverMs - (sentAtMs + tripMs / 2));
		const isJump = best && Math.abs(offsetMs - best.offsetMs) > tripMs + best.tripMs + 1_000;
		const isStale = best && answeredAtMs - best.atMs > FRESH_MS;
		if (!best || isJump || isStale || tripMs <= best.tripMs)
			this.#best = { offsetMs, tripMs, atMs: answeredAtMs };
	}

	/** What was measured before the page was opened again. */
	restore(offsetMs: number): void {
		this.#best ??= { offsetMs, tripMs: Number.POSITIVE_INFINITY, atMs: 0 };
	}
}
