import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '#shared/errors/app-error.ts';

/** How long the line of an event may get. With a second and a half for a lock, nobody hangs for more than five. */
export const lineLimits = { maxWaiting: 2_000, maxWaitMs: 2_500 };

export interface BatchQueueOptions<T, R> {
	/** Most entries of one batch. */
	cap: number;
	/** Most weight of one batch; a single entry may weigh more. */
	maxWeight: number;
	/** Beyond this many waiting, an arrival is sent away at once. */
	maxWaiting: number;
	/** Nobody waits longer than this for their batch to start. */
	maxWaitMs: number;
	weigh(entry: T): number;
	/**
	 * Settles a batch; answers a result or an error for each entry, in order, or `again` for one that has to wait for the next batch. What
	 * it throws fails them all.
	 */
	run(entries: T[]): Promise<(R | Error | typeof again)[]>;
	/** Called when nobody waits and nothing runs. */
	onIdle?(): void;
}

/** What a batch answers for an entry that it could not settle now. */
export const again = Symbol('again');
/** Before the next batch when nothing of one could be settled. */
const pauseMs = 10;

/** A batch belongs to nobody's request, whoever came first. */
const outsideOfRequests = AsyncLocalStorage.snapshot();

interface Waiting<T, R> {
	entry: T;
	sinceMs: number;
	resolve(result: R): void;
	reject(error: unknown): void;
}

/**
 * Single flight with group commit: while one batch is under way, what arrives waits in order, and the next batch takes all of it.
 * Without a rush a batch is one entry and starts in the same turn of the event loop, so it costs nothing to be here.
 */
export interface BatchQueue<T, R> {
	/** Settles when the entry's batch has. Throws SERVER_OVERLOADED when there are too many or it took too long to begin. */
	push(entry: T): Promise<R>;
	readonly waiting: number;
}

/** Batches of all queues that may be under way at once; more would only wait for each other's disk and connections. */
export interface Slots {
	take(): Promise<void>;
	free(): void;
}

export function createSlots(count: number): Slots {
	let left = count;
	const waiting: (() => void)[] = [];
	return {
		take() {
			if (left > 0) {
				left -= 1;
				return Promise.resolve();
			}
			return new Promise((resolve) => waiting.push(resolve));
		},
		free() {
			const next = waiting.shift();
			if (next) next();
			else left += 1;
		},
	};
}

export function createBatchQueue<T, R>(options: BatchQueueOptions<T, R>, slots: Slots): BatchQueue<T, R> {
	let waiting: Waiting<T, R>[] = [];
	let isRunning = false;
	let timer: NodeJS.Timeout | undefined;

	function overloaded(): AppError {
		// The more wait, the later it makes sense to come back.
		const retryAfterSeconds = 1 + Math.floor((waiting.length / options.maxWaiting) * 4);
		return new AppError('SERVER_OVERLOADED', {
			message: `Too many orders at once. Try again in ${retryAfterSeconds} s with the same Idempotency-Key.`,
			retryAfterSeconds,
		});
	}

	function sendAwayTheLate(): void {
		const beforeMs = performance.now() - options.maxWaitMs;
		const late = waiting.filter((one) => one.sinceMs <= beforeMs);
		if (late.length === 0) return;
		waiting = waiting.filter((one) => one.sinceMs > beforeMs);
		for (const one of late) one.reject(overloaded());
	}

	function takeBatch(): Waiting<T, R>[] {
		let weight = 0;
		let count = 0;
		while (count < waiting.length && count < options.cap) {
			weight += options.weigh((waiting[count] as Waiting<T, R>).entry);
			if (count > 0 && weight > options.maxWeight) break;
			count += 1;
		}
		const batch = waiting.slice(0, count);
		waiting = waiting.slice(count);
		return batch;
	}

	async function work(): Promise<void> {
		timer = setInterval(sendAwayTheLate, 250);
		timer.unref();
		// Whatever arrives in this turn of the event loop comes along.
		await new Promise((resolve) => setImmediate(resolve));
		while (waiting.length > 0) {
			await slots.take();
			const batch = takeBatch();
			try {
				if (batch.length === 0) continue;
				const results = await options.run(batch.map((one) => one.entry));
				const unsettled = batch.filter((_, index) => results[index] === again);
				if (unsettled.length === batch.length) await sleep(pauseMs);
				waiting.push(...unsettled);
				for (const [index, one] of batch.entries()) {
					const result = results[index];
					if (result === again) continue;
					if (result === undefined || result instanceof Error) one.reject(result ?? new Error('no result'));
					else one.resolve(result);
				}
			} catch (error) {
				for (const one of batch) one.reject(error);
			} finally {
				slots.free();
			}
		}
		clearInterval(timer);
		isRunning = false;
		options.onIdle?.();
	}

	return {
		push(entry) {
			if (waiting.length >= options.maxWaiting) return Promise.reject(overloaded());
			return new Promise((resolve, reject) => {
				waiting.push({ entry, sinceMs: performance.now(), resolve, reject });
				if (isRunning) return;
				isRunning = true;
				void outsideOfRequests(work);
			});
		},
		get waiting() {
			return waiting.length;
		},
	};
}

/** A queue for each key, as long as it has entries. */
export function createQueues<T, R>(
	options: Omit<BatchQueueOptions<T, R>, 'onIdle'>,
	slots: Slots,
): (key: string) => BatchQueue<T, R> {
	const queues = new Map<string, BatchQueue<T, R>>();
	return (key) => {
		const known = queues.get(key);
		if (known) return known;
		const queue = createBatchQueue({ ...options, onIdle: () => queues.delete(key) }, slots);
		queues.set(key, queue);
		return queue;
	};
}
