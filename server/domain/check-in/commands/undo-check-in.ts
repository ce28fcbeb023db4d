import type { Services } from '../../../services.ts';

export interface UndoneCheckIn {
	/** Null when there was nothing to annul: the guest is not inside. */
	checkInId: string | null;
	guest: { id: string; name: string; ticketTypeName: string };
}

/** The annulled row gets a new sequence number, so that every device hears of it as of a new one. */
const undoStatement = {
	name: 'check-in.undo',
	text: `
WITH guest AS (
	SELECT a.id, a.name, t.name AS ticket_type_name
	FROM attendees a JOIN ticket_types t ON t.id = a.ticket_type_id
	WHERE a.id = $3::uuid AND a.organisation_id = $1::uuid AND a.event_id = $2::uuid
), annulled AS (
	UPDATE check_ins c
	SET annulled_at = clock_timestamp(), annulled_reason = $4::text,
		sequence = nextval(pg_get_serial_sequence('check_ins', 'sequence'))
	FROM guest
	WHERE c.list_id = $2::uuid AND c.attendee_id = guest.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL
	RETURNING c.id
)
SELECT guest.id, guest.name, guest.ticket_type_name, (SELECT id FROM annulled) AS check_in_id FROM guest`,
};

/**
 * Annuls the check-in of a guest, with a reason. Twice is once.
 * @returns null when the guest is not of this event.
 */
export async function undoCheckIn(
	services: Services,
	command: { organisationId: string; eventId: string; attendeeId: string; reason: string },
): Promise<UndoneCheckIn | null> {
	const { rows } = await services.database.pool.query<{
		id: string;
		name: string;
		ticket_type_name: string;
		check_in_id: string | null;
	}>({
		...undoStatement,
		values: [command.organisationId, command.eventId, command.attendeeId, command.reason],
	});
	const row = rows[0];
	if (!row) return null;
	return {
		checkInId: row.check_in_id,
		guest: { id: row.id, name: row.name, ticketTypeName: row.ticket_type_name },
	};
}
