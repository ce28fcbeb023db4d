/** Filters of a list of orders. `refunded`: money went back or is on its way; `refund_due`: it should have, and did not. */
export const orderFilters = [
	'paid',
	'free',
	'pending',
	'awaiting_transfer',
	'pay_at_door',
	'awaiting_approval',
	'expired',
	'cancelled',
	'refunded',
	'refund_due',
] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** How an order and its money stand, in one word; of a refund of a part `partly_refunded`. */
export type OrderMoneyState = OrderFilter | 'partly_refunded';

/** The data from which the state of an order is derived. Amounts are minor units. */
export interface OrderMoney {
	status: 'awaiting_approval' | 'pending' | 'confirmed' | 'expired' | 'cancelled';
	terms: 'card' | 'transfer' | 'door' | null;
	totalMinor: number;
	/** Received, less what was refunded. */
	paidMinor: number;
	refundedMinor: number;
	/** On its way back, or owed. */
	refundingMinor: number;
	/** Of it: what a member has to send, as no provider moved it. */
	toSendMinor: number;
	/** Still to be paid; below 0: owed to the buyer. */
	dueMinor: number;
}

/** How an order stands: what needs somebody first, then what became of the money, then of the order. */
export function orderMoneyState(order: OrderMoney): OrderMoneyState {
	const { status, paidMinor, refundedMinor, refundingMinor } = order;
	if (owedMinor(order) > 0 || order.toSendMinor > 0) return 'refund_due';
	const hasRefund = refundedMinor + refundingMinor > 0;
	if (hasRefund && paidMinor - refundingMinor <= 0) return 'refunded';
	if (status === 'confirmed') {
		if (hasRefund) return 'partly_refunded';
		return order.totalMinor === 0 ? 'free' : 'paid';
	}
	if (status !== 'pending') return status;
	if (order.terms === 'transfer') return 'awaiting_transfer';
	return order.terms === 'door' ? 'pay_at_door' : 'pending';
}

/** What should go back to the buyer and nobody has refunded: a refund has failed, or more was paid than the order costs. */
export function owedMinor(order: Pick<OrderMoney, 'dueMinor' | 'refundingMinor'>): number {
	return Math.max(0, -order.dueMinor - order.refundingMinor);
}
