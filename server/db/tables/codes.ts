import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { codeKinds } from '#shared/rules/pricing/codes.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** Codes that were made together. */
export const codeBatches = pgTable(
	'code_batches',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		label: c.text('label').notNull().default(''),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('code_batches_event_index').on(t.organisationId, t.eventId, t.id),
	],
);

/**
 * What a buyer types to pay less, or to be offered what is hidden. `used` and `saved_minor` change in the transaction that writes, ends or
 * cancels an order (server/domain/codes/uses.ts); the checks make it impossible to use a code once too often, whatever the interleaving.
 */
export const codes = pgTable(
	'codes',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		/** As the organiser wrote it. */
		code: c.text('code').notNull(),
		/** The normalised code (`codeKey`). */
		key: c.text('key').notNull(),
		label: c.text('label').notNull().default(''),
		kind: c.text('kind', { enum: codeKinds }).notNull(),
		/** Of `percent`. */
		basisPoints: c.integer('basis_points'),
		/** Of `fixed` and `price`; each ticket. */
		amountMinor: c.bigint('amount_minor', { mode: 'number' }),
		/** Null: every ticket type with a price. */
		ticketTypeIds: c.uuid('ticket_type_ids').array(),
		minQuantity: c.integer('min_quantity').notNull().default(1),
		maxQuantity: c.integer('max_quantity'),
		startsAt: instant('starts_at'),
		endsAt: instant('ends_at'),
		/** Orders that may use it, in all and of one buyer; null: any number. */
		uses: c.integer('uses'),
		usesPerBuyer: c.integer('uses_per_buyer'),
		/** Orders that use it: those that hold places or are confirmed. */
		used: c.integer('used').notNull().default(0),
		/** What it may save buyers in all, and has saved. */
		budgetMinor: c.bigint('budget_minor', { mode: 'number' }),
		savedMinor: c.bigint('saved_minor', { mode: 'number' }).notNull().default(0),
		batchId: c.uuid('batch_id'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.batchId }, codeBatches),
		uniqueIndex('codes_key_unique').on(t.organisationId, t.eventId, t.key),
		// The list: by batch, and those of none.
		index('codes_batch_index').on(t.organisationId, t.eventId, t.batchId, t.id),
		check('codes_never_overused', sql`used >= 0 AND (uses IS NULL OR used <= uses)`),
		check(
			'codes_never_overspent',
			sql`saved_minor >= 0 AND (budget_minor IS NULL OR saved_minor <= budget_minor)`,
		),
		check(
			'codes_kind',
			sql`(kind = 'percent') = (basis_points IS NOT NULL) AND (kind IN ('fixed', 'price')) = (amount_minor IS NOT NULL)
				AND coalesce(basis_points BETWEEN 1 AND 10000, true) AND coalesce(amount_minor >= 0, true)
				AND (kind <> 'unlock' OR ticket_type_ids IS NOT NULL)`,
		),
		check('codes_quantity', sql`min_quantity >= 1 AND coalesce(max_quantity >= min_quantity, true)`),
		check('codes_window', sql`coalesce(ends_at > starts_at, true)`),
	],
);

/**
 * Which order used which code: one row an order, written with it. Whether the use counts follows from the state of the order, and is noted
 * here by whoever changes that state. Without foreign keys, as the other rows of a sale.
 */
export const codeUses = pgTable(
	'code_uses',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		codeId: c.uuid('code_id').notNull(),
		/** Keyed hash of the buyer's address, of its own for each event: counts the orders of one buyer. Null once the buyer is erased. */
		buyer: bytea('buyer'),
		/** The discount of the code on the prices of the order. */
		savedMinor: c.bigint('saved_minor', { mode: 'number' }).notNull(),
		/** When the use was given back, because the order ended or was cancelled. Null: it counts. */
		givenBackAt: instant('given_back_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.orderId] }),
		index('code_uses_buyer_index').on(t.organisationId, t.codeId, t.buyer),
		check('code_uses_saved', sql`saved_minor >= 0`),
	],
);
