import { sql } from 'drizzle-orm';
import { type AnyPgColumn, check, index, pgTable, primaryKey, unique } from 'drizzle-orm/pg-core';
import type { SeriesRows } from '#shared/rules/series/series-rows.ts';
import {
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
} from './columns.ts';

/**
 * Events that repeat. Each date is an event of its own (`events.series_id`, `events.series_key`); what the series says of its dates stands in
 * segments. A date that differs from its segment keeps what it has of its own (docs/decisions/428-series.md).
 */
export const eventSeries = pgTable(
	'event_series',
	(c) => ({
		...organisationRow(),
		/** A name of an event (`names`): it leads to the next date. */
		slug: c.text('slug').notNull(),
		title: c.text('title').notNull(),
		/** Whether guests book one date at a time, several at once, or all that are ahead. */
		booking: c
			.text('booking', { enum: ['each', 'any', 'all'] })
			.notNull()
			.default('each'),
		/** No further dates are made. */
		stoppedAt: instant('stopped_at'),
		/** When an open series is looked at for further dates again; null: it has an end, or was stopped. */
		extendOn: c.date('extend_on', { mode: 'string' }),
		createdBy: c.uuid('created_by'),
		isDemo: c.boolean('is_demo').notNull().default(false),
		/** Raised by every change of the series or of several of its dates. */
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		// A call names a series by its id alone.
		index('event_series_id_index').on(t.id),
		index('event_series_extend_index').on(t.extendOn).where(sql`extend_on IS NOT NULL`),
		index('event_series_created_by_index').on(t.createdBy).where(sql`created_by IS NOT NULL`),
		check('event_series_title_present', sql`length(title) BETWEEN 1 AND 300`),
	],
);

const belongsToSeries = (t: { organisationId: AnyPgColumn; seriesId: AnyPgColumn }) =>
	sameOrganisation({ ...t, column: t.seriesId }, eventSeries).onDelete('cascade');

/** How a series repeats from one of its dates on, and what its dates are like. The last segment is what further dates are made of. */
export const eventSeriesSegments = pgTable(
	'event_series_segments',
	(c) => ({
		organisationId: organisationId(),
		seriesId: c.uuid('series_id').notNull(),
		position: c.integer('position').notNull(),
		/** The first date of it, by its key. */
		fromKey: c.text('from_key').notNull(),
		/** RRULE of RFC 5545 without DTSTART, COUNT and UNTIL; empty: dates were added manually. */
		rule: c.text('rule').notNull().default(''),
		/** Dates that the rule makes at most from `from_key` on. */
		count: c.integer('count'),
		/** The last day on which the rule makes dates. With `count` null as well it goes on until it is stopped. */
		untilOn: c.date('until_on', { mode: 'string' }),
		/** `19:30`, one to four a day, in order: the slots of a day. */
		startTimes: c.text('start_times').array().notNull(),
		lengthMinutes: c.integer('length_minutes').notNull(),
		timeZone: c.text('time_zone').notNull(),
		/** Rows of a date (page, tickets, questions) in terms of the series. */
		blueprint: c.jsonb('blueprint').$type<SeriesRows>().notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.seriesId, t.position] }),
		belongsToSeries(t),
		unique('event_series_segments_from_unique').on(t.organisationId, t.seriesId, t.fromKey),
		check('event_series_segments_length', sql`length_minutes BETWEEN 0 AND 44640`),
		check('event_series_segments_starts', sql`cardinality(start_times) BETWEEN 1 AND 4`),
		check('event_series_segments_end', sql`count IS NULL OR until_on IS NULL`),
	],
);

/** Dates that were taken out of a series: no rule makes them again. */
export const eventSeriesExceptions = pgTable(
	'event_series_exceptions',
	(c) => ({
		organisationId: organisationId(),
		seriesId: c.uuid('series_id').notNull(),
		key: c.text('key').notNull(),
		/** `skipped` when the series was made, `removed` later. */
		kind: c.text('kind', { enum: ['skipped', 'removed'] }).notNull(),
		createdAt: createdAt(),
	}),
	(t) => [primaryKey({ columns: [t.organisationId, t.seriesId, t.key] }), belongsToSeries(t)],
);

/** The state stored with a change of a series: enough to restore the series itself. Its dates have change sets of their own. */
export interface SeriesBefore {
	title: string;
	booking: 'each' | 'any' | 'all';
	stoppedAt: string | null;
	extendOn: string | null;
	segments: Omit<typeof eventSeriesSegments.$inferSelect, 'organisationId' | 'seriesId'>[];
	exceptions: { key: string; kind: 'skipped' | 'removed' }[];
	/** Keys that dates had before, by the id of their event; null: the date was made by this change. */
	keys: Record<string, string | null>;
	/** Dates that the change deleted, as rows of their series: they had no guests. */
	removed: { eventId: string; key: string }[];
	/** Its changes to the segments from its date on, by the paths of the series, so that it is undone beside later changes. */
	edited?: { part: string; path: string; subject: string; before: unknown; after: unknown }[];
	/** Digest of the segments as it left them: where they are still so, undoing gives the series back what it was as a whole. */
	left?: string;
	/** Whether it changed when the dates are: rule, start times, length, time zone, or which dates there are. */
	isMoved?: boolean;
}

/** One change of several dates, with a change set (`event_change_sets.series_change_id`) for each date that it changed. */
export const eventSeriesChanges = pgTable(
	'event_series_changes',
	(c) => ({
		...organisationRow(),
		seriesId: c.uuid('series_id').notNull(),
		kind: c.text('kind', { enum: ['edit', 'repeat', 'cancel', 'undo'] }).notNull(),
		scope: c.text('scope', { enum: ['this', 'following', 'all'] }).notNull(),
		/** The date from which it was made. */
		fromKey: c.text('from_key').notNull(),
		actorKind: c.text('actor_kind', { enum: ['member', 'key', 'system'] }).notNull(),
		actorId: c.uuid('actor_id'),
		/** Dates that it changed, made and removed. */
		dates: c.integer('dates').notNull(),
		/** Addresses of guests who are notified. */
		guests: c.integer('guests').notNull().default(0),
		notify: c.boolean('notify').notNull().default(false),
		note: c.text('note').notNull().default(''),
		state: c
			.text('state', { enum: ['applied', 'undone', 'replaced'] })
			.notNull()
			.default('applied'),
		notifyAt: instant('notify_at'),
		notifiedAt: instant('notified_at'),
		undoOf: c.uuid('undo_of'),
		before: c.jsonb('before').$type<SeriesBefore>().notNull(),
		/** The version of the series that it made. */
		seriesVersion: c.integer('series_version').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToSeries(t),
		index('event_series_changes_series_index').on(t.organisationId, t.seriesId, t.id.desc()),
		index('event_series_changes_due_index')
			.on(t.notifyAt)
			.where(sql`state = 'applied' AND notify AND notified_at IS NULL`),
		index('event_series_changes_actor_index').on(t.actorId).where(sql`actor_kind = 'member'`),
		index('event_series_changes_created_index').using('brin', t.createdAt),
		check('event_series_changes_notify_at', sql`NOT notify OR notify_at IS NOT NULL`),
	],
);
