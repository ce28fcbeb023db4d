import type { DbOrTx, Tx } from '#server/db/client.ts';
import { issueForRefund, takesRefunds } from '#server/domain/gift-cards/refund-as-card.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import { requestRefund } from '#server/domain/payments/request-refund.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import type { OrderRecord } from '../order-record.ts';

/** The refundable amount of a payment, in minor units. */
export interface RefundablePayment {
	payment: PaymentRow;
	leftMinor: number;
}

/** The refundable amount of each payment. */
export const refundable = (payments: readonly PaymentRow[]): RefundablePayment[] =>
	payments
		.filter((payment) => payment.state === 'succeeded')
		.map((payment) => ({
			payment,
			leftMinor:
				payment.capturedMinor - payment.refundedMinor - payment.refundingMinor - payment.contestedMinor,
		}));

/** Whether what can be refunded of an order can go onto a gift card: gift cards did not pay all of it, and its organisation sells some. */
export async function canRefundToGiftCard(
	db: DbOrTx,
	order: Pick<OrderRecord, 'id' | 'organisationId' | 'currency'>,
): Promise<boolean> {
	const payments = await listPayments(db, { organisationId: order.organisationId, subjectId: order.id });
	return (
		refundable(payments).some(({ payment, leftMinor }) => leftMinor > 0 && payment.method !== 'gift_card') &&
		takesRefunds(db, order)
	);
}

/** Money of an order that is to go back. */
export interface WantedRefunds {
	order: OrderRecord;
	amountMinor: number;
	reason: string;
	note: string;
	/** The member who refunds; null: nobody does. */
	userId: string | null;
	/** Without it, back the way it was paid. */
	refundTo?: RefundTarget | undefined;
}

/**
 * Requests the refund of an amount of the payments of an order, the last payment first. As a gift card, all but what gift cards paid goes onto one
 * new card, which can be used at once. The caller holds the payments.
 * @returns the first refund
 * @throws `more-than-paid`, `gift-cards-not-offered`
 */
export async function requestRefunds(services: Services, tx: Tx, wanted: WantedRefunds): Promise<string> {
	const { order, reason, note, userId } = wanted;
	const { organisationId } = order;
	const parts: { payment: PaymentRow; amountMinor: number }[] = [];
	let leftMinor = wanted.amountMinor;
	const payments = await listPayments(tx, { organisationId, subjectId: order.id });
	for (const { payment, leftMinor: available } of refundable(payments).reverse()) {
		const amountMinor = Math.min(leftMinor, available);
		if (amountMinor <= 0) continue;
		parts.push({ payment, amountMinor });
		leftMinor -= amountMinor;
	}
	if (parts.length === 0 || leftMinor > 0)
		throw ruleViolation('more-than-paid', message`This is more than was paid and not yet refunded.`);
	const giftCardId = wanted.refundTo === 'gift_card' ? await issueCard(services, tx, wanted, parts) : null;
	let firstId: string | undefined;
	for (const { payment, amountMinor } of parts) {
		const refund = await requestRefund(services, tx, {
			...{
				organisationId,
				paymentId: payment.id,
				amountMinor,
				reason,
				note,
				requestedBy: userId,
				giftCardId,
			},
		});
		firstId ??= refund.id;
	}
	return firstId as string;
}

/** The card for what no gift card paid; null: gift cards paid all of it, and have it again. */
async function issueCard(
	services: Services,
	tx: Tx,
	{ order, userId }: WantedRefunds,
	parts: readonly { payment: PaymentRow; amountMinor: number }[],
): Promise<string | null> {
	const moved = parts.filter(({ payment }) => payment.method !== 'gift_card');
	if (moved.length === 0) return null;
	const { organisationId, eventId, id: orderId, currency, buyer, locale } = order;
	return issueForRefund(services, tx, {
		...{ organisationId, eventId, orderId, currency, buyer, locale, userId },
		amountMinor: moved.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
		isTest: moved.some(({ payment }) => payment.gateway === 'test'),
	});
}
