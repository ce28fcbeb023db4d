/** `new`: waits for a person; `matched`: has paid an order; `ignored`: pays none. */
export const bankLineStates = ['new', 'matched', 'ignored'] as const;

/** Why a line does not pay an order by itself. */
export const bankLineProblems = [
	'no-order',
	'several-orders',
	'maybe-same',
	'too-little',
	'too-much',
	'paid-already',
	'order-cancelled',
	'order-awaits-approval',
	'other-currency',
	'payment-in-progress',
] as const;
export type BankLineProblem = (typeof bankLineProblems)[number];

/** Why rows of a statement are no payments to the organisation. */
export const bankSkipReasons = [
	'outgoing',
	'pending',
	'reversed',
	'balance',
	'no-date',
	'no-amount',
	'note',
] as const;
export type BankSkipReason = (typeof bankSkipReasons)[number];

/** An order that transfers name, with what of them waits for it. */
export interface NamedOrder {
	status: string;
	/** What it costs, less what was paid of it. */
	missingMinor: number;
	currency: string;
	/** A card payment is under way. */
	isPaying: boolean;
	/** Sum of the lines that wait for it, in their currency; null: in several. */
	waiting: { amountMinor: number; currency: string } | null;
}

/** The difference between an order and the lines that name it; null: they pay it exactly. */
export function bankLineProblem(order: NamedOrder | null): BankLineProblem | null {
	if (!order) return 'no-order';
	if (order.status === 'cancelled') return 'order-cancelled';
	if (order.status === 'confirmed') return 'paid-already';
	if (order.status === 'awaiting_approval') return 'order-awaits-approval';
	if (order.isPaying) return 'payment-in-progress';
	if (order.waiting?.currency !== order.currency) return 'other-currency';
	if (order.waiting.amountMinor < order.missingMinor) return 'too-little';
	return order.waiting.amountMinor > order.missingMinor ? 'too-much' : null;
}
