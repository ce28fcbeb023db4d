import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { changeToPaySource } from '#server/domain/notifications/sources/orders.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { makeMember } from '#tests/factories/accounts.ts';
import { moveEvent } from '#tests/factories/events.ts';
import {
	buyTickets,
	cardToken,
	enterSellerDetails,
	makePricedEvent,
	markPaid,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { lapseChanges } from './change-order.ts';

const { services, api, apis, owner, query } = useTestServers({ poolSize: 20 });

/** An event with "Seat" at 24.00, "Box" at 40.00 and "Bench" at 10.00, whose buyers can change nothing. */
async function makeEvent() {
	const event = await makePricedEvent(services, api, owner, { taxBasisPoints: 1_900 });
	const boxId = await addType(event, { name: 'Box', priceMinor: 4_000 });
	const benchId = await addType(event, { name: 'Bench', priceMinor: 1_000 });
	return { ...event, boxId, benchId };
}

async function addType(event: { id: string }, more: object): Promise<string> {
	const type = { kind: 'paid', currency: 'EUR', capacity: 10, taxBasisPoints: 1_900, ...more };
	const { status, body } = await api.post(`/api/events/${event.id}/ticket-types`, type, {
		token: owner.token,
	});
	expect(status, JSON.stringify(body)).toBe(201);
	return body.id;
}

interface Wanted {
	tickets?: { attendeeId: string; ticketTypeId: string }[];
	add?: { ticketTypeId: string; quantity: number }[];
	differenceBy?: 'buyer' | 'nobody';
	returnsDifference?: boolean;
}
const pathOf = (order: { event: { id: string }; id: string }) =>
	`/api/events/${order.event.id}/orders/${order.id}`;
type Order = Parameters<typeof pathOf>[0];

const quote = (order: Order, wanted: Wanted, token = owner.token, on = api) =>
	on.post(`${pathOf(order)}/changes/quote`, wanted, { token });
const send = (order: Order, wanted: Wanted, hash: string, token = owner.token, on = api) =>
	on.post(
		`${pathOf(order)}/changes`,
		{ ...wanted, hash },
		{ token, headers: { 'Idempotency-Key': randomUUID() } },
	);
/** Asks what a change comes to, and makes it. */
async function change(order: Order, wanted: Wanted, token = owner.token) {
	const quoted = await quote(order, wanted, token);
	return quoted.status === 200 ? send(order, wanted, quoted.body.hash, token) : quoted;
}
const swap = (attendeeId: string | undefined, ticketTypeId: string) => ({
	tickets: [{ attendeeId: attendeeId ?? '', ticketTypeId }],
});
const typesOf = async (order: Order) =>
	(
		await query(
			`SELECT t.name FROM attendees a JOIN ticket_types t ON t.id = a.ticket_type_id
			WHERE a.order_id = $1 AND a.status = 'active' ORDER BY t.name`,
			[order.id],
		)
	).map(({ name }) => name);
const poolOf = async (typeId: string) =>
	(
		await query(
			'SELECT p.confirmed, p.held FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1',
			[typeId],
		)
	)[0];
const mailsOf = (order: Order) =>
	query(
		`SELECT recipient, props->>'changeId' AS change FROM mails WHERE template = 'orders/change-to-pay' AND props->>'orderId' = $1`,
		[order.id],
	);
const say = ({ status, body }: Awaited<ReturnType<TestApi['get']>>) => [
	status,
	body.metadata?.rule ?? body.code,
	...(body.metadata?.obstacle ? [body.metadata.obstacle] : []),
];

describe('a ticket that costs more', () => {
	test('waits for its buyer, who gets one email; it is theirs once it is paid', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 2);
		const quoted = await quote(order, swap(order.ids[0], event.boxId));
		expect(quoted.body).toMatchObject({ priceDifferenceMinor: 1_600, differenceMinor: 1_600, keptMinor: 0 });
		const waiting = await change(order, swap(order.ids[0], event.boxId));
		expect(waiting.status, JSON.stringify(waiting.body)).toBe(201);
		expect(waiting.body.change).toMatchObject({ differenceMinor: 1_600, hash: quoted.body.hash });
		// Its page names what is bought, a hidden ticket type too.
		await query('UPDATE ticket_types SET is_hidden = true WHERE id = $1', [event.boxId]);
		const shown = (await api.get(`/api/orders/${order.manageToken}`)).body.change.ticketTypes;
		expect(shown).toContainEqual({ id: event.boxId, name: 'Box' });
		await query('UPDATE ticket_types SET is_hidden = false WHERE id = $1', [event.boxId]);
		const hours = (Date.parse(waiting.body.change.expiresAt) - Date.now()) / 3_600_000;
		expect(hours).toBeGreaterThan(47.9);
		expect(hours).toBeLessThan(48.1);
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 0, held: 1 });
		while ((await factPoller.run(services, new AbortController().signal)) > 0);
		expect(await mailsOf(order)).toEqual([{ recipient: 'ada@example.org', change: waiting.body.change.id }]);
		const ref = {
			...{ organisationId: event.organisationId, eventId: event.id, orderId: order.id },
			changeId: waiting.body.change.id,
		};
		const options = {
			isForSending: true,
			showsSecrets: true,
			recipient: 'ada@example.org',
			mailId: ref.changeId,
		};
		expect(await changeToPaySource.load(services, ref, options as never)).toMatchObject({
			before: [{ typeName: 'Seat', count: 1 }],
			after: [{ typeName: 'Box', count: 1 }],
			differenceMinor: 1_600,
			isTest: true,
			payLink: expect.stringMatching(/\/checkout\/[^/]+$/),
		});
		expect(say(await change(order, swap(order.ids[1], event.boxId)))).toEqual([
			422,
			'change-not-allowed',
			'payment-in-progress',
		]);
		await expectInvariants(services);
		const body = {
			method: 'card',
			confirmationToken: await cardToken(api),
			quoteHash: waiting.body.change.hash,
		};
		const headers = { 'Idempotency-Key': randomUUID() };
		expect((await api.post(`${order.path}/payments`, body, { headers })).status).toBeLessThan(300);
		await settleAll(services);
		expect(await typesOf(order)).toEqual(['Box', 'Seat']);
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 1, held: 0 });
		await expectInvariants(services);
	});

	test('holds until the event starts where that is sooner, and lapses or is cancelled', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event);
		await moveEvent(services, event.id, { start: 5, end: 9 });
		const waiting = await change(order, swap(order.ids[0], event.boxId));
		const hours = (Date.parse(waiting.body.change.expiresAt) - Date.now()) / 3_600_000;
		expect(Math.round(hours)).toBe(5);
		await query(`UPDATE order_changes SET expires_at = now() - interval '1 second' WHERE order_id = $1`, [
			order.id,
		]);
		await lapseChanges(services);
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 0, held: 0 });
		const again = await change(order, swap(order.ids[0], event.boxId));
		const ended = await api.call('DELETE', `${pathOf(order)}/changes/${again.body.change.id}`, undefined, {
			token: owner.token,
		});
		expect([ended.status, ended.body.change]).toEqual([200, null]);
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 0, held: 0 });
		await expectInvariants(services);
	});

	test('is sold for what the old one cost where nobody pays the difference', async () => {
		const event = await makeEvent();
		await enterSellerDetails(services, event.organisationId);
		const order = await buyTickets(api, event, 2);
		const wanted = {
			...swap(order.ids[0], event.boxId),
			add: [{ ticketTypeId: event.benchId, quantity: 1 }],
			differenceBy: 'nobody' as const,
		};
		const quoted = await quote(order, wanted);
		expect(quoted.body).toMatchObject({ priceDifferenceMinor: 2_600, differenceMinor: 0 });
		const changed = await change(order, wanted);
		expect(changed.body).toMatchObject({ change: null, totalMinor: 4_800, refundingMinor: 0 });
		expect(await typesOf(order)).toEqual(['Bench', 'Box', 'Seat']);
		const lines = await query(
			`SELECT t.name, sum(l.gross_minor)::int AS gross, sum(l.tax_minor)::int AS tax FROM order_lines l
			JOIN ticket_types t ON t.id = l.ticket_type_id WHERE l.order_id = $1 GROUP BY 1 ORDER BY 1`,
			[order.id],
		);
		expect(lines).toEqual([
			{ name: 'Bench', gross: 0, tax: 0 },
			{ name: 'Box', gross: 2_400, tax: 383 },
			{ name: 'Seat', gross: 2_400, tax: 383 },
		]);
		expect(await mailsOf(order)).toEqual([]);
		await expectInvariants(services);
		// What it cost is what it is worth from then on.
		const refunded = await refundOrder(api, event, order, {
			token: owner.token,
			attendeeIds: [order.ids[0] as string],
		});
		expect(refunded.body).toMatchObject({ refundingMinor: 2_400 });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('can only be waived where cards are not taken or the buyer has no email', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 1, (held) =>
			markPaid(api, event, held, { token: owner.token }),
		);
		await query(`UPDATE orders SET buyer_email = '' WHERE id = $1`, [order.id]);
		const options = await api.get(`${pathOf(order)}/changes`, { token: owner.token });
		expect(options.body).toMatchObject({ canBuyerPay: false, obstacle: null });
		expect(say(await change(order, swap(order.ids[0], event.boxId)))).toEqual([422, 'account-cannot-charge']);
		const waived = await change(order, { ...swap(order.ids[0], event.boxId), differenceBy: 'nobody' });
		expect(waived.status).toBe(201);
		expect(await typesOf(order)).toEqual(['Box']);
		await expectInvariants(services);
	});
});

describe('a ticket that costs less', () => {
	test('gives the difference back, which needs the right to refund', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event);
		const member = await makeMember(services, event.organisationId, 'admin');
		await query(`UPDATE memberships SET denied_actions = '{refunds.make}' WHERE user_id = $1`, [
			member.userId,
		]);
		const wanted = swap(order.ids[0], event.benchId);
		expect(say(await change(order, wanted, member.token))).toEqual([403, 'AUTH_INSUFFICIENT_PERMISSIONS']);
		expect(await typesOf(order)).toEqual(['Seat']);
		const changed = await change(order, wanted);
		expect(changed.status, JSON.stringify(changed.body)).toBe(201);
		expect(changed.body).toMatchObject({ refundingMinor: 1_400 });
		await settleAll(services);
		expect(
			await query('SELECT requested_by, amount_minor::int FROM refunds WHERE organisation_id = $1', [
				event.organisationId,
			]),
		).toContainEqual({
			requested_by: owner.userId,
			amount_minor: 1_400,
		});
		await expectInvariants(services);
	});

	test('or keeps it, for which no right to refund is needed', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event);
		const member = await makeMember(services, event.organisationId, 'admin');
		await query(`UPDATE memberships SET denied_actions = '{refunds.make}' WHERE user_id = $1`, [
			member.userId,
		]);
		const wanted = { ...swap(order.ids[0], event.benchId), returnsDifference: false };
		const changed = await change(order, wanted, member.token);
		expect(changed.status, JSON.stringify(changed.body)).toBe(201);
		expect(changed.body).toMatchObject({ refundingMinor: 0, paidMinor: 2_400, totalMinor: 2_400 });
		expect(await typesOf(order)).toEqual(['Bench']);
		await expectInvariants(services);
	});

	test('needs a recent sign-in for large amounts', async () => {
		const event = await makeEvent();
		const dearId = await addType(event, { name: 'Gala', priceMinor: 900_000 });
		const order = await buyTickets(api, { ...event, ticketTypeId: dearId });
		await query(`UPDATE sessions SET confirmed_at = now() - interval '1 day' WHERE user_id = $1`, [
			owner.userId,
		]);
		const refused = await change(order, swap(order.ids[0], event.benchId));
		await query(`UPDATE sessions SET confirmed_at = now() WHERE user_id = $1`, [owner.userId]);
		expect(say(refused)).toEqual([403, 'confirm-sign-in']);
		expect(await typesOf(order)).toEqual(['Gala']);
	});
});

test('hidden and closed types can be had, as far as there is room, beyond the maximum of an order', async () => {
	const event = await makeEvent();
	const order = await buyTickets(api, event, 2);
	const hiddenId = await addType(event, {
		...{ name: 'Hidden', priceMinor: 2_400, isHidden: true, capacity: 1, maxPerOrder: 1 },
	});
	await query('UPDATE ticket_types SET is_closed = true WHERE id = $1', [hiddenId]);
	await query(
		'UPDATE capacity_pools p SET is_closed = true, generation = generation + 1 FROM ticket_types t WHERE t.pool_id = p.id AND t.id = $1',
		[hiddenId],
	);
	const options = await api.get(`${pathOf(order)}/changes`, { token: owner.token });
	expect(options.body.tickets[0].options).toContainEqual(
		expect.objectContaining({ ticketTypeId: hiddenId, differenceMinor: 0, left: 1 }),
	);
	expect((await change(order, swap(order.ids[0], hiddenId))).status).toBe(201);
	expect((await change(order, swap(order.ids[1], hiddenId))).status).toBe(422);
	expect(await typesOf(order)).toEqual(['Hidden', 'Seat']);
	expect(await poolOf(hiddenId)).toEqual({ confirmed: 1, held: 0 });
	await expectInvariants(services);
});

test('a paid change to a closed type is applied', async () => {
	const event = await makeEvent();
	const order = await buyTickets(api, event);
	await query('UPDATE ticket_types SET is_closed = true WHERE id = $1', [event.boxId]);
	await query(
		'UPDATE capacity_pools p SET is_closed = true FROM ticket_types t WHERE t.pool_id = p.id AND t.id = $1',
		[event.boxId],
	);
	const waiting = await change(order, swap(order.ids[0], event.boxId));
	expect(waiting.status, JSON.stringify(waiting.body)).toBe(201);
	const body = {
		method: 'card',
		confirmationToken: await cardToken(api),
		quoteHash: waiting.body.change.hash,
	};
	await api.post(`${order.path}/payments`, body, { headers: { 'Idempotency-Key': randomUUID() } });
	await settleAll(services);
	expect(await typesOf(order)).toEqual(['Box']);
	await expectInvariants(services);
});

test('a ticket that was transferred is changed, and stays with its holder; an open offer is in the way', async () => {
	const event = await makeEvent();
	const order = await buyTickets(api, event, 2);
	await query('UPDATE attendees SET holder_version = 1, name = $2, email = $3 WHERE id = $1', [
		order.ids[0],
		'Grace',
		'grace@example.org',
	]);
	expect((await change(order, { ...swap(order.ids[0], event.boxId), differenceBy: 'nobody' })).status).toBe(
		201,
	);
	expect(await query('SELECT name, holder_version FROM attendees WHERE id = $1', [order.ids[0]])).toEqual([
		{ name: 'Grace', holder_version: 1 },
	]);
	const offered = await api.post(`${order.path}/attendees/${order.ids[1]}/transfer`, {
		name: 'Mary',
		email: 'mary@example.org',
	});
	expect(offered.status, JSON.stringify(offered.body)).toBe(201);
	expect(say(await change(order, swap(order.ids[1], event.boxId)))).toEqual([
		422,
		'change-not-allowed',
		'offered',
	]);
	await expectInvariants(services);
});

test('is refused of orders that are not confirmed, were refunded in part, or whose event is over', async () => {
	const event = await makeEvent();
	const part = await buyTickets(api, event);
	await refundOrder(api, event, part, { token: owner.token, amountMinor: 100 });
	expect(say(await change(part, swap(part.ids[0], event.boxId)))).toEqual([
		422,
		'change-not-allowed',
		'refunded',
	]);
	const order = await buyTickets(api, event);
	await moveEvent(services, event.id, { start: -3, end: -1 });
	expect(say(await change(order, swap(order.ids[0], event.boxId)))).toEqual([
		422,
		'change-not-allowed',
		'no-changes',
	]);
});

test('of two organisers at the same time one changes a ticket, and the other is refused', async () => {
	const event = await makeEvent();
	const order = await buyTickets(api, event);
	const wanted = [event.boxId, event.benchId].map((type) => ({
		...swap(order.ids[0], type),
		differenceBy: 'nobody' as const,
		returnsDifference: false,
	}));
	const hashes = await Promise.all(wanted.map(async (one) => (await quote(order, one)).body.hash as string));
	const answers = await Promise.all(
		wanted.map((one, index) => send(order, one, hashes[index] as string, owner.token, apis[index])),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
	expect(answers.find(({ status }) => status === 422)?.body.metadata.rule).toBe('price-changed');
	const [name] = await typesOf(order);
	expect(name).toBe(answers[0]?.status === 201 ? 'Box' : 'Bench');
	await expectInvariants(services);
});

test('of two organisers who want the last place, one gets it', async () => {
	const event = await makeEvent();
	const lastId = await addType(event, { name: 'Last', priceMinor: 2_400, capacity: 1 });
	const orders = [await buyTickets(api, event), await buyTickets(api, event)];
	const wanted = orders.map((order) => swap(order.ids[0], lastId));
	const hashes = await Promise.all(
		orders.map(async (order, index) => (await quote(order, wanted[index] as Wanted)).body.hash as string),
	);
	const answers = await Promise.all(
		orders.map((order, index) =>
			send(order, wanted[index] as Wanted, hashes[index] as string, owner.token, apis[index]),
		),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
	expect(await poolOf(lastId)).toEqual({ confirmed: 1, held: 0 });
	await expectInvariants(services);
});
