import type { OrderLineKind } from './order-lines.ts';
import { split } from './pricing/money.ts';

/** What a list of orders can be narrowed to. `refunded`: money went back or is on its way; `refund_due`: it should have, and did not. */
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

/** What the state of an order is derived from. Amounts are minor units. */
export interface OrderMoney {
	status: 'awaiting_approval' | 'pending' | 'confirmed' | 'expired' | 'cancelled';
	terms: 'card' | 'transfer' | 'door' | null;
	totalMinor: number;
	/** Received, less what was refunded. */
	paidMinor: number;
	refundedMinor: number;
	/** On its way back. */
	refundingMinor: number;
	/** Still to be paid; below 0: owed to the buyer. */
	dueMinor: number;
}

/** How an order stands: what needs somebody first, then what became of the money, then of the order. */
export function orderMoneyState(order: OrderMoney): OrderMoneyState {
	const { status, paidMinor, refundedMinor, refundingMinor } = order;
	if (owedMinor(order) > 0) return 'refund_due';
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

/** What should have gone back to the buyer and is not on its way: a refund has failed. */
export function owedMinor(order: Pick<OrderMoney, 'dueMinor' | 'refundingMinor'>): number {
	return Math.max(0, -order.dueMinor - order.refundingMinor);
}

/** An order as far as the prices of its tickets go. */
export interface PricedTickets {
	lines: readonly { ticketTypeId: string | null; quantity: number; grossMinor: number }[];
	/** All of them, in the order of their ids. */
	attendees: readonly { id: string; ticketTypeId: string }[];
}

/**
 * What was paid for some tickets, by type: of all that was sold of the type, all in, the parts of their numbers (`split`). So tickets that are
 * refunded one by one, in any order, come to what was paid for all of them.
 */
export function ticketsPaidByType(order: PricedTickets, attendeeIds: readonly string[]): Map<string, number> {
	const chosen = new Set(attendeeIds);
	const paid = new Map<string, number>();
	for (const [ticketTypeId, tickets] of Map.groupBy(order.attendees, (one) => one.ticketTypeId)) {
		if (!tickets.some(({ id }) => chosen.has(id))) continue;
		const grossMinor = order.lines
			.filter((line) => line.ticketTypeId === ticketTypeId && line.quantity > 0)
			.reduce((sum, line) => sum + line.grossMinor, 0);
		const parts = split(grossMinor, tickets.length);
		paid.set(
			ticketTypeId,
			tickets.reduce((sum, { id }, number) => sum + (chosen.has(id) ? (parts[number] ?? 0) : 0), 0),
		);
	}
	return paid;
}

/** Whether a line is a gift that is no ticket, or the card fees that the donor added to it. */
export const isGiftLine = (line: { kind: OrderLineKind; ticketTypeId: string | null }): boolean =>
	line.ticketTypeId === null && (line.kind === 'gift' || line.kind === 'cover');

/** What is left of the gift of an order, with its cover. */
export const giftLeftMinor = (
	lines: readonly { kind: OrderLineKind; ticketTypeId: string | null; grossMinor: number }[],
): number => lines.filter(isGiftLine).reduce((sum, line) => sum + line.grossMinor, 0);
