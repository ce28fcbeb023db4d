import { z } from '../lib/z.ts';
import { MAX_BOOKED_DATES } from '../rules/series/repeat.ts';
import { buyerShape, locale, moneyMinor, text, uuid } from './common.ts';
import { endpoint, orderAccess, publicAccess } from './endpoint.ts';
import { managedOrder } from './managed-orders.ts';
import { order, orderParams } from './orders.ts';

/** Tickets that one call books at most, of all dates together: their places are held meanwhile. */
export const MAX_BOOKED_TICKETS = 3_000;

export const placeSeriesOrder = endpoint({
	id: 'orders.placeSeriesOrder',
	method: 'POST',
	path: '/api/series/{series}/orders',
	summary:
		'Book several or all upcoming dates of a series: one order for each date, all of them or none. A sold-out date is refused as `date-full` with its key. Orders without a price are confirmed immediately and their buyer gets one email with all tickets; those with a price are paid at the door or by bank transfer, each with its own reference. To pay by card, book each date separately. The Idempotency-Key is required: a repeated key returns the same orders.',
	access: publicAccess,
	limit: 'order',
	status: 201,
	idempotency: 'command',
	/** A series by id or slug. */
	params: z.object({ series: z.string().min(1).max(200) }),
	body: z.strictObject({
		buyer: z.strictObject(buyerShape),
		/** Ids of dates. Left out: all published dates that are ahead. */
		events: z.array(uuid()).min(1).max(MAX_BOOKED_DATES).optional(),
		/** The same tickets of each date, by their `lineageId`. */
		items: z
			.array(z.strictObject({ lineageId: uuid(), quantity: z.int().min(1).max(1_000) }))
			.min(1)
			.max(20),
		/** Of orders with a price. */
		paymentMethod: z.enum(['transfer', 'door']).optional(),
		/** What the buyer saw that all dates cost together: another total is refused with `price-changed`. Needed when there is something to pay. */
		totalMinor: moneyMinor().optional(),
		/** Where the buyer came from: `source|medium|campaign|tracking link`, without anything that tells who they are. */
		cameBy: text({ max: 200 }).optional(),
		/** Language that the emails are written in, as `de` or `pt-BR`. */
		locale: locale().optional(),
	}),
	output: z.object({
		id: uuid(),
		totalMinor: z.int(),
		currency: z.string(),
		orders: z.array(
			order.extend({
				key: z.string(),
				startsAt: z.string(),
				timeZone: z.string(),
				/** Opens "my ticket" at /my-ticket/{manageToken}. */
				manageToken: z.string(),
			}),
		),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});

export const cancelAllDates = endpoint({
	id: 'orders.cancelAllDates',
	method: 'POST',
	path: '/api/orders/{manageToken}/cancel-dates',
	summary:
		'Cancel this order and all orders for upcoming dates that were booked with it. Refused if one of them was paid: cancel those separately. Repeating it changes nothing.',
	access: orderAccess,
	movesPlaces: true,
	requiresKey: true,
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
