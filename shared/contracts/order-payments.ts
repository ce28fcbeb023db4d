import { z } from '../lib/z.ts';
import { cardErrors, nextAction } from './card-form.ts';
import { typedCode } from './codes.ts';
import { uuid } from './common.ts';
import { endpoint, orderAccess } from './endpoint.ts';
import { managedOrder } from './managed-orders.ts';
import { orderParams, orderTerms } from './orders.ts';
import { payment } from './payments.ts';

/** An order with what has become of its payment. */
export const paidOrder = z.object({
	/** Null: no payment was made yet; the order waits for a transfer, or for the money at the door. */
	payment: payment.nullable(),
	/** The buyer’s next action: confirm the payment at their bank. */
	nextAction,
	order: managedOrder,
});

export const payOrder = endpoint({
	id: 'orders.pay',
	method: 'POST',
	path: '/api/orders/{manageToken}/payments',
	summary:
		'Pay an order. With `card` the payment is made now, with a confirmation token of the card form; with `transfer` and `door` the order is pending until the money is received. A gift card pays first, in full or in part, and gets its amount back if the order ends without being confirmed. The number of unpaid spots per event is limited for each email address and network.',
	access: orderAccess,
	limit: 'order',
	status: 201,
	idempotency: 'command',
	requiresKey: true,
	params: orderParams,
	body: z.strictObject({
		method: z.enum([...orderTerms, 'gift_card']),
		/** The code of a gift card, which pays what it can of the order; the rest is paid by `method`. Required with `gift_card`. */
		giftCard: typedCode().optional(),
		/** Of the card form; required with `card`, unless a gift card pays all. */
		confirmationToken: z.string().min(1).max(255).optional(),
		/** The `quoteHash` of the order. */
		quoteHash: z.string().max(100),
	}),
	output: paidOrder,
	errors: [...cardErrors, 'BUSINESS_RULE_VIOLATION', 'RATE_LIMIT_EXCEEDED', 'SERVICE_UNAVAILABLE'],
});

export const getOrderPayment = endpoint({
	id: 'orders.getPayment',
	method: 'GET',
	path: '/api/orders/{manageToken}/payments/{payment}',
	summary:
		'Get a payment of an order. With `wait` the response is delayed until the payment is settled, for at most that many seconds.',
	access: orderAccess,
	limit: 'read',
	params: orderParams.extend({ payment: uuid() }),
	query: z.object({
		wait: z
			.string()
			.regex(/^(\d|10)$/)
			.transform(Number)
			.optional(),
	}),
	output: paidOrder,
});

export const removeGiftCard = endpoint({
	id: 'orders.removeGiftCard',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/gift-cards/{payment}',
	summary: 'Remove a gift card from an unconfirmed order. Its amount is returned to the card.',
	access: orderAccess,
	limit: 'order',
	params: orderParams.extend({ payment: uuid() }),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const showRefundCard = endpoint({
	id: 'orders.showRefundCard',
	method: 'GET',
	path: '/api/orders/{manageToken}/refund-cards/{card}',
	summary:
		'Get the code and balance of a gift card that received a refund of an order. Anyone with the code can use the card.',
	access: orderAccess,
	limit: 'read',
	params: orderParams.extend({ card: uuid() }),
	output: z.object({
		code: z.string(),
		currency: z.string(),
		balanceMinor: z.int(),
		/** The last day that it can be used on; null: it does not expire. */
		expiresOn: z.string().nullable(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
