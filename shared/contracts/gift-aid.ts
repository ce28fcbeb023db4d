import { z } from '../lib/z.ts';
import {
	declarationScopes,
	declarationStates,
	ORAL_CANCELLATION_DAYS,
	oralRecords,
} from '../rules/gift-aid.ts';
import { GIFT_AID_PAST_YEARS } from '../rules/periods.ts';
import { calendarDate, noContent, page, paging, uuid } from './common.ts';
import { endpoint, eventAccess, organisationAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { giftAidDeclarationInput } from './orders.ts';
import { organisationParams } from './settings.ts';

const pageQuery = z.object(paging(50, 100));

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
		amountMinor: z.int(),
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
		gifts: z.int(),
		amountMinor: z.int(),
		/** The tax that HMRC adds. */
		taxMinor: z.int(),
		/** Refunds of gifts in earlier claims, and the tax that is reported to HMRC as an adjustment. */
		returnedMinor: z.int(),
		returnedTaxMinor: z.int(),
		/** Files of its schedule, of at most 1,000 rows each. */
		parts: z.int(),
		createdAt: z.string(),
	})
	.meta({ id: 'GiftAidClaim' });
export type GiftAidClaim = z.output<typeof giftAidClaim>;

export const listGiftAidGifts = endpoint({
	id: 'fundraisers.listGiftAidGifts',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-gifts',
	summary: `Preview the next Gift Aid claim: unclaimed donations of the last ${GIFT_AID_PAST_YEARS} years with a declaration, and refunds of claimed ones.`,
	access: organisationAccess('money.view'),
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
		'Create a Gift Aid claim for all eligible donations, at most 10,000 at once. A donation is in one claim only; donations in test mode are claimed separately.',
	access: organisationAccess('money.manage'),
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
	access: organisationAccess('money.view'),
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
		'Export a part of a claim’s schedule in the columns of HMRC’s spreadsheet: as CSV to copy from, or as ODS in the layout that Charities Online reads. Cells that a spreadsheet would run as formulas are escaped.',
	access: organisationAccess('money.manage'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: organisationParams.extend({ claim: uuid() }),
	query: z.object({
		part: z.coerce.number().int().min(1).max(10).default(1),
		format: z.enum(['csv', 'ods']).default('csv'),
	}),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or ODS, at most 1,000 rows' },
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
		/** How one by word of mouth is proven; null: made online or on paper. */
		oralRecord: z.enum(oralRecords).nullable(),
		/** The day on which its written record was sent. The donor may cancel it for `ORAL_CANCELLATION_DAYS` from then, and it is claimed with after them. */
		recordSentOn: z.string().nullable(),
		/** Names and addresses of before, the oldest first. */
		earlier: z.array(
			z.object({
				title: z.string(),
				firstName: z.string(),
				lastName: z.string(),
				house: z.string(),
				postcode: z.string(),
				until: z.string(),
			}),
		),
		/** Null: made online with the donation. Else when one on paper or by word of mouth was entered, and by whom; their name is empty once they are gone. */
		entered: z.object({ at: z.string(), by: z.string() }).nullable(),
		cancelled: z.object({ at: z.string(), by: z.string() }).nullable(),
		/** Claims with it, and what was claimed in all, less what went back. */
		claims: z.int(),
		claimedMinor: z.int(),
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
		'List Gift Aid declarations, newest first: those made with a donation that was paid, and those entered by the organisation.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	query: pageQuery.extend(declarationFilters.shape),
	output: page(giftAidDeclaration),
});

export const exportGiftAidDeclarations = endpoint({
	id: 'fundraisers.exportGiftAidDeclarations',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-aid-declarations/export',
	summary: 'Export Gift Aid declarations. Cells that a spreadsheet would run as formulas are escaped.',
	access: organisationAccess('money.manage'),
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
	summary: `Enter a Gift Aid declaration that a donor made on paper, by word of mouth or after their donation. With \`oralRecord\` \`email\` the donor is sent a written record and may cancel for ${ORAL_CANCELLATION_DAYS} days; nothing is claimed with it before they have passed. It covers all donations in the order, or all donations of the donor, identified by their email.`,
	access: eventAccess('money.manage'),
	limit: 'write',
	status: 201,
	params: eventParams.extend({ donation: uuid() }),
	body: giftAidDeclarationInput.extend({
		/** The day of the signature, or on which it was said: at most four years after the donation. */
		madeOn: calendarDate(),
		/** Made by word of mouth: how it is proven. */
		oralRecord: z.enum(oralRecords).optional(),
		/** With `letter` alone: the day on which it was sent. */
		recordSentOn: calendarDate().optional(),
	}),
	output: giftAidDeclaration,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const changeGiftAidAddress = endpoint({
	id: 'fundraisers.changeGiftAidAddress',
	method: 'PUT',
	path: '/api/organisations/{organisation}/gift-aid-declarations/{declaration}/address',
	summary:
		'Change the name and home address of a Gift Aid declaration, as its donor said. It stays valid; schedules of earlier claims keep what they said.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	params: organisationParams.extend({ declaration: uuid() }),
	body: giftAidDeclarationInput.omit({ wording: true, scope: true }),
	output: giftAidDeclaration,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelGiftAidDeclaration = endpoint({
	id: 'fundraisers.cancelGiftAidDeclaration',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-aid-declarations/{declaration}/cancel',
	summary: 'Cancel a Gift Aid declaration at the donor’s request. Nothing more is claimed with it.',
	access: organisationAccess('money.manage'),
	limit: 'write',
	status: 204,
	params: organisationParams.extend({ declaration: uuid() }),
	output: noContent(),
});
