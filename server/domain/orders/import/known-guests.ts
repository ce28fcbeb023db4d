import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { KnownGuest } from './check-guests.ts';

/** Everybody who has a ticket of the event, or holds one. */
export async function listKnownGuests(
	db: DbOrTx,
	scope: { organisationId: string; eventId: string },
): Promise<KnownGuest[]> {
	const { rows } = await db.execute<{ name: string; email: string }>(sql`
		SELECT name, email FROM attendees
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND status <> 'cancelled'`);
	return rows;
}
