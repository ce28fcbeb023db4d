import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';

/**
 * Lets reminders of a sandbox that is moved in time be those of the new dates: their keys name the start of the event, and without this
 * each move would remind everybody again.
 */
export async function moveReminders(tx: Tx, organisationId: string, minutes: number): Promise<void> {
	const ofSandbox = sql`organisation_id = ${organisationId} AND template = 'events/reminder'`;
	const start = sql`split_part(dedupe_key, ':', 3)::bigint - ${minutes * 60}::bigint`;
	// By way of another end, so that no key meets one that has yet to move.
	await tx.execute(sql`
		UPDATE mails SET dedupe_key = split_part(dedupe_key, ':', 1) || ':' || split_part(dedupe_key, ':', 2) || ':' || ${start} || ':moved'
		WHERE ${ofSandbox}`);
	await tx.execute(sql`UPDATE mails SET dedupe_key = left(dedupe_key, -length(':moved')) WHERE ${ofSandbox}`);
}
