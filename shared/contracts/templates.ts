import { z } from '../lib/z.ts';
import { eventCategories } from '../rules/event-categories.ts';
import { templatePurposes } from '../rules/template-purposes.ts';
import { noContent, page, text, uuid } from './common.ts';
import { endpoint, organisationAccess, publicAccess } from './endpoint.ts';
import { eventPlan, PLAN_BYTES } from './event-plan.ts';
import { eventFormats, eventVisibilities } from './events.ts';

const card = z.object({
	/** A name such as `wedding` of a ready template, the id of an own one. */
	id: z.string(),
	origin: z.enum(['ready', 'own']),
	name: z.string(),
	/** What it is for, in a sentence. */
	hint: z.string(),
	purpose: z.enum(templatePurposes),
	category: z.enum(eventCategories),
	format: z.enum(eventFormats),
	visibility: z.enum(eventVisibilities).exclude(['password']),
	/** Where its cover is: an SVG picture. */
	coverUrl: z.string(),
	coverSeed: z.string(),
	/** Time of day that a form proposes for the start, as `19:30`; empty: none. */
	startTime: z.string(),
	lengthMinutes: z.int(),
	/** The content of events made from it. */
	brings: z.object({
		tickets: z.int(),
		questions: z.int(),
		/** Spots of all ticket types together; null: unlimited. */
		capacity: z.int().nullable(),
		hasPrices: z.boolean(),
		hasPolicy: z.boolean(),
	}),
	/** Raised by each change; the ETag. */
	version: z.int(),
	/** Only of own templates. */
	own: z
		.object({
			organisationId: uuid(),
			fromEventId: uuid().nullable(),
			/** Number of what it holds now; each event that is saved into it makes the next. */
			number: z.int(),
			createdAt: z.string(),
			updatedAt: z.string(),
		})
		.nullable(),
});

export const templateCard = card.meta({ id: 'TemplateCard' });
export type TemplateCard = z.output<typeof templateCard>;

export const template = card
	.extend({
		plan: eventPlan,
		/** The description of the plan as safe HTML. */
		descriptionHtml: z.string(),
	})
	.meta({ id: 'Template' });
export type Template = z.output<typeof template>;

export const listTemplates = endpoint({
	id: 'templates.listTemplates',
	method: 'GET',
	path: '/api/templates',
	summary: 'List templates: the built-in ones and, for members, those of their organisations, newest first.',
	access: publicAccess,
	limit: 'read',
	query: z.object({
		purpose: z.enum(templatePurposes).optional(),
		/** Own templates of this organisation only. */
		organisation: uuid().optional(),
	}),
	output: page(templateCard),
});

/** A template by the name of a ready one or the id of an own one. */
export const templateParams = z.object({ template: z.string().min(1).max(100) });

export const getTemplate = endpoint({
	id: 'templates.getTemplate',
	method: 'GET',
	path: '/api/templates/{template}',
	summary:
		'Get a template with the plan of the event that it creates. Templates of an organisation are visible to its members only.',
	access: publicAccess,
	limit: 'read',
	params: templateParams,
	output: template,
});

const manage = organisationAccess('templates.manage');
const organisationParams = z.object({ organisation: uuid() });
const ownParams = organisationParams.extend({ template: uuid() });

/** An event of the organisation by id, slug or code. */
const fromEvent = z.string().min(1).max(200);

export const createTemplate = endpoint({
	id: 'templates.createTemplate',
	method: 'POST',
	path: '/api/organisations/{organisation}/templates',
	summary: `Save an event as a template of the organisation: page, ticket types, questions and policy, without guests, orders or passwords. At most ${PLAN_BYTES / 1_000} kB and 200 templates.`,
	access: manage,
	limit: 'write',
	status: 201,
	hasVersion: true,
	params: organisationParams,
	body: z.strictObject({
		fromEvent,
		name: text({ max: 120, min: 1 }),
		purpose: z.enum(templatePurposes).optional(),
		hint: text({ max: 300, lines: true }).optional(),
	}),
	output: templateCard,
	errors: ['BUSINESS_RULE_VIOLATION', 'RESOURCE_ALREADY_EXISTS'],
});

export const addTemplateVersion = endpoint({
	id: 'templates.addTemplateVersion',
	method: 'POST',
	path: '/api/organisations/{organisation}/templates/{template}/versions',
	summary:
		'Replace the content of a template with the current state of an event. Events created from it don’t change. The 20 newest versions are kept.',
	access: manage,
	limit: 'write',
	status: 201,
	hasVersion: true,
	params: ownParams,
	body: z.strictObject({ fromEvent }),
	output: templateCard,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateTemplate = endpoint({
	id: 'templates.updateTemplate',
	method: 'PATCH',
	path: '/api/organisations/{organisation}/templates/{template}',
	summary: 'Rename a template or update its description.',
	access: manage,
	limit: 'write',
	hasVersion: true,
	params: ownParams,
	body: z
		.strictObject({
			name: text({ max: 120, min: 1 }),
			purpose: z.enum(templatePurposes),
			hint: text({ max: 300, lines: true }),
		})
		.partial(),
	output: templateCard,
	errors: ['RESOURCE_ALREADY_EXISTS'],
});

export const archiveTemplate = endpoint({
	id: 'templates.archiveTemplate',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/templates/{template}',
	summary: 'Archive a template: it is no longer offered. Events created from it don’t change.',
	access: manage,
	limit: 'write',
	status: 204,
	params: ownParams,
	output: noContent(),
});
