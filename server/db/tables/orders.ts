import { sql } from 'drizzle-orm';
import { bigint, check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, organisationId, updatedAt } from './columns.ts';
import { events } from './events.ts';
import { ticketTypes } from './tickets.ts';

export const orders = pgTable(
	'orders',
	{
		id: id(),
		organisationId: organisationId(),
		eventId: uuid('event_id')
			.notNull()
			.references(() => events.id),
		/** What people read to each other; unique in the event. */
		code: text('code').notNull(),
		status: text('status', {
			enum: ['awaiting_approval', 'pending', 'confirmed', 'expired', 'cancelled'],
		}).notNull(),
		source: text('source', { enum: ['web', 'manual', 'import', 'door'] })
			.notNull()
			.default('web'),
		buyerName: text('buyer_name').notNull(),
		buyerEmail: text('buyer_email').notNull(),
		currency: text('currency').notNull(),
		totalMinor: bigint('total_minor', { mode: 'number' }).notNull().default(0),
		/** Part of the signed manage token; raising it voids the links sent before. */
		manageVersion: integer('manage_version').notNull().default(1),
		idempotencyKey: text('idempotency_key'),
		requestHash: bytea('request_hash'),
		/** The language mails to the buyer are written in. */
		locale: text('locale').notNull().default('en'),
		/** While pending: the instant the hold ends. */
		expiresAt: instant('expires_at'),
		hasExtendedHold: integer('hold_extensions').notNull().default(0),
		confirmedAt: instant('confirmed_at'),
		cancelledAt: instant('cancelled_at'),
		createdBy: uuid('created_by'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [
		uniqueIndex('orders_code_unique').on(t.organisationId, t.eventId, t.code),
		uniqueIndex('orders_idempotency_unique')
			.on(t.organisationId, t.eventId, t.idempotencyKey)
			.where(sql`idempotency_key IS NOT NULL`),
		index('orders_event_created_index').on(t.organisationId, t.eventId, t.createdAt, t.id),
		index('orders_holds_index').on(t.expiresAt).where(sql`status = 'pending'`),
		index('orders_buyer_index').on(t.buyerEmail),
	],
);

export const orderItems = pgTable(
	'order_items',
	{
		id: id(),
		organisationId: organisationId(),
		eventId: uuid('event_id').notNull(),
		orderId: uuid('order_id')
			.notNull()
			.references(() => orders.id, { onDelete: 'cascade' }),
		ticketTypeId: uuid('ticket_type_id')
			.notNull()
			.references(() => ticketTypes.id),
		quantity: integer('quantity').notNull(),
		unitPriceMinor: bigint('unit_price_minor', { mode: 'number' }).notNull(),
	},
	(t) => [
		index('order_items_order_index').on(t.orderId),
		index('order_items_ticket_type_index').on(t.ticketTypeId),
		check('order_items_quantity', sql`quantity >= 1`),
	],
);

export const attendeeImports = pgTable(
	'attendee_imports',
	{
		id: id(),
		organisationId: organisationId(),
		eventId: uuid('event_id')
			.notNull()
			.references(() => events.id, { onDelete: 'cascade' }),
		fileName: text('file_name').notNull(),
		mapping: jsonb('mapping').notNull(),
		taken: integer('taken').notNull(),
		refused: integer('refused').notNull(),
		createdBy: uuid('created_by'),
		createdAt: createdAt(),
		undoneAt: instant('undone_at'),
	},
	(t) => [index('attendee_imports_event_index').on(t.organisationId, t.eventId, t.createdAt)],
);

/** One ticket: a person's place at an event. */
export const attendees = pgTable(
	'attendees',
	{
		id: id(),
		organisationId: organisationId(),
		eventId: uuid('event_id').notNull(),
		orderId: uuid('order_id')
			.notNull()
			.references(() => orders.id, { onDelete: 'cascade' }),
		ticketTypeId: uuid('ticket_type_id')
			.notNull()
			.references(() => ticketTypes.id),
		name: text('name').notNull(),
		email: text('email').notNull().default(''),
		/** Text of the QR: 128 random bits in 26 characters. */
		ticketCode: text('ticket_code').notNull(),
		/** `held` while the order is pending; only `active` tickets are let in. */
		status: text('status', { enum: ['held', 'active', 'cancelled'] }).notNull(),
		notes: text('notes').notNull().default(''),
		/** Name and address as search sees them. */
		searchText: text('search_text').generatedAlwaysAs(sql`foyer_fold(name || ' ' || email)`),
		importId: uuid('import_id'),
		version: integer('version').notNull().default(1),
		cancelledAt: instant('cancelled_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [
		// By organisation, so that a scan finds the ticket and learns in one look whether it is for another event.
		uniqueIndex('attendees_ticket_code_unique').on(t.organisationId, t.ticketCode),
		index('attendees_search_index').using('gin', t.searchText.op('gin_trgm_ops')),
		index('attendees_event_index').on(t.eventId, t.id),
		index('attendees_name_index').on(t.eventId, t.searchText, t.id),
		index('attendees_order_index').on(t.orderId),
		index('attendees_ticket_type_index').on(t.ticketTypeId),
		index('attendees_import_index').on(t.importId).where(sql`import_id IS NOT NULL`),
	],
);
