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

/** One at a time for each key unless more may run, in the order of arrival; different keys do not wait for each other. */
export function createSemaphoreByKey(limits: {
	maxRunning?: number;
	maxWaiting: number;
	maxWaitMs?: number;
}) {
	const turns = new Map<string, { takeTurn: ReturnType<typeof createSemaphore>; users: number }>();
	return async function takeTurnOf<T>(key: string, work: () => Promise<T>): Promise<T> {
		const turn = turns.get(key) ?? { takeTurn: createSemaphore({ maxRunning: 1, ...limits }), users: 0 };
		turns.set(key, turn);
		turn.users += 1;
		try {
			return await turn.takeTurn(work);
		} finally {
			turn.users -= 1;
			if (turn.users === 0) turns.delete(key);
		}
	};
}
