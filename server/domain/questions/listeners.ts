import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getUser } from '../accounts/queries.ts';
import { type Listener, listen } from '../facts.ts';

/** What questions do when something happens to what they hang on, inside its transaction. */
export const questionListeners: Listener[] = [
	listen({
		fact: 'tickets.ticket-type-deleted',
		async inTransaction(tx, fact) {
			const { ticketTypeId } = fact.payload;
			const ofType = sql`organisation_id = ${fact.organisationId} AND event_id = ${fact.eventId}
				AND ${ticketTypeId}::uuid = ANY (ticket_type_ids)`;
			const { rows } = await tx.execute<{ label: string }>(sql`
				SELECT label FROM questions WHERE ${ofType} AND cardinality(ticket_type_ids) = 1 AND archived_at IS NULL LIMIT 1`);
			// Without its only ticket it would be asked of nobody, or of everybody: neither is what was meant.
			if (rows[0])
				throw ruleViolation(
					'ticket-type-asked',
					message`The question “${rows[0].label}” is only asked for this ticket. Change or remove it first.`,
				);
			await tx.execute(sql`
				UPDATE questions SET ticket_type_ids = array_remove(ticket_type_ids, ${ticketTypeId}::uuid), version = version + 1
				WHERE ${ofType} AND cardinality(ticket_type_ids) > 1`);
		},
	}),
	listen({
		fact: 'accounts.user-erased',
		// Before orders take the address out of their rows, by which these are found.
		async inTransaction(tx, { payload }) {
			const user = await getUser(tx, payload.userId);
			if (!user.emailVerifiedAt) return;
			await eraseAnswers(tx, user.email);
		},
	}),
];

/** Takes away what a person answered: on tickets that bear their address, and for orders that they made. */
async function eraseAnswers(tx: Tx, email: string): Promise<void> {
	await tx.execute(sql`
		DELETE FROM answers n USING attendees a
		WHERE lower(a.email) = lower(${email}) AND n.organisation_id = a.organisation_id AND n.event_id = a.event_id
			AND n.attendee_id = a.id`);
	await tx.execute(sql`
		DELETE FROM answers n USING orders o
		WHERE lower(o.buyer_email) = lower(${email}) AND n.organisation_id = o.organisation_id AND n.event_id = o.event_id
			AND n.order_id = o.id AND (n.attendee_id IS NULL OR EXISTS (
				SELECT FROM attendees a WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id
					AND a.id = n.attendee_id AND a.name = o.buyer_name))`);
}
