import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { cashSale, type Fault, fakeShop, LastingStore, openTill } from '#tests/support/door-till.ts';
import { MemoryStore } from '../offline/door-store.ts';
import { wipeStore } from '../offline/retention.ts';
import { turnLock } from './sales-book.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-21T19:00:00.000Z') }));
afterEach(() => void vi.useRealTimers());

/** Lets what was begun come to its end, the timers of so long included. */
const pass = (ms = 0) => vi.advanceTimersByTimeAsync(ms);

const ruleOf = (error: unknown) => (error instanceof AppError ? error.metadata.rule : error);

/** A device that was online long enough to have tickets set aside. */
async function preparedTill(size = 10) {
	const server = fakeShop(size);
	let isOnline = true;
	const page = await openTill(server, { isOnline: () => isOnline });
	await page.till.refresh();
	const setOnline = (online: boolean) => {
		isOnline = online;
		server.state.isCut = !online;
	};
	return { ...page, server, setOnline, isOnline: () => isOnline };
}

test('with a network the server sells, and nothing stays on the disk', async () => {
	const { till, store, server } = await preparedTill();
	const { kind } = await till.sell(cashSale(till, 2));
	expect(kind).toBe('server');
	await pass();
	expect(await store.sales()).toEqual([]);
	expect([...server.taken.values()].map(({ offline }) => offline)).toEqual([undefined]);
	expect(till.getView().drawer).toMatchObject({ expectedMinor: 2_000, unsentMinor: 0 });
	till.close();
});

test('without a network a sale is on the disk before it is on the screen, survives a reload, and is sent once', async () => {
	const { till, store, lock, server, setOnline, isOnline } = await preparedTill();
	setOnline(false);
	const { kind, sale } = await till.sell(cashSale(till, 3, { name: 'Ada', email: 'ada@people.example' }));
	expect(kind).toBe('device');
	expect((await store.sales())[0]).toMatchObject({
		body: {
			nonce: (sale as { nonce: string }).nonce,
			offline: { priceList: 'list-1000', drawerId: 'drawer-1', soldAt: '2026-11-21T19:00:00.000Z' },
			checkIn: { listId: 'list-1', gateId: null },
		},
		sale: { dueMinor: 3_000 },
	});
	till.close();

	const second = await openTill(server, { store, lock, isOnline });
	const view = second.till.getView();
	expect(view.queue).toHaveLength(1);
	expect(view.offlineLeft.get('type-a')).toBe(7);
	expect(view.drawer).toMatchObject({ expectedMinor: 0, unsentMinor: 3_000 });
	await second.till.sell(cashSale(second.till));
	expect(second.lengths.at(-1)).toBe(2);
	setOnline(true);
	await second.till.refresh();
	expect([...server.taken.values()].map(({ items }) => items[0]!.quantity)).toEqual([3, 1]);
	expect(second.till.getView()).toMatchObject({ queue: [], isConnected: true });
	expect(second.till.getView().drawer).toMatchObject({ expectedMinor: 4_000, unsentMinor: 0 });
	second.till.close();
});

test('a lost answer in cash becomes a sale without a network under the same nonce: the server has it once', async () => {
	for (const fault of ['lost', 'answer lost'] as const) {
		const { till, server } = await preparedTill();
		server.faults.push(fault);
		const { kind, sale } = await till.sell(cashSale(till, 2));
		expect(kind).toBe('device');
		expect(sale).not.toHaveProperty('isUnanswered');
		await pass(60_000);
		expect([...server.taken.keys()]).toEqual([(sale as { nonce: string }).nonce]);
		expect(till.getView().queue).toEqual([]);
		till.close();
	}
});

test('where nothing is set aside the same request is sent until it is answered, and the seller sees that it is not known', async () => {
	const { till, server } = await preparedTill(1);
	server.faults.push('answer lost', ...Array<Fault>(20).fill('lost'));
	const selling = till.sell(cashSale(till, 5));
	await pass(10_000);
	const { kind, sale } = await selling;
	expect(kind).toBe('device');
	expect(sale).toMatchObject({ isUnanswered: true, problem: null });
	expect(server.taken.size).toBe(1);
	server.faults.length = 0;
	await pass(60_000);
	expect(server.taken.size).toBe(1);
	expect(till.getView().queue).toEqual([]);
	till.close();
});

test('what is sold out but set aside for this device is sold by it with a network too', async () => {
	const { till, store, server } = await preparedTill();
	server.faults.push(ruleViolation('sold-out', 'Sold out.' as never));
	expect((await till.sell(cashSale(till, 2))).kind).toBe('device');
	await pass();
	expect([await store.sales(), server.setAside()]).toEqual([[], 8]);
	expect([...server.taken.values()].map(({ offline }) => offline?.drawerId)).toEqual(['drawer-1']);
	server.faults.push(ruleViolation('sold-out', 'Sold out.' as never));
	await expect(till.sell(cashSale(till, 9))).rejects.toMatchObject({ metadata: { rule: 'sold-out' } });
	till.close();
});

test('what the server refuses is shown at once and not stored', async () => {
	const { till, store, server } = await preparedTill();
	server.faults.push(new AppError('BUSINESS_RULE_VIOLATION', { metadata: { rule: 'drawer-not-open' } }));
	expect(await till.sell(cashSale(till)).catch(ruleOf)).toBe('drawer-not-open');
	expect(await store.sales()).toEqual([]);
	till.close();
});

test('a refused sale without a network has its problem, the next one goes on, and it can be sent again', async () => {
	const { till, server, setOnline } = await preparedTill();
	setOnline(false);
	await till.sell(cashSale(till));
	await till.sell(cashSale(till));
	setOnline(true);
	server.faults.push(
		new AppError('BUSINESS_RULE_VIOLATION', {
			userMessage: 'Not now.',
			metadata: { rule: 'not-in-allotment' },
		}),
	);
	await till.refresh();
	const [refused, ...rest] = till.getView().queue;
	expect(refused?.problem).toBe('Not now.');
	expect(rest).toEqual([]);
	await pass(120_000);
	expect(server.taken.size).toBe(1);
	await till.retry(refused!.nonce);
	expect(server.taken.size).toBe(2);
	expect(till.getView().queue).toEqual([]);
	till.close();
});

test('without a network: no card, nothing beyond what is set aside, no closed drawer, no other price, nothing after the end', async () => {
	const { till, store, lock, server, setOnline, isOnline } = await preparedTill(2);
	setOnline(false);
	await expect(till.sell(cashSale(till, 1, { way: 'card' }))).rejects.toMatchObject({
		code: 'NETWORK_ERROR',
	});
	expect(await till.sell(cashSale(till, 3)).catch(ruleOf)).toBe('not-in-allotment');
	expect(await till.sell(cashSale(till, 1, { given: 999 })).catch(ruleOf)).toBe('given-too-little');
	const other = { ...cashSale(till).quote, hash: '1EUR-other' };
	expect(await till.sell(cashSale(till, 1, { quote: other })).catch(ruleOf)).toBe('price-changed');
	const late = await openTill(server, { store, lock, isOnline, endMs: Date.now() });
	expect(await late.till.sell(cashSale(late.till)).catch(ruleOf)).toBe('event-over');
	setOnline(true);
	await till.count({ action: 'close', countedMinor: 0, name: 'Ada', note: '' });
	setOnline(false);
	expect(await till.sell(cashSale(till)).catch(ruleOf)).toBe('drawer-not-open');
	expect(await store.sales()).toEqual([]);
	for (const one of [till, late.till]) one.close();
});

test('a browser that stores nothing sells nothing without a network', async () => {
	const server = fakeShop(5);
	const { till } = await openTill(server, { store: new MemoryStore() });
	await till.refresh();
	server.state.isCut = true;
	expect(await till.refresh()).toBeUndefined();
	expect(await till.sell(cashSale(till)).catch(ruleOf)).toBe('not-stored');
	till.close();
});

test('two pages of a browser do not sell the same tickets', async () => {
	const { till, store, lock, server, setOnline, isOnline } = await preparedTill(5);
	const other = (await openTill(server, { store, lock, isOnline })).till;
	setOnline(false);
	const results = await Promise.allSettled(
		Array.from({ length: 4 }, (_, n) => (n % 2 ? till : other)).map((one) => one.sell(cashSale(one, 2))),
	);
	expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
	setOnline(true);
	await Promise.all([till.refresh(), other.refresh()]);
	expect(server.taken.size).toBe(2);
	expect(server.state.refused).toBe(0);
	for (const one of [till, other]) one.close();
});

test('after the end of the link what was sold without a network still goes out, without names of the disk', async () => {
	const { till, store, lock, server, setOnline, isOnline } = await preparedTill();
	setOnline(false);
	await till.sell(cashSale(till, 1, { name: 'Ada', email: 'ada@people.example' }));
	till.close();
	expect(await wipeStore(store)).toEqual({ isEmpty: false });
	expect(JSON.stringify(await store.sales())).not.toMatch(/Ada|people\.example/);
	server.state.isEnded = true;
	const later = await openTill(server, { store, lock, isOnline });
	setOnline(true);
	await later.till.refresh();
	expect(server.taken.size).toBe(1);
	expect(await wipeStore(store)).toEqual({ isEmpty: true });
	later.till.close();
});

test('a sale whose answer was lost is known as taken also when its names are forgotten since', async () => {
	const { till, store, lock, server, setOnline, isOnline } = await preparedTill();
	server.faults.push('answer lost', ...Array<Fault>(20).fill('lost'));
	await till.sell(cashSale(till, 1, { name: 'Ada' }));
	till.close();
	await pass(10);
	await store.forgetNames();
	server.faults.length = 0;
	setOnline(true);
	const later = await openTill(server, { store, lock, isOnline });
	await later.till.refresh();
	expect(server.taken.size).toBe(1);
	expect(later.till.getView().queue).toEqual([]);
	later.till.close();
});

test('a payment that got no answer is requested again under its first nonce', async () => {
	const { till, server } = await preparedTill();
	server.faults.push('answer lost');
	const payment = { guestId: 'guest-1', way: 'card' as const };
	await expect(till.takePayment(payment)).rejects.toMatchObject({ code: 'NETWORK_TIMEOUT' });
	await till.takePayment(payment);
	await till.takePayment(payment);
	const payments = server.calls.filter((call) => call.startsWith('payment'));
	expect(payments[1]).toBe(payments[0]);
	expect(payments[2]).not.toBe(payments[0]);
	till.close();
});

test('what is set aside is topped up when half of it is sold, once a minute at most', async () => {
	const { till, server, setOnline } = await preparedTill(10);
	const topUps = () => server.calls.filter((call) => call === 'topUp').length;
	expect(topUps()).toBe(1);
	setOnline(false);
	for (let sold = 0; sold < 6; sold++) await till.sell(cashSale(till));
	setOnline(true);
	await till.refresh();
	expect([topUps(), server.setAside()]).toEqual([1, 4]);
	await pass(60_000);
	await till.refresh();
	expect([topUps(), server.setAside()]).toEqual([2, 10]);
	expect(till.getView().offlineLeft.get('type-a')).toBe(10);
	till.close();
});

test('whatever is lost, doubled or reloaded: no more is sold than was set aside, and each sale arrives once', async () => {
	const fault = fc.oneof(
		{ weight: 3, arbitrary: fc.constant(null) },
		fc.constantFrom<Fault>('lost', 'answer lost', new AppError('SERVER_ERROR')),
	);
	const step = fc.oneof(
		fc.record({
			kind: fc.constant('sell' as const),
			page: fc.nat(1),
			quantity: fc.integer({ min: 1, max: 3 }),
			fault,
		}),
		fc.record({ kind: fc.constantFrom('cut', 'join', 'refresh', 'wait'), page: fc.nat(1) }),
		fc.record({ kind: fc.constant('reload' as const), page: fc.nat(1) }),
	);
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { maxLength: 25 }),
			fc.integer({ min: 1, max: 6 }),
			async (steps, size) => {
				const server = fakeShop(size);
				const store = new LastingStore();
				const lock = turnLock();
				const isOnline = () => !server.state.isCut;
				const pages = [await openTill(server, { store, lock, isOnline })];
				await pages[0]!.till.refresh();
				pages.push(await openTill(server, { store, lock, isOnline }));
				/** Shown to the seller as sold: by the server or on the device. */
				const shown = new Set<string>();
				const running: Promise<unknown>[] = [];
				for (const one of steps) {
					const page = pages[one.page]!;
					if (one.kind === 'sell') {
						if ('fault' in one && one.fault) server.faults.push(one.fault);
						if (!('quantity' in one)) continue;
						running.push(
							page.till
								.sell(cashSale(page.till, one.quantity))
								.then(({ kind, sale }) => {
									if (kind === 'server') shown.add(sale.orderCode);
									else if (!sale.isUnanswered) shown.add(sale.nonce);
								})
								.catch(() => {}),
						);
					} else if (one.kind === 'reload') {
						page.till.close();
						pages[one.page] = await openTill(server, { store, lock, isOnline });
					} else if (one.kind === 'wait') await pass(11_000);
					else if (one.kind === 'refresh') running.push(page.till.refresh());
					else server.state.isCut = one.kind === 'cut';
				}
				await pass(30_000);
				await Promise.all(running);
				server.state.isCut = false;
				server.faults.length = 0;
				for (const { till } of pages) till.close();
				const last = (await openTill(server, { store, lock, isOnline })).till;
				await last.refresh();
				expect(server.state.refused).toBe(0);
				for (const nonce of shown) expect(server.taken.has(nonce)).toBe(true);
				expect(await store.sales()).toEqual([]);
				const view = last.getView();
				expect(view.offlineLeft.get('type-a') ?? 0).toBeLessThanOrEqual(server.setAside());
				last.close();
			},
		),
		{ numRuns: 100 },
	);
});
