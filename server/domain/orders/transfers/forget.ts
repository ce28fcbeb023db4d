import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { ERASED_NAME } from '#server/domain/settings/personal-data/erase-account.ts';

/**
 * Takes a person out of the offers of an event: those of tickets that bore their name, as a whole, and elsewhere the side that has one of
 * their emails. An offer that they made or were made ends.
 */
export async function forgetTransfers(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	{ attendeeIds, emails }: { attendeeIds: readonly string[]; emails: readonly string[] },
): Promise<void> {
	await tx.execute(sql`
		UPDATE ticket_transfers f SET
			from_name = CASE WHEN p.is_from THEN ${ERASED_NAME} ELSE f.from_name END,
			from_email = CASE WHEN p.is_from THEN '' ELSE f.from_email END,
			to_name = CASE WHEN p.is_to THEN ${ERASED_NAME} ELSE f.to_name END,
			to_email = CASE WHEN p.is_to THEN '' ELSE f.to_email END,
			state = CASE f.state WHEN 'offered' THEN 'withdrawn' ELSE f.state END, ended_at = coalesce(f.ended_at, now())
		FROM (
			SELECT t.id, t.is_own OR lower(t.from_email) = ANY (t.emails) AS is_from, t.is_own OR lower(t.to_email) = ANY (t.emails) AS is_to
			FROM (
				SELECT o.id, o.from_email, o.to_email, o.attendee_id = ANY (${plainArray(attendeeIds)}::uuid[]) AS is_own,
					ARRAY(SELECT lower(value) FROM json_array_elements_text(${JSON.stringify(emails)}::json)) AS emails
				FROM ticket_transfers o WHERE o.organisation_id = ${organisationId} AND o.event_id = ${eventId}
			) t
		) p
		WHERE f.organisation_id = ${organisationId} AND f.event_id = ${eventId} AND f.id = p.id AND (p.is_from OR p.is_to)`);
}
