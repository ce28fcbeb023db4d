import { sql } from 'drizzle-orm';
import { index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { bytea, createdAt, instant, updatedAt } from './columns.ts';

/** First answers to requests that carried an Idempotency-Key; retained for a day. */
export const idempotencyKeys = pgTable(
	'idempotency_keys',
	(c) => ({
		/** The caller and the endpoint: `user:{id}:events.createEvent`. */
		scope: c.text('scope').notNull(),
		/** Made from the key that came, which is not stored: it unlocks the answer. */
		key: c.text('key').notNull(),
		requestHash: bytea('request_hash').notNull(),
		/** Null while the first request still runs. */
		status: c.integer('status'),
		/** Body of the answer, locked under the key that came (server/http/idempotency.ts). */
		answer: bytea('answer'),
		createdAt: createdAt(),
	}),
	(t) => [primaryKey({ columns: [t.scope, t.key] }), index('idempotency_keys_created_index').on(t.createdAt)],
);

/**
 * Facts that modules publish (server/domain/facts.ts), written in the transaction of the change they report. The worker
 * hands each to the listeners at least once and then marks it.
 */
export const facts = pgTable(
	'facts',
	(c) => ({
		id: c.bigserial('id', { mode: 'bigint' }).primaryKey(),
		name: c.text('name').notNull(),
		organisationId: c.uuid('organisation_id'),
		eventId: c.uuid('event_id'),
		payload: c.jsonb('payload').notNull(),
		createdAt: createdAt(),
		dispatchedAt: instant('dispatched_at'),
		attempts: c.integer('attempts').notNull().default(0),
		nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
		lastError: c.text('last_error'),
	}),
	(t) => [
		index('facts_undispatched_index').on(t.id).where(sql`dispatched_at IS NULL`),
		index('facts_dispatched_index').on(t.dispatchedAt).where(sql`dispatched_at IS NOT NULL`),
	],
);

/**
 * Work of pollers and jobs that failed alone and is tried again later (server/jobs/fair-poller.ts), so that it holds up no other. Gone once it is
 * done.
 */
export const delayedWork = pgTable(
	'delayed_work',
	(c) => ({
		/** `orders.expire-holds` */
		poller: c.text('poller').notNull(),
		/** What failed, as its poller names it: an id, a day of an event. */
		key: c.text('key').notNull(),
		/** Null: work of an account or of the installation. */
		organisationId: c.uuid('organisation_id'),
		failures: c.integer('failures').notNull().default(1),
		since: instant('since').notNull().defaultNow(),
		nextTryAt: instant('next_try_at').notNull(),
		lastError: c.text('last_error').notNull(),
	}),
	(t) => [primaryKey({ columns: [t.poller, t.key] })],
);

/** Secrets that every process on this database shares, made at the first start. */
export const instanceSecrets = pgTable('instance_secrets', (c) => ({
	name: c.text('name').primaryKey(),
	value: bytea('value').notNull(),
	createdAt: createdAt(),
}));

/** What the built-in gateway knows: its accounts, payments, refunds …, as its API answers them. */
export const testGatewayObjects = pgTable(
	'test_gateway_objects',
	(c) => ({
		id: c.text('id').primaryKey(),
		account: c.text('account').notNull().default(''),
		type: c.text('type').notNull(),
		data: c.jsonb('data').$type<Record<string, unknown>>().notNull(),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [index('test_gateway_objects_type_index').on(t.account, t.type, t.id)],
);

/** Answers of the built-in gateway by their Idempotency-Key. */
export const testGatewayRequests = pgTable(
	'test_gateway_requests',
	(c) => ({
		account: c.text('account').notNull().default(''),
		key: c.text('key').notNull(),
		requestHash: bytea('request_hash').notNull(),
		status: c.integer('status').notNull(),
		body: c.jsonb('body').$type<Record<string, unknown>>().notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.account, t.key] }),
		index('test_gateway_requests_created_index').using('brin', t.createdAt),
	],
);

/** Events of the built-in gateway on their way to the product. */
export const testGatewayEvents = pgTable(
	'test_gateway_events',
	(c) => ({
		id: c.text('id').primaryKey(),
		account: c.text('account').notNull().default(''),
		type: c.text('type').notNull(),
		body: c.jsonb('body').$type<Record<string, unknown>>().notNull(),
		dueAt: instant('due_at').notNull().defaultNow(),
		tries: c.integer('tries').notNull().default(0),
		deliveredAt: instant('delivered_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		index('test_gateway_events_due_index').on(t.dueAt).where(sql`delivered_at IS NULL`),
		index('test_gateway_events_created_index').using('brin', t.createdAt),
	],
);
