import { sql } from 'drizzle-orm';
import {
	boolean,
	check,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	unique,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core';
import { users } from './accounts.ts';
import { bytea, createdAt, id, instant, updatedAt } from './columns.ts';

/** The outbox: every mail that the product owes somebody, kept whether or not a mail server is set. */
export const mails = pgTable(
	'mails',
	{
		id: id(),
		organisationId: uuid('organisation_id'),
		eventId: uuid('event_id'),
		/** Name of the template in server/emails: `orders/confirmation`. */
		template: text('template').notNull(),
		/** What the template needs; secrets of links are made anew from ids when the mail is written. */
		props: jsonb('props').notNull(),
		recipient: text('recipient').notNull(),
		subject: text('subject').notNull().default(''),
		locale: text('locale').notNull().default('en'),
		/**
		 * `stored`: no mail server is set; it goes out when one is. `obsolete`: nobody needs it any more, such as a link that
		 * ended before it could be sent. `withheld`: its mailbox had too many mails of this kind for days.
		 * `kept`: of a sandbox, which sends nothing.
		 */
		status: text('status', {
			enum: ['queued', 'sending', 'sent', 'stored', 'failed', 'obsolete', 'withheld', 'kept'],
		})
			.notNull()
			.default('queued'),
		/** Two mails with one key are one mail. */
		dedupeKey: text('dedupe_key').notNull(),
		attempts: integer('attempts').notNull().default(0),
		/** While `sending`: until when the worker that took it has it for itself. */
		nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
		lastError: text('last_error').notNull().default(''),
		createdAt: createdAt(),
		sentAt: instant('sent_at'),
	},
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

/** What mail servers said of a mail after, or instead of, taking it. */
export const mailEvents = pgTable(
	'mail_events',
	{
		id: id(),
		mailId: uuid('mail_id')
			.notNull()
			.references(() => mails.id, { onDelete: 'cascade' }),
		kind: text('kind', { enum: ['delivered', 'deferred', 'bounced', 'complained'] }).notNull(),
		at: instant('at').notNull(),
		/** Enhanced status code: `5.1.1`; empty when none was given. */
		code: text('code').notNull().default(''),
		text: text('text').notNull().default(''),
		createdAt: createdAt(),
	},
	(t) => [
		uniqueIndex('mail_events_unique').on(t.mailId, t.kind, t.code, t.at),
		index('mail_events_created_index').using('brin', t.createdAt),
	],
);

/** Addresses that get no messages, reminders or news, since mails to them bounce or are reported. Kept as their SHA-256 only. */
export const mailSuppressions = pgTable(
	'mail_suppressions',
	{
		id: id(),
		emailHash: bytea('email_hash').notNull(),
		/** Null: for all organisations. */
		organisationId: uuid('organisation_id'),
		reason: text('reason', { enum: ['bounced', 'complained', 'by hand'] }).notNull(),
		since: instant('since').notNull().defaultNow(),
		/** Null: without end. */
		until: instant('until'),
		/** The address as people read it, such as `a…@example.org`. */
		hint: text('hint').notNull().default(''),
		detail: text('detail').notNull().default(''),
	},
	(t) => [
		unique('mail_suppressions_unique').on(t.emailHash, t.organisationId).nullsNotDistinct(),
		index('mail_suppressions_since_index').on(t.since, t.id),
	],
);

/** How the mailbox of bounces is read: one row, which the process that reads it has for itself until `next_at`. */
export const bounceReader = pgTable(
	'bounce_reader',
	{
		id: integer('id').primaryKey().default(1),
		nextAt: instant('next_at').notNull().defaultNow(),
		holder: uuid('holder'),
		/** When it was last read to the end of a round. */
		readAt: instant('read_at'),
		/** Why the last round failed; empty: it did not. */
		lastError: text('last_error').notNull().default(''),
	},
	(t) => [check('bounce_reader_one_row', sql`${t.id} = 1`)],
);

/** Of mails that are the same from every organisation: `organisation_id` of their opt-outs. */
export const EVERY_ORGANISATION = '00000000-0000-0000-0000-000000000000';

/** Kinds of mail that a mailbox no longer wants. The address is kept as its SHA-256 only. */
export const mailOptOuts = pgTable(
	'mail_opt_outs',
	{
		emailHash: bytea('email_hash').notNull(),
		/** Template of the mails: `events/reminder`. */
		template: text('template').notNull(),
		/** Messages of this organisation alone; EVERY_ORGANISATION: of all. */
		organisationId: uuid('organisation_id').notNull().default(EVERY_ORGANISATION),
		createdAt: createdAt(),
	},
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
	{
		/** UUIDv7: also the order in which they were created. */
		id: id(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		kind: text('kind', {
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
		}).notNull(),
		/** Set for what only its members may see. */
		organisationId: uuid('organisation_id'),
		eventId: uuid('event_id'),
		/** Which change of the account; the first and last order ids of a day (server/domain/notifications/notices). */
		facts: jsonb('facts')
			.$type<{ change?: string; fromId?: string; toId?: string; percent?: number }>()
			.notNull()
			.default({}),
		/** Two with one key are one. */
		dedupeKey: text('dedupe_key').notNull(),
		createdAt: createdAt(),
		readAt: instant('read_at'),
	},
	(t) => [
		uniqueIndex('notices_dedupe_key_unique').on(t.userId, t.dedupeKey),
		index('notices_user_index').on(t.userId, t.id),
		index('notices_unread_index').on(t.userId, t.id).where(sql`read_at IS NULL`),
		index('notices_created_index').using('brin', t.createdAt),
	],
);

/** What somebody wants to be told, and how, where it differs from what is usual. */
export const notificationChoices = pgTable(
	'notification_choices',
	{
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** One of the kinds that can be chosen (shared/contracts/settings.ts). */
		kind: text('kind').notNull(),
		channel: text('channel', { enum: ['mail', 'app'] }).notNull(),
		isOn: boolean('is_on').notNull(),
		updatedAt: updatedAt(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.kind, t.channel] })],
);
