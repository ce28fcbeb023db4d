import { setTimeout as sleep } from 'node:timers/promises';
import type { Poller } from '../domain/module.ts';
import type { Services } from '../services.ts';

const firstRetryMs = 1_000;
const lastRetryMs = 60_000;

/** A pause that an abort ends at once. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
	// Spread, so that many workers that started together do not ask together.
	await sleep(ms * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => {});
}

/**
 * Runs a poller until the signal ends it, and never gives up: a round that fails is logged and tried again, later each
 * time it fails in a row. The round in hand is finished before the loop returns.
 */
export async function runPoller(poller: Poller, services: Services, signal: AbortSignal): Promise<void> {
	let failures = 0;
	while (!signal.aborted) {
		try {
			const settled = await poller.run(services, signal);
			failures = 0;
			if (settled === 0) await pause(poller.idleMs, signal);
		} catch (error) {
			failures += 1;
			const retryMs = Math.min(lastRetryMs, firstRetryMs * 2 ** (failures - 1));
			services.log.error({ error, poller: poller.name, failures, retryMs }, 'worker.poller-failed');
			await pause(retryMs, signal);
		}
	}
}
