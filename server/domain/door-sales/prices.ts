import { hash as digest } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { doorPriceLists } from '#server/db/tables/door-sales.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import {
	databaseNow,
	type EventStock,
	priceTermsOf,
	type SaleTerms,
	tiersOpenNow,
} from '#server/domain/tickets/stock.ts';
import type { DoorSaleSettings } from '#shared/contracts/organiser-door-sales.ts';
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

/** A list that was read within the last seconds need not be noted again. */
const notedSeconds = 60;

/**
 * Notes the prices of now, and that a device has them, for devices that sell without a network, and names them by their hash. The same prices have the
 * same hash; most reads of one find it noted.
 */
export async function notePriceList(
	db: DbOrTx,
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
	const known = await findPriceList(db, stock, hash);
	if (!known?.isFresh)
		await db
			.insert(doorPriceLists)
			.values({ organisationId, eventId, hash, prices })
			.onConflictDoUpdate({
				target: [doorPriceLists.organisationId, doorPriceLists.eventId, doorPriceLists.hash],
				set: { readAt: sql`now()` },
			});
	return { priceList: hash, prices };
}

/** Prices by their hash, since when they are known and when a device read them last; null: there is no such list of this event. */
export async function findPriceList(
	db: DbOrTx,
	scope: EventScope,
	hash: string,
): Promise<{ prices: DoorPriceList; createdAt: Date; readAt: Date; isFresh: boolean } | null> {
	const [row] = await db
		.select({
			prices: doorPriceLists.prices,
			createdAt: doorPriceLists.createdAt,
			readAt: doorPriceLists.readAt,
			isFresh: sql<boolean>`${doorPriceLists.readAt} > now() - make_interval(secs => ${notedSeconds})`,
		})
		.from(doorPriceLists)
		.where(and(isOfEvent(doorPriceLists, scope), eq(doorPriceLists.hash, hash)));
	return row ?? null;
}
