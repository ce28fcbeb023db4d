import { sql } from 'drizzle-orm';
import {
	bigint,
	check,
	date,
	index,
	integer,
	pgTable,
	primaryKey,
	smallint,
	text,
	unique,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core';
import {
	bytea,
	createdAt,
	feedRow,
	id,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** Views of pages, one row each, kept for weeks. No cookie and no address: see docs/decisions/152-export-and-erasure.md. */
export const pageViews = pgTable(
	'page_views',
	{
		id: id(),
		viewedAt: instant('viewed_at').notNull().defaultNow(),
		/** Redacted; an event's page is `/events/:event` whatever it was reached by. */
		path: text('path').notNull(),
		organisationId: uuid('organisation_id'),
		eventId: uuid('event_id'),
		/** utm_source, else the host of another site that linked here, else empty: came by themselves. */
		source: text('source').notNull().default(''),
		/** utm_medium and utm_campaign. */
		medium: text('medium').notNull().default(''),
		campaign: text('campaign').notNull().default(''),
		/** Code of the tracking link that led here. */
		link: text('link').notNull().default(''),
		/** `form`: somebody began to fill in the registration form. */
		step: text('step', { enum: ['view', 'form'] })
			.notNull()
			.default('view'),
		device: text('device', { enum: ['mobile', 'desktop'] }).notNull(),
		/** Tells visitors of one day apart; cleared two days later. */
		visitor: bytea('visitor'),
	},
	(t) => [
		index('page_views_viewed_index').on(t.viewedAt),
		index('page_views_site_index').on(t.viewedAt).where(sql`event_id IS NULL`),
		index('page_views_event_index')
			.on(t.organisationId, t.eventId, t.viewedAt)
			.where(sql`event_id IS NOT NULL`),
		index('page_views_visitor_index').on(t.visitor, t.viewedAt).where(sql`visitor IS NOT NULL`),
	],
);

/** Views added up by day (UTC), page and source; these stay. */
export const pageViewDays = pgTable(
	'page_view_days',
	{
		id: id(),
		viewedOn: date('viewed_on', { mode: 'string' }).notNull(),
		path: text('path').notNull(),
		organisationId: uuid('organisation_id'),
		eventId: uuid('event_id'),
		source: text('source').notNull(),
		views: integer('views').notNull(),
		visitors: integer('visitors').notNull(),
	},
	(t) => [
		unique('page_view_days_unique').on(t.viewedOn, t.path, t.eventId, t.source).nullsNotDistinct(),
		index('page_view_days_event_index').on(t.organisationId, t.eventId, t.viewedOn),
	],
);

/** Addresses of event pages that an organiser gives out, each with a short code (`?l=code`) that says where a visitor came from. */
export const trackingLinks = pgTable(
	'tracking_links',
	{
		...organisationRow(),
		eventId: uuid('event_id').notNull(),
		/** Lower-case letters and digits. */
		code: text('code').notNull(),
		label: text('label').notNull(),
		/** Withdrawn: visits are no longer counted for it. */
		endedAt: instant('ended_at'),
		createdBy: uuid('created_by'),
		createdAt: createdAt(),
	},
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		uniqueIndex('tracking_links_code_unique').on(t.organisationId, t.code),
		index('tracking_links_event_index').on(t.organisationId, t.eventId, t.id),
		check('tracking_links_code', sql`code ~ '^[a-z0-9]{4,16}$'`),
	],
);

/** Days of events whose figures have to be counted again. The organisation's own id stands for all of its events. */
export const figureMarks = pgTable(
	'figure_marks',
	{
		organisationId: organisationId(),
		scopeId: uuid('scope_id').notNull(),
		onDay: date('on_day', { mode: 'string' }).notNull(),
		dueAt: instant('due_at').notNull(),
	},
	(t) => [
		primaryKey({ columns: [t.organisationId, t.scopeId, t.onDay] }),
		index('figure_marks_due_index').on(t.dueAt),
	],
);

/**
 * What happened to an event on a day of its own zone, counted from the rows and written whole (domain/analytics/figures). The
 * organisation's own id stands for the sum of its events. One row with currency '' has the counts, one for each currency the money.
 */
export const eventDayFigures = pgTable(
	'event_day_figures',
	{
		organisationId: organisationId(),
		scopeId: uuid('scope_id').notNull(),
		onDay: date('on_day', { mode: 'string' }).notNull(),
		currency: text('currency').notNull().default(''),
		views: integer('views').notNull().default(0),
		visitors: integer('visitors').notNull().default(0),
		/** Visitors who began to fill in the form. */
		forms: integer('forms').notNull().default(0),
		/** Confirmed on this day. */
		orders: integer('orders').notNull().default(0),
		/** With a price, made on this day, and ended without being paid. */
		unpaid: integer('unpaid').notNull().default(0),
		/** Of the confirmed orders; of them, those cancelled since, and valid ones whose guest came in, on whichever day. */
		tickets: integer('tickets').notNull().default(0),
		cancelled: integer('cancelled').notNull().default(0),
		attended: integer('attended').notNull().default(0),
		/** Guests who came in first on this day. */
		checkedIn: integer('checked_in').notNull().default(0),
		/** Of these orders, those that were made on the event's page: confirmed, unpaid; their valid tickets, and those whose guest came in. */
		webOrders: integer('web_orders').notNull().default(0),
		webUnpaid: integer('web_unpaid').notNull().default(0),
		webTickets: integer('web_tickets').notNull().default(0),
		webAttended: integer('web_attended').notNull().default(0),
		/** Confirmed orders that were made in other ways. */
		importedOrders: integer('imported_orders').notNull().default(0),
		manualOrders: integer('manual_orders').notNull().default(0),
		doorOrders: integer('door_orders').notNull().default(0),
		/** By the books: sold with tax, taken back with tax, tax of what is left, fees and losses. */
		soldMinor: bigint('sold_minor', { mode: 'number' }).notNull().default(0),
		refundedMinor: bigint('refunded_minor', { mode: 'number' }).notNull().default(0),
		taxMinor: bigint('tax_minor', { mode: 'number' }).notNull().default(0),
		feesMinor: bigint('fees_minor', { mode: 'number' }).notNull().default(0),
		madeAt: instant('made_at').notNull(),
		/** Which way of counting made it: days of an older one are counted again. */
		version: smallint('version').notNull().default(0),
	},
	(t) => [
		primaryKey({ columns: [t.organisationId, t.scopeId, t.onDay, t.currency] }),
		index('event_day_figures_old_index')
			.on(t.organisationId, t.scopeId, t.onDay)
			.where(sql`version < 2 AND currency = '' AND scope_id <> organisation_id`),
		// The events of a day, for their sum.
		index('event_day_figures_day_index')
			.on(t.organisationId, t.onDay)
			.where(sql`scope_id <> organisation_id`),
	],
);

/** Where visitors and registrations of an event's day came from. The organisation's own id stands for the sum of its events. */
export const eventDaySources = pgTable(
	'event_day_sources',
	{
		organisationId: organisationId(),
		scopeId: uuid('scope_id').notNull(),
		onDay: date('on_day', { mode: 'string' }).notNull(),
		source: text('source').notNull(),
		medium: text('medium').notNull(),
		campaign: text('campaign').notNull(),
		link: text('link').notNull(),
		currency: text('currency').notNull().default(''),
		views: integer('views').notNull().default(0),
		visitors: integer('visitors').notNull().default(0),
		forms: integer('forms').notNull().default(0),
		orders: integer('orders').notNull().default(0),
		tickets: integer('tickets').notNull().default(0),
		netMinor: bigint('net_minor', { mode: 'number' }).notNull().default(0),
	},
	(t) => [
		primaryKey({
			columns: [t.organisationId, t.scopeId, t.onDay, t.source, t.medium, t.campaign, t.link, t.currency],
		}),
		index('event_day_sources_day_index')
			.on(t.organisationId, t.onDay)
			.where(sql`scope_id <> organisation_id`),
	],
);

/** How far changes were looked for that no fact tells of: check-ins, cancelled tickets, the books. One row. */
export const figureFeed = pgTable('figure_feed', feedRow());
