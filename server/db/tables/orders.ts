import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { bankLineStates } from '#shared/rules/bank-lines.ts';
import { bulkOrderStates, bulkRunStates } from '#shared/rules/bulk-run-states.ts';
import {
	declarationScopes,
	declarationWordings,
	type EarlierAddress,
	oralRecords,
} from '#shared/rules/gift-aid.ts';
import { orderChangeStates, type WantedChange } from '#shared/rules/order-changes.ts';
import { type GiftDetails, orderLineKinds } from '#shared/rules/order-lines.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import { type RequestPolicy, refundRequestStates } from '#shared/rules/refund-policy.ts';
import { transferStates } from '#shared/rules/ticket-transfers.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	transactionId,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/*
 * The tables that a sale writes. They have no foreign keys and as few indexes as their reads allow: each row of each sale
 * pays for every one of them (docs/decisions/080-orders-in-batches.md). One statement writes them together, and
 * `foyer verify` checks what foreign keys would.
 */

export const orders = pgTable(
	'orders',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		/** What people read to each other; unique in the event. */
		code: c.text('code').notNull(),
		status: c
			.text('status', {
				enum: ['awaiting_approval', 'pending', 'confirmed', 'expired', 'cancelled'],
			})
			.notNull(),
		source: c
			.text('source', { enum: ['web', 'manual', 'import', 'door'] })
			.notNull()
			.default('web'),
		buyerName: c.text('buyer_name').notNull(),
		buyerEmail: c.text('buyer_email').notNull(),
		currency: c.text('currency').notNull(),
		totalMinor: c.bigint('total_minor', { mode: 'number' }).notNull().default(0),
		/** How the buyer pays; null: nothing is to be paid, or nothing was chosen yet. */
		terms: c.text('terms', { enum: ['card', 'transfer', 'door'] }),
		/** Of the prices that the buyer saw. */
		quoteHash: c.text('quote_hash'),
		/** The platform's share of the money that passes the provider. */
		feeMinor: c.bigint('fee_minor', { mode: 'number' }).notNull().default(0),
		/** Part of the signed manage token; raising it voids the links sent before. */
		manageVersion: c.integer('manage_version').notNull().default(1),
		idempotencyKey: c.text('idempotency_key'),
		requestHash: bytea('request_hash'),
		/** Where the buyer came from: `source|medium|campaign|tracking link`; null: nothing is known of it. */
		cameBy: c.text('came_by'),
		/** The language mails to the buyer are written in. */
		locale: c.text('locale').notNull().default('en'),
		/** While pending: the instant the hold ends. While it awaits approval: when it is cancelled unless the organiser has decided. */
		expiresAt: instant('expires_at'),
		holdExtensions: c.integer('hold_extensions').notNull().default(0),
		/** The network from which places were held to be paid later, as a keyed hash of its own for each event (unpaid-places.ts). */
		heldFrom: bytea('held_from'),
		/** Its places are held for a day only, until the buyer confirms their address. */
		mustConfirmAddress: c.boolean('must_confirm_address'),
		/** Approved by the organiser. Null: it needed no approval, or has none yet. */
		approvedAt: instant('approved_at'),
		/** Declined by the organiser: what they said to the buyer, empty when nothing. Null: not declined. */
		declineMessage: c.text('decline_message'),
		confirmedAt: instant('confirmed_at'),
		cancelledAt: instant('cancelled_at'),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		// Ids are UUIDv7: this is also the list of an event's orders by age.
		primaryKey({ columns: [t.organisationId, t.eventId, t.id] }),
		uniqueIndex('orders_code_unique').on(t.organisationId, t.eventId, t.code),
		uniqueIndex('orders_idempotency_unique')
			.on(t.organisationId, t.eventId, t.idempotencyKey)
			.where(sql`idempotency_key IS NOT NULL`),
		// Costs a sale nothing to speak of, and finds the orders of a day over all organisers.
		index('orders_created_index').using('brin', t.createdAt),
		// Lists by state: nearly all orders are confirmed, and those pay nothing for it.
		index('orders_other_status_index')
			.on(t.organisationId, t.eventId, t.status, t.id)
			.where(sql`status <> 'confirmed'`),
		// Confirmed later than they were made; those that are confirmed at once pay nothing for it.
		index('orders_confirmed_later_index')
			.on(t.organisationId, t.eventId, t.confirmedAt)
			.where(sql`confirmed_at <> created_at`),
		index('orders_holds_index').on(t.expiresAt).where(sql`status = 'pending'`),
		index('orders_approval_ends_index').on(t.expiresAt).where(sql`status = 'awaiting_approval'`),
		// A person's orders, for what they take along and for erasing them: ranges of pages that may hold the address. Costs a sale
		// next to nothing, as a tree of addresses would not.
		index('orders_buyer_email_index')
			.using('brin', sql`lower(${t.buyerEmail}) text_bloom_ops(n_distinct_per_range=5000)`)
			.with({ pages_per_range: 64, autosummarize: true }),
		// Beside these, the migration makes orders_search_index: trigrams of name and address of the buyers of orders with a price that
		// are no longer pending, by event where btree_gin is at hand. A sale pays nothing for it.
		check('orders_came_by', sql`length(came_by) <= 200`),
		check('orders_hold_ends', sql`status <> 'pending' OR expires_at IS NOT NULL`),
	],
);

/** What was ordered, one row a ticket type; lines of one type are put together when they come in. */
export const orderItems = pgTable(
	'order_items',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		ticketTypeId: c.uuid('ticket_type_id').notNull(),
		quantity: c.integer('quantity').notNull(),
		/** People let in, so attendees made: quantity times what the ticket type admitted when it was sold. */
		places: c.integer('places').notNull(),
		unitPriceMinor: c.bigint('unit_price_minor', { mode: 'number' }).notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.orderId, t.ticketTypeId] }),
		check('order_items_quantity', sql`quantity >= 1 AND places >= quantity`),
	],
);

/**
 * What is paid for: the amounts of an order with a price, as they were quoted. Append-only: what is taken back is another line, with
 * negative amounts. Orders without a price have none.
 */
export const orderLines = pgTable(
	'order_lines',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		line: c.smallint('line').notNull(),
		kind: c.text('kind', { enum: orderLineKinds }).notNull(),
		ticketTypeId: c.uuid('ticket_type_id'),
		/** The price tier at which it was sold. Null: the regular price, or an order of before tiers were noted. */
		tierName: c.text('tier_name'),
		quantity: c.integer('quantity').notNull(),
		/** What the buyer pays for each, all in. */
		unitMinor: c.bigint('unit_minor', { mode: 'number' }).notNull(),
		netMinor: c.bigint('net_minor', { mode: 'number' }).notNull(),
		taxMinor: c.bigint('tax_minor', { mode: 'number' }).notNull(),
		grossMinor: c.bigint('gross_minor', { mode: 'number' }).notNull(),
		/** The rate without its tenth, which stands in `tax_rate` where there is one (server/db/tax-rate.ts). */
		wholeTaxBasisPoints: c.integer('tax_basis_points').notNull().default(0),
		taxRate: c.numeric('tax_rate', { precision: 6, scale: 1, mode: 'number' }),
		/** Of a gift: what the donor said beside it. */
		details: c.jsonb('details').$type<GiftDetails>(),
		/** The one ticket that it is of, where a change of the order sold or took it back. Null: one of those that were bought together. */
		attendeeId: c.uuid('attendee_id'),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.orderId, t.line] }),
		check('order_lines_sum', sql`gross_minor = net_minor + tax_minor`),
	],
);

/**
 * Refunds of single tickets, by refund. The price of a ticket less these rows is what can still be
 * refunded for it. Append-only.
 */
export const refundedTickets = pgTable(
	'refunded_tickets',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		attendeeId: c.uuid('attendee_id').notNull(),
		/** The first refund of those that were made together. */
		refundId: c.uuid('refund_id').notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.orderId, t.attendeeId, t.refundId] }),
		check('refunded_tickets_amount', sql`amount_minor > 0`),
	],
);

/**
 * Orders whose money has come and whose receipt is to be issued (orders/documents/due-receipts.ts). A trigger on payments writes a row when
 * money comes; it goes with the receipt.
 */
export const dueReceipts = pgTable(
	'due_receipts',
	(c) => ({
		organisationId: organisationId(),
		orderId: c.uuid('order_id').notNull(),
		eventId: c.uuid('event_id').notNull(),
		/** When it is tried: later, while particulars of the seller are missing. */
		dueAt: instant('due_at').notNull().defaultNow(),
		/** Particulars were missing when it was last tried; the buyer has a confirmation of the payment. */
		isWaiting: c.boolean('is_waiting').notNull().default(false),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.orderId] }),
		index('due_receipts_due_index').on(t.dueAt),
	],
);

/** Where a buyer wants money back that no provider returns; removed ninety days after the last of it was sent. */
export const refundAccounts = pgTable(
	'refund_accounts',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		holder: c.text('holder').notNull(),
		iban: c.text('iban').notNull(),
		bic: c.text('bic').notNull().default(''),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.orderId] }),
		belongsToEvent(t),
		index('refund_accounts_updated_index').on(t.updatedAt),
	],
);

/**
 * The bank details of the organisation that a buyer was shown, so that an order that waits for its transfer goes on showing them whatever
 * the organisation changes; removed ninety days after the order waits no more.
 */
export const transferAccounts = pgTable(
	'transfer_accounts',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		holder: c.text('holder').notNull(),
		iban: c.text('iban').notNull(),
		bic: c.text('bic').notNull().default(''),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.orderId] }),
		belongsToEvent(t),
		index('transfer_accounts_created_index').using('brin', t.createdAt),
	],
);

/** Files of transfers to buyers, for the organisation's bank. */
export const refundFiles = pgTable(
	'refund_files',
	(c) => ({
		...organisationRow(),
		/** The organisation's account that pays, as it was when the file was made; without an IBAN: that of now. */
		debtorHolder: c.text('debtor_holder').notNull().default(''),
		debtorIban: c.text('debtor_iban').notNull().default(''),
		debtorBic: c.text('debtor_bic').notNull().default(''),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
	}),
	(t) => [organisationKey(t)],
);

/**
 * Changes of the tickets of an order: other ticket types for some, further tickets and add-ons. One that costs more waits for its payment
 * with its places held; every other is applied at once.
 */
export const orderChanges = pgTable(
	'order_changes',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		state: c.text('state', { enum: orderChangeStates }).notNull(),
		/** What was requested. */
		wanted: c.jsonb('wanted').$type<WantedChange>().notNull(),
		/** The member who made it; null: the buyer. */
		madeBy: c.uuid('made_by'),
		/** Of what the buyer was shown; named by the payment. */
		hash: c.text('hash').notNull(),
		/** Returned and sold lines, as they are written to the order when the change is applied. */
		lines: c.jsonb('lines').$type<QuoteLine[]>().notNull(),
		/** To be paid; below 0: goes back. */
		differenceMinor: c.bigint('difference_minor', { mode: 'number' }).notNull(),
		/** The platform’s share of the difference. */
		feeMinor: c.bigint('fee_minor', { mode: 'number' }).notNull().default(0),
		/** While it waits: until when its places are held. */
		expiresAt: instant('expires_at'),
		appliedAt: instant('applied_at'),
		createdAt: createdAt(),
	}),
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

/** Buyers who ask for their money back where the refund policy does not decide; their tickets stay valid until a member has decided. */
export const refundRequests = pgTable(
	'refund_requests',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		/** The tickets that are to be cancelled. */
		attendeeIds: c.uuid('attendee_ids').array().notNull(),
		/** Their refundable amount at the time of the request. */
		wantedMinor: c.bigint('wanted_minor', { mode: 'number' }).notNull(),
		/** The buyer's words. */
		reason: c.text('reason').notNull().default(''),
		state: c.text('state', { enum: refundRequestStates }).notNull().default('open'),
		/** The organiser's words. */
		answer: c.text('answer').notNull().default(''),
		decidedBy: c.uuid('decided_by'),
		decidedAt: instant('decided_at'),
		/** What the policy said when it was made; null: only its words, or an older process made it. */
		policy: c.jsonb('policy').$type<RequestPolicy>(),
		/** When the organiser and the buyer were reminded that it waits. */
		remindedAt: instant('reminded_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('refund_requests_waiting_index').on(t.createdAt).where(sql`state = 'open' AND reminded_at IS NULL`),
		uniqueIndex('refund_requests_open_unique').on(t.organisationId, t.orderId).where(sql`state = 'open'`),
		index('refund_requests_order_index').on(t.organisationId, t.orderId, t.id),
		check('refund_requests_decided', sql`(state = 'open') = (decided_at IS NULL)`),
	],
);

/** The refunds of such a file. A refund is in one at most, so two files do not pay it twice. */
export const refundFileItems = pgTable(
	'refund_file_items',
	(c) => ({
		organisationId: organisationId(),
		refundId: c.uuid('refund_id').notNull(),
		fileId: c.uuid('file_id').notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.refundId] }),
		sameOrganisation({ ...t, column: t.fileId }, refundFiles).onDelete('cascade'),
		index('refund_file_items_file_index').on(t.organisationId, t.fileId),
	],
);

/** Refunds of all paid orders of a cancelled event, requested at once; the worker makes them order by order. */
export const bulkRuns = pgTable(
	'bulk_runs',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		state: c.text('state', { enum: bulkRunStates }).notNull(),
		/** Of the organiser, for their own books. */
		reason: c.text('reason').notNull().default(''),
		requestedBy: c.uuid('requested_by'),
		createdAt: createdAt(),
		endedAt: instant('ended_at'),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('bulk_runs_event_index').on(t.organisationId, t.eventId, t.id),
		// One at a time: two runs would meet on the same orders.
		uniqueIndex('bulk_runs_running_unique').on(t.organisationId, t.eventId).where(sql`state = 'running'`),
		index('bulk_runs_due_index').on(t.id).where(sql`state = 'running'`),
	],
);

/** The orders of a run. A refund and `done` are written in one transaction, so an order is refunded once however often it is begun. */
export const bulkRunOrders = pgTable(
	'bulk_run_orders',
	(c) => ({
		organisationId: organisationId(),
		runId: c.uuid('run_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		state: c.text('state', { enum: bulkOrderStates }).notNull().default('waiting'),
		/** The rule or the code of the refusal. */
		error: c.text('error'),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.runId, t.orderId] }),
		sameOrganisation({ ...t, column: t.runId }, bulkRuns).onDelete('cascade'),
		index('bulk_run_orders_state_index').on(t.organisationId, t.runId, t.state, t.orderId),
	],
);

export const attendeeImports = pgTable(
	'attendee_imports',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		fileName: c.text('file_name').notNull(),
		mapping: c.jsonb('mapping').notNull(),
		taken: c.integer('taken').notNull(),
		refused: c.integer('refused').notNull(),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
		undoneAt: instant('undone_at'),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('attendee_imports_event_index').on(t.organisationId, t.eventId, t.createdAt),
	],
);

/** One ticket: a person's place at an event. */
export const attendees = pgTable(
	'attendees',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		ticketTypeId: c.uuid('ticket_type_id').notNull(),
		name: c.text('name').notNull(),
		email: c.text('email').notNull().default(''),
		/** Text of the QR: 128 random bits in 26 characters. */
		ticketCode: c.text('ticket_code').notNull(),
		/**
		 * `held` while the order is pending; only `active` tickets are let in. Without `cancelledAt`, `cancelled` means that the
		 * hold ended: confirming late brings such a ticket back.
		 */
		status: c.text('status', { enum: ['held', 'active', 'cancelled'] }).notNull(),
		notes: c.text('notes').notNull().default(''),
		/** Transferred to somebody else, who holds it by a link of its own with this version. Null: the buyer holds it. */
		holderVersion: c.integer('holder_version'),
		/** The greatest version that such a link ever had; a place of a group that was released is its buyer’s again. Null: there was none. */
		lastHolderVersion: c.integer('last_holder_version'),
		/** The group that its guest comes with (`group_bookings`). */
		groupId: c.uuid('group_id'),
		/** Name and address as search sees them. */
		searchText: c.text('search_text').generatedAlwaysAs(sql`foyer_fold(name || ' ' || email)`),
		importId: c.uuid('import_id'),
		version: c.integer('version').notNull().default(1),
		cancelledAt: instant('cancelled_at'),
		/** Of the insert; later changes are rows of `door_changes`. */
		transactionId: transactionId(),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		// By organisation, so that a scan finds the ticket and learns in one look whether it is for another event.
		uniqueIndex('attendees_ticket_code_unique').on(t.organisationId, t.ticketCode),
		primaryKey({ columns: [t.organisationId, t.eventId, t.id] }),
		// Beside these, the migration makes attendees_search_index: trigrams of searchText, by event where btree_gin is at hand.
		index('attendees_name_index').on(t.eventId, t.searchText, t.id),
		index('attendees_other_status_index').on(t.eventId, t.status, t.id).where(sql`status <> 'active'`),
		index('attendees_order_index').on(t.eventId, t.orderId),
		index('attendees_feed_index').on(t.eventId, t.transactionId, t.id),
		index('attendees_group_index').on(t.eventId, t.groupId).where(sql`group_id IS NOT NULL`),
		index('attendees_import_index').on(t.importId).where(sql`import_id IS NOT NULL`),
		index('attendees_email_index')
			.using('brin', sql`lower(${t.email}) text_bloom_ops(n_distinct_per_range=5000)`)
			.with({ pages_per_range: 64, autosummarize: true }),
	],
);

/** Ticket codes that were replaced by new ones: refused at the door with the reason. */
export const retiredTicketCodes = pgTable(
	'retired_ticket_codes',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		ticketCode: c.text('ticket_code').notNull(),
		attendeeId: c.uuid('attendee_id').notNull(),
		retiredAt: instant('retired_at').notNull().defaultNow(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.ticketCode] }),
		index('retired_ticket_codes_attendee_index').on(t.eventId, t.attendeeId),
	],
);

/**
 * Money that came to an organisation's bank, from imported statements. The hash is that of what the bank said, so a line of two files is one
 * row; where the bank gave it no name of its own, the second is a row that says so. Who paid and what they wrote is removed a year later.
 */
export const bankLines = pgTable(
	'bank_lines',
	(c) => ({
		...organisationRow(),
		hash: bytea('hash').notNull(),
		bookedOn: c.date('booked_on').notNull(),
		amountMinor: c.bigint('amount_minor', { mode: 'number' }).notNull(),
		currency: c.text('currency').notNull(),
		payer: c.text('payer').notNull(),
		text: c.text('text').notNull(),
		state: c.text('state', { enum: bankLineStates }).notNull().default('new'),
		/** The order whose reference it names, or that it was matched with. */
		eventId: c.uuid('event_id'),
		orderId: c.uuid('order_id'),
		/** The payment that was made of it, alone or with others. */
		paymentId: c.uuid('payment_id'),
		/** The kind of file that it is from; lines of one kind are distinguished by all that the bank said. */
		source: c.text('source'),
		/** Of the whole file: the same file again adds nothing. */
		fileHash: bytea('file_hash'),
		/** A line of another file that it can’t be distinguished from. It pays nothing until a person says that it is another transfer. */
		maybeSameAs: c.uuid('maybe_same_as'),
		/** How many orders its references name. */
		ordersNamed: c.integer('orders_named'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('bank_lines_hash_unique').on(t.organisationId, t.hash),
		index('bank_lines_state_index').on(t.organisationId, t.state, t.id),
		index('bank_lines_order_index').on(t.organisationId, t.orderId).where(sql`order_id IS NOT NULL`),
		index('bank_lines_created_index').on(t.createdAt),
		index('bank_lines_booked_index').on(t.organisationId, t.bookedOn, t.amountMinor),
		check('bank_lines_comes_in', sql`amount_minor > 0`),
		check('bank_lines_matched', sql`(state = 'matched') = (payment_id IS NOT NULL)`),
	],
);

/**
 * Gift Aid declarations (UK). One that is made with an order counts once that is paid; one that was made on paper is entered at a donation
 * and counts at once; one by word of mouth counts when its donor can no
 * longer cancel it from its beginning. Retained for six years after the last claim with them, also after the donor’s account is erased; then only the address
 * by which they cover other gifts goes.
 */
export const giftAidDeclarations = pgTable(
	'gift_aid_declarations',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		/** The order that it covers; null: an offline donation alone. */
		orderId: c.uuid('order_id'),
		/** The donation at which it was entered; null: made with the order. */
		donationId: c.uuid('donation_id'),
		/** Of the donor: a declaration over all gifts covers those from this address. */
		email: c.text('email').notNull(),
		scope: c.text('scope', { enum: declarationScopes }).notNull(),
		title: c.text('title').notNull().default(''),
		firstName: c.text('first_name').notNull(),
		lastName: c.text('last_name').notNull(),
		/** Name or number of the house; abroad the whole home address. */
		house: c.text('house').notNull(),
		/** `X`: the donor lives outside the United Kingdom. */
		postcode: c.text('postcode').notNull(),
		wording: c.text('wording', { enum: declarationWordings }).notNull(),
		/** What the donor stated, as they read it. */
		statement: c.text('statement').notNull(),
		/** The day on which one that was entered was made. */
		madeOn: c.date('made_on', { mode: 'string' }),
		enteredBy: c.uuid('entered_by'),
		/** How one by word of mouth is proven; null: online or on paper. */
		oralRecord: c.text('oral_record', { enum: oralRecords }),
		/** The day on which its written record was sent: nothing is claimed with it for 30 days. Null: a recording is retained. */
		recordSentOn: c.date('record_sent_on', { mode: 'string' }),
		/** Names and addresses of before, the oldest first: schedules of earlier claims keep theirs. */
		earlier: c.jsonb('earlier').$type<EarlierAddress[]>().notNull().default([]),
		/** From then on nothing more is claimed with it. */
		cancelledAt: instant('cancelled_at'),
		cancelledBy: c.uuid('cancelled_by'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		check(
			'gift_aid_declarations_made',
			sql`CASE WHEN donation_id IS NULL THEN order_id IS NOT NULL ELSE made_on IS NOT NULL END`,
		),
		check(
			'gift_aid_declarations_oral',
			sql`CASE oral_record WHEN 'recording' THEN record_sent_on IS NULL ELSE (oral_record IS NULL) = (record_sent_on IS NULL) END
				AND (oral_record IS NULL OR donation_id IS NOT NULL)`,
		),
		// One that holds, for an order and for a donation.
		uniqueIndex('gift_aid_declarations_order_unique')
			.on(t.organisationId, t.orderId)
			.where(sql`cancelled_at IS NULL`),
		uniqueIndex('gift_aid_declarations_donation_unique')
			.on(t.organisationId, t.donationId)
			.where(sql`cancelled_at IS NULL AND donation_id IS NOT NULL`),
		index('gift_aid_declarations_event_index').on(t.organisationId, t.eventId, t.id),
		// A person's declarations: those that cover their gifts, and what they take along.
		index('gift_aid_declarations_email_index').on(sql`lower(${t.email})`),
		index('gift_aid_declarations_created_index').on(t.createdAt),
	],
);

/** Tickets that are offered to somebody else. The ticket stays valid for whoever offers it until the receiver accepts. */
export const ticketTransfers = pgTable(
	'ticket_transfers',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		attendeeId: c.uuid('attendee_id').notNull(),
		/** Who offered it, as the receiver reads it. */
		fromName: c.text('from_name').notNull(),
		fromEmail: c.text('from_email').notNull().default(''),
		toName: c.text('to_name').notNull(),
		toEmail: c.text('to_email').notNull(),
		state: c.text('state', { enum: transferStates }).notNull().default('offered'),
		/** Of the ticket’s link once it is accepted (`attendees.holder_version`). */
		holderVersion: c.integer('holder_version'),
		expiresAt: instant('expires_at').notNull(),
		endedAt: instant('ended_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('ticket_transfers_offered_unique')
			.on(t.organisationId, t.eventId, t.attendeeId)
			.where(sql`state = 'offered'`),
		index('ticket_transfers_attendee_index').on(t.organisationId, t.eventId, t.attendeeId, t.id),
		index('ticket_transfers_order_index').on(t.organisationId, t.orderId),
		index('ticket_transfers_due_index').on(t.expiresAt).where(sql`state = 'offered'`),
		// A person’s transfers, for what they take along and for erasing them.
		index('ticket_transfers_email_index').on(sql`lower(${t.toEmail})`),
		check('ticket_transfers_ended', sql`(state = 'offered') = (ended_at IS NULL)`),
	],
);

/** A booking of several dates of a series by one buyer: one order for each date, placed together or not at all (docs/decisions/430-several-dates-in-one-order.md). */
export const seriesOrders = pgTable(
	'series_orders',
	(c) => ({
		...organisationRow(),
		seriesId: c.uuid('series_id').notNull(),
		/** The same key again answers the same orders. */
		idempotencyKey: c.text('idempotency_key').notNull(),
		/** SHA-256 of the request. */
		requestHash: bytea('request_hash').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('series_orders_key_unique').on(t.organisationId, t.seriesId, t.idempotencyKey),
	],
);

/** The orders of such a booking. */
export const seriesOrderDates = pgTable(
	'series_order_dates',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		seriesOrderId: c.uuid('series_order_id').notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.orderId] }),
		sameOrganisation({ ...t, column: t.seriesOrderId }, seriesOrders).onDelete('cascade'),
		index('series_order_dates_order_index').on(t.organisationId, t.seriesOrderId),
	],
);

/**
 * Tickets whose guest was moved to another date of the series. The ticket there is a new one with a code of its own, of a new order; the one
 * here is cancelled. It has no foreign keys to what a sale writes.
 */
export const movedTickets = pgTable(
	'moved_tickets',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		attendeeId: c.uuid('attendee_id').notNull(),
		toEventId: c.uuid('to_event_id').notNull(),
		toOrderId: c.uuid('to_order_id').notNull(),
		toAttendeeId: c.uuid('to_attendee_id').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId, t.attendeeId] }),
		index('moved_tickets_to_index').on(t.organisationId, t.toEventId, t.toAttendeeId),
	],
);
