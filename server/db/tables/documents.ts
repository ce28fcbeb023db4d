import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import { documentKinds } from '#shared/rules/document-kinds.ts';
import { receiptRegimes } from '#shared/rules/gift-receipts.ts';
import {
	bytea,
	createdAt,
	instant,
	organisationId,
	organisationKey,
	organisationRow,
	updatedAt,
} from './columns.ts';

const minor = (name: string) => bigint(name, { mode: 'number' }).notNull();

/** The next number of each series. Raised in the transaction that writes the documents, so a rollback gives numbers back. */
export const documentSeries = pgTable(
	'document_series',
	(c) => ({
		organisationId: organisationId(),
		kind: c.text('kind', { enum: documentKinds }).notNull(),
		prefix: c.text('prefix').notNull(),
		next: c.integer('next').notNull().default(1),
	}),
	(t) => [primaryKey({ columns: [t.organisationId, t.kind, t.prefix] })],
);

/**
 * Issued documents. Never changed: a trigger refuses everything but the recipient's removal once the time to keep them is over, and a
 * correction is a credit note.
 */
export const documents = pgTable(
	'documents',
	(c) => ({
		...organisationRow(),
		kind: c.text('kind', { enum: documentKinds }).notNull(),
		series: c.text('series').notNull(),
		number: c.integer('number').notNull(),
		label: c.text('label').notNull(),
		issuedAt: instant('issued_at').notNull(),
		/** Of its labels and of dates and amounts in it. */
		language: c.text('language').notNull(),
		eventId: c.uuid('event_id'),
		/** The order that it is about. */
		subjectId: c.uuid('subject_id').notNull(),
		/** The invoice or receipt that a credit note corrects, or the receipt of a donation that is cancelled. */
		correctsId: c.uuid('corrects_id'),
		/** Seller, lines, tax by rate and texts as they were: domain/documents/content.ts. */
		content: c.jsonb('content').notNull(),
		/** Who it is for; null once the time to keep it is over. */
		recipient: c.jsonb('recipient'),
		netMinor: minor('net_minor'),
		taxMinor: minor('tax_minor'),
		grossMinor: minor('gross_minor'),
		currency: c.text('currency').notNull(),
		/** The form in which it is drawn. */
		template: c.integer('template').notNull(),
		/** SHA-256 of the recipient, and of the rest with that. */
		recipientHash: bytea('recipient_hash').notNull(),
		hash: bytea('hash').notNull(),
		retainUntil: c.date('retain_until').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('documents_number_unique').on(t.organisationId, t.kind, t.series, t.number),
		uniqueIndex('documents_cancelled_once')
			.on(t.organisationId, t.correctsId)
			.where(sql`kind = 'gift_cancellation'`),
		index('documents_subject_index').on(t.organisationId, t.subjectId),
		index('documents_issued_index').on(t.organisationId, t.issuedAt, t.id),
		index('documents_retained_index').on(t.retainUntil).where(sql`recipient IS NOT NULL`),
		check('documents_sum', sql`gross_minor = net_minor + tax_minor`),
		check(
			'documents_corrects',
			sql`(kind IN ('credit_note', 'gift_cancellation')) = (corrects_id IS NOT NULL)`,
		),
	],
);

/** The orders and offline donations that a receipt over a year is about. */
export const giftReceiptParts = pgTable(
	'gift_receipt_parts',
	(c) => ({
		organisationId: organisationId(),
		documentId: c.uuid('document_id').notNull(),
		subjectId: c.uuid('subject_id').notNull(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.documentId, t.subjectId] }),
		index('gift_receipt_parts_subject_index').on(t.organisationId, t.subjectId),
	],
);

/** Details of an organisation for receipts of donations. Without a row it issues none. */
export const giftReceiptSettings = pgTable('gift_receipt_settings', (c) => ({
	organisationId: organisationId().primaryKey(),
	regime: c.text('regime', { enum: receiptRegimes }).notNull(),
	number: c.text('number').notNull().default(''),
	signatory: c.text('signatory').notNull().default(''),
	purpose: c.text('purpose').notNull().default(''),
	taxOffice: c.text('tax_office').notNull().default(''),
	noticeDate: c.date('notice_date', { mode: 'string' }),
	assessmentPeriod: c.text('assessment_period').notNull().default(''),
	/** Germany: confirmations say that a donation is no membership fee. */
	excludesMembershipFees: c.boolean('excludes_membership_fees').notNull().default(false),
	isAutomatic: c.boolean('is_automatic').notNull().default(true),
	/** Each January donors get a list of what they gave in the year before. */
	sendsSummary: c.boolean('sends_summary').notNull().default(true),
	version: c.integer('version').notNull().default(1),
	updatedAt: updatedAt(),
}));
