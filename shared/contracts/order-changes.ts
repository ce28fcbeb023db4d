import { z } from '../lib/z.ts';
import { refundTargets } from '../rules/payment-states.ts';
import { CHANGE_MINUTES, MEMBER_CHANGE_HOURS } from '../rules/periods.ts';
import { uuid } from './common.ts';
import { endpoint, eventAccess, orderAccess } from './endpoint.ts';
import { managedOrder } from './managed-orders.ts';
import { orderLine, orderParams } from './orders.ts';
import { orderDetail, organiserOrderParams } from './organiser-orders.ts';

/** Why the tickets of an order, or one of them, cannot be changed. */
export const changeObstacles = [
	'no-changes',
	'too-late',
	'not-confirmed',
	'payment-in-progress',
	'refund-requested',
	'disputed',
	'checked-in',
	'offered',
	'for-sale',
	'other-kind',
	'refunded',
] as const;
export type ChangeObstacle = (typeof changeObstacles)[number];

const option = z.object({
	ticketTypeId: uuid(),
	name: z.string(),
	/** What is to be paid more for it, all in; below 0: what goes back. Of what is added: its price. */
	differenceMinor: z.int(),
	/** How many are left; null: more than anybody may take. */
	left: z.int().nullable(),
});

/** What an order can be changed to now. */
export const changeOptions = z
	.object({
		/** Why nothing can be changed; null: something can. */
		obstacle: z.enum(changeObstacles).nullable(),
		/** Until when. */
		until: z.string().nullable(),
		currency: z.string(),
		/** The fee that is retained of each changed ticket. */
		keepMinor: z.int(),
		/** Whether what goes back can be had as a gift card (`refundTo`). */
		canRefundToGiftCard: z.boolean(),
		/** The valid tickets of the order. */
		tickets: z.array(
			z.object({
				attendeeId: uuid(),
				/** Its full price. */
				priceMinor: z.int(),
				obstacle: z.enum(changeObstacles).nullable(),
				options: z.array(option),
			}),
		),
		/** What can be added: tickets and add-ons. */
		add: z.array(option.extend({ isAddOn: z.boolean() })),
	})
	.meta({ id: 'ChangeOptions' });
export type ChangeOptions = z.output<typeof changeOptions>;

export const getChanges = endpoint({
	id: 'orders.getChanges',
	method: 'GET',
	path: '/api/orders/{manageToken}/changes',
	summary:
		'List the ticket types to which the buyer can change the tickets of an order, with the price difference.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: changeOptions,
});

const wanted = {
	/** Other ticket types for tickets of the order. */
	tickets: z
		.array(z.strictObject({ attendeeId: uuid(), ticketTypeId: uuid() }))
		.max(100)
		.default([]),
	/** Further tickets and add-ons. */
	add: z
		.array(z.strictObject({ ticketTypeId: uuid(), quantity: z.int().min(1).max(100) }))
		.max(20)
		.default([]),
};

/** The quote of a change. */
export const changeQuote = z
	.object({
		currency: z.string(),
		/** Returned items, with negative amounts, then bought items. */
		lines: z.array(orderLine),
		/** The fees that are retained of changed tickets. */
		keptMinor: z.int(),
		/** To be paid; below 0: goes back the way it was paid. */
		differenceMinor: z.int(),
		/** Names what was shown. */
		hash: z.string(),
	})
	.meta({ id: 'ChangeQuote' });
export type ChangeQuote = z.output<typeof changeQuote>;

export const quoteChange = endpoint({
	id: 'orders.quoteChange',
	method: 'POST',
	path: '/api/orders/{manageToken}/changes/quote',
	summary: 'Preview a change of tickets of an order: what it costs or refunds. Nothing is held or changed.',
	access: orderAccess,
	limit: 'order',
	params: orderParams,
	body: z.strictObject(wanted),
	output: changeQuote,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** What a change states besides what is wanted. */
const agreed = {
	/** Of the quote; anything else is refused with `price-changed`. */
	hash: z.string().max(100),
	/** Where a difference goes: back the way it was paid, or onto a new gift card. */
	refundTo: z.enum(refundTargets).optional(),
};

export const changeOrder = endpoint({
	id: 'orders.changeOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/changes',
	summary: `Change the tickets of an order. If the new tickets don’t cost more, they are changed immediately and any difference is refunded to the original payment method. Otherwise their spots are held for ${CHANGE_MINUTES} minutes: \`change\` of the order has the amount due, and \`orders.pay\` with its hash pays it.`,
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	status: 201,
	requiresKey: true,
	params: orderParams,
	body: z.strictObject({
		...wanted,
		...agreed,
	}),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const withdrawChange = endpoint({
	id: 'orders.withdrawChange',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/changes/{change}',
	summary: 'Cancel an unpaid change of tickets and release its spots.',
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	params: orderParams.extend({ change: uuid() }),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** An organiser’s options for changing the tickets of an order. */
export const memberChangeOptions = changeOptions
	.extend({
		/** Whether the buyer can be asked to pay a higher price; else it can only be waived. */
		canBuyerPay: z.boolean(),
	})
	.meta({ id: 'OrganiserChangeOptions' });

export const memberChangeQuote = changeQuote
	.extend({
		/** By how much the new tickets cost more than what is taken back, at the prices of now, whoever bears it. */
		priceDifferenceMinor: z.int(),
	})
	.meta({ id: 'OrganiserChangeQuote' });
export type MemberChangeQuote = z.output<typeof memberChangeQuote>;

const byMember = eventAccess('orders.manage');
const memberWanted = {
	...wanted,
	/** Who pays a higher price; nobody: the new tickets are sold for what the old ones cost. */
	differenceBy: z.enum(['buyer', 'nobody']).default('buyer'),
	/** Whether a lower price goes back the way it was paid; else the new tickets are sold for what the old ones cost. */
	returnsDifference: z.boolean().default(true),
};

export const getTicketChanges = endpoint({
	id: 'orders.getTicketChanges',
	method: 'GET',
	path: '/api/events/{event}/orders/{order}/changes',
	summary:
		'List the ticket types to which an organiser can change the tickets of an order, with the price difference.',
	access: byMember,
	limit: 'read',
	params: organiserOrderParams,
	output: memberChangeOptions,
});

export const quoteTicketChange = endpoint({
	id: 'orders.quoteTicketChange',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/changes/quote',
	summary:
		'Preview a change of tickets of an order by an organiser: what it costs or refunds. Nothing is held or changed.',
	access: byMember,
	limit: 'write',
	params: organiserOrderParams,
	body: z.strictObject(memberWanted),
	output: memberChangeQuote,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const changeTickets = endpoint({
	id: 'orders.changeTickets',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/changes',
	summary: `Change the tickets of an order as an organiser. Capacity limits apply, the rules for buyers don’t. If the buyer has to pay more, the spots are held for ${MEMBER_CHANGE_HOURS} hours, at most until the event starts, and the buyer gets an email with a payment link. Refunding a difference requires the right to refund, and a recent sign-in for a large amount.`,
	access: byMember,
	movesPlaces: true,
	limit: 'write',
	status: 201,
	requiresKey: true,
	params: organiserOrderParams,
	body: z.strictObject({
		...memberWanted,
		...agreed,
	}),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelTicketChange = endpoint({
	id: 'orders.cancelTicketChange',
	method: 'DELETE',
	path: '/api/events/{event}/orders/{order}/changes/{change}',
	summary: 'Cancel an unpaid change of tickets by an organiser and release its spots.',
	access: byMember,
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams.extend({ change: uuid() }),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
