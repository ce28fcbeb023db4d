import { and, count, eq, lt, or } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { waitlistEntries, waitlistOffers } from '#server/db/tables/waitlist.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import { notFound } from '#shared/errors/app-error.ts';

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
				eq(waitlistEntries.organisationId, entry.organisationId),
				eq(waitlistEntries.eventId, entry.eventId),
				eq(waitlistEntries.state, 'waiting'),
				or(
					lt(waitlistEntries.queuedAt, entry.queuedAt),
					and(eq(waitlistEntries.queuedAt, entry.queuedAt), lt(waitlistEntries.id, entry.id)),
				),
			),
		);
	return (row?.before ?? 0) + 1;
}
