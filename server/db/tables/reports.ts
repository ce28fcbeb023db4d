import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import type { ReportQuery } from '#shared/contracts/reports.ts';
import {
	reportCharts,
	reportFormats,
	reportLimits,
	scheduleKinds,
	schedulePauseReasons,
	scheduleStates,
} from '#shared/rules/report-query.ts';
import {
	bytea,
	createdAt,
	id,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** Saved queries. Everybody who opens one sees it with their own rights. */
export const reports = pgTable(
	'reports',
	(c) => ({
		...organisationRow(),
		name: c.text('name').notNull(),
		note: c.text('note').notNull().default(''),
		query: c.jsonb('query').$type<ReportQuery>().notNull(),
		/** Of the shape of `query`. */
		queryFormat: c.integer('query_format').notNull().default(1),
		chart: c.text('chart', { enum: reportCharts }).notNull().default('auto'),
		sharing: c
			.text('sharing', { enum: ['private', 'organisation'] })
			.notNull()
			.default('private'),
		ownerId: c.uuid('owner_id').notNull(),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		index('reports_name_index').on(t.organisationId, t.sharing, t.name),
		index('reports_owner_index').on(t.ownerId),
	],
);

/** Links with which anybody reads the groups and totals of a report, with the rights of whoever made the link. */
export const reportLinks = pgTable(
	'report_links',
	(c) => ({
		id: id(),
		organisationId: organisationId(),
		reportId: c.uuid('report_id').notNull(),
		tokenHash: bytea('token_hash').notNull(),
		label: c.text('label').notNull().default(''),
		expiresAt: instant('expires_at').notNull(),
		revokedAt: instant('revoked_at'),
		opened: c.integer('opened').notNull().default(0),
		createdBy: c.uuid('created_by').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		uniqueIndex('report_links_token_hash_unique').on(t.tokenHash),
		index('report_links_report_index').on(t.organisationId, t.reportId, t.id),
		index('report_links_maker_index').on(t.createdBy),
		sameOrganisation({ ...t, column: t.reportId }, reports).onDelete('cascade'),
	],
);

/** Files of a report made by themselves and sent to members as a link. */
export const reportSchedules = pgTable(
	'report_schedules',
	(c) => ({
		...organisationRow(),
		reportId: c.uuid('report_id').notNull(),
		kind: c.text('kind', { enum: scheduleKinds }).notNull(),
		/** Wall time in the zone, as `07:30`. */
		atTime: c.text('at_time').notNull(),
		timeZone: c.text('time_zone').notNull(),
		/** Monday is 1. */
		weekday: c.integer('weekday'),
		/** Of the month; months that are shorter take their last. */
		day: c.integer('day'),
		/** The event that it is beside, and the hours before its start (below 0) or after its end. */
		eventId: c.uuid('event_id'),
		hours: c.integer('hours'),
		format: c.text('format', { enum: reportFormats }).notNull(),
		/** Accounts of members. */
		recipients: c.uuid('recipients').array().notNull(),
		/** Whose rights it has. */
		runsAs: c.uuid('runs_as').notNull(),
		/** Beside an event it follows from the event. */
		nextAt: instant('next_at').notNull(),
		state: c.text('state', { enum: scheduleStates }).notNull().default('on'),
		/** `hand`; `rights`: `runs_as` may not see what is in it any more; `plan`: the plan has no reports; `expired`: it was not paid. */
		pauseReason: c.text('pause_reason', { enum: schedulePauseReasons }),
		/** Runs in a row. */
		failures: c.integer('failures').notNull().default(0),
		lastRunAt: instant('last_run_at'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.reportId }, reports).onDelete('cascade'),
		index('report_schedules_report_index').on(t.organisationId, t.reportId, t.id),
		index('report_schedules_maker_index').on(t.runsAs),
		index('report_schedules_recipients_index').using('gin', t.recipients),
		index('report_schedules_due_index').on(t.nextAt).where(sql`state = 'on'`),
		belongsToEvent(t),
		index('report_schedules_event_index').on(t.eventId).where(sql`event_id IS NOT NULL AND state = 'on'`),
		check(
			'report_schedules_day',
			sql`(kind = 'weekly') = (weekday IS NOT NULL) AND (kind = 'monthly') = (day IS NOT NULL)`,
		),
		check(
			'report_schedules_event',
			sql`(kind = 'event') = (event_id IS NOT NULL) AND (kind = 'event') = (hours IS NOT NULL) AND hours <> 0
				AND hours BETWEEN ${sql.raw(String(-reportLimits.hours))} AND ${sql.raw(String(reportLimits.hours))}`,
		),
		check('report_schedules_recipients', sql`cardinality(recipients) BETWEEN 1 AND 20`),
	],
);

/** Files made of reports by the worker. Stored for days; the row stays for longer and says what was made. */
export const reportRuns = pgTable(
	'report_runs',
	(c) => ({
		...organisationRow(),
		reportId: c.uuid('report_id'),
		scheduleId: c.uuid('schedule_id'),
		name: c.text('name').notNull(),
		query: c.jsonb('query').$type<ReportQuery>().notNull(),
		format: c.text('format', { enum: reportFormats }).notNull(),
		/** Whose rights it is made with; an API key may have fewer than its maker. */
		requestedBy: c.uuid('asked_by').notNull(),
		/** What was allowed when it was requested: what a reader of the file needs as well. */
		needs: c.text('needs').array().notNull(),
		/** Events that it reaches; null: all. */
		eventIds: c.uuid('event_ids').array(),
		state: c
			.text('state', { enum: ['queued', 'running', 'done', 'failed', 'expired'] })
			.notNull()
			.default('queued'),
		rows: c.integer('rows').notNull().default(0),
		bytes: c.bigint('bytes', { mode: 'number' }),
		fileName: c.text('file_name'),
		sha256: c.text('sha256'),
		/** The error code or the rule of a failure. */
		error: c.text('error'),
		attempts: c.integer('attempts').notNull().default(0),
		/** While running: another worker takes it over after this. */
		leaseUntil: instant('lease_until'),
		createdAt: createdAt(),
		startedAt: instant('started_at'),
		endedAt: instant('ended_at'),
		expiresAt: instant('expires_at'),
	}),
	(t) => [
		organisationKey(t),
		index('report_runs_open_index').on(t.organisationId, t.id).where(sql`state IN ('queued', 'running')`),
		index('report_runs_due_index').on(t.id).where(sql`state IN ('queued', 'running')`),
		index('report_runs_schedule_index')
			.on(t.organisationId, t.scheduleId, t.id)
			.where(sql`schedule_id IS NOT NULL`),
		index('report_runs_expiry_index').on(t.expiresAt).where(sql`state = 'done'`),
		index('report_runs_created_index').using('brin', t.createdAt),
	],
);
