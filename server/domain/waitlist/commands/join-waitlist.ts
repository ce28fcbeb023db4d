import { and, count, eq, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { waitlistEntries } from '#server/db/tables/waitlist.ts';
import { findOfferedCode } from '#server/domain/codes/offered-code.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { type EventStock, poolsOf, readEventStock, type SaleTerms } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { ticketsLeft } from '#server/domain/tickets/ticket-sale.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { unlocks } from '#shared/rules/pricing/codes.ts';
import { entryChanged, noteWhoWaits } from '../changes.ts';
import { offerPlacesWithin, waitedTypes } from '../offer-places.ts';
import { readAvailable } from '../resale-listings.ts';
import { type EntryRow, getEntry, positionOf, readListEvent } from '../rows.ts';
import { waitlistTokenOf } from '../tokens.ts';

/** Entries that wait for one event. */
const mostWaiting = 20_000;

export interface JoinInput {
	party: number;
	ticketTypeIds: readonly string[];
	takesFewer: boolean;
	name: string;
	email: string;
	code?: string | undefined;
	locale?: string | undefined;
}

/** The refusal where there is nothing to wait for any more. */
export const listClosed = () =>
	ruleViolation('waitlist-closed', message`The waitlist of this event is closed.`);

/**
 * Joins the waitlist of an event for tickets that are sold out. An address waits once: who joins again is only sent their link.
 * @returns the signed link and the position, null where tickets are offered at once; nulls for an address that waits already
 * @throws `waitlist-closed`, `not-sold-out`, `not-on-sale`, `above-maximum`, `below-minimum`, `waitlist-full`
 */
export async function joinWaitlist(
	services: Services,
	scope: EventScope,
	input: JoinInput,
): Promise<{ token: string | null; position: number | null }> {
	const joined = await services.database.transaction(async (tx) => {
		await lockPlaces(tx, scope);
		const [event, stock] = [await readListEvent(tx, scope), await readEventStock(tx, scope.eventId)];
		if (!event || !stock) throw notFound('Event');
		if (event.isClosed || event.status !== 'published') throw listClosed();
		await refuseUnneeded(tx, stock, input);
		const entry = await insertEntry(tx, scope, input);
		if (!entry) {
			const entryId = await findLive(tx, scope, input.email);
			if (entryId)
				await services.facts.publish(tx, entryChanged(scope, { entryId, change: 'repeated' }), services);
			return { token: null, position: null };
		}
		await noteWhoWaits(tx, scope);
		await services.facts.publish(tx, entryChanged(scope, { entryId: entry.id, change: 'joined' }), services);
		const available = await readAvailable(tx, scope);
		// What guests resell and nobody waits for is theirs at once.
		if (entry.ticketTypeIds.some((id) => available.has(id))) await offerPlacesWithin(services, tx, scope);
		const position = await positionOf(tx, await getEntry(tx, { ...scope, entryId: entry.id }));
		return { token: waitlistTokenOf(services, entry), position };
	});
	stockStore(services).forget(scope.eventId);
	return joined;
}

/** Refuses to wait for what can be had, or is not sold at all. */
async function refuseUnneeded(tx: Tx, stock: EventStock, input: JoinInput): Promise<void> {
	const code = input.code ? await findOfferedCode(tx, stock, input.code) : null;
	const onSale = waitedTypes(stock);
	for (const [index, id] of input.ticketTypeIds.entries()) {
		const terms = stock.types.get(id);
		if (!terms || (terms.isHidden && !unlocks(code, terms)))
			throw fieldError(`ticketTypeIds.${index}`, message`This ticket type does not exist.`);
		if (!onSale.has(id)) throw ruleViolation('not-on-sale', message`“${terms.name}” isn’t on sale.`);
		refuseQuantity(terms, input);
		const left = ticketsLeft(poolsOf(stock, terms), terms.admits);
		if (left === null || left >= (input.takesFewer ? terms.minPerOrder : input.party))
			throw ruleViolation('not-sold-out', message`“${terms.name}” isn’t sold out. You can get tickets now.`, {
				ticketTypeId: id,
				left,
			});
	}
}

function refuseQuantity({ name, minPerOrder, maxPerOrder }: SaleTerms, { party }: JoinInput): void {
	if (party > maxPerOrder)
		throw ruleViolation('above-maximum', message`“${name}”: limit ${maxPerOrder} per order.`, {
			maxPerOrder,
		});
	if (party < minPerOrder)
		throw ruleViolation('below-minimum', message`“${name}”: minimum ${minPerOrder} per order.`, {
			minPerOrder,
		});
}

/** @returns null: the address waits already */
async function insertEntry(tx: Tx, scope: EventScope, input: JoinInput): Promise<EntryRow | null> {
	const ofEvent = isOfEvent(waitlistEntries, scope);
	const [waiting] = await tx
		.select({ entries: count() })
		.from(waitlistEntries)
		.where(and(ofEvent, eq(waitlistEntries.state, 'waiting')));
	if ((waiting?.entries ?? 0) >= mostWaiting)
		throw ruleViolation('waitlist-full', message`The waitlist of this event is full.`);
	const { party, takesFewer, name, email, code = '', locale = 'en' } = input;
	const [row] = await tx
		.insert(waitlistEntries)
		.values({
			...{ id: newId(), organisationId: scope.organisationId, eventId: scope.eventId },
			...{ party, takesFewer, name, email, code, locale },
			ticketTypeIds: [...new Set(input.ticketTypeIds)],
			// Not when the transaction began: it may have waited for the places since.
			queuedAt: sql`clock_timestamp()`,
		})
		.onConflictDoNothing()
		.returning();
	return row ?? null;
}

async function findLive(tx: Tx, scope: EventScope, email: string): Promise<string | null> {
	const [row] = await tx
		.select({ id: waitlistEntries.id })
		.from(waitlistEntries)
		.where(
			and(
				isOfEvent(waitlistEntries, scope),
				inArray(waitlistEntries.state, ['waiting', 'offered']),
				sql`lower(${waitlistEntries.email}) = lower(${email})`,
			),
		);
	return row?.id ?? null;
}
