import type { TicketType } from '#shared/contracts/tickets.ts';

/** Most tickets of a type that one order may take now; 0 when it cannot be taken. */
export function mostOf(type: TicketType): number {
	if (type.state !== 'on_sale') return 0;
	const most = Math.min(type.maxPerOrder, type.left ?? Number.POSITIVE_INFINITY);
	return most < type.minPerOrder ? 0 : most;
}

/**
 * How many of each type stand in a fresh form: the least possible of the one ticket that can be taken, or nothing when there is a choice
 * to make. Nobody gets a ticket or an add-on that they did not choose.
 */
export function firstQuantities(types: readonly TicketType[]): Record<string, number> {
	const takeable = ticketsIn(types).filter((type) => mostOf(type) > 0);
	const only = takeable.length === 1 ? takeable[0] : undefined;
	return Object.fromEntries(types.map((type) => [type.id, type === only ? type.minPerOrder : 0]));
}

/** The nearest quantity that an order may have: none, or between the least and the most of the type. */
export function settleQuantity(type: TicketType, wanted: number, before: number): number {
	const most = mostOf(type);
	if (wanted <= 0 || most === 0) return 0;
	if (wanted < type.minPerOrder) return wanted > before ? type.minPerOrder : 0;
	return Math.min(wanted, most);
}

/** The types that guests may see. */
export const offeredOf = (types: readonly TicketType[]) => types.filter((type) => !type.organiser?.isHidden);

/** The types that let somebody in; add-ons are bought beside them. */
export const ticketsIn = (types: readonly TicketType[]) => types.filter((type) => type.kind !== 'add_on');

/** Whether any of the types may cost something: guests then "get tickets", else they "register". */
export const hasPrice = (types: readonly TicketType[]) => types.some((type) => type.kind !== 'free');

/** What stands in the way of registering, seen over all types. */
export type SaleSummary =
	| { state: 'open' }
	| { state: 'none' }
	| { state: 'sold_out' }
	| { state: 'not_yet'; opensAt: string }
	| { state: 'unavailable' }
	| { state: 'ended' };

/** One word for the whole choice of tickets: what can be taken wins, then what may still come. */
export function summariseSale(offered: readonly TicketType[]): SaleSummary {
	const types = ticketsIn(offered);
	if (types.length === 0) return { state: 'none' };
	if (types.some((type) => type.state === 'on_sale')) return { state: 'open' };
	const openings = types
		.filter((type) => type.state === 'not_yet' && type.salesStartAt)
		.map((type) => type.salesStartAt as string)
		.sort();
	if (openings[0]) return { state: 'not_yet', opensAt: openings[0] };
	if (types.some((type) => type.state === 'sold_out')) return { state: 'sold_out' };
	if (types.some((type) => type.state === 'unavailable')) return { state: 'unavailable' };
	return { state: 'ended' };
}
