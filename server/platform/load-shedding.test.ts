import { expect, test } from 'vitest';
import { countRequest, isRush, yieldToRequests } from './load-shedding.ts';

const signal = new AbortController().signal;

async function took(work: () => Promise<void>): Promise<number> {
	const startMs = performance.now();
	await work();
	return performance.now() - startMs;
}

test('work behind the requests gives way in a rush, and only then', async () => {
	const startMs = performance.now();
	isRush(startMs + 1_000);
	expect(isRush(startMs + 1_250)).toBe(false);
	expect(await took(() => yieldToRequests(100, signal))).toBeLessThan(50);

	for (let request = 0; request < 200; request += 1) countRequest();
	expect(isRush(startMs + 1_500)).toBe(true);
	expect(await took(() => yieldToRequests(20, signal))).toBeGreaterThanOrEqual(75);

	expect(isRush(startMs + 2_000)).toBe(false);
});

test('a stop ends the waiting', async () => {
	const startMs = performance.now();
	for (let request = 0; request < 1_000; request += 1) countRequest();
	expect(isRush(startMs + 3_000)).toBe(true);
	expect(await took(() => yieldToRequests(100, AbortSignal.abort()))).toBeLessThan(50);
});

test('in a great rush it gives way for longer', async () => {
	const startMs = performance.now() + 10_000;
	isRush(startMs);
	for (let request = 0; request < 1_000; request += 1) countRequest();
	expect(isRush(startMs + 250)).toBe(true);
	expect(await took(() => yieldToRequests(20, signal))).toBeGreaterThanOrEqual(375);
	expect(isRush(startMs + 1_000)).toBe(false);
});
