import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followTotal } from './follow-total.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const hourMs = 3_600_000;

test('for hours there is one read at a time and one timer, never more than two seconds apart', async () => {
	const readAt: number[] = [];
	let open = 0;
	let mostOpen = 0;
	const shown: number[] = [];
	const follower = followTotal({
		async read() {
			readAt.push(Date.now());
			open += 1;
			mostOpen = Math.max(mostOpen, open);
			await new Promise((resolve) => setTimeout(resolve, 200));
			open -= 1;
			return readAt.length;
		},
		onTotal: (total) => void shown.splice(0, shown.length, total),
		onLost: () => {},
	});
	await vi.advanceTimersByTimeAsync(3 * hourMs);
	expect(readAt.length).toBeGreaterThan(6_000);
	expect(mostOpen).toBe(1);
	expect(vi.getTimerCount()).toBe(1);
	expect(Math.max(...readAt.slice(1).map((at, index) => at - (readAt[index] as number)))).toBeLessThan(2_000);
	follower.stop();
	await vi.advanceTimersByTimeAsync(10_000);
	expect(vi.getTimerCount()).toBe(0);
});

test('an outage is said, tried again at a slower pace, and over with the first answer', async () => {
	let isDown = true;
	let reads = 0;
	const lost: boolean[] = [];
	const totals: string[] = [];
	const follower = followTotal({
		async read() {
			reads += 1;
			if (isDown) throw new Error('no network');
			return 'total';
		},
		onTotal: (total) => void totals.push(total),
		onLost: (isLost) => void lost.push(isLost),
	});
	await vi.advanceTimersByTimeAsync(1_500 + 1_500);
	expect(lost).toEqual([]);
	await vi.advanceTimersByTimeAsync(hourMs);
	expect(lost.at(-1)).toBe(true);
	expect(reads).toBeLessThan(260);
	expect(vi.getTimerCount()).toBe(1);
	isDown = false;
	follower.hurry();
	await vi.advanceTimersByTimeAsync(0);
	expect([lost.at(-1), totals]).toEqual([false, ['total']]);
	follower.stop();
});
