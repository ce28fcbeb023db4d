import { expect, test } from 'vitest';
import { createRequestBatcher } from './request-batcher.ts';

test('what is asked while a question is under way goes into the next one, up to the cap', async () => {
	const batches: number[][] = [];
	let end = () => {};
	const ask = createRequestBatcher<number, string>(2, async (batch) => {
		batches.push(batch);
		if (batches.length === 1)
			await new Promise<void>((resolve) => {
				end = resolve;
			});
		return batch.map((one) => `answer ${one}`);
	});
	const first = ask(1);
	await expect.poll(() => batches.length).toBe(1);
	const later = [2, 3, 4].map((one) => ask(one));
	end();
	expect(await Promise.all([first, ...later])).toEqual([1, 2, 3, 4].map((one) => `answer ${one}`));
	expect(batches).toEqual([[1], [2, 3], [4]]);
});

test('a question that fails fails for those in it, and the next is asked', async () => {
	let round = 0;
	const ask = createRequestBatcher<number, number>(10, async (batch) => {
		round += 1;
		if (round === 1) throw new Error('database gone');
		return batch;
	});
	expect(await Promise.allSettled([ask(1), ask(2)])).toMatchObject([
		{ reason: { message: 'database gone' } },
		{ reason: { message: 'database gone' } },
	]);
	expect(await ask(3)).toBe(3);
});
