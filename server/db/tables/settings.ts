import { sql } from 'drizzle-orm';
import { check, index, pgTable, uniqueIndex } from 'drizzle-orm/pg-core';
import { organisations, users } from './accounts.ts';
import { createdAt, id, instant, updatedAt } from './columns.ts';

/** Details of an organisation, and its defaults for new events. Without a row everything is as it comes. */
export const organisationSettings = pgTable(
	'organisation_settings',
	(c) => ({
		organisationId: c
			.uuid('organisation_id')
			.primaryKey()
			.references(() => organisations.id, { onDelete: 'cascade' }),
		address: c.text('address').notNull().default(''),
		/** ISO 3166-1 alpha-2, or empty. */
		countryCode: c.text('country_code').notNull().default(''),
		taxNumber: c.text('tax_number').notNull().default(''),
		/** Of e-invoices; empty: read from the address. */
		postcode: c.text('postcode').notNull().default(''),
		city: c.text('city').notNull().default(''),
		/** Who answers questions about invoices, and where e-invoices come from; without an email the one for answers. */
		invoiceContact: c.text('invoice_contact').notNull().default(''),
		invoicePhone: c.text('invoice_phone').notNull().default(''),
		invoiceEmail: c.text('invoice_email').notNull().default(''),
		/** The seller on receipts and invoices; empty: the organisation's name. */
		legalName: c.text('legal_name').notNull().default(''),
		/** Printed below the amounts, such as the reason why no tax is charged. */
		taxNote: c.text('tax_note').notNull().default(''),
		/** Where answers to its mails go; empty: nowhere. */
		replyTo: c.text('reply_to').notNull().default(''),
		defaultTimeZone: c.text('default_time_zone').notNull().default(''),
		defaultCurrency: c.text('default_currency').notNull().default(''),
		defaultRefundPolicy: c.text('default_refund_policy').notNull().default(''),
		/** `#rrggbb`, or empty. */
		brandColor: c.text('brand_color').notNull().default(''),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	() => [check('organisation_settings_brand_color', sql`brand_color ~ '^(#[0-9a-f]{6})?$'`)],
);

/** Files with everything that is stored about a person, made in the background. */
export const dataExports = pgTable(
	'data_exports',
	(c) => ({
		id: id(),
		userId: c
			.uuid('user_id')
			.notNull()
			.references(() => users.id, { onDelete: 'cascade' }),
		status: c
			.text('status', { enum: ['queued', 'ready', 'failed', 'expired'] })
			.notNull()
			.default('queued'),
		/** Name in the file store. */
		fileName: c.text('file_name'),
		sizeBytes: c.integer('size_bytes').notNull().default(0),
		attempts: c.integer('attempts').notNull().default(0),
		nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
		readyAt: instant('ready_at'),
		expiresAt: instant('expires_at'),
		createdAt: createdAt(),
	}),
	(t) => [
		index('data_exports_user_index').on(t.userId, t.createdAt),
		index('data_exports_due_index').on(t.nextAttemptAt).where(sql`status = 'queued'`),
		uniqueIndex('data_exports_one_queued').on(t.userId).where(sql`status = 'queued'`),
	],
);
