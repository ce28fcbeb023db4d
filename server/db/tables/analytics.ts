import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey, unique, uniqueIndex } from 'drizzle-orm/pg-core';
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

/** Views of pages, one row each, retained for weeks. No cookie and no address: see docs/decisions/152-export-and-erasure.md. */
export const pageViews = pgTable(
	'page_views',
	(c) => ({
		id: id(),
		viewedAt: instant('viewed_at').notNull().defaultNow(),
		/** Redacted; an event's page is `/events/:event` whatever it was reached by. */
		path: c.text('path').notNull(),
		organisationId: c.uuid('organisation_id'),
		eventId: c.uuid('event_id'),
		/** utm_source, else the host of another site that linked here, else empty: came by themselves. */
		source: c.text('source').notNull().default(''),
		/** utm_medium and utm_campaign. */
		medium: c.text('medium').notNull().default(''),
		campaign: c.text('campaign').notNull().default(''),
		/** Code of the tracking link that led here. */
		link: c.text('link').notNull().default(''),
		/** `form`: somebody began to fill in the registration form. */
		step: c
			.text('step', { enum: ['view', 'form'] })
			.notNull()
			.default('view'),
		device: c.text('device', { enum: ['mobile', 'desktop'] }).notNull(),
		/** Tells visitors of one day apart; cleared two days later. */
		visitor: bytea('visitor'),
	}),
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
	(c) => ({
		id: id(),
		viewedOn: c.date('viewed_on', { mode: 'string' }).notNull(),
		path: c.text('path').notNull(),
		organisationId: c.uuid('organisation_id'),
		eventId: c.uuid('event_id'),
		source: c.text('source').notNull(),
		views: c.integer('views').notNull(),
		visitors: c.integer('visitors').notNull(),
	}),
	(t) => [
		unique('page_view_days_unique').on(t.viewedOn, t.path, t.eventId, t.source).nullsNotDistinct(),
		index('page_view_days_event_index').on(t.organisationId, t.eventId, t.viewedOn),
	],
);

/** Addresses of event pages that an organiser gives out, each with a short code (`?l=code`) that says where a visitor came from. */
export const trackingLinks = pgTable(
	'tracking_links',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		/** Lower-case letters and digits. */
		code: c.text('code').notNull(),
		label: c.text('label').notNull(),
		/** Withdrawn: visits are no longer counted for it. */
		endedAt: instant('ended_at'),
		createdBy: c.uuid('created_by'),
		createdAt: createdAt(),
	}),
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
	(c) => ({
		organisationId: organisationId(),
		scopeId: c.uuid('scope_id').notNull(),
		onDay: c.date('on_day', { mode: 'string' }).notNull(),
		dueAt: instant('due_at').notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.scopeId, t.onDay] }),
		index('figure_marks_due_index').on(t.dueAt),
	],
);

/**
 * Figures of an event on a day of its own zone, counted from the rows and written whole (domain/analytics/figures). The
 * organisation's own id stands for the sum of its events. One row with currency '' has the counts, one for each currency the money.
 */
export const eventDayFigures = pgTable(
	'event_day_figures',
	(c) => ({
		organisationId: organisationId(),
		scopeId: c.uuid('scope_id').notNull(),
		onDay: c.date('on_day', { mode: 'string' }).notNull(),
		currency: c.text('currency').notNull().default(''),
		views: c.integer('views').notNull().default(0),
		visitors: c.integer('visitors').notNull().default(0),
		/** Visitors who began to fill in the form. */
		forms: c.integer('forms').notNull().default(0),
		/** Confirmed on this day. */
		orders: c.integer('orders').notNull().default(0),
		/** With a price, made on this day, and ended without being paid. */
		unpaid: c.integer('unpaid').notNull().default(0),
		/** Of the confirmed orders; of them, those cancelled since, and valid ones whose guest came in, on whichever day. */
		tickets: c.integer('tickets').notNull().default(0),
		cancelled: c.integer('cancelled').notNull().default(0),
		attended: c.integer('attended').notNull().default(0),
		/** Guests who came in first on this day. */
		checkedIn: c.integer('checked_in').notNull().default(0),
		/** Of these orders, those that were made on the event's page: confirmed, unpaid; their valid tickets, and those whose guest came in. */
		webOrders: c.integer('web_orders').notNull().default(0),
		webUnpaid: c.integer('web_unpaid').notNull().default(0),
		webTickets: c.integer('web_tickets').notNull().default(0),
		webAttended: c.integer('web_attended').notNull().default(0),
		/** Confirmed orders that were made in other ways. */
		importedOrders: c.integer('imported_orders').notNull().default(0),
		manualOrders: c.integer('manual_orders').notNull().default(0),
		doorOrders: c.integer('door_orders').notNull().default(0),
		/** By the books: sold with tax, taken back with tax, tax of what is left, fees and losses. */
		soldMinor: c.bigint('sold_minor', { mode: 'number' }).notNull().default(0),
		refundedMinor: c.bigint('refunded_minor', { mode: 'number' }).notNull().default(0),
		taxMinor: c.bigint('tax_minor', { mode: 'number' }).notNull().default(0),
		feesMinor: c.bigint('fees_minor', { mode: 'number' }).notNull().default(0),
		madeAt: instant('made_at').notNull(),
		/** Which way of counting made it: days of an older one are counted again. */
		version: c.smallint('version').notNull().default(0),
	}),
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
	(c) => ({
		organisationId: organisationId(),
		scopeId: c.uuid('scope_id').notNull(),
		onDay: c.date('on_day', { mode: 'string' }).notNull(),
		source: c.text('source').notNull(),
		medium: c.text('medium').notNull(),
		campaign: c.text('campaign').notNull(),
		link: c.text('link').notNull(),
		currency: c.text('currency').notNull().default(''),
		views: c.integer('views').notNull().default(0),
		visitors: c.integer('visitors').notNull().default(0),
		forms: c.integer('forms').notNull().default(0),
		orders: c.integer('orders').notNull().default(0),
		tickets: c.integer('tickets').notNull().default(0),
		netMinor: c.bigint('net_minor', { mode: 'number' }).notNull().default(0),
	}),
	(t) => [
		primaryKey({
			columns: [t.organisationId, t.scopeId, t.onDay, t.source, t.medium, t.campaign, t.link, t.currency],
		}),
		index('event_day_sources_day_index')
			.on(t.organisationId, t.onDay)
			.where(sql`scope_id <> organisation_id`),
	],
);

/** How far changes were looked for that no fact reports: check-ins, cancelled tickets, the books. One row. */
export const figureFeed = pgTable('figure_feed', feedRow());
