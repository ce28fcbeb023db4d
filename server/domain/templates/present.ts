import type { Translator } from '#server/platform/messages.ts';
import type { EventPlan } from '#shared/contracts/event-plan.ts';
import type { Template, TemplateCard } from '#shared/contracts/templates.ts';
import type { DescriptionPictures } from '../events/description.ts';
import { descriptionHtml } from '../events/description-html.ts';
import { templateCoverUrl } from './covers.ts';
import { outlineOf } from './outline.ts';
import type { TemplateRow } from './queries.ts';
import type { ReadyTemplate } from './ready/ready-template.ts';

export function presentOwn(row: TemplateRow): TemplateCard {
	return {
		id: row.id,
		origin: 'own',
		name: row.name,
		hint: row.hint,
		purpose: row.purpose,
		...row.outline,
		coverUrl: templateCoverUrl(row.outline.coverSeed || row.id, row.outline.category),
		version: row.version,
		own: {
			organisationId: row.organisationId,
			fromEventId: row.fromEventId,
			number: row.current,
			createdAt: row.createdAt.toISOString(),
			updatedAt: row.updatedAt.toISOString(),
		},
	};
}

export function presentReady(ready: ReadyTemplate, plan: EventPlan, t: Translator): TemplateCard {
	const outline = outlineOf(plan);
	return {
		id: ready.key,
		origin: 'ready',
		name: t(ready.name),
		hint: t(ready.hint),
		purpose: ready.purpose,
		...outline,
		coverUrl: templateCoverUrl(outline.coverSeed, outline.category),
		version: 1,
		own: null,
	};
}

export const presentWhole = async (
	card: TemplateCard,
	plan: EventPlan,
	pictures?: DescriptionPictures,
): Promise<Template> => ({
	...card,
	plan,
	descriptionHtml: await descriptionHtml(plan.basics.description ?? '', pictures),
});
