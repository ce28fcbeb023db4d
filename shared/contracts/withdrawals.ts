import { z } from '../lib/z.ts';
import { withdrawalObstacles, withdrawalStates, withdrawalSubjects } from '../rules/withdrawals.ts';
import { email, page, paging, text, uuid } from './common.ts';
import { endpoint, orderAccess, organisationAccess, publicAccess } from './endpoint.ts';
import { purchaseParams } from './gift-cards.ts';
import { orderParams } from './orders.ts';
import { organisationParams } from './settings.ts';

/** The subject of a statement: a ticket type, or a gift card by its last characters. */
export const withdrawnItem = z.object({ name: z.string(), quantity: z.int() });
export type WithdrawnItem = z.output<typeof withdrawnItem>;

const slugParams = z.object({ slug: z.string().min(1).max(200) });
const name = text({ max: 200, min: 1 });

export const getWithdrawalPage = endpoint({
	id: 'withdrawals.getPage',
	method: 'GET',
	path: '/api/organisers/{slug}/withdrawals',
	summary:
		'Get the organiser who receives a statement of withdrawal. Returns 404 if none of their contracts can be withdrawn from.',
	access: publicAccess,
	limit: 'read',
	params: slugParams,
	output: z.object({ organiser: z.object({ name: z.string(), slug: z.string() }) }),
});

/** The answer is the same whether or not there is such an order: what happens next is in the email. */
export const sentWithdrawal = z
	.object({
		/** When the statement was received: whether it is in time depends on it. */
		receivedAt: z.string(),
	})
	.meta({ id: 'SentWithdrawal' });

export const sendWithdrawal = endpoint({
	id: 'withdrawals.send',
	method: 'POST',
	path: '/api/organisers/{slug}/withdrawals',
	summary:
		'Withdraw from a contract by its number. The statement is always recorded and acknowledged by email. If it matches an order or gift cards, is in time and nothing was used, the amount is refunded immediately.',
	access: publicAccess,
	limit: 'mail',
	status: 201,
	params: slugParams,
	body: z.strictObject({
		name,
		/** The number of the order, or of the purchase of gift cards. */
		reference: text({ max: 100, min: 1 }),
		/** Where the acknowledgement is sent; the address that was used to buy. */
		email: email(),
	}),
	output: sentWithdrawal,
});

/** The parts of an order or of gift cards that can be withdrawn from now, and earlier statements. */
export const withdrawalOffer = z
	.object({
		/** The name as it was given to buy. */
		name: z.string(),
		/** Where the acknowledgement is sent. */
		email: z.string(),
		/** The number of the order, or of the purchase. */
		reference: z.string(),
		organiser: z.object({ name: z.string(), slug: z.string() }),
		/** The items that can be withdrawn from now, with the refund of each. */
		items: z.array(
			z.object({
				/** Of a ticket; for gift cards that of the card. */
				id: uuid(),
				name: z.string(),
				refundMinor: z.int(),
				/** The first instant at which it is too late. */
				endsAt: z.string(),
			}),
		),
		currency: z.string(),
		/** The last statement; null: none was made. */
		last: z
			.object({
				state: z.enum(withdrawalStates),
				receivedAt: z.string(),
				refundMinor: z.int(),
				/** The organiser’s words. */
				note: z.string(),
			})
			.nullable(),
	})
	.meta({ id: 'WithdrawalOffer' });
export type WithdrawalOffer = z.output<typeof withdrawalOffer>;

const ownBody = z.strictObject({ name });

export const getOrderWithdrawal = endpoint({
	id: 'withdrawals.getOfOrder',
	method: 'GET',
	path: '/api/orders/{manageToken}/withdrawal',
	summary: 'Get the tickets of an order that its buyer can withdraw from now.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: withdrawalOffer,
});

export const withdrawFromOrder = endpoint({
	id: 'withdrawals.sendOfOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/withdrawal',
	summary: 'Withdraw from an order, or from some of its tickets: they are cancelled and refunded in full.',
	access: orderAccess,
	limit: 'order',
	status: 201,
	requiresKey: true,
	params: orderParams,
	body: ownBody.extend({
		/** The tickets; without it all that can be withdrawn from. */
		attendeeIds: z.array(uuid()).min(1).max(1_000).optional(),
	}),
	output: withdrawalOffer,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getPurchaseWithdrawal = endpoint({
	id: 'withdrawals.getOfGiftCards',
	method: 'GET',
	path: '/api/gift-card-purchases/{purchaseToken}/withdrawal',
	summary: 'Get the gift cards of a purchase that their buyer can withdraw from now.',
	access: { kind: 'purchase' },
	limit: 'read',
	params: purchaseParams,
	output: withdrawalOffer,
});

export const withdrawFromPurchase = endpoint({
	id: 'withdrawals.sendOfGiftCards',
	method: 'POST',
	path: '/api/gift-card-purchases/{purchaseToken}/withdrawal',
	summary:
		'Withdraw from the purchase of gift cards: the cards are cancelled, and their remaining balance is refunded to the card they were paid with.',
	access: { kind: 'purchase' },
	limit: 'order',
	status: 201,
	requiresKey: true,
	params: purchaseParams,
	body: ownBody,
	output: withdrawalOffer,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A statement as the organisation sees it. */
export const withdrawal = z
	.object({
		id: uuid(),
		state: z.enum(withdrawalStates),
		/** Why it waits for a decision, or waited; null: it was accepted at once. */
		obstacle: z.enum(withdrawalObstacles).nullable(),
		name: z.string(),
		email: z.string(),
		reference: z.string(),
		receivedAt: z.string(),
		items: z.array(withdrawnItem),
		/** What it matches; null: nothing. */
		subject: z
			.object({
				kind: z.enum(withdrawalSubjects),
				id: uuid(),
				/** As it is typed: the number of the order or purchase. */
				number: z.string(),
				event: z.object({ id: uuid(), slug: z.string(), title: z.string() }).nullable(),
				/** A card of the purchase, by which it is found. */
				giftCardId: uuid().nullable(),
			})
			.nullable(),
		refundMinor: z.int(),
		currency: z.string().nullable(),
		note: z.string(),
		decidedAt: z.string().nullable(),
	})
	.meta({ id: 'Withdrawal' });
export type Withdrawal = z.output<typeof withdrawal>;

const decisionParams = organisationParams.extend({ withdrawal: uuid() });

export const listWithdrawals = endpoint({
	id: 'withdrawals.list',
	method: 'GET',
	path: '/api/organisations/{organisation}/withdrawals',
	summary: 'List the statements of withdrawal that an organisation received, newest first.',
	access: organisationAccess('money.view'),
	limit: 'read',
	params: organisationParams,
	query: z.object({
		state: z.enum(withdrawalStates).optional(),
		...paging(50, 100),
	}),
	output: page(withdrawal),
});

export const acceptWithdrawal = endpoint({
	id: 'withdrawals.accept',
	method: 'POST',
	path: '/api/organisations/{organisation}/withdrawals/{withdrawal}/accept',
	summary:
		'Accept a withdrawal: unused tickets are cancelled and refunded in full; gift cards are cancelled and their remaining balance is refunded. A withdrawal that matches nothing is closed, and the organiser must refund it separately.',
	access: organisationAccess('refunds.make'),
	limit: 'write',
	requiresKey: true,
	params: decisionParams,
	body: z
		.strictObject({ note: text({ max: 1_000, lines: true }) })
		.partial()
		.optional(),
	output: withdrawal,
	errors: ['BUSINESS_RULE_VIOLATION', 'AUTH_REQUIRED'],
});

export const declineWithdrawal = endpoint({
	id: 'withdrawals.decline',
	method: 'POST',
	path: '/api/organisations/{organisation}/withdrawals/{withdrawal}/decline',
	summary: 'Decline a withdrawal with a message to the buyer. Nothing is cancelled.',
	access: organisationAccess('refunds.make'),
	limit: 'write',
	params: decisionParams,
	body: z.strictObject({ note: text({ max: 1_000, min: 1, lines: true }) }),
	output: withdrawal,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
