import { sql } from 'drizzle-orm';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type Listener, listen } from '../facts.ts';

/** Listeners of questions, in the transaction of the change. */
export const questionListeners: Listener[] = [
	listen({
		fact: 'tickets.ticket-type-deleted',
		async inTransaction(tx, fact) {
			const { ticketTypeId } = fact.payload;
			const ofType = sql`organisation_id = ${fact.organisationId} AND event_id = ${fact.eventId}
				AND ${ticketTypeId}::uuid = ANY (ticket_type_ids)`;
			const { rows } = await tx.execute<{ label: string }>(sql`
				SELECT label FROM questions WHERE ${ofType} AND cardinality(ticket_type_ids) = 1 AND archived_at IS NULL LIMIT 1`);
			// Without its only ticket it would apply to no guest, or to all of them: neither is intended.
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
];
