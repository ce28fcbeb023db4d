import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import {
	insertEvent,
	insertSellingEvent,
	insertSharedPool,
	insertTicketType,
	orderInput,
} from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { type PlaceOrderInput, placeOrder } from './commands/place-order.ts';

const { database, services } = useTestApi();

const buyer = { name: 'Ada Lovelace', email: 'ada@example.org' };
const refusalOf = (order: Promise<unknown>): Promise<AppError> =>
	order.then(
		() => Promise.reject(new Error('the order was taken')),
		(error) => error,
	);
const count = async (text: string, values: unknown[]) =>
	Number((await database().pool.query(text, values)).rows[0].count);

describe('an order', () => {
	test('is confirmed at once, with a ticket for each person', async () => {
		const event = await insertSellingEvent(database(), 10);
		const order = await placeOrder(
			services,
			orderInput(event, 3, {
				attendees: [
					{ name: '', email: '' },
					{ name: 'Charles Babbage', email: 'cb@example.org' },
				],
			}),
		);
		expect(order).toMatchObject({
			status: 'confirmed',
			eventId: event.eventId,
			buyer,
			totalMinor: 0,
			currency: 'EUR',
			expiresAt: null,
		});
		expect(order.code).toMatch(/^[A-Z2-9]{6}$/);
		expect(order.attendees.map(({ name, email }) => [name, email])).toEqual([
			['Ada Lovelace', 'ada@example.org'],
			['Charles Babbage', 'cb@example.org'],
			['Ada Lovelace', 'ada@example.org'],
		]);
		expect(new Set(order.attendees.map((attendee) => attendee.ticketCode)).size).toBe(3);
		expect(order.attendees[0]?.ticketCode).toMatch(/^[0-7][0-9A-Z]{25}$/);
		await expectInvariants(services);
	});

	test('without a key is a new order each time, also for the same address', async () => {
		const event = await insertSellingEvent(database(), 10);
		const first = await placeOrder(services, orderInput(event));
		const second = await placeOrder(services, orderInput(event));
		expect(second.id).not.toBe(first.id);
		expect(second.manageToken).not.toBe(first.manageToken);
	});

	test('keeps texts whole, whatever stands in them', async () => {
		const event = await insertSellingEvent(database());
		for (const name of [
			'"}\\',
			"Robert'); DROP TABLE orders;--",
			'{NULL,"a"}',
			'NULL',
			'𝕳𝖊𝖑𝖑𝖔 🎫 שלום',
			'\t\n x',
			'\\x00',
		]) {
			const order = await placeOrder(services, orderInput(event, 1, { buyer: { name, email: buyer.email } }));
			const { rows } = await database().pool.query('SELECT buyer_name FROM orders WHERE id = $1', [order.id]);
			expect(rows[0].buyer_name).toBe(name);
			expect(order.attendees[0]?.name).toBe(name);
		}
	});

	test('of several ticket types takes places of each, also of those they share', async () => {
		const event = await insertEvent(database());
		const hall = await insertSharedPool(database(), event, 5);
		const standing = await insertTicketType(database(), event, { sharedPoolId: hall, size: 4 });
		const seated = await insertTicketType(database(), event, { sharedPoolId: hall, size: 4, position: 1 });
		const items = (a: number, b: number) => ({
			...event,
			buyer,
			items: [
				{ ticketTypeId: standing.ticketTypeId, quantity: a },
				{ ticketTypeId: seated.ticketTypeId, quantity: b },
			],
		});
		await placeOrder(services, items(2, 1));
		const refusal = await refusalOf(placeOrder(services, items(2, 1)));
		expect(refusal).toMatchObject({
			code: 'BUSINESS_RULE_VIOLATION',
			metadata: { rule: 'sold-out', left: 2 },
			userMessage: 'Only 2 tickets left.',
		});
		await placeOrder(services, items(1, 1));
		const { rows } = await database().pool.query('SELECT confirmed FROM capacity_pools WHERE id = $1', [
			hall,
		]);
		expect(rows[0].confirmed).toBe(5);
		await expectInvariants(services);
	});

	test('for a ticket that admits several has a ticket for each of them', async () => {
		const event = await insertSellingEvent(database(), 10, { type: { name: 'Table', admits: 4 } });
		const order = await placeOrder(services, orderInput(event, 2));
		expect(order.attendees).toHaveLength(8);
		const refusal = await refusalOf(placeOrder(services, orderInput(event, 1)));
		expect(refusal.metadata).toMatchObject({ rule: 'sold-out', left: 0 });
		await expectInvariants(services);
	});

	test('notifies the worker, and says whether the buyer wants a mail', async () => {
		const listening = { ...services, facts: { ...services.facts, isAwaited: () => true } };
		const own = await createTestServicesWith(listening.facts);
		const event = await insertSellingEvent(database());
		const order = await placeOrder(own, orderInput(event, 1, { isAnnounced: false }));
		const held = await placeOrder(own, orderInput(event, 1, { hold: true }));
		const { rows } = await database().pool.query('SELECT name, payload FROM facts WHERE event_id = $1', [
			event.eventId,
		]);
		expect(rows).toEqual([{ name: 'orders.order-confirmed', payload: { orderId: order.id, notify: false } }]);
		expect(held.status).toBe('pending');
	});
});

/** Services on a database object of their own, so that they share no memory with the others. */
async function createTestServicesWith(facts: Services['facts']): Promise<Services> {
	return { ...(await createTestServices({ ...database() })), facts };
}

describe('a key', () => {
	test('fifty times in parallel makes one order, and each gets it', async () => {
		const event = await insertSellingEvent(database(), 60);
		const idempotencyKey = randomUUID();
		const orders = await Promise.all(
			Array.from({ length: 50 }, () => placeOrder(services, orderInput(event, 1, { idempotencyKey }))),
		);
		expect(new Set(orders.map((order) => JSON.stringify(order))).size).toBe(1);
		expect(await count('SELECT count(*) FROM attendees WHERE event_id = $1', [event.eventId])).toBe(1);
	});

	test('on two servers at once makes one order', async () => {
		const other = await createTestServicesWith(services.facts);
		for (let round = 0; round < 10; round += 1) {
			const event = await insertSellingEvent(database(), 60);
			const idempotencyKey = randomUUID();
			const orders = await Promise.all(
				Array.from({ length: 50 }, (_, n) =>
					placeOrder(n % 2 ? services : other, orderInput(event, 1, { idempotencyKey, buyer: { ...buyer } })),
				),
			);
			expect(new Set(orders.map((order) => order.id)).size).toBe(1);
			expect(await count('SELECT count(*) FROM orders WHERE event_id = $1', [event.eventId])).toBe(1);
		}
		await expectInvariants(services);
	});

	test('is answered the same by a server that has not seen it, and disturbs no neighbour', async () => {
		const event = await insertSellingEvent(database(), 60);
		const idempotencyKey = randomUUID();
		const first = await placeOrder(services, orderInput(event, 2, { idempotencyKey }));
		const other = await createTestServicesWith(services.facts);
		const [again, ...neighbours] = await Promise.all([
			placeOrder(other, orderInput(event, 2, { idempotencyKey })),
			...Array.from({ length: 20 }, () => placeOrder(other, orderInput(event, 1))),
		]);
		expect(again).toEqual(first);
		expect(new Set(neighbours.map((order) => order.id)).size).toBe(20);
		expect(await count('SELECT count(*) FROM orders WHERE event_id = $1', [event.eventId])).toBe(21);
	});

	test('with another request is refused: while the first is under way, later, and elsewhere', async () => {
		const event = await insertSellingEvent(database(), 60);
		const idempotencyKey = randomUUID();
		const first = placeOrder(services, orderInput(event, 1, { idempotencyKey }));
		const early = await refusalOf(placeOrder(services, orderInput(event, 2, { idempotencyKey })));
		await first;
		const late = await refusalOf(placeOrder(services, orderInput(event, 2, { idempotencyKey })));
		const elsewhere = await refusalOf(
			placeOrder(await createTestServicesWith(services.facts), orderInput(event, 2, { idempotencyKey })),
		);
		for (const refusal of [early, late, elsewhere]) {
			expect(refusal).toMatchObject({
				code: 'BUSINESS_RULE_VIOLATION',
				status: 422,
				metadata: { rule: 'idempotency-key-reused' },
			});
		}
		expect(await count('SELECT count(*) FROM orders WHERE event_id = $1', [event.eventId])).toBe(1);
	});

	test('is free in another event, and again after a refusal', async () => {
		const idempotencyKey = randomUUID();
		const event = await insertSellingEvent(database(), 1);
		const other = await insertSellingEvent(database(), 1);
		const first = await placeOrder(services, orderInput(event, 1, { idempotencyKey }));
		const elsewhere = await placeOrder(services, orderInput(other, 1, { idempotencyKey }));
		expect(elsewhere.id).not.toBe(first.id);
		const third = await insertSellingEvent(database(), 0);
		const refusal = await refusalOf(placeOrder(services, orderInput(third, 1, { idempotencyKey })));
		expect(refusal.metadata.rule).toBe('sold-out');
		await database().pool.query('UPDATE capacity_pools SET size = 1 WHERE id = $1', [third.poolId]);
		const fresh = await createTestServicesWith(services.facts);
		await placeOrder(fresh, orderInput(third, 1, { idempotencyKey }));
		for (const { eventId } of [event, other, third])
			expect(await count('SELECT count(*) FROM orders WHERE event_id = $1', [eventId])).toBe(1);
	});

	test('that has made an order is answered with it when everything is sold out', async () => {
		const event = await insertSellingEvent(database(), 1);
		const idempotencyKey = randomUUID();
		const first = await placeOrder(services, orderInput(event, 1, { idempotencyKey }));
		const other = await createTestServicesWith(services.facts);
		await refusalOf(placeOrder(other, orderInput(event, 1)));
		const [again, refused] = await Promise.all([
			placeOrder(other, orderInput(event, 1, { idempotencyKey })),
			refusalOf(placeOrder(other, orderInput(event, 1, { idempotencyKey: randomUUID() }))),
		]);
		expect(again).toEqual(first);
		expect(refused.metadata.rule).toBe('sold-out');
	});
});

describe('an order is refused, with the reason', () => {
	test.each<[string, Parameters<typeof insertSellingEvent>[2], Partial<PlaceOrderInput>, object]>([
		[
			'before the sale',
			{ type: { salesStartAt: new Date(Date.now() + 60_000) } },
			{},
			{ rule: 'not-on-sale-yet' },
		],
		['after the sale', { type: { salesEndAt: new Date(Date.now() - 60_000) } }, {}, { rule: 'sale-ended' }],
		[
			'after the event',
			{ event: { startsAt: new Date(Date.now() - 86_400_000) } },
			{},
			{ rule: 'sale-ended' },
		],
		['for a closed type', { type: { isClosed: true } }, {}, { rule: 'ticket-type-closed' }],
		['for a paid type', { type: { kind: 'paid', priceMinor: 500 } }, {}, { rule: 'payment-account-missing' }],
		['under the minimum', { type: { minPerOrder: 2 } }, {}, { rule: 'below-minimum', minPerOrder: 2 }],
		['for a cancelled event', { event: { status: 'cancelled' } }, {}, { rule: 'event-cancelled' }],
		['for a postponed event', { event: { status: 'postponed' } }, {}, { rule: 'event-postponed' }],
		['for an archived event', { event: { status: 'archived' } }, {}, { rule: 'event-archived' }],
		['elsewhere', { event: { externalUrl: 'https://example.org' } }, {}, { rule: 'registers-elsewhere' }],
		['while the pool is closed', { type: { isPoolClosed: true } }, {}, { rule: 'ticket-type-closed' }],
	])('%s', async (_, values, more, metadata) => {
		const event = await insertSellingEvent(database(), 10, values);
		const refusal = await refusalOf(placeOrder(services, orderInput(event, 1, more)));
		expect(refusal).toMatchObject({ code: 'BUSINESS_RULE_VIOLATION', status: 422, metadata });
		expect(refusal.userMessage).toMatch(/\.$/);
		expect(await count('SELECT count(*) FROM orders WHERE event_id = $1', [event.eventId])).toBe(0);
	});

	test('over the maximum, also when the line is repeated', async () => {
		const event = await insertSellingEvent(database(), 100);
		const line = { ticketTypeId: event.ticketTypeId, quantity: 6 };
		const refusal = await refusalOf(placeOrder(services, orderInput(event, 1, { items: [line, line] })));
		expect(refusal).toMatchObject({ metadata: { rule: 'above-maximum', maxPerOrder: 10 } });
	});

	test('for unknown, hidden and foreign ticket types, as a field error', async () => {
		const event = await insertSellingEvent(database(), 10, { type: { isHidden: true } });
		const foreign = await insertSellingEvent(database(), 10);
		for (const ticketTypeId of [event.ticketTypeId, foreign.ticketTypeId, randomUUID()]) {
			const refusal = await refusalOf(
				placeOrder(services, orderInput(event, 1, { items: [{ ticketTypeId, quantity: 1 }] })),
			);
			expect(refusal).toMatchObject({
				code: 'VALIDATION_FAILED',
				details: [{ field: 'items.0.ticketTypeId' }],
			});
		}
	});

	test('for drafts and events of others as not found', async () => {
		const event = await insertSellingEvent(database(), 10, { event: { status: 'draft' } });
		expect(await refusalOf(placeOrder(services, orderInput(event)))).toMatchObject({
			code: 'RESOURCE_NOT_FOUND',
		});
		const other = await insertSellingEvent(database(), 10);
		const foreign = orderInput({ ...other, organisationId: event.organisationId });
		expect(await refusalOf(placeOrder(services, foreign))).toMatchObject({ code: 'RESOURCE_NOT_FOUND' });
	});

	test('for more people than an order takes, and for more names than people', async () => {
		const event = await insertSellingEvent(database(), null, { type: { maxPerOrder: 1_000, admits: 2 } });
		expect(await refusalOf(placeOrder(services, orderInput(event, 501)))).toMatchObject({
			metadata: { rule: 'order-too-large' },
		});
		const attendees = Array.from({ length: 3 }, () => buyer);
		expect(await refusalOf(placeOrder(services, orderInput(event, 1, { attendees })))).toMatchObject({
			details: [{ field: 'attendees' }],
		});
		expect((await placeOrder(services, orderInput(event, 500))).attendees).toHaveLength(1_000);
		await expectInvariants(services);
	});

	test('with how many are left', async () => {
		const event = await insertSellingEvent(database(), 3);
		const refusal = await refusalOf(placeOrder(services, orderInput(event, 4)));
		expect(refusal).toMatchObject({
			userMessage: 'Only 3 tickets left for “Standard”.',
			metadata: { left: 3 },
			details: [{ field: 'items.0.quantity' }],
		});
		await placeOrder(services, orderInput(event, 3));
		expect((await refusalOf(placeOrder(services, orderInput(event)))).userMessage).toBe(
			'“Standard” is sold out.',
		);
	});
});

describe('an organiser', () => {
	test('adds guests whatever is closed, but never beyond the places', async () => {
		const event = await insertSellingEvent(database(), 2, {
			event: { status: 'draft' },
			type: { isPoolClosed: true, isClosed: true, isHidden: true, minPerOrder: 2, salesEndAt: new Date(0) },
		});
		const add = () => placeOrder(services, orderInput(event, 1, { mode: 'organiser', source: 'manual' }));
		await Promise.all([add(), add()]);
		expect((await refusalOf(add())).metadata).toMatchObject({ rule: 'sold-out', left: 0 });
		await expectInvariants(services);
	});
});
