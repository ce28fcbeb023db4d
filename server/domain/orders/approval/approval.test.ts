import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { bankLineProblem } from '#shared/rules/bank-lines.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { insertCode } from '#tests/factories/codes.ts';
import { moveEvent } from '#tests/factories/events.ts';
import {
	buyTickets,
	cardToken,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	settleAll,
} from '#tests/factories/money.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { eraseGuest } from '../commands/erase-guest.ts';
import { placeOrder } from '../commands/place-order.ts';
import { expireHolds } from '../expire-holds.ts';
import { lapseApprovals } from './decide.ts';

const { database, services, other, api, apis, owner, query } = useTestServers({ poolSize: 20 });
let token: string;
beforeAll(async () => {
	token = owner.token;
});

const hour = 3_600_000;
const say = ({ status, body }: Awaited<ReturnType<TestApi['get']>>) => [
	status,
	body?.metadata?.rule ?? body?.code ?? body?.status,
];

interface ApprovalEvent extends PricedEvent {
	/** Needs approval and is free; `ticketTypeId` needs it and costs 24.00. */
	freeId: string;
	/** Needs none. */
	openId: string;
}

async function addType(event: PricedEvent, more: object): Promise<string> {
	const type = { kind: 'free', priceMinor: 0, currency: 'EUR', capacity: 10, ...more };
	const { status, body } = await api.post(`/api/events/${event.id}/ticket-types`, type, {
		token: event.owner.token,
	});
	expect(status, JSON.stringify(body)).toBe(201);
	return body.id;
}

async function makeApprovalEvent(type: object = {}, by = owner): Promise<ApprovalEvent> {
	const event = await makePricedEvent(services, api, by, { needsApproval: true, ...type });
	const freeId = await addType(event, { name: 'Guest', needsApproval: true });
	return { ...event, freeId, openId: await addType(event, { name: 'Open' }) };
}

/** Asks for tickets as a buyer does. */
const place = (event: PricedEvent, types: string[], more: object = {}, on = api) =>
	on.post(`/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada Lovelace', email: `${randomUUID()}@example.org` },
		items: types.map((ticketTypeId) => ({ ticketTypeId, quantity: 1 })),
		...more,
	});
interface Held {
	id: string;
	status: string;
	ticketCode: string | null;
}
async function request(event: PricedEvent, types: string[], more: object = {}) {
	const { status, body } = await place(event, types, more);
	expect(status, JSON.stringify(body)).toBe(201);
	expect(body.status).toBe('awaiting_approval');
	return { ...body, path: `/api/orders/${body.manageToken}` } as {
		id: string;
		manageToken: string;
		path: string;
		expiresAt: string;
		attendees: [Held, ...Held[]];
	};
}
const decide = (event: PricedEvent, order: { id: string }, how: string, body: object = {}, on = api) =>
	on.post(`/api/events/${event.id}/orders/${order.id}/${how}`, how === 'approve' ? undefined : body, {
		token: event.owner.token,
	});
const pool = async (typeId: string) =>
	(
		await query(
			'SELECT p.confirmed, p.held FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1',
			[typeId],
		)
	)[0];
const end = (order: { id: string }) =>
	query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [order.id]);
const view = async ({ path }: { path: string }) => (await api.get(path)).body;

describe('an order that needs approval', () => {
	test('waits with its places held, free or priced, with or without a hold', async () => {
		const event = await makeApprovalEvent();
		const cases: [string[], object][] = [
			[[event.freeId], {}],
			[[event.freeId], { hold: true }],
			[[event.ticketTypeId], {}],
			[[event.ticketTypeId, event.openId], { hold: true }],
		];
		for (const [types, more] of cases) {
			const order = await request(event, types, more);
			expect(order.attendees.map(({ status, ticketCode }) => [status, ticketCode])).toEqual(
				types.map(() => ['held', null]),
			);
			expect((Date.parse(order.expiresAt) - Date.now()) / hour).toBeCloseTo(7 * 24, 1);
			expect(await view(order)).toMatchObject({
				status: 'awaiting_approval',
				expiresAt: order.expiresAt,
				canCancel: true,
				canExtend: false,
				canChange: false,
				canTransfer: false,
				isApproved: false,
				declineMessage: null,
				paymentMethods: [],
				cardForm: null,
				dueMinor: 0,
			});
		}
		expect([await pool(event.freeId), await pool(event.ticketTypeId), await pool(event.openId)]).toEqual([
			{ confirmed: 0, held: 2 },
			{ confirmed: 0, held: 2 },
			{ confirmed: 0, held: 1 },
		]);
		// What needs none is sold as ever.
		expect((await place(event, [event.openId])).body.status).toBe('confirmed');
		expect((await place(event, [event.openId], { hold: true })).body.status).toBe('pending');
		await expectInvariants(services);
	});

	test('is answered again to its key, and is one order', async () => {
		const event = await makeApprovalEvent();
		const send = (on: TestApi) =>
			on.post(
				`/api/events/${event.id}/orders`,
				{
					buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
					items: [{ ticketTypeId: event.freeId, quantity: 1 }],
				},
				{ headers: { 'Idempotency-Key': event.id } },
			);
		const answers = await Promise.all([0, 1, 0, 1].map((one) => send(apis[one] as TestApi)));
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
		expect(new Set(answers.map(({ body }) => `${body.id} ${body.status} ${body.expiresAt}`)).size).toBe(1);
		expect(await pool(event.freeId)).toEqual({ confirmed: 0, held: 1 });
	});

	test('waits until the event ends at most', async () => {
		const event = await makeApprovalEvent();
		await moveEvent(services, event.id, { start: 1, end: 3 });
		const order = await request(event, [event.freeId]);
		const [row] = await query(
			'SELECT o.expires_at = e.ends_at AS same FROM orders o JOIN events e ON e.id = o.event_id WHERE o.id = $1',
			[order.id],
		);
		expect(row.same).toBe(true);
	});

	test('is none of an organiser', async () => {
		const event = await makeApprovalEvent();
		const added = await api.post(
			`/api/events/${event.id}/attendees`,
			{ name: 'Bo', email: 'bo@example.org', ticketTypeId: event.freeId },
			{ token },
		);
		expect([added.status, added.body.status]).toEqual([201, 'active']);
		expect(await pool(event.freeId)).toEqual({ confirmed: 1, held: 0 });
	});

	test('is not paid, confirmed, extended, changed, transferred or sent, and says why', async () => {
		const event = await makeApprovalEvent();
		const order = await request(event, [event.ticketTypeId]);
		const { quoteHash } = await view(order);
		const key = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
		const [ticket] = order.attendees;
		const pay = async () => ({ method: 'card', confirmationToken: await cardToken(api), quoteHash });
		await query(`UPDATE events SET change_rules = '{"until":null}', allows_transfers = true WHERE id = $1`, [
			event.id,
		]);
		const answers = {
			pay: await api.post(`${order.path}/payments`, await pay(), key()),
			markPaid: await markPaid(api, event, order, { token }),
			confirm: await api.post(`${order.path}/confirm`),
			extend: await api.post(`${order.path}/extend`),
			hold: await api.post(`${order.path}/hold`),
			change: await api.post(`${order.path}/changes/quote`, {
				tickets: [{ attendeeId: ticket.id, ticketTypeId: event.openId }],
			}),
			transfer: await api.post(`${order.path}/attendees/${ticket.id}/transfer`, {
				name: 'Bo',
				email: 'bo@example.org',
			}),
			resend: await api.post(`${order.path}/resend`, {}),
		};
		expect(Object.entries(answers).map(([name, one]) => [name, ...say(one)])).toEqual(
			Object.keys(answers).map((name) => [name, 422, 'order-awaits-approval']),
		);
		expect((await view(order)).status).toBe('awaiting_approval');
		await expectInvariants(services);
	});

	test('is cancelled by its buyer: its places and the use of its code go back', async () => {
		const event = await makeApprovalEvent();
		await insertCode(database(), { ...event, eventId: event.id }, { code: 'FRIEND', uses: 1 });
		const order = await request(event, [event.ticketTypeId], { code: 'FRIEND' });
		expect(say(await place(event, [event.ticketTypeId], { code: 'FRIEND' }))).toEqual([422, 'code-refused']);
		const { status, body } = await api.post(`${order.path}/cancel`, {});
		expect([status, body.status, body.declineMessage, body.canCancel]).toEqual([
			200,
			'cancelled',
			null,
			false,
		]);
		expect(await pool(event.ticketTypeId)).toEqual({ confirmed: 0, held: 0 });
		await request(event, [event.ticketTypeId], { code: 'FRIEND' });
		expect(say(await decide(event, order, 'approve'))).toEqual([422, 'order-cancelled']);
		expect(say(await decide(event, order, 'decline'))).toEqual([422, 'order-cancelled']);
		await expectInvariants(services);
	});

	test('with a price is cancelled whole: what it costs is for all of its tickets', async () => {
		const event = await makeApprovalEvent();
		const order = await request(event, [event.ticketTypeId, event.openId]);
		const [first] = order.attendees;
		expect(say(await api.post(`${order.path}/cancel`, { attendeeId: first.id }))).toEqual([
			422,
			'order-awaits-approval',
		]);
		const free = await request(event, [event.freeId, event.openId]);
		const [one] = free.attendees;
		expect((await api.post(`${free.path}/cancel`, { attendeeId: one.id })).body.status).toBe(
			'awaiting_approval',
		);
		await expectInvariants(services);
	});

	test('follows the setting of now; what was placed before stays', async () => {
		const event = await makeApprovalEvent();
		const waiting = await request(event, [event.freeId]);
		const set = async (needsApproval: boolean) => {
			const { status } = await api.call(
				'PATCH',
				`/api/events/${event.id}/ticket-types/${event.freeId}`,
				{ needsApproval },
				{ token },
			);
			expect(status).toBe(200);
		};
		await set(false);
		for (const on of apis) expect((await place(event, [event.freeId], {}, on)).body.status).toBe('confirmed');
		await set(true);
		for (const on of apis)
			expect((await place(event, [event.freeId], {}, on)).body.status).toBe('awaiting_approval');
		expect((await view(waiting)).status).toBe('awaiting_approval');
		expect((await decide(event, waiting, 'approve')).status).toBe(200);
		await expectInvariants(services);
	});
});

describe('requests of one mailbox or network', () => {
	const ask = (event: ApprovalEvent, quantity: number, email: string, address: string, by = services) =>
		placeOrder(by, {
			...{ organisationId: event.organisationId, eventId: event.id, address },
			...{ buyer: { name: 'Ada', email }, items: [{ ticketTypeId: event.freeId, quantity }] },
		});
	const rule = (error: unknown) => (error as { metadata?: { rule?: string } }).metadata?.rule;

	test('hold so many places as unpaid ones may, also when they come at once', async () => {
		const event = await makeApprovalEvent();
		await query(`UPDATE capacity_pools SET size = 150 WHERE event_id = $1`, [event.id]);
		await ask(event, 10, 'a@example.org', '198.51.100.7');
		await ask(event, 10, 'b@example.org', '198.51.100.7');
		await expect(ask(event, 1, 'c@example.org', '198.51.100.7').catch(rule)).resolves.toBe(
			'too-many-unpaid-places',
		);
		await ask(event, 10, 'd@example.org', '203.0.113.1');
		await ask(event, 10, 'd+2@example.org', '203.0.114.1');
		await expect(ask(event, 1, 'd+3@example.org', '203.0.115.1').catch(rule)).resolves.toBe(
			'too-many-unpaid-places',
		);
		const many = await Promise.all(
			Array.from({ length: 12 }, (_, index) =>
				ask(event, 5, `e${index}@example.org`, '192.0.2.9', index % 2 ? other : services).then(
					({ status }) => status,
					rule,
				),
			),
		);
		expect(many.filter((one) => one === 'awaiting_approval')).toHaveLength(4);
		expect(many.filter((one) => one === 'too-many-unpaid-places')).toHaveLength(8);
		await expectInvariants(services);
	});

	test('count together with unpaid orders, and no longer once they are decided', async () => {
		const event = await makeApprovalEvent();
		await query(`UPDATE capacity_pools SET size = 150 WHERE event_id = $1`, [event.id]);
		const first = await ask(event, 10, 'a@example.org', '198.51.100.7');
		const second = await ask(event, 10, 'a@example.org', '198.51.100.8');
		await expect(ask(event, 1, 'a@example.org', '198.51.100.9').catch(rule)).resolves.toBe(
			'too-many-unpaid-places',
		);
		await decide(event, first, 'decline');
		await decide(event, second, 'approve');
		await ask(event, 10, 'a@example.org', '198.51.100.7');
	});
});

describe('an approval', () => {
	test('confirms an order without a price, once', async () => {
		const event = await makeApprovalEvent();
		const order = await request(event, [event.freeId]);
		const approved = await decide(event, order, 'approve');
		expect(approved.body).toMatchObject({
			status: 'confirmed',
			approvedAt: expect.any(String),
			declineMessage: null,
		});
		expect(await decide(event, order, 'approve')).toMatchObject({
			status: 200,
			body: { approvedAt: approved.body.approvedAt },
		});
		expect(await view(order)).toMatchObject({
			status: 'confirmed',
			isApproved: true,
			expiresAt: null,
			attendees: [{ status: 'active', ticketCode: expect.any(String) }],
		});
		expect(await pool(event.freeId)).toEqual({ confirmed: 1, held: 0 });
		expect(say(await decide(event, order, 'decline'))).toEqual([422, 'order-approved']);
		await expectInvariants(services);
	});

	test('gives an order with a price 48 hours in which it is paid as any other', async () => {
		const event = await makeApprovalEvent();
		const order = await request(event, [event.ticketTypeId]);
		const { body } = await decide(event, order, 'approve');
		expect(body).toMatchObject({ status: 'pending', dueMinor: 2_400 });
		expect((Date.parse(body.expiresAt) - Date.now()) / hour).toBeCloseTo(48, 1);
		const shown = await view(order);
		expect(shown).toMatchObject({ status: 'pending', isApproved: true, paymentMethods: ['card'] });
		expect((await payByCard(api, { ...order, quoteHash: shown.quoteHash })).status).toBe(201);
		await settleAll(services);
		expect(await view(order)).toMatchObject({ status: 'confirmed', isApproved: true, dueMinor: 0 });
		await expectInvariants(services);
	});

	test('ends with the event, but leaves half an hour', async () => {
		const event = await makeApprovalEvent();
		const [long, short] = [
			await request(event, [event.ticketTypeId]),
			await request(event, [event.ticketTypeId]),
		];
		await moveEvent(services, event.id, { start: -1, end: 2 });
		const left = ({ body }: Awaited<ReturnType<typeof decide>>) =>
			(Date.parse(body.expiresAt) - Date.now()) / hour;
		expect(left(await decide(event, long, 'approve'))).toBeCloseTo(2, 1);
		await moveEvent(services, event.id, { start: -1, end: 0.1 });
		expect(left(await decide(event, short, 'approve'))).toBeCloseTo(0.5, 1);
	});

	test('that nobody paid ends its hold; paid late or held again it stays approved', async () => {
		const event = await makeApprovalEvent();
		const order = await request(event, [event.ticketTypeId]);
		await decide(event, order, 'approve');
		await end(order);
		await expireHolds(services);
		expect(await view(order)).toMatchObject({ status: 'expired', isApproved: true });
		expect(await pool(event.ticketTypeId)).toEqual({ confirmed: 0, held: 0 });
		expect((await decide(event, order, 'approve')).body.status).toBe('expired');
		expect((await api.post(`${order.path}/hold`)).body).toMatchObject({
			status: 'pending',
			isApproved: true,
		});
		await end(order);
		await expireHolds(services);
		expect((await markPaid(api, event, order, { token })).status).toBe(200);
		expect(await view(order)).toMatchObject({ status: 'confirmed', isApproved: true });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('is refused while the event sells nothing, for what needs none and by those who may not', async () => {
		const event = await makeApprovalEvent();
		for (const types of [[event.freeId], [event.ticketTypeId]]) {
			const order = await request(event, types);
			await moveEvent(services, event.id, { start: -2, end: -1 });
			expect(say(await decide(event, order, 'approve'))).toEqual([422, 'registration-closed']);
			await moveEvent(services, event.id, { start: 200, end: 210 });
			await query(`UPDATE capacity_pools SET is_closed = true WHERE event_id = $1`, [event.id]);
			expect(say(await decide(event, order, 'approve'))).toEqual([422, 'registration-closed']);
			await query(`UPDATE capacity_pools SET is_closed = false WHERE event_id = $1`, [event.id]);
		}
		const open = (await place(event, [event.openId])).body;
		for (const how of ['approve', 'decline'])
			expect(say(await decide(event, open, how))).toEqual([422, 'nothing-to-approve']);
		const stranger = await makeUser(services);
		const path = `/api/events/${event.id}/orders/${open.id}/approve`;
		expect((await api.post(path, undefined, { token: stranger.token })).status).toBe(404);
		expect((await api.post(path)).status).toBe(401);
	});
});

describe('what is not approved', () => {
	test('is declined with a message: the places and the use of its code go back, once', async () => {
		const event = await makeApprovalEvent();
		await insertCode(database(), { ...event, eventId: event.id }, { code: 'FRIEND', uses: 1 });
		const order = await request(event, [event.ticketTypeId], { code: 'FRIEND' });
		const { body } = await decide(event, order, 'decline', { message: 'Sorry, "members" only.\nNext time!' });
		expect(body).toMatchObject({
			status: 'cancelled',
			approvedAt: null,
			declineMessage: 'Sorry, "members" only.\nNext time!',
		});
		expect((await decide(event, order, 'decline', { message: 'Another' })).body.declineMessage).toBe(
			body.declineMessage,
		);
		expect(await view(order)).toMatchObject({
			status: 'cancelled',
			isApproved: false,
			declineMessage: body.declineMessage,
		});
		expect(say(await decide(event, order, 'approve'))).toEqual([422, 'order-cancelled']);
		expect(await pool(event.ticketTypeId)).toEqual({ confirmed: 0, held: 0 });
		const next = await request(event, [event.ticketTypeId], { code: 'FRIEND' });
		expect((await decide(event, next, 'decline')).body.declineMessage).toBe('');
		await expectInvariants(services);
	});

	test('lapses after its time, and when the event is cancelled', async () => {
		const event = await makeApprovalEvent();
		const [first, second] = [
			await request(event, [event.freeId]),
			await request(event, [event.ticketTypeId]),
		];
		expect(await lapseApprovals(services)).toBe(0);
		await end(first);
		expect(await lapseApprovals(services)).toBe(1);
		expect(await view(first)).toMatchObject({ status: 'cancelled', declineMessage: null, isApproved: false });
		expect(await view(second)).toMatchObject({ status: 'awaiting_approval' });
		const cancelled = await api.post(`/api/events/${event.id}/cancel`, {}, { token });
		expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
		expect(say(await decide(event, second, 'approve'))).toEqual([422, 'registration-closed']);
		expect(await lapseApprovals(services)).toBe(1);
		expect(await pool(event.ticketTypeId)).toEqual({ confirmed: 0, held: 0 });
		await expectInvariants(services);
	});
});

test('erasing a guest takes what was said to them', async () => {
	const event = await makeApprovalEvent();
	const order = await request(event, [event.freeId]);
	const [ticket] = order.attendees;
	const guest = { organisationId: event.organisationId, eventId: event.id, attendeeId: ticket.id };
	const erase = () => eraseGuest(services, guest, { withBuyer: true });
	await expect(erase()).rejects.toMatchObject({ metadata: { rule: 'order-open' } });
	await decide(event, order, 'decline', { message: 'Ada, you are no member.' });
	await erase();
	expect(await query('SELECT status, decline_message FROM orders WHERE id = $1', [order.id])).toEqual([
		{ status: 'cancelled', decline_message: null },
	]);
});

test('a transfer that names an order that waits is not its payment', () => {
	const waiting = { amountMinor: 2_400, currency: 'EUR' };
	const order = {
		status: 'awaiting_approval',
		missingMinor: 2_400,
		currency: 'EUR',
		isPaying: false,
		waiting,
	};
	expect(bankLineProblem(order)).toBe('order-awaits-approval');
	expect(bankLineProblem({ ...order, status: 'pending' })).toBeNull();
});

test('copies of an event ask for approval too', async () => {
	const event = await makeApprovalEvent();
	const copied = await api.post(`/api/events/${event.id}/duplicate`, {}, { token });
	expect(copied.status, JSON.stringify(copied.body)).toBe(201);
	const { data } = (await api.get(`/api/events/${copied.body.id}/ticket-types`, { token })).body;
	const needing = data.filter(({ needsApproval }: { needsApproval: boolean }) => needsApproval);
	expect(needing.map(({ name }: { name: string }) => name).sort()).toEqual(['Guest', 'Seat']);
});

test('each step is announced once', async () => {
	const heard: string[] = [];
	const fresh = await createTestServices({ ...database() });
	const bus = fresh.facts;
	const own: Services = {
		...fresh,
		facts: {
			...bus,
			publishAll: (tx, some, by) => {
				for (const { name, payload } of some)
					heard.push('state' in payload && name === 'orders.approval-changed' ? payload.state : name);
				return bus.publishAll(tx, some, by);
			},
		},
	};
	const event = await makeApprovalEvent();
	const mine = createTestApi(own);
	const ask = async (types: string[]) => (await place(event, types, {}, mine)).body;
	const [free, priced, unwanted, late] = [
		await ask([event.freeId]),
		await ask([event.ticketTypeId]),
		await ask([event.freeId]),
		await ask([event.freeId]),
	];
	expect(heard.splice(0)).toEqual(['asked', 'asked', 'asked', 'asked']);
	for (let time = 0; time < 2; time += 1) await decide(event, free, 'approve', {}, mine);
	expect(heard.splice(0)).toEqual(['approved', 'orders.order-confirmed']);
	for (let time = 0; time < 2; time += 1) await decide(event, priced, 'approve', {}, mine);
	expect(heard.splice(0)).toEqual(['approved']);
	for (let time = 0; time < 2; time += 1) await decide(event, unwanted, 'decline', {}, mine);
	expect(heard.splice(0)).toEqual(['declined']);
	await end(late);
	await lapseApprovals(own);
	await lapseApprovals(own);
	expect(heard.splice(0)).toEqual(['lapsed']);
});

test('buyers change to no type that needs approval, members do', async () => {
	const event = await makeApprovalEvent();
	await query(`UPDATE events SET change_rules = '{"until":null,"allowsLower":true}' WHERE id = $1`, [
		event.id,
	]);
	const dearId = await addType(event, { name: 'Dear', kind: 'paid', priceMinor: 3_000 });
	const order = await buyTickets(api, { ...event, ticketTypeId: dearId });
	const wanted = { tickets: [{ attendeeId: order.ids[0], ticketTypeId: event.ticketTypeId }], add: [] };
	const offered = (await api.get(`${order.path}/changes`)).body;
	const ids = [...offered.tickets[0].options, ...offered.add].map(
		({ ticketTypeId }: { ticketTypeId: string }) => ticketTypeId,
	);
	expect(ids).toContain(event.openId);
	expect(ids).not.toContain(event.ticketTypeId);
	expect(say(await api.post(`${order.path}/changes/quote`, wanted))).toEqual([422, 'ticket-type-closed']);
	const member = `/api/events/${event.id}/orders/${order.id}/changes/quote`;
	const quoted = await api.post(
		member,
		{ ...wanted, differenceBy: 'buyer', returnsDifference: true },
		{ token },
	);
	expect(quoted.status, JSON.stringify(quoted.body)).toBe(200);
});

test('the lists and the dashboard know what waits', async () => {
	const { token, ...member } = await makeUser(services);
	const event = await makeApprovalEvent({}, { token, ...member });
	const order = await request(event, [event.freeId]);
	await request(event, [event.ticketTypeId]);
	const list = async (filter: string) =>
		(await api.get(`/api/events/${event.id}/orders?${filter}`, { token })).body.data;
	expect(await list('state=awaiting_approval')).toHaveLength(2);
	expect((await list('status=awaiting_approval'))[1]).toMatchObject({
		id: order.id,
		expiresAt: order.expiresAt,
		dueMinor: 0,
	});
	expect(await list('state=pending')).toEqual([]);
	const needs = async () =>
		(await api.get(`/api/organisations/${event.organisationId}/dashboard`, { token })).body.needsYou
			.find(({ kind }: { kind: string }) => kind === 'approvals')
			?.items.find(({ eventId }: { eventId: string }) => eventId === event.id);
	expect(await needs()).toMatchObject({ eventId: event.id, orderId: null, count: 2 });
	await decide(event, order, 'decline');
	expect(await needs()).toMatchObject({ count: 1 });
});

describe('at the same time', () => {
	test('of approving, declining, cancelling and lapsing one wins, and places add up', async () => {
		for (const kind of ['free', 'priced'] as const) {
			const event = await makeApprovalEvent();
			const typeId = kind === 'free' ? event.freeId : event.ticketTypeId;
			const seen = new Set<string>();
			for (let round = 0; round < 8; round += 1) {
				const order = await request(event, [typeId]);
				if (round % 2) await end(order);
				const acts = [
					() => decide(event, order, 'approve', {}, apis[0]),
					() => decide(event, order, 'decline', { message: 'No' }, apis[1]),
					() => apis[round % 2 === 0 ? 0 : 1].post(`${order.path}/cancel`, {}),
					() => lapseApprovals(other),
				];
				await Promise.all([...acts.slice(round % 4), ...acts.slice(0, round % 4)].map((act) => act()));
				await lapseApprovals(services);
				const { status, isApproved, declineMessage } = await view(order);
				// Whoever approved it, the buyer may cancel afterwards.
				expect(['confirmed', 'pending', 'cancelled']).toContain(status);
				expect(declineMessage === null || (!isApproved && status === 'cancelled')).toBe(true);
				seen.add(`${status} ${isApproved} ${declineMessage}`);
				if (status !== 'cancelled') await api.post(`${order.path}/cancel`, {});
				expect(await pool(typeId)).toEqual({ confirmed: 0, held: 0 });
			}
			expect(seen.size).toBeGreaterThan(1);
			await expectInvariants(services);
		}
	});

	test('the end of an approved hold beside its payment and a repeated approval', async () => {
		const event = await makeApprovalEvent();
		for (let round = 0; round < 3; round += 1) {
			const order = await request(event, [event.ticketTypeId]);
			await decide(event, order, 'approve');
			const { quoteHash } = await view(order);
			await end(order);
			const [paid] = await Promise.all([
				payByCard(apis[0], { ...order, quoteHash }),
				expireHolds(other),
				decide(event, order, 'approve', {}, apis[1]),
			]);
			await settleAll(services);
			const { status, payments, refunds } = await view(order);
			if (paid.status === 201) expect([status, payments.length, refunds.length]).toEqual(['confirmed', 1, 0]);
			else expect(status).toBe('expired');
			await expectInvariants(services);
			if (status === 'confirmed')
				await api.post(`/api/events/${event.id}/orders/${order.id}/cancel`, {}, { token });
		}
	});

	test('of many who ask for the last place one waits', async () => {
		const event = await makeApprovalEvent({ capacity: 1 });
		const answers = await Promise.all(
			Array.from({ length: 10 }, (_, index) => place(event, [event.ticketTypeId], {}, apis[index % 2])),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		expect(answers.filter((one) => say(one)[1] === 'sold-out')).toHaveLength(9);
		await expectInvariants(services);
	});
});

test('`foyer verify` finds approvals that do not add up', async () => {
	const event = await makeApprovalEvent();
	const order = await request(event, [event.freeId]);
	for (const [wrong, right] of [
		['expires_at = NULL', `expires_at = now() + interval '1 day'`],
		['approved_at = now()', 'approved_at = NULL'],
		[`decline_message = ''`, 'decline_message = NULL'],
	] as const) {
		await query(`UPDATE orders SET ${wrong} WHERE id = $1`, [order.id]);
		await expect(expectInvariants(services)).rejects.toThrow('orders.approvals-agree');
		await query(`UPDATE orders SET ${right} WHERE id = $1`, [order.id]);
	}
	await expectInvariants(services);
	await query(`UPDATE attendees SET status = 'active' WHERE order_id = $1`, [order.id]);
	await expect(expectInvariants(services)).rejects.toThrow('orders.statuses-agree');
	await query(`UPDATE attendees SET status = 'held' WHERE order_id = $1`, [order.id]);
	await decide(event, order, 'approve');
	await query(`UPDATE orders SET decline_message = '' WHERE id = $1`, [order.id]);
	await expect(expectInvariants(services)).rejects.toThrow('orders.approvals-agree');
	await query(`UPDATE orders SET decline_message = NULL WHERE id = $1`, [order.id]);
	await expectInvariants(services);
});
