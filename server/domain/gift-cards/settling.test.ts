import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { scheduledJobs } from '#server/domain/modules.ts';
import { settlePayment } from '#server/domain/payments/settle.ts';
import type { Services } from '#server/services.ts';
import {
	type BoughtCards,
	buyGiftCards,
	type CardSeller,
	issueCard,
	makeCardSeller,
	orderGiftCards,
	payGiftCards,
} from '#tests/factories/gift-cards.ts';
import { settleAll } from '#tests/factories/money.ts';
import { untilBlocked } from '#tests/support/gate.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { recoverPayments } from '#tests/support/payment-recovery.ts';
import { useTestServers } from '#tests/support/use-api.ts';
import { removeUnpaid } from './jobs.ts';
import { sendBought, sendDueCards } from './send.ts';
import { findPurchaseByToken } from './tokens.ts';

/** What becomes of gift cards when money comes, late, twice or at the same time, goes back or is disputed. */
const {
	database,
	services: one,
	other: two,
	api,
	otherApi: other,
	owner,
	query,
} = useTestServers({ poolSize: 20 });
let seller: CardSeller;
beforeAll(async () => {
	seller = await makeCardSeller(one, api, owner);
});

const asksBank = '4000002500003155';
const disputedCard = '4000000000000259';
const ruleOf = ({ body }: { body: { metadata?: { rule?: string } } }) => body.metadata?.rule;
const purchaseOf = async ({ token }: BoughtCards) => {
	const found = await findPurchaseByToken(one, token);
	if (!found) throw new Error('no purchase');
	return found;
};
const accountOf = async () =>
	(
		await query<{ account: string }>(
			'SELECT provider_account AS account FROM payment_accounts WHERE organisation_id = $1',
			[seller.organisationId],
		)
	)[0]?.account ?? '';
const paymentsOf = (subjectId: string) =>
	query<{ id: string; provider: string; state: string }>(
		'SELECT id, provider_id AS provider, state FROM payments WHERE subject_id = $1 ORDER BY id',
		[subjectId],
	);
/** The bank of a payment lets it through; nobody has heard of it yet. */
async function passBank(paymentId: string): Promise<void> {
	const [payment] = await query<{ provider: string }>(
		'SELECT provider_id AS provider FROM payments WHERE id = $1',
		[paymentId],
	);
	await one.testGateway?.endChallenge(await accountOf(), payment?.provider ?? '', true);
}
const settle = (on: Services, paymentId: string) =>
	settlePayment(on, { organisationId: seller.organisationId, paymentId });
const statesOf = (subjectId: string) =>
	query<{ state: string; balance: number }>(
		'SELECT state, balance_minor::int AS balance FROM gift_cards WHERE purchase_id = $1 ORDER BY position',
		[subjectId],
	);
const refundsOf = (subjectId: string) =>
	query('SELECT reason, amount_minor::int AS amount, state FROM refunds WHERE subject_id = $1 ORDER BY id', [
		subjectId,
	]);
const age = (purchaseId: string) =>
	query(`UPDATE gift_card_purchases SET created_at = now() - interval '8 days' WHERE id = $1`, [purchaseId]);
const mailsOf = async (key: string) =>
	(
		await query<{ n: number }>(`SELECT count(*)::int AS n FROM mails WHERE dedupe_key LIKE $1`, [`%${key}%`])
	)[0]?.n;

describe('money that comes', () => {
	test('settled by the page, the event and both workers, it makes cards usable once', async () => {
		const bought = await orderGiftCards(api, seller.slug, [{}, {}]);
		const { purchaseId } = await purchaseOf(bought);
		const requested = await payGiftCards(api, bought, { number: asksBank });
		await passBank(requested.body.payment.id);
		await Promise.all([
			api.get(bought.path),
			other.get(bought.path, { query: { wait: '1' } }),
			settle(one, requested.body.payment.id),
			settle(two, requested.body.payment.id),
			settleAll(one),
			settleAll(two),
		]);
		expect((await api.get(bought.path)).body).toMatchObject({ state: 'paid', nextAction: null });
		expect(await statesOf(purchaseId)).toEqual([
			{ state: 'active', balance: 2_500 },
			{ state: 'active', balance: 2_500 },
		]);
		expect(await mailsOf(`gift-cards/purchase:${purchaseId}`)).toBe(1);
		await expectInvariants(one);
	});

	test('for gift cards that were paid for otherwise goes back', async () => {
		const bought = await orderGiftCards(api, seller.slug);
		const { purchaseId } = await purchaseOf(bought);
		const { body } = await payGiftCards(api, bought, { number: asksBank });
		const first: string = body.payment.id;
		// Out of sight of the second attempt, which would cancel it.
		await query('UPDATE payments SET subject_id = $2 WHERE id = $1', [first, randomUUID()]);
		expect((await payGiftCards(api, bought)).body.state).toBe('paid');
		await query('UPDATE payments SET subject_id = $2 WHERE id = $1', [first, purchaseId]);
		await passBank(first);
		await settle(one, first);
		await settleAll(one);
		expect(await refundsOf(purchaseId)).toMatchObject([{ reason: 'paid_twice', amount: 2_500 }]);
		expect(await statesOf(purchaseId)).toEqual([{ state: 'active', balance: 2_500 }]);
		expect((await api.get(bought.path)).body.payment).toMatchObject({ state: 'succeeded', refundedMinor: 0 });
		await expectInvariants(one);
	});

	test('for gift cards that were removed goes back', async () => {
		const bought = await orderGiftCards(api, seller.slug);
		const { purchaseId } = await purchaseOf(bought);
		const { body } = await payGiftCards(api, bought, { number: asksBank });
		await age(purchaseId);
		// Not while its payment is under way.
		await removeUnpaid(one);
		expect(await findPurchaseByToken(one, bought.token)).not.toBeNull();
		await query(`UPDATE payments SET state = 'failed' WHERE subject_id = $1`, [purchaseId]);
		await removeUnpaid(one);
		expect(await statesOf(purchaseId)).toEqual([]);
		expect((await api.get(bought.path)).status).toBe(404);
		await passBank(body.payment.id);
		await settle(one, body.payment.id);
		await settleAll(one);
		expect(await refundsOf(purchaseId)).toMatchObject([{ reason: 'late_payment', amount: 2_500 }]);
		await expectInvariants(one);
	});

	test('in time is never lost: what is paid, and what is young, stays', async () => {
		const [paid, young] = [await buyGiftCards(api, seller.slug), await orderGiftCards(api, seller.slug)];
		await age((await purchaseOf(paid)).purchaseId);
		await removeUnpaid(one);
		for (const { path } of [paid, young]) expect((await api.get(path)).status).toBe(200);
	});
});

describe('at the same time, on two servers', () => {
	test('a purchase is charged once; two purchases are charged each', async () => {
		const bought = await orderGiftCards(api, seller.slug);
		const { purchaseId } = await purchaseOf(bought);
		const answers = await Promise.all([0, 1, 2, 3].map((n) => payGiftCards(n % 2 ? other : api, bought)));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
		for (const answer of answers.filter(({ status }) => status !== 201))
			expect(['payment-in-progress', 'gift-cards-paid']).toContain(ruleOf(answer));
		expect((await paymentsOf(purchaseId)).filter(({ state }) => state === 'succeeded')).toHaveLength(1);

		const both = [await orderGiftCards(api, seller.slug), await orderGiftCards(api, seller.slug)];
		const each = await Promise.all(both.map((bought, n) => payGiftCards(n % 2 ? other : api, bought)));
		expect(each.map(({ status }) => status)).toEqual([201, 201]);
		await expectInvariants(one);
	});

	test('beside the removal of what is unpaid, a purchase is paid or its money goes back; one without money is removed', async () => {
		const purchases = await Promise.all(
			Array.from({ length: 8 }, async () => {
				const bought = await orderGiftCards(api, seller.slug);
				const { body } = await payGiftCards(api, bought, { number: asksBank });
				const { purchaseId } = await purchaseOf(bought);
				await age(purchaseId);
				await passBank(body.payment.id);
				return { purchaseId, paymentId: body.payment.id as string };
			}),
		);
		const [unpaid, late] = [await orderGiftCards(api, seller.slug), purchases[0]];
		await age((await purchaseOf(unpaid)).purchaseId);
		// Of one the removal sees no payment under way, so that the two may meet.
		await query(`UPDATE payments SET state = 'failed' WHERE subject_id = $1`, [late?.purchaseId]);
		await Promise.all([
			...purchases.map(({ paymentId }, n) => settle(n % 2 ? two : one, paymentId)),
			removeUnpaid(one),
			removeUnpaid(two),
		]);
		await settleAll(one);
		for (const { purchaseId } of purchases.slice(1))
			expect(await statesOf(purchaseId)).toEqual([{ state: 'active', balance: 2_500 }]);
		const [cards, refunds] = [
			await statesOf(late?.purchaseId ?? ''),
			await refundsOf(late?.purchaseId ?? ''),
		];
		expect([cards.length, refunds.length]).toEqual(cards.length === 1 ? [1, 0] : [0, 1]);
		expect((await api.get(unpaid.path)).status).toBe(404);
		await expectInvariants(one);
	});

	test('the removal passes over a purchase that is being paid, and a payment that waits for it finds it gone', async () => {
		const start = async () => {
			const bought = await orderGiftCards(api, seller.slug);
			const { body } = await payGiftCards(api, bought, { number: asksBank });
			const { purchaseId } = await purchaseOf(bought);
			await age(purchaseId);
			await passBank(body.payment.id);
			await query(`UPDATE payments SET state = 'failed' WHERE subject_id = $1`, [purchaseId]);
			return { purchaseId, paymentId: body.payment.id as string };
		};
		const [held, removed] = [await start(), await start()];
		const holder = await database().pool.connect();
		await holder.query('BEGIN');
		await holder.query('SELECT FROM gift_card_purchases WHERE id = $1 FOR UPDATE', [held.purchaseId]);
		await removeUnpaid(one);
		await holder.query('COMMIT');
		await settle(two, held.paymentId);
		expect(await statesOf(held.purchaseId)).toEqual([{ state: 'active', balance: 2_500 }]);
		expect(await statesOf(removed.purchaseId)).toEqual([]);

		const late = await start();
		await holder.query('BEGIN');
		await holder.query('DELETE FROM gift_cards WHERE purchase_id = $1', [late.purchaseId]);
		await holder.query('DELETE FROM gift_card_purchases WHERE id = $1', [late.purchaseId]);
		const settled = settle(two, late.paymentId);
		await untilBlocked(database());
		await holder.query('COMMIT');
		holder.release();
		expect((await settled).state).toBe('succeeded');
		await settle(two, removed.paymentId);
		await settleAll(one);
		for (const { purchaseId } of [late, removed])
			expect(await refundsOf(purchaseId)).toMatchObject([{ reason: 'late_payment', amount: 2_500 }]);
		await expectInvariants(one);
	});

	test('two workers send a card once; whoever asks twice is sent it twice', async () => {
		const bought = await buyGiftCards(
			api,
			seller.slug,
			Array.from({ length: 10 }, (_, n) => ({ recipientEmail: `guest-${n}@example.org` })),
		);
		const scope = await purchaseOf(bought);
		await Promise.all([sendDueCards(one), sendDueCards(two), sendDueCards(one), sendDueCards(two)]);
		const sent = await query<{ id: string; sendings: number }>(
			'SELECT id, sendings FROM gift_cards WHERE purchase_id = $1',
			[scope.purchaseId],
		);
		expect(sent.map(({ sendings }) => sendings)).toEqual(Array.from({ length: 10 }, () => 1));
		for (const { id } of sent) expect(await mailsOf(`gift-cards/card:${id}`)).toBe(1);
		const giftCardId = sent[0]?.id ?? '';
		await Promise.all([one, two].map((on) => sendBought(on, { ...scope, giftCardId }, undefined)));
		expect(await mailsOf(`gift-cards/card:${giftCardId}`)).toBe(3);
	});
});

describe('money that goes back', () => {
	test('by a refund at the provider is taken from what the cards have left', async () => {
		const bought = await buyGiftCards(api, seller.slug, [{}, { amountMinor: 5_000 }]);
		const { purchaseId } = await purchaseOf(bought);
		const [payment] = await paymentsOf(purchaseId);
		const refund = async (amountMinor: number) => {
			await one.gateway.refund({
				...{ key: randomUUID(), account: await accountOf(), paymentId: payment?.provider ?? '' },
				...{ amountMinor, currency: 'EUR', refundFee: false, metadata: {} },
			});
			await settleAll(one);
			await recoverPayments(one);
		};
		await refund(1_000);
		expect(await statesOf(purchaseId)).toEqual([
			{ state: 'active', balance: 1_500 },
			{ state: 'active', balance: 5_000 },
		]);
		await expectInvariants(one);
		await refund(6_500);
		expect(await statesOf(purchaseId)).toEqual([
			{ state: 'cancelled', balance: 0 },
			{ state: 'cancelled', balance: 0 },
		]);
		expect(await refundsOf(purchaseId)).toMatchObject([{ reason: 'outside' }, { reason: 'outside' }]);
		await expectInvariants(one);
	});

	test.each(['won', 'lost'] as const)(
		'or is disputed, and %s: the cards are blocked until then',
		async (outcome) => {
			const ordered = await orderGiftCards(api, seller.slug, [{}, {}]);
			await payGiftCards(api, ordered, { number: disputedCard });
			const { purchaseId } = await purchaseOf(ordered);
			const [first] = await query<{ id: string }>(
				'SELECT id FROM gift_cards WHERE purchase_id = $1 AND position = 0',
				[purchaseId],
			);
			await query(`UPDATE gift_cards SET state = 'blocked', blocked_by = 'organiser' WHERE id = $1`, [
				first?.id,
			]);
			const now = (await one.testGateway?.now()) ?? new Date();
			await one.testGateway?.moveClock(new Date(now.getTime() + 7_200_000));
			await recoverPayments(one);
			const blockedBy = () =>
				query<{ state: string; by: string | null }>(
					'SELECT state, blocked_by AS by FROM gift_cards WHERE purchase_id = $1 ORDER BY position',
					[purchaseId],
				);
			expect(await blockedBy()).toEqual([
				{ state: 'blocked', by: 'organiser' },
				{ state: 'blocked', by: 'dispute' },
			]);
			const [dispute] = await query<{ provider: string }>(
				'SELECT provider_id AS provider FROM disputes WHERE subject_id = $1',
				[purchaseId],
			);
			await one.testGateway?.closeDispute(await accountOf(), dispute?.provider ?? '', outcome);
			await recoverPayments(one);
			expect(await blockedBy()).toEqual([
				{ state: 'blocked', by: 'organiser' },
				outcome === 'won' ? { state: 'active', by: null } : { state: 'blocked', by: 'dispute' },
			]);
			await expectInvariants(one);
		},
	);
});

describe('the last day', () => {
	const lapseAll = async () => {
		for (const job of scheduledJobs.filter(({ name }) => name === 'gift-cards.lapse')) await job.run(one);
	};
	const cardWithEnd = async (days: number) => {
		const { id } = await issueCard(one, seller);
		await query(
			`UPDATE gift_cards SET expires_on = (now() AT TIME ZONE 'Etc/GMT+12')::date + $2::int WHERE id = $1`,
			[id, days],
		);
		return id;
	};

	test('is over when it is over everywhere: what was left is income, once', async () => {
		const [over, lasting] = [await cardWithEnd(-1), await cardWithEnd(1)];
		await Promise.all([lapseAll(), lapseAll()]);
		const stateOf = async (id: string) =>
			(
				await query(
					`SELECT state, balance_minor::int AS balance, lapsed_minor::int AS lapsed FROM gift_cards WHERE id = $1`,
					[id],
				)
			)[0];
		expect(await stateOf(over)).toEqual({ state: 'lapsed', balance: 0, lapsed: 5_000 });
		expect(await stateOf(lasting)).toEqual({ state: 'active', balance: 5_000, lapsed: 0 });
		expect(
			await query(
				`SELECT debit, credit, amount_minor::int AS amount FROM ledger_transfers WHERE subject_id = $1 AND source_kind = 'gift_card_lapsed'`,
				[over],
			),
		).toEqual([{ debit: 'gift_cards', credit: 'breakage', amount: 5_000 }]);
		await expectInvariants(one);
	});
});
