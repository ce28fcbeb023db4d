import { sql } from 'drizzle-orm';
import {
	type AnyPgColumn,
	check,
	foreignKey,
	index,
	pgTable,
	primaryKey,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import { organisationActions, organisationRoles } from '#shared/rules/permissions.ts';
import {
	bytea,
	createdAt,
	id,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	updatedAt,
} from './columns.ts';

export const users = pgTable(
	'users',
	(c) => ({
		id: id(),
		email: c.text('email').notNull(),
		/** Lower-cased and Unicode-normalised; the identity of an account. */
		emailKey: c.text('email_key').notNull(),
		emailVerifiedAt: instant('email_verified_at'),
		/** PHC string of argon2id; null for an account that signs in elsewhere. */
		passwordHash: c.text('password_hash'),
		firstName: c.text('first_name').notNull().default(''),
		lastName: c.text('last_name').notNull().default(''),
		/** Stem of the copies in the file store. */
		profileImageFile: c.text('profile_image_file'),
		isAdmin: c.boolean('is_admin').notNull().default(false),
		disabledAt: instant('disabled_at'),
		/** The person is gone: names and address are replaced, the row stays for what it once did. */
		erasedAt: instant('erased_at'),
		/** Raised by every change of the profile; the ETag of edits. */
		version: c.integer('version').notNull().default(1),
		isDemo: c.boolean('is_demo').notNull().default(false),
		/** The draft whose publishing waits until the address is verified; the link in the email leads on to it. */
		draftToPublish: c.uuid('draft_to_publish'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [uniqueIndex('users_email_key_unique').on(t.emailKey)],
);

export const sessions = pgTable(
	'sessions',
	(c) => ({
		id: id(),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: bytea('token_hash').notNull(),
		isRemembered: c.boolean('is_remembered').notNull(),
		userAgent: c.text('user_agent').notNull().default(''),
		/** Last time its owner proved who they are; what changes the account wants it to be lately. */
		confirmedAt: instant('confirmed_at').notNull().defaultNow(),
		/** Begun or confirmed with the code of an authenticator app. */
		hasSecondFactor: c.boolean('has_second_factor').notNull().default(false),
		createdAt: createdAt(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
		expiresAt: instant('expires_at').notNull(),
		revokedAt: instant('revoked_at'),
	}),
	(t) => [
		uniqueIndex('sessions_token_hash_unique').on(t.tokenHash),
		index('sessions_user_index').on(t.userId),
		index('sessions_expires_index').on(t.expiresAt),
	],
);

/** Single-use secrets that were mailed or printed: only their hash is stored, and the newest of a purpose ends the older ones. */
export const mailTokens = pgTable(
	'mail_tokens',
	(c) => ({
		id: id(),
		/** Null for the link that makes the first administrator. */
		userId: c.uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
		purpose: c
			.text('purpose', {
				enum: ['verify_email', 'reset_password', 'first_admin', 'leave_email', 'enter_email'],
			})
			.notNull(),
		tokenHash: bytea('token_hash').notNull(),
		/** The address that the token proves. */
		email: c.text('email').notNull().default(''),
		expiresAt: instant('expires_at').notNull(),
		usedAt: instant('used_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		uniqueIndex('mail_tokens_token_hash_unique').on(t.tokenHash),
		index('mail_tokens_user_index').on(t.userId, t.purpose),
	],
);

/** The authenticator app of an account; without `enabledAt` it is being set up and asks nobody for anything. */
export const twoFactors = pgTable('two_factors', (c) => ({
	userId: c
		.uuid('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** The secret of the codes, sealed under the instance's key. */
	sealedSecret: bytea('sealed_secret').notNull(),
	enabledAt: instant('enabled_at'),
	/** Step of the last code that was taken: no code is taken twice. */
	lastStep: c.bigint('last_step', { mode: 'number' }).notNull().default(0),
	createdAt: createdAt(),
}));

/** Codes on paper that stand in for the authenticator app, once each; only their hash is stored. */
export const recoveryCodes = pgTable(
	'recovery_codes',
	(c) => ({
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		codeHash: bytea('code_hash').notNull(),
		usedAt: instant('used_at'),
		createdAt: createdAt(),
	}),
	(t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Sign-ins whose first half is done: the password was right, or the provider vouched, and the code is still to come. */
export const signInChallenges = pgTable(
	'sign_in_challenges',
	(c) => ({
		id: id(),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: bytea('token_hash').notNull(),
		isRemembered: c.boolean('is_remembered').notNull(),
		expiresAt: instant('expires_at').notNull(),
		usedAt: instant('used_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		uniqueIndex('sign_in_challenges_token_hash_unique').on(t.tokenHash),
		index('sign_in_challenges_user_index').on(t.userId),
		index('sign_in_challenges_expires_index').on(t.expiresAt),
	],
);

/** An address on its way to another one: it changes when both mailboxes have said yes. */
export const emailChanges = pgTable(
	'email_changes',
	(c) => ({
		id: id(),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		newEmail: c.text('new_email').notNull(),
		oldConfirmedAt: instant('old_confirmed_at'),
		newConfirmedAt: instant('new_confirmed_at'),
		expiresAt: instant('expires_at').notNull(),
		/** Done, withdrawn, or replaced by another one. */
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		index('email_changes_user_index').on(t.userId),
		uniqueIndex('email_changes_one_open').on(t.userId).where(sql`ended_at IS NULL`),
	],
);

/** Who a person is at an OpenID Connect provider. */
export const userIdentities = pgTable(
	'user_identities',
	(c) => ({
		issuer: c.text('issuer').notNull(),
		subject: c.text('subject').notNull(),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The address that the provider named when the two were tied together. */
		email: c.text('email').notNull(),
		lastUsedAt: instant('last_used_at').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.issuer, t.subject] }),
		uniqueIndex('user_identities_user_unique').on(t.userId, t.issuer),
	],
);

/** Sign-ins that are under way at a provider. */
export const oidcSignIns = pgTable(
	'oidc_sign_ins',
	(c) => ({
		/** SHA-256 of the state that travels through the provider. */
		stateHash: bytea('state_hash').primaryKey(),
		/** SHA-256 of what the browser that began keeps to itself. */
		browserHash: bytea('browser_hash').notNull(),
		nonce: c.text('nonce').notNull(),
		codeVerifier: c.text('code_verifier').notNull(),
		isRemembered: c.boolean('is_remembered').notNull(),
		/** Whose account the provider is to be tied to; null for a sign-in. */
		userId: c.uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
		expiresAt: instant('expires_at').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		index('oidc_sign_ins_expires_index').on(t.expiresAt),
		index('oidc_sign_ins_user_index').on(t.userId).where(sql`user_id IS NOT NULL`),
	],
);

/**
 * Failed sign-ins, which lead to a short lock (server/domain/accounts/lockout.ts). They are stored by address, also by one
 * that has no account, so that a lock reveals nothing.
 */
export const signInAttempts = pgTable(
	'sign_in_attempts',
	(c) => ({
		id: id(),
		emailKey: c.text('email_key').notNull(),
		/** The familiar network it came from; null for all others together. */
		source: bytea('source'),
		/** Set on the failure that was one too many. */
		lockedUntil: instant('locked_until'),
		createdAt: createdAt(),
	}),
	(t) => [
		index('sign_in_attempts_email_index').on(t.emailKey, t.createdAt),
		index('sign_in_attempts_created_index').on(t.createdAt),
	],
);

/** Networks that an account was signed in from, as keyed hashes: a stranger's failures elsewhere do not lock these out. */
export const signInSources = pgTable(
	'sign_in_sources',
	(c) => ({
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		source: bytea('source').notNull(),
		lastSeenAt: instant('last_seen_at').notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.userId, t.source] }),
		index('sign_in_sources_seen_index').on(t.lastSeenAt),
	],
);

export const organisations = pgTable(
	'organisations',
	(c) => ({
		id: id(),
		name: c.text('name').notNull(),
		slug: c.text('slug').notNull(),
		/** Stem of the copies of its logo in the file store. */
		logoFile: c.text('logo_file'),
		isDemo: c.boolean('is_demo').notNull().default(false),
		/** The organisation whose sandbox this one is; its members are members here, which a trigger on memberships sees to. */
		sandboxOf: c.uuid('sandbox_of').references((): AnyPgColumn => organisations.id),
		/** From when on members without two factors only read; null: none are requested. A sandbox has that of its organisation. */
		needsTwoFactorFrom: instant('needs_two_factor_from'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		uniqueIndex('organisations_slug_unique').on(t.slug),
		index('organisations_demo_index').on(t.id).where(sql`is_demo`),
		uniqueIndex('organisations_sandbox_unique').on(t.sandboxOf).where(sql`sandbox_of IS NOT NULL`),
		index('organisations_two_factor_index')
			.on(t.needsTwoFactorFrom)
			.where(sql`needs_two_factor_from IS NOT NULL`),
	],
);

export const memberships = pgTable(
	'memberships',
	(c) => ({
		organisationId: c
			.uuid('organisation_id')
			.notNull()
			.references(() => organisations.id, { onDelete: 'cascade' }),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		role: c.text('role', { enum: organisationRoles }).notNull(),
		/** When set, the role reaches these events only. */
		eventIds: c.uuid('event_ids').array(),
		/** Allowed beyond the role, and not allowed in spite of it (shared/rules/permissions.ts). */
		extraActions: c.text('extra_actions', { enum: organisationActions }).array().notNull().default([]),
		deniedActions: c.text('denied_actions', { enum: organisationActions }).array().notNull().default([]),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.userId] }),
		index('memberships_user_index').on(t.userId),
		check('memberships_event_ids_check', sql`event_ids IS NULL OR cardinality(event_ids) > 0`),
	],
);

/** The open offer of an owner to make another member the owner: one of an organisation. It ends with either membership. */
export const ownershipOffers = pgTable(
	'ownership_offers',
	(c) => ({
		organisationId: c.uuid('organisation_id').primaryKey(),
		offeredBy: c.uuid('offered_by').notNull(),
		/** Who may accept it. */
		userId: c.uuid('user_id').notNull(),
		expiresAt: instant('expires_at').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		foreignKey({
			name: 'ownership_offers_offered_by_fkey',
			columns: [t.organisationId, t.offeredBy],
			foreignColumns: [memberships.organisationId, memberships.userId],
		}).onDelete('cascade'),
		foreignKey({
			name: 'ownership_offers_user_fkey',
			columns: [t.organisationId, t.userId],
			foreignColumns: [memberships.organisationId, memberships.userId],
		}).onDelete('cascade'),
		index('ownership_offers_user_index').on(t.userId),
		index('ownership_offers_expires_index').on(t.expiresAt),
		check('ownership_offers_two_people', sql`offered_by <> user_id`),
	],
);

/** Invitations to join an organisation. The link is in the email alone: only the hash of the token is stored. */
export const invitations = pgTable(
	'invitations',
	(c) => ({
		id: id(),
		organisationId: organisationId(),
		email: c.text('email').notNull(),
		emailKey: c.text('email_key').notNull(),
		role: c.text('role', { enum: organisationRoles }).notNull(),
		eventIds: c.uuid('event_ids').array(),
		/** What whoever invites wrote. */
		note: c.text('note').notNull().default(''),
		tokenHash: bytea('token_hash').notNull(),
		/** The link went by email alone, so that having it proves the address. */
		isByEmail: c.boolean('is_by_email').notNull(),
		/** How often the link was sent; each time it is another one. */
		sent: c.integer('sent').notNull().default(1),
		invitedBy: c.uuid('invited_by').notNull(),
		expiresAt: instant('expires_at').notNull(),
		acceptedAt: instant('accepted_at'),
		acceptedBy: c.uuid('accepted_by'),
		/** Withdrawn. */
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		uniqueIndex('invitations_token_hash_unique').on(t.tokenHash),
		uniqueIndex('invitations_one_open')
			.on(t.organisationId, t.emailKey)
			.where(sql`accepted_at IS NULL AND ended_at IS NULL`),
		index('invitations_organisation_index').on(t.organisationId, t.id),
		index('invitations_email_index').on(t.emailKey),
		index('invitations_expires_index').on(t.expiresAt),
		check('invitations_event_ids_check', sql`event_ids IS NULL OR cardinality(event_ids) > 0`),
		check('invitations_accepted_check', sql`(accepted_at IS NULL) = (accepted_by IS NULL)`),
	],
);

/** What members and API keys changed in an organisation. Rows are never changed, and removed after 400 days. */
export const organisationActs = pgTable(
	'organisation_acts',
	(c) => ({
		...organisationRow(),
		actorKind: c.text('actor_kind', { enum: ['user', 'key'] }).notNull(),
		actorId: c.uuid('actor_id').notNull(),
		/** Of a key; people have the name that their account has now. */
		actorName: c.text('actor_name').notNull().default(''),
		/** Id of the endpoint. */
		action: c.text('action').notNull(),
		/** What the endpoint did, in a sentence, as it was then. */
		summary: c.text('summary').notNull(),
		eventId: c.uuid('event_id'),
		/** Path parameters beyond organisation and event. */
		subject: c.text('subject').notNull().default(''),
		input: c.jsonb('input').notNull(),
		/** HTTP status of the answer. */
		outcome: c.integer('outcome').notNull(),
		requestId: c.text('request_id').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		index('organisation_acts_actor_index').on(t.organisationId, t.actorId, t.id),
		index('organisation_acts_event_index').on(t.organisationId, t.eventId, t.id),
		index('organisation_acts_created_index').using('brin', t.createdAt),
		check('organisation_acts_input_size', sql`octet_length(input::text) <= 4096`),
	],
);

/** One row: whether visitors may sign up. Without a row they may. */
export const signUpSettings = pgTable(
	'sign_up_settings',
	(c) => ({
		id: c.integer('id').primaryKey().default(1),
		isOpen: c.boolean('is_open').notNull().default(true),
		updatedAt: updatedAt(),
	}),
	(t) => [check('sign_up_settings_one_row', sql`${t.id} = 1`)],
);
