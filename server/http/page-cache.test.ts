import { afterEach, describe, expect, test, vi } from 'vitest';
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

describe('pages with a version', () => {
	const versioned = (text: string, version: string) => ({
		version,
		admit,
		render: async () => new Response(text, { headers: { 'Cache-Control': 'private, no-store' } }),
	});
	const textOf = async (answer: Promise<Response>) => (await answer).text();

	test('are rendered once for each version, and nobody else may cache them', async () => {
		const cache = createPageCache(() => 0);
		expect(await textOf(cache.serve('k', ask(), versioned('one', '1')))).toBe('one');
		const again = await cache.serve('k', ask(), versioned('never rendered', '1'));
		expect([await again.text(), again.headers.get('cache-control')]).toEqual(['one', 'private, no-store']);
		expect(await textOf(cache.serve('k', ask(), versioned('two', '2')))).toBe('two');
		// A version that comes back is rendered again: only the last one is cached.
		expect(await textOf(cache.serve('k', ask(), versioned('three', '1')))).toBe('three');
	});

	test('a render that began before a change is not given to who asks after it', async () => {
		const cache = createPageCache(() => 0);
		const slow = Promise.withResolvers<Response>();
		const before = cache.serve('k', ask(), { version: '1', admit, render: () => slow.promise });
		expect(await textOf(cache.serve('k', ask(), versioned('new', '2')))).toBe('new');
		slow.resolve(new Response('old'));
		expect(await textOf(before)).toBe('old');
		expect(await textOf(cache.serve('k', ask(), versioned('new again', '2')))).toBe('new again');
	});

	test('a refusal is not cached', async () => {
		const cache = createPageCache(() => 0);
		const missing = async () => new Response('gone', { status: 404 });
		expect((await cache.serve('k', ask(), { version: '1', admit, render: missing })).status).toBe(404);
		expect(cache.bytes()).toBe(0);
	});
});
