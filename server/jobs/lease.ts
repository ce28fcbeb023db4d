import type { Log } from '../platform/log.ts';

/**
 * For how long a claim keeps other workers off a row. It is renewed while the work goes on, so a worker that was killed is
 * replaced after this long, however long its work would have taken.
 */
export const leaseSeconds = 30;
const renewEveryMs = 10_000;

/**
 * Runs `work` and renews its claim until it ends. A renewal that fails is logged: the row may then be claimed by another worker,
 * which the settling statements see by `attempts`.
 */
export async function withLease<T>(
	log: Log,
	renew: () => Promise<unknown>,
	work: () => Promise<T>,
): Promise<T> {
	const timer = setInterval(
		() => void renew().catch((error) => log.warn({ error }, 'worker.lease-not-renewed')),
		renewEveryMs,
	);
	try {
		return await work();
	} finally {
		clearInterval(timer);
	}
}

/** How often claims and pauses are checked for instants that only a clock that was set back explains. */
export const clockCheckMs = 10_000;
