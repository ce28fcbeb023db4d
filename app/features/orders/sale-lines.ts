import type { TicketType } from '#shared/contracts/tickets.ts';
import { ticketsIn } from '#shared/rules/sale-summary.ts';

export { type SaleSummary, summariseSale, ticketsIn } from '#shared/rules/sale-summary.ts';

/** A ticket type, as far as its quantity depends on it. */
export type SoldType = Pick<TicketType, 'id' | 'kind' | 'state' | 'minPerOrder' | 'maxPerOrder' | 'left'>;

/** Most tickets of a type that one order may take now; 0 when it cannot be taken. */
export function mostOf(type: Omit<SoldType, 'id' | 'kind'>): number {
	if (type.state !== 'on_sale') return 0;
	const most = Math.min(type.maxPerOrder, type.left ?? Number.POSITIVE_INFINITY);
	return most < type.minPerOrder ? 0 : most;
}

/**
 * How many of each type stand in a fresh form: the least possible of the one ticket that can be taken, or nothing when there is a choice
 * to make. Nobody gets a ticket or an add-on that they did not choose.
 */
export function firstQuantities(types: readonly SoldType[]): Record<string, number> {
	const takeable = ticketsIn(types).filter((type) => mostOf(type) > 0);
	const only = takeable.length === 1 ? takeable[0] : undefined;
	return Object.fromEntries(types.map((type) => [type.id, type === only ? type.minPerOrder : 0]));
}

/** The nearest quantity that an order may have: none, or between the least and the most of the type. */
export function settleQuantity(type: SoldType, wanted: number, before: number): number {
	const most = mostOf(type);
	if (wanted <= 0 || most === 0) return 0;
	if (wanted < type.minPerOrder) return wanted > before ? type.minPerOrder : 0;
	return Math.min(wanted, most);
}

/** The types that guests may see. */
export const offeredOf = (types: readonly TicketType[]) => types.filter((type) => !type.organiser?.isHidden);

/** Whether any of the types may cost something: guests then "get tickets", else they "register". */
export const hasPrice = (types: readonly TicketType[]) => types.some((type) => type.kind !== 'free');
