import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Fact } from '#server/domain/facts.ts';
import { lockPlaces, openPlaces } from '#server/domain/tickets/places.ts';
import { readSavings, writeAwaited, writeSavings } from '#server/domain/tickets/savings.ts';
import { databaseNow, type EventStock, readEventStock, takesMoney } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { saleState } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import {
	endEntries,
	endOffers,
	entryChanged,
	insertOffers,
	listAwaitedTypes,
	writeBounds,
} from './changes.ts';
import { offerExpiry } from './offer-time.ts';
import {
	type OfferPlan,
	type PlannedOffer,
	planOffers,
	type WaitedPool,
	type WaitedType,
	type WaitingEntry,
} from './plan-offers.ts';
import { claimListings, readAvailable, settleListings } from './resale-listings.ts';
import { resaleTypeId, resaleTypes, resoldTypeOf } from './resale-types.ts';
import { type ListEvent, type OfferRow, readListEvent, untilOf } from './rows.ts';

/** Entries that are read at once; more only while what is left could be of use to later ones. */
const entriesPerPage = 500;

/**
 * Updates the waitlist of an event: expires unused offers, offers tickets that became available, releases to the public what no entry
 * can use, and closes the list when it is no longer needed.
 */
export async function offerPlaces(services: Services, scope: EventScope): Promise<void> {
	await services.database.transaction((tx) => offerPlacesWithin(services, tx, scope));
	stockStore(services).forget(scope.eventId);
}

/** `offerPlaces` in the transaction of a caller, who lets `stockStore` forget the event after it. */
export async function offerPlacesWithin(services: Services, tx: Tx, scope: EventScope): Promise<void> {
	await lockPlaces(tx, scope);
	const event = await readListEvent(tx, scope);
	if (!event) return;
	const facts = event.isClosed ? await closeList(tx, scope) : await lapseOffers(tx, scope);
	facts.push(...(await settleListings(tx, scope, event)));
	const stock = await readEventStock(tx, scope.eventId);
	if (stock) facts.push(...(await settleSavings(tx, scope, event, stock)));
	await writeAwaited(tx, scope, event.isClosed ? [] : await listAwaitedTypes(tx, scope));
	await services.facts.publishAll(tx, facts, services);
}

async function lapseOffers(tx: Tx, scope: EventScope): Promise<Fact[]> {
	const ended = await endOffers(tx, scope, 'lapsed', sql`expires_at <= now()`);
	await endEntries(
		tx,
		scope,
		'lapsed',
		ended.map(({ entryId }) => entryId),
	);
	return ended.map(({ id, entryId }) => entryChanged(scope, { entryId, change: 'lapsed', offerId: id }));
}

async function closeList(tx: Tx, scope: EventScope): Promise<Fact[]> {
	await endOffers(tx, scope, 'withdrawn', sql`true`);
	const closed = await endEntries(tx, scope, 'closed', null);
	return closed.map((entryId) => entryChanged(scope, { entryId, change: 'closed' }));
}

/** Gives what is saved to those who wait, or back to the public. */
async function settleSavings(
	tx: Tx,
	scope: EventScope,
	event: ListEvent,
	stock: EventStock,
): Promise<Fact[]> {
	const savings = await readSavings(tx, scope);
	const plan =
		event.isClosed || event.mode === 'off' ? emptyPlan : await planFrom(tx, scope, { event, stock, savings });
	const offers = await writePlan(tx, scope, { event, stock, savings }, plan);
	return offers.map(({ id, entryId }) => entryChanged(scope, { entryId, change: 'offered', offerId: id }));
}

/** Writes what was planned: the places, the savings and the offers. */
export async function writePlan(
	tx: Tx,
	scope: EventScope,
	{ event, stock, savings }: Waited,
	plan: OfferPlan,
	by: { madeBy?: string; reason?: string } = {},
): Promise<OfferRow[]> {
	const saved = new Map(savings);
	const offers = plan.offers.map(unmasked);
	const book = await openPlaces(tx, scope, [], [...stock.pools.keys()]);
	for (const { poolIds, places } of offers)
		book.reserve(poolIds.map((poolId) => ({ poolId, places: -takeSaved(saved, poolId, places) })));
	for (const { poolIds, places } of offers)
		if (!book.reserve(poolIds.map((poolId) => ({ poolId, places }))))
			throw new Error('the pools changed although they were held');
	const kept = new Map([...saved].map(([id, places]) => [id, Math.min(places, plan.kept.get(id) ?? 0)]));
	book.reserve([...saved].map(([poolId, places]) => ({ poolId, places: (kept.get(poolId) ?? 0) - places })));
	await book.write({ isForNow: true });
	await writeSavings(tx, scope, kept, plan.nextMs === null ? null : new Date(plan.nextMs));
	await writeBounds(tx, scope, plan.changed);
	const made = await insertOffers(
		tx,
		scope,
		offers.map((offer) => ({
			...offer,
			...by,
			expiresAt: expiryOf(event, stock, offer.ticketTypeId),
		})),
	);
	for (const offer of made) if (offer.isResale) await claimListings(tx, scope, offer);
	return made;
}

/** A planned offer as it is written: of tickets that guests resell it takes no place, since these are the sellers' until they are paid for. */
function unmasked(offer: PlannedOffer): PlannedOffer & { isResale: boolean } {
	const resold = resoldTypeOf(offer.ticketTypeId);
	return resold === null
		? { ...offer, isResale: false }
		: { ...offer, isResale: true, ticketTypeId: resold, places: 0, poolIds: [] };
}

const emptyPlan: OfferPlan = { offers: [], changed: [], kept: new Map(), nextMs: null };

/** Takes places out of a saving, as far as it has them. @returns how many */
function takeSaved(savings: Map<string, number>, poolId: string, places: number): number {
	const saved = savings.get(poolId) ?? 0;
	const used = Math.min(saved, places);
	if (used > 0) savings.set(poolId, saved - used);
	return used;
}

/** When an offer that is made now ends. */
function expiryOf(event: ListEvent, stock: EventStock, ticketTypeId: string): Date {
	const closesAtMs = stock.types.get(ticketTypeId)?.closesAtMs ?? Number.POSITIVE_INFINITY;
	return offerExpiry(event.now, {
		until: new Date(Math.min(untilOf(event).getTime(), closesAtMs)),
		hours: event.offerHours,
		timeZone: event.timeZone,
	});
}

/** A ticket type that can be offered; a hidden one to those who named a code. */
export type OfferableType = WaitedType & { isHidden: boolean };

/** The types that the waitlist can offer: on sale, but for their places. */
export function waitedTypes(stock: EventStock): Map<string, OfferableType> {
	const nowMs = databaseNow(stock);
	return new Map(
		[...stock.types.values()].flatMap((terms) => {
			const { id, admits, minPerOrder, maxPerOrder, poolIds, isHidden, opensAtMs, kind } = terms;
			const state = saleState(
				{
					kind,
					takesMoney: takesMoney(stock),
					isClosed:
						terms.isClosed ||
						stock.status !== 'published' ||
						poolIds.some((poolId) => stock.pools.get(poolId)?.isClosed),
					opensAtMs,
					closesAtMs: terms.closesAtMs ?? stock.endsAtMs,
					left: null,
				},
				nowMs,
			);
			if (state !== 'on_sale') return [];
			return [[id, { id, admits, minPerOrder, maxPerOrder, poolIds, isHidden }] as const];
		}),
	);
}

/** The pools with a limit, with what can be offered of them. */
export const waitedPools = (
	stock: EventStock,
	savings: ReadonlyMap<string, number>,
): Map<string, WaitedPool> =>
	new Map(
		[...stock.pools.values()].flatMap(({ id, size, confirmed, held }) =>
			size === null ? [] : [[id, { saving: savings.get(id) ?? 0, free: size - confirmed - held }] as const],
		),
	);

/** All that the waitlist can offer: what came free, and what guests resell. */
export async function readOfferable(
	tx: Tx,
	scope: EventScope,
	stock: EventStock,
	savings: ReadonlyMap<string, number>,
): Promise<{ types: Map<string, OfferableType>; pools: Map<string, WaitedPool> }> {
	const types = waitedTypes(stock);
	const resold = resaleTypes(types, stock.payment.takesCards ? await readAvailable(tx, scope) : new Map());
	return {
		types: new Map([...types, ...resold.types]),
		pools: new Map([...waitedPools(stock, savings), ...resold.pools]),
	};
}

/** What is sold and saved while the places are held. */
export interface Waited {
	event: ListEvent;
	stock: EventStock;
	savings: ReadonlyMap<string, number>;
}

/** Reads who waits, as many as it takes, and plans what they are offered. */
async function planFrom(tx: Tx, scope: EventScope, { event, stock, savings }: Waited): Promise<OfferPlan> {
	const { types, pools } = await readOfferable(tx, scope, stock, savings);
	const entries: WaitingEntry[] = [];
	for (;;) {
		const page = await readWaiting(tx, scope, types, entries.at(-1)?.id ?? null);
		entries.push(...page);
		const question = {
			...{ entries, types, pools },
			...{ nowMs: event.now.getTime(), untilMs: untilOf(event).getTime() },
		};
		const plan = event.mode === 'auto' ? planOffers(question) : keepForMembers(question, stock, savings);
		const isLeft = [...pools].some(([id, { saving, free }]) => saving + free > (plan.kept.get(id) ?? 0));
		if (page.length < entriesPerPage || !isLeft) return plan;
	}
}

/** Where members make the offers, everything is saved that those who wait could use. */
function keepForMembers(
	{ entries }: { entries: readonly WaitingEntry[] },
	stock: EventStock,
	savings: ReadonlyMap<string, number>,
): OfferPlan {
	const wanted = new Map<string, number>();
	for (const { party, ticketTypeIds } of entries) {
		const most = new Map<string, number>();
		for (const terms of ticketTypeIds.flatMap((id) => stock.types.get(id) ?? []))
			for (const poolId of terms.poolIds)
				most.set(poolId, Math.max(most.get(poolId) ?? 0, party * terms.admits));
		for (const [poolId, places] of most) wanted.set(poolId, (wanted.get(poolId) ?? 0) + places);
	}
	const kept = new Map([...savings].map(([id, places]) => [id, Math.min(places, wanted.get(id) ?? 0)]));
	return { ...emptyPlan, kept };
}

/** Those who wait, after one of them, with the types of theirs that can be offered. */
async function readWaiting(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	types: ReadonlyMap<string, { isHidden: boolean }>,
	afterId: string | null,
): Promise<WaitingEntry[]> {
	const { rows } = await tx.execute<{
		id: string;
		party: number;
		takes_fewer: boolean;
		ticket_type_ids: string[];
		has_code: boolean;
		overtaken_places: number;
		saving_since_ms: number | null;
	}>(sql`
		SELECT id, party, takes_fewer, ticket_type_ids, code <> '' AS has_code, overtaken_places,
			(extract(epoch FROM saving_since) * 1000)::float8 AS saving_since_ms
		FROM waitlist_entries WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND state = 'waiting'
			${
				afterId === null
					? sql``
					: sql`AND (queued_at, id) > (SELECT queued_at, id FROM waitlist_entries
						WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ${afterId})`
			}
		ORDER BY queued_at, id LIMIT ${entriesPerPage}`);
	return rows.map((row) => ({
		id: row.id,
		party: row.party,
		takesFewer: row.takes_fewer,
		// Of each type first what came free, then what guests resell. Hidden types are for those who named a code.
		ticketTypeIds: row.ticket_type_ids
			.flatMap((id) => [id, resaleTypeId(id)])
			.filter((id) => {
				const type = types.get(id);
				return type && (!type.isHidden || row.has_code);
			}),
		overtakenPlaces: row.overtaken_places,
		savingSinceMs: row.saving_since_ms,
	}));
}

/** Those who wait up to an entry, which is the last; none where it does not wait. */
export async function listWaitingUntil(
	tx: Tx,
	scope: EventScope,
	types: ReadonlyMap<string, { isHidden: boolean }>,
	entryId: string,
): Promise<WaitingEntry[]> {
	const entries: WaitingEntry[] = [];
	for (;;) {
		const page = await readWaiting(tx, scope, types, entries.at(-1)?.id ?? null);
		const at = page.findIndex(({ id }) => id === entryId);
		if (at >= 0) return [...entries, ...page.slice(0, at + 1)];
		if (page.length < entriesPerPage) return [];
		entries.push(...page);
	}
}
