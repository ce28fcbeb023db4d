import { z } from '../lib/z.ts';
import { cursor, email, httpUrl, message, noContent, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventCard } from './events.ts';
import { organisationParams } from './settings.ts';

const pageLink = z.object({ label: text({ min: 1, max: 60 }), url: httpUrl() });
export type PageLink = z.output<typeof pageLink>;

export const organiserPage = z
	.object({
		name: z.string(),
		slug: z.string(),
		logoUrl: z.string().nullable(),
		isVerified: z.boolean(),
		/** Safe HTML; empty: nothing is said. */
		aboutHtml: z.string(),
		links: z.array(pageLink),
		/** There is a contact form. */
		takesMessages: z.boolean(),
		upcoming: z.array(eventCard),
		past: z.array(eventCard),
		/** More are upcoming than shown. */
		hasMore: z.boolean(),
	})
	.meta({ id: 'OrganiserPage' });
export type OrganiserPage = z.output<typeof organiserPage>;

const slugParams = z.object({ slug: z.string().min(1).max(200) });

export const getOrganiserPage = endpoint({
	id: 'organisers.getOrganiserPage',
	method: 'GET',
	path: '/api/organisers/{slug}',
	summary: 'The public page of an organiser with its upcoming and past events.',
	access: { kind: 'public' },
	limit: 'read',
	params: slugParams,
	output: organiserPage,
});

export const follow = endpoint({
	id: 'organisers.follow',
	method: 'POST',
	path: '/api/organisers/{slug}/followers',
	summary:
		'Ask for email about new events of an organiser. The address confirms it through a link; the answer is always the same.',
	access: { kind: 'public' },
	limit: 'mail',
	status: 202,
	params: slugParams,
	body: z.object({ email: email() }),
	output: message(),
});

export const writeToOrganiser = endpoint({
	id: 'organisers.writeToOrganiser',
	method: 'POST',
	path: '/api/organisers/{slug}/messages',
	summary: 'Write to an organiser whose page has a contact form.',
	access: { kind: 'public' },
	limit: 'mail',
	status: 202,
	params: slugParams,
	body: z.object({
		name: text({ min: 1, max: 100 }),
		email: email(),
		text: text({ min: 1, max: 4_000, lines: true }),
	}),
	output: message(),
});

const tokenParams = z.object({ token: z.string().max(200) });
const following = z
	.object({
		organiser: z.object({ name: z.string(), slug: z.string() }),
		state: z.enum(['pending', 'confirmed', 'left']),
		cameFrom: z.enum(['page', 'question']),
		/** Of whose question the consent is the answer; null: of none, or of one that is gone. */
		event: z.object({ title: z.string(), slug: z.string() }).nullable(),
		/** What was agreed to, in the words that were shown. */
		consentText: z.string(),
		consentedAt: z.string(),
		confirmedAt: z.string().nullable(),
		leftAt: z.string().nullable(),
	})
	.meta({ id: 'Following' });
export type Following = z.output<typeof following>;

export const getFollowing = endpoint({
	id: 'organisers.getFollowing',
	method: 'GET',
	path: '/api/followers/{token}',
	summary: 'What the link of a follower is about.',
	access: { kind: 'public' },
	limit: 'read',
	params: tokenParams,
	output: following,
});

export const confirmFollowing = endpoint({
	id: 'organisers.confirmFollowing',
	method: 'POST',
	path: '/api/followers/{token}',
	summary: 'Confirm that an address wants email about new events.',
	access: { kind: 'public' },
	limit: 'write',
	params: tokenParams,
	output: following,
});

export const leaveFollowing = endpoint({
	id: 'organisers.leaveFollowing',
	method: 'DELETE',
	path: '/api/followers/{token}',
	summary: 'Stop email about new events of this organiser.',
	access: { kind: 'public' },
	limit: 'write',
	status: 204,
	params: tokenParams,
	output: noContent(),
});

export const listOwnFollowing = endpoint({
	id: 'organisers.listOwnFollowing',
	method: 'GET',
	path: '/api/account/following',
	summary:
		'Organisers whose news the caller agreed to by email, the newest first, with what they agreed to and when. `token` is that of the link by which they leave. Empty until the email of the account is verified.',
	access: { kind: 'user' },
	limit: 'read',
	isHiddenFromViewers: true,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(following.extend({ id: uuid(), token: z.string() })),
});

export const leaveByOneClick = endpoint({
	id: 'organisers.leaveByOneClick',
	method: 'POST',
	path: '/api/followers/{token}/leave',
	summary: 'Stop email about new events of this organiser (RFC 8058 one-click).',
	access: { kind: 'public' },
	limit: 'write',
	params: tokenParams,
	output: message(),
});

const pageSettings = z
	.object({
		about: text({ max: 20_000, lines: true }),
		links: z.array(pageLink).max(8),
		isShown: z.boolean(),
		takesMessages: z.boolean(),
		version: z.number(),
	})
	.meta({ id: 'OrganiserPageSettings' });
export type OrganiserPageSettings = z.output<typeof pageSettings>;

export const getPageSettings = endpoint({
	id: 'organisers.getPageSettings',
	method: 'GET',
	path: '/api/organisations/{organisation}/page',
	summary: 'What the public page of an organisation says.',
	access: { kind: 'organisation', action: 'page.edit', via: 'organisation' },
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: pageSettings,
});

export const updatePageSettings = endpoint({
	id: 'organisers.updatePageSettings',
	method: 'PUT',
	path: '/api/organisations/{organisation}/page',
	summary: 'Change what the public page of an organisation says; what is left out stays.',
	access: { kind: 'organisation', action: 'page.edit', via: 'organisation' },
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	body: pageSettings.omit({ version: true }).partial(),
	output: pageSettings,
});

const followerStates = z.enum(['pending', 'confirmed', 'left']);
const follower = z.object({
	id: uuid(),
	email: z.string(),
	/** Empty of those who followed on the page. */
	name: z.string(),
	state: followerStates,
	cameFrom: z.enum(['page', 'question']),
	/** Of whose question the consent is the answer; null: of none, or of one that is gone. */
	event: z.object({ id: uuid(), title: z.string() }).nullable(),
	/** What was agreed to, in the words that were shown. */
	consentText: z.string(),
	consentedAt: z.string(),
	confirmedAt: z.string().nullable(),
	leftAt: z.string().nullable(),
	leftBy: z.enum(['link', 'answer', 'unsubscription', 'complaint']).nullable(),
});
export type Follower = z.output<typeof follower>;

/** Counting more would take longer than the page. */
export const mostCountedFollowers = 100_000;

export const listFollowers = endpoint({
	id: 'organisers.listFollowers',
	method: 'GET',
	path: '/api/organisations/{organisation}/followers',
	summary:
		'Followers of an organisation, the newest first, with what they agreed to and when, and how many there are. Those whose consent is confirmed, if no state is named.',
	access: { kind: 'organisation', action: 'followers.view', via: 'organisation' },
	limit: 'read',
	params: organisationParams,
	query: z.object({
		state: followerStates.default('confirmed'),
		cursor: cursor().optional(),
		limit: pageLimit(50, 200),
	}),
	output: page(follower).extend({
		count: z.number().int().meta({ description: 'How many there are in all, counted up to 100,000.' }),
	}),
});

export const exportFollowers = endpoint({
	id: 'organisers.exportFollowers',
	method: 'GET',
	path: '/api/organisations/{organisation}/followers/export',
	summary: 'Followers of a state, or all, as a file, with what they agreed to and when.',
	access: { kind: 'organisation', action: 'followers.view', via: 'organisation' },
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({
		format: z.enum(['csv', 'xlsx']).default('csv'),
		state: z.enum(['pending', 'confirmed', 'left', 'all']).default('confirmed'),
	}),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
