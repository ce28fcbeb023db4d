import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { createApiClient } from './api-client.ts';
import { CallRefusal } from './call-refusal.ts';
import { createQueryClient, retryOnce } from './query-client.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { fail, get, json, setUp } from './test-api-client.ts';

describe('without an answer', () => {
	test('the network failed, or is off', async () => {
		const { client } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
		expect((await fail(client.call(get, { params: { event: 'a' } }))).code).toBe('NETWORK_ERROR');
		vi.stubGlobal('navigator', { onLine: false });
		expect((await fail(client.call(get, { params: { event: 'a' } }))).code).toBe('NETWORK_OFFLINE');
		vi.unstubAllGlobals();
	});

	test('too late is NETWORK_TIMEOUT, the caller’s own abort is its reason', async () => {
		const hang = (request: Request) =>
			new Promise<Response>((_, reject) => {
				request.signal.addEventListener('abort', () => reject(request.signal.reason));
			});
		const { client } = setUp(hang);
		const late = await fail(client.call(get, { params: { event: 'a' }, timeoutMs: 5 }));
		expect(late.code).toBe('NETWORK_TIMEOUT');
		const controller = new AbortController();
		const call = client.call(get, { params: { event: 'a' }, signal: controller.signal });
		controller.abort(new Error('left the page'));
		await expect(call).rejects.toThrow('left the page');
	});

	test('the time limit holds for a fetch that never looks at its signal, and after a collection of garbage', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage: () => void = runInNewContext('gc');
		const { client } = setUp(() => new Promise(() => {}));
		const late = fail(client.call(get, { params: { event: 'a' }, timeoutMs: 50 }));
		const left = new AbortController();
		const call = fail(client.call(get, { params: { event: 'a' }, signal: left.signal, timeoutMs: 50 }));
		collectGarbage();
		expect([(await late).code, (await call).code]).toEqual(['NETWORK_TIMEOUT', 'NETWORK_TIMEOUT']);
	});

	test('what pages ask for first is limited per path; what follows there, and doors and checkouts, are not', async () => {
		const { client, requests, tab } = setUp(() => json({ ok: true }));
		const input = { params: { event: 'a' } };
		const ask = (page: string, q: string) => {
			tab.page = page;
			return client.call(get, { ...input, query: { q } });
		};
		for (const q of ['', 's', 'se', 'sea']) await ask('1 /events', q);
		await ask('2 /events', '');
		expect((await fail(ask('1 /events', 'again'))).code).toBe('RATE_LIMIT_EXCEEDED');
		for (const id of ['checkIn.get', 'orders.get']) await client.call({ ...get, id }, input);
		tab.page = '3 /other';
		await client.call(get, { params: { event: 'b' } });
		expect(requests).toHaveLength(8);
	});

	test('a refused call is not made, not counted as made, and not tried again until its minute is over', async () => {
		let now = 1_000_000;
		const requests: string[] = [];
		const client = createApiClient({
			fetch(request) {
				requests.push(new URL(request.url).pathname);
				return json({ ok: true });
			},
			origin: () => 'http://foyer.test',
			tokens: null,
			limiter: createRateLimiter({ limit: 15, windowMs: 60_000, now: () => now }),
			page: () => page,
		});
		let page = '';
		const queries = createQueryClient();
		const ask = (event: string) =>
			queries.fetchQuery({
				queryKey: [event, page, now],
				// As every screen asks: with the retry of the product.
				retry: retryOnce,
				retryDelay: 0,
				queryFn: () => client.call(get, { params: { event } }),
			});
		for (let visit = 0; visit < 15; visit += 1) {
			page = `${visit} /events`;
			await ask('a');
		}
		page = '15 /events';
		expect(requests).toHaveLength(15);
		for (let press = 0; press < 3; press += 1) {
			expect(await fail(ask('a'))).toBeInstanceOf(CallRefusal);
			now += 1_000;
		}
		expect(requests).toHaveLength(15);
		// Another path of the same page has its own count.
		await ask('b');
		now = 1_000_000 + 60_000;
		await ask('a');
		// Requested now: what follows on the page is no navigation.
		now += 1;
		await ask('a');
		expect(requests).toHaveLength(18);
	});
});

test('a query is tried once more, but not after this browser refused it', async () => {
	let calls = 0;
	const read = (error: Error) => {
		calls = 0;
		return fail(
			createQueryClient().fetchQuery({
				queryKey: ['x'],
				retry: createQueryClient().getDefaultOptions().queries?.retry ?? false,
				retryDelay: 0,
				queryFn() {
					calls += 1;
					throw error;
				},
			}),
		);
	};
	await read(new AppError('RATE_LIMIT_EXCEEDED'));
	expect(calls).toBe(2);
	await read(new CallRefusal());
	expect(calls).toBe(1);
});
