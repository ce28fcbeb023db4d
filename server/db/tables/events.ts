import { sql } from 'drizzle-orm';
import {
	type AnyPgColumn,
	boolean,
	check,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	unique,
	uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { ChangeRules } from '#shared/rules/change-rules.ts';
import type { RefundRules } from '#shared/rules/refund-rules.ts';
import type { ResaleRules } from '#shared/rules/resale.ts';
import type { Repeat } from '#shared/rules/series/repeat.ts';
import { waitlistModes } from '#shared/rules/waitlist.ts';
import {
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	tsvector,
	updatedAt,
} from './columns.ts';
import { eventSeries } from './series.ts';

/** What anybody may find: the condition of the partial indexes, word for word that of the queries. */
const isListed = sql`status = 'published' AND visibility = 'public'`;

/** How tickets are paid, refunded, changed, handed on and waited for. */
const termsOfSale = () => ({
	/** Written from the rules where there are some. */
	refundPolicy: text('refund_policy').notNull().default(''),
	/** The refund rules as data; null: the text is read. A trigger takes them away when only the text changes. */
	refundRules: jsonb('refund_rules').$type<RefundRules>(),
	/** How buyers change their tickets; null: they do not. */
	changeRules: jsonb('change_rules').$type<ChangeRules>(),
	/** Whether guests transfer their tickets to others. */
	allowsTransfers: boolean('allows_transfers').notNull().default(true),
	/** How guests resell tickets to the next on the waitlist; null: they do not. */
	resaleRules: jsonb('resale_rules').$type<ResaleRules>(),
	/** How freed tickets reach the waitlist; off: there is none. */
	waitlistMode: text('waitlist_mode', { enum: waitlistModes }).notNull().default('auto'),
	/** How long an offer of the waitlist holds its tickets, at most. */
	waitlistOfferHours: integer('waitlist_offer_hours').notNull().default(24),
	currency: text('currency').notNull().default('EUR'),
	/** Who bears the fee of the platform for a ticket with a price. */
	feeBearer: text('fee_bearer', { enum: ['organiser', 'buyer'] })
		.notNull()
		.default('organiser'),
	/** Whether the prices of ticket types are typed with their tax; buyers see prices with tax either way. */
	pricesIncludeTax: boolean('prices_include_tax').notNull().default(true),
	/** Whether gifts are taken, set by the fundraisers module: while a fundraiser is live. */
	takesGifts: boolean('takes_gifts').notNull().default(false),
	/** Whether they may be given each month, as the fundraiser has it; what was begun goes on either way. */
	takesMonthlyGifts: boolean('takes_monthly_gifts').notNull().default(true),
});

export const events = pgTable(
	'events',
	(c) => ({
		...organisationRow(),
		/** Unique in the world, as the code is: a row of `names`. */
		slug: c.text('slug').notNull(),
		/** Six upper-case letters and digits without 0 O 1 I L, at least one digit. */
		code: c.text('code').notNull(),
		title: c.text('title').notNull(),
		summary: c.text('summary').notNull().default(''),
		/** Markdown as the organiser typed it; rendered and sanitised on the way out. */
		description: c.text('description').notNull().default(''),
		category: c.text('category').notNull().default('other'),
		tags: c.text('tags').array().notNull().default(sql`'{}'::text[]`),
		format: c
			.text('format', { enum: ['in_person', 'online', 'hybrid'] })
			.notNull()
			.default('in_person'),
		venueName: c.text('venue_name').notNull().default(''),
		address: c.text('address').notNull().default(''),
		city: c.text('city').notNull().default(''),
		region: c.text('region').notNull().default(''),
		/** ISO 3166-1 alpha-2, or empty. */
		countryCode: c.text('country_code').notNull().default(''),
		latitude: c.doublePrecision('latitude'),
		longitude: c.doublePrecision('longitude'),
		/** Shown to confirmed guests only. */
		onlineUrl: c.text('online_url').notNull().default(''),
		/** When set, the event registers elsewhere and sells nothing here. */
		externalUrl: c.text('external_url').notNull().default(''),
		/** IANA name. */
		timeZone: c.text('time_zone').notNull(),
		startsAt: instant('starts_at').notNull(),
		endsAt: instant('ends_at').notNull(),
		isAllDay: c.boolean('is_all_day').notNull().default(false),
		/** First and last calendar day in the event's own zone, set by the application (it alone knows all zone names). */
		startsOn: c.date('starts_on', { mode: 'string' }).notNull(),
		endsOn: c.date('ends_on', { mode: 'string' }).notNull(),
		/** Name in the file store; null: the cover is generated from the event's id. */
		coverFile: c.text('cover_file'),
		coverAlt: c.text('cover_alt').notNull().default(''),
		/** Seed of the generated cover when the organiser shuffled it. */
		coverSeed: c.text('cover_seed'),
		themeHue: c.integer('theme_hue'),
		visibility: c
			.text('visibility', { enum: ['public', 'unlisted', 'password', 'invite_only'] })
			.notNull()
			.default('public'),
		passwordHash: c.text('password_hash'),
		/** A guest opened the event with fewer characters than a new password takes. */
		hasShortPassword: c.boolean('has_short_password').notNull().default(false),
		...termsOfSale(),
		status: c
			.text('status', { enum: ['draft', 'published', 'cancelled', 'postponed', 'archived'] })
			.notNull()
			.default('draft'),
		/** First time the event was published; stays when it is taken back. */
		publishedAt: instant('published_at'),
		/** When a draft is published by itself, by the clock of the database. */
		publishAt: instant('publish_at'),
		/** Who planned it: their rights are checked again at that time. */
		publishBy: c.uuid('publish_by'),
		/** Why it was not published at that time. */
		publishError: c.text('publish_error').notNull().default(''),
		cancelledAt: instant('cancelled_at'),
		/** The organiser’s note on the cancellation or postponement. */
		statusMessage: c.text('status_message').notNull().default(''),
		/** The status that an archived event had. */
		archivedFrom: c.text('archived_from', { enum: ['draft', 'published', 'cancelled', 'postponed'] }),
		/** The start that was announced before, once a published event is moved or postponed. */
		previousStartsAt: instant('previous_starts_at'),
		/** The place that was announced before, in a line, once a published event moves to another. */
		previousPlace: c.text('previous_place'),
		/** Shown first on the landing page and in its list, by an administrator. */
		featuredAt: instant('featured_at'),
		/** What an administrator did to it: excluded from lists, or closed to the public. Only they take it back. */
		moderation: c.text('moderation', { enum: ['unlisted', 'taken_down', 'organisation_locked'] }),
		moderationReason: c.text('moderation_reason').notNull().default(''),
		/** The visibility that it goes back to. */
		visibilityBefore: c.text('visibility_before', {
			enum: ['public', 'unlisted', 'password', 'invite_only'],
		}),
		/** Lowest and highest price of what is on offer, set by the tickets module; null: nothing is on offer. */
		minPriceMinor: c.bigint('min_price_minor', { mode: 'number' }),
		maxPriceMinor: c.bigint('max_price_minor', { mode: 'number' }),
		/** Raised by every change that a reader could see; the ETag of edits. */
		version: c.integer('version').notNull().default(1),
		/** The series of which it is a date. */
		seriesId: c.uuid('series_id'),
		/** Day and slot by the rule of the series (`2027-03-28/1`), or of a date made manually (`+2027-04-02/1`); it stays when the date is moved. */
		seriesKey: c.text('series_key'),
		/** How a draft repeats once it is published: it is the first date of a series then. */
		repeat: c.jsonb('repeat').$type<Repeat>(),
		/** Where an imported event came from; a second import of the same source changes nothing. */
		sourceName: c.text('source_name'),
		sourceId: c.text('source_id'),
		isDemo: c.boolean('is_demo').notNull().default(false),
		createdBy: c.uuid('created_by'),
		/** Name of the organisation, so that a search for it finds its events. */
		organiserName: c.text('organiser_name').notNull().default(''),
		/** For the few events that a look at the last two weeks' starts would miss. */
		isLong: c.boolean('is_long').notNull().generatedAlwaysAs(sql`ends_at - starts_at > interval '14 days'`),
		/**
		 * Set by a job some time after the end, taken back when the end moves: searches for what is ahead then pass over all that was. False
		 * says nothing.
		 */
		isOver: c.boolean('is_over').notNull().default(false),
		cityKey: c.text('city_key').notNull().generatedAlwaysAs(sql`foyer_fold(city)`),
		/** Words of the short fields: what a search looks at first. */
		titleVector: tsvector('title_vector')
			.notNull()
			.generatedAlwaysAs(sql`foyer_event_title_vector(title, tags, city, venue_name, organiser_name)`),
		/** Words of everything that can be read. */
		searchVector: tsvector('search_vector')
			.notNull()
			.generatedAlwaysAs(
				sql`foyer_event_search_vector(title, tags, city, venue_name, organiser_name, summary, description)`,
			),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.seriesId }, eventSeries),
		unique('events_series_key_unique').on(t.organisationId, t.seriesId, t.seriesKey),
		index('events_series_starts_index')
			.on(t.organisationId, t.seriesId, t.startsAt, t.id)
			.where(sql`series_id IS NOT NULL`),
		index('events_listed_series_index')
			.on(t.seriesId, t.startsAt, t.id)
			.where(sql`${isListed} AND series_id IS NOT NULL`),
		// Lists of all organisers' events by age: for administrators, site maps and checks.
		index('events_id_index').on(t.id),
		uniqueIndex('events_source_unique').on(t.organisationId, t.sourceName, t.sourceId),
		index('events_organisation_starts_index').on(t.organisationId, t.startsAt, t.id),
		// Views of the dashboard: what is ahead passes over all that was; states are counted without reading the events.
		index('events_organisation_ahead_index').on(t.organisationId, t.startsAt, t.id).where(sql`NOT is_over`),
		index('events_organisation_status_index').on(t.organisationId, t.status, t.startsAt, t.id, t.endsAt),
		index('events_publish_error_index').on(t.organisationId, t.id).where(sql`publish_error <> ''`),
		index('events_listed_starts_index').on(t.startsAt, t.id).where(isListed),
		index('events_listed_published_index').on(t.publishedAt, t.id).where(isListed),
		index('events_listed_long_index').on(t.endsAt).where(sql`${isListed} AND is_long`),
		index('events_listed_country_index').on(t.countryCode, t.startsAt, t.id).where(isListed),
		index('events_listed_city_index').on(t.cityKey, t.startsAt, t.id).where(isListed),
		index('events_listed_category_index').on(t.category, t.startsAt, t.id).where(isListed),
		index('events_listed_organiser_index').on(t.organisationId, t.startsAt, t.id).where(isListed),
		index('events_listed_online_index')
			.on(t.startsAt, t.id)
			.where(sql`${isListed} AND format <> 'in_person'`),
		index('events_featured_index').on(t.startsAt, t.id).where(sql`${isListed} AND featured_at IS NOT NULL`),
		index('events_listed_free_index').on(t.startsAt, t.id).where(sql`${isListed} AND min_price_minor = 0`),
		// A person’s content, for export.
		index('events_created_by_index').on(t.createdBy).where(sql`created_by IS NOT NULL`),
		index('events_publish_at_index').on(t.publishAt).where(sql`publish_at IS NOT NULL`),
		index('events_ending_index').on(t.endsAt).where(sql`NOT is_over`),
		index('events_ahead_starts_index').on(t.startsAt, t.id).where(sql`${isListed} AND NOT is_over`),
		index('events_ahead_title_index').using('gin', t.titleVector).where(sql`${isListed} AND NOT is_over`),
		index('events_ahead_words_index').using('gin', t.searchVector).where(sql`${isListed} AND NOT is_over`),
		index('events_title_words_index').using('gin', t.titleVector),
		index('events_listed_words_index').using('gin', t.searchVector).where(isListed),
		check('events_waitlist_hours', sql`waitlist_offer_hours BETWEEN 1 AND 168`),
		check('events_ends_after_start', sql`ends_at >= starts_at AND ends_on >= starts_on`),
		check('events_series_key', sql`(series_id IS NULL) = (series_key IS NULL)`),
		check('events_title_present', sql`length(title) BETWEEN 1 AND 300`),
	],
);

/** The foreign key of what belongs to an event and goes with it. */
export const belongsToEvent = (t: { organisationId: AnyPgColumn; eventId: AnyPgColumn }) =>
	sameOrganisation({ ...t, column: t.eventId }, events).onDelete('cascade');

/**
 * Pictures of descriptions. The text of an event names its own by their stem; a copy of the text in another event of the organisation has
 * a row of its own for the same files, so that deleting one event leaves the pictures of the others.
 */
export const eventPictures = pgTable(
	'event_pictures',
	(c) => ({
		...organisationRow(),
		/** Null: the text of a template names it. Templates are archived, never deleted. */
		eventId: c.uuid('event_id'),
		/** Of the names in the file store. */
		stem: c.text('stem').notNull(),
		/** Of the picture as it was uploaded, upright. */
		width: c.integer('width').notNull(),
		height: c.integer('height').notNull(),
		/** For those who cannot see it, where the text itself says nothing. */
		alt: c.text('alt').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.eventId }, events).onDelete('cascade'),
		unique('event_pictures_stem_unique').on(t.organisationId, t.stem, t.eventId).nullsNotDistinct(),
		index('event_pictures_event_index').on(t.organisationId, t.eventId),
		check('event_pictures_alt_present', sql`alt <> ''`),
		check('event_pictures_size', sql`width > 0 AND height > 0`),
	],
);

/** Edits of an event, one row for each save: who, when, and what guests are notified of it (docs/decisions/302-edit-rules-and-changes.md). */
export const eventChangeSets = pgTable(
	'event_change_sets',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		kind: c.text('kind', { enum: ['edit', 'cancel', 'undo'] }).notNull(),
		actorKind: c.text('actor_kind', { enum: ['member', 'key', 'system'] }).notNull(),
		/** The account, or the API key. */
		actorId: c.uuid('actor_id'),
		/** The announcement to guests: path → before, after. `before` is what they know, which may be older than this edit. */
		summary: c
			.jsonb('summary')
			.$type<Record<string, { before: unknown; after: unknown }>>()
			.notNull()
			.default({}),
		/** Addresses of guests at that time; 0 where no one is notified. */
		guests: c.integer('guests').notNull().default(0),
		notify: c.boolean('notify').notNull().default(false),
		note: c.text('note').notNull().default(''),
		state: c
			.text('state', { enum: ['applied', 'undone', 'replaced'] })
			.notNull()
			.default('applied'),
		/** When guests are notified, by the clock of the database. */
		notifyAt: instant('notify_at'),
		notifiedAt: instant('notified_at'),
		undoOf: c.uuid('undo_of'),
		/** The change of several dates that it is part of: guests are notified of all of them in one email. */
		seriesChangeId: c.uuid('series_change_id'),
		/** The version of the event that the edit made. */
		eventVersion: c.integer('event_version').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		index('event_change_sets_event_index').on(t.organisationId, t.eventId, t.id.desc()),
		index('event_change_sets_series_index')
			.on(t.organisationId, t.seriesChangeId)
			.where(sql`series_change_id IS NOT NULL`),
		index('event_change_sets_due_index')
			.on(t.notifyAt)
			.where(sql`state = 'applied' AND notify AND notified_at IS NULL`),
		index('event_change_sets_actor_index').on(t.actorId).where(sql`actor_kind = 'member'`),
		index('event_change_sets_created_index').using('brin', t.createdAt),
		check('event_change_sets_notify_at', sql`NOT notify OR notify_at IS NOT NULL`),
	],
);

/** How a change is taken back; `none`: it cannot be, such as a file that is gone. */
export interface ChangeInverse {
	do: 'set' | 'insert' | 'delete' | 'none';
	/** Of `set`, where it is not `before`. */
	value?: unknown;
}

/** One field, or one whole row, that an edit changed. Of secrets only that they changed. */
export const eventChanges = pgTable(
	'event_changes',
	(c) => ({
		organisationId: organisationId(),
		eventId: c.uuid('event_id').notNull(),
		changeSetId: c.uuid('change_set_id').notNull(),
		/** `event`, `tickets`, `questions` */
		part: c.text('part').notNull(),
		/** `event.title`, `ticket.{id}.priceMinor`; a whole row that was added or deleted: `ticket.{id}` */
		path: c.text('path').notNull(),
		/** The name of the ticket type or question. */
		subject: c.text('subject').notNull().default(''),
		before: c.jsonb('before'),
		after: c.jsonb('after'),
		inverse: c.jsonb('inverse').$type<ChangeInverse>().notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.changeSetId, t.path] }),
		sameOrganisation({ ...t, column: t.changeSetId }, eventChangeSets).onDelete('cascade'),
		index('event_changes_event_index').on(t.organisationId, t.eventId, t.changeSetId),
	],
);

/**
 * What must be unique in the world and leads to a row of an organiser: ids, slugs and codes of events (also former slugs), tokens (as
 * their hash, in hexadecimal digits) and short codes of staff links. Written by triggers on their tables, in the same transaction.
 */
export const names = pgTable(
	'names',
	(c) => ({
		kind: c.text('kind', { enum: ['event', 'staff token', 'staff code'] }).notNull(),
		name: c.text('name').notNull(),
		organisationId: organisationId(),
		targetId: c.uuid('target_id').notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.kind, t.name] }),
		index('names_target_index').on(t.organisationId, t.targetId),
	],
);

/**
 * Words of events that can be found, for forgiving typing errors in searches. Maintained by a trigger on events. `variants` are the
 * word and the word with one letter left out: two words that differ by one letter more, less, other or swapped share one.
 */
export const eventWords = pgTable(
	'event_words',
	(c) => ({
		word: c.text('word').primaryKey(),
		variants: c.text('variants').array().notNull(),
	}),
	(t) => [
		index('event_words_prefix_index').on(t.word.op('text_pattern_ops')),
		index('event_words_variants_index').using('gin', t.variants),
		index('event_words_similar_index').using('gin', t.word.op('gin_trgm_ops')),
	],
);
