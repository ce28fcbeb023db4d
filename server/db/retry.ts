import { setTimeout as sleep } from 'node:timers/promises';
import { isRetryable } from './errors.ts';

const maxAttempts = 4;

/** Tries a transaction, or a part of one down to a savepoint, again while others keep winning. */
export async function retryTransaction<T>(work: () => Promise<T>): Promise<T> {
	for (let attempt = 1; ; attempt++) {
		try {
			return await work();
		} catch (error) {
			if (attempt >= maxAttempts || !isRetryable(error)) throw error;
			await sleep(Math.random() * 20 * 2 ** attempt);
		}
	}
}
