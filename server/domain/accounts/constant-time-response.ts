import { setTimeout as sleep } from 'node:timers/promises';

const stepMs = 100;

/**
 * Runs work whose length could tell whether an address has an account, and answers only on the next full tenth of a second
 * after it began. The costly part (the password hash) is the same either way; this hides the few writes that are not.
 */
export async function constantTimeResponse<T>(work: () => Promise<T>): Promise<T> {
	const start = performance.now();
	const untilNextStep = () => {
		const elapsed = performance.now() - start;
		return Math.ceil(elapsed / stepMs) * stepMs - elapsed;
	};
	try {
		return await work();
	} finally {
		await sleep(untilNextStep());
	}
}
