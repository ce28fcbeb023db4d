import { z } from '../lib/z.ts';
import { refundDoubts } from '../rules/refund-policy.ts';
import { moneyMinor, text, uuid } from './common.ts';
import { endpoint, eventAccess, orderAccess } from './endpoint.ts';
import { managedOrder } from './managed-orders.ts';
import { orderParams } from './orders.ts';
import { orderDetail, organiserOrderParams } from './organiser-orders.ts';

/** The most tickets named in one URL; more are all of them. */
const mostNamed = 50;

/** Preview of a cancellation. */
export const cancellation = z
	.object({
		/** `cancel`: at once, no money comes back; `refund`: at once, with a refund; `request`: the organiser decides. */
		way: z.enum(['cancel', 'refund', 'request']),
		/** Why the organiser decides; null: they need not. */
		reason: z.enum(refundDoubts).nullable(),
		/** Of what the tickets cost; null: the policy does not decide. */
		percent: z.int().nullable(),
		/** Until when the policy gives so much back. */
		until: z.string().nullable(),
		/** The valid tickets that are meant. */
		attendeeIds: z.array(uuid()),
		/** The most that can be refunded for them. */
		priceMinor: z.int(),
		/** The immediate refund; of a request 0. */
		refundMinor: z.int(),
		/** The fee that the policy keeps of its share. */
		keptMinor: z.int(),
		currency: z.string(),
		/** Whether the buyer can have it as a gift card instead (`refundTo`). */
		canRefundToGiftCard: z.boolean(),
		/** The organiser’s policy as guests read it. */
		policy: z.string(),
	})
	.meta({ id: 'Cancellation' });
export type Cancellation = z.output<typeof cancellation>;

export const getCancellation = endpoint({
	id: 'orders.getCancellation',
	method: 'GET',
	path: '/api/orders/{manageToken}/cancellation',
	summary:
		'Preview the refund for cancelling a paid order, or some of its tickets, by the refund policy. Nothing is written.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	query: z.object({
		/** Ids of tickets with commas between them; all of the order without it. */
		attendees: z
			.string()
			.regex(/^[\da-f-]{36}(,[\da-f-]{36})*$/i)
			.max(37 * mostNamed)
			.optional(),
	}),
	output: cancellation,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const createRefundRequest = endpoint({
	id: 'orders.createRefundRequest',
	method: 'POST',
	path: '/api/orders/{manageToken}/refund-requests',
	summary:
		'Request that the organiser cancels and refunds tickets, if the refund policy leaves the decision to them. The tickets stay valid until the request is decided. An order has at most one open request.',
	access: orderAccess,
	limit: 'order',
	status: 201,
	params: orderParams,
	body: z.strictObject({
		/** The tickets; all of the order without it. */
		attendeeIds: z.array(uuid()).min(1).max(1_000).optional(),
		/** For the organiser. */
		reason: text({ max: 1_000, lines: true }).default(''),
	}),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const withdrawRefundRequest = endpoint({
	id: 'orders.withdrawRefundRequest',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/refund-requests/{request}',
	summary: 'Cancel a pending refund request. The tickets stay valid.',
	access: orderAccess,
	limit: 'order',
	params: orderParams.extend({ request: uuid() }),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const decision = {
	access: eventAccess('refunds.make'),
	limit: 'write',
	requiresKey: true,
	params: organiserOrderParams.extend({ request: uuid() }),
	output: orderDetail,
} as const;

export const approveRefundRequest = endpoint({
	id: 'orders.approveRefundRequest',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/refund-requests/{request}/approve',
	summary:
		'Approve a refund request: its tickets are cancelled and refunded in one step. Large amounts require a recent sign-in, like other refunds.',
	...decision,
	movesPlaces: true,
	body: z.strictObject({
		/** Without it, all that can be refunded for the tickets. */
		amountMinor: moneyMinor().min(1).optional(),
		/** The buyer reads it. */
		answer: text({ max: 500, lines: true }).default(''),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const declineRefundRequest = endpoint({
	id: 'orders.declineRefundRequest',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/refund-requests/{request}/decline',
	summary: 'Decline a refund request. The tickets stay valid, and the buyer is sent the reason.',
	...decision,
	body: z.strictObject({
		/** The buyer reads it. */
		answer: text({ max: 1_000, min: 1, lines: true }),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
