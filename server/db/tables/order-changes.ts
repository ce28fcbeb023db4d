import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { orderChangeStates, type WantedChange } from '#shared/rules/order-changes.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import { createdAt, instant, organisationKey, organisationRow } from './columns.ts';
import { belongsToEvent } from './events.ts';

/** What places are held for without an order of their own. */
export const reservationPurposes = ['change'] as const;

/**
 * Places of a pool that are held without an order that holds them. They count as held (`orders.pools-match-tickets`) until they are used or
 * released. Of a change only what it takes more than it gives back: of an event that is full somebody can still change within the same places.
 */
export const placeReservations = pgTable(
	'place_reservations',
	{
		...organisationRow(),
		eventId: uuid('event_id').notNull(),
		poolId: uuid('pool_id').notNull(),
		purpose: text('purpose', { enum: reservationPurposes }).notNull(),
		/** What they are held for: of `change` the change. */
		refId: uuid('ref_id').notNull(),
		places: integer('places').notNull(),
		state: text('state', { enum: ['live', 'used', 'released'] })
			.notNull()
			.default('live'),
		createdAt: createdAt(),
	},
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('place_reservations_ref_unique').on(t.organisationId, t.refId, t.poolId),
		index('place_reservations_live_index')
			.on(t.organisationId, t.eventId, t.poolId)
			.where(sql`state = 'live'`),
		check('place_reservations_places', sql`places >= 1`),
	],
);

/**
 * Changes of the tickets of an order: other ticket types for some, further tickets and add-ons. One that costs more waits for its payment
 * with its places held; every other is applied at once.
 */
export const orderChanges = pgTable(
	'order_changes',
	{
		...organisationRow(),
		eventId: uuid('event_id').notNull(),
		orderId: uuid('order_id').notNull(),
		state: text('state', { enum: orderChangeStates }).notNull(),
		/** What the buyer asked for. */
		wanted: jsonb('wanted').$type<WantedChange>().notNull(),
		/** Of what the buyer was shown; named by the payment. */
		hash: text('hash').notNull(),
		/** What is taken back and what is sold, as it is written to the order when the change is applied. */
		lines: jsonb('lines').$type<QuoteLine[]>().notNull(),
		/** To be paid; below 0: goes back. */
		differenceMinor: bigint('difference_minor', { mode: 'number' }).notNull(),
		/** The platform’s share of the difference. */
		feeMinor: bigint('fee_minor', { mode: 'number' }).notNull().default(0),
		/** While it waits: until when its places are held. */
		expiresAt: instant('expires_at'),
		appliedAt: instant('applied_at'),
		createdAt: createdAt(),
	},
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('order_changes_order_index').on(t.organisationId, t.orderId, t.id),
		uniqueIndex('order_changes_waiting_unique')
			.on(t.organisationId, t.orderId)
			.where(sql`state = 'awaiting_payment'`),
		index('order_changes_due_index').on(t.expiresAt).where(sql`state = 'awaiting_payment'`),
		check('order_changes_waits', sql`(state = 'awaiting_payment') = (expires_at IS NOT NULL)`),
		check('order_changes_applied', sql`(state = 'applied') = (applied_at IS NOT NULL)`),
	],
);
