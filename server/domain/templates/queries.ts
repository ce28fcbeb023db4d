import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { templates, templateVersions } from '#server/db/tables/templates.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { notFound } from '#shared/errors/app-error.ts';

export type TemplateRow = typeof templates.$inferSelect;

/** Templates that one organisation may have at a time. */
export const templateLimit = 200;

/** Organisations of one person that are looked through. */
const memberOf = 20;

/** The templates that organisations offer, newest first; archived ones are left out. */
export async function listOwnTemplates(
	db: DbOrTx,
	organisationIds: readonly string[],
): Promise<TemplateRow[]> {
	const found: TemplateRow[] = [];
	// One statement for each, so that every one of them names its organisation.
	for (const organisationId of organisationIds.slice(0, memberOf)) {
		found.push(
			...(await db
				.select()
				.from(templates)
				.where(and(eq(templates.organisationId, organisationId), sql`NOT is_archived`))
				.orderBy(desc(templates.updatedAt))
				.limit(templateLimit)),
		);
	}
	return found;
}

/** A template that is offered, with the plan of its newest version; null for one of another organisation. */
export async function findOwnTemplate(
	db: DbOrTx,
	organisationIds: readonly string[],
	templateId: string,
): Promise<{ row: TemplateRow; plan: EventPlan } | null> {
	for (const organisationId of organisationIds.slice(0, memberOf)) {
		const [found] = await db
			.select({ row: templates, plan: templateVersions.plan })
			.from(templates)
			.innerJoin(
				templateVersions,
				and(
					eq(templateVersions.organisationId, templates.organisationId),
					eq(templateVersions.templateId, templates.id),
					eq(templateVersions.number, templates.current),
				),
			)
			.where(
				and(eq(templates.organisationId, organisationId), eq(templates.id, templateId), sql`NOT is_archived`),
			);
		if (found) return found;
	}
	return null;
}

/** Locks a template that is offered. @throws not-found */
export async function lockTemplate(
	db: DbOrTx,
	scope: { organisationId: string; templateId: string },
): Promise<TemplateRow> {
	const [row] = await db
		.select()
		.from(templates)
		.where(
			and(
				eq(templates.organisationId, scope.organisationId),
				eq(templates.id, scope.templateId),
				sql`NOT is_archived`,
			),
		)
		.for('no key update');
	if (!row) throw notFound('Template');
	return row;
}
