import { sql } from 'drizzle-orm';
import {
	bigint,
	boolean,
	check,
	doublePrecision,
	index,
	integer,
	pgTable,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core';
import { createdAt, id, instant, organisationId, updatedAt } from './columns.ts';

export const events = pgTable(
	'events',
	{
		id: id(),
		organisationId: organisationId(),
		slug: text('slug').notNull(),
		/** Six upper-case letters and digits without 0 O 1 I L, at least one digit. */
		code: text('code').notNull(),
		title: text('title').notNull(),
		summary: text('summary').notNull().default(''),
		/** Markdown as the organiser typed it; rendered and sanitised on the way out. */
		description: text('description').notNull().default(''),
		category: text('category').notNull().default('other'),
		tags: text('tags').array().notNull().default(sql`'{}'::text[]`),
		format: text('format', { enum: ['in_person', 'online', 'hybrid'] })
			.notNull()
			.default('in_person'),
		venueName: text('venue_name').notNull().default(''),
		address: text('address').notNull().default(''),
		city: text('city').notNull().default(''),
		region: text('region').notNull().default(''),
		/** ISO 3166-1 alpha-2, or empty. */
		countryCode: text('country_code').notNull().default(''),
		latitude: doublePrecision('latitude'),
		longitude: doublePrecision('longitude'),
		/** Shown to confirmed guests only. */
		onlineUrl: text('online_url').notNull().default(''),
		/** When set, the event registers elsewhere and sells nothing here. */
		externalUrl: text('external_url').notNull().default(''),
		/** IANA name. */
		timeZone: text('time_zone').notNull(),
		startsAt: instant('starts_at').notNull(),
		endsAt: instant('ends_at').notNull(),
		isAllDay: boolean('is_all_day').notNull().default(false),
		/** Name in the file store; null: the cover is generated from the event's id. */
		coverFile: text('cover_file'),
		coverAlt: text('cover_alt').notNull().default(''),
		/** Seed of the generated cover when the organiser shuffled it. */
		coverSeed: text('cover_seed'),
		themeHue: integer('theme_hue'),
		visibility: text('visibility', { enum: ['public', 'unlisted', 'password', 'invite_only'] })
			.notNull()
			.default('public'),
		passwordHash: text('password_hash'),
		refundPolicy: text('refund_policy').notNull().default(''),
		currency: text('currency').notNull().default('EUR'),
		status: text('status', { enum: ['draft', 'published', 'cancelled', 'postponed', 'archived'] })
			.notNull()
			.default('draft'),
		publishedAt: instant('published_at'),
		cancelledAt: instant('cancelled_at'),
		/** Lowest and highest price of what is on offer, told by the tickets module; null: nothing is on offer. */
		minPriceMinor: bigint('min_price_minor', { mode: 'number' }),
		maxPriceMinor: bigint('max_price_minor', { mode: 'number' }),
		/** Raised by every change that a reader could see; the ETag of edits. */
		version: integer('version').notNull().default(1),
		/** Where an imported event came from; a second import of the same source changes nothing. */
		sourceName: text('source_name'),
		sourceId: text('source_id'),
		isDemo: boolean('is_demo').notNull().default(false),
		createdBy: uuid('created_by'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [
		uniqueIndex('events_slug_unique').on(t.slug),
		uniqueIndex('events_code_unique').on(t.code),
		uniqueIndex('events_source_unique').on(t.organisationId, t.sourceName, t.sourceId),
		index('events_organisation_starts_index').on(t.organisationId, t.startsAt, t.id),
		check('events_ends_after_start', sql`ends_at >= starts_at`),
		check('events_title_present', sql`length(title) BETWEEN 1 AND 300`),
	],
);

/** Slugs and codes an event was known by before; links to them go on working. */
export const eventAliases = pgTable(
	'event_aliases',
	{
		slug: text('slug').primaryKey(),
		organisationId: organisationId(),
		eventId: uuid('event_id')
			.notNull()
			.references(() => events.id, { onDelete: 'cascade' }),
		createdAt: createdAt(),
	},
	(t) => [index('event_aliases_event_index').on(t.eventId)],
);
