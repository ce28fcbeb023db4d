import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { insertCode } from '#tests/factories/codes.ts';
import { moveEvent } from '#tests/factories/events.ts';
import {
	buyTickets,
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	payByCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { rounds } from '#tests/support/seed.ts';
import { useTestServers } from '#tests/support/use-api.ts';

/** A buyer offers tickets for resale, and stops it; everything else that could be done with them meanwhile. */
const { database, services, api, otherApi: other, owner, query } = useTestServers({ poolSize: 20 });
let token: string;
beforeAll(async () => {
	token = owner.token;
	await enterSellerDetails(services, owner.organisationId);
});

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };

/** An event with tickets at 24.00 that can be resold, and changed for "Box" at 40.00. */
async function newEvent(resaleRules: object | null = {}, type: object = {}) {
	const event = await makePricedEvent(services, api, owner, { capacity: 50, ...type });
	const edited = await api.patch(`/api/events/${event.id}`, { resaleRules }, { token });
	expect(edited.status, JSON.stringify(edited.body)).toBe(200);
	await query('UPDATE events SET change_rules = $2 WHERE id = $1', [
		event.id,
		JSON.stringify({ until: null, allowsLower: true }),
	]);
	const box = await api.post(
		`/api/events/${event.id}/ticket-types`,
		{ name: 'Box', kind: 'paid', priceMinor: 4_000, currency: 'EUR', capacity: 10 },
		{ token },
	);
	return { ...event, boxId: box.body.id as string };
}

/** A paid order with what its buyer does with its tickets. */
async function buy(on?: PricedEvent & { boxId?: string }, quantity = 2) {
	const event = on ?? (await newEvent());
	return {
		...withActs(await buyTickets(api, event, quantity)),
		event,
		boxId: (event as { boxId: string }).boxId,
	};
}

function withActs<Order extends { path: string; ids: string[] }>(order: Order) {
	const [first] = order.ids as [string];
	const resale = (ticket: string) => `${order.path}/attendees/${ticket}/resale`;
	const act = {
		list: (ticket = first, backMinor = 2_400, on = api) => on.post(resale(ticket), { backMinor }),
		end: (ticket = first, on = api) => on.delete(resale(ticket)),
		options: async () => (await api.get(`${order.path}/resale`)).body,
		view: async () => (await api.get(order.path)).body,
		offer: (ticket = first, on = api) => on.post(`${order.path}/attendees/${ticket}/transfer`, grace),
		cancel: (body: object = {}, on = api) => on.post(`${order.path}/cancel`, body, keyed()),
		ask: (body: object = {}) => api.post(`${order.path}/refund-requests`, body),
		async change(wanted: object) {
			const quoted = await api.post(`${order.path}/changes/quote`, wanted);
			if (quoted.status !== 200) return quoted;
			return api.post(`${order.path}/changes`, { ...wanted, hash: quoted.body.hash }, keyed());
		},
	};
	return { ...order, ...act, first };
}
type Order = Awaited<ReturnType<typeof buy>>;

const listingsOf = (order: { id: string }) =>
	query<Record<string, unknown>>(
		`SELECT attendee_id AS ticket, state, price_minor::int AS price, keep_minor::int AS keep, fee_minor::int AS fee, lines
		FROM resale_listings WHERE order_id = $1 ORDER BY id`,
		[order.id],
	);
const factsOf = async (order: { id: string }) =>
	(
		await query<{ state: string }>(
			`SELECT payload->>'state' AS state FROM facts WHERE name = 'orders.resale-changed' AND payload->>'orderId' = $1 ORDER BY id`,
			[order.id],
		)
	).map(({ state }) => state);

describe('offering a ticket for resale', () => {
	test('keeps it valid; it is offered once, stopped, and offered again', async () => {
		const order = await buy(await newEvent({ keepMinor: 150 }));
		expect((await order.view()).canResell).toBe(true);
		expect(await order.options()).toEqual({
			...{ obstacle: null, currency: 'EUR' },
			tickets: order.ids.map((attendeeId) => ({
				...{ attendeeId, priceMinor: 2_400, backMinor: 2_250, waiting: 0, obstacle: null },
			})),
		});
		const listed = await order.list(order.first, 2_250);
		expect(listed.status, JSON.stringify(listed.body)).toBe(201);
		expect(listed.body.attendees).toMatchObject([
			{
				...{ status: 'active', ticketCode: expect.any(String) },
				resale: { state: 'listed', priceMinor: 2_400, backMinor: 2_250, isTaken: false },
			},
			{ resale: null },
		]);
		expect((await order.options()).tickets).toMatchObject([{ attendeeId: order.ids[1] }]);
		// Again changes nothing, whatever was seen.
		expect((await order.list(order.first, 1)).status).toBe(201);
		expect(await listingsOf(order)).toMatchObject([{ state: 'listed', price: 2_400, keep: 150 }]);
		await expectInvariants(services);
		const ended = await order.end();
		expect([ended.status, ended.body.attendees[0].resale]).toEqual([200, null]);
		expect((await order.end()).status).toBe(200);
		expect((await order.list(order.first, 2_250)).status).toBe(201);
		expect((await listingsOf(order)).map(({ state }) => state)).toEqual(['withdrawn', 'listed']);
		expect(await factsOf(order)).toEqual(['listed', 'withdrawn', 'listed']);
		await expectInvariants(services);
	});

	test('says how many guests wait for its type', async () => {
		const event = await newEvent({}, { capacity: 2 });
		const order = await buy(event);
		const joined = await api.post(`/api/events/${event.id}/waitlist`, {
			...{ party: 3, ticketTypeIds: [event.ticketTypeId], takesFewer: false, ...grace },
		});
		expect(joined.status, JSON.stringify(joined.body)).toBe(201);
		expect((await order.options()).tickets).toMatchObject([{ waiting: 3 }, { waiting: 3 }]);
	});

	test('is for the buyer of that order alone, and refused once what comes back has changed', async () => {
		const event = await newEvent();
		const [order, another] = [await buy(event), await buy(event)];
		expect((await order.list(another.first)).status).toBe(404);
		expect((await order.end(another.first)).status).toBe(404);
		expect((await order.list(randomUUID())).status).toBe(404);
		await api.patch(`/api/events/${event.id}`, { resaleRules: { keepMinor: 5 } }, { token });
		const changed = await order.list(order.first, 2_399);
		expect([changed.status, changed.body.metadata]).toMatchObject([
			422,
			{ rule: 'resale-changed', backMinor: 2_400, currency: 'EUR' },
		]);
		expect(await listingsOf(order)).toEqual([]);
	});

	test('of one that was transferred or cancelled is refused', async () => {
		const order = await buy();
		await query(`UPDATE attendees SET holder_version = 1, email = 'grace@example.org' WHERE id = $1`, [
			order.first,
		]);
		expect((await order.options()).tickets).toMatchObject([{ attendeeId: order.ids[1] }]);
		expect(ruleOf(await order.list())).toEqual([422, 'ticket-handed-on']);
		await refundOrder(api, order.event, order, {
			...{ token, reason: '', attendeeIds: [order.ids[1]], isCancelling: true },
		});
		expect(ruleOf(await order.list(order.ids[1]))).toEqual([422, 'ticket-cancelled']);
	});

	test('is possible ten times a day', async () => {
		const order = await buy();
		for (let time = 0; time < 10; time += 1) {
			expect((await order.list()).status).toBe(201);
			await order.end();
		}
		expect(ruleOf(await order.list())).toEqual([422, 'too-many-listings']);
		expect((await order.list(order.ids[1])).status).toBe(201);
		await query(`UPDATE resale_listings SET created_at = created_at - interval '1 day' WHERE order_id = $1`, [
			order.id,
		]);
		expect((await order.list()).status).toBe(201);
	});

	test('from two servers at once makes one listing', async () => {
		const order = await buy();
		const answers = await Promise.all(
			[api, other, api, other].map((on) => order.list(order.first, 2_400, on)),
		);
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
		expect(await listingsOf(order)).toHaveLength(1);
		expect(await factsOf(order)).toEqual(['listed']);
	});
});

describe('a ticket that cannot be resold says why', () => {
	const ofOrder: Record<string, [string, (order: Order) => Promise<unknown>]> = {
		'of an event without resale': ['no-resale', ({ event }) => setEvent(event, 'resale_rules = NULL')],
		'of an event without a waitlist': ['no-resale', ({ event }) => setEvent(event, `waitlist_mode = 'off'`)],
		'of an event that is over': [
			'no-resale',
			({ event }) => moveEvent(services, event.id, { start: -3, end: -1 }),
		],
		'while a change waits for its payment': [
			'payment-in-progress',
			async (order) => {
				const waits = await order.change({
					tickets: [{ attendeeId: order.ids[1], ticketTypeId: order.boxId }],
				});
				expect(waits.body.change).toMatchObject({ differenceMinor: 1_600 });
			},
		],
		'while a refund is asked for': [
			'refund-requested',
			async (order) => expect((await order.ask({ attendeeIds: [order.ids[1]] })).status).toBe(201),
		],
		'while its payment is disputed': ['disputed', dispute],
	};
	const ofTicket: Record<string, [string, (order: Order) => Promise<unknown>]> = {
		'that was used to enter': ['checked-in', enter],
		'that is offered to somebody': [
			'offered',
			async (order) => expect((await order.offer()).status).toBe(201),
		],
		'that needs approval': [
			'other-kind',
			({ event }) =>
				query('UPDATE ticket_types SET needs_approval = true WHERE id = $1', [event.ticketTypeId]),
		],
		'that is for several people': [
			'other-kind',
			({ event }) => query('UPDATE ticket_types SET admits = 2 WHERE id = $1', [event.ticketTypeId]),
		],
		'of which a part was refunded': [
			'refunded',
			async (order) => {
				const refunded = await refundOrder(api, order.event, order, {
					...{ token, reason: '', attendeeIds: [order.first], amountMinor: 100 },
				});
				expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
			},
		],
	};

	const setEvent = (event: { id: string }, set: string) =>
		query(`UPDATE events SET ${set} WHERE id = $1`, [event.id]);

	async function dispute(order: Order) {
		const [payment] = await query<{ provider_id: string; provider_account: string }>(
			`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.organisation_id = p.organisation_id
			WHERE p.subject_id = $1 AND a.disconnected_at IS NULL`,
			[order.id],
		);
		await services.testGateway?.openDispute(
			payment?.provider_account as string,
			payment?.provider_id as string,
		);
		await settleAll(services);
	}

	async function enter(order: Order) {
		const link = await api.post(`/api/events/${order.event.id}/staff-links`, { label: 'North' }, { token });
		const { ticketCode } = (await order.view()).attendees[0];
		const entered = await api.post(`/api/staff-access/checkin/${link.body.token}`, {
			guestQrData: ticketCode,
		});
		expect(entered.body.success).toBe(true);
	}

	const why = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule, body.metadata?.obstacle];

	test.each(Object.entries(ofOrder))('%s', async (_, [obstacle, set]) => {
		const order = await buy();
		await set(order);
		expect(await order.options()).toMatchObject({ obstacle, tickets: [] });
		expect(why(await order.list())).toEqual([422, 'resale-not-allowed', obstacle]);
		expect(await listingsOf(order)).toEqual([]);
	});

	test.each(Object.entries(ofTicket))('%s', async (_, [obstacle, set]) => {
		const order = await buy();
		await set(order);
		expect(await order.options()).toMatchObject({ obstacle: null, tickets: [{ obstacle }, {}] });
		expect(why(await order.list())).toEqual([422, 'resale-not-allowed', obstacle]);
		expect(await listingsOf(order)).toEqual([]);
	});

	test('of an order that is not paid', async () => {
		const held = await holdTickets(api, await newEvent());
		const path = `/api/orders/${held.manageToken}`;
		const [ticket] = (await api.get(path)).body.attendees;
		const order = withActs({ path, ids: [ticket.id as string] });
		expect(why(await order.list())).toEqual([422, 'resale-not-allowed', 'not-confirmed']);
		expect((await order.options()).obstacle).toBe('not-confirmed');
	});

	test('that cost nothing', async () => {
		const event = await newEvent();
		await insertCode(database(), { ...event, eventId: event.id }, { code: 'GIFT', basisPoints: 10_000 });
		const items = [{ ticketTypeId: event.ticketTypeId, quantity: 1 }];
		const placed = await api.post(
			`/api/events/${event.id}/orders`,
			{ buyer: grace, items, code: 'GIFT' },
			keyed(),
		);
		expect(placed.body.status, JSON.stringify(placed.body)).toBe('confirmed');
		const order = withActs({
			path: `/api/orders/${placed.body.manageToken}`,
			ids: [placed.body.attendees[0].id as string],
		});
		expect(why(await order.list(order.first, 0))).toEqual([422, 'resale-not-allowed', 'no-price']);
	});
});

describe('the price', () => {
	test('is what was paid: with fee, tax and code, and the odd cent of several tickets', async () => {
		const event = await newEvent({ keepMinor: 99 }, { priceMinor: 1_001, taxBasisPoints: 1_900 });
		await query(`UPDATE events SET fee_bearer = 'buyer' WHERE id = $1`, [event.id]);
		await insertCode(
			database(),
			{ ...event, eventId: event.id },
			{ code: 'LESS', kind: 'fixed', amountMinor: 100 },
		);
		const items = [{ ticketTypeId: event.ticketTypeId, quantity: 3 }];
		const quoted = await api.post(`/api/events/${event.id}/quote`, { items, code: 'LESS' });
		const placed = await api.post(`/api/events/${event.id}/orders`, {
			...{ buyer: grace, items, code: 'LESS', hold: true, quoteHash: quoted.body.hash },
		});
		expect(placed.status, JSON.stringify(placed.body)).toBe(201);
		await payByCard(api, { ...placed.body, quoteHash: quoted.body.hash });
		const path = `/api/orders/${placed.body.manageToken}`;
		const ids = placed.body.attendees.map(({ id }: { id: string }) => id) as string[];
		const order = { ...withActs({ path, ids }), id: placed.body.id as string };
		const { tickets } = (await order.options()) as {
			tickets: { attendeeId: string; priceMinor: number; backMinor: number }[];
		};
		for (const { attendeeId, priceMinor, backMinor } of tickets) {
			expect(backMinor).toBe(priceMinor - 99);
			expect((await order.list(attendeeId, backMinor)).status).toBe(201);
		}
		const listings = await listingsOf(order);
		const sum = (of: (one: (typeof listings)[number]) => number) =>
			listings.reduce((all, one) => all + of(one), 0);
		expect(sum(({ price }) => price as number)).toBe(placed.body.totalMinor);
		const [{ fee } = { fee: 0 }] = await query<{ fee: number }>(
			'SELECT fee_minor::int AS fee FROM orders WHERE id = $1',
			[order.id],
		);
		expect(Math.abs(sum((one) => one.fee as number) - fee)).toBeLessThanOrEqual(1);
		for (const { lines, price } of listings) {
			const own = lines as { grossMinor: number; netMinor: number; taxMinor: number; quantity: number }[];
			expect(own.reduce((all, { grossMinor }) => all + grossMinor, 0)).toBe(price);
			for (const line of own)
				expect(line).toMatchObject({ quantity: 1, grossMinor: line.netMinor + line.taxMinor });
		}
		await expectInvariants(services);
	});

	test('is kept as the fee at most', async () => {
		const order = await buy(await newEvent({ keepMinor: 9_999 }));
		expect((await order.options()).tickets[0]).toMatchObject({ priceMinor: 2_400, backMinor: 0 });
		expect((await order.list(order.first, 0)).status).toBe(201);
		expect(await listingsOf(order)).toMatchObject([{ price: 2_400, keep: 2_400 }]);
	});

	test('is never above what was paid, by the database too', async () => {
		const order = await buy();
		const insert = (priceMinor: number) =>
			query(
				`INSERT INTO resale_listings (id, organisation_id, event_id, order_id, attendee_id, ticket_type_id, price_minor, lines)
				SELECT gen_random_uuid(), organisation_id, event_id, order_id, id, ticket_type_id, $2, '[]' FROM attendees WHERE id = $1`,
				[order.first, priceMinor],
			);
		await expect(insert(2_401)).rejects.toMatchObject({ constraint: 'resale_never_dearer' });
		await insert(2_400);
	});

	test('that the database holds to be too high is a refusal', async () => {
		const order = await buy(undefined, 1);
		await query('UPDATE order_lines SET quantity = 2 WHERE order_id = $1', [order.id]);
		expect((await order.list()).body.metadata).toMatchObject({
			rule: 'resale-not-allowed',
			obstacle: 'no-price',
		});
		expect(await listingsOf(order)).toEqual([]);
		await query('UPDATE order_lines SET quantity = 1 WHERE order_id = $1', [order.id]);
	});
});

describe('while a ticket is for sale', () => {
	test('its buyer does nothing else with it; once that has ended, everything again', async () => {
		const event = await newEvent();
		await query(
			`UPDATE events SET refund_policy = 'Full refund until 1 day before the event.' WHERE id = $1`,
			[event.id],
		);
		const order = await buy(event, 3);
		const swap = (ticket: string | undefined) => ({
			tickets: [{ attendeeId: ticket, ticketTypeId: order.boxId }],
			add: [],
		});
		await order.list();
		expect(ruleOf(await order.offer())).toEqual([422, 'transfer-closed']);
		expect((await order.change(swap(order.first))).body.metadata).toMatchObject({
			...{ rule: 'change-not-allowed', obstacle: 'for-sale' },
		});
		// What waits for a payment and what is for sale exclude each other.
		expect((await order.change(swap(order.ids[1]))).body.metadata).toMatchObject({ obstacle: 'for-sale' });
		for (const body of [{}, { attendeeIds: [order.first] }, { attendeeIds: order.ids.slice(0, 2) }])
			expect(ruleOf(await order.cancel(body))).toEqual([422, 'ticket-for-sale']);
		expect(ruleOf(await order.ask({ attendeeIds: [order.first] }))).toEqual([422, 'ticket-for-sale']);
		const attendees = await api.get(`${order.path}/cancellation`, { query: { attendees: order.first } });
		expect(ruleOf(attendees)).toEqual([422, 'ticket-for-sale']);
		// The others go on.
		expect((await order.offer(order.ids[1])).status).toBe(201);
		expect((await order.cancel({ attendeeIds: [order.ids[2]] })).status).toBe(200);
		expect((await order.view()).attendees[0]).toMatchObject({
			status: 'active',
			resale: { state: 'listed' },
		});
		await order.end();
		expect((await order.change(swap(order.first))).status).toBe(201);
		expect((await order.options()).obstacle).toBe('payment-in-progress');
		await expectInvariants(services);
	});

	test('a member does not change it; cancelling it ends the sale, whoever cancels', async () => {
		const order = await buy(undefined, 3);
		await order.list();
		const at = `/api/events/${order.event.id}/orders/${order.id}`;
		const wanted = {
			...{ tickets: [{ attendeeId: order.first, ticketTypeId: order.boxId }], add: [] },
			...{ differenceBy: 'nobody', returnsDifference: false },
		};
		const quoted = await api.post(`${at}/changes/quote`, wanted, { token });
		expect([quoted.body.metadata, quoted.body.userMessage]).toMatchObject([
			{ rule: 'change-not-allowed', obstacle: 'for-sale' },
			'The buyer offers this ticket for sale. It can be changed when that has ended.',
		]);
		const refunded = await refundOrder(api, order.event, order, {
			...{ token, reason: '', attendeeIds: [order.first], isCancelling: true },
		});
		expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
		await order.list(order.ids[1]);
		const cancelled = await api.post(`${at}/cancel`, {}, { token, ...keyed() });
		expect(cancelled.status, JSON.stringify(cancelled.body)).toBeLessThan(300);
		expect((await listingsOf(order)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('somebody who is offered it keeps the seller from stopping', async () => {
		const event = await newEvent({}, { capacity: 2 });
		const order = await buy(event);
		await api.post(`/api/events/${event.id}/waitlist`, {
			...{ party: 1, ticketTypeIds: [event.ticketTypeId], takesFewer: false, ...grace },
		});
		expect((await order.list()).body.attendees[0].resale).toMatchObject({ isTaken: true });
		const ended = await order.end();
		expect(ruleOf(ended)).toEqual([409, 'resale-in-progress']);
		expect(ended.body.userMessage).toMatch(/Try again later/);
		await expectInvariants(services);
	});

	test.each(['offer', 'cancel'] as const)('listing it and %s at once: one of them', async (name) => {
		const event = await newEvent();
		await query(
			`UPDATE events SET refund_policy = 'Full refund until 1 day before the event.' WHERE id = $1`,
			[event.id],
		);
		for (let round = 0; round < rounds(2, 20); round += 1) {
			const order = await buy(event, 1);
			const act = () => (name === 'offer' ? order.offer(order.first, other) : order.cancel({}, other));
			const list = () => order.list();
			const both = await Promise.all(round % 2 === 0 ? [list(), act()] : [act(), list()]);
			expect(both.map(({ status }) => (status < 300 ? 'done' : status)).sort()).toEqual([422, 'done']);
		}
		await settleAll(services);
		await expectInvariants(services);
	});
});
