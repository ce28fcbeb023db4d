import { z } from '../lib/z.ts';
import { instant, page, paging, taxRate, text, uuid, wholeList } from './common.ts';
import { adminAccess, endpoint, publicAccess } from './endpoint.ts';

export const contentKinds = ['page', 'post', 'help'] as const;
export type ContentKind = (typeof contentKinds)[number];
export const helpAudiences = ['visitors', 'organisers', 'door', 'operators'] as const;
export type HelpAudience = (typeof helpAudiences)[number];

/** The summary of a published text for lists. */
export const contentCard = z
	.object({
		slug: z.string(),
		title: z.string(),
		summary: z.string(),
		tags: z.array(z.string()),
		audience: z.string(),
		publishedAt: z.string(),
		/** When what it says last changed. */
		updatedAt: z.string(),
		readingMinutes: z.int(),
		shareImageUrl: z.string(),
	})
	.meta({ id: 'ContentCard' });
export type ContentCard = z.output<typeof contentCard>;

export const contentPage = contentCard
	.extend({
		/** Made from the text by the server; nothing in it runs. */
		html: z.string(),
		headings: z.array(z.object({ id: z.string(), text: z.string() })),
		author: z.string(),
	})
	.meta({ id: 'ContentPage' });
export type ContentPage = z.output<typeof contentPage>;

const slugParams = z.object({ slug: z.string().max(120) });

export const getPage = endpoint({
	id: 'content.getPage',
	method: 'GET',
	path: '/api/content/pages/{slug}',
	summary: 'Get a page written by the operator: about, privacy, terms, press or careers.',
	access: publicAccess,
	limit: 'read',
	params: slugParams,
	output: contentPage,
});

export const listPosts = endpoint({
	id: 'content.listPosts',
	method: 'GET',
	path: '/api/content/posts',
	summary: 'List or search blog posts, newest first, optionally by tag.',
	access: publicAccess,
	limit: 'read',
	query: z.object({
		q: z.string().max(200).optional(),
		tag: z.string().max(60).optional(),
		...paging(12, 50),
	}),
	output: page(contentCard).extend({ tags: z.array(z.object({ tag: z.string(), count: z.int() })) }),
});

export const getPost = endpoint({
	id: 'content.getPost',
	method: 'GET',
	path: '/api/content/posts/{slug}',
	summary: 'Get a post with related posts.',
	access: publicAccess,
	limit: 'read',
	params: slugParams,
	output: contentPage.extend({ related: z.array(contentCard) }),
});

export const listHelp = endpoint({
	id: 'content.listHelp',
	method: 'GET',
	path: '/api/content/help',
	summary: 'List help articles by audience. With a search, best matches first.',
	access: publicAccess,
	limit: 'read',
	query: z.object({ q: z.string().max(200).optional(), audience: z.enum(helpAudiences).optional() }),
	output: wholeList(contentCard),
});

export const getHelp = endpoint({
	id: 'content.getHelp',
	method: 'GET',
	path: '/api/content/help/{slug}',
	summary: 'Get a help article.',
	access: publicAccess,
	limit: 'read',
	params: slugParams,
	output: contentPage.extend({ related: z.array(contentCard) }),
});

export const operator = z
	.object({
		name: z.string(),
		address: z.string(),
		email: z.string(),
		phone: z.string(),
		jurisdiction: z.string(),
		securityContact: z.string(),
		/** Of bills for plans. */
		countryCode: z.string(),
		taxNumber: z.string(),
		taxBasisPoints: z.number(),
		taxNote: z.string(),
		version: z.int(),
	})
	.meta({ id: 'Operator' });
export type Operator = z.output<typeof operator>;

export const getOperator = endpoint({
	id: 'content.getOperator',
	method: 'GET',
	path: '/api/admin/operator',
	summary: 'Get the operator of this installation, as the legal pages name them.',
	access: adminAccess,
	limit: 'read',
	output: operator,
	hasVersion: true,
});

export const updateOperator = endpoint({
	id: 'content.updateOperator',
	method: 'PUT',
	path: '/api/admin/operator',
	summary: 'Update the operator of this installation.',
	access: adminAccess,
	limit: 'write',
	body: z.object({
		name: text({ max: 200 }),
		address: text({ max: 1000, lines: true }),
		email: z.union([z.literal(''), z.email()]),
		phone: text({ max: 60 }),
		jurisdiction: text({ max: 300 }),
		securityContact: text({ max: 300 }),
		/** ISO 3166-1 alpha-2; empty: none is given. */
		countryCode: z
			.union([z.literal(''), z.string().regex(/^[A-Z]{2}$/, 'Please choose a country.')])
			.default(''),
		taxNumber: text({ max: 60 }).default(''),
		/** Tax that the prices of plans contain, in basis points. */
		taxBasisPoints: taxRate().default(0),
		taxNote: text({ max: 500, lines: true }).default(''),
	}),
	output: operator,
	hasVersion: true,
});

/** Instants of schedules are given as they are stored. */
export const scheduleAt = () => instant();
export const itemParams = z.object({ item: uuid() });
