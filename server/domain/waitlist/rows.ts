import { and, count, eq, lt, or, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { waitlistEntries, waitlistOffers } from '#server/db/tables/waitlist.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { WaitlistMode } from '#shared/rules/waitlist.ts';

export type EntryRow = typeof waitlistEntries.$inferSelect;
export type OfferRow = typeof waitlistOffers.$inferSelect;

export const isEntry = ({ organisationId, eventId, entryId }: WaitlistScope) =>
	and(
		eq(waitlistEntries.organisationId, organisationId),
		eq(waitlistEntries.eventId, eventId),
		eq(waitlistEntries.id, entryId),
	);

/** An entry. @throws AppError RESOURCE_NOT_FOUND */
export async function getEntry(db: DbOrTx, scope: WaitlistScope): Promise<EntryRow> {
	const [row] = await db.select().from(waitlistEntries).where(isEntry(scope));
	if (!row) throw notFound('Waitlist entry');
	return row;
}

/** The offer of an entry that is open; undefined: there is none. */
export async function findOpenOffer(
	db: DbOrTx,
	{ organisationId, entryId }: WaitlistScope,
): Promise<OfferRow | undefined> {
	const [row] = await db
		.select()
		.from(waitlistOffers)
		.where(
			and(
				eq(waitlistOffers.organisationId, organisationId),
				eq(waitlistOffers.entryId, entryId),
				eq(waitlistOffers.state, 'open'),
			),
		);
	return row;
}

/** The position of an entry among those that wait, 1 is next; null: it waits no more. */
export async function positionOf(db: DbOrTx, entry: EntryRow): Promise<number | null> {
	if (entry.state !== 'waiting') return null;
	const [row] = await db
		.select({ before: count() })
		.from(waitlistEntries)
		.where(
			and(
				isOfEvent(waitlistEntries, entry),
				eq(waitlistEntries.state, 'waiting'),
				or(
					lt(waitlistEntries.queuedAt, entry.queuedAt),
					and(eq(waitlistEntries.queuedAt, entry.queuedAt), lt(waitlistEntries.id, entry.id)),
				),
			),
		);
	return (row?.before ?? 0) + 1;
}

/** Event details for the waitlist. */
export interface ListEvent {
	status: string;
	mode: WaitlistMode;
	offerHours: number;
	timeZone: string;
	startsAt: Date;
	endsAt: Date;
	/** There is nothing to wait for any more. */
	isClosed: boolean;
	/** By the database's clock. */
	now: Date;
}

/** The event of a waitlist; null: there is none. One that is cancelled closes its list once that cannot be undone any more. */
export async function readListEvent(
	db: DbOrTx,
	{ organisationId, eventId }: EventScope,
): Promise<ListEvent | null> {
	const { rows } = await db.execute<{
		status: string;
		mode: WaitlistMode;
		hours: number;
		zone: string;
		starts_at: string;
		ends_at: string;
		is_closed: boolean;
		now: string;
	}>(sql`
		SELECT status, waitlist_mode AS mode, waitlist_offer_hours AS hours, time_zone AS zone, starts_at, ends_at,
			waitlist_mode = 'off' OR status = 'archived' OR ends_at <= now() OR external_url <> ''
				OR (status = 'cancelled' AND NOT EXISTS (SELECT FROM event_change_sets s WHERE s.organisation_id = e.organisation_id
					AND s.event_id = e.id AND s.kind = 'cancel' AND s.notify_at IS NOT NULL AND s.notified_at IS NULL)) AS is_closed,
			now() AS now
		FROM events e WHERE organisation_id = ${organisationId} AND id = ${eventId}`);
	const [row] = rows;
	return row
		? {
				...{
					status: row.status,
					mode: row.mode,
					offerHours: row.hours,
					timeZone: row.zone,
					isClosed: row.is_closed,
				},
				startsAt: new Date(row.starts_at),
				endsAt: new Date(row.ends_at),
				now: new Date(row.now),
			}
		: null;
}

/** Until when tickets are offered: the start of the event, or its end once it has begun. */
export const untilOf = ({ startsAt, endsAt, now }: Pick<ListEvent, 'startsAt' | 'endsAt' | 'now'>): Date =>
	startsAt > now ? startsAt : endsAt;

/** Whether an entry waits or is offered something. */
export const isLive = ({ state }: Pick<EntryRow, 'state'>): boolean =>
	state === 'waiting' || state === 'offered';

/** Whether an entry whose offer lapsed can be put back at the end of the list: once. */
export const canKeep = ({ state, lapses }: Pick<EntryRow, 'state' | 'lapses'>): boolean =>
	state === 'lapsed' && lapses === 1;

/** How many guests wait for a ticket of each type of an event. Who would take one of several types is counted for each of them. */
export async function countWaitingGuests(
	db: DbOrTx,
	{ organisationId, eventId }: EventScope,
): Promise<Map<string, number>> {
	const { rows } = await db.execute<{ id: string; guests: number }>(sql`
		SELECT t.id, sum(w.party)::int AS guests FROM waitlist_entries w CROSS JOIN LATERAL unnest(w.ticket_type_ids) AS t(id)
		WHERE w.organisation_id = ${organisationId} AND w.event_id = ${eventId} AND w.state = 'waiting' GROUP BY 1`);
	return new Map(rows.map(({ id, guests }) => [id, guests]));
}
