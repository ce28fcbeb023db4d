import { sql } from 'drizzle-orm';
import { check, index, pgTable, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, updatedAt } from './columns.ts';

/**
 * Pages, blog posts and help articles. What they say lies in revisions; an item says which of them is shown and from when.
 * Shipped texts are rows like all others: an upgrade renews them until somebody has edited them.
 */
export const contentItems = pgTable(
	'content_items',
	(c) => ({
		id: id(),
		kind: c.text('kind', { enum: ['page', 'post', 'help'] }).notNull(),
		slug: c.text('slug').notNull(),
		/** Name of the shipped text it began as; null for one that was written here. */
		shippedKey: c.text('shipped_key'),
		/** Hash of the shipped text that was last put in. */
		shippedHash: c.text('shipped_hash').notNull().default(''),
		/** Somebody wrote here: upgrades leave it alone. */
		isEdited: c.boolean('is_edited').notNull().default(false),
		/** The revision that readers see; null: none yet. */
		liveRevisionId: c.uuid('live_revision_id'),
		/** The revision that takes its place at `scheduledAt`. */
		scheduledRevisionId: c.uuid('scheduled_revision_id'),
		scheduledAt: instant('scheduled_at'),
		/** First time that readers could or can see it; null: a draft. */
		publishedAt: instant('published_at'),
		archivedAt: instant('archived_at'),
		/** Raised by every change; the ETag of edits. */
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		uniqueIndex('content_items_slug_unique').on(t.kind, t.slug),
		unique('content_items_shipped_unique').on(t.shippedKey),
		index('content_items_published_index').on(t.kind, t.publishedAt, t.id),
		check('content_items_schedule_check', sql`(scheduled_revision_id IS NULL) = (scheduled_at IS NULL)`),
	],
);

/** What an item said at a time. Never changed: the history of a text is its revisions. */
export const contentRevisions = pgTable(
	'content_revisions',
	(c) => ({
		id: id(),
		itemId: c
			.uuid('item_id')
			.notNull()
			.references(() => contentItems.id, { onDelete: 'cascade' }),
		number: c.integer('number').notNull(),
		title: c.text('title').notNull(),
		summary: c.text('summary').notNull().default(''),
		tags: c.text('tags').array().notNull().default(sql`'{}'::text[]`),
		/** For help articles: whom it is for. */
		audience: c.text('audience').notNull().default(''),
		/** The text as data (shared/contracts/rich-text.ts); checked when it was written. */
		body: c.jsonb('body').notNull(),
		/** The words of title, summary and body, for search. */
		words: c.text('words').notNull().default(''),
		authorId: c.uuid('author_id'),
		authorName: c.text('author_name').notNull().default(''),
		createdAt: createdAt(),
	}),
	(t) => [uniqueIndex('content_revisions_number_unique').on(t.itemId, t.number)],
);

/** Who runs this installation, as the legal pages name them; one row. */
export const operatorSettings = pgTable(
	'operator_settings',
	(c) => ({
		id: c.integer('id').primaryKey().default(1),
		name: c.text('name').notNull().default(''),
		/** Postal address, several lines. */
		address: c.text('address').notNull().default(''),
		email: c.text('email').notNull().default(''),
		phone: c.text('phone').notNull().default(''),
		/** Whose law holds and which courts: a sentence in the terms. */
		jurisdiction: c.text('jurisdiction').notNull().default(''),
		/** Where vulnerabilities are reported; the address above without one. */
		securityContact: c.text('security_contact').notNull().default(''),
		/** Of bills for plans: where the operator is (ISO 3166-1 alpha-2), its tax ID, the tax in the prices and its own words on it. */
		countryCode: c.text('country_code').notNull().default(''),
		taxNumber: c.text('tax_number').notNull().default(''),
		taxBasisPoints: c.numeric('tax_rate', { precision: 6, scale: 1, mode: 'number' }).notNull().default(0),
		/** Maintained by a trigger for the version before. */
		wholeTaxBasisPoints: c.integer('tax_basis_points').notNull().default(0),
		taxNote: c.text('tax_note').notNull().default(''),
		version: c.integer('version').notNull().default(1),
		updatedAt: updatedAt(),
	}),
	() => [check('operator_settings_one_row', sql`id = 1`)],
);
