import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { giftCardOrigins, giftCardStates, purchaseStates } from '#shared/rules/gift-cards.ts';
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

const minor = (name: string) => bigint(name, { mode: 'number' });

/** How an organisation sells gift cards. Without a row: it sells none. */
export const giftCardSettings = pgTable(
	'gift_card_settings',
	(c) => ({
		organisationId: organisationId().primaryKey(),
		isOffered: c.boolean('is_offered').notNull().default(false),
		currency: c.text('currency').notNull(),
		/** Amounts that the page offers; any other between the bounds can be typed. */
		amountsMinor: c.bigint('amounts_minor', { mode: 'number' }).array().notNull(),
		leastMinor: minor('least_minor').notNull(),
		mostMinor: minor('most_minor').notNull(),
		/** Null: they do not expire. */
		validYears: c.smallint('valid_years'),
		/** What the page says beside them. */
		details: c.text('details').notNull().default(''),
		version: c.integer('version').notNull().default(1),
		updatedAt: updatedAt(),
	}),
	() => [check('gift_card_settings_amounts', sql`0 < least_minor AND least_minor <= most_minor`)],
);

/** Gift cards that are bought together, by one payment (`payments.subject_id`). They belong to no event, so they are no order of one. */
export const giftCardPurchases = pgTable(
	'gift_card_purchases',
	(c) => ({
		...organisationRow(),
		buyerName: c.text('buyer_name').notNull(),
		buyerEmail: c.text('buyer_email').notNull(),
		locale: c.text('locale').notNull(),
		currency: c.text('currency').notNull(),
		totalMinor: minor('total_minor').notNull(),
		state: c.text('state', { enum: purchaseStates }).notNull().default('pending'),
		/** Part of the signed link; raising it voids the links that were sent before. */
		linkVersion: c.integer('link_version').notNull().default(1),
		paidAt: instant('paid_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		index('gift_card_purchases_pending_index').on(t.createdAt).where(sql`state = 'pending'`),
		index('gift_card_purchases_email_index').on(sql`lower(${t.buyerEmail})`),
		check('gift_card_purchases_total', sql`total_minor > 0`),
		check('gift_card_purchases_paid', sql`(state = 'paid') = (paid_at IS NOT NULL)`),
	],
);

/**
 * Gift cards. What is left of one is what was issued, less what was used, returned to its buyer and lapsed; the checks make it impossible to
 * spend more, whatever the interleaving. The code is derived from the installation's secret (server/domain/gift-cards/codes.ts), never stored.
 */
export const giftCards = pgTable(
	'gift_cards',
	(c) => ({
		...organisationRow(),
		/** Null: a member issued it. */
		purchaseId: c.uuid('purchase_id'),
		/** Of one that is a refund: the order that was refunded, and its event. */
		refundEventId: c.uuid('refund_event_id'),
		refundOrderId: c.uuid('refund_order_id'),
		/** Of the cards of a purchase, from 0. */
		position: c.smallint('position').notNull().default(0),
		origin: c.text('origin', { enum: giftCardOrigins }).notNull(),
		/** SHA-256 of its code, and the number of the code: a new one voids those before. */
		codeHash: bytea('code_hash').notNull(),
		codeVersion: c.integer('code_version').notNull().default(1),
		/** The last characters of the code, by which people name a card. */
		last4: c.text('last4').notNull(),
		currency: c.text('currency').notNull(),
		issuedMinor: minor('issued_minor').notNull(),
		/** 0 until its purchase is paid. */
		balanceMinor: minor('balance_minor').notNull().default(0),
		returnedMinor: minor('returned_minor').notNull().default(0),
		lapsedMinor: minor('lapsed_minor').notNull().default(0),
		/** Paid for in test mode: it pays for orders in test mode alone. */
		isTest: c.boolean('is_test').notNull().default(false),
		state: c.text('state', { enum: giftCardStates }).notNull().default('ordered'),
		/** Why it is blocked: `organiser`, `dispute`. */
		blockedBy: c.text('blocked_by', { enum: ['organiser', 'dispute'] }),
		/** The last day that it can be used on; null: it does not expire. */
		expiresOn: c.date('expires_on'),
		recipientName: c.text('recipient_name').notNull().default(''),
		/** Empty: it is sent to nobody but its buyer. */
		recipientEmail: c.text('recipient_email').notNull().default(''),
		senderName: c.text('sender_name').notNull().default(''),
		message: c.text('message').notNull().default(''),
		locale: c.text('locale').notNull(),
		/** When it is to be sent to its recipient, and was sent last; null: it is not. */
		sendAt: instant('send_at'),
		sentAt: instant('sent_at'),
		/** How often it was sent: names each email. */
		sendings: c.integer('sendings').notNull().default(0),
		/** Of one that a member issued: who, and why. */
		madeBy: c.uuid('made_by'),
		note: c.text('note').notNull().default(''),
		issuedAt: instant('issued_at'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.purchaseId }, giftCardPurchases),
		uniqueIndex('gift_cards_code_unique').on(t.organisationId, t.codeHash),
		// Whose card a code is, before it is known which organisation issued it.
		index('gift_cards_code_index').on(t.codeHash),
		uniqueIndex('gift_cards_purchase_unique')
			.on(t.organisationId, t.purchaseId, t.position)
			.where(sql`purchase_id IS NOT NULL`),
		index('gift_cards_last4_index').on(t.organisationId, t.last4),
		index('gift_cards_email_index').on(sql`lower(${t.recipientEmail})`).where(sql`recipient_email <> ''`),
		// The total balance of an organisation’s cards, by currency.
		index('gift_cards_balance_index')
			.on(t.organisationId, t.isTest, t.currency, t.balanceMinor)
			.where(sql`balance_minor > 0`),
		index('gift_cards_state_index').on(t.organisationId, t.state, t.id),
		index('gift_cards_due_index')
			.on(t.sendAt)
			.where(sql`send_at IS NOT NULL AND sent_at IS NULL AND state = 'active'`),
		index('gift_cards_ends_index')
			.on(t.expiresOn)
			.where(sql`expires_on IS NOT NULL AND state IN ('active', 'blocked')`),
		check(
			'gift_cards_never_overspent',
			sql`issued_minor > 0 AND balance_minor >= 0 AND returned_minor >= 0 AND lapsed_minor >= 0
				AND balance_minor + returned_minor + lapsed_minor <= issued_minor`,
		),
		check(
			'gift_cards_issued',
			sql`(state = 'ordered') = (issued_at IS NULL) AND (state <> 'ordered' OR balance_minor = 0)`,
		),
		check('gift_cards_ended', sql`state NOT IN ('cancelled', 'lapsed') OR balance_minor = 0`),
		check('gift_cards_blocked', sql`(state = 'blocked') = (blocked_by IS NOT NULL)`),
		check('gift_cards_bought', sql`(origin = 'bought') = (purchase_id IS NOT NULL)`),
	],
);

/** Payments of orders by gift card: one row for each payment of the method `gift_card`. */
export const giftCardUses = pgTable(
	'gift_card_uses',
	(c) => ({
		organisationId: organisationId(),
		paymentId: c.uuid('payment_id').notNull(),
		giftCardId: c.uuid('gift_card_id').notNull(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		amountMinor: minor('amount_minor').notNull(),
		/** What went back to the card, of an order that was refunded or never confirmed. */
		returnedMinor: minor('returned_minor').notNull().default(0),
		/** When to look whether its order was confirmed; if it has ended without, the amount goes back to the card. Null: it was. */
		checkAt: instant('check_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.paymentId] }),
		sameOrganisation({ ...t, column: t.giftCardId }, giftCards),
		index('gift_card_uses_card_index').on(t.organisationId, t.giftCardId, t.paymentId),
		index('gift_card_uses_order_index').on(t.organisationId, t.orderId),
		index('gift_card_uses_due_index').on(t.checkAt).where(sql`check_at IS NOT NULL`),
		check('gift_card_uses_amounts', sql`amount_minor > 0 AND returned_minor BETWEEN 0 AND amount_minor`),
	],
);
