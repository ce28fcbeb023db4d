import type Stripe from 'stripe';
import { fromProvider } from '#shared/lib/provider-amounts.ts';
import { toDeclineCode } from './decline-codes.ts';
import type {
	AccountId,
	GatewayAccount,
	GatewayBalanceItem,
	GatewayCard,
	GatewayDispute,
	GatewayPayment,
	GatewayPayout,
	GatewayRefund,
	GatewaySetup,
} from './gateway.ts';

export type { AccountId };

const idOf = (value: string | { id: string } | null | undefined): string | null =>
	typeof value === 'string' ? value : (value?.id ?? null);

const objectOf = <T extends { id: string }>(value: string | T | null | undefined): T | null =>
	typeof value === 'object' && value !== null ? value : null;

const toDate = (seconds: number): Date => new Date(seconds * 1000);

const upper = (currency: string): string => currency.toUpperCase();

/** `latest_charge` must be expanded for what was captured and refunded; in the answer of a decline it is not. */
export function toPayment(intent: Stripe.PaymentIntent, account: AccountId): GatewayPayment {
	const currency = upper(intent.currency);
	const minor = (amount: number) => fromProvider(amount, currency);
	const charge = objectOf(intent.latest_charge);
	const error = intent.last_payment_error;
	return {
		id: intent.id,
		status: toStatus(intent.status),
		amountMinor: minor(intent.amount),
		currency,
		account,
		metadata: intent.metadata,
		feeMinor: minor(intent.application_fee_amount ?? 0),
		capturedMinor: minor(intent.amount_received),
		refundedMinor: minor(charge?.amount_refunded ?? 0),
		failure: toFailure(error),
		nextAction: toNextAction(intent),
		card: toCard(charge, error?.payment_method ?? null),
		methodId: idOf(intent.payment_method),
		customerId: idOf(intent.customer),
		chargeId: idOf(intent.latest_charge),
		balanceItemId: idOf(charge?.balance_transaction),
		isDisputed: charge?.disputed ?? false,
		isLive: intent.livemode,
		createdAt: toDate(intent.created),
	};
}

/** Payments are confirmed in the call that creates them and captured at once, so two of Stripe's states mean "not yet paid". */
function toStatus(status: Stripe.PaymentIntent.Status): GatewayPayment['status'] {
	switch (status) {
		case 'requires_action':
		case 'processing':
		case 'succeeded':
		case 'canceled':
			return status as GatewayPayment['status'];
		default:
			return 'requires_payment_method';
	}
}

function toFailure(
	error: Stripe.PaymentIntent.LastPaymentError | Stripe.SetupIntent.LastSetupError | null,
): GatewayPayment['failure'] {
	if (!error) return null;
	return {
		code: toDeclineCode(error.code, error.decline_code),
		providerCode: error.decline_code || error.code || 'unknown',
		advice: error.advice_code ?? null,
	};
}

function toNextAction(intent: Stripe.PaymentIntent | Stripe.SetupIntent): GatewayPayment['nextAction'] {
	if (intent.status !== 'requires_action' || !intent.next_action) return null;
	const url = intent.next_action.redirect_to_url?.url;
	if (url) return { url };
	return intent.client_secret ? { clientSecret: intent.client_secret } : null;
}

function toCard(charge: Stripe.Charge | null, failed: Stripe.PaymentMethod | null): GatewayCard | null {
	const paid = charge?.payment_method_details?.card;
	const card = paid ?? failed?.card;
	if (!card) return null;
	return {
		brand: card.brand ?? 'unknown',
		last4: card.last4 ?? '',
		funding: card.funding ?? null,
		country: card.country ?? null,
		fingerprint: card.fingerprint ?? null,
		threeDSecure: paid?.three_d_secure?.result ?? null,
		wallet: card.wallet?.type ?? null,
	};
}

/** Requires `payment_method` to be expanded. */
export function toSetup(intent: Stripe.SetupIntent): GatewaySetup {
	const isFailed = intent.status === 'requires_payment_method';
	return {
		id: intent.id,
		status: isFailed ? 'failed' : (intent.status as GatewaySetup['status']),
		customerId: idOf(intent.customer),
		methodId: idOf(intent.payment_method),
		card: toCard(null, objectOf(intent.payment_method)),
		failure: toFailure(intent.last_setup_error),
		nextAction: toNextAction(intent),
	};
}

export function toRefund(refund: Stripe.Refund): GatewayRefund {
	const currency = upper(refund.currency);
	return {
		id: refund.id,
		paymentId: idOf(refund.payment_intent),
		amountMinor: fromProvider(refund.amount, currency),
		currency,
		status:
			refund.status === 'succeeded' || refund.status === 'failed' || refund.status === 'canceled'
				? refund.status
				: 'pending',
		failureReason: refund.failure_reason ?? null,
		metadata: refund.metadata ?? {},
		balanceItemId: idOf(refund.balance_transaction),
		createdAt: toDate(refund.created),
	};
}

const disputeStatus: Readonly<Record<string, GatewayDispute['status']>> = {
	warning_needs_response: 'inquiry',
	warning_under_review: 'inquiry',
	warning_closed: 'closed',
	prevented: 'closed',
	needs_response: 'needs_response',
	under_review: 'under_review',
	won: 'won',
	lost: 'lost',
};

export function toDispute(dispute: Stripe.Dispute): GatewayDispute {
	const currency = upper(dispute.currency);
	const due = dispute.evidence_details.due_by;
	return {
		id: dispute.id,
		paymentId: idOf(dispute.payment_intent),
		amountMinor: fromProvider(dispute.amount, currency),
		currency,
		reason: dispute.reason,
		status: disputeStatus[dispute.status] ?? 'needs_response',
		evidenceDueAt: due ? toDate(due) : null,
		isEvidenceSent: dispute.evidence_details.submission_count > 0,
		movements: dispute.balance_transactions.map((item) => ({
			balanceItemId: item.id,
			amountMinor: fromProvider(item.amount, upper(item.currency)),
			feeMinor: fromProvider(item.fee, upper(item.currency)),
			currency: upper(item.currency),
		})),
		createdAt: toDate(dispute.created),
	};
}

/** Requires `configuration.merchant`, `defaults`, `identity` and `requirements` to be included. */
export function toAccount(account: Stripe.V2.Core.Account): GatewayAccount {
	const capabilities = account.configuration?.merchant?.capabilities;
	const charges = capabilities?.card_payments;
	const entries = (account.requirements?.entries ?? []).filter(
		(entry) => entry.awaiting_action_from === 'user',
	);
	const deadline = account.requirements?.summary?.minimum_deadline;
	const due = entries.filter((entry) => entry.minimum_deadline.status !== 'eventually_due');
	return {
		id: account.id,
		country: account.identity?.country?.toUpperCase() ?? null,
		name: account.display_name ?? null,
		chargesEnabled: charges?.status === 'active',
		payoutsEnabled: capabilities?.stripe_balance?.payouts?.status === 'active',
		// What onboarding asks for is gone once the owner has been through it; what comes later is for routine verification.
		detailsSubmitted: !due.some((entry) =>
			entry.requested_reasons.some(({ code }) => code === 'routine_onboarding'),
		),
		defaultCurrency: account.defaults?.currency ? upper(account.defaults.currency) : null,
		requirements: due.map((entry) => ({
			code: entry.description,
			isPastDue: entry.minimum_deadline.status === 'past_due',
			dueAt:
				deadline?.time && deadline.status === entry.minimum_deadline.status ? new Date(deadline.time) : null,
		})),
		disabledReason: charges?.status === 'active' ? null : (charges?.status_details[0]?.code ?? null),
		isClosed: account.closed ?? false,
		isLive: account.livemode,
	};
}

const itemKinds: Readonly<Record<string, GatewayBalanceItem['kind']>> = {
	charge: 'charge',
	payment: 'charge',
	refund: 'refund',
	payment_refund: 'refund',
	refund_failure: 'refund_failure',
	payment_failure_refund: 'refund_failure',
	payout: 'payout',
	payout_failure: 'payout_failure',
	payout_cancel: 'payout_failure',
	application_fee: 'application_fee',
	application_fee_refund: 'application_fee_refund',
	stripe_fee: 'fee',
	stripe_fx_fee: 'fee',
	tax_fee: 'fee',
};

/** Adjustments say by their reporting category what they are. */
function toItemKind(item: Stripe.BalanceTransaction): GatewayBalanceItem['kind'] {
	if (item.reporting_category === 'dispute') return 'dispute';
	if (item.reporting_category === 'dispute_reversal') return 'dispute_reversal';
	return itemKinds[item.type] ?? 'other';
}

/** Requires `source` to be expanded for the payment. */
export function toBalanceItem(item: Stripe.BalanceTransaction): GatewayBalanceItem {
	const currency = upper(item.currency);
	const minor = (amount: number) => fromProvider(amount, currency);
	const ours = item.fee_details
		.filter(({ type }) => type === 'application_fee')
		.reduce((sum, { amount }) => sum + amount, 0);
	const source = item.source as
		| string
		| { id: string; payment_intent?: string | { id: string } | null }
		| null;
	return {
		id: item.id,
		kind: toItemKind(item),
		amountMinor: minor(item.amount),
		feeMinor: minor(item.fee),
		netMinor: minor(item.net),
		applicationFeeMinor: minor(ours),
		providerFeeMinor: minor(item.fee - ours),
		currency,
		exchangeRate: item.exchange_rate?.toString() ?? null,
		sourceId: idOf(source),
		paymentId: idOf(objectOf(source)?.payment_intent),
		availableOn: toDate(item.available_on),
		createdAt: toDate(item.created),
	};
}

export function toPayout(payout: Stripe.Payout): GatewayPayout {
	const currency = upper(payout.currency);
	return {
		id: payout.id,
		amountMinor: fromProvider(payout.amount, currency),
		currency,
		status: payout.status as GatewayPayout['status'],
		arrivesOn: toDate(payout.arrival_date),
		failureReason: payout.failure_code,
		trace: payout.trace_id?.value ?? null,
		balanceItemId: idOf(payout.balance_transaction),
		isAutomatic: payout.automatic,
		createdAt: toDate(payout.created),
	};
}
