import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { bytea, createdAt, id, instant, updatedAt } from './columns.ts';

/** Bug reports and feature requests. They belong to the operator, not to an organisation. */
export const feedbackReports = pgTable(
	'feedback_reports',
	(c) => ({
		id: id(),
		/** What people read: `FB-7K2M9Q4T`. */
		code: c.text('code').notNull(),
		type: c.text('type', { enum: ['bug', 'feature'] }).notNull(),
		title: c.text('title').notNull(),
		description: c.text('description').notNull(),
		priority: c.text('priority', { enum: ['low', 'medium', 'high', 'critical'] }).notNull(),
		category: c.text('category').notNull(),
		steps: c.text('steps').notNull(),
		expectedBehavior: c.text('expected_behavior').notNull(),
		actualBehavior: c.text('actual_behavior').notNull(),
		browser: c.text('browser').notNull(),
		device: c.text('device').notNull(),
		/** The reporter's; asked for follow-up. */
		email: c.text('email').notNull(),
		/** Redacted. */
		url: c.text('url').notNull(),
		userAgent: c.text('user_agent').notNull(),
		/** Whether the reporter agreed to send the console log. */
		isConsoleLogAllowed: c.boolean('is_console_log_allowed').notNull().default(false),
		consoleLog: c.jsonb('console_log').$type<{ level: string; at: string; text: string }[]>(),
		status: c
			.text('status', {
				enum: ['new', 'triaged', 'planned', 'in-progress', 'done', 'declined', 'duplicate'],
			})
			.notNull()
			.default('new'),
		/** An administrator. */
		assigneeId: c.uuid('assignee_id'),
		duplicateOfId: c.uuid('duplicate_of_id'),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		uniqueIndex('feedback_reports_code_unique').on(t.code),
		index('feedback_reports_created_index').on(t.createdAt, t.id),
		// What nobody has looked at yet: counted on the administrators' first page.
		index('feedback_reports_new_index').on(t.createdAt).where(sql`status = 'new'`),
		index('feedback_reports_duplicate_index').on(t.duplicateOfId),
		index('feedback_reports_email_index').on(sql`lower(${t.email})`),
	],
);

export const feedbackScreenshots = pgTable(
	'feedback_screenshots',
	(c) => ({
		id: id(),
		reportId: c
			.uuid('report_id')
			.notNull()
			.references(() => feedbackReports.id, { onDelete: 'cascade' }),
		/** Place among the report's screenshots, 1 to 5: the database holds the limit. */
		position: c.integer('position').notNull(),
		fileStem: c.text('file_stem').notNull(),
		name: c.text('name').notNull(),
		width: c.integer('width').notNull(),
		height: c.integer('height').notNull(),
		/** Keyed hash of the sender's network, for limits; no address is stored. */
		source: bytea('source'),
		createdAt: createdAt(),
	}),
	(t) => [
		index('feedback_screenshots_created_index').on(t.createdAt),
		uniqueIndex('feedback_screenshots_position_unique').on(t.reportId, t.position),
		check('feedback_screenshots_position_check', sql`position BETWEEN 1 AND 5`),
	],
);

/** Notes of administrators and what they changed, oldest first. */
export const feedbackActivity = pgTable(
	'feedback_activity',
	(c) => ({
		id: id(),
		reportId: c
			.uuid('report_id')
			.notNull()
			.references(() => feedbackReports.id, { onDelete: 'cascade' }),
		kind: c.text('kind', { enum: ['note', 'status', 'priority', 'assignee', 'merge'] }).notNull(),
		/** The note; the new value of what was changed. */
		text: c.text('text').notNull(),
		authorId: c.uuid('author_id').notNull(),
		createdAt: instant('created_at').notNull().defaultNow(),
	}),
	(t) => [index('feedback_activity_report_index').on(t.reportId, t.createdAt)],
);
