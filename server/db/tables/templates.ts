import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, uniqueIndex } from 'drizzle-orm/pg-core';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import type { TemplateCard } from '#shared/contracts/templates.ts';
import { templatePurposes } from '#shared/rules/template-purposes.ts';
import { createdAt, organisationId, organisationKey, organisationRow, updatedAt } from './columns.ts';

/** A summary of a template for lists, so that they need not read whole plans. */
export type TemplateOutline = Pick<
	TemplateCard,
	'category' | 'format' | 'visibility' | 'coverSeed' | 'startTime' | 'lengthMinutes' | 'brings'
>;

/** Templates that organisations saved from their events. The ready ones are code (server/domain/templates/ready). */
export const templates = pgTable(
	'templates',
	(c) => ({
		...organisationRow(),
		name: c.text('name').notNull(),
		purpose: c.text('purpose', { enum: templatePurposes }).notNull(),
		hint: c.text('hint').notNull().default(''),
		/** Of its newest version. */
		outline: c.jsonb('outline').$type<TemplateOutline>().notNull(),
		/** Number of its newest version. */
		current: c.integer('current').notNull(),
		isArchived: c.boolean('is_archived').notNull().default(false),
		/** The event that the newest version was saved from; it may be gone. */
		fromEventId: c.uuid('from_event_id'),
		createdBy: c.uuid('created_by').notNull(),
		version: c.integer('version').notNull().default(1),
		createdAt: createdAt(),
		updatedAt: updatedAt(),
	}),
	(t) => [
		organisationKey(t),
		uniqueIndex('templates_name_unique')
			.on(t.organisationId, sql`lower(${t.name})`)
			.where(sql`NOT is_archived`),
		index('templates_offered_index').on(t.organisationId, t.updatedAt).where(sql`NOT is_archived`),
		check('templates_name_present', sql`length(name) BETWEEN 1 AND 120`),
	],
);

/** What a template held; a version is never changed. */
export const templateVersions = pgTable(
	'template_versions',
	(c) => ({
		organisationId: organisationId(),
		templateId: c.uuid('template_id').notNull(),
		number: c.integer('number').notNull(),
		plan: c.jsonb('plan').$type<EventPlan>().notNull(),
		madeBy: c.uuid('made_by').notNull(),
		createdAt: createdAt(),
	}),
	(t) => [
		primaryKey({ columns: [t.organisationId, t.templateId, t.number] }),
		foreignKey({
			name: 'template_versions_template_id_fkey',
			columns: [t.organisationId, t.templateId],
			foreignColumns: [templates.organisationId, templates.id],
		}).onDelete('cascade'),
		// The application allows 200 kB of JSON; jsonb is written with more blanks.
		check('template_versions_size', sql`octet_length(plan::text) <= 400000`),
	],
);
