import { and, eq, getColumns, inArray, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { shownRange } from '#shared/rules/pricing/shown-price.ts';
import { openTiers } from '#shared/rules/pricing/tiers.ts';
import { recordPriceRanges } from '../events/commands/record-price-range.ts';
import { lockEvent } from '../events/event-rows.ts';
import { getTicketFee } from '../subscriptions/plan-state.ts';
import { takeTurnAlone, takeTurnsAlone } from './place-locks.ts';
import { priceTermsOf } from './stock.ts';

export type TicketTypeRow = typeof ticketTypes.$inferSelect;
export type PoolRow = typeof capacityPools.$inferSelect;

export const ofEvent = (scope: EventScope) => isOfEvent(ticketTypes, scope);

const ofEvents = (organisationId: string, eventIds: readonly string[]) =>
	and(eq(ticketTypes.organisationId, organisationId), inArray(ticketTypes.eventId, [...eventIds]));

/** A ticket type’s own pool. */
const isOwnPool = and(isOfEvent(capacityPools, ticketTypes), eq(capacityPools.id, ticketTypes.poolId));

export const poolOfEvent = (scope: EventScope) => isOfEvent(capacityPools, scope);

/**
 * Begins a change of what an event sells: the event is held first, then ticket types, then pools, the order of locks that everybody
 * keeps (see places.ts).
 */
export async function holdEvent(tx: Tx, scope: EventScope) {
	return lockEvent(tx, scope);
}

/** Holds a ticket type of the event; throws not-found. */
export async function lockTicketType(
	tx: Tx,
	scope: EventScope,
	ticketTypeId: string,
): Promise<TicketTypeRow> {
	const [row] = await tx
		.select(getColumns(ticketTypes))
		.from(ticketTypes)
		.where(and(ofEvent(scope), eq(ticketTypes.id, ticketTypeId)))
		.for('no key update');
	if (!row) throw notFound('Ticket type');
	return row;
}

/** Locks pools of the event in the order of their ids before a change of what is sold. */
export async function lockPools(
	tx: Tx,
	scope: EventScope,
	ids?: readonly string[],
): Promise<Map<string, PoolRow>> {
	await takeTurnAlone(tx, scope);
	const rows = await tx
		.select(getColumns(capacityPools))
		.from(capacityPools)
		.where(
			and(
				poolOfEvent(scope),
				ids ? sql`${capacityPools.id} = ANY(${`{${ids.join(',')}}`}::uuid[])` : undefined,
			),
		)
		.orderBy(capacityPools.id)
		.for('no key update');
	return new Map(rows.map((row) => [row.id, row]));
}

/** Holds all that an event sells, types before pools. */
export async function lockOffer(tx: Tx, scope: EventScope): Promise<void> {
	await tx
		.select({ id: ticketTypes.id })
		.from(ticketTypes)
		.where(ofEvent(scope))
		.orderBy(ticketTypes.id)
		.for('no key update');
	await lockPools(tx, scope);
}

/** The ticket types of an event with their own pools, as members see them. */
export async function readTicketTypes(
	db: DbOrTx,
	scope: EventScope,
	ticketTypeId?: string,
): Promise<{ type: TicketTypeRow; pool: PoolRow }[]> {
	return db
		.select({ type: getColumns(ticketTypes), pool: getColumns(capacityPools) })
		.from(ticketTypes)
		.innerJoin(capacityPools, and(poolOfEvent(scope), eq(capacityPools.id, ticketTypes.poolId)))
		.where(and(ofEvent(scope), ticketTypeId ? eq(ticketTypes.id, ticketTypeId) : undefined))
		.orderBy(ticketTypes.position, ticketTypes.id);
}

/**
 * Tells the events module what the event's offer costs its buyers, all in. Add-ons are bought beside a ticket and say nothing of the price
 * of coming. To be called as well when the terms of its prices change; a job calls it for events whose prices change by themselves.
 */
export const updatePriceRange = (tx: Tx, scope: EventScope, isNew = false): Promise<void> =>
	updatePriceRanges(tx, scope.organisationId, [scope.eventId], isNew);

/** `updatePriceRange` of several events of an organisation. */
export async function updatePriceRanges(
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
	isNew = false,
): Promise<void> {
	const rows = await tx
		.select({
			type: getColumns(ticketTypes),
			taken: sql<number>`(${capacityPools.confirmed} + ${capacityPools.held})`.mapWith(Number),
			nowMs: sql<number>`(extract(epoch FROM now()) * 1000)`.mapWith(Number),
			terms: {
				currency: events.currency,
				pricesIncludeTax: events.pricesIncludeTax,
				feeBearer: events.feeBearer,
			},
		})
		.from(ticketTypes)
		.innerJoin(
			events,
			and(eq(events.organisationId, ticketTypes.organisationId), eq(events.id, ticketTypes.eventId)),
		)
		.innerJoin(capacityPools, isOwnPool)
		.where(
			and(
				ofEvents(organisationId, eventIds),
				eq(ticketTypes.isHidden, false),
				eq(ticketTypes.isClosed, false),
				ne(ticketTypes.kind, 'add_on'),
			),
		);
	const byEvent = Map.groupBy(rows, ({ type }) => type.eventId);
	const fees = new Map<string, Awaited<ReturnType<typeof getTicketFee>>>();
	for (const { terms } of rows)
		if (!fees.has(terms.currency))
			fees.set(terms.currency, await getTicketFee(tx, organisationId, terms.currency));
	const ranges = eventIds.map((eventId) => {
		const own = byEvent.get(eventId) ?? [];
		const [first] = own;
		const types = own.map(({ type, taken, nowMs }) => ({
			...type,
			tiers: openTiers(type.priceTiers, Math.ceil(taken / type.admits), nowMs),
			// What is sold out by now is left out where it is shown: places are taken without a word to this.
			canBeHad: true,
		}));
		const fee = first ? (fees.get(first.terms.currency) ?? null) : null;
		const range = first ? shownRange(types, priceTermsOf({ ...first.terms, fee })) : null;
		return { eventId, ...(range ?? { minPriceMinor: null, maxPriceMinor: null }) };
	});
	await recordPriceRanges(tx, organisationId, ranges, isNew);
}

/** `lockOffer` of several events of an organisation: all types before all pools, each in the order of their ids. */
export async function lockOffers(tx: Tx, organisationId: string, eventIds: readonly string[]): Promise<void> {
	const ids = [...eventIds];
	await tx
		.select({ id: ticketTypes.id })
		.from(ticketTypes)
		.where(and(eq(ticketTypes.organisationId, organisationId), inArray(ticketTypes.eventId, ids)))
		.orderBy(ticketTypes.id)
		.for('no key update');
	await lockPoolsOfMany(tx, organisationId, ids);
}

/** `lockPools` of several events of an organisation. */
export async function lockPoolsOfMany(
	tx: Tx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<void> {
	const ids = [...eventIds];
	await takeTurnsAlone(tx, ids);
	await tx
		.select({ id: capacityPools.id })
		.from(capacityPools)
		.where(and(eq(capacityPools.organisationId, organisationId), inArray(capacityPools.eventId, ids)))
		.orderBy(capacityPools.id)
		.for('no key update');
}

/** `readTicketTypes` of several events of an organisation. */
export async function readTypesOfMany(
	db: DbOrTx,
	organisationId: string,
	eventIds: readonly string[],
): Promise<{ type: TicketTypeRow; pool: PoolRow }[]> {
	return db
		.select({ type: getColumns(ticketTypes), pool: getColumns(capacityPools) })
		.from(ticketTypes)
		.innerJoin(capacityPools, isOwnPool)
		.where(ofEvents(organisationId, eventIds))
		.orderBy(ticketTypes.eventId, ticketTypes.position, ticketTypes.id);
}
