import { index, pgTable } from 'drizzle-orm/pg-core';
import { sessions } from './accounts.ts';
import { createdAt, id, instant } from './columns.ts';

/**
 * Every administrative act: written before it is tried, so that none happens unseen, and completed with its outcome. Rows are
 * never changed afterwards and keep the name of who acted, also when the account is gone.
 */
export const auditEntries = pgTable(
	'admin_acts',
	(c) => ({
		id: id(),
		actorId: c.uuid('actor_id').notNull(),
		actorEmail: c.text('actor_email').notNull(),
		/** Id of the endpoint: `admin.disableUser`. */
		action: c.text('action').notNull(),
		/** What it was done to, by the parameters of the path. */
		subject: c.text('subject').notNull().default(''),
		/** The request, without secrets and long texts. */
		input: c.jsonb('input').notNull(),
		/** HTTP status of the answer; null: it did not come to an end. */
		outcome: c.integer('outcome'),
		requestId: c.text('request_id').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		index('admin_acts_created_index').on(t.createdAt, t.id),
		index('admin_acts_actor_index').on(t.actorId, t.createdAt),
		index('admin_acts_subject_index').on(t.subject, t.createdAt),
	],
);

/** Sessions in which an administrator looks at the product as somebody else: they only read. */
export const viewSessions = pgTable('view_sessions', (c) => ({
	sessionId: c
		.uuid('session_id')
		.primaryKey()
		.references(() => sessions.id, { onDelete: 'cascade' }),
	adminId: c.uuid('admin_id').notNull(),
	/** The administrator's own session: when it ends, so does the look. */
	adminSessionId: c
		.uuid('admin_session_id')
		.notNull()
		.references(() => sessions.id, { onDelete: 'cascade' }),
	createdAt: createdAt(),
}));

/** Accounts that an administrator locked: AUTH_ACCOUNT_LOCKED until it is taken back. */
export const accountLocks = pgTable('account_locks', (c) => ({
	userId: c.uuid('user_id').primaryKey(),
	reason: c.text('reason').notNull().default(''),
	lockedBy: c.uuid('locked_by').notNull(),
	lockedAt: instant('locked_at').notNull(),
}));

/** What was found out about an organisation, by the operator. */
export const organisationMarks = pgTable('organisation_marks', (c) => ({
	organisationId: c.uuid('organisation_id').primaryKey(),
	verifiedAt: instant('verified_at'),
	/** Its events are closed to the public until it is taken back. */
	suspendedAt: instant('suspended_at'),
	reason: c.text('reason').notNull().default(''),
}));
