import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import type { MessageCounts } from '#shared/contracts/messages.ts';
import { messageCategories, messageStates, ruleKinds, skipReasons } from '#shared/rules/messages/messages.ts';
import type { Segment } from '#shared/rules/messages/segments.ts';
import {
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';
import { eventSeries } from './series.ts';

/** Automatic messages to the guests of an event, or of each date of a series: without a row the defaults apply. */
export const messageRules = pgTable(
	'message_rules',
	(c) => ({
		...organisationRow(),
		/** Of an event, or of a series. */
		eventId: c.uuid('event_id'),
		seriesId: c.uuid('series_id'),
		kind: c.text('kind', { enum: ruleKinds }).notNull(),
		/** Before the start, or after the end. */
		offsetMinutes: c.integer('offset_minutes').notNull().default(0),
		/** Empty: as usual. */
		subject: c.text('subject').notNull().default(''),
		/** Markdown with placeholders. */
		body: c.text('body').notNull().default(''),
		segment: c.jsonb('segment').$type<Segment>().notNull().default({ conditions: [] }),
		isOn: c.boolean('is_on').notNull().default(true),
		/** Since when it holds: what was due before is not made up for. */
		isOnSince: instant('is_on_since').notNull().defaultNow(),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.seriesId }, eventSeries).onDelete('cascade'),
		uniqueIndex('message_rules_event_unique')
			.on(t.organisationId, t.eventId, t.kind)
			.where(sql`event_id IS NOT NULL AND kind IN ('confirmation', 'reminder')`),
		uniqueIndex('message_rules_series_unique')
			.on(t.organisationId, t.seriesId, t.kind)
			.where(sql`series_id IS NOT NULL AND kind IN ('confirmation', 'reminder')`),
		index('message_rules_event_index').on(t.organisationId, t.eventId),
		index('message_rules_series_index').on(t.organisationId, t.seriesId),
		// Those whose moment a job looks for.
		index('message_rules_timed_index')
			.on(t.kind, t.organisationId, t.id)
			.where(sql`is_on AND kind <> 'confirmation'`),
		check('message_rules_place', sql`(event_id IS NULL) <> (series_id IS NULL)`),
		check('message_rules_offset', sql`offset_minutes BETWEEN 0 AND 86400`),
	],
);

/** Messages to guests: written by a member, or made by a rule when its time came. */
export const guestMessages = pgTable(
	'guest_messages',
	(c) => ({
		...organisationRow(),
		/** To the guests of an event, or of a series. */
		eventId: c.uuid('event_id'),
		seriesId: c.uuid('series_id'),
		subject: c.text('subject').notNull(),
		/** Markdown with placeholders. */
		body: c.text('body').notNull(),
		segment: c.jsonb('segment').$type<Segment>().notNull(),
		category: c.text('category', { enum: messageCategories }).notNull(),
		state: c.text('state', { enum: messageStates }).notNull(),
		sendAt: instant('send_at'),
		/** Its recipients were fixed: from then on it is sent to them and to nobody else. */
		startedAt: instant('started_at'),
		/** While sending: when it is looked at again. */
		nextAt: instant('next_at'),
		sentAt: instant('sent_at'),
		/** Recipients, with those that are left out. */
		total: c.integer('total').notNull().default(0),
		/** Counts that hold for ever: recipients are removed after some time. */
		counts: c.jsonb('counts').$type<MessageCounts>(),
		createdBy: c.uuid('created_by'),
		reviewReason: c.text('review_reason').notNull().default(''),
		/** An administrator let it pass. */
		releasedAt: instant('released_at'),
		/** The rule that made it, and the start or end that it was due beside. */
		ruleId: c.uuid('rule_id'),
		ruleFor: instant('rule_for'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.seriesId }, eventSeries).onDelete('cascade'),
		uniqueIndex('guest_messages_rule_unique')
			.on(t.organisationId, t.ruleId, t.eventId, t.ruleFor)
			.where(sql`rule_id IS NOT NULL`),
		index('guest_messages_event_index').on(t.organisationId, t.eventId, t.id.desc()),
		index('guest_messages_series_index').on(t.organisationId, t.seriesId, t.id.desc()),
		index('guest_messages_due_index').on(t.sendAt).where(sql`state = 'scheduled'`),
		index('guest_messages_sending_index').on(t.nextAt).where(sql`state = 'sending'`),
		index('guest_messages_review_index').on(t.createdAt, t.id).where(sql`state = 'in_review'`),
		index('guest_messages_recent_index').on(t.organisationId, t.startedAt).where(sql`started_at IS NOT NULL`),
		index('guest_messages_author_index').on(t.createdBy).where(sql`created_by IS NOT NULL`),
		check('guest_messages_place', sql`(event_id IS NULL) <> (series_id IS NULL)`),
		check('guest_messages_send_at', sql`state <> 'scheduled' OR send_at IS NOT NULL`),
		check('guest_messages_sending', sql`state NOT IN ('sending', 'sent') OR started_at IS NOT NULL`),
	],
);

/** Whom a message goes to, fixed when sending begins: one row for each address, whatever tickets it holds. */
export const guestMessageRecipients = pgTable(
	'guest_message_recipients',
	(c) => ({
		organisationId: organisationId(),
		messageId: c.uuid('message_id').notNull(),
		/** Identity of the address (accounts/email-identity.ts). */
		emailKey: c.text('email_key').notNull(),
		position: c.integer('position').notNull(),
		/** The address as it stood at the order or ticket. */
		email: c.text('email').notNull(),
		locale: c.text('locale').notNull().default('en'),
		/** The order and, where it is not the buyer, the ticket that it is written to. */
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		attendeeId: c.uuid('attendee_id'),
		/** The row of the outbox; null: not yet, or left out. */
		mailId: c.uuid('mail_id'),
		skipped: c.text('skipped', { enum: skipReasons }),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.messageId, t.emailKey] }),
		foreignKey({
			name: 'guest_message_recipients_message_fkey',
			columns: [t.organisationId, t.messageId],
			foreignColumns: [guestMessages.organisationId, guestMessages.id],
		}).onDelete('cascade'),
		uniqueIndex('guest_message_recipients_position_unique').on(t.organisationId, t.messageId, t.position),
		index('guest_message_recipients_unsent_index')
			.on(t.organisationId, t.messageId, t.position)
			.where(sql`mail_id IS NULL AND skipped IS NULL`),
		index('guest_message_recipients_email_index').on(t.organisationId, t.emailKey),
		index('guest_message_recipients_mail_index').on(t.mailId).where(sql`mail_id IS NOT NULL`),
	],
);
