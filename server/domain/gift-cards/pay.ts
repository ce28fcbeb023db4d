import { and, asc, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { giftCardPurchases, giftCards } from '#server/db/tables/gift-cards.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import { networksOf } from '#server/platform/network.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { post } from '../ledger/post.ts';
import { charge, findAttempt } from '../payments/charge.ts';
import type { PaymentRow } from '../payments/payment-record.ts';
import { listPayments } from '../payments/queries.ts';
import { requestRefund } from '../payments/request-refund.ts';
import { getPurchase, type PurchaseRow } from './card-rows.ts';
import { activateCards } from './issue.ts';
import { cannotCharge } from './purchase.ts';
import { findChargedAccount } from './settings-rows.ts';
import { getSeller, refuseUnlessSold } from './shop.ts';
import { purchaseLinkOf } from './tokens.ts';

/** A press of "Pay". */
export interface PurchasePayment {
	confirmationToken: string;
	idempotencyKey: string;
	/** Of the buyer. */
	address: string;
}

/**
 * Charges a card for gift cards; they can be used as soon as the payment has succeeded. The same key again answers the same.
 * @throws `gift-cards-paid`, `gift-cards-not-offered`, `account-cannot-charge`; PAYMENT_* and the rules of `charge`
 */
export async function payPurchase(
	services: Services,
	scope: PurchaseScope,
	{ confirmationToken, idempotencyKey, address }: PurchasePayment,
): Promise<PaymentRow> {
	const { db } = services.database;
	const { organisationId, purchaseId } = scope;
	const [purchase, isRepeated] = await Promise.all([
		getPurchase(db, scope),
		findAttempt(db, organisationId, idempotencyKey),
	]);
	if (!isRepeated) {
		if (purchase.state === 'paid')
			throw ruleViolation('gift-cards-paid', message`These gift cards are paid for already.`);
		await refuseUnlessSold(services, organisationId);
	}
	const [account, { name }] = await Promise.all([
		findChargedAccount(services, organisationId),
		getSeller(services, organisationId),
	]);
	if (!account) throw cannotCharge();
	return charge(services, {
		organisationId,
		account,
		eventId: null,
		subjectKind: 'gift_cards',
		subjectId: purchaseId,
		currency: purchase.currency,
		amountMinor: purchase.totalMinor,
		feeMinor: 0,
		confirmationToken,
		idempotencyKey,
		description: `Gift cards · ${name}`.slice(0, 200),
		statementSuffix: 'GIFT CARD',
		returnUrl: `${purchaseLinkOf(services, purchase)}?returned`,
		network: networksOf(address).wide,
	});
}

const ofPurchase = ({ organisationId, purchaseId }: PurchaseScope) =>
	and(eq(giftCardPurchases.organisationId, organisationId), eq(giftCardPurchases.id, purchaseId));

/**
 * The money of gift cards has come, in the transaction of its payment, which is held: the cards can be used from now on. Money that is not
 * needed goes back by itself: for a purchase that was paid before, or was removed as it was not paid in time.
 */
export async function settlePurchase(services: Services, tx: Tx, payment: PaymentRow): Promise<void> {
	const { organisationId, subjectId: purchaseId } = payment;
	const scope = { organisationId, purchaseId };
	const [purchase] = await tx.select().from(giftCardPurchases).where(ofPurchase(scope)).for('update');
	if (!purchase) return giveBack(services, tx, payment, 'late_payment');
	if (purchase.state === 'paid') {
		const payments = await listPayments(tx, { organisationId, subjectId: purchaseId });
		const isPaidOtherwise = payments.some(({ id, state }) => id !== payment.id && state === 'succeeded');
		if (isPaidOtherwise) await giveBack(services, tx, payment, 'paid_twice');
		return;
	}
	await markPaid(services, tx, purchase, payment);
}

const giveBack = async (services: Services, tx: Tx, payment: PaymentRow, reason: string): Promise<void> => {
	const { organisationId, id: paymentId, capturedMinor: amountMinor } = payment;
	await requestRefund(services, tx, { organisationId, paymentId, amountMinor, reason });
};

async function markPaid(
	services: Services,
	tx: Tx,
	purchase: PurchaseRow,
	payment: PaymentRow,
): Promise<void> {
	const { organisationId, id: purchaseId, currency, totalMinor: amountMinor } = purchase;
	await tx
		.update(giftCardPurchases)
		.set({ state: 'paid', paidAt: sql`now()`, updatedAt: sql`now()` })
		.where(ofPurchase({ organisationId, purchaseId }));
	const ofIt = and(eq(giftCards.organisationId, organisationId), eq(giftCards.purchaseId, purchaseId));
	const cards = await tx
		.select({ id: giftCards.id })
		.from(giftCards)
		.where(ofIt)
		// As everybody holds them.
		.orderBy(asc(giftCards.id))
		.for('update');
	await tx
		.update(giftCards)
		.set({ isTest: payment.gateway === 'test' })
		.where(ofIt);
	await activateCards(services, tx, { organisationId, giftCardIds: cards.map(({ id }) => id) });
	await post(tx, [
		{
			...{ organisationId, eventId: null, subjectId: purchaseId, sourceKind: 'gift_card', currency },
			sourceId: purchaseId,
			transfers: [{ kind: 'gift_card', debit: 'buyer', credit: 'gift_cards', amountMinor }],
		},
	]);
	await services.facts.publish(
		tx,
		{ name: 'gift-cards.purchased', organisationId, eventId: null, payload: { purchaseId } },
		services,
	);
}
