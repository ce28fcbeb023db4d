import { beforeAll, describe, expect, test } from 'vitest';
import { paymentDueSource } from '#server/domain/notifications/sources/orders.ts';
import { recordPayment } from '#server/domain/payments/settle.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { endUndoTime } from '#tests/factories/events.ts';
import { holdGift, makeFundraiser } from '#tests/factories/fundraisers.ts';
import { issueCard } from '#tests/factories/gift-cards.ts';
import {
	enterSellerDetails,
	holdTickets,
	makePricedEvent,
	markPaid,
	type PricedEvent,
	payByCard,
	payByGiftCard,
	refundOrder,
	settleAll,
} from '#tests/factories/money.ts';
import { createTestApi } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestOwner } from '#tests/support/use-api.ts';
import { runBulk } from '../bulk/run-orders.ts';
import { expireHolds } from '../expire-holds.ts';
import { returnGiftCards } from './return-gift-cards.ts';

const { database, services, api, owner, query } = useTestOwner();
let event: PricedEvent;
let token: string;
beforeAll(async () => {
	event = await makePricedEvent(services, api, owner, { capacity: 1_000 });
	token = owner.token;
});

const cardOf = async (id: string) =>
	(
		await query<{ balance: number; state: string; ends: string | null }>(
			'SELECT balance_minor::int AS balance, state, expires_on::text AS ends FROM gift_cards WHERE id = $1',
			[id],
		)
	)[0];

const issue = (issuedMinor: number, more: object = {}) =>
	issueCard(services, owner, { issuedMinor, ...more });
const pageOf = async (order: { manageToken: string }) =>
	(await api.get(`/api/orders/${order.manageToken}`)).body;
const detailOf = async (order: { id: string }) =>
	(await api.get(`/api/events/${event.id}/orders/${order.id}`, { token })).body;

/** Ends the time of an order, and looks at what its gift cards paid. */
async function expire({ id }: { id: string }): Promise<void> {
	await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
	await expireHolds(services);
	await lookAt({ id });
}

async function lookAt({ id }: { id: string }): Promise<void> {
	await query(
		`UPDATE gift_card_uses SET check_at = now() - interval '1 second' WHERE order_id = $1 AND check_at IS NOT NULL`,
		[id],
	);
	await returnGiftCards(services);
}

const remove = (order: { manageToken: string }, payment: string) =>
	api.delete(`/api/orders/${order.manageToken}/gift-cards/${payment}`);

describe('paying by gift card', () => {
	test('all of an order: it is confirmed, and the rest stays on the card', async () => {
		const card = await issue(5_000);
		const order = await holdTickets(api, event);
		expect(await pageOf(order)).toMatchObject({ takesGiftCards: true, giftCards: [] });
		const paid = await payByGiftCard(api, order, { code: card.code.toLowerCase() });
		expect(paid.status, JSON.stringify(paid.body)).toBe(201);
		expect(paid.body).toMatchObject({
			payment: { method: 'gift_card', state: 'succeeded', amountMinor: 2_400 },
			nextAction: null,
			order: { status: 'confirmed', dueMinor: 0, giftCards: [], takesGiftCards: false },
		});
		expect(await cardOf(card.id)).toMatchObject({ balance: 2_600, state: 'active' });
		await lookAt(order);
		expect(
			await query('SELECT FROM gift_card_uses WHERE order_id = $1 AND check_at IS NULL', [order.id]),
		).toHaveLength(1);
		await expectInvariants(services);
	});

	test('takes nothing twice: with the same key, with another one, also of a confirmed order', async () => {
		const card = await issue(5_000);
		const order = await holdTickets(api, event);
		for (const key of ['gift-once', 'gift-once', 'gift-again'])
			expect(
				(await payByGiftCard(api, order, { code: card.code, key: `${key}-${order.id}` })).body,
			).toMatchObject({ payment: { amountMinor: 2_400 }, order: { status: 'confirmed' } });
		const part = await holdTickets(api, event, 3);
		for (const _ of [1, 2])
			expect((await payByGiftCard(api, part, { code: card.code })).body).toMatchObject({
				payment: { amountMinor: 2_600 },
				order: { status: 'pending', dueMinor: 4_600, giftCards: [{ amountMinor: 2_600, last4: card.last4 }] },
			});
		expect(await cardOf(card.id)).toMatchObject({ balance: 0 });
		await expectInvariants(services);
	});

	test('a part, and the rest by card in the same call; the platform’s share is of the rest', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		const paid = await payByGiftCard(api, order, { code: card.code, card: '4242424242424242' });
		expect(paid.body, JSON.stringify(paid.body)).toMatchObject({
			payment: { method: 'card', amountMinor: 1_400 },
			order: { status: 'confirmed', dueMinor: 0 },
		});
		const fees = await query<{ method: string; fee: number; of: number }>(
			`SELECT method, p.fee_minor::int AS fee, o.fee_minor::int AS of FROM payments p JOIN orders o ON o.id = p.subject_id
			WHERE o.id = $1 ORDER BY p.id`,
			[order.id],
		);
		expect(fees[0]).toMatchObject({ method: 'gift_card', fee: 0 });
		expect(fees[1]?.fee).toBeLessThanOrEqual(fees[1]?.of as number);
		await settleAll(services);
		await expectInvariants(services);
	});

	test('stays where the bank card is declined, and the next one pays the rest', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		const declined = await payByGiftCard(api, order, { code: card.code, card: '4000000000000002' });
		expect(declined.status).toBe(402);
		expect(await pageOf(order)).toMatchObject({
			status: 'pending',
			dueMinor: 1_400,
			takesGiftCards: true,
			giftCards: [{ amountMinor: 1_000 }],
		});
		const paid = await payByGiftCard(api, order, { code: card.code, card: '4242424242424242' });
		expect(paid.body).toMatchObject({ payment: { amountMinor: 1_400 }, order: { status: 'confirmed' } });
		await settleAll(services);
		await expectInvariants(services);
	});

	test('after a card that was declined for the whole', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		expect((await payByCard(api, order, { number: '4000000000000002' })).status).toBe(402);
		expect(
			(await payByGiftCard(api, order, { code: card.code, card: '4242424242424242' })).body,
		).toMatchObject({
			payment: { amountMinor: 1_400 },
			order: { status: 'confirmed' },
		});
		await settleAll(services);
		await expectInvariants(services);
	});

	test('leaves a rest that can be charged', async () => {
		const card = await issue(2_390);
		const order = await holdTickets(api, event);
		const paid = await payByGiftCard(api, order, { code: card.code });
		expect(paid.body.order.dueMinor).toBeGreaterThan(10);
		expect((await payByCard(api, order)).body).toMatchObject({ order: { status: 'confirmed' } });
		expect((await cardOf(card.id))?.balance).toBeGreaterThan(0);
		await expectInvariants(services);
	});

	test('with two cards, and a member who records the rest', async () => {
		const [one, other] = [await issue(1_000), await issue(500)];
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: one.code });
		expect((await payByGiftCard(api, order, { code: other.code })).body.order).toMatchObject({
			dueMinor: 900,
		});
		expect(await detailOf(order)).toMatchObject({ dueMinor: 900, paidMinor: 1_500, toSendMinor: 0 });
		expect((await markPaid(api, event, order, { token, method: 'cash' })).body).toMatchObject({
			status: 'confirmed',
			dueMinor: 0,
		});
		const { rows } = await database().pool.query(
			'SELECT amount_minor::int AS amount FROM payments WHERE subject_id = $1 ORDER BY id',
			[order.id],
		);
		expect(rows).toMatchObject([{ amount: 1_000 }, { amount: 500 }, { amount: 900 }]);
		await expectInvariants(services);
	});

	test('a part, and the rest by transfer: the page and its code name what is due', async () => {
		const ways = { takesCards: true, takesTransfers: true, takesMoneyAtDoor: false, transferDays: 5 };
		const account = {
			transferHolder: 'Harbour Hall',
			transferIban: 'DE89370400440532013000',
			transferBic: '',
		};
		const settings = `/api/organisations/${event.organisationId}/payment-settings`;
		expect((await api.call('PUT', settings, { ...ways, ...account }, { token })).status).toBe(200);
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		const paid = await payByGiftCard(api, order, { code: card.code, method: 'transfer' });
		expect(paid.body.order, JSON.stringify(paid.body)).toMatchObject({
			status: 'pending',
			dueMinor: 1_400,
			terms: 'transfer',
		});
		expect(paid.body.order.transfer.epc).toContain('EUR14');
		const email = await paymentDueSource.load(
			services,
			{ organisationId: event.organisationId, eventId: event.id, orderId: order.id },
			{ isForSending: true, showsSecrets: true, recipient: 'ada@example.org' } as never,
		);
		expect(email).toMatchObject({ dueMinor: 1_400 });
		expect((await markPaid(api, event, order, { token })).body).toMatchObject({ status: 'confirmed' });
		await expectInvariants(services);
	});
});

describe('a gift card is refused', () => {
	const rule = ({ status, body }: { status: number; body: { metadata?: Record<string, unknown> } }) => {
		expect(status, JSON.stringify(body)).toBeLessThan(500);
		return body.metadata?.rule;
	};

	test.each(['', '0000-0000-0000-0000', 'short', '💳💳💳💳', 'UUUU-UUUU-UUUU-UUUU'])(
		'that does not exist: %s',
		async (code) => {
			const order = await holdTickets(api, event);
			const refused = await payByGiftCard(api, order, { code });
			expect(refused.status).toBeLessThan(500);
			if (refused.status !== 400) expect(rule(refused)).toBe('gift-card-unknown');
		},
	);

	test('of another organisation, and one that is not paid', async () => {
		const foreign = await issueCard(services, await makeUser(services), { currency: 'EUR' });
		const order = await holdTickets(api, event);
		expect(rule(await payByGiftCard(api, order, { code: foreign.code }))).toBe('gift-card-unknown');
	});

	test.each([
		['blocked', `state = 'blocked', blocked_by = 'organiser'`],
		['lapsed', `expires_on = (now() AT TIME ZONE 'UTC')::date - 2`],
		['other-currency', `currency = 'CHF'`],
	])('that is %s', async (state, change) => {
		const card = await issue(5_000);
		const order = await holdTickets(api, event);
		await query(`UPDATE gift_cards SET ${change} WHERE id = $1`, [card.id]);
		const refused = await payByGiftCard(api, order, { code: card.code });
		expect([rule(refused), refused.body.metadata.state]).toEqual(['gift-card-not-usable', state]);
		expect(await cardOf(card.id)).toMatchObject({ balance: 5_000 });
		await query(`UPDATE gift_cards SET currency = 'EUR' WHERE id = $1`, [card.id]);
	});

	test('that was bought in test mode, once money is real', async () => {
		const card = await issue(5_000, { isTest: true });
		const order = await holdTickets(api, event);
		const real = createTestApi({
			...services,
			gateway: new Proxy(services.gateway, {
				get: (gateway, key) => (key === 'name' ? 'stripe' : Reflect.get(gateway, key)),
			}),
		});
		const refused = await payByGiftCard(real, order, { code: card.code });
		expect([rule(refused), refused.body.metadata?.state]).toEqual(['gift-card-not-usable', 'test']);
		expect((await payByGiftCard(api, order, { code: card.code })).body.order.status).toBe('confirmed');
		// Its order and its receipt are marked as test; those of a card that was not bought with test money are not.
		await enterSellerDetails(services, event.organisationId, { taxNote: 'Exempt as a small business.' });
		const isMarked = async ({ id, manageToken }: { id: string; manageToken: string }) => {
			const { data } = (await api.get(`/api/orders/${manageToken}/documents`)).body;
			const listed = (await api.get(`/api/events/${event.id}/orders`, { token })).body;
			return [
				(await detailOf({ id })).isTest,
				listed.data.find((one: { id: string }) => one.id === id).isTest,
				data.map(({ label }: { label: string }) => label.startsWith('TEST-')),
			];
		};
		expect(await isMarked(order)).toEqual([true, true, [true]]);
		const other = await holdTickets(api, event);
		await payByGiftCard(api, other, { code: (await issue(5_000)).code });
		expect(await isMarked(other)).toEqual([false, false, [false]]);
	});

	test('with nothing left, with another price, of an order that has ended, or beside a bank card that is charged', async () => {
		const card = await issue(2_400);
		await payByGiftCard(api, await holdTickets(api, event), { code: card.code });
		const order = await holdTickets(api, event);
		expect(rule(await payByGiftCard(api, order, { code: card.code }))).toBe('gift-card-empty');
		const full = await issue(2_400);
		expect(rule(await payByGiftCard(api, order, { code: full.code, quoteHash: 'other' }))).toBe(
			'price-changed',
		);
		await query(`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = $1`, [order.id]);
		await expireHolds(services);
		expect(rule(await payByGiftCard(api, order, { code: full.code }))).toBe('hold-ended');
		expect(await cardOf(full.id)).toMatchObject({ balance: 2_400 });
	});

	test('for a donation, and for what is charged each month', async () => {
		const fundraiser = await makeFundraiser(services, api, owner);
		const card = await issue(5_000);
		const gift = await holdGift(api, fundraiser, { amountMinor: 1_000 });
		expect(await pageOf(gift)).toMatchObject({ takesGiftCards: false });
		expect(rule(await payByGiftCard(api, gift, { code: card.code }))).toBe('gift-card-pays-nothing');
		const monthly = await holdGift(api, fundraiser, { amountMinor: 2_000, monthly: true });
		expect(rule(await payByGiftCard(api, monthly, { code: card.code }))).toBe('method-not-offered');
		expect(await cardOf(card.id)).toMatchObject({ balance: 5_000 });
	});

	test('nothing is taken when the rest cannot be paid the way that was chosen', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		expect(rule(await payByGiftCard(api, order, { code: card.code, method: 'door' }))).toBe(
			'method-not-offered',
		);
		expect(
			(await payByGiftCard(api, order, { code: card.code, method: 'card' })).status,
		).toBeGreaterThanOrEqual(400);
		const bare = await api.post(
			`/api/orders/${order.manageToken}/payments`,
			{ method: 'gift_card', quoteHash: order.quoteHash },
			{ headers: { 'Idempotency-Key': newId() } },
		);
		expect(bare.status).toBe(400);
		expect(await cardOf(card.id)).toMatchObject({ balance: 1_000 });
		expect(await pageOf(order)).toMatchObject({ dueMinor: 2_400, giftCards: [] });
	});
});

describe('what a gift card paid goes back to it', () => {
	test('when the buyer removes it, once', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		const part = await payByGiftCard(api, order, { code: card.code });
		const payment = part.body.payment.id;
		expect((await remove(order, newId())).status).toBe(404);
		for (const _ of [1, 2])
			expect((await remove(order, payment)).body).toMatchObject({ dueMinor: 2_400, giftCards: [] });
		expect(await cardOf(card.id)).toMatchObject({ balance: 1_000 });
		const again = await payByGiftCard(api, order, { code: card.code, card: '4242424242424242' });
		expect(again.body).toMatchObject({ payment: { amountMinor: 1_400 }, order: { status: 'confirmed' } });
		expect((await remove(order, payment)).body.metadata.rule).toBe('order-confirmed');
		await settleAll(services);
		await expectInvariants(services);
	});

	test('when the time of the order ends; held again, it asks for the card again', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: card.code });
		await lookAt(order);
		expect(await cardOf(card.id)).toMatchObject({ balance: 0 });
		await expire(order);
		expect(await cardOf(card.id)).toMatchObject({ balance: 1_000 });
		expect((await remove(order, newId())).status).toBe(404);
		expect((await api.post(`/api/orders/${order.manageToken}/hold`)).body).toMatchObject({
			...{ status: 'pending', dueMinor: 2_400, giftCards: [], takesGiftCards: true },
		});
		expect(await detailOf(order)).toMatchObject({ toSendMinor: 0, refundingMinor: 0 });
		await expectInvariants(services);
	});

	test('when the order is cancelled before it is paid', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: card.code });
		await api.delete(`/api/orders/${order.manageToken}/hold`);
		await lookAt(order);
		expect(await cardOf(card.id)).toMatchObject({ balance: 1_000 });
		await expectInvariants(services);
	});

	test('not while a bank card is charged for the rest, which then confirms the order', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		const paid = await payByGiftCard(api, order, { code: card.code, card: '4000002760003184' });
		expect(paid.body.payment.state).toBe('requires_action');
		expect((await remove(order, (await pageOf(order)).giftCards[0].paymentId)).status).toBe(409);
		await expire(order);
		expect(await cardOf(card.id)).toMatchObject({ balance: 0 });
		await expectInvariants(services);
	});

	test('the rest that comes after that confirms nothing: it goes back too', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: card.code });
		await expire(order);
		expect(await cardOf(card.id)).toMatchObject({ balance: 1_000 });
		await services.database.unitOfWork((unit) =>
			unit.transaction((tx) =>
				recordPayment({ ...services, database: unit }, tx, {
					...{ id: newId(), organisationId: event.organisationId, eventId: event.id, subjectId: order.id },
					...{ method: 'transfer', currency: 'EUR', amountMinor: 1_400, isPart: false },
				}),
			),
		);
		expect(await detailOf(order)).toMatchObject({ status: 'expired', toSendMinor: 1_400 });
		await expectInvariants(services);
	});

	test('a payment that is reported again is not returned beside the part of a gift card', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		const paid = await payByGiftCard(api, order, { code: card.code, card: '4242424242424242' });
		await services.database.unitOfWork((unit) =>
			unit.transaction((tx) => {
				const inUnit = { ...services, database: unit };
				const payload = { paymentId: paid.body.payment.id, subjectId: order.id, isPart: false };
				const { organisationId, id: eventId } = event;
				return services.facts.publish(
					tx,
					{ name: 'payments.payment-succeeded', organisationId, eventId, payload },
					inUnit,
				);
			}),
		);
		expect((await detailOf(order)).refunds).toEqual([]);
	});
});

describe('a refund', () => {
	test('returns to the bank card first, then to the gift card at once; nothing is left to send', async () => {
		const card = await issue(1_000);
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: card.code, card: '4242424242424242' });
		const part = await refundOrder(api, event, order, { token, amountMinor: 1_500 });
		expect(part.body, JSON.stringify(part.body)).toMatchObject({ toSendMinor: 0 });
		expect(await cardOf(card.id)).toMatchObject({ balance: 100 });
		const rest = await refundOrder(api, event, order, { token, isCancelling: true });
		expect(rest.body).toMatchObject({ status: 'cancelled', toSendMinor: 0, refundableMinor: 0 });
		expect(await cardOf(card.id)).toMatchObject({ balance: 1_000 });
		await settleAll(services);
		expect((await detailOf(order)).refunds.map(({ state }: { state: string }) => state)).toEqual(
			Array.from({ length: 3 }, () => 'succeeded'),
		);
		await expectInvariants(services);
	});

	test('of a cancelled event is back on the card with its run', async () => {
		const other = await makePricedEvent(services, api, owner);
		const card = await issue(5_000);
		const [whole, part] = [await holdTickets(api, other), await holdTickets(api, other, 2)];
		await payByGiftCard(api, whole, { code: card.code });
		await payByGiftCard(api, part, { code: card.code, card: '4242424242424242' });
		expect(await cardOf(card.id)).toMatchObject({ balance: 0 });
		await api.post(`/api/events/${other.id}/cancel`, { message: 'Storm' }, { token });
		await endUndoTime(services, other.id);
		const headers = { 'Idempotency-Key': newId() };
		const run = await api.post(`/api/events/${other.id}/bulk-runs`, {}, { token, headers });
		expect(run.status, JSON.stringify(run.body)).toBeLessThan(300);
		while ((await runBulk(services)) > 0);
		expect(await cardOf(card.id)).toMatchObject({ balance: 5_000 });
		const { body } = await api.get(`/api/events/${other.id}/bulk-runs/${run.body.id}`, { token });
		expect(JSON.stringify(body)).toContain('"toSend":0');
		await settleAll(services);
		await expectInvariants(services);
	});

	test('revives a card that has lapsed for some time, and leaves one without an end without', async () => {
		const card = await issue(2_400);
		const order = await holdTickets(api, event);
		await payByGiftCard(api, order, { code: card.code });
		await query(`UPDATE gift_cards SET state = 'lapsed', expires_on = '2020-12-31' WHERE id = $1`, [card.id]);
		await refundOrder(api, event, order, { token, isCancelling: true });
		const revived = await cardOf(card.id);
		expect(revived).toMatchObject({ balance: 2_400, state: 'active' });
		expect(revived?.ends && Date.parse(revived.ends)).toBeGreaterThan(Date.now() + 88 * 86_400_000);
		const endless = await issue(2_400);
		await query('UPDATE gift_cards SET expires_on = NULL WHERE id = $1', [endless.id]);
		const other = await holdTickets(api, event);
		await payByGiftCard(api, other, { code: endless.code });
		await query(`UPDATE gift_cards SET state = 'blocked', blocked_by = 'organiser' WHERE id = $1`, [
			endless.id,
		]);
		await refundOrder(api, event, other, { token, isCancelling: true });
		expect(await cardOf(endless.id)).toMatchObject({ balance: 2_400, state: 'blocked', ends: null });
		await expectInvariants(services);
	});
});
