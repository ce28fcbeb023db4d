import { z } from '../lib/z.ts';
import { orderFilters } from '../rules/order-money-state.ts';
import { paymentMethods, refundTargets } from '../rules/payment-states.ts';
import { APPROVED_HOURS } from '../rules/periods.ts';
import { freshRefundText } from '../rules/refund-limits.ts';
import { calendarDate, moneyMinor, page, paging, text, uuid, wholeList } from './common.ts';
import { endpoint, eventAccess, partialAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import {
	order,
	orderDiscount,
	orderLine,
	orderStatuses,
	orderTerms,
	refundRequest,
	waitingChange,
} from './orders.ts';
import { payment, refund } from './payments.ts';

/** How the money of an order stands, in minor units. */
const orderMoney = {
	/** How it will be paid; null: not chosen. */
	terms: z.enum(orderTerms).nullable(),
	/** Still to be paid; below 0: owed to the buyer. */
	dueMinor: z.int(),
	/** Received, less what was refunded. */
	paidMinor: z.int(),
	refundedMinor: z.int(),
	/** Refunds that are on their way, or owed. */
	refundingMinor: z.int(),
	/** Of them: what a member has to send, as no provider moved the money. */
	toSendMinor: z.int(),
	/** True: paid in test mode, no real money moved. */
	isTest: z.boolean(),
};

/** An order as a line of a list. */
export const listedOrder = order
	.omit({ attendees: true })
	.extend({
		attendeeCount: z.int(),
		...orderMoney,
		/** How it was paid; null: not paid. */
		paidBy: z.enum(paymentMethods).nullable(),
	})
	.meta({ id: 'ListedOrder' });

export type ListedOrder = z.output<typeof listedOrder>;

export const listOrders = endpoint({
	id: 'orders.listOrders',
	method: 'GET',
	path: '/api/events/{event}/orders',
	summary:
		'List the orders of an event, newest first. `q` searches names and email addresses of buyers and guests, order codes and transfer references.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({
		q: z.string().max(200).optional(),
		status: z.enum(orderStatuses).optional(),
		state: z.enum(orderFilters).optional(),
		...paging(50, 100),
	}),
	output: page(listedOrder),
});

/** Revenue of an event in one currency, in minor units. */
export const eventRevenue = z
	.object({
		currency: z.string(),
		/** Sold less refunded, tax included. */
		grossMinor: z.int(),
		taxMinor: z.int(),
		/** Of the platform and the payment provider, and what disputes cost. */
		feesMinor: z.int(),
		/** What is left: gross less tax and fees. */
		netMinor: z.int(),
	})
	.meta({ id: 'EventRevenue' });

export type EventRevenue = z.output<typeof eventRevenue>;

export const getEventRevenue = endpoint({
	id: 'orders.getRevenue',
	method: 'GET',
	path: '/api/events/{event}/revenue',
	summary: 'Get the net revenue of an event by currency, from the ledger.',
	access: eventAccess('money.view'),
	limit: 'read',
	params: eventParams,
	output: z.object({
		data: z.array(eventRevenue),
		/** True: some of it was paid in test mode. */
		isTest: z.boolean(),
	}),
});

/** An event with orders whose buyers are owed money after a refund failed. */
export const eventWithRefundsDue = z
	.object({ eventId: uuid(), title: z.string(), orders: z.int() })
	.meta({ id: 'EventWithRefundsDue' });

export type EventWithRefundsDue = z.output<typeof eventWithRefundsDue>;

export const listEventsWithRefundsDue = endpoint({
	id: 'orders.listEventsWithRefundsDue',
	method: 'GET',
	path: '/api/organisations/{organisation}/refunds-due',
	summary: 'List events of an organisation with failed refunds, latest start first.',
	access: partialAccess('orders.view'),
	limit: 'read',
	params: z.object({ organisation: z.string() }),
	output: wholeList(eventWithRefundsDue),
});

export const organiserOrderParams = eventParams.extend({ order: uuid() });

/** An order as the organiser sees it. */
export const orderDetail = order
	.extend({
		/** How it came. */
		source: z.enum(['web', 'manual', 'import', 'door']),
		lines: z.array(orderLine),
		/** The code that it was bought with; null: none. */
		discount: orderDiscount.nullable(),
		/** With what was noted about money that came another way. */
		payments: z.array(payment.extend({ note: z.string() })),
		refunds: z.array(refund),
		...orderMoney,
		/** Refunds of single tickets, and separately those that failed. */
		ticketRefunds: z.array(z.object({ attendeeId: uuid(), refundedMinor: z.int(), failedMinor: z.int() })),
		/** The amount that may still be refunded: without pending refunds, and without chargebacks. */
		refundableMinor: z.int(),
		/** Whether it can be refunded onto a gift card (`refundTo`). */
		canRefundToGiftCard: z.boolean(),
		/** The buyer’s last request for a refund; null: none was made. */
		refundRequest: refundRequest.nullable(),
		/** A change of tickets that waits for its payment; null: none does. */
		change: waitingChange.nullable(),
		/** What a transfer names; null without one. */
		reference: z.string().nullable(),
		/** When a member approved it; null: it needed no approval, or has none yet. */
		approvedAt: z.string().nullable(),
		/** The member’s message to the declined buyer, may be empty; null: not declined. */
		declineMessage: z.string().nullable(),
		/** Its tickets that their buyer offers for resale or has resold, with the order that bought them. */
		resales: z.array(
			z.object({
				attendeeId: uuid(),
				state: z.enum(['listed', 'sold']),
				priceMinor: z.int(),
				buyerOrderId: uuid().nullable(),
			}),
		),
		/** The orders whose buyers resold the tickets of this one. */
		boughtFrom: z.array(uuid()),
		/** The group that its guests come with; null: none. */
		group: z.object({ id: uuid(), name: z.string() }).nullable(),
		/** Emails to its buyer bounce, so they get no messages, reminders or news; emails about the order are tried all the same. */
		emailBounces: z.boolean(),
		/** Whether its tickets can be shared as a group (`groups.create`). */
		canShare: z.boolean(),
	})
	.meta({ id: 'OrderDetail' });

export type OrderDetail = z.output<typeof orderDetail>;

export const getOrderDetail = endpoint({
	id: 'orders.getOrder',
	method: 'GET',
	path: '/api/events/{event}/orders/{order}',
	summary: 'Get an order with its lines, payments and refunds.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: organiserOrderParams,
	output: orderDetail,
});

export const markOrderPaid = endpoint({
	id: 'orders.markPaid',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/mark-paid',
	summary:
		'Record a payment received by bank transfer or at the door. The order is confirmed once it is fully paid; if it is sold out by then, the amount is owed to the buyer.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	requiresKey: true,
	params: organiserOrderParams,
	body: z.strictObject({
		method: z.enum(['transfer', 'cash', 'door_card']),
		/** The amount received; by default the amount due. Less is a part payment; any excess is owed back to the buyer. */
		amountMinor: moneyMinor().min(1).optional(),
		/** The day it came, as the bank says; without it today. */
		receivedOn: calendarDate().optional(),
		note: text({ max: 500, lines: true }).default(''),
	}),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const remindOrder = endpoint({
	id: 'orders.remind',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/remind',
	summary: 'Remind a buyer how to pay by bank transfer or at the door. At most one reminder is sent per day.',
	access: eventAccess('orders.manage'),
	limit: 'write',
	params: organiserOrderParams,
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const approveOrder = endpoint({
	id: 'orders.approve',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/approve',
	summary: `Approve an order. A free order is confirmed; the spots of a paid order are held for ${APPROVED_HOURS} hours, and the buyer gets a payment link. Repeating it changes nothing.`,
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams,
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const declineOrder = endpoint({
	id: 'orders.decline',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/decline',
	summary:
		'Decline an order that awaits approval. Its spots are released, and the buyer gets an email with your message. Repeating it changes nothing.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams,
	body: z
		.strictObject({
			/** For the buyer. */
			message: text({ max: 1_000, lines: true }).default(''),
		})
		.optional(),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelOrder = endpoint({
	id: 'orders.cancelOrder',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/cancel',
	summary: 'Cancel an order with all its tickets, without a refund. Repeating it changes nothing.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: organiserOrderParams,
	body: z.object({ notify: z.boolean().default(true) }).optional(),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const refundOrder = endpoint({
	id: 'orders.refund',
	method: 'POST',
	path: '/api/events/{event}/orders/{order}/refunds',
	summary: `Refund an amount, tickets or the donation of a paid order, with or without cancelling the tickets. A large refund requires a recent sign-in (403, rule confirm-sign-in), so refunds by an API key are limited to that amount per hour. Large means, in whole currency units: ${freshRefundText}.`,
	access: eventAccess('refunds.make'),
	limit: 'write',
	status: 201,
	requiresKey: true,
	params: organiserOrderParams,
	body: z.strictObject({
		/** Without amount and tickets: all that is refundable. */
		amountMinor: moneyMinor().optional(),
		attendeeIds: z.array(uuid()).max(1_000).optional(),
		/**
		 * Whether the gift beside the tickets goes back too, with its cover; alone, only the gift does. Without it, an amount and tickets
		 * leave the gift as it is as far as what was paid for the tickets reaches.
		 */
		gift: z.boolean().default(false),
		reason: text({ max: 500, lines: true }).default(''),
		/** Whether the tickets are cancelled too. */
		isCancelling: z.boolean().default(false),
		/** Where the money goes: back the way it was paid, or onto a new gift card, which is sent to the buyer. What a gift card paid goes back onto it. */
		refundTo: z.enum(refundTargets).default('original'),
	}),
	output: orderDetail,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
