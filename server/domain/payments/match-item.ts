import { and, eq } from 'drizzle-orm';
import { disputes, payments, payouts, refunds } from '#server/db/tables/payments.ts';
import type { GatewayBalanceItem } from '#server/platform/payments/gateway.ts';
import { GatewayError } from '#server/platform/payments/gateway-error.ts';
import type { Services } from '#server/services.ts';
import { isUuid } from '#shared/lib/ids.ts';
import type { DifferenceKind } from '#shared/rules/payment-states.ts';
import { applyDispute } from './disputes.ts';
import { type PaymentRow, paymentColumns, type RefundRow, refundColumns } from './payment-record.ts';
import { fetchPayout } from './payouts.ts';
import { type AccountRow, getPayment } from './queries.ts';
import { settleRefund, takeOverRefund } from './refund.ts';
import { settlePayment } from './settle.ts';
import { returnStray } from './stray-charge.ts';

/** The record that a balance transaction belongs to, and their difference; `difference` null: they match. */
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
/** It has to do with one of ours, whose own movement is another one. */
const beside = (row: Owned, difference: DifferenceKind): Match => ({ ...matched(row, difference), id: null });

/** An item of an account’s balance that is to be matched. */
interface MatchRequest {
	services: Services;
	account: AccountRow;
	item: GatewayBalanceItem;
}

type Finder = (request: MatchRequest) => Promise<Match>;

const finders: Record<GatewayBalanceItem['kind'], Finder> = {
	charge: findCharge,
	refund: findRefund,
	refund_failure: findFailedRefund,
	dispute: findDispute,
	dispute_reversal: findDispute,
	payout: findPayout,
	payout_failure: findPayout,
	application_fee: isUnknown,
	application_fee_refund: isUnknown,
	fee: isUnknown,
	other: isUnknown,
};

/**
 * Finds the record of a balance transaction. Missing or outdated records are fetched first: an unsettled payment, a refund made in the
 * provider's dashboard, a dispute whose events were lost.
 * @throws GatewayError
 */
export async function findMatch(
	services: Services,
	account: AccountRow,
	item: GatewayBalanceItem,
): Promise<Match> {
	try {
		return await finders[item.kind]({ services, account, item });
	} catch (error) {
		const { failure } = error instanceof GatewayError ? error : { failure: null };
		if (failure?.kind !== 'refused' || failure.reason !== 'not-found') throw error;
		return unknown(unknownOf[item.kind]);
	}
}

/** What a movement is called whose object the provider itself does not know on this account. */
const unknownOf: Record<GatewayBalanceItem['kind'], DifferenceKind> = {
	charge: 'unknown-charge',
	refund: 'unknown-refund',
	refund_failure: 'unknown-refund',
	dispute: 'unknown-dispute',
	dispute_reversal: 'unknown-dispute',
	payout: 'unknown-payout',
	payout_failure: 'unknown-payout',
	application_fee: 'unknown-movement',
	application_fee_refund: 'unknown-movement',
	fee: 'unknown-fee',
	other: 'unknown-movement',
};

async function isUnknown({ item }: MatchRequest): Promise<Match> {
	return unknown(unknownOf[item.kind]);
}

async function paymentOf({ services, account, item }: MatchRequest): Promise<PaymentRow | undefined> {
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

async function findCharge(request: MatchRequest): Promise<Match> {
	const { services, account, item } = request;
	let payment = await paymentOf(request);
	if (!payment) return findStray(request);
	if (payment.accountId !== account.id) return matched(payment, 'other-account');
	if (payment.state !== 'succeeded') {
		const { organisationId, id: paymentId } = payment;
		payment = await settlePayment(services, { organisationId, paymentId });
	}
	if (payment.state !== 'succeeded') return matched(payment, 'state-differs');
	if (item.currency !== payment.currency) return matched(payment, 'other-currency');
	if (item.amountMinor !== payment.capturedMinor) return matched(payment, 'amount-differs');
	return matched(payment, item.applicationFeeMinor === payment.feeMinor ? null : 'fee-differs');
}

/**
 * A charge that no payment of ours calls its own, or a movement of one. What the provider keeps beside it says whether the charge is the
 * answer that was lost, the second one of a payment, whose money goes back to the buyer, or the work of another installation.
 */
async function findStray(request: MatchRequest): Promise<Match> {
	const { services, account, item } = request;
	const nobodys = unknown(unknownOf[item.kind]);
	if (item.paymentId === null) return nobodys;
	const { organisationId, providerAccount } = account;
	const { metadata } = await services.gateway.getPayment({
		account: providerAccount,
		paymentId: item.paymentId,
	});
	const paymentId = metadata.foyer_payment;
	if (paymentId === undefined) return nobodys;
	const isOurs = isUuid(paymentId) && metadata.foyer_organisation === organisationId;
	const payment = isOurs ? await findPayment(request, paymentId) : undefined;
	if (!payment) return unknown('other-installation');
	const settled =
		payment.providerId === null ? await settlePayment(services, { organisationId, paymentId }) : payment;
	if (settled.providerId === item.paymentId)
		return item.kind === 'charge'
			? findCharge(request)
			: beside(settled, nobodys.difference ?? 'unknown-movement');
	if (item.kind === 'charge')
		await returnStray(services, { account: providerAccount, paymentId: item.paymentId }, settled);
	return beside(settled, settled.providerId === null ? 'state-differs' : 'charged-twice');
}

async function findPayment({ services, account }: MatchRequest, id: string): Promise<PaymentRow | undefined> {
	const [row] = await services.database.db
		.select(paymentColumns)
		.from(payments)
		.where(and(eq(payments.organisationId, account.organisationId), eq(payments.id, id)));
	return row;
}

async function refundOf({ services, account, item }: MatchRequest): Promise<RefundRow | undefined> {
	const [row] = await services.database.db
		.select(refundColumns)
		.from(refunds)
		.where(
			and(eq(refunds.organisationId, account.organisationId), eq(refunds.providerId, item.sourceId ?? '')),
		);
	return row;
}

async function findRefund(request: MatchRequest): Promise<Match> {
	const { services, item } = request;
	const refund = (await refundOf(request)) ?? (await learnRefund(request));
	if (!refund) return findStray(request);
	const { currency } = await getPayment(services.database.db, refund);
	if (item.currency !== currency) return matched(refund, 'other-currency');
	if (item.amountMinor !== -refund.amountMinor) return matched(refund, 'amount-differs');
	return matched(refund, item.applicationFeeMinor === -refund.feeReturnedMinor ? null : 'fee-differs');
}

/** A refund of ours whose answer was lost, or one that was made in the provider's dashboard. */
async function learnRefund(request: MatchRequest): Promise<RefundRow | undefined> {
	const { services, account, item } = request;
	const { organisationId, providerAccount } = account;
	if (item.sourceId === null) return undefined;
	const object = await services.gateway.getRefund({ account: providerAccount, refundId: item.sourceId });
	const refundId = object.metadata.foyer_refund ?? '';
	if (isUuid(refundId) && object.metadata.foyer_organisation === organisationId) {
		await settleRefund(services, { organisationId, refundId });
		return refundOf(request);
	}
	const payment = await paymentOf({ ...request, item: { ...item, paymentId: object.paymentId } });
	if (!payment || object.currency !== payment.currency) return undefined;
	// Zero less the movement, not minus it: the books know no negative zero.
	const feeReturnedMinor = Math.max(0, 0 - item.applicationFeeMinor);
	return (await takeOverRefund(services, payment, { object, feeReturnedMinor })) ?? refundOf(request);
}

async function findFailedRefund(request: MatchRequest): Promise<Match> {
	const { services, account, item } = request;
	let refund = (await refundOf(request)) ?? (await learnRefund(request));
	if (!refund) return findStray(request);
	if (refund.state !== 'failed') {
		await settleRefund(services, { organisationId: account.organisationId, refundId: refund.id });
		refund = (await refundOf(request)) as RefundRow;
	}
	if (refund.state !== 'failed') return matched(refund, 'state-differs');
	return matched(refund, item.amountMinor === refund.amountMinor ? null : 'amount-differs');
}

async function findDispute(request: MatchRequest): Promise<Match> {
	const { services, account, item } = request;
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
	// An inquiry takes no money: it has become a dispute meanwhile.
	const isLate = !dispute || (isOver ? dispute.state !== 'won' : dispute.state === 'inquiry');
	if (isLate && item.sourceId !== null) {
		const object = await services.gateway.getDispute({ account: providerAccount, disputeId: item.sourceId });
		const payment = await paymentOf({ ...request, item: { ...item, paymentId: object.paymentId } });
		if (payment) await applyDispute(services, { organisationId, paymentId: payment.id }, object);
		dispute = await find();
	}
	if (!dispute) return unknown('unknown-dispute');
	if (isOver && dispute.state !== 'won') return matched(dispute, 'state-differs');
	if (item.currency !== dispute.currency) return matched(dispute, 'other-currency');
	if (Math.abs(item.amountMinor) !== dispute.amountMinor) return matched(dispute, 'amount-differs');
	return matched(
		dispute,
		isOver || item.providerFeeMinor === dispute.feeMinor ? null : 'provider-fee-differs',
	);
}

async function findPayout({ services, account, item }: MatchRequest): Promise<Match> {
	if (item.sourceId === null) return unknown('unknown-payout');
	const [known] = await services.database.db
		.select()
		.from(payouts)
		.where(and(eq(payouts.organisationId, account.organisationId), eq(payouts.providerId, item.sourceId)));
	const isBack = item.kind === 'payout_failure';
	const hasEnded = (state?: string) => state === 'failed' || state === 'cancelled';
	const payout =
		known && (!isBack || hasEnded(known.state)) ? known : await fetchPayout(services, account, item.sourceId);
	const found = { id: payout.id, subjectId: payout.id, eventId: null };
	if (isBack && !hasEnded(payout.state)) return matched(found, 'state-differs');
	if (item.currency !== payout.currency) return matched(found, 'other-currency');
	return matched(
		found,
		Math.abs(item.amountMinor) === Math.abs(payout.amountMinor) ? null : 'amount-differs',
	);
}
