/** Who moves the money: Stripe where its keys are set, else the built-in gateway, in test mode. */
export const gatewayNames = ['stripe', 'test'] as const;

/** States of an organisation's account at the provider; only `enabled` takes cards. */
export const paymentAccountStates = [
	'not_started',
	'in_progress',
	'needs_information',
	'enabled',
	'restricted',
] as const;
export type PaymentAccountState = (typeof paymentAccountStates)[number];

/**
 * Ways to pay. `card` goes through a payment provider; `gift_card` takes what was paid before; the others are noted by the organiser when the
 * money is there.
 */
export const paymentMethods = ['card', 'transfer', 'cash', 'door_card', 'gift_card'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** States of a payment; money moves when it gets to `succeeded`. `failed` may be tried again, with another card. */
export const paymentStates = [
	'created',
	'requires_action',
	'processing',
	'succeeded',
	'failed',
	'cancelled',
] as const;
export type PaymentState = (typeof paymentStates)[number];

export const refundStates = ['requested', 'pending', 'succeeded', 'failed', 'cancelled'] as const;
export type RefundState = (typeof refundStates)[number];

/** How money that no provider moves goes back to a buyer. */
export const refundWays = ['transfer', 'cash', 'other'] as const;
export type RefundWay = (typeof refundWays)[number];

/** Where a refund goes: back the way each payment came, or onto a new gift card of the organisation. */
export const refundTargets = ['original', 'gift_card'] as const;
export type RefundTarget = (typeof refundTargets)[number];

export const disputeStates = ['inquiry', 'needs_response', 'under_review', 'won', 'lost', 'closed'] as const;
export type DisputeState = (typeof disputeStates)[number];

/** The purpose of a payment. `trial`: a charge of the test mode's loop, which sells nothing. */
export const paymentSubjects = ['order', 'agreement', 'trial', 'gift_cards'] as const;

/** What can be tried in test mode with one press, each with a charge of its own. */
export const trialActs = ['charge', 'decline', 'refund', 'dispute_won', 'dispute_lost', 'payout'] as const;
export type TrialAct = (typeof trialActs)[number];

export const payoutStates = ['pending', 'in_transit', 'paid', 'failed', 'cancelled'] as const;
export type PayoutState = (typeof payoutStates)[number];

/** Movements of the balance at the provider. */
export const balanceItemKinds = [
	'charge',
	'refund',
	'refund_failure',
	'dispute',
	'dispute_reversal',
	'payout',
	'payout_failure',
	'application_fee',
	'application_fee_refund',
	'fee',
	'other',
] as const;
export type BalanceItemKind = (typeof balanceItemKinds)[number];

export const balanceItemStates = ['matched', 'unmatched', 'settled_by_hand'] as const;

/** Names of what differs between the provider's balance and the books. The last ones are of ours, without a movement of the provider. */
export const differenceKinds = [
	'unknown-charge',
	'unknown-refund',
	'unknown-dispute',
	'unknown-payout',
	'unknown-fee',
	'unknown-movement',
	'other-installation',
	'other-account',
	'other-currency',
	'charged-twice',
	'moved-twice',
	'amount-differs',
	'fee-differs',
	'provider-fee-differs',
	'state-differs',
	'books-differ',
	'missing-charge',
	'missing-refund',
	'missing-refund-failure',
	'missing-dispute',
	'missing-reversal',
	'missing-payout',
	'missing-payout-failure',
	'content-differs',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** Which state may follow which (docs/decisions). Everything else is refused, so late and repeated news change nothing. */
const paymentMoves: Record<PaymentState, readonly PaymentState[]> = {
	created: ['requires_action', 'processing', 'succeeded', 'failed', 'cancelled'],
	requires_action: ['processing', 'succeeded', 'failed', 'cancelled'],
	processing: ['requires_action', 'succeeded', 'failed', 'cancelled'],
	failed: ['created', 'requires_action', 'processing', 'succeeded', 'cancelled'],
	succeeded: [],
	cancelled: [],
};
const refundMoves: Record<RefundState, readonly RefundState[]> = {
	requested: ['pending', 'succeeded', 'failed', 'cancelled'],
	pending: ['succeeded', 'failed'],
	// The bank may send the money back days later.
	succeeded: ['failed'],
	failed: [],
	cancelled: [],
};
const disputeMoves: Record<DisputeState, readonly DisputeState[]> = {
	inquiry: ['needs_response', 'under_review', 'closed', 'won', 'lost'],
	needs_response: ['under_review', 'won', 'lost'],
	under_review: ['won', 'lost'],
	won: [],
	lost: [],
	closed: [],
};

const payoutMoves: Record<PayoutState, readonly PayoutState[]> = {
	pending: ['in_transit', 'paid', 'failed', 'cancelled'],
	in_transit: ['paid', 'failed', 'cancelled'],
	// The bank may send the money back after it said that it had it.
	paid: ['failed'],
	failed: [],
	cancelled: [],
};

/** The states from which a payment may get to another one, for the guard of the statement that writes it. */
export const paymentStatesBefore = (to: PaymentState) => statesBefore(paymentMoves, to);
export const refundStatesBefore = (to: RefundState) => statesBefore(refundMoves, to);
export const payoutStatesBefore = (to: PayoutState) => statesBefore(payoutMoves, to);
export const disputeStatesBefore = (to: DisputeState) => statesBefore(disputeMoves, to);

function statesBefore<S extends string>(moves: Record<S, readonly S[]>, to: S): S[] {
	return (Object.keys(moves) as S[]).filter((from) => moves[from].includes(to));
}

/** Outcomes of a provider's event that led to nothing of this installation: to no account, payment or refund. */
export const unmatchedOutcomes = ['unknown-account', 'unknown-payment', 'unknown-refund'] as const;
export type UnmatchedOutcome = (typeof unmatchedOutcomes)[number];
