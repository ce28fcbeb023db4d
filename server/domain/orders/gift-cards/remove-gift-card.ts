import { checkUseAt } from '#server/domain/gift-cards/return-card.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import { requestRefund } from '#server/domain/payments/request-refund.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { holdMoney } from '../documents/with-order.ts';
import { lockOrder, type OrderScope } from '../order-record.ts';
import { isUnderWay, leftOf } from './return-gift-cards.ts';

/**
 * Removes a gift card from an order that waits for the rest of its money: what it paid goes back to it. Twice is the same as once.
 * @throws not-found, `order-confirmed`, `hold-ended`, `payment-in-progress` while a bank card is charged for the rest
 */
export async function removeGiftCard(
	services: Services,
	scope: OrderScope & { paymentId: string },
): Promise<void> {
	const { organisationId, orderId: subjectId, paymentId } = scope;
	await services.database.unitOfWork((unit) =>
		unit.transaction(async (tx) => {
			await holdMoney(tx, scope);
			const payments = await listPayments(tx, { organisationId, subjectId });
			const payment = payments.find(({ id, method }) => id === paymentId && method === 'gift_card');
			if (!payment) throw notFound('Gift card');
			const { status } = await lockOrder(tx, scope);
			if (status === 'confirmed')
				throw ruleViolation('order-confirmed', message`This order is already confirmed. Cancel it instead.`);
			const amountMinor = leftOf(payment);
			if (amountMinor === 0) return;
			if (status !== 'pending')
				throw ruleViolation(
					'hold-ended',
					message`This order has ended. What the gift card paid goes back to it within minutes.`,
				);
			if (payments.some(isUnderWay))
				throw new AppError('BUSINESS_RULE_VIOLATION', {
					status: 409,
					userMessage: message`A payment for this order is already in progress.`,
					metadata: { rule: 'payment-in-progress' },
				});
			const inUnit = { ...services, database: unit };
			await requestRefund(inUnit, tx, { organisationId, paymentId, amountMinor, reason: 'not_sold' });
			await checkUseAt(tx, { organisationId, paymentId }, null);
		}),
	);
}
