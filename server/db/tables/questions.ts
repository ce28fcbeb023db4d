import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { answerFileTypes } from '#shared/rules/answer-files.ts';
import { type AnswerValue, questionKinds, questionScopes } from '#shared/rules/questions.ts';
import {
	createdAt,
	instant,
	organisationKey,
	organisationRow,
	sameOrganisation,
	updatedAt,
} from './columns.ts';
import { belongsToEvent } from './events.ts';

/** A choice as it is stored: one that was taken back stays, so that the answers that chose it can be read. */
export interface StoredChoice {
	id: string;
	label: string;
	isArchived?: boolean;
}

/** Questions of an organiser, which guests answer after they have their ticket. */
export const questions = pgTable(
	'questions',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		position: c.integer('position').notNull(),
		label: c.text('label').notNull(),
		help: c.text('help').notNull().default(''),
		kind: c.text('kind', { enum: questionKinds }).notNull(),
		/** Asked once of an order, or of each person in it. */
		scope: c.text('scope', { enum: questionScopes }).notNull(),
		choices: c.jsonb('choices').$type<StoredChoice[]>().notNull().default([]),
		isRequired: c.boolean('is_required').notNull().default(false),
		/** Null: every ticket type. */
		ticketTypeIds: c.uuid('ticket_type_ids').array(),
		/** Asked only where an earlier question has this answer: the id of a choice, or `yes` for consent. */
		shownWhenQuestionId: c.uuid('shown_when_question_id'),
		shownWhenEquals: c.text('shown_when_equals'),
		/** Guests without an answer are asked at check-in. */
		isAskedAtDoor: c.boolean('is_asked_at_door').notNull().default(false),
		/** Of a consent: whoever agrees agrees to news of the organiser by email, and becomes a follower once the address is confirmed. */
		asksForNews: c.boolean('asks_for_news').notNull().default(false),
		/** Archived; its answers are retained. */
		archivedAt: instant('archived_at'),
		/** The same thing in all dates of a series; null: the row’s own id. */
		lineageId: c.uuid('lineage_id'),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		belongsToEvent(t),
		sameOrganisation({ ...t, column: t.shownWhenQuestionId }, t),
		index('questions_event_index').on(t.organisationId, t.eventId, t.position),
		check(
			'questions_shown_when',
			sql`(shown_when_question_id IS NULL) = (shown_when_equals IS NULL) AND shown_when_question_id <> id`,
		),
	],
);

/**
 * Answers, one row each. Like tickets they have no foreign keys to what a sale writes (docs/decisions/080-orders-in-batches.md); the
 * check `questions.answers-belong` looks after them.
 */
export const answers = pgTable(
	'answers',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		questionId: c.uuid('question_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		/** Null: of the whole order. */
		attendeeId: c.uuid('attendee_id'),
		value: c.jsonb('value').$type<AnswerValue>().notNull(),
		answeredBy: c.text('answered_by', { enum: ['buyer', 'organiser', 'door'] }).notNull(),
		answeredAt: instant('answered_at').notNull().defaultNow(),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.questionId }, questions),
		uniqueIndex('answers_attendee_unique')
			.on(t.organisationId, t.eventId, t.attendeeId, t.questionId)
			.where(sql`attendee_id IS NOT NULL`),
		uniqueIndex('answers_order_unique')
			.on(t.organisationId, t.eventId, t.orderId, t.questionId)
			.where(sql`attendee_id IS NULL`),
		index('answers_order_index').on(t.organisationId, t.eventId, t.orderId),
		index('answers_question_index').on(t.organisationId, t.questionId),
		check('answers_value', sql`jsonb_typeof(value) IN ('string', 'number', 'boolean', 'array')`),
	],
);

/**
 * Files that were uploaded to answer questions of kind `file`; such an answer is the id of a row. Rows of deleted files leave the names of
 * their bytes in `answer_file_removals`, by a trigger.
 */
export const answerFiles = pgTable(
	'answer_files',
	(c) => ({
		...organisationRow(),
		eventId: c.uuid('event_id').notNull(),
		questionId: c.uuid('question_id').notNull(),
		orderId: c.uuid('order_id').notNull(),
		/** Whose answer it is or may become; null: of the order, or of any person whom the buyer answers for until one is named. */
		attendeeId: c.uuid('attendee_id'),
		/** Of the bytes in the file store. A copy of the answer for another date has a row of its own for the same bytes. */
		fileName: c.text('file_name').notNull(),
		/** As it was called where it was uploaded, with the extension of its type. */
		name: c.text('name').notNull(),
		/** Found by its content. */
		type: c.text('type', { enum: answerFileTypes }).notNull(),
		bytes: c.integer('bytes').notNull(),
		uploadedBy: c.text('uploaded_by', { enum: ['buyer', 'organiser'] }).notNull(),
		createdAt: createdAt(),
		/** Removed then, unless an answer names it; null: one does. */
		expiresAt: instant('expires_at'),
	}),
	(t) => [
		organisationKey(t),
		sameOrganisation({ ...t, column: t.questionId }, questions).onDelete('cascade'),
		index('answer_files_order_index').on(t.organisationId, t.eventId, t.orderId, t.bytes),
		index('answer_files_question_index').on(t.organisationId, t.questionId, t.id),
		index('answer_files_name_index').on(t.fileName),
		index('answer_files_expiry_index').on(t.expiresAt).where(sql`expires_at IS NOT NULL`),
	],
);

/** Bytes in the file store whose row was deleted, until they are removed as well. */
export const answerFileRemovals = pgTable(
	'answer_file_removals',
	(c) => ({
		fileName: c.text('file_name').primaryKey(),
		/** The organisation that the file was of, which may be gone. */
		ownerId: c.uuid('owner_id').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [index('answer_file_removals_index').on(t.createdAt)],
);
