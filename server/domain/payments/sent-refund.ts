import { and, eq } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { refunds } from '#server/db/tables/payments.ts';
import type { Services } from '#server/services.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { RefundWay } from '#shared/rules/payment-states.ts';
import { type RefundRow, refundColumns } from './payment-record.ts';
import { getPayment } from './queries.ts';
import { accept, lockRefund, ofRefund } from './refund.ts';

/** How money that no provider moved went back. */
export interface SentRefund {
	organisationId: string;
	refundId: string;
	/** `2026-11-27` */
	sentOn: string;
	way: RefundWay;
	userId: string;
}

/**
 * Records that an owed refund was sent, and books it. Safe to call concurrently: each refund is recorded once.
 * @throws not-found, `refund-sent`: already recorded, or sent by a provider
 */
export async function recordSentRefund(services: Services, tx: Tx, sent: SentRefund): Promise<void> {
	const { organisationId, refundId } = sent;
	const [found] = await tx
		.select({ paymentId: refunds.paymentId })
		.from(refunds)
		.where(and(eq(refunds.organisationId, organisationId), eq(refunds.id, refundId)));
	if (!found) throw notFound('Refund');
	const refund = await lockRefund(tx, { organisationId, id: refundId, ...found });
	const payment = await getPayment(tx, { organisationId, paymentId: found.paymentId });
	if (payment.gateway !== null || refund.state !== 'requested')
		throw ruleViolation('refund-sent', message`This refund is recorded as sent already.`);
	const [noted] = await tx
		.update(refunds)
		.set({ sentOn: sent.sentOn, sentWay: sent.way, sentBy: sent.userId })
		.where(ofRefund(refund))
		.returning(refundColumns);
	await accept(services, tx, payment, noted as RefundRow, 'succeeded');
}
