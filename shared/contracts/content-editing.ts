import { z } from '../lib/z.ts';
import { PICTURE_MB } from '../rules/file-sizes.ts';
import { noContent, page, paging, text, uuid } from './common.ts';
import { contentKinds, helpAudiences, itemParams, scheduleAt } from './content.ts';
import { adminAccess, endpoint } from './endpoint.ts';
import { richText } from './rich-text.ts';

export const contentStates = ['draft', 'scheduled', 'published', 'archived'] as const;
export type ContentState = (typeof contentStates)[number];

export const contentItem = z
	.object({
		id: uuid(),
		kind: z.enum(contentKinds),
		slug: z.string(),
		title: z.string(),
		state: z.enum(contentStates),
		/** The newest revision is not the one that readers see. */
		hasUnpublishedChanges: z.boolean(),
		isShipped: z.boolean(),
		/** Upgrades no longer change it. */
		isEdited: z.boolean(),
		publishedAt: z.string().nullable(),
		scheduledAt: z.string().nullable(),
		updatedAt: z.string(),
		version: z.int(),
	})
	.meta({ id: 'ContentItem' });
export type ContentItem = z.output<typeof contentItem>;

export const contentRevision = z
	.object({
		id: uuid(),
		number: z.int(),
		authorName: z.string(),
		createdAt: z.string(),
		isLive: z.boolean(),
		isScheduled: z.boolean(),
	})
	.meta({ id: 'ContentRevision' });

/** What an author writes. */
export const contentDraft = z.object({
	slug: z
		.string()
		.trim()
		.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'Use small letters, digits and hyphens.')
		.max(100, 'At most 100 characters.'),
	title: text({ max: 200, min: 1 }),
	summary: text({ max: 500, lines: true }),
	tags: z.array(text({ max: 40, min: 1 })).max(10),
	audience: z.union([z.literal(''), z.enum(helpAudiences)]),
	body: richText,
});
export type ContentDraft = z.output<typeof contentDraft>;

export const contentDetail = contentItem
	.extend({ draft: contentDraft, revisions: z.array(contentRevision) })
	.meta({ id: 'ContentDetail' });
export type ContentDetail = z.output<typeof contentDetail>;

export const listItems = endpoint({
	id: 'content.listItems',
	method: 'GET',
	path: '/api/admin/content',
	summary: 'List pages, posts and help articles of all states, most recently changed first.',
	access: adminAccess,
	limit: 'read',
	query: z.object({
		kind: z.enum(contentKinds).optional(),
		state: z.enum(contentStates).optional(),
		q: z.string().max(200).optional(),
		...paging(50, 100),
	}),
	output: page(contentItem),
});

export const createItem = endpoint({
	id: 'content.createItem',
	method: 'POST',
	path: '/api/admin/content',
	summary: 'Create a post or help article as a draft.',
	access: adminAccess,
	limit: 'write',
	status: 201,
	body: z.object({ kind: z.enum(['post', 'help']), title: text({ max: 200, min: 1 }) }),
	output: contentDetail,
	hasVersion: true,
});

export const getItem = endpoint({
	id: 'content.getItem',
	method: 'GET',
	path: '/api/admin/content/{item}',
	summary: 'Get a text with its newest revision and its history.',
	access: adminAccess,
	limit: 'read',
	params: itemParams,
	output: contentDetail,
	hasVersion: true,
});

export const saveDraft = endpoint({
	id: 'content.saveDraft',
	method: 'PUT',
	path: '/api/admin/content/{item}/draft',
	summary: 'Save a new revision. Readers see it once it is published.',
	access: adminAccess,
	limit: 'write',
	params: itemParams,
	maxBodyBytes: 1_000_000,
	body: contentDraft,
	output: contentDetail,
	hasVersion: true,
});

export const addImage = endpoint({
	id: 'content.addImage',
	method: 'POST',
	path: '/api/admin/content/images',
	summary: 'Upload a picture for a text. It is re-encoded in two widths; the text refers to it by its stem.',
	access: adminAccess,
	limit: 'upload',
	status: 201,
	upload: {
		field: 'file',
		maxBytes: PICTURE_MB * 1_000_000,
		description: `JPEG, PNG, WebP, AVIF or GIF, up to ${PICTURE_MB} MB`,
	},
	output: z.object({ stem: z.string(), width: z.int(), height: z.int() }),
});

export const publishItem = endpoint({
	id: 'content.publishItem',
	method: 'POST',
	path: '/api/admin/content/{item}/publish',
	summary: 'Publish the newest revision now or at a given time.',
	access: adminAccess,
	limit: 'write',
	params: itemParams,
	body: z.object({ at: scheduleAt().optional() }),
	output: contentDetail,
	hasVersion: true,
});

export const unscheduleItem = endpoint({
	id: 'content.unscheduleItem',
	method: 'POST',
	path: '/api/admin/content/{item}/unschedule',
	summary: 'Cancel a scheduled publication. The published revision stays.',
	access: adminAccess,
	limit: 'write',
	params: itemParams,
	output: contentDetail,
	hasVersion: true,
});

export const archiveItem = endpoint({
	id: 'content.archiveItem',
	method: 'POST',
	path: '/api/admin/content/{item}/archive',
	summary: 'Archive a post or help article. Nothing is deleted.',
	access: adminAccess,
	limit: 'write',
	params: itemParams,
	output: contentDetail,
	hasVersion: true,
});

export const restoreItem = endpoint({
	id: 'content.restoreItem',
	method: 'POST',
	path: '/api/admin/content/{item}/restore',
	summary: 'Restore an archived text.',
	access: adminAccess,
	limit: 'write',
	params: itemParams,
	output: contentDetail,
	hasVersion: true,
});

const revisionParams = z.object({ item: uuid(), revision: uuid() });

export const getRevision = endpoint({
	id: 'content.getRevision',
	method: 'GET',
	path: '/api/admin/content/{item}/revisions/{revision}',
	summary: 'Get a text as readers saw it at a given time.',
	access: adminAccess,
	limit: 'read',
	params: revisionParams,
	output: z.object({
		id: uuid(),
		number: z.int(),
		draft: contentDraft,
		title: z.string(),
		summary: z.string(),
		html: z.string(),
	}),
});

export const deleteDraft = endpoint({
	id: 'content.deleteDraft',
	method: 'DELETE',
	path: '/api/admin/content/{item}',
	summary: 'Delete a draft that was never published.',
	access: adminAccess,
	limit: 'write',
	params: itemParams,
	status: 204,
	output: noContent(),
});
