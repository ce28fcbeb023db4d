import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { allotmentStates, doorSaleKinds, doorWays } from '#shared/rules/door-sales.ts';
import type { DoorPriceList } from '#shared/rules/pricing/door-prices.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

const minor = (name: string) => bigint(name, { mode: 'number' });

/** A device at the door, and the staff link or member behind it. The id of a device is its own word, so it counts only together with its holder. */
const deviceColumns = () => ({
	eventId: uuid('event_id').notNull(),
	/** The staff link or the member whose device it is. */
	holderId: uuid('holder_id').notNull(),
	deviceId: text('device_id').notNull(),
	device: text('device').notNull().default(''),
});

/** How an event sells at the door. Without a row: every visible ticket type, in every way that is open, and nothing without a network. */
export const doorSaleSettings = pgTable(
	'door_sale_settings',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		/** Null: those that the public page shows. Those that are named are sold also while they are hidden, closed or out of their time. */
		ticketTypeIds: c.uuid('ticket_type_ids').array(),
		ways: c.text('ways', { enum: doorWays }).array().notNull(),
		/** Tickets of each type that are reserved for each device, to be sold without a network. */
		allotmentSize: c.integer('allotment_size').notNull().default(0),
		updatedAt: updatedAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.eventId] }),
		belongsToEvent(t),
		check('door_sale_settings_allotment', sql`allotment_size BETWEEN 0 AND 500`),
	],
);

/** Prices as a device got them, by their hash: what it sells by them without a network is booked by them. Never changed. */
export const doorPriceLists = pgTable(
	'door_price_lists',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		hash: c.text('hash').notNull(),
		prices: c.jsonb('prices').$type<DoorPriceList>().notNull(),
		createdAt: createdAt(),
		/** When a device read them last, to the minute: they are the prices of then. */
		readAt: instant('read_at').notNull().defaultNow(),
	}),
	(t) => [primaryKey({ columns: [t.organisationId, t.eventId, t.hash] }), belongsToEvent(t)],
);

/** The cash of one device, from the count at its opening to the count at its closing. */
export const cashDrawers = pgTable(
	'cash_drawers',
	(c) => ({
		...organisationRow(),
		...deviceColumns(),
		currency: c.text('currency').notNull(),
		/** What was in it at the beginning. */
		openedMinor: minor('opened_minor').notNull(),
		openedBy: c.text('opened_by').notNull(),
		openedAt: instant('opened_at').notNull().defaultNow(),
		/** What was counted at the end, and what should have been in it by then. */
		countedMinor: minor('counted_minor'),
		expectedMinor: minor('expected_minor'),
		closedBy: c.text('closed_by'),
		/** The member who closed it for its device. */
		closedUserId: c.uuid('closed_user_id'),
		closedAt: instant('closed_at'),
		note: c.text('note').notNull().default(''),
		/** Of sales without a network that arrived after it was closed: they were in what was counted. */
		lateMinor: minor('late_minor').notNull().default(0),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('cash_drawers_event_index').on(t.organisationId, t.eventId, t.id),
		uniqueIndex('cash_drawers_open_unique')
			.on(t.organisationId, t.eventId, t.holderId, t.deviceId)
			.where(sql`closed_at IS NULL`),
		check('cash_drawers_amounts', sql`opened_minor >= 0 AND counted_minor >= 0`),
		check(
			'cash_drawers_closed',
			sql`num_nonnulls(counted_minor, expected_minor, closed_by, closed_at) IN (0, 4)`,
		),
	],
);

/** What was sold or paid at the door: one row for each nonce of a device. */
export const doorSales = pgTable(
	'door_sales',
	(c) => ({
		...organisationRow(),
		...deviceColumns(),
		orderId: c.uuid('order_id').notNull(),
		/** `sale`: the order was placed here; `payment`: one that waited for its payment was paid here. */
		kind: c.text('kind', { enum: doorSaleKinds }).notNull(),
		/** Made by the device: the same once more is the same sale. */
		nonce: c.text('nonce').notNull(),
		/** SHA-256 of the request. */
		requestHash: bytea('request_hash').notNull(),
		way: c.text('way', { enum: doorWays }).notNull(),
		currency: c.text('currency').notNull(),
		totalMinor: minor('total_minor').notNull(),
		/** Of cash: what was due after rounding to coins, and what was given. */
		dueMinor: minor('due_minor'),
		givenMinor: minor('given_minor'),
		drawerId: c.uuid('drawer_id'),
		/** Sold without a network, out of what was reserved for the device. */
		isOffline: c.boolean('is_offline').notNull().default(false),
		/** When it was sold: by the device's clock, put right, where it was sold without a network. */
		soldAt: instant('sold_at').notNull().defaultNow(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('door_sales_nonce_unique').on(t.organisationId, t.eventId, t.nonce),
		index('door_sales_event_index').on(t.organisationId, t.eventId, t.id),
		index('door_sales_order_index').on(t.organisationId, t.orderId),
		index('door_sales_drawer_index').on(t.organisationId, t.drawerId).where(sql`drawer_id IS NOT NULL`),
		check(
			'door_sales_cash',
			sql`(num_nonnulls(due_minor, drawer_id) = 2 AND way = 'cash') OR (num_nonnulls(due_minor, drawer_id) = 0 AND (way <> 'cash' OR total_minor = 0))`,
		),
		check('door_sales_given', sql`given_minor IS NULL OR given_minor >= due_minor`),
		check('door_sales_offline', sql`NOT is_offline OR way = 'cash'`),
	],
);

/** Tickets of one type that are reserved for a device to sell without a network (`place_reservations` of purpose `door`). */
export const doorAllotments = pgTable(
	'door_allotments',
	(c) => ({
		...organisationRow(),
		...deviceColumns(),
		ticketTypeId: c.uuid('ticket_type_id').notNull(),
		/** What is left of it. */
		quantity: c.integer('quantity').notNull(),
		state: c.text('state', { enum: allotmentStates }).notNull().default('live'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('door_allotments_event_index').on(t.organisationId, t.eventId, t.id),
		uniqueIndex('door_allotments_live_unique')
			.on(t.organisationId, t.eventId, t.holderId, t.deviceId, t.ticketTypeId)
			.where(sql`state = 'live'`),
		check('door_allotments_quantity', sql`quantity >= 0`),
	],
);
