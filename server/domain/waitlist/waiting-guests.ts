import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import type { EventScope } from '#server/domain/event-scope.ts';

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
