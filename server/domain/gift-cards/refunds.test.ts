import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { buyGiftCards, issueCard, offerGiftCards } from '#tests/factories/gift-cards.ts';
import {
	holdTickets,
	makePricedEvent,
	type PricedEvent,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api, query } = useTestApi();
let owner: TestUser;
let event: PricedEvent;

beforeEach(async () => {
	owner = await makeUser(services);
	event = await makePricedEvent(services, api, owner, { priceMinor: 2_000 });
	await offerGiftCards(services, owner);
});

const path = (card: { id: string }) => `/api/organisations/${owner.organisationId}/gift-cards/${card.id}`;
const act = (card: { id: string }, action: string, body?: object) =>
	api.post(`${path(card)}/${action}`, body, {
		token: owner.token,
		headers: { 'Idempotency-Key': randomUUID() },
	});
const get = async (card: { id: string }) => (await api.get(path(card), { token: owner.token })).body;
const rule = (answer: { status: number; body: { code?: string; metadata?: { rule?: string } } }) => [
	answer.status,
	answer.body.metadata?.rule ?? answer.body.code,
];

/** A card that was bought online, with its code. */
async function buyCard(amountMinor = 5_000) {
	const [{ slug }] = (await query('SELECT slug FROM organisations WHERE id = $1', [
		owner.organisationId,
	])) as [{ slug: string }];
	const { purchase, path: bought } = await buyGiftCards(api, slug, [{ amountMinor }]);
	await settleAll(services);
	const id = purchase.cards[0]?.id as string;
	const { body } = await api.get(`${bought}/cards/${id}/code`);
	return { id, code: body.code as string };
}

async function payWith(card: { code: string }, quantity = 1) {
	const order = await holdTickets(api, event, quantity);
	const paid = await api.post(
		`/api/orders/${order.manageToken}/payments`,
		{ method: 'gift_card', giftCard: card.code, quoteHash: order.quoteHash },
		{ headers: { 'Idempotency-Key': randomUUID() } },
	);
	return { order, paid };
}

describe('a refund', () => {
	test('returns what is left to the card that paid, and says so in the movements', async () => {
		const card = await buyCard();
		const { order, paid } = await payWith(card);
		expect(paid.status).toBe(201);
		expect(await get(card)).toMatchObject({ balanceMinor: 3_000, refundableMinor: 3_000 });
		const answer = await act(card, 'refund', { reason: 'Asked for it' });
		expect(answer.body).toMatchObject({ state: 'cancelled', balanceMinor: 0, refundableMinor: 0 });
		await settleAll(services);
		const shown = await get(card);
		expect(
			shown.movements.map(({ kind, amountMinor }: { kind: string; amountMinor: number }) => [
				kind,
				amountMinor,
			]),
		).toEqual([
			['refunded', -3_000],
			['used', -2_000],
			['issued', 5_000],
		]);
		expect(shown.movements[1].order).toMatchObject({ id: order.id, eventId: event.id });
		expect(rule(await act(card, 'refund'))).toEqual([422, 'gift-card-empty']);
		await expectInvariants(services);
	});

	test('of an order goes back to the card, from where it can be refunded again', async () => {
		const card = await buyCard();
		const { order } = await payWith(card);
		await act(card, 'refund');
		await settleAll(services);
		await refundOrder(api, event, order, { token: owner.token });
		await settleAll(services);
		const back = await get(card);
		expect(back).toMatchObject({ state: 'active', balanceMinor: 2_000, refundableMinor: 2_000 });
		expect(back.movements[0]).toMatchObject({
			kind: 'returned',
			amountMinor: 2_000,
			order: { id: order.id },
		});
		expect((await act(card, 'refund')).status).toBe(200);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('of a blocked card is made, of one whose payment is disputed it is not', async () => {
		const card = await buyCard();
		await act(card, 'block');
		expect((await act(card, 'refund')).body).toMatchObject({ state: 'cancelled', blockedBy: null });
		const other = await buyCard();
		await query(
			`UPDATE payments SET contested_minor = captured_minor
			WHERE subject_id = (SELECT purchase_id FROM gift_cards WHERE id = $1)`,
			[other.id],
		);
		expect((await get(other)).refundableMinor).toBe(0);
		expect(rule(await act(other, 'refund'))).toEqual([422, 'more-than-paid']);
		await query(
			`UPDATE payments SET contested_minor = 0 WHERE subject_id = (SELECT purchase_id FROM gift_cards WHERE id = $1)`,
			[other.id],
		);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('of a large amount wants a fresh sign-in', async () => {
		await offerGiftCards(services, owner, { mostMinor: 100_000 });
		const card = await buyCard(60_000);
		await query(`UPDATE sessions SET confirmed_at = now() - interval '1 day' WHERE user_id = $1`, [
			owner.userId,
		]);
		expect(rule(await act(card, 'refund'))).toEqual([403, 'confirm-sign-in']);
		expect(await get(card)).toMatchObject({ state: 'active', balanceMinor: 60_000 });
	});

	test('that the bank sent back can be made again', async () => {
		const card = await buyCard();
		await act(card, 'refund');
		await settleAll(services);
		const [refund] = await query(
			`SELECT r.id, r.payment_id FROM refunds r JOIN gift_cards c ON c.purchase_id = r.subject_id WHERE c.id = $1`,
			[card.id],
		);
		// As the provider says it days later.
		await query(`UPDATE refunds SET state = 'failed' WHERE id = $1`, [refund.id]);
		await query(`UPDATE payments SET refunded_minor = 0 WHERE id = $1`, [refund.payment_id]);
		await query(
			`INSERT INTO ledger_transfers (organisation_id, event_id, subject_id, source_kind, source_id, kind, line, debit, credit, currency, amount_minor)
			SELECT organisation_id, event_id, subject_id, 'refund_failed', source_id, kind, line, credit, debit, currency, amount_minor
			FROM ledger_transfers WHERE source_id = $1 AND source_kind = 'refund'`,
			[refund.id],
		);
		await query(
			`UPDATE ledger_subjects SET balance_minor = balance_minor - 5000, returned_minor = returned_minor - 5000, transfers = transfers + 1
			WHERE subject_id = (SELECT purchase_id FROM gift_cards WHERE id = $1)`,
			[card.id],
		);
		expect(await get(card)).toMatchObject({ state: 'cancelled', balanceMinor: 0, refundableMinor: 5_000 });
		expect((await act(card, 'refund')).body).toMatchObject({ state: 'cancelled', refundableMinor: 0 });
		expect(rule(await act(card, 'refund'))).toEqual([422, 'gift-card-empty']);
	});
});

test('a disputed purchase of gift cards is named in the lists of money, and what is known of it is suggested as evidence', async () => {
	const card = await buyCard();
	await payWith(card);
	const [payment] = await query(
		`SELECT p.provider_id, a.provider_account FROM payments p JOIN payment_accounts a ON a.id = p.account_id
		WHERE p.subject_id = (SELECT purchase_id FROM gift_cards WHERE id = $1)`,
		[card.id],
	);
	await services.testGateway?.openDispute(payment.provider_account, payment.provider_id);
	await settleAll(services);
	expect(await get(card)).toMatchObject({ state: 'blocked', blockedBy: 'dispute', refundableMinor: 0 });
	expect(rule(await act(card, 'unblock'))).toEqual([422, 'gift-card-not-usable']);
	expect(rule(await act(card, 'refund'))).toEqual([422, 'more-than-paid']);
	const disputes = `/api/organisations/${owner.organisationId}/disputes`;
	const { body } = await api.get(disputes, { token: owner.token });
	expect(body.data).toEqual([expect.objectContaining({ isOfGiftCards: true, eventId: null })]);
	const evidence = await api.get(`${disputes}/${body.data[0].id}/evidence`, { token: owner.token });
	expect(evidence.body).toMatchObject({ product: '1 gift card' });
	expect(evidence.body.explanation).toContain('Ada Lovelace (ada@example.org) ordered 1 gift card');
	expect(evidence.body.explanation).toContain('paid for an order.');
	const differences = await api.get(`/api/organisations/${owner.organisationId}/differences`, {
		token: owner.token,
	});
	expect(differences.body.data).toEqual([]);
	const other = await makeUser(services);
	expect((await api.get(`${disputes}/${body.data[0].id}/evidence`, { token: other.token })).status).toBe(404);
	await expectInvariants(services);
});

describe('at the same time', () => {
	const waiting = async () =>
		(
			await query(
				`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
			)
		).length;

	/** Two calls that wait for the card, and then go on in the order in which they came. */
	async function bothAtOnce<A, B>(
		card: { id: string },
		first: () => Promise<A>,
		second: () => Promise<B>,
	): Promise<[A, B]> {
		const client = await database().pool.connect();
		try {
			await client.query('BEGIN');
			await client.query('SELECT FROM gift_cards WHERE id = $1 FOR UPDATE', [card.id]);
			const one = first();
			await expect.poll(waiting).toBe(1);
			const two = second();
			await expect.poll(waiting).toBe(2);
			await client.query('COMMIT');
			return [await one, await two];
		} finally {
			client.release();
		}
	}

	test('a card is refunded and used: what came first is not in the other', async () => {
		const first = await buyCard();
		const [refunded, used] = await bothAtOnce(
			first,
			() => act(first, 'refund'),
			() => payWith(first),
		);
		expect([refunded.status, rule(used.paid)]).toEqual([200, [422, 'gift-card-not-usable']]);
		const second = await buyCard();
		const [paid, rest] = await bothAtOnce(
			second,
			() => payWith(second),
			() => act(second, 'refund'),
		);
		expect([paid.paid.status, rest.status]).toEqual([201, 200]);
		expect(await get(second)).toMatchObject({ state: 'cancelled', balanceMinor: 0 });
		const amounts = await query(
			`SELECT amount_minor::int AS minor FROM refunds r JOIN gift_cards c ON c.purchase_id = r.subject_id WHERE c.id = $1`,
			[second.id],
		);
		expect(amounts).toEqual([{ minor: 3_000 }]);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('what was read before the card was held would be spent twice, and is found', async () => {
		const card = await buyCard();
		const [{ balance }] = (await query('SELECT balance_minor::int AS balance FROM gift_cards WHERE id = $1', [
			card.id,
		])) as [{ balance: number }];
		expect((await payWith(card)).paid.status).toBe(201);
		const write = (balanceMinor: number, returnedMinor: number) =>
			query('UPDATE gift_cards SET balance_minor = $2, returned_minor = $3 WHERE id = $1', [
				...[card.id, balanceMinor, returnedMinor],
			]);
		await write(0, balance);
		await expect(expectInvariants(services)).rejects.toThrow('gift-cards.balances-add-up');
		await write(3_000, 0);
		await expectInvariants(services);
	});

	test('a card is refunded twice: once', async () => {
		const card = await buyCard();
		const client = await database().pool.connect();
		await client.query('BEGIN');
		await client.query(
			'SELECT FROM payments WHERE subject_id = (SELECT purchase_id FROM gift_cards WHERE id = $1) FOR UPDATE',
			[card.id],
		);
		const both = [act(card, 'refund'), act(card, 'refund')];
		await expect.poll(waiting).toBe(2);
		await client.query('COMMIT');
		client.release();
		const answers = (await Promise.all(both)).map(rule).sort();
		expect(answers).toEqual([
			[200, undefined],
			[422, 'gift-card-empty'],
		]);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('a card gets a new code and is used by the old one', async () => {
		const card = await issueCard(services, owner, { recipientEmail: 'grace@example.org' });
		const [renewed, used] = await bothAtOnce(
			card,
			() => act(card, 'renew'),
			() => payWith(card),
		);
		expect([renewed.status, rule(used.paid)]).toEqual([200, [422, 'gift-card-unknown']]);
		const other = await issueCard(services, owner, { recipientEmail: 'grace@example.org' });
		const [paid, late] = await bothAtOnce(
			other,
			() => payWith(other),
			() => act(other, 'renew'),
		);
		expect([paid.paid.status, late.status]).toEqual([201, 200]);
		expect(await get(other)).toMatchObject({ balanceMinor: 3_000 });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('a card is blocked and used: one of both comes first', async () => {
		const card = await issueCard(services, owner);
		const [blocked, used] = await bothAtOnce(
			card,
			() => act(card, 'block'),
			() => payWith(card),
		);
		expect([blocked.status, rule(used.paid)]).toEqual([200, [422, 'gift-card-not-usable']]);
		await settleAll(services);
		await expectInvariants(services);
	});
});
