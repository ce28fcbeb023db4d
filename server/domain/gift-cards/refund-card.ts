import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { GiftCardDetail } from '#shared/contracts/organiser-gift-cards.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { chargeStep } from '#shared/lib/provider-amounts.ts';
import { readRefundedLately } from '../payments/refunded-lately.ts';
import { requestRefund } from '../payments/request-refund.ts';
import { type CardScope, getCard, lockCard } from './card-rows.ts';
import { returnParts } from './issue.ts';
import { getIssuedCard, readDue } from './issued-card.ts';

export interface CardRefund {
	reason: string;
	userId: string;
	/** Refuses an amount that is too large without a fresh sign-in, with what the same member refunded within the hour before. */
	requireAmount: (amountMinor: number, currency: string) => void;
}

/**
 * Refunds what is left of a card that was bought online to the bank card it was paid with, as far as its payment still has it, and what the
 * bank sent back of refunds before. The payment is held before the card, as by those who settle it.
 * @throws `gift-card-not-bought`, `gift-card-empty`, `more-than-paid`, AUTH_REQUIRED for a large amount
 */
export async function refundCard(
	services: Services,
	scope: CardScope,
	refund: CardRefund,
): Promise<GiftCardDetail> {
	return services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		return unit.transaction(async (tx) => {
			await refundHeld(inUnit, tx, scope, refund);
			return getIssuedCard(tx, scope);
		});
	});
}

async function refundHeld(services: Services, tx: Tx, scope: CardScope, refund: CardRefund): Promise<void> {
	const { organisationId } = scope;
	const { purchaseId, origin, currency, state } = await getCard(tx, scope);
	if (state === 'ordered') throw notFound('Gift card');
	if (origin === 'refund')
		throw ruleViolation(
			'gift-card-not-bought',
			message`This gift card is a refund itself, so it can’t be refunded to a bank card. If the buyer would rather have the money, block the card and send the money another way.`,
		);
	if (purchaseId === null)
		throw ruleViolation(
			'gift-card-not-bought',
			message`This gift card was not bought online, so there is no payment to refund. Block it instead.`,
		);
	const payment = await lockPayment(tx, { organisationId, purchaseId });
	const card = await lockCard(tx, scope);
	const dueMinor = await readDue(tx, { organisationId, purchaseId });
	const mostMinor = Math.min(card.balanceMinor + dueMinor, payment?.leftMinor ?? 0);
	const amountMinor = mostMinor - (mostMinor % chargeStep(currency));
	if (card.balanceMinor + dueMinor === 0)
		throw ruleViolation('gift-card-empty', message`Nothing is left on this gift card to refund.`);
	if (!payment || amountMinor === 0)
		throw ruleViolation(
			'more-than-paid',
			message`Nothing is left of the payment of this gift card. It was refunded or disputed before.`,
		);
	const lately = await readRefundedLately(tx, { organisationId, userId: refund.userId, currency });
	refund.requireAmount(lately + amountMinor, currency);
	const { id: refundId } = await requestRefund(services, tx, {
		...{ organisationId, paymentId: payment.id, amountMinor },
		...{ reason: 'organiser', note: refund.reason, requestedBy: refund.userId },
	});
	const returnedMinor = Math.min(card.balanceMinor, amountMinor);
	if (returnedMinor > 0)
		await returnParts(tx, [{ card, amountMinor: returnedMinor }], { refundId, userId: refund.userId });
}

/** The payment of a purchase with what can still be refunded of it, held until the transaction ends with those beside it. */
export async function lockPayment(
	tx: Tx,
	{ organisationId, purchaseId }: { organisationId: string; purchaseId: string },
): Promise<{ id: string; leftMinor: number } | undefined> {
	const { rows } = await tx.execute<{ id: string; state: string; left: string }>(sql`
		SELECT id, state, captured_minor - refunded_minor - refunding_minor - contested_minor AS left FROM payments
		WHERE organisation_id = ${organisationId} AND subject_id = ${purchaseId} ORDER BY id FOR UPDATE`);
	const succeeded = rows
		.filter(({ state }) => state === 'succeeded')
		.map(({ id, left }) => ({ id, leftMinor: Number(left) }));
	return succeeded.sort((a, b) => b.leftMinor - a.leftMinor)[0];
}
