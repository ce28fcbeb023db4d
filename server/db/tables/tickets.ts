import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { PriceTier } from '#shared/rules/pricing/tiers.ts';
import { taxReasons } from '#shared/rules/tax-reasons.ts';
import {
	createdAt,
	instant,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/**
 * Places. Every ticket type has a pool of its own, and may share another with its neighbours. `confirmed` and `held` change
 * only through server/domain/tickets/places.ts; the checks make overselling impossible, whatever the interleaving. Pages keep
 * room for new versions of their rows (fillfactor, set in the migration), since a row here changes with every sale.
 */
export const capacityPools = pgTable(
	'capacity_pools',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		name: c.text('name').notNull().default(''),
		isShared: c.boolean('is_shared').notNull().default(false),
		/** All guests of the event, as many as the organisation's plan holds. Shared by all types; there is none where nothing is limited. */
		isPlan: c.boolean('is_plan').notNull().default(false),
		/** Null: unlimited. */
		size: c.integer('size'),
		confirmed: c.integer('confirmed').notNull().default(0),
		held: c.integer('held').notNull().default(0),
		/** True while the event sells nothing: a draft, cancelled, postponed, archived. Closed ticket types say so themselves. */
		isClosed: c.boolean('is_closed').notNull().default(false),
		/**
		 * Raised by every change of the terms on which a ticket type's own pool is sold (window, limits, price, shared pool,
		 * closing). A sale states the generation it was worked out for and is refused when it is another by now.
		 */
		generation: c.integer('generation').notNull().default(1),
		/** Somebody on the waitlist waits for a place of it: places that are given back are saved for them (`saving`), and not sold. */
		isAwaited: c.boolean('is_awaited').notNull().default(false),
		/** The same thing in all dates of a series; null: the row’s own id. */
		lineageId: c.uuid('lineage_id'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('capacity_pools_event_index').on(t.organisationId, t.eventId),
		uniqueIndex('capacity_pools_plan_unique').on(t.organisationId, t.eventId).where(sql`is_plan`),
		check('capacity_pools_never_oversold', sql`size IS NULL OR confirmed + held <= size`),
		check('capacity_pools_not_negative', sql`confirmed >= 0 AND held >= 0 AND (size IS NULL OR size >= 0)`),
	],
);

export const ticketTypes = pgTable(
	'ticket_types',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		poolId: c.uuid('pool_id').notNull(),
		sharedPoolId: c.uuid('shared_pool_id'),
		/** Null: no plan limits the event. */
		planPoolId: c.uuid('plan_pool_id'),
		name: c.text('name').notNull(),
		description: c.text('description').notNull().default(''),
		kind: c.text('kind', { enum: ['free', 'paid', 'donation', 'add_on'] }).notNull(),
		/** Of a donation: the least that may be given. */
		priceMinor: c.bigint('price_minor', { mode: 'number' }).notNull().default(0),
		/** Of a donation: what the form proposes. */
		suggestedMinor: c.bigint('suggested_minor', { mode: 'number' }),
		/** Of a paid ticket: what it is worth. The rest of its price is a donation. Null: all of it is the price. */
		fairValueMinor: c.bigint('fair_value_minor', { mode: 'number' }),
		/** Prices before the regular one, in the order in which they hold. */
		priceTiers: c.jsonb('price_tiers').$type<PriceTier[]>().notNull().default([]),
		/** To a tenth: 887.5 is 8.875 %. A trigger keeps the whole number beside it, which the version before reads and writes. */
		taxBasisPoints: c.numeric('tax_rate', { precision: 6, scale: 1, mode: 'number' }).notNull().default(0),
		wholeTaxBasisPoints: c.integer('tax_basis_points').notNull().default(0),
		/** Of what is sold without tax: why. Null: it was not said. */
		taxReason: c.text('tax_reason', { enum: taxReasons }),
		currency: c.text('currency').notNull(),
		salesStartAt: instant('sales_start_at'),
		salesEndAt: instant('sales_end_at'),
		minPerOrder: c.integer('min_per_order').notNull().default(1),
		maxPerOrder: c.integer('max_per_order').notNull().default(10),
		isHidden: c.boolean('is_hidden').notNull().default(false),
		/** A closed type is sold no more; its tickets stay valid. */
		isClosed: c.boolean('is_closed').notNull().default(false),
		/** People one ticket lets in. */
		admits: c.integer('admits').notNull().default(1),
		/** Whether its tickets let somebody in. Those of an add-on such as parking do not: they are accepted, and count as no guest. */
		isAdmission: c.boolean('is_admission').notNull().default(true),
		/** The organiser approves each order with it. Until then its places are held. */
		needsApproval: c.boolean('needs_approval').notNull().default(false),
		/** Goods, and tickets that are not tied to a date: their buyers can withdraw from the contract (server/domain/withdrawals). */
		hasWithdrawal: c.boolean('has_withdrawal').notNull().default(false),
		position: c.integer('position').notNull().default(0),
		/** The same thing in all dates of a series; null: the row’s own id. */
		lineageId: c.uuid('lineage_id'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.poolId }, capacityPools),
		sameOrganisation({ ...t, column: t.sharedPoolId }, capacityPools),
		sameOrganisation({ ...t, column: t.planPoolId }, capacityPools),
		index('ticket_types_event_index').on(t.organisationId, t.eventId, t.position),
		check('ticket_types_price', sql`price_minor >= 0 AND (kind <> 'free' OR price_minor = 0)`),
		// Whose buyers can withdraw: few have any.
		index('ticket_types_withdrawal_index').on(t.organisationId, t.eventId).where(sql`has_withdrawal`),
		// Few have tiers: the job that keeps the prices of lists current looks at these only.
		index('ticket_types_tiers_index').on(t.organisationId, t.eventId).where(sql`price_tiers <> '[]'::jsonb`),
		check('ticket_types_tiers', sql`jsonb_typeof(price_tiers) = 'array'`),
		check('ticket_types_tax', sql`tax_basis_points BETWEEN 0 AND 10000`),
		check('ticket_types_tax_rate', sql`tax_rate BETWEEN 0 AND 10000`),
		check('ticket_types_suggested', sql`suggested_minor IS NULL OR suggested_minor >= price_minor`),
		check(
			'ticket_types_fair_value',
			sql`fair_value_minor IS NULL OR (kind = 'paid' AND fair_value_minor > 0 AND fair_value_minor < price_minor)`,
		),
		check('ticket_types_per_order', sql`min_per_order >= 1 AND max_per_order >= min_per_order`),
		check(
			'ticket_types_window',
			sql`sales_start_at IS NULL OR sales_end_at IS NULL OR sales_end_at > sales_start_at`,
		),
	],
);

/**
 * Reservations of places without an order of their own: for a change that waits for its payment, the waitlist, an offer of the waitlist,
 * a group, a device that sells at the door.
 */
export const reservationPurposes = ['change', 'saving', 'offer', 'group', 'door'] as const;

/**
 * Places of a pool that are held without an order that holds them. They count as held (`orders.pools-match-tickets`) until they are used or
 * released. Of a change only what it takes more than it gives back: of an event that is full somebody can still change within the same places.
 */
export const placeReservations = pgTable(
	'place_reservations',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		poolId: c.uuid('pool_id').notNull(),
		purpose: c.text('purpose', { enum: reservationPurposes }).notNull(),
		/** What they are held for: of `change` the change, of `offer` the offer, of `group` the group, of `door` the allotment, of `saving` the pool. A pool has one saving at most. */
		refId: c.uuid('ref_id').notNull(),
		places: c.integer('places').notNull(),
		state: c
			.text('state', { enum: ['live', 'used', 'released'] })
			.notNull()
			.default('live'),
		/** Of `saving`: when the waitlist of the event looks at it next. */
		dueAt: instant('due_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('place_reservations_ref_unique').on(t.organisationId, t.refId, t.poolId),
		index('place_reservations_live_index')
			.on(t.organisationId, t.eventId, t.poolId)
			.where(sql`state = 'live'`),
		index('place_reservations_due_index').on(t.dueAt).where(sql`state = 'live' AND due_at IS NOT NULL`),
		check('place_reservations_places', sql`places >= 1`),
	],
);
