import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { sendDueCards } from '#server/domain/gift-cards/send.ts';
import { listDifferences } from '#server/domain/payments/differences.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { issueCard, offerGiftCards } from '#tests/factories/gift-cards.ts';
import {
	buyTickets,
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	payByGiftCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';

/** Refunds, and differences of changes, as gift cards. */
const { services, api, owner, query } = useTestOwner();
let event: PricedEvent;
let token: string;
beforeAll(async () => {
	token = owner.token;
	event = await makePricedEvent(services, api, owner, { capacity: 500 });
	await offerGiftCards(services, owner);
	await query('UPDATE events SET refund_policy = $2 WHERE id = $1', [
		event.id,
		'Full refund until 1 day before the event.',
	]);
});

const keyed = (key: string = randomUUID()) => ({ headers: { 'Idempotency-Key': key } });
const detailOf = async (order: { id: string }) =>
	(await api.get(`/api/events/${event.id}/orders/${order.id}`, { token })).body;
const cardsOf = (order: { id: string }) =>
	query<{ id: string; state: string; issued: number; balance: number; is_test: boolean; email: string }>(
		`SELECT id, state, issued_minor::int AS issued, balance_minor::int AS balance, is_test, recipient_email AS email
		FROM gift_cards WHERE refund_order_id = $1 ORDER BY id`,
		[order.id],
	);
const showCard = (order: { manageToken: string }, id: string) =>
	api.get(`/api/orders/${order.manageToken}/refund-cards/${id}`);
const asCard = (order: { id: string }, more: Record<string, unknown> = {}) =>
	refundOrder(api, event, order, { token, refundTo: 'gift_card', ...more });

describe('a refund by the organiser', () => {
	test('goes onto one new gift card, at once, which pays the next order; the provider moves nothing', async () => {
		const order = await buyTickets(api, event, 2);
		expect(await detailOf(order)).toMatchObject({ canRefundToGiftCard: true });
		const { status, body } = await asCard(order, { attendeeIds: [order.ids[0]], isCancelling: true });
		expect(status, JSON.stringify(body)).toBe(201);
		const [card] = await cardsOf(order);
		expect(card).toMatchObject({
			...{ state: 'active', issued: 2_400, balance: 2_400, is_test: true, email: 'ada@example.org' },
		});
		expect(body.refunds).toMatchObject([
			{ state: 'succeeded', amountMinor: 2_400, giftCardId: card?.id, reason: 'organiser' },
		]);
		expect(body).toMatchObject({ refundedMinor: 2_400, refundingMinor: 0, refundableMinor: 2_400 });
		await settleAll(services);
		expect(
			await query('SELECT provider_id, fee_returned_minor::int AS fee FROM refunds WHERE subject_id = $1', [
				order.id,
			]),
		).toEqual([{ provider_id: null, fee: 0 }]);
		const shown = await showCard(order, card?.id ?? '');
		expect(shown.body).toMatchObject({ currency: 'EUR', balanceMinor: 2_400, expiresOn: null });
		const next = await holdTickets(api, event);
		const paid = await payByGiftCard(api, next, { code: shown.body.code });
		expect(paid.body.order.status).toBe('confirmed');
		const other = await buyTickets(api, event);
		expect((await showCard(other, card?.id ?? '')).status).toBe(404);
		await expectInvariants(services);
	});

	test('is sent to the buyer as a refund, and is no present', async () => {
		const order = await buyTickets(api, event);
		await asCard(order);
		while ((await sendDueCards(services)) > 0);
		const [card] = await cardsOf(order);
		while ((await factPoller.run(services, new AbortController().signal)) > 0);
		const mails = await query(
			`SELECT template, recipient FROM mails WHERE props ->> 'giftCardId' = $1
				OR (template = 'orders/refunded' AND props ->> 'orderId' = $2) ORDER BY template`,
			[card?.id, order.id],
		);
		const recipient = 'ada@example.org';
		expect(mails).toEqual([
			{ template: 'gift-cards/card', recipient },
			{ template: 'orders/refunded', recipient },
		]);
	});

	test('puts what a gift card paid back onto that card, and the rest onto a new one', async () => {
		const old = await issueCard(services, owner, { issuedMinor: 1_000 });
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: old.code, card: '4242424242424242' });
		expect((await asCard(order, { isCancelling: true })).status).toBe(201);
		expect(await cardsOf(order)).toMatchObject([{ issued: 1_400, balance: 1_400 }]);
		expect(await query('SELECT balance_minor::int AS n FROM gift_cards WHERE id = $1', [old.id])).toEqual([
			{ n: 1_000 },
		]);
		await expectInvariants(services);
	});

	test('of a transfer is not owed to anyone', async () => {
		const order = await holdTickets(api, event);
		expect((await markPaid(api, event, order, { token })).status).toBe(200);
		const { body } = await asCard(order);
		expect(body).toMatchObject({ refundedMinor: 2_400, toSendMinor: 0, refunds: [{ state: 'succeeded' }] });
		expect(await cardsOf(order)).toMatchObject([{ issued: 2_400, is_test: false }]);
		await expectInvariants(services);
	});

	test('leaves the platform its share; what goes back to the bank card later returns its own part alone', async () => {
		// The fee is off in this installation: it is put on the payment before the provider is asked.
		await query(`CREATE FUNCTION add_fee() RETURNS trigger LANGUAGE plpgsql AS
			$$ BEGIN NEW.fee_minor := 60; RETURN NEW; END $$`);
		await query('CREATE TRIGGER fee BEFORE INSERT ON payments FOR EACH ROW EXECUTE FUNCTION add_fee()');
		const order = await buyTickets(api, event, 2);
		await query('DROP TRIGGER fee ON payments');
		await asCard(order, { amountMinor: 2_400 });
		await refundOrder(api, event, order, { token });
		await settleAll(services);
		expect(
			await query(
				'SELECT gift_card_id IS NOT NULL AS card, fee_returned_minor::int AS fee FROM refunds WHERE subject_id = $1 ORDER BY id',
				[order.id],
			),
		).toEqual([
			{ card: true, fee: 0 },
			{ card: false, fee: 30 },
		]);
		await expectInvariants(services);
	});

	test('is made once by one key, and never of more than was paid', async () => {
		const order = await buyTickets(api, event);
		const key = randomUUID();
		const [one, two] = [await asCard(order, { key }), await asCard(order, { key })];
		expect([one.status, two.status]).toEqual([201, 201]);
		expect(two.body).toEqual(one.body);
		expect((await asCard(order)).body.metadata.rule).toBe('nothing-to-refund');
		expect(await cardsOf(order)).toHaveLength(1);
	});

	test('is no movement that the provider is missing, and no refund to a bank card again', async () => {
		const order = await buyTickets(api, event);
		await asCard(order);
		await query(`UPDATE refunds SET settled_at = now() - interval '3 days' WHERE subject_id = $1`, [
			order.id,
		]);
		const { data } = await listDifferences(services.database.db, owner.organisationId);
		expect(data.filter(({ difference }) => difference === 'missing-refund')).toEqual([]);
		const [card] = await cardsOf(order);
		const back = await api.post(
			`/api/organisations/${owner.organisationId}/gift-cards/${card?.id}/refund`,
			{},
			{ token, ...keyed() },
		);
		expect(back.body.metadata.rule).toBe('gift-card-not-bought');
	});

	test('is refused where the organiser sells no gift cards', async () => {
		const order = await buyTickets(api, event);
		await query('UPDATE gift_card_settings SET is_offered = false WHERE organisation_id = $1', [
			owner.organisationId,
		]);
		expect((await detailOf(order)).canRefundToGiftCard).toBe(false);
		expect((await asCard(order)).body.metadata.rule).toBe('gift-cards-not-offered');
		expect((await detailOf(order)).refunds).toEqual([]);
		await query('UPDATE gift_card_settings SET is_offered = true WHERE organisation_id = $1', [
			owner.organisationId,
		]);
	});
});

describe('a buyer', () => {
	test('who cancels by the rules chooses where the money goes', async () => {
		const order = await buyTickets(api, event, 2);
		const { body: offer } = await api.get(`${order.path}/cancellation?attendees=${order.ids[0]}`);
		expect(offer).toMatchObject({ way: 'refund', refundMinor: 2_400, canRefundToGiftCard: true });
		const cancelled = await api.post(
			`${order.path}/cancel`,
			{ attendeeIds: [order.ids[0]], refundMinor: 2_400, refundTo: 'gift_card' },
			keyed(),
		);
		expect(cancelled.status, JSON.stringify(cancelled.body)).toBe(200);
		expect(await cardsOf(order)).toMatchObject([{ issued: 2_400 }]);
		const rest = await api.post(`${order.path}/cancel`, { refundMinor: 2_400 }, keyed());
		expect(rest.body.refunds.map((one: { giftCardId: string | null }) => one.giftCardId !== null)).toEqual([
			true,
			false,
		]);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('who paid by gift card has no choice: it is on that card again', async () => {
		const card = await issueCard(services, owner, { issuedMinor: 2_400 });
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: card.code });
		const path = `/api/orders/${order.manageToken}`;
		expect((await api.get(`${path}/cancellation`)).body).toMatchObject({ canRefundToGiftCard: false });
		await api.post(`${path}/cancel`, { refundMinor: 2_400, refundTo: 'gift_card' }, keyed());
		expect(await cardsOf(order)).toEqual([]);
		expect(await query('SELECT balance_minor::int AS n FROM gift_cards WHERE id = $1', [card.id])).toEqual([
			{ n: 2_400 },
		]);
		await expectInvariants(services);
	});

	test('who changes to a cheaper ticket has the difference on a gift card, once by one key', async () => {
		const cheap = await api.post(
			`/api/events/${event.id}/ticket-types`,
			{ name: 'Standing', kind: 'paid', currency: 'EUR', capacity: 50, priceMinor: 1_500 },
			{ token },
		);
		await query('UPDATE events SET change_rules = $2 WHERE id = $1', [
			event.id,
			JSON.stringify({ until: null, allowsLower: true }),
		]);
		const order = await buyTickets(api, event);
		expect((await api.get(`${order.path}/changes`)).body.canRefundToGiftCard).toBe(true);
		const wanted = { tickets: [{ attendeeId: order.ids[0], ticketTypeId: cheap.body.id }] };
		const { body: quote } = await api.post(`${order.path}/changes/quote`, wanted);
		expect(quote.differenceMinor).toBe(-900);
		const key = randomUUID();
		const body = { ...wanted, hash: quote.hash, refundTo: 'gift_card' };
		for (let time = 0; time < 2; time += 1) {
			const answer = await api.post(`${order.path}/changes`, body, keyed(key));
			expect(answer.status, JSON.stringify(answer.body)).toBe(201);
		}
		expect(await cardsOf(order)).toMatchObject([{ issued: 900, balance: 900 }]);
		await expectInvariants(services);
	});
});

test.each(['won', 'lost'] as const)(
	'a disputed payment blocks the card of its refund, until the dispute is won: %s',
	async (outcome) => {
		const order = await buyTickets(api, event, 1, (held) =>
			payByCard(api, held, { number: '4000000000000259' }),
		);
		expect((await asCard(order)).status).toBe(201);
		const now = (await services.testGateway?.now()) ?? new Date();
		await services.testGateway?.moveClock(new Date(now.getTime() + 7_200_000));
		await settleAll(services);
		expect(await cardsOf(order)).toMatchObject([{ state: 'blocked', balance: 2_400 }]);
		const [dispute] = await query<{ provider: string; account: string }>(
			`SELECT d.provider_id AS provider, a.provider_account AS account FROM disputes d
			JOIN payment_accounts a ON a.organisation_id = d.organisation_id WHERE d.subject_id = $1`,
			[order.id],
		);
		await services.testGateway?.closeDispute(dispute?.account ?? '', dispute?.provider ?? '', outcome);
		await settleAll(services);
		expect(await cardsOf(order)).toMatchObject([{ state: outcome === 'won' ? 'active' : 'blocked' }]);
		await expectInvariants(services);
	},
);
