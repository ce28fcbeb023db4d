import type { SaleState } from '#shared/contracts/tickets.ts';

/** The public sees how many tickets or spots are left from this number down; above it, only that there are some. */
export const MOST_SHOWN_LEFT = 20;

/** The state that decides whether a ticket type can be bought. Instants are milliseconds since the epoch. */
export interface TicketSale {
	kind: 'free' | 'paid' | 'donation' | 'add_on';
	/** Some way to pay is open. */
	takesMoney: boolean;
	/** Closed by the organiser, or the event sells nothing now. */
	isClosed: boolean;
	opensAtMs: number | null;
	/** When sales end; the end of the event where the organiser named no other time. */
	closesAtMs: number;
	/** Tickets left; null: unlimited. */
	left: number | null;
}

/**
 * The state of a ticket type at a moment. One with a price is unavailable while the organisation has no way to take money. A
 * window opens at its first instant and is over at its last.
 */
export function saleState(sale: TicketSale, nowMs: number): SaleState {
	if (sale.isClosed) return 'closed';
	if (nowMs >= sale.closesAtMs) return 'ended';
	if (sale.kind !== 'free' && !sale.takesMoney) return 'unavailable';
	if (sale.opensAtMs !== null && nowMs < sale.opensAtMs) return 'not_yet';
	return sale.left !== null && sale.left <= 0 ? 'sold_out' : 'on_sale';
}

/** How many tickets of a type are left in its pools; null: unlimited. One ticket takes as many places as people it admits. */
export function ticketsLeft(
	pools: readonly { size: number | null; confirmed: number; held: number }[],
	admits: number,
): number | null {
	let left: number | null = null;
	for (const pool of pools) {
		if (pool.size === null) continue;
		const places = Math.max(0, pool.size - pool.confirmed - pool.held);
		left = left === null ? places : Math.min(left, places);
	}
	return left === null ? null : Math.floor(left / admits);
}

/** The public view of a number of tickets: the number itself from `MOST_SHOWN_LEFT` down, else nothing. */
export function shownLeft(left: number | null): number | null {
	return left !== null && left <= MOST_SHOWN_LEFT ? left : null;
}
