import { z } from '../lib/z.ts';
import { declarationScopes, declarationStates } from '../rules/gift-aid.ts';
import { calendarDate, cursor, noContent, page, pageLimit, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';
import { giftAidDeclarationInput } from './orders.ts';
import { organisationParams } from './settings.ts';

const pageQuery = z.object({ limit: pageLimit(50, 100), cursor: cursor().optional() });
const access = { kind: 'organisation', via: 'organisation' } as const;

/** A donation that the next claim of Gift Aid says something of. */
export const giftAidGift = z
	.object({
		/** Of the donation. */
		id: uuid(),
		/** The declaration that covers it. */
		declarationId: uuid(),
		eventId: uuid(),
		event: z.string(),
		donorName: z.string(),
		/** The day in the United Kingdom. */
		givenOn: z.string(),
		/** In pence, what is claimed for; below 0: what went back since it was claimed, by a refund or a lost dispute. */
		amountMinor: z.number().int(),
		isTest: z.boolean(),
	})
	.meta({ id: 'GiftAidGift' });
export type GiftAidGift = z.output<typeof giftAidGift>;

/** A claim of Gift Aid. */
export const giftAidClaim = z
	.object({
		id: uuid(),
		/** Of gifts in test mode: nothing to hand in. */
		isTest: z.boolean(),
		gifts: z.number().int(),
		amountMinor: z.number().int(),
		/** The tax that HMRC adds. */
		taxMinor: z.number().int(),
		/** What went back of gifts in earlier claims, and the tax that is told HMRC as an adjustment. */
		returnedMinor: z.number().int(),
		returnedTaxMinor: z.number().int(),
		/** Files of its schedule, of at most 1,000 rows each. */
		parts: z.number().int(),
		createdAt: z.string(),
	})
	.meta({ id: 'GiftAidClaim' });
export type GiftAidClaim = z.output<typeof giftAidClaim>;

export const listGiftAidGifts = endpoint({
	id: 'fundraisers.listGiftAidGifts',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-gifts',
	summary:
		'List what the next Gift Aid claim says: unclaimed donations of the last four years with a declaration, and what went back of claimed ones.',
	access: { ...access, action: 'money.view' },
	limit: 'read',
	params: organisationParams,
	query: pageQuery,
	output: page(giftAidGift),
});

export const makeGiftAidClaim = endpoint({
	id: 'fundraisers.makeGiftAidClaim',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-aid-claims',
	summary:
		'Claim Gift Aid on what is due, at most 10,000 donations at once. A donation is in one claim only; donations in test mode have claims of their own.',
	access: { ...access, action: 'money.manage' },
	limit: 'write',
	status: 201,
	params: organisationParams,
	output: giftAidClaim,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const listGiftAidClaims = endpoint({
	id: 'fundraisers.listGiftAidClaims',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-claims',
	summary: 'List the Gift Aid claims of an organisation, newest first.',
	access: { ...access, action: 'money.view' },
	limit: 'read',
	params: organisationParams,
	query: pageQuery,
	output: page(giftAidClaim),
});

export const getGiftAidSchedule = endpoint({
	id: 'fundraisers.getGiftAidSchedule',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-claims/{claim}/schedule',
	summary:
		'A part of a claim’s schedule in the columns of HMRC’s spreadsheet. Cells a spreadsheet would run are made text.',
	access: { ...access, action: 'money.manage' },
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ claim: uuid() }),
	query: z.object({ part: z.coerce.number().int().min(1).max(10).default(1) }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, at most 1,000 rows' },
});

/** A declaration with what became of it. */
export const giftAidDeclaration = z
	.object({
		id: uuid(),
		state: z.enum(declarationStates),
		scope: z.enum(declarationScopes),
		title: z.string(),
		firstName: z.string(),
		lastName: z.string(),
		house: z.string(),
		postcode: z.string(),
		/** Of the donor; empty: unknown, or erased with their account. */
		email: z.string(),
		eventId: uuid(),
		event: z.string(),
		/** What the donor stated. */
		statement: z.string(),
		/** The day in the United Kingdom. */
		madeOn: z.string(),
		/** Null: made online with the donation. Else when one on paper was entered, and by whom; their name is empty once they are gone. */
		entered: z.object({ at: z.string(), by: z.string() }).nullable(),
		cancelled: z.object({ at: z.string(), by: z.string() }).nullable(),
		/** Claims with it, and what was claimed in all, less what went back. */
		claims: z.number().int(),
		claimedMinor: z.number().int(),
	})
	.meta({ id: 'GiftAidDeclaration' });
export type GiftAidDeclaration = z.output<typeof giftAidDeclaration>;

const declarationFilters = z.object({
	/** Only those made with a donation to this event. */
	event: uuid().optional(),
	state: z.enum(declarationStates).optional(),
	/** Words that the donor's name, address or email contains. */
	q: z.string().max(200).optional(),
});

export const listGiftAidDeclarations = endpoint({
	id: 'fundraisers.listGiftAidDeclarations',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-declarations',
	summary:
		'List Gift Aid declarations, newest first: those made with a donation that was paid, and those entered from paper.',
	access: { ...access, action: 'money.view' },
	limit: 'read',
	params: organisationParams,
	query: pageQuery.extend(declarationFilters.shape),
	output: page(giftAidDeclaration),
});

export const exportGiftAidDeclarations = endpoint({
	id: 'fundraisers.exportGiftAidDeclarations',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-declarations/export',
	summary: 'Export Gift Aid declarations. Cells a spreadsheet would run are made text.',
	access: { ...access, action: 'money.manage' },
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams,
	query: declarationFilters.extend({ format: z.enum(['csv', 'xlsx']).default('csv') }),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});

export const enterGiftAidDeclaration = endpoint({
	id: 'fundraisers.enterGiftAidDeclaration',
	method: 'POST',
	path: '/api/events/{event}/donations/{donation}/gift-aid-declaration',
	summary:
		'Enter a Gift Aid declaration that a donor made on paper or after their donation. It covers the donation with all that was given in its order, or all of the donor’s, who is known by their email.',
	access: { kind: 'organisation', via: 'event', action: 'money.manage' },
	limit: 'write',
	status: 201,
	params: eventParams.extend({ donation: uuid() }),
	body: giftAidDeclarationInput.extend({
		/** The day of the signature: at most four years after the donation. */
		madeOn: calendarDate(),
	}),
	output: giftAidDeclaration,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelGiftAidDeclaration = endpoint({
	id: 'fundraisers.cancelGiftAidDeclaration',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-aid-declarations/{declaration}/cancel',
	summary: 'Cancel a Gift Aid declaration, as its donor asked: nothing more is claimed with it.',
	access: { ...access, action: 'money.manage' },
	limit: 'write',
	status: 204,
	params: organisationParams.extend({ declaration: uuid() }),
	output: noContent(),
});
