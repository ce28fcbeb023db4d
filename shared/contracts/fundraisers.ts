import { z } from '../lib/z.ts';
import {
	donationSources,
	donorWalls,
	fundraiserStates,
	MAX_MATCH_RATIO,
	MAX_PRESET_TEXT,
	MAX_PRESETS,
	offlineWays,
	supporterModes,
	supporterPageKinds,
} from '../rules/fundraisers.ts';
import { dedicationKinds } from '../rules/order-lines.ts';
import {
	calendarDate,
	currency,
	email,
	instant,
	moneyMinor,
	noContent,
	page,
	paging,
	text,
	uuid,
} from './common.ts';
import { endpoint, eventAccess, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

const honour = z.object({ kind: z.enum(dedicationKinds), name: z.string() }).nullable();

/** A donation as the donor wall shows it. */
export const wallEntry = z
	.object({
		id: uuid(),
		/** Null: given anonymously. */
		name: z.string().nullable(),
		/** Null: the wall shows no amounts. */
		amountMinor: z.int().nullable(),
		message: z.string(),
		honour,
		createdAt: z.string(),
	})
	.meta({ id: 'DonorWallEntry' });
export type WallEntry = z.output<typeof wallEntry>;

/** News of the organiser about their fundraiser. */
export const fundraiserUpdate = z
	.object({
		id: uuid(),
		title: z.string(),
		/** Markdown, and the HTML that it makes. */
		body: z.string(),
		bodyHtml: z.string(),
		createdAt: z.string(),
	})
	.meta({ id: 'FundraiserUpdate' });
export type FundraiserUpdate = z.output<typeof fundraiserUpdate>;

/** A supporter's page or team in a leaderboard. */
export const supporterPageCard = z
	.object({
		id: uuid(),
		kind: z.enum(supporterPageKinds),
		/** `/register/{event}?for={slug}` shows it. */
		slug: z.string(),
		name: z.string(),
		/** What its owner uploaded; null: no picture. */
		picture: z.object({ url: z.string(), srcSet: z.string() }).nullable(),
		goalMinor: z.int(),
		/** The donations made through it, of a team those of its pages too, less what was refunded. */
		raisedMinor: z.int(),
		donors: z.int(),
	})
	.meta({ id: 'SupporterPageCard' });
export type SupporterPageCard = z.output<typeof supporterPageCard>;

/** A sponsor who adds to donations now, as donors see them. */
const openMatch = z.object({
	sponsor: z.string(),
	/** Of what is given: 10,000 doubles it. */
	ratioBasisPoints: z.int(),
	/** The rest of their cap. */
	leftMinor: z.int(),
	endsAt: z.string().nullable(),
});

export const fundraiser = z
	.object({
		eventId: uuid(),
		state: z.enum(fundraiserStates),
		goalMinor: z.int(),
		currency: z.string(),
		/** Markdown, and the HTML that it makes. */
		story: z.string(),
		storyHtml: z.string(),
		/** Amounts that the form proposes, the lowest first. */
		presetsMinor: z.array(z.int()),
		/** What each of them makes possible; may be empty. */
		presetTexts: z.array(z.string()),
		wall: z.enum(donorWalls),
		/** The organiser takes monthly donations. */
		monthly: z.boolean(),
		/** They can be given now: cards can be charged too. */
		takesMonthly: z.boolean(),
		/** The charity to which a Gift Aid declaration can be made with a gift; null: none are taken. */
		giftAidCharity: z.string().nullable(),
		/** Whether supporters may make pages of their own. */
		supporters: z.enum(supporterModes),
		/** The supporters' pages and the teams that have raised most; empty where there are none to show. */
		topPages: page(supporterPageCard),
		topTeams: page(supporterPageCard),
		/** Both in one list. */
		pages: z.array(supporterPageCard),
		/**
		 * Donations that were paid, less what was refunded, and what sponsors have paid: never tax, fees, what donors add for card fees, or
		 * what is promised.
		 */
		raisedMinor: z.int(),
		/** Part of `raisedMinor`: money that came another way than here. */
		offlineMinor: z.int(),
		/** What sponsors add to the donations, paid or promised. */
		matchedMinor: z.int(),
		/** Part of `matchedMinor` and of `raisedMinor`: what sponsors have paid. */
		matchReceivedMinor: z.int(),
		/** Sponsors who add to donations now. */
		matches: z.array(openMatch),
		/** Number of donations. */
		donors: z.int(),
		/** The newest donations of the wall. */
		latest: z.array(wallEntry),
		/** The newest updates of the organiser, and how many there are. */
		updates: z.array(fundraiserUpdate),
		updateCount: z.int(),
		version: z.int(),
	})
	.meta({ id: 'Fundraiser' });
export type Fundraiser = z.output<typeof fundraiser>;

export const getFundraiser = endpoint({
	id: 'fundraisers.getFundraiser',
	method: 'GET',
	path: '/api/events/{event}/fundraiser',
	summary: 'Get the fundraiser of an event. A draft is shown to members only.',
	access: publicAccess,
	limit: 'read',
	hasVersion: true,
	params: eventParams,
	output: fundraiser,
});

/** A sponsor as the organiser sees them. */
export const donationMatch = z
	.object({
		id: uuid(),
		sponsor: z.string(),
		currency: z.string(),
		ratioBasisPoints: z.int(),
		/** The most that the sponsor adds. */
		capMinor: z.int(),
		/** What they add to the donations that were made. */
		usedMinor: z.int(),
		/** The amount of it that they have paid. */
		receivedMinor: z.int(),
		startsAt: z.string(),
		/** Null: until the cap is reached. */
		endsAt: z.string().nullable(),
		/** Whether donations are matched now. */
		isOpen: z.boolean(),
	})
	.meta({ id: 'DonationMatch' });
export type DonationMatch = z.output<typeof donationMatch>;

export const getOverview = endpoint({
	id: 'fundraisers.getOverview',
	method: 'GET',
	path: '/api/events/{event}/fundraiser/overview',
	summary: 'Get the fundraiser of an event as its organiser sees it, even if none was created yet.',
	access: eventAccess('events.view'),
	limit: 'read',
	params: eventParams,
	output: z.object({
		/** Null: the event has none. */
		fundraiser: fundraiser.nullable(),
		/** Sponsors who match donations, the oldest first. */
		matches: z.array(donationMatch),
	}),
});

export const listWall = endpoint({
	id: 'fundraisers.listWall',
	method: 'GET',
	path: '/api/events/{event}/fundraiser/wall',
	summary: 'List the donor wall of a fundraiser, newest first.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	query: z.object({
		...paging(24, 100),
		/** Only what came through this page or team of supporters. */
		page: uuid().optional(),
	}),
	output: page(wallEntry),
});

export const saveFundraiser = endpoint({
	id: 'fundraisers.saveFundraiser',
	method: 'PUT',
	path: '/api/events/{event}/fundraiser',
	summary:
		'Create or update the fundraiser of an event. Its currency is that of the event’s prices, and is fixed after the first donation.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	body: z.strictObject({
		goalMinor: moneyMinor().min(1),
		currency: currency(),
		story: text({ max: 20_000, lines: true }).default(''),
		presetsMinor: z.array(moneyMinor().min(1)).max(MAX_PRESETS).default([]),
		/** In the order of `presetsMinor`; may be shorter. */
		presetTexts: z
			.array(text({ max: MAX_PRESET_TEXT }))
			.max(MAX_PRESETS)
			.default([]),
		wall: z.enum(donorWalls).default('public'),
		/** Monthly donations that were begun go on when this is switched off. */
		monthly: z.boolean().default(true),
		/** With `reviewed`, pages of supporters are public once a member approves them. */
		supporters: z.enum(supporterModes).default('off'),
	}),
	output: fundraiser,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const publishFundraiser = endpoint({
	id: 'fundraisers.publishFundraiser',
	method: 'POST',
	path: '/api/events/{event}/fundraiser/publish',
	summary:
		'Publish a fundraiser: its page replaces the registration page of the event, and accepts donations.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	params: eventParams,
	output: fundraiser,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const closeFundraiser = endpoint({
	id: 'fundraisers.closeFundraiser',
	method: 'POST',
	path: '/api/events/{event}/fundraiser/close',
	summary: 'Close a fundraiser: it accepts no more donations. Publish it again to reopen it.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	params: eventParams,
	output: fundraiser,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A donation as the organiser sees it. */
export const donation = z
	.object({
		id: uuid(),
		source: z.enum(donationSources),
		/** Of an online donation. */
		orderId: uuid().nullable(),
		way: z.enum(offlineWays).nullable(),
		currency: z.string(),
		amountMinor: z.int(),
		/** What the donor added for the card fees; no part of the amount. */
		coverMinor: z.int(),
		refundedMinor: z.int(),
		donorName: z.string(),
		donorEmail: z.string(),
		isAnonymous: z.boolean(),
		message: z.string(),
		isMessageHidden: z.boolean(),
		honour,
		/** The supporter's page through which it came, and the team that it counts for. */
		page: z.object({ id: uuid(), name: z.string() }).nullable(),
		team: z.object({ id: uuid(), name: z.string() }).nullable(),
		note: z.string(),
		receivedOn: z.string().nullable(),
		createdAt: z.string(),
	})
	.meta({ id: 'Donation' });
export type Donation = z.output<typeof donation>;

export const listDonations = endpoint({
	id: 'fundraisers.listDonations',
	method: 'GET',
	path: '/api/events/{event}/donations',
	summary: 'List the donations of an event, newest first.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({
		...paging(50, 100),
		/** Words that the donor's name or address, the message or the note contains. */
		q: z.string().max(200).optional(),
		source: z.enum(donationSources).optional(),
	}),
	output: page(donation),
});

export const exportDonations = endpoint({
	id: 'fundraisers.exportDonations',
	method: 'GET',
	path: '/api/events/{event}/donations/export',
	summary: 'Export the donations of an event. Cells that a spreadsheet would run as formulas are escaped.',
	access: eventAccess('attendees.export'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: eventParams,
	query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});

export const addDonation = endpoint({
	id: 'fundraisers.addDonation',
	method: 'POST',
	path: '/api/events/{event}/donations',
	summary: 'Record an offline donation: in cash, or by bank transfer.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.strictObject({
		amountMinor: moneyMinor().min(1),
		way: z.enum(offlineWays).default('cash'),
		receivedOn: calendarDate(),
		donorName: text({ max: 200, min: 1 }),
		donorEmail: z.union([z.literal(''), email()]).default(''),
		isAnonymous: z.boolean().default(false),
		message: text({ max: 300, lines: true }).default(''),
		note: text({ max: 500, lines: true }).default(''),
	}),
	output: donation,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const donationParams = eventParams.extend({ donation: uuid() });

export const updateDonation = endpoint({
	id: 'fundraisers.updateDonation',
	method: 'PATCH',
	path: '/api/events/{event}/donations/{donation}',
	summary:
		'Hide the message of a donation from the donor wall or show it again, or assign the donation to another supporter page or team.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	params: donationParams,
	body: z.strictObject({
		isMessageHidden: z.boolean().optional(),
		/** Of a page or team of the event; null: none. */
		pageId: uuid().nullable().optional(),
	}),
	output: donation,
});

export const removeDonation = endpoint({
	id: 'fundraisers.removeDonation',
	method: 'DELETE',
	path: '/api/events/{event}/donations/{donation}',
	summary:
		'Delete an offline donation that was recorded by mistake. Online donations are refunded with their order.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	status: 204,
	params: donationParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listUpdates = endpoint({
	id: 'fundraisers.listUpdates',
	method: 'GET',
	path: '/api/events/{event}/fundraiser/updates',
	summary: 'List the updates of a fundraiser, newest first.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	query: z.object(paging(20, 100)),
	output: page(fundraiserUpdate),
});

const updateBody = z.strictObject({
	title: text({ max: 120, min: 1 }),
	body: text({ max: 5_000, min: 1, lines: true }),
});
const updateParams = eventParams.extend({ update: uuid() });

export const postUpdate = endpoint({
	id: 'fundraisers.postUpdate',
	method: 'POST',
	path: '/api/events/{event}/fundraiser/updates',
	summary:
		'Post an update on the page of a fundraiser. Donors who asked for updates get it by email, unless `email` is false.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: updateBody.extend({ email: z.boolean().default(true) }),
	output: fundraiserUpdate,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const editUpdate = endpoint({
	id: 'fundraisers.editUpdate',
	method: 'PATCH',
	path: '/api/events/{event}/fundraiser/updates/{update}',
	summary: 'Edit an update of a fundraiser.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	params: updateParams,
	body: updateBody.partial(),
	output: fundraiserUpdate,
});

export const removeUpdate = endpoint({
	id: 'fundraisers.removeUpdate',
	method: 'DELETE',
	path: '/api/events/{event}/fundraiser/updates/{update}',
	summary: 'Delete an update of a fundraiser.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	status: 204,
	params: updateParams,
	output: noContent(),
});

const matchTerms = z.strictObject({
	sponsor: text({ max: 120, min: 1 }),
	/** Of what is given: 10,000 doubles it. */
	ratioBasisPoints: z.int().min(1).max(MAX_MATCH_RATIO).default(10_000),
	/** In the currency of the fundraiser. */
	capMinor: moneyMinor().min(1),
	/** Null: until the cap is reached. */
	endsAt: instant().nullable().default(null),
});
const matchParams = eventParams.extend({ match: uuid() });

export const addMatch = endpoint({
	id: 'fundraisers.addMatch',
	method: 'POST',
	path: '/api/events/{event}/fundraiser/matches',
	summary: 'Add a sponsor who matches future donations, up to a cap.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: matchTerms,
	output: donationMatch,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateMatch = endpoint({
	id: 'fundraisers.updateMatch',
	method: 'PATCH',
	path: '/api/events/{event}/fundraiser/matches/{match}',
	summary:
		'Update a sponsor’s name, cap or end. An end in the past stops the matching. The cap can’t be below the amount that is already matched.',
	access: eventAccess('fundraiser.edit'),
	limit: 'write',
	params: matchParams,
	body: z.strictObject({
		sponsor: text({ max: 120, min: 1 }).optional(),
		capMinor: moneyMinor().min(1).optional(),
		endsAt: instant().nullable().optional(),
	}),
	output: donationMatch,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const receiveMatch = endpoint({
	id: 'fundraisers.receiveMatch',
	method: 'PUT',
	path: '/api/events/{event}/fundraiser/matches/{match}/received',
	summary: 'Record how much of the matched amount a sponsor has paid in total.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	params: matchParams,
	body: z.strictObject({ receivedMinor: moneyMinor() }),
	output: donationMatch,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
