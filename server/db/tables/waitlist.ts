import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import { resaleStates } from '#shared/rules/resale.ts';
import { waitlistEntryStates, waitlistOfferStates } from '#shared/rules/waitlist.ts';
import { createdAt, instant, organisationKey, organisationRow, sameOrganisation } from './columns.ts';
import { belongsToEvent } from './events.ts';

/** Somebody who waits for tickets, alone or for a party. */
export const waitlistEntries = pgTable(
	'waitlist_entries',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		/** Any of these, in the order in which they are preferred. */
		ticketTypeIds: c.uuid('ticket_type_ids').array().notNull(),
		/** How many tickets. */
		party: c.integer('party').notNull(),
		/** Whether fewer would do. */
		takesFewer: c.boolean('takes_fewer').notNull().default(false),
		/** A code as it was typed; empty: none. */
		code: c.text('code').notNull().default(''),
		name: c.text('name').notNull(),
		email: c.text('email').notNull(),
		locale: c.text('locale').notNull().default('en'),
		state: c.text('state', { enum: waitlistEntryStates }).notNull().default('waiting'),
		/** The place in the list: when it was joined, or last put at its end. */
		queuedAt: instant('queued_at').notNull().defaultNow(),
		/** Places that were offered to later entries while this one waited for enough of them at once. */
		overtakenPlaces: c.integer('overtaken_places').notNull().default(0),
		/** Since when freed places are saved for it, because too many were offered past it. */
		savingSince: instant('saving_since'),
		/** Offers of it that lapsed. */
		lapses: c.smallint('lapses').notNull().default(0),
		/** Part of its signed link. */
		tokenVersion: c.integer('token_version').notNull().default(1),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('waitlist_entries_live_unique')
			.on(t.organisationId, t.eventId, sql`lower(${t.email})`)
			.where(sql`state IN ('waiting', 'offered')`),
		index('waitlist_entries_waiting_index')
			.on(t.organisationId, t.eventId, t.queuedAt, t.id)
			.where(sql`state = 'waiting'`),
		// The organiser's list, newest last.
		index('waitlist_entries_event_index').on(t.organisationId, t.eventId, t.queuedAt, t.id),
		// A person's entries, for what they take along and for erasing them.
		index('waitlist_entries_email_index').on(sql`lower(${t.email})`),
		check(
			'waitlist_entries_party',
			sql`party BETWEEN 1 AND 100 AND cardinality(ticket_type_ids) BETWEEN 1 AND 50`,
		),
		check('waitlist_entries_ended', sql`(state IN ('waiting', 'offered')) = (ended_at IS NULL)`),
	],
);

/** Tickets that are offered to somebody of the waitlist; their places are held (`place_reservations`) while the offer is open. */
export const waitlistOffers = pgTable(
	'waitlist_offers',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		entryId: c.uuid('entry_id').notNull(),
		ticketTypeId: c.uuid('ticket_type_id').notNull(),
		quantity: c.integer('quantity').notNull(),
		/** Of tickets that guests resell (`resale_listings`), whose places are theirs until then; else its places are held. */
		isResale: c.boolean('is_resale').notNull().default(false),
		state: c.text('state', { enum: waitlistOfferStates }).notNull().default('open'),
		expiresAt: instant('expires_at').notNull(),
		/** The order that took it. */
		orderId: c.uuid('order_id'),
		/** The member who made it; null: the waitlist by itself. */
		madeBy: c.uuid('made_by'),
		/** Why a member offered it past others. */
		reason: c.text('reason').notNull().default(''),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.entryId }, waitlistEntries).onDelete('cascade'),
		uniqueIndex('waitlist_offers_open_unique').on(t.organisationId, t.entryId).where(sql`state = 'open'`),
		index('waitlist_offers_entry_index').on(t.organisationId, t.entryId, t.id),
		index('waitlist_offers_due_index').on(t.expiresAt).where(sql`state = 'open'`),
		check('waitlist_offers_quantity', sql`quantity BETWEEN 1 AND 100`),
		check('waitlist_offers_ended', sql`(state = 'open') = (ended_at IS NULL)`),
		check('waitlist_offers_taken', sql`(state = 'taken') = (order_id IS NOT NULL)`),
	],
);

/**
 * Tickets that their buyers offer for resale. Each stays valid until an order of the next guest is confirmed in its place. At most one offer
 * of the waitlist or one order that waits for its payment has it at a time. Triggers keep it from costing more than was paid for it, and end
 * it with its ticket.
 */
export const resaleListings = pgTable(
	'resale_listings',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		/** The order and the ticket that is for sale. */
		orderId: c.uuid('order_id').notNull(),
		attendeeId: c.uuid('attendee_id').notNull(),
		ticketTypeId: c.uuid('ticket_type_id').notNull(),
		/** Its full price, and the price for the next guest. */
		priceMinor: c.bigint('price_minor', { mode: 'number' }).notNull(),
		/** The fee that is retained from the price when it is refunded. */
		keepMinor: c.bigint('keep_minor', { mode: 'number' }).notNull().default(0),
		/** The platform’s share of the price. */
		feeMinor: c.bigint('fee_minor', { mode: 'number' }).notNull().default(0),
		/** The price as it was sold, as it is written to the order of the next guest. */
		lines: c.jsonb('lines').$type<QuoteLine[]>().notNull(),
		state: c.text('state', { enum: resaleStates }).notNull().default('listed'),
		/** The offer of the waitlist that has it. */
		offerId: c.uuid('offer_id'),
		/** The order that pays for it, or has bought it. */
		buyerOrderId: c.uuid('buyer_order_id'),
		/** Sold: when the price is to be refunded; null once it is. */
		refundDueAt: instant('refund_due_at'),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('resale_listings_listed_unique')
			.on(t.organisationId, t.eventId, t.attendeeId)
			.where(sql`state = 'listed'`),
		index('resale_listings_event_index').on(t.organisationId, t.eventId, t.id).where(sql`state = 'listed'`),
		index('resale_listings_order_index').on(t.organisationId, t.orderId),
		index('resale_listings_buyer_index')
			.on(t.organisationId, t.buyerOrderId)
			.where(sql`buyer_order_id IS NOT NULL`),
		// Orders that may have ended without a payment.
		index('resale_listings_paying_index')
			.on(t.eventId)
			.where(sql`state = 'listed' AND buyer_order_id IS NOT NULL`),
		index('resale_listings_refund_index').on(t.refundDueAt).where(sql`refund_due_at IS NOT NULL`),
		check('resale_listings_price', sql`price_minor >= 1 AND keep_minor BETWEEN 0 AND price_minor`),
		check('resale_listings_ended', sql`(state = 'listed') = (ended_at IS NULL)`),
		check('resale_listings_sold', sql`state <> 'sold' OR buyer_order_id IS NOT NULL`),
		check('resale_listings_refund', sql`refund_due_at IS NULL OR state = 'sold'`),
	],
);
