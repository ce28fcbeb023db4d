import type { Tx } from '#server/db/client.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { chargeStep } from '#shared/lib/provider-amounts.ts';
import { readRefundedLately } from '../payments/refunded-lately.ts';
import { requestRefund } from '../payments/request-refund.ts';
import { type GiftCardRow, getPurchase, holdCardsOf, type PurchaseRow } from './card-rows.ts';
import { type ReturnedPart, returnParts } from './issue.ts';
import { type CardRefund, lockPayment } from './refund-card.ts';

/** A purchase of gift cards, locked against use and refunds until the end of the transaction. */
export interface HeldPurchase {
	purchase: PurchaseRow;
	/** In the order in which they were chosen. */
	cards: GiftCardRow[];
	/** What paid for them, with what of it can still be refunded. */
	payment: { id: string; leftMinor: number } | undefined;
	/** The balance of the cards. */
	balanceMinor: number;
}

/** Holds a purchase as refunds of its cards do: the payment, then the cards by their ids. @throws not-found */
export async function holdPurchase(tx: Tx, scope: PurchaseScope): Promise<HeldPurchase> {
	const payment = await lockPayment(tx, scope);
	const cards = await holdCardsOf(tx, scope);
	return {
		purchase: await getPurchase(tx, scope),
		cards,
		payment,
		balanceMinor: cards.reduce((sum, card) => sum + card.balanceMinor, 0),
	};
}

/**
 * Refunds what is left of all cards of a purchase to the bank card that paid for them, by one refund; the cards end. The purchase is held.
 * @returns what goes back, in minor units
 * @throws `gift-card-empty`, `more-than-paid`, AUTH_REQUIRED for a large amount
 */
export async function returnPurchase(
	services: Services,
	tx: Tx,
	{ purchase, cards, payment, balanceMinor }: HeldPurchase,
	how: {
		note: string;
		userId: string | null;
		requireAmount?: CardRefund['requireAmount'] | undefined;
	},
): Promise<number> {
	const { organisationId, currency } = purchase;
	const mostMinor = Math.min(balanceMinor, payment?.leftMinor ?? 0);
	const amountMinor = mostMinor - (mostMinor % chargeStep(currency));
	if (balanceMinor === 0)
		throw ruleViolation('gift-card-empty', message`Nothing is left on these gift cards to refund.`);
	if (!payment || amountMinor === 0)
		throw ruleViolation(
			'more-than-paid',
			message`Nothing is left of the payment of these gift cards. It was refunded or disputed before.`,
		);
	if (how.userId !== null)
		how.requireAmount?.(
			(await readRefundedLately(tx, { organisationId, userId: how.userId, currency })) + amountMinor,
			currency,
		);
	const { id: refundId } = await requestRefund(services, tx, {
		...{ organisationId, paymentId: payment.id, amountMinor },
		...{ reason: 'withdrawal', note: how.note, requestedBy: how.userId },
	});
	let leftMinor = amountMinor;
	const parts = cards.flatMap((card): ReturnedPart[] => {
		const partMinor = Math.min(leftMinor, card.balanceMinor);
		leftMinor -= partMinor;
		return partMinor > 0 ? [{ card, amountMinor: partMinor }] : [];
	});
	await returnParts(tx, parts, { refundId, userId: how.userId });
	return amountMinor;
}
