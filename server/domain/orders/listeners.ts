import { sql } from 'drizzle-orm';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { type Listener, listen } from '../facts.ts';

/** What orders refuse inside the changes of others: nothing that was ordered loses what it was ordered of. */
export const orderListeners: Listener[] = [
	listen({
		fact: 'events.event-deleted',
		async inTransaction(tx, fact) {
			const { rows } = await tx.execute<{ id: string }>(sql`
				SELECT id FROM orders WHERE organisation_id = ${fact.organisationId} AND event_id = ${fact.eventId} LIMIT 1`);
			if (rows.length > 0)
				throw ruleViolation(
					'has-guests',
					message`This event has guests, so it can’t be deleted. Archive it instead.`,
				);
		},
	}),
	listen({
		fact: 'tickets.ticket-type-deleted',
		async inTransaction(tx, fact) {
			const { rows } = await tx.execute<{ order_id: string }>(sql`
				SELECT order_id FROM order_items
				WHERE organisation_id = ${fact.organisationId} AND event_id = ${fact.eventId}
					AND ticket_type_id = ${fact.payload.ticketTypeId} LIMIT 1`);
			if (rows.length > 0)
				throw ruleViolation(
					'ticket-type-sold',
					message`This ticket has orders, so it can’t be deleted. Close it instead.`,
				);
		},
	}),
];
