import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { countRequest, createPace, isRush, lowPriority, pauseMs, yieldToRequests } from './load-shedding.ts';

const { signal } = new AbortController();
/** Ahead of the clock, so that no window ends by itself. */
let aheadMs = performance.now() + 1_000_000;

function isRushAfter(ms: number): boolean {
	aheadMs += ms;
	return isRush(aheadMs);
}

function startRush(): void {
	isRushAfter(1_000);
	for (let request = 0; request < 1_000; request += 1) countRequest();
	expect(isRushAfter(250)).toBe(true);
}

function endRush(): void {
	expect(isRushAfter(1_000)).toBe(false);
}

afterEach(endRush);

/** Whether something was over without waiting for a timer. */
async function isImmediate(work: Promise<unknown>): Promise<boolean> {
	let isOver = false;
	void work.then(() => {
		isOver = true;
	});
	await nextTurn();
	return isOver;
}

test('work takes what the requests leave of the machine', () => {
	expect(pauseMs(20, 0.2)).toBeCloseTo(20);
	expect(pauseMs(20, 0.32)).toBeCloseTo(80);
	expect(pauseMs(20, 1)).toBeCloseTo(380);
	expect(pauseMs(20, 0)).toBe(1);
	expect(pauseMs(100_000, 0.8)).toBe(1_000);
});

test('only a rush makes work wait, and a stop ends the waiting', async () => {
	endRush();
	expect(await isImmediate(yieldToRequests(60_000, signal))).toBe(true);
	startRush();
	expect(await isImmediate(yieldToRequests(60_000, AbortSignal.abort()))).toBe(true);
	const startMs = performance.now();
	await yieldToRequests(60_000, signal);
	expect(performance.now() - startMs).toBeGreaterThanOrEqual(990);
	const sinceMs = performance.now();
	await yieldToRequests(20, signal, lowPriority);
	expect(performance.now() - sinceMs).toBeGreaterThanOrEqual(370);
});

test('lanes pause together in a rush, and not at all without one', async () => {
	endRush();
	const pace = createPace(signal);
	expect(await isImmediate(pace())).toBe(true);
	startRush();
	// Long enough that a pause is due.
	const until = performance.now() + 100;
	while (performance.now() < until);
	const lanes = Promise.all([pace(), pace()]);
	expect(await isImmediate(lanes)).toBe(false);
	await lanes;
});
