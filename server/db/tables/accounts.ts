import { sql } from 'drizzle-orm';
import { boolean, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, updatedAt } from './columns.ts';

export const users = pgTable(
	'users',
	{
		id: id(),
		email: text('email').notNull(),
		/** Lower-cased and Unicode-normalised; the identity of an account. */
		emailKey: text('email_key').notNull(),
		emailVerifiedAt: instant('email_verified_at'),
		/** PHC string of argon2id; null for an account that signs in elsewhere. */
		passwordHash: text('password_hash'),
		firstName: text('first_name').notNull().default(''),
		lastName: text('last_name').notNull().default(''),
		profileImageFile: text('profile_image_file'),
		isAdmin: boolean('is_admin').notNull().default(false),
		disabledAt: instant('disabled_at'),
		isDemo: boolean('is_demo').notNull().default(false),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [uniqueIndex('users_email_key_unique').on(t.emailKey)],
);

export const sessions = pgTable(
	'sessions',
	{
		id: id(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: bytea('token_hash').notNull(),
		isRemembered: boolean('is_remembered').notNull(),
		userAgent: text('user_agent').notNull().default(''),
		createdAt: createdAt(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
		expiresAt: instant('expires_at').notNull(),
		revokedAt: instant('revoked_at'),
	},
	(t) => [
		uniqueIndex('sessions_token_hash_unique').on(t.tokenHash),
		index('sessions_user_index').on(t.userId),
		index('sessions_expires_index').on(t.expiresAt),
	],
);

/** Single-use secrets that were mailed or printed: only their hash is kept, and the newest of a purpose ends the older ones. */
export const mailTokens = pgTable(
	'mail_tokens',
	{
		id: id(),
		/** Null for the link that makes the first administrator. */
		userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
		purpose: text('purpose', { enum: ['verify_email', 'reset_password', 'first_admin'] }).notNull(),
		tokenHash: bytea('token_hash').notNull(),
		/** The address that the token proves. */
		email: text('email').notNull().default(''),
		expiresAt: instant('expires_at').notNull(),
		usedAt: instant('used_at'),
		createdAt: createdAt(),
	},
	(t) => [
		uniqueIndex('mail_tokens_token_hash_unique').on(t.tokenHash),
		index('mail_tokens_user_index').on(t.userId, t.purpose),
	],
);

/**
 * Failed sign-ins, which lead to a short lock (server/domain/accounts/lockout.ts). They are kept by address, also by one
 * that has no account, so that a lock tells nothing.
 */
export const signInAttempts = pgTable(
	'sign_in_attempts',
	{
		id: id(),
		emailKey: text('email_key').notNull(),
		/** The familiar network it came from; null for all others together. */
		source: bytea('source'),
		/** Set on the failure that was one too many. */
		lockedUntil: instant('locked_until'),
		createdAt: createdAt(),
	},
	(t) => [
		index('sign_in_attempts_email_index').on(t.emailKey, t.createdAt),
		index('sign_in_attempts_created_index').on(t.createdAt),
	],
);

/** Networks that an account was signed in from, as keyed hashes: a stranger's failures elsewhere do not lock these out. */
export const signInSources = pgTable(
	'sign_in_sources',
	{
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		source: bytea('source').notNull(),
		lastSeenAt: instant('last_seen_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.userId, t.source] }),
		index('sign_in_sources_seen_index').on(t.lastSeenAt),
	],
);

export const organisations = pgTable(
	'organisations',
	{
		id: id(),
		name: text('name').notNull(),
		slug: text('slug').notNull(),
		isDemo: boolean('is_demo').notNull().default(false),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [uniqueIndex('organisations_slug_unique').on(t.slug)],
);

export const memberships = pgTable(
	'memberships',
	{
		organisationId: uuid('organisation_id')
			.notNull()
			.references(() => organisations.id, { onDelete: 'cascade' }),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		role: text('role', {
			enum: ['owner', 'admin', 'event_manager', 'finance', 'marketing', 'check_in'],
		}).notNull(),
		/** When set, the role reaches these events only. */
		eventIds: uuid('event_ids').array(),
		createdAt: createdAt(),
	},
	(t) => [
		primaryKey({ columns: [t.organisationId, t.userId] }),
		index('memberships_user_index').on(t.userId),
		check('memberships_event_ids_check', sql`event_ids IS NULL OR cardinality(event_ids) > 0`),
	],
);
