import { z } from '../lib/z.ts';
import { fieldsIn, mapFields } from '../rules/attendee-fields.ts';
import { attendeeDetail, cursor, email, noContent, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';

export const orderStatuses = ['awaiting_approval', 'pending', 'confirmed', 'expired', 'cancelled'] as const;
export const attendeeStatuses = ['held', 'active', 'cancelled'] as const;

const orderAttendee = z.object({
	id: uuid(),
	name: z.string(),
	email: z.string(),
	ticketTypeId: uuid(),
	ticketTypeName: z.string(),
	/** Text of the QR; null while the order is not confirmed or the ticket is cancelled. */
	ticketCode: z.string().nullable(),
	status: z.enum(attendeeStatuses),
});

/** An order as its buyer sees it. */
export const order = z
	.object({
		id: uuid(),
		code: z.string(),
		status: z.enum(orderStatuses),
		eventId: uuid(),
		buyer: z.object({ name: z.string(), email: z.string() }),
		totalMinor: z.number().int(),
		currency: z.string(),
		/** While pending: when the places go back. */
		expiresAt: z.string().nullable(),
		createdAt: z.string(),
		attendees: z.array(orderAttendee),
	})
	.meta({ id: 'Order' });
export type Order = z.output<typeof order>;

export const placeOrder = endpoint({
	id: 'orders.placeOrder',
	method: 'POST',
	path: '/api/events/{event}/orders',
	summary:
		'Register. A free order is confirmed immediately; with `hold` the tickets are held for 15 minutes until it is confirmed. Send an Idempotency-Key: a repeated key returns the same order.',
	access: { kind: 'public' },
	limit: 'order',
	status: 201,
	idempotency: 'command',
	params: eventParams,
	maxBodyBytes: 400_000,
	body: z.object({
		buyer: z.object({ name: text({ max: 200, min: 1 }), email: email() }),
		items: z
			.array(z.object({ ticketTypeId: uuid(), quantity: z.number().int().min(1).max(1_000) }))
			.min(1)
			.max(20),
		/** Names of the people, in the order of the items; the buyer's where left out. */
		attendees: z
			.array(
				z.object({
					name: text({ max: 200 }).default(''),
					email: z.union([z.literal(''), email()]).default(''),
					...mapFields(fieldsIn('registration'), (field) => attendeeDetail(field).default('')),
				}),
			)
			.max(1_000)
			.optional(),
		hold: z.boolean().default(false),
		/** Language that the mails are written in, as `de` or `pt-BR`. */
		locale: z
			.string()
			.regex(/^[A-Za-z]{2,3}(-[A-Za-z\d]{2,8}){0,2}$/, 'Please enter a valid format.')
			.optional(),
	}),
	output: order.extend({
		/** Opens "my ticket" at /my-ticket/{manageToken}. */
		manageToken: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'SERVER_OVERLOADED'],
});

export const orderParams = z.object({ manageToken: z.string().min(20).max(200) });

/** What the "my ticket" page needs, the event's online link included once the order is confirmed. */
export const managedOrder = order
	.extend({
		event: z.object({
			id: uuid(),
			slug: z.string(),
			title: z.string(),
			status: z.string(),
			/** What the organiser told when cancelling or postponing. */
			statusMessage: z.string(),
			startsAt: z.string(),
			endsAt: z.string(),
			timeZone: z.string(),
			isAllDay: z.boolean(),
			isOver: z.boolean(),
			format: z.string(),
			venueName: z.string(),
			address: z.string(),
			city: z.string(),
			countryCode: z.string(),
			/** Only while the order is confirmed. */
			onlineUrl: z.string(),
			coverUrl: z.string(),
			themeHue: z.number(),
			organiserName: z.string(),
		}),
		canCancel: z.boolean(),
		/** A hold can be extended once. */
		canExtend: z.boolean(),
	})
	.meta({ id: 'ManagedOrder' });
export type ManagedOrder = z.output<typeof managedOrder>;

export const getManagedOrder = endpoint({
	id: 'orders.getManagedOrder',
	method: 'GET',
	path: '/api/orders/{manageToken}',
	summary: 'Get an order by its signed link.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams,
	output: managedOrder,
});

export const confirmOrder = endpoint({
	id: 'orders.confirmOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/confirm',
	summary: 'Confirm a held free order. After the hold has ended it is confirmed if there is still room.',
	access: { kind: 'order' },
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const extendHold = endpoint({
	id: 'orders.extendHold',
	method: 'POST',
	path: '/api/orders/{manageToken}/extend',
	summary: 'Extend a hold by 15 minutes, once.',
	access: { kind: 'order' },
	limit: 'order',
	params: orderParams,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelManagedOrder = endpoint({
	id: 'orders.cancelManagedOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/cancel',
	summary: 'Cancel an order or one of its attendees. Repeating it changes nothing.',
	access: { kind: 'order' },
	limit: 'order',
	params: orderParams,
	body: z.object({ attendeeId: uuid().optional() }).optional(),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const resendManagedOrder = endpoint({
	id: 'orders.resendManagedOrder',
	method: 'POST',
	path: '/api/orders/{manageToken}/resend',
	summary:
		'Resend the confirmation email to the address of the order or a corrected one. A corrected address invalidates the link and ticket codes sent to the wrong one.',
	access: { kind: 'order' },
	limit: 'mail',
	status: 202,
	params: orderParams,
	body: z.object({ email: email().optional() }).optional(),
	output: z.object({
		message: z.string(),
		/** The link as it is now: another one after the address was corrected. */
		manageToken: z.string(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateManagedAttendee = endpoint({
	id: 'orders.updateManagedAttendee',
	method: 'PATCH',
	path: '/api/orders/{manageToken}/attendees/{attendee}',
	summary: 'Update the name or email address on a ticket.',
	access: { kind: 'order' },
	limit: 'order',
	params: orderParams.extend({ attendee: uuid() }),
	body: z
		.strictObject({ name: text({ max: 200, min: 1 }), email: z.union([z.literal(''), email()]) })
		.partial(),
	output: managedOrder,
});

export const getOrderCalendar = endpoint({
	id: 'orders.getOrderCalendar',
	method: 'GET',
	path: '/api/orders/{manageToken}/calendar.ics',
	summary: 'The event as a calendar entry of this order: one UID for the life of the registration.',
	access: { kind: 'order' },
	limit: 'read',
	params: orderParams,
	output: { contentType: 'text/calendar', description: 'iCalendar (RFC 5545)' },
});

export const listOrders = endpoint({
	id: 'orders.listOrders',
	method: 'GET',
	path: '/api/events/{event}/orders',
	summary: 'The orders of an event, newest first.',
	access: { kind: 'organisation', action: 'orders.view', via: 'event' },
	limit: 'read',
	params: eventParams,
	query: z.object({
		status: z.enum(orderStatuses).optional(),
		limit: pageLimit(50, 100),
		cursor: cursor().optional(),
	}),
	output: page(order.omit({ attendees: true }).extend({ attendeeCount: z.number().int() })),
});

export const deleteOrderHold = endpoint({
	id: 'orders.releaseHold',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/hold',
	summary: 'Release a hold before it expires.',
	access: { kind: 'order' },
	limit: 'order',
	status: 204,
	params: orderParams,
	output: noContent(),
});
