import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Order, orderSender } from './send.ts';

const order: Order = {
	event: 'jazz-night',
	buyer: { name: 'Ada', email: 'ada@example.com' },
	items: [{ ticketTypeId: 'a', quantity: 1 }],
};
const sent: { url: string; init: RequestInit }[] = [];
let answers: (Response | Error)[] = [];

const answer = (status: number, body: object, headers = {}) =>
	new Response(JSON.stringify(body), { status, headers });
const placed = () => answer(201, { code: 'K7QF2M', status: 'confirmed', tickets: 1 });
const keyOf = (at: number) => new Headers(sent[at]?.init.headers).get('Idempotency-Key');

beforeEach(() => {
	sent.length = 0;
	answers = [];
	vi.stubGlobal('location', { hostname: 'club.example' });
	vi.stubGlobal('navigator', { language: 'en-GB', onLine: true });
	vi.stubGlobal('setTimeout', (go: () => void) => queueMicrotask(go));
	vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
		sent.push({ url, init });
		const next = answers.shift() ?? placed();
		if (next instanceof Error) throw next;
		return next;
	});
});

const how = () => ({ signal: new AbortController().signal, onPhase: () => {} });

describe('an order from another site', () => {
	test('goes without cookie and referrer, with the site around and a key', async () => {
		expect(await orderSender()(order, how())).toMatchObject({ code: 'K7QF2M' });
		expect(sent[0]?.url).toMatch(/\/api\/embed\/orders$/);
		expect(sent[0]?.init).toMatchObject({
			method: 'POST',
			credentials: 'omit',
			referrerPolicy: 'no-referrer',
		});
		expect(JSON.parse(String(sent[0]?.init.body))).toEqual({
			...order,
			site: 'club.example',
			locale: 'en-GB',
		});
		expect(keyOf(0)).toMatch(/^[0-9a-f]{32}$/);
	});

	test('is tried again where the trouble passes, with the same key', async () => {
		answers = [new TypeError('no network'), answer(503, { code: 'SERVER_OVERLOADED' })];
		await orderSender()(order, how());
		expect(sent).toHaveLength(3);
		expect(new Set([keyOf(0), keyOf(1), keyOf(2)]).size).toBe(1);
	});

	test('the key stays the same until the order is answered or changed', async () => {
		const place = orderSender();
		answers = [answer(429, { code: 'RATE_LIMIT_EXCEEDED' }, { 'Retry-After': '40' })];
		await expect(place(order, how())).rejects.toMatchObject({
			code: 'RATE_LIMIT_EXCEEDED',
			retryAfterSeconds: 40,
		});
		await place(order, how());
		await place(order, how());
		await place({ ...order, buyer: { ...order.buyer, name: 'Bo' } }, how());
		expect(keyOf(1)).toBe(keyOf(0));
		expect(keyOf(2)).not.toBe(keyOf(1));
		expect(keyOf(3)).not.toBe(keyOf(2));
	});

	test('is not tried again where it was refused, or the wait is long', async () => {
		answers = [answer(422, { code: 'BUSINESS_RULE_VIOLATION', metadata: { rule: 'sold-out' } })];
		await expect(orderSender()(order, how())).rejects.toMatchObject({ metadata: { rule: 'sold-out' } });
		answers = [answer(503, { code: 'SERVER_OVERLOADED' }, { 'Retry-After': '30' })];
		await expect(orderSender()(order, how())).rejects.toMatchObject({ retryAfterSeconds: 30 });
		expect(sent).toHaveLength(2);
	});

	test('waits for a connection and goes out by itself', async () => {
		const target = new EventTarget();
		const network = { language: 'en-GB', onLine: false };
		vi.stubGlobal('navigator', network);
		vi.stubGlobal('window', target);
		const phases: string[] = [];
		const done = orderSender()(order, { ...how(), onPhase: (phase) => phases.push(phase) });
		expect(phases).toEqual(['waiting']);
		network.onLine = true;
		target.dispatchEvent(new Event('online'));
		await done;
		expect(phases).toEqual(['waiting', 'sending']);
	});

	test('is given up while it waits, and never sent then', async () => {
		vi.stubGlobal('navigator', { language: 'en-GB', onLine: false });
		vi.stubGlobal('window', new EventTarget());
		const ending = new AbortController();
		const done = orderSender()(order, { signal: ending.signal, onPhase: () => {} });
		ending.abort();
		await expect(done).rejects.toThrow();
		expect(sent).toEqual([]);
	});
});
