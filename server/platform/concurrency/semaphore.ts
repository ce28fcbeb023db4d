import { AppError } from '#shared/errors/app-error.ts';

/**
 * Lets costly work run a few at a time and the rest wait in line. Beyond the line the server says that it is busy, which is
 * kinder than an answer after minutes; so it does to those who waited for longer than `maxWaitMs`.
 */
export function createSemaphore(limits: { maxRunning: number; maxWaiting: number; maxWaitMs?: number }) {
	const overloaded = () => new AppError('SERVER_OVERLOADED', { retryAfterSeconds: 5 });
	let running = 0;
	const waiting: (() => void)[] = [];
	return async function takeTurn<T>(work: () => Promise<T>): Promise<T> {
		if (running < limits.maxRunning) {
			running += 1;
		} else {
			if (waiting.length >= limits.maxWaiting) throw overloaded();
			await new Promise<void>((resolve, reject) => {
				const enter = () => {
					clearTimeout(timer);
					resolve();
				};
				const leave = () => {
					waiting.splice(waiting.indexOf(enter), 1);
					reject(overloaded());
				};
				const timer = limits.maxWaitMs === undefined ? undefined : setTimeout(leave, limits.maxWaitMs);
				waiting.push(enter);
			});
		}
		try {
			return await work();
		} finally {
			// The turn goes on to the next in line, so `running` stays.
			const next = waiting.shift();
			if (next) next();
			else running -= 1;
		}
	};
}

/** A value per key, created on first use and dropped when it is no longer in use. */
export function createByKey<V>(create: () => V) {
	const entries = new Map<string, { value: V; users: number }>();
	return async function use<T>(key: string, work: (value: V) => Promise<T>): Promise<T> {
		const entry = entries.get(key) ?? { value: create(), users: 0 };
		entries.set(key, entry);
		entry.users += 1;
		try {
			return await work(entry.value);
		} finally {
			entry.users -= 1;
			if (entry.users === 0) entries.delete(key);
		}
	};
}

/** One at a time for each key, or some, in the order of arrival; different keys do not wait for each other. */
export function createSemaphoreByKey(limits: {
	maxRunning?: number;
	maxWaiting: number;
	maxWaitMs?: number;
}) {
	const use = createByKey(() => createSemaphore({ maxRunning: 1, ...limits }));
	return <T>(key: string, work: () => Promise<T>): Promise<T> => use(key, (takeTurn) => takeTurn(work));
}

/** A few at a time of all keys together, and of no key all of them: the work of one key cannot take every turn. */
export function createSharedSemaphore(limits: { maxRunning: number; maxOfKey: number }) {
	const takeTurn = createSemaphore({ maxRunning: limits.maxRunning, maxWaiting: Number.POSITIVE_INFINITY });
	const takeTurnOf = createSemaphoreByKey({
		maxRunning: limits.maxOfKey,
		maxWaiting: Number.POSITIVE_INFINITY,
	});
	return <T>(key: string, work: () => Promise<T>): Promise<T> => takeTurnOf(key, () => takeTurn(work));
}
