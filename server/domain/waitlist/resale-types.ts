import type { WaitedPool, WaitedType } from './plan-offers.ts';

/*
 * To the plan of offers, the tickets of a type that guests resell are a type of their own, with a pool of as many places as are for sale. So
 * those who wait are offered them in the same order and within the same bounds as what came free.
 */

const prefix = 'resale:';

/** The names in the plan of a type’s resold tickets, and their pool. */
export const resaleTypeId = (ticketTypeId: string): string => `${prefix}${ticketTypeId}`;

/** The type whose resold tickets the plan calls so; null: it is a type itself. */
export const resoldTypeOf = (id: string): string | null =>
	id.startsWith(prefix) ? id.slice(prefix.length) : null;

/** The types and pools of what guests resell, of types that are on sale. What is for sale is saved: nobody else can buy it. */
export function resaleTypes<Type extends WaitedType>(
	onSale: ReadonlyMap<string, Type>,
	available: ReadonlyMap<string, { quantity: number }>,
): { types: Map<string, Type>; pools: Map<string, WaitedPool> } {
	const types = new Map<string, Type>();
	const pools = new Map<string, WaitedPool>();
	for (const [ticketTypeId, { quantity }] of available) {
		const type = onSale.get(ticketTypeId);
		if (!type) continue;
		const id = resaleTypeId(ticketTypeId);
		types.set(id, { ...type, id, admits: 1, minPerOrder: 1, poolIds: [id] });
		pools.set(id, { saving: quantity, free: 0 });
	}
	return { types, pools };
}
