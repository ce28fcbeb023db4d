import { z } from '../lib/z.ts';
import { giftCardOrigins, giftCardStates, MAX_OFFERED_AMOUNTS } from '../rules/gift-cards.ts';
import { currency, email, moneyMinor, page, paging, text, timeZone, uuid } from './common.ts';
import { endpoint, organisationAccess } from './endpoint.ts';
import { recipient } from './gift-cards.ts';
import { organisationParams } from './settings.ts';

/** How an organisation sells gift cards. */
export const giftCardSettings = z
	.object({
		isOffered: z.boolean(),
		currency: currency(),
		amountsMinor: z.array(moneyMinor().min(1)).max(MAX_OFFERED_AMOUNTS),
		leastMinor: moneyMinor().min(1),
		mostMinor: moneyMinor().min(1),
		/** 3, 5 or 10; null: they do not expire. Holds for cards that are issued from then on. */
		validYears: z.union([z.literal(3), z.literal(5), z.literal(10)]).nullable(),
		details: text({ max: 1_000 }),
	})
	.meta({ id: 'GiftCardSettings' });

export type GiftCardSettings = z.output<typeof giftCardSettings>;

const readSettings = giftCardSettings.extend({
	/** The public page; null: none is offered. */
	url: z.string().nullable(),
	takesPayments: z.boolean(),
	version: z.int(),
});

const view = organisationAccess('money.view');

const manage = organisationAccess('money.manage');

export const getGiftCardSettings = endpoint({
	id: 'giftCards.getSettings',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-card-settings',
	summary: 'Get the gift card settings of an organisation.',
	access: view,
	limit: 'read',
	hasVersion: true,
	params: organisationParams,
	output: readSettings,
});

export const updateGiftCardSettings = endpoint({
	id: 'giftCards.updateSettings',
	method: 'PUT',
	path: '/api/organisations/{organisation}/gift-card-settings',
	summary:
		'Update the gift card settings of an organisation. The currency is fixed once a card was issued. Issued cards keep their terms.',
	access: manage,
	limit: 'write',
	hasVersion: true,
	params: organisationParams,
	body: z.strictObject(giftCardSettings.shape),
	output: readSettings,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A gift card as its organisation sees it: never with its code. */
export const giftCard = z
	.object({
		id: uuid(),
		last4: z.string(),
		origin: z.enum(giftCardOrigins),
		state: z.enum(giftCardStates),
		blockedBy: z.enum(['organiser', 'dispute']).nullable(),
		currency: z.string(),
		issuedMinor: z.int(),
		balanceMinor: z.int(),
		expiresOn: z.string().nullable(),
		recipientName: z.string(),
		recipientEmail: z.string(),
		buyerName: z.string(),
		buyerEmail: z.string(),
		sendAt: z.string().nullable(),
		sentAt: z.string().nullable(),
		isTest: z.boolean(),
		note: z.string(),
		issuedAt: z.string().nullable(),
		createdAt: z.string(),
	})
	.meta({ id: 'GiftCard' });

export type GiftCard = z.output<typeof giftCard>;

/** Changes of a gift card’s balance; `returned`: of an order, back to the card; `refunded`: to its buyer. */
export const giftCardMovements = ['issued', 'used', 'returned', 'refunded', 'lapsed'] as const;

export const giftCardDetail = giftCard
	.extend({
		movements: z.array(
			z.object({
				kind: z.enum(giftCardMovements),
				/** Above 0: onto the card. */
				amountMinor: z.int(),
				at: z.string(),
				order: z.object({ id: uuid(), code: z.string(), eventId: uuid(), eventTitle: z.string() }).nullable(),
			}),
		),
		/** The refundable amount for its buyer. */
		refundableMinor: z.int(),
	})
	.meta({ id: 'GiftCardDetail' });

export type GiftCardDetail = z.output<typeof giftCardDetail>;

const issuedParams = organisationParams.extend({ card: uuid() });

export const listGiftCards = endpoint({
	id: 'giftCards.list',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-cards',
	summary:
		'List issued gift cards of an organisation, newest first. `q` is the last four characters of a code, a whole code, or the email address of a recipient or buyer.',
	access: view,
	limit: 'read',
	params: organisationParams,
	query: z.object({
		q: z.string().max(200).optional(),
		state: z.enum(['active', 'blocked', 'cancelled', 'lapsed', 'used_up']).optional(),
		...paging(50, 100),
	}),
	output: page(giftCard).extend({
		/** The total balance of all cards, by currency. */
		outstanding: z.array(z.object({ currency: z.string(), balanceMinor: z.int(), isTest: z.boolean() })),
	}),
});

export const issueGiftCard = endpoint({
	id: 'giftCards.issue',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards',
	summary:
		'Issue a gift card: without payment, or for money received in cash or by bank transfer. The code is returned only once.',
	access: manage,
	limit: 'write',
	status: 201,
	requiresKey: true,
	params: organisationParams,
	body: z
		.strictObject({
			amountMinor: moneyMinor().min(1),
			origin: z.enum(['given', 'cash', 'transfer']),
			...recipient,
			/** Why, for the journal. */
			note: text({ max: 500 }),
			timeZone: timeZone(),
		})
		.partial()
		.required({ amountMinor: true, origin: true }),
	output: z.object({ giftCard, code: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION', 'AUTH_REQUIRED'],
});

export const getGiftCard = endpoint({
	id: 'giftCards.get',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-cards/{card}',
	summary: 'Get a gift card with the history of its balance.',
	access: view,
	limit: 'read',
	params: issuedParams,
	output: giftCardDetail,
});

export const blockGiftCard = endpoint({
	id: 'giftCards.block',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards/{card}/block',
	summary: 'Block a gift card: it cannot be used until it is unblocked. Its balance stays.',
	access: manage,
	limit: 'write',
	params: issuedParams,
	output: giftCardDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const unblockGiftCard = endpoint({
	id: 'giftCards.unblock',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards/{card}/unblock',
	summary: 'Unblock a gift card.',
	access: manage,
	limit: 'write',
	params: issuedParams,
	output: giftCardDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const renewGiftCard = endpoint({
	id: 'giftCards.renew',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards/{card}/renew',
	summary:
		'Replace the code of a gift card, for example if it was lost. The old code stops working; the new one is sent to the recipient, or to the buyer if there is none.',
	access: manage,
	limit: 'mail',
	params: issuedParams,
	output: giftCardDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const sendGiftCard = endpoint({
	id: 'giftCards.send',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards/{card}/send',
	summary: 'Resend a gift card to its recipient, or to a corrected email address.',
	access: manage,
	limit: 'mail',
	status: 202,
	params: issuedParams,
	body: z.strictObject({ email: email().optional() }).optional(),
	output: giftCardDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const refundGiftCard = endpoint({
	id: 'giftCards.refund',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards/{card}/refund',
	summary: 'Refund the remaining balance of a gift card bought online to the card it was paid with.',
	access: organisationAccess('refunds.make'),
	limit: 'write',
	requiresKey: true,
	params: issuedParams,
	body: z
		.strictObject({ reason: text({ max: 500 }) })
		.partial()
		.optional(),
	output: giftCardDetail,
	errors: ['BUSINESS_RULE_VIOLATION', 'AUTH_REQUIRED'],
});
