import { z } from '../lib/z.ts';
import {
	giftCardStates,
	MAX_CARDS_PER_PURCHASE,
	MAX_GIFT_MESSAGE,
	purchaseStates,
} from '../rules/gift-cards.ts';
import { cardErrors, cardForm, nextAction } from './card-form.ts';
import { typedCode } from './codes.ts';
import { buyerShape, calendarDate, email, moneyMinor, text, timeZone, uuid } from './common.ts';
import { endpoint, publicAccess } from './endpoint.ts';
import { payment } from './payments.ts';

const slugParams = z.object({ slug: z.string().min(1).max(200) });

/** The shop details of an organiser’s gift cards. */
export const giftCardShop = z
	.object({
		organiser: z.object({ name: z.string(), slug: z.string(), logoUrl: z.string().nullable() }),
		currency: z.string(),
		amountsMinor: z.array(z.int()),
		leastMinor: z.int(),
		mostMinor: z.int(),
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
	summary: 'Get the gift cards that an organiser sells. Returns 404 if they sell none.',
	access: publicAccess,
	limit: 'read',
	params: slugParams,
	output: giftCardShop,
});

export const recipient = {
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
		amountMinor: z.int(),
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
		totalMinor: z.int(),
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
		'Order gift cards of an organiser. They can be used once they are paid (`giftCards.pay`); an unpaid purchase is deleted after a week.',
	access: publicAccess,
	limit: 'order',
	status: 201,
	params: slugParams,
	body: z.strictObject({
		buyer: z.strictObject(buyerShape),
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
		'Get gift cards that were bought, by the signed link of their buyer. With `wait` the response is delayed until an open payment is settled, for at most that many seconds.',
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
	summary: 'Pay for gift cards by card. They can be used as soon as the payment has succeeded.',
	access,
	limit: 'order',
	status: 201,
	idempotency: 'command',
	requiresKey: true,
	params: purchaseParams,
	body: z.strictObject({ confirmationToken: z.string().min(1).max(255) }),
	output: giftCardPurchase,
	errors: [...cardErrors, 'BUSINESS_RULE_VIOLATION', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
});

export const updateBoughtGiftCard = endpoint({
	id: 'giftCards.updateBought',
	method: 'PATCH',
	path: '/api/gift-card-purchases/{purchaseToken}/cards/{card}',
	summary: 'Change the recipient, message and delivery date of a gift card that was not sent yet.',
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
		'Send or resend a gift card to its recipient, or to a corrected email address. The code stays the same.',
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
	summary: 'Get the code of a paid gift card. Anyone with the code can use the card.',
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
	summary: 'Get the balance of a gift card by its code.',
	access: publicAccess,
	limit: 'order',
	body: z.strictObject({ code: typedCode() }),
	output: z.object({
		organiser: z.object({ name: z.string(), slug: z.string() }),
		last4: z.string(),
		currency: z.string(),
		balanceMinor: z.int(),
		expiresOn: z.string().nullable(),
		/** `ordered`, which is not paid for, is answered as unknown. */
		state: z.enum(giftCardStates),
		isTest: z.boolean(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
