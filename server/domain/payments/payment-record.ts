import { getColumns } from 'drizzle-orm';
import { payments, refunds } from '#server/db/tables/payments.ts';
import type { Payment, Refund } from '#shared/contracts/payments.ts';
import { OPERATOR_BOOKS } from '../ledger/post.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;
export const paymentColumns = getColumns(payments);
export const refundColumns = getColumns(refunds);

/** Whose books a payment is in: what is paid for a plan is the operator's, everything else the organisation's. */
export const booksOf = (payment: Pick<PaymentRow, 'organisationId' | 'subjectKind' | 'accountId'>): string =>
	payment.subjectKind === 'agreement' && payment.accountId === null ? OPERATOR_BOOKS : payment.organisationId;

/** Details of payments and refunds for orders. */
export type ShownPayment = Pick<
	PaymentRow,
	| 'id'
	| 'method'
	| 'gateway'
	| 'state'
	| 'currency'
	| 'amountMinor'
	| 'capturedMinor'
	| 'refundedMinor'
	| 'refundingMinor'
	| 'contestedMinor'
	| 'failure'
	| 'note'
	| 'receivedOn'
	| 'createdAt'
	| 'settledAt'
>;
export type ShownRefund = Pick<
	RefundRow,
	| 'id'
	| 'paymentId'
	| 'amountMinor'
	| 'state'
	| 'reason'
	| 'note'
	| 'failure'
	| 'sentOn'
	| 'sentWay'
	| 'giftCardId'
	| 'createdAt'
	| 'settledAt'
>;

export function presentPayment(row: ShownPayment): Payment {
	return {
		id: row.id,
		method: row.method,
		state: row.state,
		amountMinor: row.amountMinor,
		refundedMinor: row.refundedMinor,
		currency: row.currency,
		failure: row.failure,
		isTest: row.gateway === 'test',
		receivedOn: row.receivedOn,
		createdAt: row.createdAt.toISOString(),
		settledAt: row.settledAt?.toISOString() ?? null,
	};
}

const secretPrefix = 'secret:';

/** The payer’s next action: open their bank's page, or let the provider's script show it; null: nothing. */
export function nextActionOf({ state, actionUrl }: PaymentRow) {
	if (state !== 'requires_action' || actionUrl === null) return null;
	return actionUrl.startsWith(secretPrefix)
		? { kind: 'stripe' as const, clientSecret: actionUrl.slice(secretPrefix.length) }
		: { kind: 'redirect' as const, url: actionUrl };
}

export function presentRefund(row: ShownRefund): Refund {
	return {
		id: row.id,
		paymentId: row.paymentId,
		amountMinor: row.amountMinor,
		state: row.state,
		reason: row.reason,
		note: row.note,
		failure: row.failure,
		sentOn: row.sentOn,
		sentWay: row.sentWay,
		giftCardId: row.giftCardId,
		createdAt: row.createdAt.toISOString(),
		settledAt: row.settledAt?.toISOString() ?? null,
	};
}
