import { createMemo } from '#server/platform/concurrency/memo.ts';

interface Asked<T, R> {
	what: T;
	resolve(answer: R): void;
	reject(error: unknown): void;
}

/**
 * Makes one question of many: what is asked while a question is under way waits for the next one, which takes all of it. So
 * nobody gets an answer that was looked up before they asked, and a question alone waits for nothing.
 * @param cap most of one question
 * @param ask answers each of a batch, in order; what it throws, all of them throw
 */
export function createRequestBatcher<T, R>(
	cap: number,
	ask: (batch: T[]) => Promise<R[]>,
): (what: T) => Promise<R> {
	let waiting: Asked<T, R>[] = [];
	let isRunning = false;

	async function answer(batch: Asked<T, R>[]): Promise<void> {
		try {
			const answers = await ask(batch.map((one) => one.what));
			for (const [index, one] of batch.entries()) one.resolve(answers[index] as R);
		} catch (error) {
			for (const one of batch) one.reject(error);
		}
	}

	async function work(): Promise<void> {
		// Whatever is asked in this turn of the event loop comes along.
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
