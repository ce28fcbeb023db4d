import { sql } from 'drizzle-orm';
import {
	type AnyPgColumn,
	bigint,
	boolean,
	check,
	foreignKey,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	uniqueIndex,
	uuid,
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
		/** Stem of the copies in the file store. */
		profileImageFile: text('profile_image_file'),
		isAdmin: boolean('is_admin').notNull().default(false),
		disabledAt: instant('disabled_at'),
		/** The person is gone: names and address are replaced, the row stays for what it once did. */
		erasedAt: instant('erased_at'),
		/** Raised by every change of the profile; the ETag of edits. */
		version: integer('version').notNull().default(1),
		isDemo: boolean('is_demo').notNull().default(false),
		/** The draft whose publishing waits until the address is verified; the link in the email leads on to it. */
		draftToPublish: uuid('draft_to_publish'),
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
		/** Last time its owner proved who they are; what changes the account wants it to be lately. */
		confirmedAt: instant('confirmed_at').notNull().defaultNow(),
		/** Begun or confirmed with the code of an authenticator app. */
		hasSecondFactor: boolean('has_second_factor').notNull().default(false),
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
		purpose: text('purpose', {
			enum: ['verify_email', 'reset_password', 'first_admin', 'leave_email', 'enter_email'],
		}).notNull(),
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

/** The authenticator app of an account; without `enabledAt` it is being set up and asks nobody for anything. */
export const twoFactors = pgTable('two_factors', {
	userId: uuid('user_id')
		.primaryKey()
		.references(() => users.id, { onDelete: 'cascade' }),
	/** The secret of the codes, sealed under the instance's key. */
	sealedSecret: bytea('sealed_secret').notNull(),
	enabledAt: instant('enabled_at'),
	/** Step of the last code that was taken: no code is taken twice. */
	lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
	createdAt: createdAt(),
});

/** Codes on paper that stand in for the authenticator app, once each; only their hash is kept. */
export const recoveryCodes = pgTable(
	'recovery_codes',
	{
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		codeHash: bytea('code_hash').notNull(),
		usedAt: instant('used_at'),
		createdAt: createdAt(),
	},
	(t) => [primaryKey({ columns: [t.userId, t.codeHash] })],
);

/** Sign-ins whose first half is done: the password was right, or the provider vouched, and the code is still to come. */
export const signInChallenges = pgTable(
	'sign_in_challenges',
	{
		id: id(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		tokenHash: bytea('token_hash').notNull(),
		isRemembered: boolean('is_remembered').notNull(),
		expiresAt: instant('expires_at').notNull(),
		usedAt: instant('used_at'),
		createdAt: createdAt(),
	},
	(t) => [
		uniqueIndex('sign_in_challenges_token_hash_unique').on(t.tokenHash),
		index('sign_in_challenges_user_index').on(t.userId),
		index('sign_in_challenges_expires_index').on(t.expiresAt),
	],
);

/** An address on its way to another one: it changes when both mailboxes have said yes. */
export const emailChanges = pgTable(
	'email_changes',
	{
		id: id(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		newEmail: text('new_email').notNull(),
		oldConfirmedAt: instant('old_confirmed_at'),
		newConfirmedAt: instant('new_confirmed_at'),
		expiresAt: instant('expires_at').notNull(),
		/** Done, withdrawn, or replaced by another one. */
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	},
	(t) => [
		index('email_changes_user_index').on(t.userId),
		uniqueIndex('email_changes_one_open').on(t.userId).where(sql`ended_at IS NULL`),
	],
);

/** Who a person is at an OpenID Connect provider. */
export const userIdentities = pgTable(
	'user_identities',
	{
		issuer: text('issuer').notNull(),
		subject: text('subject').notNull(),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		/** The address that the provider named when the two were tied together. */
		email: text('email').notNull(),
		lastUsedAt: instant('last_used_at').notNull(),
		createdAt: createdAt(),
	},
	(t) => [
		primaryKey({ columns: [t.issuer, t.subject] }),
		uniqueIndex('user_identities_user_unique').on(t.userId, t.issuer),
	],
);

/** Sign-ins that are under way at a provider. */
export const oidcSignIns = pgTable(
	'oidc_sign_ins',
	{
		/** SHA-256 of the state that travels through the provider. */
		stateHash: bytea('state_hash').primaryKey(),
		/** SHA-256 of what the browser that began keeps to itself. */
		browserHash: bytea('browser_hash').notNull(),
		nonce: text('nonce').notNull(),
		codeVerifier: text('code_verifier').notNull(),
		isRemembered: boolean('is_remembered').notNull(),
		/** Whose account the provider is to be tied to; null for a sign-in. */
		userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
		expiresAt: instant('expires_at').notNull(),
		createdAt: createdAt(),
	},
	(t) => [
		index('oidc_sign_ins_expires_index').on(t.expiresAt),
		index('oidc_sign_ins_user_index').on(t.userId).where(sql`user_id IS NOT NULL`),
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
		/** Stem of the copies of its logo in the file store. */
		logoFile: text('logo_file'),
		isDemo: boolean('is_demo').notNull().default(false),
		/** The organisation whose sandbox this one is; its members are members here, which a trigger on memberships sees to. */
		sandboxOf: uuid('sandbox_of').references((): AnyPgColumn => organisations.id),
		/** From when on members without two factors only read; null: none are asked for. A sandbox has that of its organisation. */
		needsTwoFactorFrom: instant('needs_two_factor_from'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
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
	{
		organisationId: uuid('organisation_id')
			.notNull()
			.references(() => organisations.id, { onDelete: 'cascade' }),
		userId: uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		role: text('role', { enum: organisationRoles }).notNull(),
		/** When set, the role reaches these events only. */
		eventIds: uuid('event_ids').array(),
		/** Allowed beyond the role, and not allowed in spite of it (shared/rules/permissions.ts). */
		extraActions: text('extra_actions', { enum: organisationActions }).array().notNull().default([]),
		deniedActions: text('denied_actions', { enum: organisationActions }).array().notNull().default([]),
		createdAt: createdAt(),
	},
	(t) => [
		primaryKey({ columns: [t.organisationId, t.userId] }),
		index('memberships_user_index').on(t.userId),
		check('memberships_event_ids_check', sql`event_ids IS NULL OR cardinality(event_ids) > 0`),
	],
);

/** The open offer of an owner to make another member the owner: one of an organisation. It ends with either membership. */
export const ownershipOffers = pgTable(
	'ownership_offers',
	{
		organisationId: uuid('organisation_id').primaryKey(),
		offeredBy: uuid('offered_by').notNull(),
		/** Who may accept it. */
		userId: uuid('user_id').notNull(),
		expiresAt: instant('expires_at').notNull(),
		createdAt: createdAt(),
	},
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

/** People who were asked to join an organisation. Its link is in the email alone: only the hash of the token is kept. */
export const invitations = pgTable(
	'invitations',
	{
		id: id(),
		organisationId: organisationId(),
		email: text('email').notNull(),
		emailKey: text('email_key').notNull(),
		role: text('role', { enum: organisationRoles }).notNull(),
		eventIds: uuid('event_ids').array(),
		/** What whoever invites wrote. */
		note: text('note').notNull().default(''),
		tokenHash: bytea('token_hash').notNull(),
		/** The link went by email alone, so that having it proves the address. */
		isByEmail: boolean('is_by_email').notNull(),
		/** How often the link was sent; each time it is another one. */
		sent: integer('sent').notNull().default(1),
		invitedBy: uuid('invited_by').notNull(),
		expiresAt: instant('expires_at').notNull(),
		acceptedAt: instant('accepted_at'),
		acceptedBy: uuid('accepted_by'),
		/** Withdrawn. */
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	},
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
	{
		...organisationRow(),
		actorKind: text('actor_kind', { enum: ['user', 'key'] }).notNull(),
		actorId: uuid('actor_id').notNull(),
		/** Of a key; people have the name that their account has now. */
		actorName: text('actor_name').notNull().default(''),
		/** Id of the endpoint. */
		action: text('action').notNull(),
		/** What the endpoint did, in a sentence, as it was then. */
		summary: text('summary').notNull(),
		eventId: uuid('event_id'),
		/** Path parameters beyond organisation and event. */
		subject: text('subject').notNull().default(''),
		input: jsonb('input').notNull(),
		/** HTTP status of the answer. */
		outcome: integer('outcome').notNull(),
		requestId: text('request_id').notNull(),
		createdAt: createdAt(),
	},
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
	{
		id: integer('id').primaryKey().default(1),
		isOpen: boolean('is_open').notNull().default(true),
		updatedAt: updatedAt(),
	},
	(t) => [check('sign_up_settings_one_row', sql`${t.id} = 1`)],
);
