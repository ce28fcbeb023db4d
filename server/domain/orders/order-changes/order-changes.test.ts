import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { WantedChange } from '#shared/rules/order-changes.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import {
	buyTickets,
	cardToken,
	enterSellerDetails,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import type { TestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { issueDueReceipts } from '../documents/due-receipts.ts';
import { lapseChanges } from './change-order.ts';

const { services, api, apis, owner: usual, query } = useTestServers({ poolSize: 20 });
let owner = usual;
let token: string;
beforeAll(() => {
	token = owner.token;
});

const anyTime = { until: null, allowsLower: true };

interface Money {
	amountMinor: number;
	state: string;
}
interface Line {
	grossMinor: number;
	taxMinor: number;
}

/** An event with "Seat" at 24.00 and "Box" at 40.00, ten each, whose tickets can be changed. */
async function makeEvent(
	rules: object | null = anyTime,
	box: object = {},
	seat: object = {},
): Promise<PricedEvent & { boxId: string }> {
	const event = await makePricedEvent(services, api, owner, { taxBasisPoints: 1_900, ...seat });
	const boxId = await addType(event, { name: 'Box', priceMinor: 4_000, taxBasisPoints: 1_900, ...box });
	await setRules(event, rules);
	return { ...event, boxId };
}

async function addType(event: { id: string }, more: object): Promise<string> {
	const type = { kind: 'paid', currency: 'EUR', capacity: 10, ...more };
	const { status, body } = await api.post(`/api/events/${event.id}/ticket-types`, type, { token });
	expect(status, JSON.stringify(body)).toBe(201);
	return body.id;
}

const setRules = (event: { id: string }, rules: object | null) =>
	query('UPDATE events SET change_rules = $2 WHERE id = $1', [event.id, JSON.stringify(rules)]);

const quote = (path: string, wanted: Partial<WantedChange>, on = api) =>
	on.post(`${path}/changes/quote`, wanted);
const send = (path: string, wanted: Partial<WantedChange>, hash: string, on = api) =>
	on.post(`${path}/changes`, { ...wanted, hash }, { headers: { 'Idempotency-Key': randomUUID() } });

/** Asks what a change comes to, and makes it. */
async function change(path: string, wanted: Partial<WantedChange>, on = api) {
	const quoted = await quote(path, wanted, on);
	if (quoted.status !== 200) return quoted;
	return send(path, wanted, quoted.body.hash, on);
}

const swap = (attendeeId: string, ticketTypeId: string) => ({ tickets: [{ attendeeId, ticketTypeId }] });

async function pay(path: string, hash: string, on = api, number?: string) {
	return on.post(
		`${path}/payments`,
		{ method: 'card', confirmationToken: await cardToken(on, number), quoteHash: hash },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
}

const typesOf = async (path: string) =>
	(await api.get(path)).body.attendees
		.filter(({ status }: { status: string }) => status === 'active')
		.map(({ ticketTypeName }: { ticketTypeName: string }) => ticketTypeName)
		.sort();
const poolOf = async (typeId: string) =>
	(
		await query(
			'SELECT p.confirmed, p.held FROM capacity_pools p JOIN ticket_types t ON t.pool_id = p.id WHERE t.id = $1',
			[typeId],
		)
	)[0];
const say = ({ status, body }: Awaited<ReturnType<TestApi['get']>>) => [
	status,
	body.metadata?.rule ?? body.code,
	...(body.metadata?.obstacle ? [body.metadata.obstacle] : []),
];

describe('a ticket that is changed for one that costs more', () => {
	test('is changed once the difference is paid; its place is held until then', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 2);
		const [first, second] = order.ids as [string, string];
		const codes = order.body.attendees.map(({ ticketCode }: { ticketCode: string }) => ticketCode);
		const quoted = await quote(order.path, swap(first, event.boxId));
		expect(quoted.body).toMatchObject({ differenceMinor: 1_600, keptMinor: 0, currency: 'EUR' });
		const waiting = await change(order.path, swap(first, event.boxId));
		expect(waiting.status).toBe(201);
		expect(waiting.body).toMatchObject({
			status: 'confirmed',
			canChange: false,
			change: { differenceMinor: 1_600, hash: quoted.body.hash },
			paymentMethods: ['card'],
			cardForm: expect.anything(),
		});
		expect([await poolOf(event.ticketTypeId), await poolOf(event.boxId)]).toEqual([
			{ confirmed: 2, held: 0 },
			{ confirmed: 0, held: 1 },
		]);
		await expectInvariants(services);
		expect(say(await change(order.path, swap(second, event.boxId)))).toEqual([
			422,
			'change-not-allowed',
			'payment-in-progress',
		]);
		expect(say(await pay(order.path, 'another'))).toEqual([422, 'price-changed']);
		expect((await pay(order.path, quoted.body.hash, api, '4000000000000002')).status).toBe(402);
		expect((await pay(order.path, quoted.body.hash)).body.payment).toMatchObject({
			state: 'succeeded',
			amountMinor: 1_600,
		});
		const { body } = await api.get(order.path);
		expect(body).toMatchObject({ totalMinor: 6_400, change: null, dueMinor: 0, canChange: true });
		expect(await typesOf(order.path)).toEqual(['Box', 'Seat']);
		// The same people with the same codes.
		expect(body.attendees.map(({ ticketCode }: { ticketCode: string }) => ticketCode)).toEqual(codes);
		expect([await poolOf(event.ticketTypeId), await poolOf(event.boxId)]).toEqual([
			{ confirmed: 1, held: 0 },
			{ confirmed: 1, held: 0 },
		]);
		await settleAll(services);
		await expectInvariants(services);
		// Each ticket is refunded at what it cost.
		await refundOrder(api, event, order, { token, attendeeIds: [first], isCancelling: true });
		const refunded = await api.get(order.path);
		expect(refunded.body.refunds.map(({ amountMinor }: { amountMinor: number }) => amountMinor)).toEqual([
			1_600, 2_400,
		]);
		await refundOrder(api, event, order, { token });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('is not changed when nobody pays: the place goes back, and late money too where it is gone', async () => {
		const event = await makeEvent(anyTime, { capacity: 1 });
		const order = await buyTickets(api, event, 1);
		const [first] = order.ids as [string];
		const waiting = await change(order.path, swap(first, event.boxId));
		await query(`UPDATE order_changes SET expires_at = now() - interval '1 second' WHERE order_id = $1`, [
			order.id,
		]);
		expect(say(await pay(order.path, waiting.body.change.hash))).toEqual([422, 'hold-ended']);
		await query(`UPDATE order_changes SET expires_at = now() + interval '1 minute' WHERE order_id = $1`, [
			order.id,
		]);
		// Their bank asks; meanwhile the time is over and somebody else takes the place.
		const asked = await pay(order.path, waiting.body.change.hash, api, '4000002500003155');
		expect(asked.body.payment.state).toBe('requires_action');
		await query(`UPDATE order_changes SET expires_at = now() - interval '1 second' WHERE order_id = $1`, [
			order.id,
		]);
		expect(await lapseChanges(services)).toBe(1);
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 0, held: 0 });
		await buyTickets(api, { ...event, ticketTypeId: event.boxId }, 1);
		await completeChallenge(asked.body.payment.id);
		await settleAll(services);
		const { body } = await api.get(order.path);
		expect(body).toMatchObject({ totalMinor: 2_400, change: null, dueMinor: 0 });
		expect(body.refunds).toMatchObject([{ amountMinor: 1_600, state: 'succeeded' }]);
		expect(await typesOf(order.path)).toEqual(['Seat']);
		expect(await query('SELECT state FROM order_changes WHERE order_id = $1', [order.id])).toEqual([
			{ state: 'returned' },
		]);
		await expectInvariants(services);
	});

	test('is not paid while the event is cancelled', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 1);
		const { body } = await change(order.path, swap(order.ids[0] as string, event.boxId));
		const { hash } = body.change;
		const setStatus = (status: string) =>
			query('UPDATE events SET status = $2 WHERE id = $1', [event.id, status]);
		await setStatus('cancelled');
		expect(say(await pay(order.path, hash))).toEqual([422, 'registration-closed']);
		await setStatus('published');
		expect((await pay(order.path, hash)).status).toBe(201);
		await expectInvariants(services);
	});

	test('can be given up before it is paid', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 1);
		const waiting = await change(order.path, swap(order.ids[0] as string, event.boxId));
		const withdrawn = await api.delete(`${order.path}/changes/${waiting.body.change.id}`);
		expect(withdrawn.body).toMatchObject({ change: null, canChange: true });
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 0, held: 0 });
		expect((await api.delete(`${order.path}/changes/${randomUUID()}`)).status).toBe(404);
		await expectInvariants(services);
	});

	test('takes no further place where both come from the same ones', async () => {
		const event = await makeEvent();
		const shared = await api.post(
			`/api/events/${event.id}/capacity-pools`,
			{ name: 'Hall', size: 1 },
			{ token },
		);
		expect(shared.status, JSON.stringify(shared.body)).toBe(201);
		for (const id of [event.ticketTypeId, event.boxId])
			expect(
				(
					await api.patch(
						`/api/events/${event.id}/ticket-types/${id}`,
						{ sharedPoolId: shared.body.id },
						{ token },
					)
				).status,
			).toBe(200);
		const order = await buyTickets(api, event, 1);
		const [first] = order.ids as [string];
		expect((await api.get(`${order.path}/changes`)).body.tickets[0].options).toContainEqual({
			...{ ticketTypeId: event.boxId, name: 'Box', differenceMinor: 1_600, left: 10 },
		});
		const waiting = await change(order.path, swap(first, event.boxId));
		expect(waiting.status, JSON.stringify(waiting.body)).toBe(201);
		await expectInvariants(services);
		await pay(order.path, waiting.body.change.hash);
		expect(await typesOf(order.path)).toEqual(['Box']);
		expect(say(await change(order.path, { add: [{ ticketTypeId: event.boxId, quantity: 1 }] }))).toEqual([
			422,
			'sold-out',
		]);
		await expectInvariants(services);
	});
});

/** The payer confirms at their bank. */
async function completeChallenge(paymentId: string): Promise<void> {
	const [row] = await query(
		`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id WHERE p.id = $1`,
		[paymentId],
	);
	await services.testGateway?.endChallenge(row.provider_account, row.provider_id, true);
}

describe('a ticket that is changed for one that costs less or the same', () => {
	test('is changed at once; the difference goes back less the fee, and the tax with it', async () => {
		const event = await makeEvent({ ...anyTime, keepMinor: 500 });
		const order = await buyTickets(api, { ...event, ticketTypeId: event.boxId }, 3);
		const [first, second] = order.ids as [string, string];
		const quoted = await quote(order.path, swap(second, event.ticketTypeId));
		expect(quoted.body).toMatchObject({ differenceMinor: -1_100, keptMinor: 500 });
		const changed = await send(order.path, swap(second, event.ticketTypeId), quoted.body.hash);
		expect(changed.body).toMatchObject({ totalMinor: 12_000, change: null });
		await settleAll(services);
		const { body } = await api.get(order.path);
		expect(body).toMatchObject({ dueMinor: 0, refunds: [{ amountMinor: 1_100, state: 'succeeded' }] });
		const sum = (of: (line: Line) => number) =>
			body.lines.reduce((total: number, line: Line) => total + of(line), 0);
		expect([sum((line) => line.grossMinor), sum((line) => line.taxMinor)]).toEqual([10_900, 1_740]);
		await expectInvariants(services);
		// And back: a fee of that ticket, too.
		const back = await quote(order.path, swap(second, event.boxId));
		expect(back.body.differenceMinor).toBe(4_000 - (2_400 - 500));
		await change(order.path, swap(first, event.ticketTypeId));
		await settleAll(services);
		await refundOrder(api, event, order, { token, attendeeIds: [second], isCancelling: true });
		await settleAll(services);
		const amounts = (await api.get(order.path)).body.refunds.map((one: Money) => one.amountMinor);
		expect(amounts).toEqual([1_100, 1_100, 2_400]);
		await expectInvariants(services);
	});

	test('is not for less where the rules say so', async () => {
		const event = await makeEvent({ ...anyTime, allowsLower: false });
		const sameId = await addType(event, { name: 'Balcony', priceMinor: 4_000 });
		const order = await buyTickets(api, { ...event, ticketTypeId: event.boxId }, 1);
		const [first] = order.ids as [string];
		expect(say(await change(order.path, swap(first, event.ticketTypeId)))).toEqual([422, 'lower-price']);
		expect((await api.get(`${order.path}/changes`)).body.tickets[0].options).toMatchObject([
			{ ticketTypeId: sameId, differenceMinor: 0 },
		]);
		expect((await change(order.path, swap(first, sameId))).body.refunds).toEqual([]);
		expect(await typesOf(order.path)).toEqual(['Balcony']);
		await expectInvariants(services);
	});

	test('of a free order costs nothing, or what the new one costs', async () => {
		const event = await makeEvent();
		const freeId = await addType(event, {
			name: 'Free',
			kind: 'free',
			priceMinor: undefined,
			currency: undefined,
		});
		const otherId = await addType(event, {
			name: 'Other',
			kind: 'free',
			priceMinor: undefined,
			currency: undefined,
		});
		const placed = await api.post(`/api/events/${event.id}/orders`, {
			buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
			items: [{ ticketTypeId: freeId, quantity: 1 }],
		});
		const path = `/api/orders/${placed.body.manageToken}`;
		const [{ id }] = placed.body.attendees;
		expect((await change(path, swap(id, otherId))).status).toBe(201);
		expect(await typesOf(path)).toEqual(['Other']);
		const waiting = await change(path, swap(id, event.boxId));
		expect(waiting.body.change.differenceMinor).toBe(4_000);
		expect((await pay(path, waiting.body.change.hash)).status).toBe(201);
		expect((await api.get(path)).body).toMatchObject({ totalMinor: 4_000, dueMinor: 0 });
		expect(await typesOf(path)).toEqual(['Box']);
		await settleAll(services);
		await expectInvariants(services);
		await enterSellerDetails(services, owner.organisationId);
		await issueDueReceipts(services);
		await expectInvariants(services);
	});

	test('of an order that was paid by transfer is owed back', async () => {
		const event = await makeEvent();
		await query(
			`INSERT INTO payment_settings (organisation_id, takes_transfers, transfer_holder, transfer_iban) VALUES ($1, true, 'Hall', 'DE02120300000000202051')
			ON CONFLICT (organisation_id) DO UPDATE SET takes_transfers = true, transfer_holder = 'Hall', transfer_iban = 'DE02120300000000202051'`,
			[owner.organisationId],
		);
		const order = await buyTickets(api, { ...event, ticketTypeId: event.boxId }, 1, (held) =>
			markPaid(api, event, held, { token }),
		);
		const [id] = order.ids as [string];
		expect((await change(order.path, swap(id, event.ticketTypeId))).body.owedMinor).toBe(1_600);
		await expectInvariants(services);
	});
});

test('tickets and add-ons are added, with the names of the buyer', async () => {
	const event = await makeEvent();
	const addOnId = await addType(event, { name: 'Programme', kind: 'add_on', priceMinor: 300 });
	const order = await buyTickets(api, event, 1);
	const add = [
		{ ticketTypeId: event.ticketTypeId, quantity: 2 },
		{ ticketTypeId: addOnId, quantity: 1 },
	];
	const options = (await api.get(`${order.path}/changes`)).body;
	expect(options).toMatchObject({ obstacle: null, currency: 'EUR' });
	expect(options.add.map(({ name, isAddOn }: { name: string; isAddOn: boolean }) => [name, isAddOn])).toEqual(
		[
			['Standard', false],
			['Seat', false],
			['Box', false],
			['Programme', true],
		],
	);
	const waiting = await change(order.path, { add });
	expect(waiting.body.change.differenceMinor).toBe(5_100);
	await pay(order.path, waiting.body.change.hash);
	const { body } = await api.get(order.path);
	expect(await typesOf(order.path)).toEqual(['Programme', 'Seat', 'Seat', 'Seat']);
	expect(new Set(body.attendees.map(({ name }: { name: string }) => name))).toEqual(
		new Set(['Ada Lovelace']),
	);
	expect(new Set(body.attendees.map(({ ticketCode }: { ticketCode: string }) => ticketCode)).size).toBe(4);
	await settleAll(services);
	await expectInvariants(services);
	const much = [{ ticketTypeId: event.ticketTypeId, quantity: 50 }];
	expect(say(await change(order.path, { add: much }))).toEqual([422, 'above-maximum']);
});

test('documents are replaced: credit notes take the old ones back', async () => {
	const event = await makeEvent();
	await enterSellerDetails(services, owner.organisationId);
	const order = await buyTickets(api, event, 1);
	await settleAll(services);
	await issueDueReceipts(services);
	const company = {
		company: 'Analytical Engines Ltd',
		address: '1 Mill\nLondon',
		countryCode: 'GB',
	};
	const asked = await api.post(`${order.path}/invoice`, company);
	expect(asked.status, JSON.stringify(asked.body)).toBeLessThan(300);
	const waiting = await change(order.path, swap(order.ids[0] as string, event.boxId));
	await pay(order.path, waiting.body.change.hash);
	const rows = await query(
		'SELECT kind, gross_minor::int AS gross FROM documents WHERE subject_id = $1 ORDER BY issued_at, id',
		[order.id],
	);
	expect(rows.at(-2)).toEqual({ kind: 'credit_note', gross: -2_400 });
	expect(rows.at(-1)).toEqual({ kind: 'invoice', gross: 4_000 });
	await expectInvariants(services);
});

test('without particulars of the seller another confirmation says what was paid', async () => {
	const seller = await makeUser(services);
	const before = owner;
	owner = seller;
	token = seller.token;
	const event = await makeEvent();
	const order = await buyTickets(api, event, 1);
	await settleAll(services);
	await issueDueReceipts(services);
	const waiting = await change(order.path, swap(order.ids[0] as string, event.boxId));
	await pay(order.path, waiting.body.change.hash);
	await settleAll(services);
	await issueDueReceipts(services);
	owner = before;
	token = before.token;
	const rows = await query(
		'SELECT kind, gross_minor::int AS gross FROM documents WHERE subject_id = $1 ORDER BY issued_at, id',
		[order.id],
	);
	expect(rows).toEqual([
		{ kind: 'payment_confirmation', gross: 2_400 },
		{ kind: 'payment_confirmation', gross: 4_000 },
	]);
	await expectInvariants(services);
});

describe('refused', () => {
	test('where the rules, the order or the ticket say so', async () => {
		const event = await makeEvent(null);
		const order = await buyTickets(api, event, 2);
		const [first, second] = order.ids as [string, string];
		const why = async (id = first) => say(await quote(order.path, swap(id, event.boxId)));
		expect((await api.get(order.path)).body.canChange).toBe(false);
		expect((await api.get(`${order.path}/changes`)).body).toMatchObject({
			obstacle: 'no-changes',
			tickets: [],
		});
		expect(await why()).toEqual([422, 'change-not-allowed', 'no-changes']);
		await setRules(event, { until: { days: 365 }, allowsLower: true });
		expect(await why()).toEqual([422, 'change-not-allowed', 'too-late']);
		await setRules(event, anyTime);
		expect(await why(randomUUID())).toEqual([404, 'RESOURCE_NOT_FOUND']);
		expect(say(await quote(order.path, swap(first, randomUUID())))).toEqual([422, 'ticket-type-closed']);
		expect(say(await quote(order.path, {}))).toEqual([400, 'VALIDATION_FAILED']);
		expect(say(await quote(order.path, swap(first, event.ticketTypeId)))).toEqual([400, 'VALIDATION_FAILED']);
		expect(say(await send(order.path, swap(first, event.boxId), 'seen'))).toEqual([422, 'price-changed']);
		const request = await api.post(`${order.path}/refund-requests`, { attendeeIds: [second] });
		expect(request.status).toBe(201);
		expect(await why()).toEqual([422, 'change-not-allowed', 'refund-requested']);
		await api.delete(`${order.path}/refund-requests/${request.body.refundRequest.id}`);
		await refundOrder(api, event, order, { token, attendeeIds: [second], isCancelling: false });
		expect(await why(second)).toEqual([422, 'change-not-allowed', 'refunded']);
		await query(
			`INSERT INTO check_ins (organisation_id, id, event_id, list_id, attendee_id, verdict, method, scanned_at)
			VALUES ($1, $2, $3, $3, $4, 'accepted', 'manual', now())`,
			[owner.organisationId, randomUUID(), event.id, first],
		);
		expect(await why()).toEqual([422, 'change-not-allowed', 'checked-in']);
	});

	test('for types that are hidden, for several people or a donation', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 1);
		const [id] = order.ids as [string];
		for (const more of [{ isHidden: true }, { admits: 2 }, { kind: 'donation', priceMinor: 500 }]) {
			const typeId = await addType(event, { name: JSON.stringify(more), priceMinor: 5_000, ...more });
			expect(say(await quote(order.path, swap(id, typeId)))).toEqual([422, 'ticket-type-closed']);
		}
	});
});

describe('at the same time', () => {
	test('of many who want the last place, one gets it; nothing is oversold', async () => {
		const event = await makeEvent(anyTime, { capacity: 1, priceMinor: 2_400 });
		const orders = await Promise.all(Array.from({ length: 8 }, () => buyTickets(api, event, 1)));
		const hashes = await Promise.all(
			orders.map(async ({ path, ids }) => (await quote(path, swap(ids[0] as string, event.boxId))).body.hash),
		);
		const answers = await Promise.all(
			orders.map(({ path, ids }, index) =>
				send(path, swap(ids[0] as string, event.boxId), hashes[index], apis[index % 2]),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(422)]);
		await expectInvariants(services);
	});

	test('a change beside a cancellation, a refund and itself: one of them finds what the other left', async () => {
		for (const against of ['cancel', 'refund', 'change'] as const) {
			const event = await makeEvent();
			const order = await buyTickets(api, { ...event, ticketTypeId: event.boxId }, 1);
			const [id] = order.ids as [string];
			const { hash } = (await quote(order.path, swap(id, event.ticketTypeId))).body;
			const acts = {
				cancel: () => apis[1]?.post(`/api/events/${event.id}/orders/${order.id}/cancel`, {}, { token }),
				refund: () => refundOrder(apis[1] as TestApi, event, order, { token, isCancelling: true }),
				change: () => send(order.path, swap(id, event.ticketTypeId), hash, apis[1]),
			};
			const [changed] = await Promise.all([
				send(order.path, swap(id, event.ticketTypeId), hash),
				acts[against](),
			]);
			expect([201, 400, 404, 422]).toContain(changed.status);
			await settleAll(services);
			await expectInvariants(services);
			const { body } = await api.get(order.path);
			const returned = body.refunds.reduce((sum: number, one: Money) => sum + one.amountMinor, 0);
			expect(returned).toBeLessThanOrEqual(4_000);
			if (against === 'change') expect(returned).toBe(1_600);
		}
	});

	test('a payment beside a cancellation: what was paid for nothing goes back', async () => {
		const event = await makeEvent();
		const order = await buyTickets(api, event, 1);
		const waiting = await change(order.path, swap(order.ids[0] as string, event.boxId));
		await Promise.all([
			pay(order.path, waiting.body.change.hash),
			refundOrder(apis[1] as TestApi, event, order, { token, isCancelling: true }),
		]);
		await settleAll(services);
		await query(
			`UPDATE order_changes SET expires_at = now() - interval '1 second' WHERE state = 'awaiting_payment'`,
		);
		await lapseChanges(services);
		await expectInvariants(services);
		const { body } = await api.get(order.path);
		const paid = body.payments.reduce(
			(sum: number, one: Money) => sum + (one.state === 'succeeded' ? one.amountMinor : 0),
			0,
		);
		const returned = body.refunds.reduce((sum: number, one: Money) => sum + one.amountMinor, 0);
		expect(body.status).toBe('cancelled');
		expect(paid - returned).toBeGreaterThanOrEqual(0);
		expect(await poolOf(event.boxId)).toEqual({ confirmed: 0, held: 0 });
	});
});

test('who gave a change up gets their money back when their bank confirms it after all', async () => {
	const event = await makeEvent();
	const order = await buyTickets(api, event, 1);
	const waiting = await change(order.path, swap(order.ids[0] as string, event.boxId));
	const asked = await pay(order.path, waiting.body.change.hash, api, '4000002500003155');
	await api.delete(`${order.path}/changes/${waiting.body.change.id}`);
	await completeChallenge(asked.body.payment.id);
	await settleAll(services);
	const { body } = await api.get(order.path);
	expect([body.totalMinor, body.refunds[0]?.amountMinor]).toEqual([2_400, 1_600]);
	expect(await typesOf(order.path)).toEqual(['Seat']);
	await expectInvariants(services);
});

test('places that a change holds without waiting, and pools that do not count them, are found', async () => {
	const event = await makeEvent();
	const order = await buyTickets(api, event, 1);
	const waiting = await change(order.path, swap(order.ids[0] as string, event.boxId));
	await query(`UPDATE order_changes SET state = 'lapsed', expires_at = NULL WHERE id = $1`, [
		waiting.body.change.id,
	]);
	await expect(expectInvariants(services)).rejects.toThrow('orders.changes-hold-places');
	await query(`UPDATE place_reservations SET state = 'released' WHERE ref_id = $1`, [waiting.body.change.id]);
	await expect(expectInvariants(services)).rejects.toThrow('orders.pools-match-tickets');
	await query(`UPDATE capacity_pools SET held = 0 WHERE event_id = $1`, [event.id]);
	await expectInvariants(services);
});
