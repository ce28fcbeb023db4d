import type { DbOrTx } from '#server/db/client.ts';
import type { ManagedOrder } from '#shared/contracts/managed-orders.ts';
import { readGiftReceiptSettings } from '../documents/gift-settings.ts';
import type { OrderRecord } from './order-record.ts';

/**
 * The disclosure for an order that is part a price and part a contribution to a US charity: the value of what is bought, and that only
 * the rest is deductible (IRC 6115; IRS Publication 1771, quid pro quo contributions). The duty begins above 75 dollars; it is said of each.
 * Null: nothing, without a query where no ticket has a gift in its price.
 */
export async function findDisclosure(
	db: DbOrTx,
	order: OrderRecord,
	now: Date,
): Promise<ManagedOrder['disclosure']> {
	const surplus = order.lines.filter(({ kind }) => kind === 'surplus');
	if (surplus.length === 0) return null;
	const types = new Set(surplus.map(({ ticketTypeId }) => ticketTypeId));
	const bought = order.lines.filter(({ kind, ticketTypeId }) => kind === 'ticket' && types.has(ticketTypeId));
	const sum = (lines: readonly { grossMinor: number }[]) =>
		lines.reduce((total, { grossMinor }) => total + grossMinor, 0);
	const [valueMinor, deductibleMinor] = [sum(bought), sum(surplus)];
	if (valueMinor <= 0 || deductibleMinor <= 0) return null;
	const { settings } = await readGiftReceiptSettings(db, order.organisationId, now);
	return settings.regime === 'us' && settings.missing.length === 0 ? { valueMinor, deductibleMinor } : null;
}
