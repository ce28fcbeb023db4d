import { z } from '../lib/z.ts';
import { cursor, email, httpUrl, message, noContent, page, pageLimit, text, uuid } from './common.ts';
import { endpoint, organisationAccess, publicAccess, userAccess } from './endpoint.ts';
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
	summary: 'Get the public page of an organiser with upcoming and past events.',
	access: publicAccess,
	limit: 'read',
	params: slugParams,
	output: organiserPage,
});

export const follow = endpoint({
	id: 'organisers.follow',
	method: 'POST',
	path: '/api/organisers/{slug}/followers',
	summary:
		'Follow an organiser by email. The subscription starts once the link in the confirmation email is opened. The response is always the same.',
	access: publicAccess,
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
	summary: 'Send a message to an organiser whose page has a contact form.',
	access: publicAccess,
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
		/** The consent text that was shown. */
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
	summary: 'Get the subscription of a follower by their link.',
	access: publicAccess,
	limit: 'read',
	params: tokenParams,
	output: following,
});

export const confirmFollowing = endpoint({
	id: 'organisers.confirmFollowing',
	method: 'POST',
	path: '/api/followers/{token}',
	summary: 'Confirm a subscription to new events.',
	access: publicAccess,
	limit: 'write',
	params: tokenParams,
	output: following,
});

export const leaveFollowing = endpoint({
	id: 'organisers.leaveFollowing',
	method: 'DELETE',
	path: '/api/followers/{token}',
	summary: 'Unsubscribe from new events of an organiser.',
	access: publicAccess,
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
		'List the organisers that the caller follows by email, newest first, with what they agreed to and when. `token` is that of the unsubscribe link. Empty until the email of the account is verified.',
	access: userAccess,
	limit: 'read',
	isHiddenFromViewers: true,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(following.extend({ id: uuid(), token: z.string() })),
});

export const leaveByOneClick = endpoint({
	id: 'organisers.leaveByOneClick',
	method: 'POST',
	path: '/api/followers/{token}/leave',
	summary: 'Unsubscribe from new events of an organiser (RFC 8058 one-click).',
	access: publicAccess,
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
	summary: 'Get the content of the public page of an organisation.',
	access: organisationAccess('page.edit'),
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: pageSettings,
});

export const updatePageSettings = endpoint({
	id: 'organisers.updatePageSettings',
	method: 'PUT',
	path: '/api/organisations/{organisation}/page',
	summary: 'Update the content of the public page of an organisation. Omitted fields stay the same.',
	access: organisationAccess('page.edit'),
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
	/** The consent text that was shown. */
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
		'List the followers of an organisation, newest first, with what they agreed to and when, and their number. Without `state`, those with confirmed consent.',
	access: organisationAccess('followers.view'),
	limit: 'read',
	params: organisationParams,
	query: z.object({
		state: followerStates.default('confirmed'),
		cursor: cursor().optional(),
		limit: pageLimit(50, 200),
	}),
	output: page(follower).extend({
		count: z.int().meta({ description: 'Total number, counted up to 100,000.' }),
	}),
});

export const exportFollowers = endpoint({
	id: 'organisers.exportFollowers',
	method: 'GET',
	path: '/api/organisations/{organisation}/followers/export',
	summary: 'Export all followers, or those of a state, with what they agreed to and when.',
	access: organisationAccess('followers.view'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: z.object({
		format: z.enum(['csv', 'xlsx']).default('csv'),
		state: z.enum(['pending', 'confirmed', 'left', 'all']).default('confirmed'),
	}),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});
