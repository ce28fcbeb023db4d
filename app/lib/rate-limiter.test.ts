import { expect, test } from 'vitest';
import { createRateLimiter, NAVIGATION_LIMIT, TRACKING_LIMIT } from './rate-limiter.ts';

test.each([
	['navigation', NAVIGATION_LIMIT, 15],
	['tracking', TRACKING_LIMIT, 5],
])('%s: so many calls in 60 s per path, then none until the first is a minute old', (_, limit, count) => {
	let now = 1_000_000;
	const limiter = createRateLimiter({ ...limit, now: () => now });
	for (let call = 0; call < count; call += 1) {
		expect(limiter.tryTake('/api/events')).toBe(true);
		now += 100;
	}
	expect(limiter.tryTake('/api/events')).toBe(false);
	now = 1_000_000 + 59_999;
	expect(limiter.tryTake('/api/events')).toBe(false);
	now = 1_000_000 + 60_000;
	expect(limiter.tryTake('/api/events')).toBe(true);
	expect(limiter.tryTake('/api/events')).toBe(false);
});

test('the path counts without query and hash; other paths have their own count', () => {
	const limiter = createRateLimiter({ limit: 2, windowMs: 60_000 });
	expect(limiter.tryTake('/a?page=1')).toBe(true);
	expect(limiter.tryTake('/a#part')).toBe(true);
	expect(limiter.tryTake('/a?page=2#part')).toBe(false);
	expect(limiter.tryTake('/b')).toBe(true);
});
