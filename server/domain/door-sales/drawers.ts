import type { DbOrTx, Tx } from '#server/db/client.ts';
import type { cashDrawers } from '#server/db/tables/door-sales.ts';
import type { Services } from '#server/services.ts';
import type { CashDrawer } from '#shared/contracts/door-sales.ts';
import type { Seller } from './seller.ts';

export type DrawerRow = typeof cashDrawers.$inferSelect;

/** The open drawer of a device; null: none. */
export async function findOpenDrawer(_db: DbOrTx, _seller: Seller): Promise<CashDrawer | null> {
	throw new Error('not built');
}

/**
 * Holds the drawer that cash of a sale goes into until the transaction ends, before the places of the event and before the order. Without an id the open one of the device.
 * A drawer that was closed meanwhile takes only what was sold without a network before (`mayBeClosed`).
 * @throws `drawer-not-open`; not-found for a drawer of another device
 */
export async function lockDrawer(
	_tx: Tx,
	_seller: Seller,
	_options: { drawerId?: string | undefined; mayBeClosed?: boolean },
): Promise<DrawerRow> {
	throw new Error('not built');
}

/** Books cash that was sold into a drawer before it was closed and arrived after: what was counted had it already. Nothing for an open drawer. */
export async function bookLateCash(
	_tx: Tx,
	_drawer: DrawerRow,
	_sale: { id: string; dueMinor: number },
): Promise<void> {
	throw new Error('not built');
}

/** Opens or closes the drawer of a device. @throws `drawer-open`, `drawer-not-open` */
export async function countCash(
	_services: Services,
	_seller: Seller,
	_count: { action: 'open' | 'close'; countedMinor: number; name: string; note: string },
): Promise<CashDrawer> {
	throw new Error('not built');
}
