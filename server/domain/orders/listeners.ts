import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import { AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { editRefusals } from '#shared/rules/edit-rules.ts';
import { type Listener, listen } from '../facts.ts';
import { readBalance } from '../ledger/post.ts';
import type { PaymentRow } from '../payments/payment-record.ts';
import { getPayment, listPayments } from '../payments/queries.ts';
import { requestRefund } from '../payments/request-refund.ts';
import { confirmOrder } from './commands/confirm-order.ts';
import { retryWaitingReceipts } from './documents/due-receipts.ts';
import { cancelLostReceipt, issueAutomatically } from './documents/gift-receipts.ts';
import { applyPaidChange, endChange } from './order-changes/change-order.ts';
import { findOrder, getOrder, type OrderScope } from './order-record.ts';
import { takeBack } from './take-back.ts';
import { moveTicketRefunds } from './ticket-refunds.ts';

interface PaidOrder {
	paymentId: string;
	/** The change of the order that was paid for. */
	changeId?: string | undefined;
	scope: OrderScope;
}

/**
 * Returns money that was not needed by itself: it came late, and the places are gone or the event sells nothing any more; or another payment
 * has confirmed the order.
 */
async function returnUnused(
	services: Services,
	tx: Tx,
	{ paymentId, changeId, scope }: PaidOrder,
	result: PromiseSettledResult<boolean>,
): Promise<void> {
	if (result.status === 'fulfilled' && result.value) return;
	if (result.status === 'rejected' && !(result.reason instanceof AppError && result.reason.status < 500))
		throw result.reason;
	const { organisationId, orderId: subjectId } = scope;
	const payments = await listPayments(tx, { organisationId, subjectId });
	const isAnother = (payment: PaymentRow) =>
		payment.id !== paymentId && payment.state === 'succeeded' && payment.changeId === (changeId ?? null);
	const others = payments.filter(isAnother);
	// Used by this very payment, which is reported again.
	if (
		result.status === 'fulfilled' &&
		(changeId ? others.length === 0 : !(await isPaidBy(services, scope, others)))
	)
		return;
	const { capturedMinor } = await getPayment(tx, { organisationId, paymentId });
	await requestRefund(services, tx, {
		organisationId,
		paymentId,
		amountMinor: capturedMinor,
		reason: result.status === 'rejected' ? 'late_payment' : 'paid_twice',
	});
	if (changeId && result.status === 'rejected') await endChange(services, scope, changeId, 'returned');
}

/** Whether payments have paid an order without another one. Parts of it have not: a gift card, or money that a member received. */
async function isPaidBy(
	services: Services,
	scope: OrderScope,
	payments: readonly PaymentRow[],
): Promise<boolean> {
	if (payments.length === 0) return false;
	const { totalMinor } = await getOrder(services, scope);
	return payments.reduce((sum, one) => sum + one.capturedMinor, 0) >= totalMinor;
}

/** Vetoes changes of other modules that would orphan orders, and applies payments to orders. */
export const orderListeners: Listener[] = [
	listen({
		fact: 'payments.payment-succeeded',
		async inTransactionMany(tx, facts, services) {
			const paid = facts.flatMap(({ organisationId, eventId, payload }): PaidOrder[] => {
				const { paymentId, subjectId: orderId, isPart, changeId } = payload;
				if (!organisationId || !eventId || isPart) return [];
				return [{ paymentId, changeId, scope: { organisationId, eventId, orderId } }];
			});
			const results = await Promise.allSettled(
				paid.map(({ scope, changeId }) =>
					changeId
						? applyPaidChange(services, scope, changeId)
						: confirmOrder(services, scope, { isPaid: true }),
				),
			);
			for (const [index, one] of paid.entries())
				await returnUnused(services, tx, one, results[index] as PromiseSettledResult<boolean>);
		},
	}),
	listen({
		fact: 'payments.refund-taken-over',
		async inTransaction(tx, fact, services) {
			const { organisationId, eventId, payload } = fact;
			if (organisationId === null || eventId === null) return;
			const order = await findOrder(services, { organisationId, eventId, orderId: payload.subjectId });
			// Money that came too late for a monthly gift has no order.
			if (!order) return;
			// The refund is in the books: what the buyer owes since then was sold for that money.
			const { balanceMinor } = await readBalance(tx, { organisationId, subjectId: order.id });
			const amountMinor = Math.min(payload.amountMinor, balanceMinor);
			if (amountMinor <= 0) return;
			await takeBack(services, tx, order, { amountMinor, sourceId: payload.refundId, userId: null });
		},
	}),
	listen({
		fact: 'payments.refund-retried',
		// The parts of the failed refund for single tickets carry over to the one that is sent instead.
		async inTransaction(tx, { organisationId, eventId, payload }) {
			await moveTicketRefunds(tx, { organisationId, eventId, orderId: payload.subjectId }, payload);
		},
	}),
	listen({
		fact: 'events.cancellation-begun',
		// The holds of a cancelled event end now: nobody pays or waits for what they cannot have.
		async inTransaction(tx, { organisationId, eventId }) {
			await tx.execute(sql`
				UPDATE orders SET expires_at = now() WHERE organisation_id = ${organisationId} AND event_id = ${eventId}
					AND status IN ('pending', 'awaiting_approval') AND expires_at > now()`);
		},
	}),
	listen({
		fact: 'payments.dispute-lost',
		async inTransaction(tx, { organisationId, eventId, payload }, services) {
			if (organisationId === null || eventId === null) return;
			await cancelLostReceipt(services, tx, { organisationId, eventId, orderId: payload.subjectId });
		},
	}),
	listen({
		fact: 'orders.gifts-received',
		// After the sale, which does not wait for a number of the organisation's series.
		async afterCommit({ organisationId, eventId, payload }, services) {
			if (organisationId === null || eventId === null) return;
			await issueAutomatically(services, { organisationId, eventId, orderId: payload.orderId });
		},
	}),
	...(
		[
			'settings.organisation-changed',
			'documents.gift-receipt-settings-changed',
			'tickets.tax-changed',
		] as const
	).map((fact) =>
		listen({ fact, inTransaction: (tx, { organisationId }) => retryWaitingReceipts(tx, organisationId) }),
	),
	listen({
		fact: 'events.event-deleted',
		async inTransaction(tx, fact) {
			const { rows } = await tx.execute<{ id: string }>(sql`
				SELECT id FROM orders WHERE organisation_id = ${fact.organisationId} AND event_id = ${fact.eventId} LIMIT 1`);
			if (rows.length > 0) throw ruleViolation('has-guests', editRefusals['has-guests']());
		},
	}),
	listen({
		fact: 'tickets.ticket-type-deleted',
		async inTransaction(tx, fact) {
			const { rows } = await tx.execute<{ order_id: string }>(sql`
				SELECT order_id FROM order_items
				WHERE organisation_id = ${fact.organisationId} AND event_id = ${fact.eventId}
					AND ticket_type_id = ${fact.payload.ticketTypeId} LIMIT 1`);
			if (rows.length > 0) throw ruleViolation('ticket-type-sold', editRefusals['ticket-type-sold']());
		},
	}),
];
