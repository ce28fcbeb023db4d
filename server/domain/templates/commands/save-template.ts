import { and, count, eq, lte, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { organisations } from '#server/db/tables/accounts.ts';
import { templates, templateVersions } from '#server/db/tables/templates.ts';
import { sharePictures } from '#server/domain/events/commands/pictures.ts';
import { captureEvent, requireSmallPlan } from '#server/domain/events/plan/event-plan.ts';
import { findEvent } from '#server/domain/events/queries.ts';
import type { Services } from '#server/services.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import { newId } from '#shared/lib/ids.ts';
import type { EventCategory } from '#shared/rules/event-categories.ts';
import type { TemplatePurpose } from '#shared/rules/template-purposes.ts';
import { outlineOf } from '../outline.ts';
import { lockTemplate, type TemplateRow, templateLimit } from '../queries.ts';

/** Versions of a template that are retained. */
const maxVersions = 20;

interface Maker {
	organisationId: string;
	userId: string;
	/** An event of the organisation by id, slug or code. */
	fromEvent: string;
}

/**
 * Saves an event as a template of its organisation.
 * @throws RESOURCE_ALREADY_EXISTS for a name in use; `template-too-large`, `too-many-templates`
 */
export async function createTemplate(
	services: Services,
	how: Maker & { name: string; purpose?: TemplatePurpose | undefined; hint?: string | undefined },
): Promise<TemplateRow> {
	const { organisationId } = how;
	return services.database.transaction(async (tx) => {
		const { plan, eventId } = await readPlan(services, tx, how);
		await takePlace(tx, organisationId);
		const now = services.clock.now();
		const row = await refuseTakenName(tx, (inner) =>
			inner
				.insert(templates)
				.values({
					id: newId(),
					organisationId,
					name: how.name,
					purpose: how.purpose ?? purposeOf(plan.basics.category ?? 'other'),
					hint: how.hint ?? '',
					outline: outlineOf(plan),
					current: 1,
					fromEventId: eventId,
					createdBy: how.userId,
					createdAt: now,
					updatedAt: now,
				})
				.returning(),
		);
		await insertVersion(tx, row, plan, how.userId);
		return row;
	});
}

/**
 * Makes an event the newest version of a template. Events that were made from it stay as they are.
 * @throws version conflict (412); `template-too-large`
 */
export async function addTemplateVersion(
	services: Services,
	how: Maker & { templateId: string; ifMatch: number | undefined },
): Promise<TemplateRow> {
	return services.database.transaction(async (tx) => {
		const before = await lockTemplate(tx, how);
		if (how.ifMatch !== undefined && how.ifMatch !== before.version) throw versionConflict(before.version);
		const { plan, eventId } = await readPlan(services, tx, how);
		const [row] = await tx
			.update(templates)
			.set({
				current: before.current + 1,
				outline: outlineOf(plan),
				fromEventId: eventId,
				version: before.version + 1,
				updatedAt: services.clock.now(),
			})
			.where(ofTemplate(how))
			.returning();
		if (!row) throw notFound('Template');
		await insertVersion(tx, row, plan, how.userId);
		await tx
			.delete(templateVersions)
			.where(
				and(
					eq(templateVersions.organisationId, row.organisationId),
					eq(templateVersions.templateId, row.id),
					lte(templateVersions.number, row.current - maxVersions),
				),
			);
		return row;
	});
}

/** Changes what is said of a template. @throws version conflict (412); RESOURCE_ALREADY_EXISTS */
export async function updateTemplate(
	services: Services,
	how: {
		organisationId: string;
		templateId: string;
		ifMatch: number | undefined;
		changes: {
			name?: string | undefined;
			purpose?: TemplatePurpose | undefined;
			hint?: string | undefined;
			isArchived?: true;
		};
	},
): Promise<TemplateRow> {
	return services.database.transaction(async (tx) => {
		const before = await lockTemplate(tx, how);
		if (how.ifMatch !== undefined && how.ifMatch !== before.version) throw versionConflict(before.version);
		return refuseTakenName(tx, (inner) =>
			inner
				.update(templates)
				.set({ ...how.changes, version: before.version + 1, updatedAt: services.clock.now() })
				.where(ofTemplate(how))
				.returning(),
		);
	});
}

const ofTemplate = (scope: { organisationId: string; templateId: string }) =>
	and(eq(templates.organisationId, scope.organisationId), eq(templates.id, scope.templateId));

async function readPlan(services: Services, tx: Tx, how: Maker) {
	const found = await findEvent(services, how.fromEvent);
	if (found?.organisationId !== how.organisationId) throw notFound('Event');
	const plan = await captureEvent(services, tx, found);
	requireSmallPlan(plan);
	const { organisationId } = how;
	await sharePictures(tx, { organisationId, eventId: null }, plan.basics.description ?? '');
	return { plan, eventId: found.eventId };
}

const insertVersion = (tx: Tx, row: TemplateRow, plan: EventPlan, madeBy: string) =>
	tx.insert(templateVersions).values({
		organisationId: row.organisationId,
		templateId: row.id,
		number: row.current,
		plan,
		madeBy,
		createdAt: row.updatedAt,
	});

/** Counts under a lock of the organisation, so that two at once do not both take the last place. */
async function takePlace(tx: Tx, organisationId: string): Promise<void> {
	await tx
		.select({ id: organisations.id })
		.from(organisations)
		.where(eq(organisations.id, organisationId))
		.for('no key update');
	const [known] = await tx
		.select({ count: count() })
		.from(templates)
		.where(and(eq(templates.organisationId, organisationId), sql`NOT is_archived`));
	if ((known?.count ?? 0) < templateLimit) return;
	throw ruleViolation(
		'too-many-templates',
		message`An organisation can have up to ${templateLimit} templates. Archive one first.`,
	);
}

/** Runs a write that may meet a name in use; the transaction goes on behind it. */
async function refuseTakenName(tx: Tx, write: (inner: Tx) => Promise<TemplateRow[]>): Promise<TemplateRow> {
	try {
		const [row] = await tx.transaction((inner) => write(inner as Tx));
		if (!row) throw notFound('Template');
		return row;
	} catch (error) {
		if (!isNameTaken(error)) throw error;
		throw new AppError('RESOURCE_ALREADY_EXISTS', {
			message: message`You already have a template with this name.`,
			userMessage: message`You already have a template with this name.`,
			details: [
				{
					field: 'name',
					message: message`You already have a template with this name.`,
					code: 'RESOURCE_ALREADY_EXISTS',
				},
			],
		});
	}
}

function isNameTaken(error: unknown): boolean {
	const { cause } = error as { cause?: { constraint?: string } };
	const { constraint } = error as { constraint?: string };
	return (constraint ?? cause?.constraint) === 'templates_name_unique';
}

const purposes: Partial<Record<EventCategory, TemplatePurpose>> = {
	technology: 'business',
	business: 'business',
	science: 'learning',
	education: 'learning',
	arts: 'culture',
	music: 'culture',
	film: 'culture',
	fashion: 'culture',
	sports: 'sport',
	health: 'sport',
	outdoors: 'sport',
	seasonal: 'celebration',
};

const purposeOf = (category: EventCategory): TemplatePurpose => purposes[category] ?? 'community';
