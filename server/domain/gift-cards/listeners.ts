import type { Tx } from '#server/db/client.ts';
import type { PurchaseScope } from '#server/http/handler.ts';
import { type Listener, listen } from '../facts.ts';
import { readBalance } from '../ledger/post.ts';
import { getPayment } from '../payments/queries.ts';
import { holdCardsOf } from './card-rows.ts';
import { noteDispute } from './disputes.ts';
import { type ReturnedPart, returnParts } from './issue.ts';
import { settlePurchase } from './pay.ts';

/**
 * A refund was made at the provider: cards of the purchase give back what they still have, as far as its buyer owes it since then. What was
 * spent already stays due in the books.
 */
async function returnOutside(
	tx: Tx,
	scope: PurchaseScope,
	refund: { refundId: string; amountMinor: number },
): Promise<void> {
	const cards = await holdCardsOf(tx, scope);
	if (cards.length === 0) return;
	const { organisationId, purchaseId: subjectId } = scope;
	const { balanceMinor } = await readBalance(tx, { organisationId, subjectId });
	let leftMinor = Math.min(refund.amountMinor, balanceMinor);
	const parts: ReturnedPart[] = [];
	for (const card of cards) {
		const amountMinor = Math.min(leftMinor, card.balanceMinor);
		if (amountMinor <= 0) continue;
		leftMinor -= amountMinor;
		parts.push({ card, amountMinor });
	}
	await returnParts(tx, parts, { refundId: refund.refundId, userId: null });
}

/** Updates gift cards when money for them is received, refunded or disputed. */
export const giftCardListeners: Listener[] = [
	listen({
		fact: 'payments.payment-succeeded',
		async inTransactionMany(tx, facts, services) {
			for (const { organisationId, eventId, payload } of facts) {
				// Gift cards belong to no event.
				if (organisationId === null || eventId !== null) continue;
				const payment = await getPayment(tx, { organisationId, paymentId: payload.paymentId });
				if (payment.subjectKind === 'gift_cards') await settlePurchase(services, tx, payment);
			}
		},
	}),
	listen({
		fact: 'payments.refund-taken-over',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null || eventId !== null) return;
			const { subjectId: purchaseId, ...refund } = payload;
			await returnOutside(tx, { organisationId, purchaseId }, refund);
		},
	}),
	listen({
		fact: 'payments.dispute-noted',
		async inTransaction(tx, { organisationId, eventId, payload }) {
			if (organisationId === null) return;
			await noteDispute(tx, { organisationId, isOfOrder: eventId !== null, ...payload });
		},
	}),
];
