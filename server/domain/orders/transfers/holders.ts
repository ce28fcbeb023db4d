import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eraseAnswers } from '#server/domain/questions/commands/forget-answers.ts';
import { newTicketCode } from '../sale/sale-statement.ts';
import type { TicketScope } from './tokens.ts';

const isTicket = ({ organisationId, eventId, attendeeId }: TicketScope) =>
	sql`a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.id = ${attendeeId}`;

/** Gives a ticket another name and a code of its own; the old one is refused at the door with its reason. */
const rewrite = (
	scope: TicketScope,
	to: { name: string; email: string },
	holder: ReturnType<typeof sql>,
) => sql`
	WITH retired AS (
		INSERT INTO retired_ticket_codes (organisation_id, event_id, ticket_code, attendee_id)
		SELECT a.organisation_id, a.event_id, a.ticket_code, a.id FROM attendees a WHERE ${isTicket(scope)}
	)
	UPDATE attendees a SET name = ${to.name}, email = ${to.email}, ticket_code = ${newTicketCode()}, ${holder},
		version = a.version + 1, updated_at = now()
	WHERE ${isTicket(scope)} RETURNING a.holder_version`;

/** What its guest answered is theirs: the next holder answers anew. */
const forgetGuest = (tx: Tx, { attendeeId, ...scope }: TicketScope): Promise<void> =>
	eraseAnswers(tx, scope, { attendeeIds: [attendeeId], orderIds: [] });

/** Writes a ticket over to somebody, who holds it by a link of its own. The ticket is held. @returns the version of their link */
export async function giveTicket(
	tx: Tx,
	scope: TicketScope,
	to: { name: string; email: string },
): Promise<number> {
	const holder = sql`holder_version = greatest(a.holder_version, a.last_holder_version, 0) + 1`;
	await forgetGuest(tx, scope);
	const { rows } = await tx.execute<{ holder_version: number }>(rewrite(scope, to, holder));
	return rows[0]?.holder_version as number;
}

/** Writes a ticket that somebody holds over to the buyer of its order again. The ticket is held; links of its holders are void for ever. */
export async function returnTicket(
	tx: Tx,
	scope: TicketScope,
	to: { name: string; email: string },
): Promise<void> {
	const holder = sql`last_holder_version = greatest(a.holder_version, a.last_holder_version), holder_version = NULL`;
	await forgetGuest(tx, scope);
	await tx.execute(rewrite(scope, to, holder));
}
