import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { groupStates, groupWays, invitationStates } from '#shared/rules/groups.ts';
import { createdAt, instant, organisationKey, organisationRow, sameOrganisation } from './columns.ts';
import { belongsToEvent } from './events.ts';

/**
 * People who come together. `leader`: one order has all places, which its buyer shares by links. `each`: places of a ticket type are held until
 * a deadline (`place_reservations`), and each guest orders their own. The tickets of a group name it (`attendees.group_id`).
 */
export const groupBookings = pgTable(
	'group_bookings',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		name: c.text('name').notNull(),
		pays: c.text('pays', { enum: groupWays }).notNull(),
		state: c.text('state', { enum: groupStates }).notNull().default('open'),
		leaderName: c.text('leader_name').notNull(),
		leaderEmail: c.text('leader_email').notNull(),
		locale: c.text('locale').notNull().default('en'),
		/** Of `leader`: the order that has the places. */
		orderId: c.uuid('order_id'),
		/** Of `leader`: tickets of the order that its buyer keeps; nobody can claim them. */
		keptIds: c.uuid('kept_ids').array().notNull().default([]),
		/** Of `each`: what is held, and until when. */
		ticketTypeId: c.uuid('ticket_type_id'),
		places: c.integer('places'),
		deadlineAt: instant('deadline_at'),
		/** Of `each`: when the leader gets the email about its deadline; null: it was sent, or the time was too short. */
		noticeAt: instant('notice_at'),
		/** Part of the signed link that is shared. */
		linkVersion: c.integer('link_version').notNull().default(1),
		/** When all who are invited were last reminded. */
		remindedAt: instant('reminded_at'),
		/** The member who made it; null: the buyer of its order. */
		createdBy: c.uuid('created_by'),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('group_bookings_event_index').on(t.organisationId, t.eventId, t.id),
		uniqueIndex('group_bookings_order_unique')
			.on(t.organisationId, t.orderId)
			.where(sql`order_id IS NOT NULL`),
		index('group_bookings_deadline_index').on(t.deadlineAt).where(sql`state = 'open' AND pays = 'each'`),
		index('group_bookings_notice_index').on(t.noticeAt).where(sql`notice_at IS NOT NULL`),
		// A person's groups, for what they take along and for erasing them.
		index('group_bookings_email_index').on(sql`lower(${t.leaderEmail})`),
		check('group_bookings_leader', sql`(pays = 'leader') = (order_id IS NOT NULL)`),
		check(
			'group_bookings_each',
			sql`(pays = 'each') = (ticket_type_id IS NOT NULL AND places IS NOT NULL AND deadline_at IS NOT NULL)`,
		),
		check('group_bookings_places', sql`places BETWEEN 1 AND 200`),
		check('group_bookings_ended', sql`(state = 'open') = (ended_at IS NULL)`),
	],
);

/** People whom the leader of a group sent a link of their own. An invitation holds no place: whoever comes first has it. */
export const groupInvitations = pgTable(
	'group_invitations',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		groupId: c.uuid('group_id').notNull(),
		name: c.text('name').notNull().default(''),
		email: c.text('email').notNull(),
		state: c.text('state', { enum: invitationStates }).notNull().default('sent'),
		/** What it came to: the ticket that was claimed, or the order that was placed. */
		attendeeId: c.uuid('attendee_id'),
		orderId: c.uuid('order_id'),
		sentAt: instant('sent_at').notNull().defaultNow(),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.groupId }, groupBookings).onDelete('cascade'),
		uniqueIndex('group_invitations_sent_unique')
			.on(t.organisationId, t.groupId, sql`lower(${t.email})`)
			.where(sql`state = 'sent'`),
		index('group_invitations_group_index').on(t.organisationId, t.groupId, t.id),
		index('group_invitations_email_index').on(sql`lower(${t.email})`),
		check('group_invitations_ended', sql`(state = 'sent') = (ended_at IS NULL)`),
	],
);
