import { index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Crashes of browsers and of the server, one row for each kind, with the last occurrence. Holds no personal data. */
export const errorReports = pgTable(
	'error_reports',
	(c) => ({
		id: id(),
		/** The fingerprint of a crash: source, name, message without numbers, the place in the code. */
		fingerprint: c.text('fingerprint').notNull(),
		source: c.text('source', { enum: ['browser', 'server'] }).notNull(),
		severity: c.text('severity', { enum: ['warning', 'info', 'error'] }).notNull(),
		name: c.text('name').notNull(),
		message: c.text('message').notNull(),
		stack: c.text('stack').notNull(),
		route: c.text('route').notNull(),
		release: c.text('release').notNull(),
		requestId: c.text('request_id').notNull(),
		count: c.integer('count').notNull().default(1),
		firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
		resolvedAt: instant('resolved_at'),
	}),
	(t) => [
		uniqueIndex('error_reports_fingerprint_unique').on(t.fingerprint),
		index('error_reports_seen_index').on(t.lastSeenAt, t.id),
	],
);
