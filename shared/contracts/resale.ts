import { z } from '../lib/z.ts';
import { uuid } from './common.ts';
import { endpoint, orderAccess, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { managedOrder } from './managed-orders.ts';
import { orderParams } from './orders.ts';

/** Why the tickets of an order, or one of them, cannot be offered for resale. */
export const resaleObstacles = [
	'no-resale',
	'not-confirmed',
	'payment-in-progress',
	'refund-requested',
	'disputed',
	'checked-in',
	'offered',
	'other-kind',
	'no-price',
	'refunded',
] as const;
export type ResaleObstacle = (typeof resaleObstacles)[number];

/** The resale proceeds of an order’s tickets. */
export const resaleOptions = z
	.object({
		/** Why nothing can be offered; null: something can. */
		obstacle: z.enum(resaleObstacles).nullable(),
		currency: z.string(),
		/** The valid tickets that the buyer holds and that are not offered yet. */
		tickets: z.array(
			z.object({
				attendeeId: uuid(),
				/** Its full price, and the price for the next guest. */
				priceMinor: z.int(),
				/** The refund of that once it is sold. */
				backMinor: z.int(),
				/** Guests who wait for a ticket of its type. */
				waiting: z.int(),
				obstacle: z.enum(resaleObstacles).nullable(),
			}),
		),
	})
	.meta({ id: 'ResaleOptions' });
export type ResaleOptions = z.output<typeof resaleOptions>;

export const getResale = endpoint({
	id: 'orders.getResale',
	method: 'GET',
	path: '/api/orders/{manageToken}/resale',
	summary:
		'List the tickets of an order that its buyer can resell, with the price and the amount refunded to the buyer.',
	access: orderAccess,
	limit: 'read',
	params: orderParams,
	output: resaleOptions,
});

const ticketParams = orderParams.extend({ attendee: uuid() });

export const listForResale = endpoint({
	id: 'orders.listForResale',
	method: 'POST',
	path: '/api/orders/{manageToken}/attendees/{attendee}/resale',
	summary:
		'Offer a ticket for resale at the price that was paid for it. It stays valid until someone on the waitlist has paid for it; then it is cancelled, and its price less the resale fee is refunded. Repeating it changes nothing.',
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	status: 201,
	params: ticketParams,
	body: z.strictObject({
		/** As `orders.getResale` said; another amount is refused with `resale-changed`. */
		backMinor: z.int().min(0),
	}),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const endResale = endpoint({
	id: 'orders.endResale',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/attendees/{attendee}/resale',
	summary:
		'Cancel the resale of a ticket. Refused with `resale-in-progress` while it is offered to someone or being paid for. Repeating it changes nothing.',
	access: orderAccess,
	movesPlaces: true,
	limit: 'order',
	params: ticketParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const resoldTickets = z
	.object({
		currency: z.string(),
		ticketTypes: z.array(
			z.object({
				ticketTypeId: uuid(),
				name: z.string(),
				quantity: z.int(),
				/** The lowest price of one, all in. */
				fromMinor: z.int(),
			}),
		),
	})
	.meta({ id: 'ResoldTickets' });
export type ResoldTickets = z.output<typeof resoldTickets>;

export const getResoldTickets = endpoint({
	id: 'waitlist.getResale',
	method: 'GET',
	path: '/api/events/{event}/resale',
	summary:
		'List tickets offered for resale that have an empty waitlist: the next person to join it is offered one immediately.',
	access: publicAccess,
	limit: 'read',
	params: eventParams,
	output: resoldTickets,
});
