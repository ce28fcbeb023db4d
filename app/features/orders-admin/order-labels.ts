import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { methodLabels, type StateLabel } from '#app/lib/payment-labels.ts';
import type { ListedOrder } from '#shared/contracts/organiser-orders.ts';
import type { Refund } from '#shared/contracts/payments.ts';
import type { OrderMoneyState } from '#shared/rules/order-money-state.ts';
import type { PaymentMethod } from '#shared/rules/payment-states.ts';

/** The states of an order. */
export const stateLabels: Record<OrderMoneyState, StateLabel> = {
	paid: { tone: 'success', label: msg`Paid` },
	free: { tone: 'success', label: msg`Free` },
	pending: { tone: 'pending', label: msg`Pending (in checkout)` },
	awaiting_transfer: { tone: 'warning', label: msg`Awaiting transfer` },
	pay_at_door: { tone: 'info', label: msg`Pay at the door` },
	awaiting_approval: { tone: 'warning', label: msg`Awaiting approval` },
	expired: { tone: 'neutral', label: msg`Expired` },
	cancelled: { tone: 'danger', label: msg`Cancelled` },
	refunded: { tone: 'neutral', label: msg`Refunded` },
	partly_refunded: { tone: 'info', label: msg`Partly refunded` },
	refund_due: { tone: 'danger', label: msg`Refund due` },
};

export const termsLabels: Record<NonNullable<ListedOrder['terms']>, MessageDescriptor> = {
	card: msg`Card`,
	transfer: msg`Bank transfer`,
	door: msg`At the door`,
};

/** Payment method, or will come; null: nothing is to be paid, or nothing was chosen. */
export function methodLabel({
	paidBy,
	terms,
}: Pick<ListedOrder, 'paidBy' | 'terms'>): MessageDescriptor | null {
	if (paidBy) return methodLabels[paidBy];
	return terms && termsLabels[terms];
}

const refundLabels: Record<Refund['state'], StateLabel> = {
	requested: { tone: 'pending', label: msg`In progress` },
	pending: { tone: 'pending', label: msg`With the bank` },
	succeeded: { tone: 'success', label: msg`Refunded` },
	failed: { tone: 'danger', label: msg`Failed` },
	cancelled: { tone: 'neutral', label: msg`Cancelled` },
};

/** How a refund stands. @param method how the money had come: no provider returns what came another way than by card */
export const refundLabel = (state: Refund['state'], method: PaymentMethod | undefined): StateLabel =>
	state === 'requested' && method !== undefined && method !== 'card' && method !== 'gift_card'
		? { tone: 'warning', label: msg`To be sent by you` }
		: refundLabels[state];

const refundReasons: Record<string, MessageDescriptor> = {
	late_payment: msg`The payment came too late.`,
	not_sold: msg`The order wasn’t confirmed.`,
	paid_twice: msg`The order was paid already.`,
	cancelled_event: msg`The event was cancelled.`,
	ticket_changed: msg`Tickets were changed for ones that cost less.`,
	resold: msg`The buyer resold the ticket to another guest.`,
	buyer_cancelled: msg`The buyer cancelled, and your refund policy gives it back.`,
	withdrawal: msg`The buyer withdrew from the contract.`,
	outside: msg`Made at the payment provider.`,
};

/** Why a refund was made, where it was not an organiser's doing. */
export const refundReason = (reason: string): MessageDescriptor | null => refundReasons[reason] ?? null;

const refundFailures: Record<string, MessageDescriptor> = {
	expired_or_canceled_card: msg`The card has expired or was cancelled.`,
	lost_or_stolen_card: msg`The card was reported lost or stolen.`,
	declined: msg`The bank declined the refund.`,
	insufficient_funds: msg`Your balance at the payment provider is too low.`,
	charge_for_pending_refund_disputed: msg`The buyer’s bank reversed the payment.`,
};

/** Why a refund failed, by the provider's code. */
export const refundFailure = (failure: string | null): MessageDescriptor =>
	refundFailures[failure ?? ''] ?? msg`The payment provider didn’t accept the refund.`;
