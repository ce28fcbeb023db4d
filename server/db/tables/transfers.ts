import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { transferStates } from '#shared/rules/ticket-transfers.ts';
import { createdAt, instant, organisationKey, organisationRow } from './columns.ts';
import { belongsToEvent } from './events.ts';

/** Tickets that are offered to somebody else. The ticket stays valid for whoever offers it until the receiver accepts. */
export const ticketTransfers = pgTable(
	'ticket_transfers',
	{
		...organisationRow(),
		eventId: uuid('event_id').notNull(),
		orderId: uuid('order_id').notNull(),
		attendeeId: uuid('attendee_id').notNull(),
		/** Who offered it, as the receiver reads it. */
		fromName: text('from_name').notNull(),
		fromEmail: text('from_email').notNull().default(''),
		toName: text('to_name').notNull(),
		toEmail: text('to_email').notNull(),
		state: text('state', { enum: transferStates }).notNull().default('offered'),
		/** Of the ticket’s link once it is accepted (`attendees.holder_version`). */
		holderVersion: integer('holder_version'),
		expiresAt: instant('expires_at').notNull(),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	},
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('ticket_transfers_offered_unique')
			.on(t.organisationId, t.eventId, t.attendeeId)
			.where(sql`state = 'offered'`),
		index('ticket_transfers_attendee_index').on(t.organisationId, t.eventId, t.attendeeId, t.id),
		index('ticket_transfers_order_index').on(t.organisationId, t.orderId),
		index('ticket_transfers_due_index').on(t.expiresAt).where(sql`state = 'offered'`),
		// A person’s transfers, for what they take along and for erasing them.
		index('ticket_transfers_email_index').on(sql`lower(${t.toEmail})`),
		check('ticket_transfers_ended', sql`(state = 'offered') = (ended_at IS NULL)`),
	],
);
