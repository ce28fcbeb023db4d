import { sql } from 'drizzle-orm';
import { check, date, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from './columns.ts';

/** One look at one component, once a minute over all processes; kept for 90 days. */
export const statusChecks = pgTable(
	'status_checks',
	{
		component: text('component').notNull(),
		/** The full minute that the look was for. */
		checkedAt: instant('checked_at').notNull(),
		state: text('state', { enum: ['ok', 'degraded', 'down'] }).notNull(),
		durationMs: integer('duration_ms').notNull(),
		/** Why it is not ok; for administrators. */
		detail: text('detail').notNull().default(''),
	},
	(t) => [
		primaryKey({ columns: [t.component, t.checkedAt] }),
		index('status_checks_checked_index').on(t.checkedAt),
	],
);

/** The looks of a day, counted as they are written, so that 90 days are 90 rows. */
export const statusDays = pgTable(
	'status_days',
	{
		component: text('component').notNull(),
		day: date('day', { mode: 'string' }).notNull(),
		ok: integer('ok').notNull().default(0),
		degraded: integer('degraded').notNull().default(0),
		down: integer('down').notNull().default(0),
	},
	(t) => [primaryKey({ columns: [t.component, t.day] })],
);

/** What administrators tell about an outage or planned work. */
export const incidents = pgTable(
	'incidents',
	{
		id: id(),
		title: text('title').notNull(),
		kind: text('kind', { enum: ['incident', 'maintenance'] })
			.notNull()
			.default('incident'),
		impact: text('impact', { enum: ['none', 'degraded', 'down'] }).notNull(),
		components: text('components').array().notNull().default(sql`'{}'::text[]`),
		state: text('state', {
			enum: ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'],
		}).notNull(),
		startsAt: instant('starts_at').notNull(),
		/** Planned end of maintenance. */
		endsAt: instant('ends_at'),
		resolvedAt: instant('resolved_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	},
	(t) => [
		index('incidents_starts_index').on(t.startsAt, t.id),
		check('incidents_resolved_check', sql`(state = 'resolved') = (resolved_at IS NOT NULL)`),
	],
);

export const incidentUpdates = pgTable(
	'incident_updates',
	{
		id: id(),
		incidentId: uuid('incident_id')
			.notNull()
			.references(() => incidents.id, { onDelete: 'cascade' }),
		state: text('state', {
			enum: ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'],
		}).notNull(),
		message: text('message').notNull(),
		createdAt: createdAt(),
	},
	(t) => [index('incident_updates_incident_index').on(t.incidentId, t.createdAt)],
);
