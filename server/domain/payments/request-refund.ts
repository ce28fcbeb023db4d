import { and, eq, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { payments, refunds } from '#server/db/tables/payments.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { type PaymentRow, paymentColumns, type RefundRow, refundColumns } from './payment-record.ts';
import { listPayments } from './queries.ts';
import { accept } from './refund.ts';

/** Money that is to go back. */
export interface WantedRefund {
	organisationId: string;
	paymentId: string;
	amountMinor: number;
	/** `organiser`, `late_payment` … */
	reason: string;
	note?: string;
	requestedBy?: string | null;
	/** The new gift card that it goes onto, unless the payment was by gift card itself; without it, it goes back the way it came. */
	giftCardId?: string | null;
}

/**
 * Records a refund of a payment in the caller's transaction; the worker sends it to the provider. Refunds, including pending ones, never
 * exceed the captured amount. Payments without a provider are owed until a member records the refund as sent (`recordSentRefund`).
 * Amounts paid by gift card are returned to it immediately, and so are refunds to a new gift card
 * (docs/decisions/422-gift-cards.md).
 * @throws `more-than-paid`
 */
export async function requestRefund(services: Services, tx: Tx, wanted: WantedRefund): Promise<RefundRow> {
	const { organisationId, paymentId, amountMinor } = wanted;
	const [payment] = await tx
		.update(payments)
		.set({ refundingMinor: sql`${payments.refundingMinor} + ${amountMinor}`, updatedAt: sql`now()` })
		.where(
			and(
				eq(payments.organisationId, organisationId),
				eq(payments.id, paymentId),
				eq(payments.state, 'succeeded'),
				sql`${payments.refundedMinor} + ${payments.refundingMinor} + ${payments.contestedMinor} + ${amountMinor} <= ${payments.capturedMinor}`,
			),
		)
		.returning(paymentColumns);
	if (!payment)
		throw ruleViolation('more-than-paid', message`This is more than was paid and not yet refunded.`);
	const giftCardId = payment.method === 'gift_card' ? null : (wanted.giftCardId ?? null);
	const isAtOnce = payment.method === 'gift_card' || giftCardId !== null;
	const [made] = await tx
		.insert(refunds)
		.values({
			id: newId(),
			organisationId,
			paymentId,
			subjectId: payment.subjectId,
			eventId: payment.eventId,
			amountMinor,
			// The money stays with the organisation, so the platform keeps its share.
			feeReturnedMinor: giftCardId !== null ? 0 : await feeToReturn(tx, payment),
			state: 'requested',
			reason: wanted.reason,
			note: wanted.note ?? '',
			requestedBy: wanted.requestedBy ?? null,
			giftCardId,
			nextCheckAt: isAtOnce || payment.gateway === null ? null : sql`now()`,
		})
		.returning(refundColumns);
	const row = made as RefundRow;
	if (isAtOnce) return accept(services, tx, payment, row, 'succeeded');
	if (payment.gateway === null) {
		const payload = { refundId: row.id, subjectId: payment.subjectId };
		const { eventId } = payment;
		await services.facts.publish(
			tx,
			{ name: 'payments.refund-owed', organisationId, eventId, payload },
			services,
		);
	}
	return row;
}

/**
 * The refund of the platform’s share: in proportion to all that is refunded but for gift cards, less what it gave back before. A refund that failed at
 * the bank keeps its part, as the provider does not take it again (docs/decisions/286-reconciliation.md).
 * @param payment with the refund counted already
 */
async function feeToReturn(tx: Tx, payment: PaymentRow): Promise<number> {
	if (payment.feeMinor === 0) return 0;
	const { rows } = await tx.execute<{ returned: string; on_cards: string }>(sql`
		SELECT coalesce(sum(fee_returned_minor), 0) AS returned,
			coalesce(sum(amount_minor) FILTER (WHERE gift_card_id IS NOT NULL), 0) AS on_cards FROM refunds
		WHERE organisation_id = ${payment.organisationId} AND payment_id = ${payment.id}`);
	const refunded = BigInt(payment.refundedMinor + payment.refundingMinor) - BigInt(rows[0]?.on_cards ?? 0);
	const due = Number((BigInt(payment.feeMinor) * refunded) / BigInt(payment.capturedMinor));
	return Math.max(0, due - Number(rows[0]?.returned ?? 0));
}

/** Gives back what was paid for something that had ended by then. */
export async function refundLatePayment(
	services: Services,
	tx: Tx,
	of: { organisationId: string; subjectId: string },
): Promise<void> {
	const payment = (await listPayments(tx, of)).find(({ state }) => state === 'succeeded');
	if (payment)
		await requestRefund(services, tx, {
			organisationId: of.organisationId,
			paymentId: payment.id,
			amountMinor: payment.capturedMinor,
			reason: 'late_payment',
		});
}
