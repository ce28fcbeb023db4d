import { sql } from 'drizzle-orm';
import { check, index, pgTable, primaryKey } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from './columns.ts';

/** One look at one component, once a minute over all processes; retained for 90 days. */
export const statusChecks = pgTable(
	'status_checks',
	(c) => ({
		component: c.text('component').notNull(),
		/** The full minute that the look was for. */
		checkedAt: instant('checked_at').notNull(),
		state: c.text('state', { enum: ['ok', 'degraded', 'down'] }).notNull(),
		durationMs: c.integer('duration_ms').notNull(),
		/** Why it is not ok; for administrators. */
		detail: c.text('detail').notNull().default(''),
	}),
	(t) => [
		primaryKey({ columns: [t.component, t.checkedAt] }),
		index('status_checks_checked_index').on(t.checkedAt),
	],
);

/** The looks of a day, counted as they are written, so that 90 days are 90 rows. */
export const statusDays = pgTable(
	'status_days',
	(c) => ({
		component: c.text('component').notNull(),
		day: c.date('day', { mode: 'string' }).notNull(),
		ok: c.integer('ok').notNull().default(0),
		degraded: c.integer('degraded').notNull().default(0),
		down: c.integer('down').notNull().default(0),
	}),
	(t) => [primaryKey({ columns: [t.component, t.day] })],
);

/** What administrators publish about an outage or planned work. */
export const incidents = pgTable(
	'incidents',
	(c) => ({
		id: id(),
		title: c.text('title').notNull(),
		kind: c
			.text('kind', { enum: ['incident', 'maintenance'] })
			.notNull()
			.default('incident'),
		impact: c.text('impact', { enum: ['none', 'degraded', 'down'] }).notNull(),
		components: c.text('components').array().notNull().default(sql`'{}'::text[]`),
		state: c
			.text('state', {
				enum: ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'],
			})
			.notNull(),
		startsAt: instant('starts_at').notNull(),
		/** Planned end of maintenance. */
		endsAt: instant('ends_at'),
		resolvedAt: instant('resolved_at'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		index('incidents_starts_index').on(t.startsAt, t.id),
		check('incidents_resolved_check', sql`(state = 'resolved') = (resolved_at IS NOT NULL)`),
	],
);

export const incidentUpdates = pgTable(
	'incident_updates',
	(c) => ({
		id: id(),
		incidentId: c
			.uuid('incident_id')
			.notNull()
			.references(() => incidents.id, { onDelete: 'cascade' }),
		state: c
			.text('state', {
				enum: ['scheduled', 'investigating', 'identified', 'monitoring', 'resolved'],
			})
			.notNull(),
		message: c.text('message').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [index('incident_updates_incident_index').on(t.incidentId, t.createdAt)],
);
