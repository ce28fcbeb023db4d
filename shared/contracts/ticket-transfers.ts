import { z } from '../lib/z.ts';
import { transferStates } from '../rules/ticket-transfers.ts';
import { email, text, uuid } from './common.ts';
import { endpoint, orderAccess } from './endpoint.ts';
import { managedOrder, ticketEvent, ticketOffer } from './managed-orders.ts';
import { orderAttendee, orderParams } from './orders.ts';

const offerBody = z.strictObject({ name: text({ max: 200, min: 1 }), email: email() });

export const offerTransfer = endpoint({
	id: 'orders.offerTransfer',
	method: 'POST',
	path: '/api/orders/{manageToken}/attendees/{attendee}/transfer',
	summary:
		'Offer a ticket to someone else, who gets a link by email. It stays valid for its current holder until the offer is accepted; then it gets a new code, and the old one stops working.',
	access: orderAccess,
	limit: 'mail',
	status: 201,
	params: orderParams.extend({ attendee: uuid() }),
	body: offerBody,
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const withdrawTransfer = endpoint({
	id: 'orders.withdrawTransfer',
	method: 'DELETE',
	path: '/api/orders/{manageToken}/attendees/{attendee}/transfer',
	summary: 'Cancel a pending offer of a ticket. Repeating it changes nothing.',
	access: orderAccess,
	limit: 'order',
	params: orderParams.extend({ attendee: uuid() }),
	output: managedOrder,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A ticket as it is offered to somebody. */
export const transfer = z
	.object({
		state: z.enum(transferStates),
		fromName: z.string(),
		toName: z.string(),
		toEmail: z.string(),
		ticketTypeName: z.string(),
		expiresAt: z.string(),
		/** Opens /ticket/{ticketToken} for whoever accepted it; null: nobody has, or the ticket was transferred again. */
		ticketToken: z.string().nullable(),
		event: ticketEvent,
	})
	.meta({ id: 'Transfer' });
export type Transfer = z.output<typeof transfer>;

const transferParams = z.object({ transferToken: z.string() });

export const getTransfer = endpoint({
	id: 'orders.getTransfer',
	method: 'GET',
	path: '/api/transfers/{transferToken}',
	summary: 'Get the offer of a ticket by its signed link.',
	access: { kind: 'transfer' },
	limit: 'read',
	params: transferParams,
	output: transfer,
});

export const acceptTransfer = endpoint({
	id: 'orders.acceptTransfer',
	method: 'POST',
	path: '/api/transfers/{transferToken}/accept',
	summary:
		'Accept a ticket. Its code is replaced; `ticketToken` of the response gives access to it. Repeating it returns the same response.',
	access: { kind: 'transfer' },
	limit: 'order',
	params: transferParams,
	body: z
		.strictObject({
			/** As it is to stand on the ticket; without it, as the offer says. */
			name: text({ max: 200, min: 1 }).optional(),
		})
		.optional(),
	output: transfer,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const declineTransfer = endpoint({
	id: 'orders.declineTransfer',
	method: 'POST',
	path: '/api/transfers/{transferToken}/decline',
	summary:
		'Decline a ticket. It stays with its current holder, who gets an email. Repeating it changes nothing.',
	access: { kind: 'transfer' },
	limit: 'order',
	params: transferParams,
	output: transfer,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** A ticket that was transferred, for whoever holds it. */
export const heldTicket = z
	.object({
		orderCode: z.string(),
		ticket: orderAttendee,
		event: ticketEvent,
		/** Whether it can be transferred. */
		canTransfer: z.boolean(),
		offer: ticketOffer.nullable(),
	})
	.meta({ id: 'HeldTicket' });
export type HeldTicket = z.output<typeof heldTicket>;

const ticketParams = z.object({ ticketToken: z.string() });

export const getHeldTicket = endpoint({
	id: 'orders.getHeldTicket',
	method: 'GET',
	path: '/api/tickets/{ticketToken}',
	summary: 'Get a transferred ticket by the signed link of its holder.',
	access: { kind: 'ticket' },
	limit: 'read',
	params: ticketParams,
	output: heldTicket,
});

export const updateHeldTicket = endpoint({
	id: 'orders.updateHeldTicket',
	method: 'PATCH',
	path: '/api/tickets/{ticketToken}',
	summary: 'Update the name on a transferred ticket.',
	access: { kind: 'ticket' },
	limit: 'order',
	params: ticketParams,
	body: z.strictObject({ name: text({ max: 200, min: 1 }) }),
	output: heldTicket,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const offerHeldTicket = endpoint({
	id: 'orders.offerHeldTicket',
	method: 'POST',
	path: '/api/tickets/{ticketToken}/transfer',
	summary: 'Offer a transferred ticket to someone else.',
	access: { kind: 'ticket' },
	limit: 'mail',
	status: 201,
	params: ticketParams,
	body: offerBody,
	output: heldTicket,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const withdrawHeldTicket = endpoint({
	id: 'orders.withdrawHeldTicket',
	method: 'DELETE',
	path: '/api/tickets/{ticketToken}/transfer',
	summary: 'Cancel a pending offer of a transferred ticket. Repeating it changes nothing.',
	access: { kind: 'ticket' },
	limit: 'order',
	params: ticketParams,
	output: heldTicket,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getHeldTicketCalendar = endpoint({
	id: 'orders.getHeldTicketCalendar',
	method: 'GET',
	path: '/api/tickets/{ticketToken}/calendar.ics',
	summary: 'Get the event of a transferred ticket as an iCalendar file.',
	access: { kind: 'ticket' },
	limit: 'read',
	params: ticketParams,
	output: { contentType: 'text/calendar', description: 'iCalendar (RFC 5545)' },
});
