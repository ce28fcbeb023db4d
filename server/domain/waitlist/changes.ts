import { type SQL, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { waitlistOffers } from '#server/db/tables/waitlist.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { FactCatalogue } from '#server/domain/fact-catalogue.ts';
import type { Fact } from '#server/domain/facts.ts';
import { insertReservations } from '#server/domain/tickets/reservations.ts';
import { moveToSavings, reviewSavings, writeAwaited } from '#server/domain/tickets/savings.ts';
import { newId } from '#shared/lib/ids.ts';
import type { WaitlistEntryState, WaitlistOfferState } from '#shared/rules/waitlist.ts';
import type { OfferPlan, PlannedOffer } from './plan-offers.ts';
import type { OfferRow } from './rows.ts';

/*
 * Writes of entries and offers. All writers hold the places of the event (`lockPlaces`), so nobody else does meanwhile.
 */

const ofEvent = ({ organisationId, eventId }: EventScope) =>
	sql`organisation_id = ${organisationId} AND event_id = ${eventId}`;

/** The fact that something became of an entry. */
export const entryChanged = (
	{ organisationId, eventId }: EventScope,
	payload: FactCatalogue['waitlist.entry-changed'],
): Fact => ({ name: 'waitlist.entry-changed', organisationId, eventId, payload });

/** The fact that an offer ended while its entry waits on, or that an order took it. */
export const offerTakenOrLost = (
	{ organisationId, eventId }: EventScope,
	payload: FactCatalogue['waitlist.offer-ended'],
): Fact => ({ name: 'waitlist.offer-ended', organisationId, eventId, payload });

/** The fact that who waited has left. */
export const entryLeft = ({ organisationId, eventId }: EventScope, entryId: string): Fact => ({
	...{ name: 'waitlist.entry-left', organisationId, eventId },
	payload: { entryId },
});

/** Ends open offers without an order: their places are saved for the next, and what guests resell is available again. */
export async function endOffers(
	tx: Tx,
	scope: EventScope,
	state: Exclude<WaitlistOfferState, 'open' | 'taken'>,
	which: SQL,
): Promise<{ id: string; entryId: string }[]> {
	const { rows } = await tx.execute<{ id: string; entryId: string }>(sql`
		UPDATE waitlist_offers SET state = ${state}, ended_at = now() WHERE ${ofEvent(scope)} AND state = 'open' AND ${which}
		RETURNING id, entry_id AS "entryId"`);
	const ids = rows.map(({ id }) => id);
	await moveToSavings(tx, scope, ids);
	if (ids.length > 0)
		await tx.execute(sql`
			UPDATE resale_listings SET offer_id = NULL WHERE ${ofEvent(scope)} AND state = 'listed' AND buyer_order_id IS NULL
				AND offer_id = ANY(${plainArray(ids)}::uuid[])`);
	return rows;
}

/** Ends live entries. @param ids null: all of them. @returns those that were live */
export async function endEntries(
	tx: Tx,
	scope: EventScope,
	state: Exclude<WaitlistEntryState, 'waiting' | 'offered'>,
	ids: readonly string[] | null,
): Promise<string[]> {
	if (ids?.length === 0) return [];
	const { rows } = await tx.execute<{ id: string }>(sql`
		UPDATE waitlist_entries SET state = ${state}, ended_at = now(), saving_since = NULL, overtaken_places = 0,
			lapses = lapses + ${state === 'lapsed' ? 1 : 0}
		WHERE ${ofEvent(scope)} AND state IN ('waiting', 'offered') ${ids ? sql`AND id = ANY(${plainArray(ids)}::uuid[])` : sql``}
		RETURNING id`);
	return rows.map(({ id }) => id);
}

/** Puts an entry at the end of the list. */
export async function queueAgain(tx: Tx, scope: EventScope, entryId: string): Promise<void> {
	await tx.execute(sql`
		UPDATE waitlist_entries SET state = 'waiting', ended_at = NULL, queued_at = clock_timestamp(), saving_since = NULL, overtaken_places = 0
		WHERE ${ofEvent(scope)} AND id = ${entryId}`);
}

/** Ticket types with a waitlist entry. */
export async function listAwaitedTypes(db: DbOrTx, scope: EventScope): Promise<string[]> {
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT DISTINCT unnest(ticket_type_ids) AS id FROM waitlist_entries WHERE ${ofEvent(scope)} AND state = 'waiting'`);
	return rows.map(({ id }) => id);
}

/** Notes that others wait than before: of which pools places are saved, and that what is saved is planned anew. */
export async function noteWhoWaits(tx: Tx, scope: EventScope): Promise<void> {
	await writeAwaited(tx, scope, await listAwaitedTypes(tx, scope));
	await reviewSavings(tx, scope);
}

/** Writes what the plan changed of those who wait on. */
export async function writeBounds(tx: Tx, scope: EventScope, changed: OfferPlan['changed']): Promise<void> {
	if (changed.length === 0) return;
	const instants = changed.map(({ savingSinceMs }) =>
		savingSinceMs === null ? null : `"${new Date(savingSinceMs).toISOString()}"`,
	);
	await tx.execute(sql`
		UPDATE waitlist_entries w SET overtaken_places = n.overtaken, saving_since = n.since
		FROM unnest(${plainArray(changed.map(({ id }) => id))}::uuid[], ${plainArray(changed.map(({ overtakenPlaces }) => overtakenPlaces))}::int[],
			${plainArray(instants)}::timestamptz[]) AS n(id, overtaken, since)
		WHERE w.organisation_id = ${scope.organisationId} AND w.event_id = ${scope.eventId} AND w.id = n.id`);
}

/** An offer that is about to be made; its places are held already, those of tickets that guests resell by these. */
export interface NewOffer extends PlannedOffer {
	isResale: boolean;
	expiresAt: Date;
	madeBy?: string | null;
	reason?: string;
}

/** Writes offers, and what they hold. */
export async function insertOffers(
	tx: Tx,
	scope: EventScope,
	offers: readonly NewOffer[],
): Promise<OfferRow[]> {
	if (offers.length === 0) return [];
	const { organisationId, eventId } = scope;
	const rows = await tx
		.insert(waitlistOffers)
		.values(
			offers.map(({ entryId, ticketTypeId, quantity, isResale, expiresAt, madeBy = null, reason = '' }) => ({
				...{
					id: newId(),
					organisationId,
					eventId,
					entryId,
					ticketTypeId,
					quantity,
					isResale,
					expiresAt,
					madeBy,
					reason,
				},
			})),
		)
		.returning();
	for (const [index, { id }] of rows.entries()) {
		const { poolIds, places } = offers[index] as NewOffer;
		const held = poolIds.map((poolId) => ({ poolId, places }));
		await insertReservations(tx, scope, { purpose: 'offer', refId: id }, held);
	}
	await tx.execute(sql`
		UPDATE waitlist_entries SET state = 'offered', saving_since = NULL, overtaken_places = 0
		WHERE ${ofEvent(scope)} AND id = ANY(${plainArray(offers.map(({ entryId }) => entryId))}::uuid[])`);
	return rows;
}
