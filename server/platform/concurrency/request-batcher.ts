import { createMemo } from '#server/platform/concurrency/memo.ts';

interface Pending<T, R> {
	what: T;
	resolve(answer: R): void;
	reject(error: unknown): void;
}

/**
 * Batches concurrent requests: those made while a batch runs go into the next one. So no caller gets a result that was read before its
 * request, and a single request isn't delayed.
 * @param cap maximum size of a batch
 * @param ask returns the results of a batch in order; if it throws, all requests of the batch fail
 */
export function createRequestBatcher<T, R>(
	cap: number,
	ask: (batch: T[]) => Promise<R[]>,
): (what: T) => Promise<R> {
	let waiting: Pending<T, R>[] = [];
	let isRunning = false;

	async function answer(batch: Pending<T, R>[]): Promise<void> {
		try {
			const answers = await ask(batch.map((one) => one.what));
			for (const [index, one] of batch.entries()) one.resolve(answers[index] as R);
		} catch (error) {
			for (const one of batch) one.reject(error);
		}
	}

	async function work(): Promise<void> {
		// Requests of this turn of the event loop join the batch.
		await new Promise((resolve) => setImmediate(resolve));
		while (waiting.length > 0) {
			const batch = waiting.slice(0, cap);
			waiting = waiting.slice(cap);
			await answer(batch);
		}
		isRunning = false;
	}

	return (what) =>
		new Promise((resolve, reject) => {
			waiting.push({ what, resolve, reject });
			if (isRunning) return;
			isRunning = true;
			void work();
		});
}

/** The same for questions to a database: all who ask the same one by way of these services share their questions. */
export function createDatabaseBatcher<S extends { database: object }, T, R>(
	cap: number,
	ask: (services: S, batch: T[]) => Promise<R[]>,
): (services: S, what: T) => Promise<R> {
	const batcherOf = createMemo(
		(services: S) => services.database,
		(services) => createRequestBatcher<T, R>(cap, (batch) => ask(services, batch)),
	);
	return (services, what) => batcherOf(services)(what);
}
