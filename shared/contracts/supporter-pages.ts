import { z } from '../lib/z.ts';
import { SQUARE_MB } from '../rules/file-sizes.ts';
import {
	leaderboardOrders,
	reportReasons,
	supporterPageKinds,
	supporterPageStates,
} from '../rules/fundraisers.ts';
import { email, locale, moneyMinor, noContent, page, paging, text, uuid } from './common.ts';
import { endpoint, eventAccess, publicAccess, userAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { supporterPageCard, wallEntry } from './fundraisers.ts';

/** The team of a page, as far as it is public. */
const team = z.object({ id: uuid(), slug: z.string(), name: z.string() }).nullable();

/** A page or team of supporters, as everybody sees it. */
export const supporterPage = supporterPageCard
	.extend({
		currency: z.string(),
		/** Plain text. */
		story: z.string(),
		team,
		/** Of a team: the pages that have raised most. */
		members: page(supporterPageCard),
		/** The newest donations that came through it. */
		latest: z.array(wallEntry),
	})
	.meta({ id: 'SupporterPage' });
export type SupporterPage = z.output<typeof supporterPage>;

const pageParams = eventParams.extend({ page: z.string().min(1).max(200) });

export const getSupporterPage = endpoint({
	id: 'fundraisers.getPage',
	method: 'GET',
	path: '/api/events/{event}/fundraiser-pages/{page}',
	summary: 'Get the page or team of a supporter, by its slug.',
	access: publicAccess,
	limit: 'read',
	params: pageParams,
	output: supporterPage,
});

export const listSupporterPages = endpoint({
	id: 'fundraisers.listPages',
	method: 'GET',
	path: '/api/events/{event}/fundraiser-pages',
	summary: 'List the pages or teams of supporters by amount raised or number of donations, highest first.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	query: z.object({
		...paging(10, 100),
		kind: z.enum(supporterPageKinds).default('page'),
		/** Only pages of this team. */
		team: uuid().optional(),
		by: z.enum(leaderboardOrders).default('raised'),
	}),
	output: page(supporterPageCard),
});

const said = {
	name: text({ max: 80, min: 1 }),
	/** In the currency of the fundraiser. */
	goalMinor: moneyMinor().min(1),
	/** Plain text. */
	story: text({ max: 2_000, lines: true }),
};

/** A page as its owner sees it. */
export const ownPage = supporterPageCard
	.extend({
		currency: z.string(),
		story: z.string(),
		team,
		state: z.enum(supporterPageStates),
		/** Why the organiser hid it. */
		hiddenReason: z.string(),
		/** Its link was sent to an email address. */
		hasEmail: z.boolean(),
		/** Donations are taken. */
		isOpen: z.boolean(),
		event: z.object({
			id: uuid(),
			slug: z.string(),
			title: z.string(),
			organiserName: z.string(),
			themeHue: z.number(),
		}),
		version: z.int(),
	})
	.meta({ id: 'OwnSupporterPage' });
export type OwnPage = z.output<typeof ownPage>;

export const createSupporterPage = endpoint({
	id: 'fundraisers.createPage',
	method: 'POST',
	path: '/api/events/{event}/fundraiser-pages',
	summary:
		'Create a page or a team for a live fundraiser. The owner gets an email with the link to edit it, which is also in the response.',
	access: publicAccess,
	limit: 'mail',
	status: 201,
	params: eventParams,
	body: z.strictObject({
		kind: z.enum(supporterPageKinds).default('page'),
		/** What visitors read. `name` is the same: one of the two is needed. */
		title: said.name.optional(),
		name: said.name.optional(),
		goalMinor: said.goalMinor,
		story: said.story.default(''),
		/** Of a page: the team that it joins, by its id or slug. `teamId` is the same, by its id. */
		team: text({ max: 100, min: 1 }).nullable().optional(),
		teamId: uuid().nullable().optional(),
		/** Where the link goes. Without it: to the account of the caller, else nowhere, and it is in this answer alone. */
		email: email().optional(),
		/** Language that the emails are written in, as `de` or `pt-BR`. */
		locale: locale().optional(),
	}),
	output: ownPage.extend({
		/** The page once more, for callers that read it by this name. */
		page: ownPage,
		/** Opens the owner's page at /fundraiser-pages/{token}. `pageToken` is the same. */
		token: z.string(),
		pageToken: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'RATE_LIMIT_EXCEEDED'],
});

export const sendPageLinks = endpoint({
	id: 'fundraisers.sendPageLinks',
	method: 'POST',
	path: '/api/events/{event}/fundraiser-pages/links',
	summary:
		'Resend the links to pages and teams of a fundraiser to their owner. The response is the same for every email address.',
	access: publicAccess,
	limit: 'mail',
	status: 204,
	params: eventParams,
	body: z.strictObject({ email: email() }),
	output: noContent(),
});

const access = { kind: 'supporter' } as const;
const ownParams = z.object({ pageToken: z.string().max(200) });

export const getOwnPage = endpoint({
	id: 'fundraisers.getOwnPage',
	method: 'GET',
	path: '/api/fundraiser-pages/{pageToken}',
	summary: 'Get a page or team of supporters, by the signed link of its owner.',
	access,
	limit: 'read',
	hasVersion: true,
	params: ownParams,
	output: ownPage,
});

export const updateOwnPage = endpoint({
	id: 'fundraisers.updatePage',
	method: 'PATCH',
	path: '/api/fundraiser-pages/{pageToken}',
	summary:
		'Update a page or team of supporters. Donations made before it joined a team don’t count for the team.',
	access,
	limit: 'write',
	hasVersion: true,
	params: ownParams,
	body: z.strictObject({
		name: said.name.optional(),
		goalMinor: said.goalMinor.optional(),
		story: said.story.optional(),
		teamId: uuid().nullable().optional(),
	}),
	output: ownPage,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const removeOwnPage = endpoint({
	id: 'fundraisers.removePage',
	method: 'DELETE',
	path: '/api/fundraiser-pages/{pageToken}',
	summary: 'Delete a page or team of supporters permanently. Its donations stay with the fundraiser.',
	access,
	limit: 'write',
	status: 204,
	params: ownParams,
	output: noContent(),
});

export const uploadPagePicture = endpoint({
	id: 'fundraisers.uploadPicture',
	method: 'POST',
	path: '/api/fundraiser-pages/{pageToken}/picture',
	summary:
		'Upload the picture of a page or team of supporters. It is re-encoded and its metadata is removed.',
	access,
	limit: 'upload',
	hasVersion: true,
	params: ownParams,
	upload: {
		field: 'file',
		maxBytes: SQUARE_MB * 1_000_000,
		description: `JPEG, PNG, WebP, AVIF or GIF, at most ${SQUARE_MB} MB`,
	},
	output: ownPage,
});

export const removePagePicture = endpoint({
	id: 'fundraisers.removePicture',
	method: 'DELETE',
	path: '/api/fundraiser-pages/{pageToken}/picture',
	summary: 'Remove the picture of a page or team of supporters.',
	access,
	limit: 'write',
	hasVersion: true,
	params: ownParams,
	output: ownPage,
});

const poster = { contentType: 'application/pdf', description: 'PDF, one A4 page' };

export const getOwnPoster = endpoint({
	id: 'fundraisers.getOwnPoster',
	method: 'GET',
	path: '/api/fundraiser-pages/{pageToken}/poster',
	summary: 'Get the poster of a page or team of supporters as PDF, by the signed link of its owner.',
	access,
	limit: 'export',
	params: ownParams,
	output: { ...poster },
});

export const reportSupporterPage = endpoint({
	id: 'fundraisers.reportPage',
	method: 'POST',
	path: '/api/events/{event}/fundraiser-pages/{page}/reports',
	summary:
		'Report a page or team of supporters to the organiser, by its slug. Each network counts once a day.',
	access: publicAccess,
	limit: 'mail',
	status: 204,
	params: pageParams,
	body: z.strictObject({ reason: z.enum(reportReasons) }),
	output: noContent(),
});

/** A page of the caller, as their account lists it. */
const accountPage = supporterPageCard
	.extend({
		currency: z.string(),
		state: z.enum(supporterPageStates),
		eventTitle: z.string(),
		/** Opens it at /fundraiser-pages/{token}. */
		token: z.string(),
	})
	.meta({ id: 'AccountSupporterPage' });
export type AccountPage = z.output<typeof accountPage>;

export const listAccountPages = endpoint({
	id: 'fundraisers.listAccountPages',
	method: 'GET',
	path: '/api/account/fundraiser-pages',
	summary:
		'List the pages and teams that the caller made with their account or, once it is confirmed, with its email address; newest first.',
	access: userAccess,
	limit: 'read',
	query: z.object(paging(20, 50)),
	output: page(accountPage),
});

/** A page as the organiser sees it. */
export const listedPage = supporterPageCard
	.extend({
		story: z.string(),
		team,
		ownerEmail: z.string(),
		state: z.enum(supporterPageStates),
		hiddenReason: z.string(),
		/** Visitors who reported it since a member decided about it, and why the last one did. */
		reports: z.int(),
		reportReason: z.enum(reportReasons).nullable(),
		createdAt: z.string(),
	})
	.meta({ id: 'ListedSupporterPage' });
export type ListedPage = z.output<typeof listedPage>;

export const listAllPages = endpoint({
	id: 'fundraisers.listAllPages',
	method: 'GET',
	path: '/api/events/{event}/fundraiser/pages',
	summary: 'List all pages and teams of supporters with their owners, newest first.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({
		...paging(50, 100),
		/** Words that the name, the story or the owner's address contains. */
		q: z.string().max(200).optional(),
		kind: z.enum(supporterPageKinds).optional(),
		state: z.enum(supporterPageStates).exclude(['removed']).optional(),
		/** Only those that visitors reported. */
		reported: z.enum(['true']).optional(),
	}),
	output: page(listedPage),
});

export const getPagePoster = endpoint({
	id: 'fundraisers.getPagePoster',
	method: 'GET',
	path: '/api/events/{event}/fundraiser/pages/{page}/poster',
	summary: 'Get the poster of a page or team of supporters as PDF.',
	access: eventAccess('orders.view'),
	limit: 'export',
	params: eventParams.extend({ page: uuid() }),
	output: { ...poster },
});

export const moderatePage = endpoint({
	id: 'fundraisers.moderatePage',
	method: 'PATCH',
	path: '/api/events/{event}/fundraiser/pages/{page}',
	summary:
		'Hide a page or team of supporters, or show it again. Its owner gets an email with the reason. Showing a page dismisses its reports by visitors.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	params: eventParams.extend({ page: uuid() }),
	body: z.strictObject({
		state: z.enum(['shown', 'hidden']),
		/** For the owner. */
		reason: text({ max: 500, lines: true }).default(''),
	}),
	output: listedPage,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
