import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { apiScopes, keyEnvironments } from '#shared/rules/api-keys.ts';
import {
	bytea,
	createdAt,
	id,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
} from './columns.ts';

/** Keys with which programs call the API for an organisation. Only the hash of a key is stored. */
export const apiKeys = pgTable(
	'api_keys',
	(c) => ({
		id: id(),
		organisationId: organisationId(),
		name: c.text('name').notNull(),
		environment: c.text('environment', { enum: keyEnvironments }).notNull(),
		tokenHash: bytea('token_hash').notNull(),
		lastFour: c.text('last_four').notNull(),
		scopes: c.text('scopes', { enum: apiScopes }).array().notNull(),
		/** Events that it reaches; null: all that its maker reaches. */
		eventIds: c.uuid('event_ids').array(),
		/** Networks it may call from, as `203.0.113.0/24`; null: any. */
		networks: c.text('networks').array(),
		expiresAt: instant('expires_at'),
		/** To the minute. */
		lastUsedAt: instant('last_used_at'),
		lastUsedRoute: c.text('last_used_route').notNull().default(''),
		/** The key that takes its place; this one works until `ends_at`. */
		successorId: c.uuid('successor_id'),
		endsAt: instant('ends_at'),
		revokedAt: instant('revoked_at'),
		/** Whose rights it has, at most. */
		createdBy: c.uuid('created_by').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		uniqueIndex('api_keys_token_hash_unique').on(t.tokenHash),
		index('api_keys_organisation_index').on(t.organisationId, t.id),
		check('api_keys_scopes', sql`cardinality(scopes) > 0`),
		check('api_keys_successor', sql`(successor_id IS NULL) = (ends_at IS NULL)`),
	],
);

/** Calls that were made with keys, without what was sent or answered. */
export const apiRequests = pgTable(
	'api_requests',
	(c) => ({
		...organisationRow(),
		apiKeyId: c.uuid('api_key_id').notNull(),
		at: instant('at').notNull(),
		method: c.text('method').notNull(),
		route: c.text('route').notNull(),
		status: c.integer('status').notNull(),
		code: c.text('code'),
		durationMs: c.integer('duration_ms').notNull(),
		requestId: c.text('request_id').notNull(),
		/** Calls like this one in the same second that are counted and not stored. */
		others: c.integer('others').notNull().default(0),
	}),
	(t) => [
		organisationKey(t),
		index('api_requests_key_index').on(t.organisationId, t.apiKeyId, t.id),
		index('api_requests_at_index').using('brin', t.at),
	],
);

/** Actions on the sandbox of an organisation. It is named by its parent, so moving or emptying the sandbox leaves these rows. */
export const sandboxActs = pgTable(
	'sandbox_acts',
	(c) => ({
		...organisationRow(),
		kind: c.text('kind', { enum: ['made', 'moved', 'reset'] }).notNull(),
		/** How far time is moved on, rounded up: what processes of the version before read. */
		hours: c.integer('hours').notNull().default(0),
		totalHours: c.integer('total_hours').notNull().default(0),
		/** How far time is moved on. Null: whole hours, by a process of the version before. */
		minutes: c.integer('minutes'),
		/** How far it is moved since the sandbox was made or reset, this move included. Null as above. */
		totalMinutes: c.integer('total_minutes'),
		/** The rest of the move: it goes from one instant at which something is due to the next. */
		leftMinutes: c.integer('left_minutes').notNull().default(0),
		/** Steps that were made of it. */
		steps: c.integer('steps').notNull().default(0),
		/** Until then a worker has it in hand. */
		claimedUntil: instant('claimed_until'),
		/** When all of the move was made, and what fell due by it was done. */
		settledAt: instant('settled_at'),
		madeBy: c.uuid('made_by').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		index('sandbox_acts_created_index').using('brin', t.createdAt),
		index('sandbox_acts_under_way_index')
			.on(t.organisationId, t.id)
			.where(sql`kind = 'moved' AND settled_at IS NULL`),
		check('sandbox_acts_hours', sql`(kind = 'moved') = (hours > 0) AND total_hours >= hours`),
	],
);
