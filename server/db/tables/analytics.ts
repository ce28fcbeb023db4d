import { sql } from 'drizzle-orm';
import { date, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { bytea, id, instant } from './columns.ts';

/** Views of pages, one row each, kept for weeks. No cookie and no address: see docs/decisions/156-page-views-and-crash-reports.md. */
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
		device: text('device', { enum: ['mobile', 'desktop'] }).notNull(),
		/** Tells visitors of one day apart; cleared two days later. */
		visitor: bytea('visitor'),
	},
	(t) => [
		index('page_views_viewed_index').on(t.viewedAt),
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
