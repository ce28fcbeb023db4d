import { z } from '../lib/z.ts';
import { buyerShape, locale, text, uuid } from './common.ts';
import { endpoint, publicAccess } from './endpoint.ts';
import { eventCard, eventParams } from './events.ts';
import { orderStatuses } from './orders.ts';
import { ticketType } from './tickets.ts';

/**
 * Obstacles to registering for an event from another site, or none.
 * - `open`: the element takes registrations of what costs nothing; anything else is had on the event page.
 * - `on-page`: guests register on the event page alone: this installation sends no email that could bring them their tickets, or the date
 *   is of a course that is booked as a whole.
 * - `elsewhere`: the organiser takes registrations at `externalUrl`.
 */
export const embedStates = [
	'open',
	'on-page',
	'elsewhere',
	'sold-out',
	'not-yet',
	'sale-ended',
	'unavailable',
	'cancelled',
	'postponed',
	'over',
] as const;

/** A ticket type, as far as somebody chooses by it. */
const embeddedTicket = ticketType.pick({
	id: true,
	name: true,
	description: true,
	kind: true,
	totalMinor: true,
	currency: true,
	minPerOrder: true,
	maxPerOrder: true,
	admits: true,
	isAdmission: true,
	needsApproval: true,
	salesStartAt: true,
	state: true,
	left: true,
});

/** An event as an element on another site shows it. Nothing in it is for members, and nothing is secret. */
export const embeddedEvent = eventCard
	.omit({ isSoldOut: true, isExternal: true, series: true })
	.extend({
		state: z.enum(embedStates),
		/** The organiser’s note on the cancellation or postponement. */
		statusMessage: z.string(),
		/** Where `state` is `not-yet`: when the first ticket goes on sale. */
		opensAt: z.string().nullable(),
		/** Empty unless `state` is `elsewhere`. */
		externalUrl: z.string(),
		tickets: z.array(embeddedTicket),
		/** Of a series: its public dates that are ahead, the next first, this one among them, up to 60; otherwise empty. */
		dates: z.array(
			z.object({ slug: z.string(), startsAt: z.string(), timeZone: z.string(), isSoldOut: z.boolean() }),
		),
		/** Of a sandbox: nothing of it is real. */
		isSandbox: z.boolean(),
	})
	.meta({ id: 'EmbeddedEvent' });
export type EmbeddedEvent = z.output<typeof embeddedEvent>;

export const getEmbeddedEvent = endpoint({
	id: 'embeds.getEmbeddedEvent',
	method: 'GET',
	path: '/api/embed/events/{event}',
	summary:
		'Get an event as an embed shows it: details, tickets and, for a series, the next dates. Drafts and invite-only events return 404; a password-protected event is refused.',
	access: publicAccess,
	limit: 'read',
	isOpenToSites: true,
	params: eventParams,
	output: embeddedEvent,
	errors: ['RESOURCE_ACCESS_DENIED'],
});

export const placeEmbeddedOrder = endpoint({
	id: 'embeds.placeEmbeddedOrder',
	method: 'POST',
	path: '/api/embed/orders',
	summary:
		'Register for free tickets from an embed on another site. The tickets and the link to the order are only sent by email: the surrounding page could read the response. Anything with a price is refused as `price-changed`. The Idempotency-Key is required: a repeated key returns the same order, and only from this endpoint.',
	access: publicAccess,
	limit: 'order',
	status: 201,
	isOpenToSites: true,
	idempotency: 'command',
	requiresKey: true,
	body: z.strictObject({
		/** An event by id, slug or code. */
		event: eventParams.shape.event,
		buyer: z.strictObject(buyerShape),
		items: z
			.array(z.strictObject({ ticketTypeId: uuid(), quantity: z.int().min(1).max(1_000) }))
			.min(1)
			.max(20),
		/** Host of the page around, as the organiser sees where guests come from. */
		site: text({ max: 300 }).default(''),
		/** Language that the emails are written in, as `de` or `pt-BR`. */
		locale: locale().optional(),
	}),
	output: z.object({
		/** Of the order, to name it to the organiser; it opens nothing. */
		code: z.string(),
		status: z.enum(orderStatuses),
		tickets: z.int(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});
