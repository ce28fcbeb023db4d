import { z } from '../lib/z.ts';
import {
	giftCardOrigins,
	giftCardStates,
	MAX_CARDS_PER_PURCHASE,
	MAX_GIFT_MESSAGE,
	MAX_OFFERED_AMOUNTS,
	purchaseStates,
} from '../rules/gift-cards.ts';
import { typedCode } from './codes.ts';
import {
	calendarDate,
	currency,
	cursor,
	email,
	moneyMinor,
	page,
	pageLimit,
	text,
	timeZone,
	uuid,
} from './common.ts';
import { endpoint } from './endpoint.ts';
import { cardForm, nextAction } from './orders.ts';
import { payment } from './payments.ts';
import { organisationParams } from './settings.ts';

const slugParams = z.object({ slug: z.string().min(1).max(200) });

/** What an organiser says of their gift cards to those who buy them. */
export const giftCardShop = z
	.object({
		organiser: z.object({ name: z.string(), slug: z.string(), logoUrl: z.string().nullable() }),
		currency: z.string(),
		amountsMinor: z.array(z.number().int()),
		leastMinor: z.number().int(),
		mostMinor: z.number().int(),
		/** The last day on which one that is bought today can be used; null: it does not expire. */
		expiresOn: z.string().nullable(),
		details: z.string(),
		/** False: no card can be charged right now, so none is sold. */
		takesPayments: z.boolean(),
		/** Whether the law of the seller’s country gives buyers 14 days to withdraw. */
		hasWithdrawal: z.boolean(),
		/** No real money moves. */
		isTest: z.boolean(),
	})
	.meta({ id: 'GiftCardShop' });
export type GiftCardShop = z.output<typeof giftCardShop>;

export const getGiftCardShop = endpoint({
	id: 'giftCards.getShop',
	method: 'GET',
	path: '/api/organisers/{slug}/gift-cards',
	summary: 'What gift cards an organiser sells. Not found where they sell none.',
	access: { kind: 'public' },
	limit: 'read',
	params: slugParams,
	output: giftCardShop,
});

const recipient = {
	/** Who the card is for; empty: its buyer gives it themselves. */
	recipientName: text({ max: 200 }),
	recipientEmail: z.union([z.literal(''), email()]),
	senderName: text({ max: 200 }),
	message: text({ max: MAX_GIFT_MESSAGE }),
	/** The day on which it is sent to its recipient, in the morning; null: as soon as it is paid. */
	sendOn: calendarDate().nullable(),
};

/** A gift card as its buyer sees it: not what became of it. */
export const boughtGiftCard = z
	.object({
		id: uuid(),
		last4: z.string(),
		amountMinor: z.number().int(),
		state: z.enum(giftCardStates),
		expiresOn: z.string().nullable(),
		recipientName: z.string(),
		recipientEmail: z.string(),
		senderName: z.string(),
		message: z.string(),
		/** When it is sent to its recipient, and was; null: it is not, or was not yet. */
		sendAt: z.string().nullable(),
		sentAt: z.string().nullable(),
	})
	.meta({ id: 'BoughtGiftCard' });

/** Gift cards that are bought together. */
export const giftCardPurchase = z
	.object({
		/** By which people name the purchase: `GC-4K7Q-X2MB`. */
		number: z.string(),
		organiser: z.object({ name: z.string(), slug: z.string() }),
		buyer: z.object({ name: z.string(), email: z.string() }),
		state: z.enum(purchaseStates),
		currency: z.string(),
		totalMinor: z.number().int(),
		cards: z.array(boughtGiftCard),
		/** The last payment; null: none was made. */
		payment: payment.nullable(),
		/** What the buyer’s bank asks them to confirm. */
		nextAction,
		/** How the browser collects a card; null: it is paid, or no card can be charged right now. */
		cardForm,
		isTest: z.boolean(),
		createdAt: z.string(),
		paidAt: z.string().nullable(),
	})
	.meta({ id: 'GiftCardPurchase' });
export type GiftCardPurchase = z.output<typeof giftCardPurchase>;

export const buyGiftCards = endpoint({
	id: 'giftCards.buy',
	method: 'POST',
	path: '/api/organisers/{slug}/gift-cards',
	summary:
		'Order gift cards of an organiser. They can be used once they are paid (`giftCards.pay`); a purchase that is not paid is removed after a week.',
	access: { kind: 'public' },
	limit: 'order',
	status: 201,
	params: slugParams,
	body: z.strictObject({
		buyer: z.strictObject({ name: text({ max: 200, min: 1 }), email: email() }),
		cards: z
			.array(
				z
					.strictObject({ amountMinor: moneyMinor().min(1), ...recipient })
					.partial()
					.required({ amountMinor: true }),
			)
			.min(1)
			.max(MAX_CARDS_PER_PURCHASE),
		/** Of the buyer: the morning of `sendOn` is theirs. Without it, that of the organisation. */
		timeZone: timeZone().optional(),
	}),
	output: z.object({ purchaseToken: z.string(), purchase: giftCardPurchase }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const access = { kind: 'purchase' } as const;
export const purchaseParams = z.object({ purchaseToken: z.string().max(200) });
const cardParams = purchaseParams.extend({ card: uuid() });

export const getGiftCardPurchase = endpoint({
	id: 'giftCards.getPurchase',
	method: 'GET',
	path: '/api/gift-card-purchases/{purchaseToken}',
	summary:
		'Get gift cards that were bought, by the signed link of their buyer. With `wait` the answer comes when an open payment is settled, or after that many seconds.',
	access,
	limit: 'read',
	params: purchaseParams,
	query: z.object({
		wait: z
			.string()
			.regex(/^(\d|10)$/)
			.transform(Number)
			.optional(),
	}),
	output: giftCardPurchase,
});

export const payGiftCards = endpoint({
	id: 'giftCards.pay',
	method: 'POST',
	path: '/api/gift-card-purchases/{purchaseToken}/payments',
	summary: 'Pay gift cards by card. They can be used as soon as the payment has succeeded.',
	access,
	limit: 'order',
	status: 201,
	idempotency: 'command',
	requiresKey: true,
	params: purchaseParams,
	body: z.strictObject({ confirmationToken: z.string().min(1).max(255) }),
	output: giftCardPurchase,
	errors: [
		'PAYMENT_FAILED',
		'PAYMENT_INSUFFICIENT_FUNDS',
		'PAYMENT_CARD_DECLINED',
		'PAYMENT_INVALID_CARD',
		'PAYMENT_EXPIRED_CARD',
		'BUSINESS_RULE_VIOLATION',
		'RATE_LIMIT_EXCEEDED',
		'SERVICE_UNAVAILABLE',
	],
});

export const updateBoughtGiftCard = endpoint({
	id: 'giftCards.updateBought',
	method: 'PATCH',
	path: '/api/gift-card-purchases/{purchaseToken}/cards/{card}',
	summary: 'Change for whom a gift card is, its message and the day it is sent, until it was sent.',
	access,
	limit: 'order',
	params: cardParams,
	body: z.strictObject({ ...recipient, timeZone: timeZone() }).partial(),
	output: giftCardPurchase,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const sendBoughtGiftCard = endpoint({
	id: 'giftCards.sendBought',
	method: 'POST',
	path: '/api/gift-card-purchases/{purchaseToken}/cards/{card}/send',
	summary:
		'Send a gift card to its recipient now or once more, or to a corrected address. The code stays the same.',
	access,
	limit: 'mail',
	status: 202,
	params: cardParams,
	body: z.strictObject({ email: email().optional() }).optional(),
	output: giftCardPurchase,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const showBoughtGiftCard = endpoint({
	id: 'giftCards.showBought',
	method: 'GET',
	path: '/api/gift-card-purchases/{purchaseToken}/cards/{card}/code',
	summary: 'The code of a gift card that was paid for: whoever has it can use the card.',
	access,
	limit: 'read',
	params: cardParams,
	output: z.object({ code: z.string() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const checkGiftCard = endpoint({
	id: 'giftCards.check',
	method: 'POST',
	path: '/api/gift-cards/check',
	summary: 'The balance of a gift card, for whoever has its code.',
	access: { kind: 'public' },
	limit: 'order',
	body: z.strictObject({ code: typedCode() }),
	output: z.object({
		organiser: z.object({ name: z.string(), slug: z.string() }),
		last4: z.string(),
		currency: z.string(),
		balanceMinor: z.number().int(),
		expiresOn: z.string().nullable(),
		/** `ordered`, which is not paid for, is answered as unknown. */
		state: z.enum(giftCardStates),
		isTest: z.boolean(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

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
	version: z.number().int(),
});

const view = { kind: 'organisation', action: 'money.view', via: 'organisation' } as const;
const manage = { kind: 'organisation', action: 'money.manage', via: 'organisation' } as const;

export const getGiftCardSettings = endpoint({
	id: 'giftCards.getSettings',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-card-settings',
	summary: 'How an organisation sells gift cards.',
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
		'Say how an organisation sells gift cards. The currency stays once cards were issued in it; cards that were issued keep their terms.',
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
		issuedMinor: z.number().int(),
		balanceMinor: z.number().int(),
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

/** What happened to the balance of a gift card; `returned`: of an order, back to the card; `refunded`: to its buyer. */
export const giftCardMovements = ['issued', 'used', 'returned', 'refunded', 'lapsed'] as const;

export const giftCardDetail = giftCard
	.extend({
		movements: z.array(
			z.object({
				kind: z.enum(giftCardMovements),
				/** Above 0: onto the card. */
				amountMinor: z.number().int(),
				at: z.string(),
				order: z.object({ id: uuid(), code: z.string(), eventId: uuid(), eventTitle: z.string() }).nullable(),
			}),
		),
		/** What can be refunded to its buyer. */
		refundableMinor: z.number().int(),
	})
	.meta({ id: 'GiftCardDetail' });
export type GiftCardDetail = z.output<typeof giftCardDetail>;

const issuedParams = organisationParams.extend({ card: uuid() });

export const listGiftCards = endpoint({
	id: 'giftCards.list',
	method: 'GET',
	path: '/api/organisations/{organisation}/gift-cards',
	summary:
		'Gift cards of an organisation that are issued, newest first. `q` is the last four characters of a code, a whole code, or the email address of a recipient or buyer.',
	access: view,
	limit: 'read',
	params: organisationParams,
	query: z.object({
		q: z.string().max(200).optional(),
		state: z.enum(['active', 'blocked', 'cancelled', 'lapsed', 'used_up']).optional(),
		limit: pageLimit(50, 100),
		cursor: cursor().optional(),
	}),
	output: page(giftCard).extend({
		/** What all cards still have, by currency: what the organisation owes in tickets. */
		outstanding: z.array(
			z.object({ currency: z.string(), balanceMinor: z.number().int(), isTest: z.boolean() }),
		),
	}),
});

export const issueGiftCard = endpoint({
	id: 'giftCards.issue',
	method: 'POST',
	path: '/api/organisations/{organisation}/gift-cards',
	summary:
		'Issue a gift card: for nothing, or for money that was received in cash or by transfer. The answer alone has its code.',
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
	summary: 'A gift card with what happened to its balance.',
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
		'Give a gift card another code, as its code was lost or seen. The old one is void; the new one is sent to its recipient, else to its buyer.',
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
	summary: 'Send a gift card to its recipient once more, or to a corrected address.',
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
	summary: 'Refund what is left of a gift card that was bought online to the card it was paid with.',
	access: { kind: 'organisation', action: 'refunds.make', via: 'organisation' },
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
