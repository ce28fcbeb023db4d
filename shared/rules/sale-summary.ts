import type { TicketType } from '../contracts/tickets.ts';

/** The types that let somebody in; add-ons are bought beside them. */
export const ticketsIn = <Type extends Pick<TicketType, 'kind'>>(types: readonly Type[]): Type[] =>
	types.filter((type) => type.kind !== 'add_on');

/** Obstacles to registering, over all types. */
export type SaleSummary =
	| { state: 'open' }
	| { state: 'none' }
	| { state: 'sold_out' }
	| { state: 'not_yet'; opensAt: string }
	| { state: 'unavailable' }
	| { state: 'ended' };

/** One word for the whole choice of tickets: what can be taken wins, then what may still come. */
export function summariseSale(
	offered: readonly Pick<TicketType, 'kind' | 'state' | 'salesStartAt'>[],
): SaleSummary {
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
