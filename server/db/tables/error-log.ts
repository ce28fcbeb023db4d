import { index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant } from './columns.ts';

/** Crashes of browsers and of the server, one row for each kind, with the last occurrence. Holds no personal data. */
export const errorReports = pgTable(
	'error_reports',
	{
		id: id(),
		/** What makes two crashes one kind: source, name, message without numbers, the place in the code. */
		fingerprint: text('fingerprint').notNull(),
		source: text('source', { enum: ['browser', 'server'] }).notNull(),
		severity: text('severity', { enum: ['warning', 'info', 'error'] }).notNull(),
		name: text('name').notNull(),
		message: text('message').notNull(),
		stack: text('stack').notNull(),
		route: text('route').notNull(),
		release: text('release').notNull(),
		requestId: text('request_id').notNull(),
		count: integer('count').notNull().default(1),
		firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
		lastSeenAt: instant('last_seen_at').notNull().defaultNow(),
		resolvedAt: instant('resolved_at'),
	},
	(t) => [
		uniqueIndex('error_reports_fingerprint_unique').on(t.fingerprint),
		index('error_reports_seen_index').on(t.lastSeenAt, t.id),
	],
);
