import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PastType } from '#shared/rules/past-messages.ts';
import { acceptedTypes, connectionKinds } from '#shared/rules/webhook-types.ts';
import {
	bytea,
	createdAt,
	feedRow,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
} from './columns.ts';

/** Past messages on their way to a connection. */
export interface Backfill {
	types: PastType[];
	/** What happened from here on and before `startedAt`; later things are sent as they happen. */
	since: string;
	startedAt: string;
	endedAt: string | null;
	total: number;
	/** How many of them were looked at, and how many of those were not sent to this connection before. */
	done: number;
	sent: number;
	/** The last one that was looked at: the place of its type in `types`, its event and its id. */
	at: { type: number; eventId: string; id: string };
}

/** Where an organisation sends what happens: webhooks and chats. Address and secret are sealed: whoever has them can write there. */
export const connections = pgTable(
	'connections',
	(c) => ({
		...organisationRow(),
		kind: c.text('kind', { enum: connectionKinds }).notNull(),
		name: c.text('name').notNull(),
		sealedTarget: bytea('sealed_target').notNull(),
		/** Host of the target, for lists and emails. */
		host: c.text('host').notNull(),
		sealedSecret: bytea('sealed_secret'),
		/** After a rotation, the secret before it signs as well until `old_secret_until`. */
		sealedOldSecret: bytea('sealed_old_secret'),
		oldSecretUntil: instant('old_secret_until'),
		types: c.text('types', { enum: acceptedTypes }).array().notNull(),
		/** Events that it is notified about; null: all. */
		eventIds: c.uuid('event_ids').array(),
		detail: c
			.text('detail', { enum: ['thin', 'full'] })
			.notNull()
			.default('full'),
		/** Names and emails of the people concerned are added when a message is sent; of who may see them alone. */
		withGuests: c.boolean('with_guests').notNull().default(false),
		/** Who made it: a person, or a program with an API key. */
		origin: c.text('origin', { enum: ['person', 'key'] }).notNull(),
		state: c
			.text('state', { enum: ['active', 'paused', 'disabled'] })
			.notNull()
			.default('active'),
		/** Why it was disabled: `failing` for days, or `gone`, as the receiver said (410). */
		stateReason: c.text('state_reason', { enum: ['failing', 'gone'] }),
		/** Since the first failure after the last success. */
		failingSince: instant('failing_since'),
		/** Nothing is sent before: the receiver requested a pause, or chats take one message a second. */
		notBefore: instant('not_before'),
		lastDeliveredAt: instant('last_delivered_at'),
		/** The last go of sending past messages, with how far it has come. */
		backfill: c.jsonb('backfill').$type<Backfill>(),
		createdBy: c.uuid('created_by').notNull(),
		createdAt: createdAt(),
		version: c.integer('version').notNull().default(1),
	}),
	(t) => [
		organisationKey(t),
		// Connections subscribed to check-ins: queried every second.
		index('connections_check_ins_index')
			.on(t.organisationId)
			.where(
				sql`types && '{check_in.created,check_in.undone,check_in.refused,ticket.checked_in,ticket.check_in_undone}'::text[]`,
			),
		index('connections_backfill_index')
			.on(t.organisationId, t.id)
			.where(sql`backfill ->> 'endedAt' IS NULL AND backfill IS NOT NULL`),
		check('connections_types', sql`cardinality(types) > 0`),
		check('connections_secret', sql`(kind = 'webhook') = (sealed_secret IS NOT NULL)`),
	],
);

/** The message, once for all subscribed connections. Without names and emails of people. */
export const outboundMessages = pgTable(
	'outbound_messages',
	(c) => ({
		...organisationRow(),
		sequence: c.bigserial('sequence', { mode: 'number' }).notNull(),
		/** The source that it was made from, so that it is made once: `fact:1234`, `test:…`. */
		source: c.text('source').notNull(),
		type: c.text('type').notNull(),
		eventId: c.uuid('event_id'),
		occurredAt: instant('occurred_at').notNull(),
		payload: c.jsonb('payload').$type<{ ids: object; object: object }>().notNull(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('outbound_messages_source_unique').on(t.organisationId, t.source, t.type),
		index('outbound_messages_type_index').on(t.organisationId, t.type, t.id),
		index('outbound_messages_occurred_index').using('brin', t.occurredAt),
	],
);

/** How far check-ins were read for connections; no row while none listens. */
export const checkInFeed = pgTable('check_in_feed', feedRow());

/** A message on its way to one connection. */
export const outboundDeliveries = pgTable(
	'outbound_deliveries',
	(c) => ({
		...organisationRow(),
		connectionId: c.uuid('connection_id').notNull(),
		messageId: c.uuid('message_id').notNull(),
		state: c
			.text('state', { enum: ['due', 'delivered', 'dead', 'dropped'] })
			.notNull()
			.default('due'),
		/** Marks a claim as well: who comes back after its claim ended finds it raised. */
		attempts: c.integer('attempts').notNull().default(0),
		/** Also the end of a claim. */
		nextAt: instant('next_at').notNull(),
		lastStatus: c.integer('last_status'),
		lastError: c.text('last_error'),
		/** The delivery that this one repeats. */
		replayOf: c.uuid('replay_of'),
		createdAt: createdAt(),
		settledAt: instant('settled_at'),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.connectionId }, connections).onDelete('cascade'),
		sameOrganisation({ ...t, column: t.messageId }, outboundMessages).onDelete('cascade'),
		uniqueIndex('outbound_deliveries_message_unique')
			.on(t.organisationId, t.connectionId, t.messageId)
			.where(sql`replay_of IS NULL`),
		index('outbound_deliveries_message_index').on(t.organisationId, t.messageId),
		index('outbound_deliveries_list_index').on(t.organisationId, t.connectionId, t.id),
		index('outbound_deliveries_state_index').on(t.organisationId, t.connectionId, t.state, t.id),
		index('outbound_deliveries_due_index').on(t.nextAt).where(sql`state = 'due'`),
		index('outbound_deliveries_queue_index')
			.on(t.organisationId, t.connectionId, t.nextAt, t.id)
			.where(sql`state = 'due'`),
		index('outbound_deliveries_created_index').using('brin', t.createdAt),
	],
);

/** Each try of a delivery: how it ended, never what was answered. */
export const outboundAttempts = pgTable(
	'outbound_attempts',
	(c) => ({
		organisationId: organisationId(),
		deliveryId: c.uuid('delivery_id').notNull(),
		number: c.integer('number').notNull(),
		at: instant('at').notNull(),
		durationMs: c.integer('duration_ms').notNull(),
		status: c.integer('status'),
		error: c.text('error'),
		/** The address that was connected to. */
		address: c.text('address'),
		bytes: c.integer('bytes').notNull(),
		/** Whether names and emails went with it; null: they were not requested, or it was about nobody. */
		guests: c.text('guests', { enum: ['included', 'withheld'] }),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.deliveryId, t.number] }),
		sameOrganisation({ ...t, column: t.deliveryId }, outboundDeliveries).onDelete('cascade'),
	],
);
