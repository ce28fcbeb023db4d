import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSilentLog } from '../platform/log.ts';
import { leaseSeconds, withLease } from './lease.ts';

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test('a claim is renewed well before it ends, for as long as the work takes and no longer', async () => {
	const renew = vi.fn(async () => {});
	let finish = () => {};
	const work = withLease(createSilentLog(), renew, () => new Promise<void>((resolve) => (finish = resolve)));
	await vi.advanceTimersByTimeAsync(4 * leaseSeconds * 1_000);
	expect(renew.mock.calls.length).toBeGreaterThanOrEqual(3 * 4);
	finish();
	await work;
	renew.mockClear();
	await vi.advanceTimersByTimeAsync(leaseSeconds * 1_000);
	expect(renew).not.toHaveBeenCalled();
});

test('a renewal that fails does not end the work', async () => {
	const renew = vi.fn(async () => Promise.reject(new Error('away')));
	const work = withLease(createSilentLog(), renew, async () => {
		await new Promise((resolve) => setTimeout(resolve, 25_000));
		return 'done';
	});
	await vi.advanceTimersByTimeAsync(25_000);
	expect(await work).toBe('done');
	expect(renew).toHaveBeenCalledTimes(2);
});
