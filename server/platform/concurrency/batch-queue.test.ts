import { describe, expect, test } from 'vitest';
import { type BatchQueueOptions, createBatchQueue, createSlots } from './batch-queue.ts';

const immediate = () => new Promise((resolve) => setImmediate(resolve));

/** A queue of numbers whose batches run until they are let go. */
function heldQueue(options: Partial<BatchQueueOptions<number, string>> = {}) {
	const batches: number[][] = [];
	const finish: (() => void)[] = [];
	const queue = createBatchQueue<number, string>(
		{
			cap: 4,
			maxWeight: 100,
			maxWaiting: 10,
			maxWaitMs: 10_000,
			weigh: () => 1,
			async run(entries) {
				batches.push(entries);
				await new Promise<void>((resolve) => finish.push(resolve));
				return entries.map((entry) => `done ${entry}`);
			},
			...options,
		},
		createSlots(2),
	);
	return { queue, batches, finish };
}

describe('a batch queue', () => {
	test('runs one batch at a time, in order of arrival, with all that waited up to the cap', async () => {
		const { queue, batches, finish } = heldQueue();
		const results = [queue.push(1)];
		await immediate();
		for (const entry of [2, 3, 4, 5, 6]) results.push(queue.push(entry));
		await immediate();
		expect(batches).toEqual([[1]]);
		finish.shift()?.();
		await immediate();
		expect(batches).toEqual([[1], [2, 3, 4, 5]]);
		finish.shift()?.();
		await immediate();
		finish.shift()?.();
		expect(await Promise.all(results)).toEqual([1, 2, 3, 4, 5, 6].map((entry) => `done ${entry}`));
		expect(batches).toEqual([[1], [2, 3, 4, 5], [6]]);
	});

	test('takes what arrives in the same turn together', async () => {
		const { queue, batches, finish } = heldQueue();
		const all = Promise.all([queue.push(1), queue.push(2)]);
		await immediate();
		expect(batches).toEqual([[1, 2]]);
		finish.shift()?.();
		await all;
	});

	test('keeps batches light, and lets a heavy entry through alone', async () => {
		const { queue, batches, finish } = heldQueue({ maxWeight: 10, weigh: (entry) => entry });
		const all = Promise.all([queue.push(4), queue.push(5), queue.push(50), queue.push(1)]);
		for (let round = 0; round < 3; round += 1) {
			await immediate();
			finish.shift()?.();
			await immediate();
		}
		await all;
		expect(batches).toEqual([[4, 5], [50], [1]]);
	});

	test('sends away what is too much, and what waits too long, with a time to come back', async () => {
		const { queue, finish } = heldQueue({ maxWaiting: 3, maxWaitMs: 100 });
		const first = queue.push(0);
		await immediate();
		const waiting = [1, 2, 3].map((entry) => queue.push(entry).catch((error) => error));
		const refusal = await queue.push(4).catch((error) => error);
		expect(refusal).toMatchObject({ code: 'SERVER_OVERLOADED', status: 503 });
		expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
		for (const late of await Promise.all(waiting)) expect(late.code).toBe('SERVER_OVERLOADED');
		finish.shift()?.();
		expect(await first).toBe('done 0');
	});

	test('fails one entry without its neighbours, all when the batch fails, and goes on', async () => {
		let round = 0;
		const { queue } = heldQueue({
			async run(entries) {
				round += 1;
				if (round === 2) throw new Error('database gone');
				return entries.map((entry) => (entry === 2 ? new Error('bad order') : `done ${entry}`));
			},
		});
		const settle = (entries: number[]) => Promise.allSettled(entries.map((entry) => queue.push(entry)));
		expect(await settle([1, 2, 3])).toMatchObject([
			{ value: 'done 1' },
			{ reason: { message: 'bad order' } },
			{ value: 'done 3' },
		]);
		expect(await settle([4])).toMatchObject([{ reason: { message: 'database gone' } }]);
		expect(await settle([5])).toMatchObject([{ value: 'done 5' }]);
	});

	test('shares its slots: no more batches of all queues at once than there are', async () => {
		let running = 0;
		let most = 0;
		const slots = createSlots(2);
		const queues = Array.from({ length: 6 }, () =>
			createBatchQueue<number, string>(
				{
					cap: 4,
					maxWeight: 100,
					maxWaiting: 10,
					maxWaitMs: 10_000,
					weigh: () => 1,
					async run(entries) {
						running += 1;
						most = Math.max(most, running);
						await new Promise((resolve) => setTimeout(resolve, 5));
						running -= 1;
						return entries.map(String);
					},
				},
				slots,
			),
		);
		await Promise.all(queues.flatMap((queue) => [queue.push(1), queue.push(2)]));
		expect(most).toBe(2);
	});
});
