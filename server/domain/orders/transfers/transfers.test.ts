import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { type DoorGuest, makeDoor } from '#tests/factories/door.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { buyTickets, makePricedEvent, type PricedEvent } from '#tests/factories/money.ts';
import type { ApiAnswer } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { makeManageToken } from '../manage-token.ts';
import { lapseTransfers } from './lapse.ts';
import { transferLinkOf } from './tokens.ts';

/** A ticket of an order is transferred to somebody else, who holds it from then on. */
const { services, api, owner, query } = useTestOwner();
let event: PricedEvent;
beforeAll(async () => {
	event = await newEvent();
});

const keyed = () => ({ headers: { 'Idempotency-Key': randomUUID() } });
const grace = { name: 'Grace Hopper', email: 'grace@example.org' };
const mary = { name: 'Mary Somerville', email: 'mary@example.org' };
const ruleOf = ({ status, body }: ApiAnswer) => [status, body.metadata?.rule];

async function newEvent(policy = 'Full refund until 1 day before the event.') {
	const made = await makePricedEvent(services, api, owner, { capacity: 200, priceMinor: 1_000 });
	await query('UPDATE events SET refund_policy = $2 WHERE id = $1', [made.id, policy]);
	return made;
}

/** A paid order with what its tests do to it. */
async function buy(quantity = 2, on = event) {
	const order = await buyTickets(api, on, quantity);
	const [first] = order.ids as [string, ...string[]];
	return {
		...order,
		first,
		view: async () => (await api.get(order.path)).body,
		offer: (to = grace, ticket = first) => api.post(`${order.path}/attendees/${ticket}/transfer`, to),
		withdraw: (ticket = first) => api.delete(`${order.path}/attendees/${ticket}/transfer`),
	};
}
type Order = Awaited<ReturnType<typeof buy>>;

/** Where the receiver of the last offer of a ticket answers it. */
async function linkOf(ticket: string) {
	const [row] = await query<{ id: string; event_id: string }>(
		'SELECT id, event_id FROM ticket_transfers WHERE attendee_id = $1 ORDER BY id DESC LIMIT 1',
		[ticket],
	);
	if (!row) throw new Error('nothing was offered');
	const link = transferLinkOf(services, { eventId: row.event_id, transferId: row.id });
	return `/api/transfers/${link.split('/').at(-1)}`;
}

async function handOn(order: Order, to = grace, ticket = order.first) {
	const offered = await order.offer(to, ticket);
	expect(offered.status, JSON.stringify(offered.body)).toBe(201);
	const link = await linkOf(ticket);
	const accepted = await api.post(`${link}/accept`, {});
	expect(accepted.status, JSON.stringify(accepted.body)).toBe(200);
	return { link, accepted, held: `/api/tickets/${accepted.body.ticketToken}` };
}

describe('handing a ticket on', () => {
	test('gives it to the receiver with a code of its own; the buyer sees it without one', async () => {
		const order = await buy();
		const [before] = (await order.view()).attendees;
		const offered = await order.offer();
		expect(offered.body.attendees[0]).toMatchObject({
			...{ isHandedOn: false, ticketCode: before.ticketCode },
			offer: { ...grace, expiresAt: expect.any(String) },
		});
		const link = await linkOf(order.first);
		const shown = await api.get(link);
		expect(shown.body).toMatchObject({
			...{ state: 'offered', toName: grace.name, toEmail: grace.email, ticketToken: null },
			event: { id: event.id, onlineUrl: '' },
		});
		const accepted = await api.post(`${link}/accept`, { name: 'Grace B. Hopper' });
		expect(accepted.body).toMatchObject({ state: 'accepted', ticketToken: expect.any(String) });
		const held = await api.get(`/api/tickets/${accepted.body.ticketToken}`);
		expect(held.body).toMatchObject({
			orderCode: offered.body.code,
			ticket: { id: order.first, name: 'Grace B. Hopper', email: grace.email, status: 'active' },
			...{ canTransfer: true, offer: null, event: { id: event.id } },
		});
		expect(held.body.ticket.ticketCode).not.toBe(before.ticketCode);
		const view = await order.view();
		expect(view).toMatchObject({ buyer: offered.body.buyer, totalMinor: 2_000, status: 'confirmed' });
		expect(view.attendees[0]).toMatchObject({ isHandedOn: true, ticketCode: null, name: 'Grace B. Hopper' });
		expect(view.attendees[1]).toMatchObject({ isHandedOn: false, ticketCode: expect.any(String) });
		expect(
			await query('SELECT ticket_code FROM retired_ticket_codes WHERE attendee_id = $1', [order.first]),
		).toEqual([{ ticket_code: before.ticketCode }]);
		const facts = await query(
			`SELECT payload->'fields' AS fields FROM facts WHERE name = 'orders.guest-updated' AND payload->>'orderId' = $1`,
			[order.id],
		);
		expect(facts).toEqual([{ fields: ['name', 'email'] }]);
		await expectInvariants(services);
	});

	test('again is the same; from hand to hand only the last link opens the ticket', async () => {
		const order = await buy(1);
		const first = await handOn(order);
		const again = await api.post(`${first.link}/accept`, { name: 'Somebody Else' });
		expect(again.body).toEqual(first.accepted.body);
		const offered = await api.post(`${first.held}/transfer`, mary);
		expect(offered.body.offer).toMatchObject(mary);
		const link = await linkOf(order.first);
		expect((await api.get(link)).body.fromName).toBe(grace.name);
		const { body } = await api.post(`${link}/accept`, {});
		expect((await api.get(first.held)).status).toBe(404);
		expect((await api.call('PATCH', first.held, { name: 'Mine' })).status).toBe(404);
		expect((await api.get(first.link)).body).toMatchObject({ state: 'accepted', ticketToken: null });
		expect((await api.get(`/api/tickets/${body.ticketToken}`)).body.ticket.name).toBe(mary.name);
		await expectInvariants(services);
	});

	test('its holder renames it, and has it in their calendar by their own link', async () => {
		const { held } = await handOn(await buy(1));
		expect((await api.call('PATCH', held, { name: 'Amazing Grace' })).body.ticket.name).toBe('Amazing Grace');
		const calendar = await api.get(`${held}/calendar.ics`);
		expect(calendar.status).toBe(200);
		const text = String(calendar.body).replaceAll('\r\n ', '');
		expect(text).toContain(`/ticket/${held.split('/').at(-1)}`);
		expect(text).not.toContain('my-ticket');
	});

	test('a declined, withdrawn or lapsed offer leaves the ticket with the buyer, and cannot be accepted', async () => {
		const order = await buy(1);
		const code = (await order.view()).attendees[0].ticketCode;
		const ends: [string, () => Promise<unknown>][] = [
			['declined', async () => api.post(`${await linkOf(order.first)}/decline`, {})],
			['withdrawn', () => order.withdraw()],
			[
				'lapsed',
				async () => {
					await query(
						`UPDATE ticket_transfers SET expires_at = now() - interval '1 second' WHERE attendee_id = $1 AND state = 'offered'`,
						[order.first],
					);
					expect((await api.get(await linkOf(order.first))).body.state).toBe('lapsed');
					expect((await order.view()).attendees[0].offer).toBeNull();
					expect(ruleOf(await api.post(`${await linkOf(order.first)}/accept`, {}))).toEqual([
						422,
						'transfer-ended',
					]);
					await lapseTransfers(services);
				},
			],
		];
		for (const [state, end] of ends) {
			expect((await order.offer()).status).toBe(201);
			await end();
			const link = await linkOf(order.first);
			expect((await api.get(link)).body).toMatchObject({ state, ticketToken: null });
			expect(ruleOf(await api.post(`${link}/accept`, {}))).toEqual([422, 'transfer-ended']);
			expect((await order.view()).attendees[0]).toMatchObject({
				...{ ticketCode: code, isHandedOn: false, offer: null },
			});
		}
		expect((await order.withdraw()).status).toBe(200);
		await expectInvariants(services);
	});

	test('cancelling the ticket ends its offer', async () => {
		const order = await buy(2);
		await order.offer();
		await api.post(
			`/api/events/${event.id}/attendees/${order.first}/cancel`,
			{},
			{ token: owner.token, ...keyed() },
		);
		const link = await linkOf(order.first);
		expect((await api.get(link)).body.state).toBe('withdrawn');
		expect(ruleOf(await api.post(`${link}/accept`, {}))).toEqual([422, 'transfer-ended']);
		expect(ruleOf(await order.offer())).toEqual([422, 'ticket-cancelled']);
		await expectInvariants(services);
	});
});

describe('an offer is refused', () => {
	test('while another is open, to the holder’s own email, and of somebody else’s ticket', async () => {
		const order = await buy();
		expect((await order.offer()).status).toBe(201);
		expect(ruleOf(await order.offer(mary))).toEqual([422, 'transfer-open']);
		const [, second] = order.ids as [string, string];
		const self = { name: 'Me', email: order.body.buyer.email.toUpperCase() };
		expect(ruleOf(await order.offer(self, second))).toEqual([422, 'same-holder']);
		const other = await buy(1);
		expect((await order.offer(grace, other.first)).status).toBe(404);
	});

	test('after five of a ticket within a day', async () => {
		const order = await buy();
		for (let n = 0; n < 5; n += 1) {
			expect((await order.offer()).status).toBe(201);
			await order.withdraw();
		}
		expect(ruleOf(await order.offer())).toEqual([422, 'too-many-offers']);
		expect((await order.offer(grace, order.ids[1])).status).toBe(201);
		await query(
			`UPDATE ticket_transfers SET created_at = created_at - interval '25 hours' WHERE attendee_id = $1`,
			[order.first],
		);
		expect((await order.offer()).status).toBe(201);
	});

	test('after fifty of an order within a day', async () => {
		const order = await buy();
		await order.offer();
		await query(
			`INSERT INTO ticket_transfers (id, organisation_id, event_id, order_id, attendee_id, from_name, to_name, to_email, state, expires_at, ended_at)
			SELECT gen_random_uuid(), organisation_id, event_id, order_id, gen_random_uuid(), 'Ada', 'Mary', 'mary@example.org', 'withdrawn', now(), now()
			FROM ticket_transfers, generate_series(1, 49) WHERE attendee_id = $1`,
			[order.first],
		);
		expect(ruleOf(await order.offer(grace, order.ids[1]))).toEqual([422, 'too-many-offers']);
	});

	test.each<[string, (order: Order) => Promise<unknown>]>([
		['the event has started', ({ event: { id } }) => moveEvent(services, id, { start: -1, end: 2 })],
		[
			'the event is cancelled',
			({ event: { id } }) => query(`UPDATE events SET status = 'cancelled' WHERE id = $1`, [id]),
		],
		[
			'the organiser does not allow it',
			({ event: { id } }) => query('UPDATE events SET allows_transfers = false WHERE id = $1', [id]),
		],
		['a refund was requested for it', (order) => api.post(`${order.path}/refund-requests`, {})],
		[
			'a change waits for its payment',
			({ id }) =>
				query(
					`INSERT INTO order_changes (id, organisation_id, event_id, order_id, state, wanted, hash, lines, difference_minor, expires_at)
					SELECT gen_random_uuid(), organisation_id, event_id, id, 'awaiting_payment', '{}', '', '[]', 100, now() + interval '1 hour'
					FROM orders WHERE id = $1`,
					[id],
				),
		],
		[
			'somebody was let in with it',
			async (order) => {
				const scan = { guestQrData: order.body.attendees[0].ticketCode };
				const link = await api.post(
					`/api/events/${order.event.id}/staff-links`,
					{ label: 'North' },
					{ token: owner.token },
				);
				const answer = await api.post(`/api/staff-access/checkin/${link.body.token}`, scan);
				expect(answer.status, JSON.stringify(answer.body)).toBe(200);
			},
		],
	])('when %s, and so is accepting one', async (_, happen) => {
		const order = await buy(2, await newEvent(''));
		expect((await order.offer()).status).toBe(201);
		const link = await linkOf(order.first);
		await happen(order);
		expect(ruleOf(await api.post(`${link}/accept`, {}))).toEqual([422, 'transfer-closed']);
		await order.withdraw();
		expect(ruleOf(await order.offer())).toEqual([422, 'transfer-closed']);
		expect((await order.view()).attendees[0].isHandedOn).toBe(false);
	});
});

describe('what was transferred', () => {
	test('is not the buyer’s to change, cancel, refund, offer or have sent', async () => {
		const order = await buy(2, await newEvent(''));
		const { held } = await handOn(order);
		const path = `${order.path}/attendees/${order.first}`;
		const ids = [order.first];
		const refused = [
			await api.call('PATCH', path, { name: 'Mine' }),
			await order.offer(mary),
			await order.withdraw(),
			await api.post(`${order.path}/cancel`, { attendeeIds: ids }, keyed()),
			await api.post(`${order.path}/refund-requests`, { attendeeIds: ids }),
			await api.get(`${order.path}/cancellation`, { query: { attendees: ids.join() } }),
		];
		expect(refused.map(ruleOf)).toEqual(refused.map(() => [422, 'ticket-handed-on']));
		const own = await api.get(`${order.path}/cancellation`);
		expect(own.body).toMatchObject({ attendeeIds: [order.ids[1]], priceMinor: 1_000 });
		expect((await order.view()).canCancel).toBe(true);
		expect((await api.get(held)).body.ticket).toMatchObject({ name: grace.name, status: 'active' });
	});

	test('stays valid when the buyer cancels all that is theirs; then nothing is left to cancel or to send', async () => {
		const order = await buy(2);
		await query(`UPDATE events SET online_url = 'https://meet.example/x' WHERE id = $1`, [event.id]);
		const { held } = await handOn(order);
		expect((await order.view()).event.onlineUrl).toBe('https://meet.example/x');
		const cancelled = await api.post(`${order.path}/cancel`, {}, keyed());
		expect(cancelled.body.event.onlineUrl).toBe('');
		expect((await api.get(held)).body.event.onlineUrl).toBe('https://meet.example/x');
		expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
		expect(cancelled.body).toMatchObject({ status: 'confirmed', canCancel: false, canTransfer: false });
		expect(cancelled.body.refunds).toMatchObject([{ amountMinor: 1_000 }]);
		expect(cancelled.body.attendees.map((one: { status: string }) => one.status)).toEqual([
			'active',
			'cancelled',
		]);
		expect((await api.get(`${order.path}/cancellation`)).body).toMatchObject({
			...{ attendeeIds: [], priceMinor: 0, way: 'cancel' },
		});
		expect((await api.post(`${order.path}/cancel`, {}, keyed())).status).toBe(200);
		expect(ruleOf(await api.post(`${order.path}/resend`, {}))).toEqual([422, 'ticket-handed-on']);
		expect((await api.get(held)).body.ticket).toMatchObject({
			...{ status: 'active', ticketCode: expect.any(String) },
		});
		await expectInvariants(services);
	});

	test('of a free order is not cancelled by its buyer either', async () => {
		const free = await makeDoor({ services, api, owner }, { guests: 0 });
		const placed = await api.post(
			`/api/events/${free.event}/orders`,
			{
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items: [{ ticketTypeId: free.type, quantity: 2 }],
			},
			keyed(),
		);
		expect(placed.body.status, JSON.stringify(placed.body)).toBe('confirmed');
		const path = `/api/orders/${placed.body.manageToken}`;
		const [first, second] = placed.body.attendees.map(({ id }: { id: string }) => id);
		await api.post(`${path}/attendees/${first}/transfer`, grace);
		const { body } = await api.post(`${await linkOf(first)}/accept`, {});
		expect(ruleOf(await api.post(`${path}/cancel`, { attendeeIds: [second, first] }))).toEqual([
			422,
			'ticket-handed-on',
		]);
		expect((await api.get(path)).body.attendees[1].status).toBe('active');
		const cancelled = await api.post(`${path}/cancel`, {});
		expect(cancelled.body.attendees.map((one: { status: string }) => one.status)).toEqual([
			'active',
			'cancelled',
		]);
		expect(cancelled.body).toMatchObject({ status: 'confirmed', canCancel: false });
		expect((await api.get(`/api/tickets/${body.ticketToken}`)).status).toBe(200);
		await expectInvariants(services);
	});

	test('keeps its code and its link when the buyer corrects their own email', async () => {
		const order = await buy(2);
		const { held } = await handOn(order, { ...grace, email: order.body.buyer.email.replace('@', '+2@') });
		const before = (await api.get(held)).body;
		const { body } = await api.post(`${order.path}/resend`, { email: 'right@example.org' });
		expect((await api.get(held)).body).toEqual(before);
		const view = (await api.get(`/api/orders/${body.manageToken}`)).body;
		expect(view.attendees[1].ticketCode).not.toBe(order.body.attendees[1].ticketCode);
		expect(view.attendees[1].email).toBe('right@example.org');
	});

	test('is cancelled and refunded by the organiser as before, with the money for the buyer', async () => {
		const order = await buy(2);
		const { held } = await handOn(order);
		const refunded = await api.post(
			`/api/events/${event.id}/orders/${order.id}/refunds`,
			{ attendeeIds: [order.first], isCancelling: true },
			{ token: owner.token, ...keyed() },
		);
		expect(refunded.status, JSON.stringify(refunded.body)).toBe(201);
		expect((await api.get(held)).body).toMatchObject({
			ticket: { status: 'cancelled', ticketCode: null },
			canTransfer: false,
		});
		expect(ruleOf(await api.post(`${held}/transfer`, mary))).toEqual([422, 'ticket-cancelled']);
		expect(ruleOf(await api.call('PATCH', held, { name: 'Mine' }))).toEqual([422, 'ticket-cancelled']);
		expect((await order.view()).refunds).toMatchObject([{ amountMinor: 1_000 }]);
		await expectInvariants(services);
	});
});

test('an order that is placed again with its key reveals no code that was transferred', async () => {
	const free = await makeDoor({ services, api, owner }, { guests: 0 });
	const key = keyed();
	const place = () =>
		api.post(
			`/api/events/${free.event}/orders`,
			{
				buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
				items: [{ ticketTypeId: free.type, quantity: 1 }],
			},
			key,
		);
	const placed = await place();
	const [{ id }] = placed.body.attendees;
	await api.post(`/api/orders/${placed.body.manageToken}/attendees/${id}/transfer`, grace);
	expect((await api.post(`${await linkOf(id)}/accept`, {})).status).toBe(200);
	expect((await place()).body.attendees).toMatchObject([{ id, ticketCode: null }]);
});

test('at the door a ticket that was transferred comes by itself, not with the others of its order', async () => {
	const door = await makeDoor(
		{ services, api, owner },
		{ guests: 3, isParty: true, link: { abilities: ['scan'] } },
	);
	const [first, second, third] = door.guests as [DoorGuest, DoorGuest, DoorGuest];
	const [row] = await query<{ manage_version: number }>('SELECT manage_version FROM orders WHERE id = $1', [
		first.orderId,
	]);
	const manageToken = makeManageToken(services.secret, {
		...{ eventId: door.event, orderId: first.orderId, version: row?.manage_version as number },
	});
	await api.post(`/api/orders/${manageToken}/attendees/${first.id}/transfer`, grace);
	const { body } = await api.post(`${await linkOf(first.id)}/accept`, {});
	const { ticketCode } = (await api.get(`/api/tickets/${body.ticketToken}`)).body.ticket;
	const scan = async (guestQrData: string) =>
		(await api.post(`/api/staff-access/checkin/${door.token}`, { guestQrData })).body;
	const party = ({ party: others = [] }: { party?: { id: string }[] }) => others.map(({ id }) => id);
	expect(party(await scan(second.code))).toEqual([third.id]);
	const alone = await scan(ticketCode);
	expect([alone.success, party(alone)]).toEqual([true, []]);
	expect(party(await scan(third.code))).toEqual([second.id]);
});

test('a link is of one purpose, and nobody’s that was not signed', async () => {
	const { link, held } = await handOn(await buy(1));
	const [transferToken, ticketToken] = [link, held].map((path) => path.split('/').at(-1)) as [string, string];
	for (const path of [`/api/tickets/${transferToken}`, `/api/transfers/${ticketToken}`])
		expect((await api.get(path)).status).toBe(404);
	for (const path of [`/api/orders/${ticketToken}`, `/api/tickets/${'A'.repeat(71)}`])
		expect((await api.get(path)).status).toBe(404);
});
