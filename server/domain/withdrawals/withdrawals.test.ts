import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { moveEvent } from '#tests/factories/events.ts';
import { buyGiftCards, type CardSeller, makeCardSeller } from '#tests/factories/gift-cards.ts';
import {
	buyTickets,
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	markPaid,
	payByGiftCard,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { services, api, query } = useTestApi({ environment: { TRUST_PROXY: '1' } });
let owner: TestUser;
let seller: CardSeller;

beforeEach(async () => {
	owner = await makeUser(services);
	seller = await makeCardSeller(services, api, owner);
});

const withKey = (more: object = {}) => ({ headers: { 'Idempotency-Key': randomUUID() }, ...more });
const send = (body: object, slug = seller.slug) =>
	api.post(`/api/organisers/${slug}/withdrawals`, {
		name: 'Ada Lovelace',
		email: 'ada@example.org',
		...body,
	});
const list = async (query = '') =>
	(await api.get(`/api/organisations/${owner.organisationId}/withdrawals${query}`, { token: owner.token }))
		.body.data;
const decide = (id: string, how: 'accept' | 'decline', body: object = {}, token = owner.token) =>
	api.post(`/api/organisations/${owner.organisationId}/withdrawals/${id}/${how}`, body, withKey({ token }));
const refunds = () =>
	query('SELECT amount_minor::int AS minor, reason FROM refunds WHERE organisation_id = $1 ORDER BY id', [
		owner.organisationId,
	]);
const facts = () =>
	query(
		`SELECT name, payload->>'isAccepted' AS accepted FROM facts WHERE organisation_id = $1 AND name LIKE 'withdrawals.%' ORDER BY id`,
		[owner.organisationId],
	);
/** An event with goods at 24.00: shirts that are handed over there, or open tickets. */
const makeGoods = (type: object = {}) =>
	makePricedEvent(services, api, owner, { name: 'Day ticket', hasWithdrawal: true, ...type });

describe('gift cards', () => {
	test('are refunded at once by their number, as far as something is left, and end', async () => {
		const { purchase, token } = await buyGiftCards(api, seller.slug, [{}, { amountMinor: 5_000 }]);
		const sent = await send({ reference: purchase.number.toLowerCase().replaceAll('-', ' ') });
		expect(sent.status, JSON.stringify(sent.body)).toBe(201);
		expect(Object.keys(sent.body)).toEqual(['receivedAt']);
		expect(await refunds()).toEqual([{ minor: 7_500, reason: 'withdrawal' }]);
		expect((await send({ reference: purchase.number })).body).toEqual(sent.body);
		expect(await list()).toHaveLength(1);
		const after = await api.get(`/api/gift-card-purchases/${token}`);
		expect(after.body.cards.map((card: { state: string }) => card.state)).toEqual(['cancelled', 'cancelled']);
		const [row] = await list();
		expect(row).toMatchObject({
			...{ state: 'accepted', obstacle: null, refundMinor: 7_500, currency: 'EUR' },
			subject: { kind: 'gift_cards', number: purchase.number },
		});
		expect(row.items).toHaveLength(2);
		expect(await facts()).toEqual([{ name: 'withdrawals.received', accepted: 'true' }]);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('give back what was not used, by the link of their buyer', async () => {
		const { purchase, token, path } = await buyGiftCards(api, seller.slug, [{ amountMinor: 5_000 }]);
		const { code } = (await api.get(`${path}/cards/${purchase.cards[0]?.id}/code`)).body;
		const order = await holdTickets(api, seller);
		expect((await payByGiftCard(api, order, { code })).status).toBe(201);
		const offer = await api.get(`${path}/withdrawal`);
		expect(offer.body).toMatchObject({
			...{ name: 'Ada Lovelace', reference: purchase.number, last: null },
			items: [{ refundMinor: 5_000 - order.totalMinor }],
		});
		const done = await api.post(`${path}/withdrawal`, { name: 'Ada' }, withKey());
		expect(done.status, JSON.stringify(done.body)).toBe(201);
		expect(done.body).toMatchObject({
			items: [],
			last: { state: 'accepted', refundMinor: 5_000 - order.totalMinor },
		});
		expect(token).toBeTruthy();
		const again = await api.post(`${path}/withdrawal`, { name: 'Ada' }, withKey());
		expect(again.body.metadata.rule).toBe('withdrawal-not-possible');
		await expectInvariants(services);
	});

	test('that cannot be refunded at once are for a member to decide: no statement is lost', async () => {
		const { purchase } = await buyGiftCards(api, seller.slug);
		const turn = async (currency: string, returned: string, balance: string) => {
			await query(
				`UPDATE gift_cards SET currency = $2, returned_minor = ${returned}, balance_minor = ${balance} WHERE organisation_id = $1`,
				[owner.organisationId, currency],
			);
			await query('UPDATE gift_card_purchases SET currency = $2 WHERE organisation_id = $1', [
				owner.organisationId,
				currency,
			]);
		};
		// Dinars go back in steps of ten fils: of five nothing can.
		await turn('KWD', 'balance_minor - 5', '5');
		expect((await send({ reference: purchase.number })).status).toBe(201);
		expect(await list()).toMatchObject([{ state: 'received', obstacle: 'refused', refundMinor: 0 }]);
		await turn('EUR', '0', 'issued_minor');
		await expectInvariants(services);
	});

	test('of a seller outside the area, and those bought too long ago, are for the organiser to decide', async () => {
		const { purchase } = await buyGiftCards(api, seller.slug);
		await query(
			`UPDATE gift_card_purchases SET paid_at = now() - interval '20 days' WHERE organisation_id = $1`,
			[owner.organisationId],
		);
		expect((await send({ reference: purchase.number })).status).toBe(201);
		expect(await list()).toMatchObject([{ state: 'received', obstacle: 'late' }]);
		expect(await refunds()).toEqual([]);
		await enterSellerDetails(services, owner.organisationId, { countryCode: 'US' });
		expect((await send({ reference: purchase.number })).status).toBe(404);
	});
});

describe('an order', () => {
	test('is given up with its service fee; tickets that are tied to a date stay', async () => {
		const event = await makeGoods();
		const order = await buyTickets(api, event, 2);
		const sent = await send({ reference: order.body.code });
		expect(sent.status, JSON.stringify(sent.body)).toBe(201);
		expect(await refunds()).toEqual([{ minor: order.totalMinor, reason: 'withdrawal' }]);
		// A second press says the same again, and leaves nothing to decide.
		expect((await send({ reference: order.body.code })).body).toEqual(sent.body);
		expect(await list()).toHaveLength(1);
		expect((await api.get(order.path)).body.status).toBe('cancelled');
		await settleAll(services);
		await expectInvariants(services);
	});

	test('without anything of the kind waits for the organiser, who declines it with words', async () => {
		const order = await buyTickets(api, seller);
		await send({ reference: order.body.code });
		const [row] = await list();
		expect(row).toMatchObject({ state: 'received', obstacle: 'no-right' });
		expect((await api.get(order.path)).body.status).toBe('confirmed');
		const note = 'Tickets for a concert have no right of withdrawal.';
		const other = await makeMember(services, owner.organisationId, 'marketing');
		expect((await decide(row.id, 'decline', { note }, other.token)).status).toBe(403);
		expect((await decide(row.id, 'decline', { note })).body).toMatchObject({ state: 'declined', note });
		expect((await decide(row.id, 'accept')).body.metadata.rule).toBe('withdrawal-decided');
		expect(
			await query(
				`SELECT template, count(*)::int AS count FROM mails WHERE organisation_id = $1 AND template LIKE '%withdrawal%'
				GROUP BY template ORDER BY template`,
				[owner.organisationId],
			),
		).toEqual([
			{ template: 'organisers/withdrawal', count: 1 },
			{ template: 'withdrawals/decided', count: 1 },
			{ template: 'withdrawals/received', count: 1 },
		]);
		expect((await list('?state=received')).length).toBe(0);
		await expectInvariants(services);
	});

	test('by its link: some tickets, and only what has the right', async () => {
		const event = await makeGoods();
		const order = await buyTickets(api, event, 3);
		const offer = (await api.get(`${order.path}/withdrawal`)).body;
		expect(offer.items).toHaveLength(3);
		expect(offer.items[0]).toMatchObject({ name: 'Day ticket', refundMinor: 2_400 });
		const [first] = order.ids;
		const key = randomUUID();
		const post = () =>
			api.post(
				`${order.path}/withdrawal`,
				{ name: 'Ada', attendeeIds: [first] },
				{ headers: { 'Idempotency-Key': key } },
			);
		expect((await post()).body).toMatchObject({ last: { state: 'accepted', refundMinor: 2_400 } });
		expect((await post()).body.items).toHaveLength(2);
		expect(await refunds()).toHaveLength(1);
		const plain = await buyTickets(api, seller);
		const none = await api.post(`${plain.path}/withdrawal`, { name: 'Ada' }, withKey());
		expect(none.body.metadata.rule).toBe('withdrawal-not-possible');
		await expectInvariants(services);
	});

	test('is too late after the fourteenth day; of an add-on that day counts from the end of the event', async () => {
		const event = await makeGoods();
		const order = await buyTickets(api, event);
		await query(`UPDATE orders SET confirmed_at = now() - interval '20 days' WHERE id = $1`, [order.id]);
		expect((await api.get(`${order.path}/withdrawal`)).body.items).toEqual([]);
		await query(`UPDATE ticket_types SET kind = 'add_on' WHERE id = $1`, [event.ticketTypeId]);
		expect((await api.get(`${order.path}/withdrawal`)).body.items).toHaveLength(1);
		await query(`UPDATE ticket_types SET kind = 'paid' WHERE id = $1`, [event.ticketTypeId]);
		await send({ reference: order.body.code });
		const [row] = await list();
		expect(row).toMatchObject({ state: 'received', obstacle: 'late', subject: { kind: 'order' } });
		// The same contract is one statement while it waits.
		await send({ reference: order.body.code });
		expect(await list()).toHaveLength(1);
		expect((await decide(row.id, 'accept')).body).toMatchObject({ state: 'accepted', refundMinor: 2_400 });
		expect((await api.get(order.path)).body.status).toBe('cancelled');
		await expectInvariants(services);
	});

	test('of goods is accepted after the end of the event, and money that came by transfer is owed to the buyer', async () => {
		const event = await makeGoods();
		const order = await buyTickets(api, event, 1, (held) =>
			markPaid(api, event, held, { token: owner.token }),
		);
		await query(`UPDATE ticket_types SET kind = 'add_on' WHERE id = $1`, [event.ticketTypeId]);
		await moveEvent(services, event.id, { start: -33, end: -30 });
		expect((await send({ reference: order.body.code })).status).toBe(201);
		expect(await list()).toMatchObject([{ state: 'accepted', refundMinor: 2_400 }]);
		expect((await api.get(order.path)).body.status).toBe('cancelled');
		const path = `/api/events/${event.id}/orders/${order.id}`;
		expect((await api.get(path, { token: owner.token })).body.toSendMinor).toBe(2_400);
		await expectInvariants(services);
	});

	test('that was used to enter waits; accepted by a member, what its buyer holds then is refunded', async () => {
		const event = await makeGoods();
		const order = await buyTickets(api, event, 2);
		await query(
			`INSERT INTO check_ins (id, organisation_id, event_id, list_id, attendee_id, verdict, method, scanned_at)
			VALUES ($1, $2, $3, $3, $4, 'accepted', 'manual', now())`,
			[randomUUID(), owner.organisationId, event.id, order.ids[0]],
		);
		expect((await api.get(`${order.path}/withdrawal`)).body.items).toHaveLength(1);
		await send({ reference: order.body.code });
		const [row] = await list();
		expect(row).toMatchObject({ state: 'received', obstacle: 'used' });
		expect((await api.get(`${order.path}/withdrawal`)).body).toMatchObject({
			items: [],
			last: { state: 'received' },
		});
		const open = await api.post(`${order.path}/withdrawal`, { name: 'Ada' }, withKey());
		expect(open.body.metadata.rule).toBe('withdrawal-open');
		expect((await decide(row.id, 'accept', { note: 'As a courtesy' })).body).toMatchObject({
			refundMinor: 4_800,
		});
		await expectInvariants(services);
	});

	test('with a right of withdrawal keeps it: the organiser cannot turn it off once it is sold', async () => {
		const event = await makeGoods();
		await buyTickets(api, event);
		const patched = await api.patch(
			`/api/events/${event.id}/ticket-types/${event.ticketTypeId}`,
			{ hasWithdrawal: false },
			{ token: owner.token },
		);
		expect(patched.body.metadata.rule).toBe('withdrawal-promised');
	});
});

describe('whoever sends a statement', () => {
	test('learns nothing of what is there', async () => {
		const order = await buyTickets(api, await makeGoods());
		const answers = [
			await send({ reference: order.body.code, email: 'mallory@example.org' }),
			await send({ reference: 'ZZZZZZ' }),
			await send({ reference: 'ZZZZZZ' }),
			await send({ reference: 'whatever' }),
		];
		expect(answers.map(({ status, body }) => [status, Object.keys(body)])).toEqual(
			answers.map(() => [201, ['receivedAt']]),
		);
		expect((await list()).map(({ obstacle }: { obstacle: string }) => obstacle)).toEqual([
			...['unmatched', 'unmatched', 'unmatched'],
		]);
		expect((await send({ reference: 'ZZZZZZ' })).status).toBe(201);
		expect((await api.get(order.path)).body.status).toBe('confirmed');
		const [row] = await list();
		expect((await decide(row.id, 'accept')).body).toMatchObject({ state: 'accepted', refundMinor: 0 });
		await expectInvariants(services);
	});

	test('is held to a few in an hour, and finds no organiser without anything of the kind', async () => {
		for (const _ of [1, 2, 3]) expect((await send({ reference: randomUUID() })).status).toBe(201);
		expect((await send({ reference: randomUUID() })).status).toBe(429);
		const other = await makeUser(services);
		const [{ slug }] = await query('SELECT slug FROM organisations WHERE id = $1', [other.organisationId]);
		expect((await send({ reference: 'ZZZZZZ' }, slug)).status).toBe(404);
		expect((await api.get(`/api/organisers/${seller.slug}/withdrawals`)).body.organiser.slug).toBe(
			seller.slug,
		);
	});
});
