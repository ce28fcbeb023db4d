import { and, eq } from 'drizzle-orm';
import { disputes, payments, payouts, refunds } from '#server/db/tables/payments.ts';
import type { GatewayBalanceItem } from '#server/platform/payments/gateway.ts';
import type { Services } from '#server/services.ts';
import { isUuid } from '#shared/lib/ids.ts';
import type { DifferenceKind } from '#shared/rules/payment-states.ts';
import { applyDispute } from './disputes.ts';
import { type PaymentRow, paymentColumns, type RefundRow, refundColumns } from './payment-record.ts';
import { fetchPayout } from './payouts.ts';
import type { AccountRow } from './queries.ts';
import { settleRefund, takeOverRefund } from './refund.ts';
import { settlePayment } from './settle.ts';

/** What of ours a movement of the balance belongs to, and how it differs from that; `difference` null: it is explained. */
export interface Match {
	id: string | null;
	subjectId: string | null;
	eventId: string | null;
	difference: DifferenceKind | null;
}

const unknown = (difference: DifferenceKind): Match => ({
	id: null,
	subjectId: null,
	eventId: null,
	difference,
});

type Owned = Pick<PaymentRow, 'id' | 'subjectId' | 'eventId'>;
const matched = ({ id, subjectId, eventId }: Owned, difference: DifferenceKind | null): Match => ({
	...{ id, subjectId, eventId, difference },
});

/** What it is asked about. */
interface Asked {
	services: Services;
	account: AccountRow;
	item: GatewayBalanceItem;
}

type Finder = (asked: Asked) => Promise<Match>;

const finders: Record<GatewayBalanceItem['kind'], Finder> = {
	charge: findCharge,
	refund: findRefund,
	refund_failure: findFailedRefund,
	dispute: findDispute,
	dispute_reversal: findDispute,
	payout: findPayout,
	payout_failure: findPayout,
	application_fee: async () => unknown('unknown-movement'),
	application_fee_refund: async () => unknown('unknown-movement'),
	fee: async () => unknown('unknown-fee'),
	other: async () => unknown('unknown-movement'),
};

/**
 * Finds what a movement belongs to. What is late here is asked for first: a payment that was not settled, a refund made in the provider's
 * dashboard, a dispute whose events were lost.
 * @throws GatewayError
 */
export function findMatch(services: Services, account: AccountRow, item: GatewayBalanceItem): Promise<Match> {
	return finders[item.kind]({ services, account, item });
}

async function paymentOf({ services, account, item }: Asked): Promise<PaymentRow | undefined> {
	if (item.paymentId === null) return undefined;
	const [row] = await services.database.db
		.select(paymentColumns)
		.from(payments)
		.where(
			and(
				eq(payments.organisationId, account.organisationId),
				eq(payments.gateway, account.gateway),
				eq(payments.providerId, item.paymentId),
			),
		);
	return row;
}

async function findCharge(asked: Asked): Promise<Match> {
	const { services, item } = asked;
	let payment = await paymentOf(asked);
	if (!payment) return unknown('unknown-charge');
	if (payment.state !== 'succeeded') {
		const { organisationId, id: paymentId } = payment;
		payment = await settlePayment(services, { organisationId, paymentId });
	}
	if (payment.state !== 'succeeded') return matched(payment, 'state-differs');
	if (item.currency !== payment.currency) return matched(payment, 'other-currency');
	if (item.amountMinor !== payment.capturedMinor) return matched(payment, 'amount-differs');
	return matched(payment, item.applicationFeeMinor === payment.feeMinor ? null : 'fee-differs');
}

async function refundOf({ services, account, item }: Asked): Promise<RefundRow | undefined> {
	const [row] = await services.database.db
		.select(refundColumns)
		.from(refunds)
		.where(
			and(eq(refunds.organisationId, account.organisationId), eq(refunds.providerId, item.sourceId ?? '')),
		);
	return row;
}

async function findRefund(asked: Asked): Promise<Match> {
	const { item } = asked;
	const refund = (await refundOf(asked)) ?? (await learnRefund(asked));
	if (!refund) return unknown('unknown-refund');
	if (item.amountMinor !== -refund.amountMinor) return matched(refund, 'amount-differs');
	return matched(refund, item.applicationFeeMinor === -refund.feeReturnedMinor ? null : 'fee-differs');
}

/** A refund of ours whose answer was lost, or one that was made in the provider's dashboard. */
async function learnRefund(asked: Asked): Promise<RefundRow | undefined> {
	const { services, account, item } = asked;
	const { organisationId, providerAccount } = account;
	if (item.sourceId === null) return undefined;
	const object = await services.gateway.getRefund({ account: providerAccount, refundId: item.sourceId });
	const refundId = object.metadata.foyer_refund ?? '';
	if (isUuid(refundId) && object.metadata.foyer_organisation === organisationId) {
		await settleRefund(services, { organisationId, refundId });
		return refundOf(asked);
	}
	const payment = await paymentOf({ ...asked, item: { ...item, paymentId: object.paymentId } });
	if (!payment || object.currency !== payment.currency) return undefined;
	// Zero less the movement, not minus it: the books know no negative zero.
	const feeReturnedMinor = Math.max(0, 0 - item.applicationFeeMinor);
	return (await takeOverRefund(services, payment, { object, feeReturnedMinor })) ?? refundOf(asked);
}

async function findFailedRefund(asked: Asked): Promise<Match> {
	const { services, account, item } = asked;
	let refund = (await refundOf(asked)) ?? (await learnRefund(asked));
	if (!refund) return unknown('unknown-refund');
	if (refund.state !== 'failed') {
		await settleRefund(services, { organisationId: account.organisationId, refundId: refund.id });
		refund = (await refundOf(asked)) as RefundRow;
	}
	if (refund.state !== 'failed') return matched(refund, 'state-differs');
	return matched(refund, item.amountMinor === refund.amountMinor ? null : 'amount-differs');
}

async function findDispute(asked: Asked): Promise<Match> {
	const { services, account, item } = asked;
	const { organisationId, providerAccount } = account;
	const find = async () => {
		const [row] = await services.database.db
			.select()
			.from(disputes)
			.where(and(eq(disputes.organisationId, organisationId), eq(disputes.providerId, item.sourceId ?? '')));
		return row;
	};
	const isOver = item.kind === 'dispute_reversal';
	let dispute = await find();
	if ((!dispute || (isOver && dispute.state !== 'won')) && item.sourceId !== null) {
		const object = await services.gateway.getDispute({ account: providerAccount, disputeId: item.sourceId });
		const payment = await paymentOf({ ...asked, item: { ...item, paymentId: object.paymentId } });
		if (payment) await applyDispute(services, { organisationId, paymentId: payment.id }, object);
		dispute = await find();
	}
	if (!dispute) return unknown('unknown-dispute');
	if (isOver && dispute.state !== 'won') return matched(dispute, 'state-differs');
	if (item.currency !== dispute.currency) return matched(dispute, 'other-currency');
	return matched(dispute, Math.abs(item.amountMinor) === dispute.amountMinor ? null : 'amount-differs');
}

async function findPayout({ services, account, item }: Asked): Promise<Match> {
	if (item.sourceId === null) return unknown('unknown-payout');
	const [known] = await services.database.db
		.select()
		.from(payouts)
		.where(and(eq(payouts.organisationId, account.organisationId), eq(payouts.providerId, item.sourceId)));
	const isBack = item.kind === 'payout_failure';
	const hasEnded = known?.state === 'failed' || known?.state === 'cancelled';
	const payout = known && (!isBack || hasEnded) ? known : await fetchPayout(services, account, item.sourceId);
	const found = { id: payout.id, subjectId: payout.id, eventId: null };
	return matched(
		found,
		Math.abs(item.amountMinor) === Math.abs(payout.amountMinor) ? null : 'amount-differs',
	);
}
