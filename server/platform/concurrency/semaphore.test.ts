import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

test('no more than allowed run at once, all that fit in the line get their turn, the rest hears that the server is busy', async () => {
	const takeTurn = createSemaphore({ maxRunning: 2, maxWaiting: 5 });
	let now = 0;
	let most = 0;
	const work = async () => {
		now += 1;
		most = Math.max(most, now);
		await sleep(2);
		now -= 1;
		return 'done';
	};
	const results = await Promise.allSettled(Array.from({ length: 10 }, () => takeTurn(work)));
	expect(most).toBe(2);
	expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(7);
	const [refused] = results.filter((result) => result.status === 'rejected');
	expect(refused?.reason).toMatchObject({ code: 'SERVER_OVERLOADED', status: 503 });
	expect(await takeTurn(work)).toBe('done');
});

test('work that fails gives its turn back', async () => {
	const takeTurn = createSemaphore({ maxRunning: 1, maxWaiting: 1 });
	await expect(takeTurn(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	expect(await takeTurn(async () => 1)).toBe(1);
});

test('nobody waits for longer than allowed, and the line goes on without them', async () => {
	const takeTurn = createSemaphore({ maxRunning: 1, maxWaiting: 5, maxWaitMs: 20 });
	let end = () => {};
	const first = takeTurn(() => new Promise<void>((resolve) => (end = resolve)));
	await expect(takeTurn(async () => 'late')).rejects.toMatchObject({ code: 'SERVER_OVERLOADED' });
	end();
	await first;
	expect(await takeTurn(async () => 'next')).toBe('next');
});
