import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant, updatedAt } from './columns.ts';

/** The outbox: every mail that the product owes somebody, stored whether or not a mail server is set. */
export const mails = pgTable(
	'mails',
	(c) => ({
		id: id(),
		organisationId: c.uuid('organisation_id'),
		eventId: c.uuid('event_id'),
		/** Name of the template in server/emails: `orders/confirmation`. */
		template: c.text('template').notNull(),
		/** What the template needs; secrets of links are made anew from ids when the mail is written. */
		props: c.jsonb('props').notNull(),
		recipient: c.text('recipient').notNull(),
		subject: c.text('subject').notNull().default(''),
		locale: c.text('locale').notNull().default('en'),
		/**
		 * `stored`: no mail server is set; it goes out when one is. `obsolete`: nobody needs it any more, such as a link that
		 * ended before it could be sent. `withheld`: its mailbox had too many mails of this kind for days.
		 * `kept`: of a sandbox, which sends nothing.
		 */
		status: c
			.text('status', {
				enum: ['queued', 'sending', 'sent', 'stored', 'failed', 'obsolete', 'withheld', 'kept'],
			})
			.notNull()
			.default('queued'),
		/** Two mails with one key are one mail. */
		dedupeKey: c.text('dedupe_key').notNull(),
		attempts: c.integer('attempts').notNull().default(0),
		/** While `sending`: until when the worker that took it has it for itself. */
		nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
		lastError: c.text('last_error').notNull().default(''),
		createdAt: createdAt(),
		sentAt: instant('sent_at'),
	}),
	(t) => [
		uniqueIndex('mails_dedupe_key_unique').on(t.dedupeKey),
		index('mails_due_index').on(t.nextAttemptAt).where(sql`status IN ('queued', 'sending')`),
		index('mails_stored_index').on(t.createdAt).where(sql`status = 'stored'`),
		index('mails_failed_index').on(t.createdAt, t.id).where(sql`status = 'failed'`),
		index('mails_failed_event_index')
			.on(t.organisationId, t.eventId, t.createdAt)
			.where(sql`status = 'failed' AND event_id IS NOT NULL`),
		index('mails_search_index').using('gin', t.recipient.op('gin_trgm_ops'), t.subject.op('gin_trgm_ops')),
		index('mails_created_index').on(t.createdAt, t.id),
		index('mails_recipient_index').on(t.recipient),
		// How many of an organiser's messages wait: further ones are added as these go.
		index('mails_messages_index')
			.on(t.organisationId, t.nextAttemptAt)
			.where(sql`status IN ('queued', 'sending') AND template IN ('messages/service', 'messages/marketing')`),
		index('mails_kept_index').on(t.organisationId, t.createdAt, t.id).where(sql`status = 'kept'`),
		index('mails_recent_of_recipient_index')
			.on(sql`lower(${t.recipient})`, t.sentAt)
			.where(sql`status IN ('sent', 'sending')`),
		index('mails_recent_of_mailbox_index')
			.on(sql`foyer_mailbox(${t.recipient})`, t.sentAt)
			.where(sql`status IN ('sent', 'sending')`),
	],
);

/** Delivery reports of mail servers about a mail. */
export const mailEvents = pgTable(
	'mail_events',
	(c) => ({
		id: id(),
		mailId: c
			.uuid('mail_id')
			.notNull()
			.references(() => mails.id, { onDelete: 'cascade' }),
		kind: c.text('kind', { enum: ['delivered', 'deferred', 'bounced', 'complained'] }).notNull(),
		at: instant('at').notNull(),
		/** Enhanced status code: `5.1.1`; empty when none was given. */
		code: c.text('code').notNull().default(''),
		text: c.text('text').notNull().default(''),
		createdAt: createdAt(),
	}),
	(t) => [
		uniqueIndex('mail_events_unique').on(t.mailId, t.kind, t.code, t.at),
		index('mail_events_created_index').using('brin', t.createdAt),
	],
);

/** Addresses that get no messages, reminders or news, since mails to them bounce or are reported. Stored as their SHA-256 only. */
export const mailSuppressions = pgTable(
	'mail_suppressions',
	(c) => ({
		id: id(),
		emailHash: bytea('email_hash').notNull(),
		/** Null: for all organisations. */
		organisationId: c.uuid('organisation_id'),
		reason: c.text('reason', { enum: ['bounced', 'complained', 'by hand'] }).notNull(),
		since: instant('since').notNull().defaultNow(),
		/** Null: without end. */
		until: instant('until'),
		/** The address as people read it, such as `a…@example.org`. */
		hint: c.text('hint').notNull().default(''),
		detail: c.text('detail').notNull().default(''),
	}),
	(t) => [
		unique('mail_suppressions_unique').on(t.emailHash, t.organisationId).nullsNotDistinct(),
		index('mail_suppressions_since_index').on(t.since, t.id),
	],
);

/** How the mailbox of bounces is read: one row, which the process that reads it has for itself until `next_at`. */
export const bounceReader = pgTable(
	'bounce_reader',
	(c) => ({
		id: c.integer('id').primaryKey().default(1),
		nextAt: instant('next_at').notNull().defaultNow(),
		holder: c.uuid('holder'),
		/** When it was last read to the end of a round. */
		readAt: instant('read_at'),
		/** Why the last round failed; empty: it did not. */
		lastError: c.text('last_error').notNull().default(''),
	}),
	(t) => [check('bounce_reader_one_row', sql`${t.id} = 1`)],
);

/** Of mails that are the same from every organisation: `organisation_id` of their opt-outs. */
export const EVERY_ORGANISATION = '00000000-0000-0000-0000-000000000000';

/** Kinds of mail that a mailbox no longer wants. The address is stored as its SHA-256 only. */
export const mailOptOuts = pgTable(
	'mail_opt_outs',
	(c) => ({
		emailHash: bytea('email_hash').notNull(),
		/** Template of the mails: `events/reminder`. */
		template: c.text('template').notNull(),
		/** Messages of this organisation alone; EVERY_ORGANISATION: of all. */
		organisationId: c.uuid('organisation_id').notNull().default(EVERY_ORGANISATION),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.emailHash, t.template, t.organisationId] }),
		// Who opted out of an organisation’s messages, when its guests are counted.
		index('mail_opt_outs_organisation_index')
			.on(t.organisationId, t.template)
			.where(sql`organisation_id <> '00000000-0000-0000-0000-000000000000'`),
	],
);

/** In-app notifications. Ids alone: names and titles are read when it is shown. */
export const notices = pgTable(
	'notices',
	(c) => ({
		/** UUIDv7: also the order in which they were created. */
		id: id(),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		kind: c
			.text('kind', {
				enum: [
					'security',
					'export-ready',
					'report-ready',
					'report-stopped',
					'publishing-failed',
					'plan-limit',
					'cards-tried',
					'dispute-opened',
					'dispute-won',
					'dispute-lost',
					'payout-failed',
					'refund-requested',
					'withdrawal-received',
					'withdrawal-received',
					'approval-asked',
					'payment-details',
					'message-reviewed',
					'list-narrowed',
					'two-factor-needed',
					'ownership-offered',
					'cash-difference',
					'goal-reached',
					'page-reported',
					'reminders',
					'registrations',
					'door-conflicts',
				],
			})
			.notNull(),
		/** Set for what only its members may see. */
		organisationId: c.uuid('organisation_id'),
		eventId: c.uuid('event_id'),
		/** Which change of the account; the first and last order ids of a day (server/domain/notifications/notices). */
		facts: c
			.jsonb('facts')
			.$type<{ change?: string; fromId?: string; toId?: string; percent?: number }>()
			.notNull()
			.default({}),
		/** Two with one key are one. */
		dedupeKey: c.text('dedupe_key').notNull(),
		createdAt: createdAt(),
		readAt: instant('read_at'),
	}),
	(t) => [
		uniqueIndex('notices_dedupe_key_unique').on(t.userId, t.dedupeKey),
		index('notices_user_index').on(t.userId, t.id),
		index('notices_unread_index').on(t.userId, t.id).where(sql`read_at IS NULL`),
		index('notices_created_index').using('brin', t.createdAt),
	],
);

/** A person’s notification settings, where they differ from the defaults. */
export const notificationChoices = pgTable(
	'notification_choices',
	(c) => ({
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** One of the kinds that can be chosen (shared/contracts/settings.ts). */
		kind: c.text('kind').notNull(),
		channel: c.text('channel', { enum: ['mail', 'app'] }).notNull(),
		isOn: c.boolean('is_on').notNull(),
		updatedAt: updatedAt(),
	}),
	(t) => [primaryKey({ columns: [t.userId, t.kind, t.channel] })],
);
