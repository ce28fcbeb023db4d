import { expect, test } from 'vitest';
import { countTo, fillMemory, refuse, workForever } from '#tests/support/thread-work.ts';
import { createThreadPool, ThreadRefusal } from './thread-pool.ts';

const module = new URL('../../../tests/support/thread-work.ts', import.meta.url).href;
const inThread = createThreadPool({
	...{ maxRunning: 1, maxWaiting: 3, maxWaitMs: 20_000, patienceMs: 1_500 },
	...{ maxHeapMegabytes: 64, idleMs: 1_000 },
});
const count = inThread(module, countTo);
const failure = (work: Promise<unknown>) => work.catch((error: unknown) => error);

test('what a thread gives comes in its order, again and again', async () => {
	expect(await count('a', 3)).toEqual([1, 2, 3]);
	expect(await Promise.all([count('a', 1), count('b', 2)])).toEqual([[1], [1, 2]]);
});

test('a refusal comes with its sentence, to be said in another language, and the thread goes on', async () => {
	const error = await failure(inThread(module, refuse)('a'));
	expect(error).toMatchObject({ code: 'odd-row', sentence: { text: 'Row 3 is odd: very odd.' } });
	expect(await count('a', 1)).toEqual([1]);
});

test.each([
	['time', workForever],
	['memory', fillMemory],
])('who takes too much %s is stopped, and the next is served', async (_what, work) => {
	const startMs = performance.now();
	const error = await failure(inThread(module, work)('a'));
	expect(error).toBeInstanceOf(ThreadRefusal);
	expect(error).toMatchObject({ code: 'limit', sentence: null });
	expect(performance.now() - startMs).toBeLessThan(6_000);
	expect(await count('a', 2)).toEqual([1, 2]);
});

test('those of one key wait for each other, and too many are refused', async () => {
	const answers = await Promise.allSettled(Array.from({ length: 8 }, () => count('a', 1)));
	const refused = answers.filter(({ status }) => status === 'rejected');
	expect(refused.map((one) => (one as PromiseRejectedResult).reason.code)).toEqual(
		refused.map(() => 'SERVER_OVERLOADED'),
	);
	expect(refused.length).toBeGreaterThan(0);
	expect(refused.length).toBeLessThan(8);
});
