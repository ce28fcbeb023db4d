import { setTimeout as sleep } from 'node:timers/promises';

const stepMs = 100;

/**
 * Runs work whose duration could reveal whether an email has an account, and responds at the next full tenth of a second after its
 * start. The expensive part (the password hash) is the same either way; this hides the remaining writes.
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
