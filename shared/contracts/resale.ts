import { z } from '../lib/z.ts';
import { uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';
import { managedOrder, orderParams } from './orders.ts';

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

/** What the buyer of an order gets for their tickets. */
export const resaleOptions = z
	.object({
		/** Why nothing can be offered; null: something can. */
		obstacle: z.enum(resaleObstacles).nullable(),
		currency: z.string(),
		/** The valid tickets that the buyer holds and that are not offered yet. */
		tickets: z.array(
			z.object({
				attendeeId: uuid(),
				/** What it cost, all in, and what the next guest pays. */
				priceMinor: z.number().int(),
				/** What comes back of that once it is sold. */
				backMinor: z.number().int(),
				/** Guests who wait for a ticket of its type. */
				waiting: z.number().int(),
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
	summary: 'List what the tickets of an order can be resold for by its buyer, and what comes back of that.',
	access: { kind: 'order' },
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
		'Offer a ticket for resale at the price that was paid for it. It stays valid until the next person on the waitlist has paid for it; then it is cancelled, and the price is refunded less the fee of the event. Repeating it changes nothing.',
	access: { kind: 'order' },
	movesPlaces: true,
	limit: 'order',
	status: 201,
	params: ticketParams,
	body: z.strictObject({
		/** As `orders.getResale` said; another amount is refused with `resale-changed`. */
		backMinor: z.number().int().min(0),
	}),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const endResale = endpoint({
	id: 'orders.endResale',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/attendees/{attendee}/resale',
	summary:
		'Stop offering a ticket for resale. Refused with `resale-in-progress` while someone is offered it or pays for it. Repeating it changes nothing.',
	access: { kind: 'order' },
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
				quantity: z.number().int(),
				/** The lowest price of one, all in. */
				fromMinor: z.number().int(),
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
		'List the tickets that guests offer for resale while the waitlist for them is empty: whoever joins it is offered one at once.',
	access: { kind: 'public' },
	limit: 'read',
	params: eventParams,
	output: resoldTickets,
});
