import { and, eq, getColumns, ne, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { events } from '#server/db/tables/events.ts';
import { capacityPools, ticketTypes } from '#server/db/tables/tickets.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { shownRange } from '#shared/rules/pricing/shown-price.ts';
import { openTiers } from '#shared/rules/pricing/tiers.ts';
import { recordPriceRange } from '../events/commands/record-price-range.ts';
import { lockEvent } from '../events/event-rows.ts';
import { getTicketFee } from '../subscriptions/plan-state.ts';
import { takeTurnAlone } from './places.ts';
import { priceTermsOf } from './stock.ts';

export type TicketTypeRow = typeof ticketTypes.$inferSelect;
export type PoolRow = typeof capacityPools.$inferSelect;

export const ofEvent = (scope: EventScope) =>
	and(eq(ticketTypes.organisationId, scope.organisationId), eq(ticketTypes.eventId, scope.eventId));

export const poolOfEvent = (scope: EventScope) =>
	and(eq(capacityPools.organisationId, scope.organisationId), eq(capacityPools.eventId, scope.eventId));

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

/** Holds pools of the event in the order of their ids, for somebody who changes what is sold. */
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
export async function updatePriceRange(tx: Tx, scope: EventScope, isNew = false): Promise<void> {
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
		.innerJoin(capacityPools, and(poolOfEvent(scope), eq(capacityPools.id, ticketTypes.poolId)))
		.where(
			and(
				ofEvent(scope),
				eq(ticketTypes.isHidden, false),
				eq(ticketTypes.isClosed, false),
				ne(ticketTypes.kind, 'add_on'),
			),
		);
	const [first] = rows;
	const fee = first ? await getTicketFee(tx, scope.organisationId, first.terms.currency) : null;
	const types = rows.map(({ type, taken, nowMs }) => ({
		...type,
		tiers: openTiers(type.priceTiers, Math.ceil(taken / type.admits), nowMs),
		// What is sold out by now is left out where it is shown: places are taken without a word to this.
		canBeHad: true,
	}));
	const range = first ? shownRange(types, priceTermsOf({ ...first.terms, fee })) : null;
	await recordPriceRange(tx, scope, range ?? { minPriceMinor: null, maxPriceMinor: null }, isNew);
}
