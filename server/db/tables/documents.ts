import { sql } from 'drizzle-orm';
import {
	bigint,
	check,
	date,
	index,
	integer,
	jsonb,
	pgTable,
	primaryKey,
	text,
	uniqueIndex,
	uuid,
} from 'drizzle-orm/pg-core';
import { documentKinds } from '#shared/rules/document-kinds.ts';
import { bytea, createdAt, instant, organisationId, organisationKey, organisationRow } from './columns.ts';

const minor = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** The next number of each series. Raised in the transaction that writes the documents, so a rollback gives numbers back. */
export const documentSeries = pgTable(
	'document_series',
	{
		organisationId: organisationId(),
		kind: text('kind', { enum: documentKinds }).notNull(),
		prefix: text('prefix').notNull(),
		next: integer('next').notNull().default(1),
	},
	(t) => [primaryKey({ columns: [t.organisationId, t.kind, t.prefix] })],
);

/**
 * Issued documents. Never changed: a trigger refuses everything but the recipient's removal once the time to keep them is over, and a
 * correction is a credit note.
 */
export const documents = pgTable(
	'documents',
	{
		...organisationRow(),
		kind: text('kind', { enum: documentKinds }).notNull(),
		series: text('series').notNull(),
		number: integer('number').notNull(),
		label: text('label').notNull(),
		issuedAt: instant('issued_at').notNull(),
		/** Of its labels and of dates and amounts in it. */
		language: text('language').notNull(),
		eventId: uuid('event_id'),
		/** The order that it is about. */
		subjectId: uuid('subject_id').notNull(),
		/** The invoice that a credit note corrects. */
		correctsId: uuid('corrects_id'),
		/** Seller, lines, tax by rate and texts as they were: domain/documents/content.ts. */
		content: jsonb('content').notNull(),
		/** Who it is for; null once the time to keep it is over. */
		recipient: jsonb('recipient'),
		netMinor: minor('net_minor'),
		taxMinor: minor('tax_minor'),
		grossMinor: minor('gross_minor'),
		currency: text('currency').notNull(),
		/** The form in which it is drawn. */
		template: integer('template').notNull(),
		/** SHA-256 of the recipient, and of the rest with that. */
		recipientHash: bytea('recipient_hash').notNull(),
		hash: bytea('hash').notNull(),
		retainUntil: date('retain_until').notNull(),
		createdAt: createdAt(),
	},
	(t) => [
		organisationKey(t),
		uniqueIndex('documents_number_unique').on(t.organisationId, t.kind, t.series, t.number),
		uniqueIndex('documents_receipt_unique').on(t.organisationId, t.subjectId).where(sql`kind = 'receipt'`),
		index('documents_subject_index').on(t.organisationId, t.subjectId),
		index('documents_issued_index').on(t.organisationId, t.issuedAt, t.id),
		index('documents_retained_index').on(t.retainUntil).where(sql`recipient IS NOT NULL`),
		check('documents_sum', sql`gross_minor = net_minor + tax_minor`),
		check('documents_corrects', sql`(kind = 'credit_note') = (corrects_id IS NOT NULL)`),
	],
);
