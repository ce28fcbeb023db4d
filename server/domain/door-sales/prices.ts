import { hash as digest } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { doorPriceLists } from '#server/db/tables/door-sales.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import {
	databaseNow,
	type EventStock,
	priceTermsOf,
	type SaleTerms,
	tiersOpenNow,
} from '#server/domain/tickets/stock.ts';
import type { DoorSaleSettings } from '#shared/contracts/door-sales.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';

/**
 * The ticket types that an event sells at the door, in their order: those that its settings name, else those that the public page shows, from the
 * beginning of their sale until the event ends.
 */
export function soldAtDoor(stock: EventStock, settings: DoorSaleSettings, nowMs: number): SaleTerms[] {
	const named = settings.ticketTypeIds && new Set(settings.ticketTypeIds);
	const isSold = ({ id, isHidden, isClosed, opensAtMs }: SaleTerms) =>
		named ? named.has(id) : !isHidden && !isClosed && (opensAtMs === null || opensAtMs <= nowMs);
	return [...stock.types.values()].filter(isSold);
}

/** The prices of now: of types with tiers the tier that is open, for any number. */
function pricesOf(stock: EventStock, settings: DoorSaleSettings): DoorPriceList {
	const nowMs = databaseNow(stock);
	return {
		types: soldAtDoor(stock, settings, nowMs).map((terms) => ({
			id: terms.id,
			kind: terms.kind,
			priceMinor: terms.priceMinor,
			fairValueMinor: terms.fairValueMinor,
			taxBasisPoints: terms.taxBasisPoints,
			tiers: tiersOpenNow(stock, terms, nowMs)
				.slice(0, 1)
				.map(({ name, priceMinor }) => ({ name, priceMinor, left: null })),
		})),
		terms: priceTermsOf(stock),
	};
}

/** Notes the prices of now for devices that sell without a network, and names them by their hash. The same prices have the same hash. */
export async function writePriceList(
	tx: Tx,
	stock: EventStock,
	settings: DoorSaleSettings,
): Promise<{ priceList: string; prices: DoorPriceList }> {
	const prices = pricesOf(stock, settings);
	const { currency, pricesIncludeTax, fee, feeBearer } = prices.terms;
	const hash = digest(
		'sha256',
		JSON.stringify([
			prices.types.map(({ id, kind, priceMinor, fairValueMinor, taxBasisPoints, tiers }) => [
				...[id, kind, priceMinor, fairValueMinor ?? null, taxBasisPoints],
				tiers?.map((tier) => [tier.name, tier.priceMinor]) ?? [],
			]),
			[currency, pricesIncludeTax, fee && [fee.basisPoints, fee.fixedMinor], feeBearer],
		]),
		'hex',
	);
	const { organisationId, eventId } = stock;
	await tx.insert(doorPriceLists).values({ organisationId, eventId, hash, prices }).onConflictDoNothing();
	return { priceList: hash, prices };
}

/** Prices by their hash, and since when they are known; null: there is no such list of this event. */
export async function findPriceList(
	db: DbOrTx,
	{ organisationId, eventId }: EventScope,
	hash: string,
): Promise<{ prices: DoorPriceList; createdAt: Date } | null> {
	const [row] = await db
		.select({ prices: doorPriceLists.prices, createdAt: doorPriceLists.createdAt })
		.from(doorPriceLists)
		.where(
			and(
				eq(doorPriceLists.organisationId, organisationId),
				eq(doorPriceLists.eventId, eventId),
				eq(doorPriceLists.hash, hash),
			),
		);
	return row ?? null;
}
