import type { OrderDetail } from '#shared/contracts/organiser-orders.ts';
import { textToMoney } from '#shared/lib/money-text.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { giftLeftMinor, refundableByTicket } from '#shared/rules/ticket-prices.ts';
import type { RefundBody } from './api.ts';

/** The parts of an order to refund, as the dialog stores them. */
export interface RefundChoice {
	kind: 'all' | 'tickets' | 'gift' | 'amount';
	/** With `tickets`. */
	attendeeIds: readonly string[];
	/** With `tickets`: whether the donation beside them goes back too. */
	gift: boolean;
	/** With `amount`: as typed. */
	amount: string;
	isCancelling: boolean;
	reason: string;
	/** Without it, to the original payment. */
	refundTo?: RefundTarget;
}

export type RefundProblem = 'no-ticket' | 'no-amount' | 'not-money' | 'more-than-paid';

/** The tickets that can be refunded one by one: those for which something is left to refund, and those that can only be cancelled. */
export const refundableTickets = (order: OrderDetail) =>
	order.attendees.filter(({ id, status }) => status !== 'cancelled' || ticketMinor(order, id) > 0);

/** The refundable amount of one ticket, all in. */
export const ticketMinor = (order: OrderDetail, attendeeId: string) => ticketsMinor(order, [attendeeId]);

const ticketsMinor = (order: OrderDetail, attendeeIds: readonly string[]) =>
	refundableByTicket(order, attendeeIds).reduce((sum, { minor }) => sum + minor, 0);

/** The part of a donation beside tickets that can be refunded by itself; 0 where the donation is all there is. */
export const refundableGiftMinor = (order: OrderDetail): number =>
	order.attendees.length === 0 ? 0 : Math.min(giftLeftMinor(order.lines), order.refundableMinor);

/** The amount of a choice in minor units, as the server works it out, or what is wrong with it. */
export function refundAmount(order: OrderDetail, choice: RefundChoice): number | RefundProblem {
	if (choice.kind === 'all') return order.refundableMinor;
	if (choice.kind === 'gift') return refundableGiftMinor(order);
	if (choice.kind === 'tickets') {
		if (choice.attendeeIds.length === 0) return 'no-ticket';
		const giftMinor = choice.gift ? giftLeftMinor(order.lines) : 0;
		return Math.min(ticketsMinor(order, choice.attendeeIds) + giftMinor, order.refundableMinor);
	}
	if (choice.amount.trim() === '') return 'no-amount';
	const minor = textToMoney(choice.amount, order.currency);
	if (minor === null) return 'not-money';
	if (minor === 0) return 'no-amount';
	return minor > order.refundableMinor ? 'more-than-paid' : minor;
}

/** How much of a refund goes back in each way. */
export interface RefundParts {
	/** By the provider. */
	cardMinor: number;
	giftCardMinor: number;
	/** No provider returns it: paid by transfer or at the door. */
	byHandMinor: number;
}

/** How an amount goes back. The latest payment is returned first, as the server does. */
export function refundParts(order: OrderDetail, amountMinor: number): RefundParts {
	const underWay = new Map<string, number>();
	for (const refund of order.refunds)
		if (refund.state === 'requested')
			underWay.set(refund.paymentId, (underWay.get(refund.paymentId) ?? 0) + refund.amountMinor);
	let leftMinor = amountMinor;
	const parts: RefundParts = { cardMinor: 0, giftCardMinor: 0, byHandMinor: 0 };
	for (const payment of order.payments.toReversed()) {
		if (payment.state !== 'succeeded') continue;
		const available = payment.amountMinor - payment.refundedMinor - (underWay.get(payment.id) ?? 0);
		const part = Math.min(leftMinor, Math.max(0, available));
		if (payment.method === 'card') parts.cardMinor += part;
		else if (payment.method === 'gift_card') parts.giftCardMinor += part;
		else parts.byHandMinor += part;
		leftMinor -= part;
	}
	return parts;
}

/** The choice as a body of the API. Only for choices that nothing is wrong with. */
export function refundBody(order: OrderDetail, choice: RefundChoice): RefundBody {
	const how = {
		reason: choice.reason.trim(),
		...(choice.refundTo === 'gift_card' && { refundTo: choice.refundTo }),
	};
	if (choice.kind === 'gift') return { ...how, gift: true };
	const common = { ...how, isCancelling: choice.isCancelling };
	if (choice.kind === 'tickets')
		return { ...common, attendeeIds: [...choice.attendeeIds], ...(choice.gift ? { gift: true } : {}) };
	// The amount that is on the screen, also when somebody else refunds meanwhile.
	const amountMinor = refundAmount(order, choice) as number;
	return { ...common, amountMinor };
}
