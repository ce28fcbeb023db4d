import { sql } from 'drizzle-orm';
import {
	boolean,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
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
		index('mails_kept_index').on(t.organisationId, t.createdAt, t.id).where(sql`status = 'kept'`),
		index('mails_recent_of_recipient_index')
			.on(sql`lower(${t.recipient})`, t.sentAt)
			.where(sql`status IN ('sent', 'sending')`),
		index('mails_recent_of_mailbox_index')
			.on(sql`foyer_mailbox(${t.recipient})`, t.sentAt)
			.where(sql`status IN ('sent', 'sending')`),
	],
);

/** Kinds of mail that a mailbox no longer wants. The address is kept as its SHA-256 only. */
export const mailOptOuts = pgTable(
	'mail_opt_outs',
	{
		emailHash: bytea('email_hash').notNull(),
		/** Template of the mails: `events/reminder`. */
		template: text('template').notNull(),
		createdAt: createdAt(),
	},
	(t) => [primaryKey({ columns: [t.emailHash, t.template] })],
);

/** What somebody is told in the app, under the bell. Ids alone: names and titles are read when it is shown. */
export const notices = pgTable(
	'notices',
	{
		/** UUIDv7: also the order in which they were told. */
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
				'list-narrowed',
				'cash-difference',
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
