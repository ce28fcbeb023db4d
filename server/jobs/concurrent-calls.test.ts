import { expect, test } from 'vitest';
import { runConcurrentCalls } from './concurrent-calls.ts';

const { signal } = new AbortController();

test('a slow call holds up no other, and new ones begin in the places that are left', async () => {
	const slow = Promise.withResolvers<void>();
	const made: string[] = [];
	const asked: { busy: [string, number][]; places: number }[] = [];
	const due = [['slow', 'quick'], ['quick', 'quick'], ['other']];
	const rows = await runConcurrentCalls({ atOnce: 3, signal }, async (busy, places) => {
		asked.push({ busy: [...busy], places });
		const next = due.shift() ?? [];
		if (made.includes('other')) slow.resolve();
		return next.map((owner) => ({
			...{ owner, rows: owner === 'other' ? 5 : 1 },
			async run() {
				if (owner === 'slow') await slow.promise;
				made.push(owner);
			},
		}));
	});
	expect(made).toEqual(['quick', 'quick', 'quick', 'other', 'slow']);
	expect(rows).toBe(9);
	expect(asked.slice(0, 3)).toEqual([
		{ busy: [], places: 3 },
		{ busy: [['slow', 1]], places: 2 },
		{ busy: [['slow', 1]], places: 2 },
	]);
});

test('nothing is claimed while every place is taken', async () => {
	let running = 0;
	let most = 0;
	let left = 6;
	let rows = 0;
	const run = () =>
		runConcurrentCalls({ atOnce: 2, signal }, async (_busy, places) => {
			const count = Math.min(places, left);
			left -= count;
			return Array.from({ length: count }, () => ({
				...{ owner: 'one', rows: 1 },
				async run() {
					running += 1;
					most = Math.max(most, running);
					await Promise.resolve();
					running -= 1;
				},
			}));
		});
	for (let made = await run(); made > 0; made = await run()) rows += made;
	expect([rows, most, left]).toEqual([6, 2, 0]);
});
