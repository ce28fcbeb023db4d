import { afterEach, expect, test, vi } from 'vitest';
import { createPageCache } from './page-cache.ts';

afterEach(() => void vi.useRealTimers());

const page = (size: number) => async () =>
	new Response('x'.repeat(size), {
		headers: { 'Cache-Control': 'public, s-maxage=10, stale-while-revalidate=40' },
	});
const ask = (headers: Record<string, string> = {}) => new Request('http://foyer.test/', { headers });
const admit = () => {};

test('all pages together stay below the bound, compressed forms included; the one that is read stays', async () => {
	const cache = createPageCache(() => 0, 1_000_000);
	for (let n = 0; n < 400; n++) {
		await cache.serve(`k${n}`, ask({ 'accept-encoding': 'br' }), { render: page(100_000), admit });
		await cache.serve('read', ask(), { render: page(20_000), admit });
		expect(cache.bytes()).toBeLessThanOrEqual(1_000_000);
	}
	expect(cache.bytes()).toBeGreaterThan(500_000);
	expect(cache.peek('k0')).toBeUndefined();
	expect(cache.peek('read')).toBeDefined();
});

test('what is too old is given back although nobody asks any more', async () => {
	vi.useFakeTimers();
	const cache = createPageCache(() => Date.now());
	for (let n = 0; n < 50; n++) await cache.serve(`k${n}`, ask(), { render: page(10_000), admit });
	expect(cache.bytes()).toBeGreaterThan(500_000);
	await vi.advanceTimersByTimeAsync(70_000);
	expect(cache.bytes()).toBe(0);
	expect(vi.getTimerCount()).toBe(0);
});

test('who may not cause a render is refused alone: others get the page, and a page that is there goes to everybody', async () => {
	let nowMs = 0;
	const cache = createPageCache(() => nowMs);
	const refuse = () => {
		throw new Error('too many');
	};
	await expect(cache.serve('k', ask(), { render: page(1), admit: refuse })).rejects.toThrow('too many');
	expect((await cache.serve('k', ask(), { render: page(2), admit })).status).toBe(200);
	for (const at of [5_000, 20_000]) {
		nowMs = at;
		expect(await (await cache.serve('k', ask(), { render: page(3), admit: refuse })).text()).toBe('xx');
	}
});
