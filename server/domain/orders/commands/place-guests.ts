import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { SaleOutcome } from '../sale/sale-order.ts';
import { sellInside } from '../sale/sell.ts';
import { type PlaceOrderInput, toSaleOrder } from './place-order.ts';

/** Orders of one statement; larger ones only hold the pools longer. */
const chunk = 500;

/**
 * Takes many orders in a transaction of the caller, all or none: for imports and demo content. Without a mode of their own
 * they keep only the number of places, as an organiser's orders do; those of mode `public` with a price are held until they are paid. After the transaction, call `stockStore(services).forget(eventId)`.
 * @returns the tickets of each order
 * @throws the refusal of the first order that cannot be taken
 */
export async function placeGuests(
	services: Services,
	tx: Tx,
	inputs: readonly PlaceOrderInput[],
): Promise<Extract<SaleOutcome, { kind: 'sold' }>[]> {
	const sold: Extract<SaleOutcome, { kind: 'sold' }>[] = [];
	for (let from = 0; from < inputs.length; from += chunk) {
		const orders = inputs
			.slice(from, from + chunk)
			.map((input) => toSaleOrder({ mode: 'organiser', ...input }));
		const { results } = await sellInside(services, tx, orders);
		for (const result of results) {
			if (result instanceof Error) throw result;
			if (result.kind === 'sold') sold.push(result);
		}
	}
	return sold;
}
