import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { EventStock, SaleTerms } from '#server/domain/tickets/stock.ts';
import type { DoorSaleSettings } from '#shared/contracts/door-sales.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';

/** The ticket types that an event sells at the door, in their order. */
export function soldAtDoor(_stock: EventStock, _settings: DoorSaleSettings, _nowMs: number): SaleTerms[] {
	throw new Error('not built');
}

/** Notes the prices of now for devices that sell without a network, and names them by their hash. The same prices have the same hash. */
export async function writePriceList(
	_tx: Tx,
	_stock: EventStock,
	_settings: DoorSaleSettings,
): Promise<{ priceList: string; prices: DoorPriceList }> {
	throw new Error('not built');
}

/** Prices by their hash; null: there is no such list of this event. */
export async function findPriceList(
	_db: DbOrTx,
	_scope: EventScope,
	_hash: string,
): Promise<DoorPriceList | null> {
	throw new Error('not built');
}
