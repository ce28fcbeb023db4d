import { z } from '../lib/z.ts';
import { attendeeFieldNames, mapFields } from '../rules/attendee-fields.ts';
import { attendeeDetail, email, queryFlag, text, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { attendeeStatuses } from './orders.ts';

/** One row of the organiser's guest list. */
export const attendee = z
	.object({
		id: uuid(),
		name: z.string(),
		email: z.string(),
		ticketCode: z.string(),
		ticketTypeId: uuid(),
		ticketTypeName: z.string(),
		/** False: a ticket of an add-on, and no guest. */
		isAdmission: z.boolean(),
		orderId: uuid(),
		orderCode: z.string(),
		status: z.enum(attendeeStatuses),
		source: z.string(),
		...mapFields(attendeeFieldNames, () => z.string()),
		checkedInAt: z.string().nullable(),
		createdAt: z.string(),
		version: z.int(),
	})
	.meta({ id: 'Attendee' });
export type Attendee = z.output<typeof attendee>;

export const attendeeParams = eventParams.extend({ attendee: uuid() });

export const addAttendee = endpoint({
	id: 'orders.addAttendee',
	method: 'POST',
	path: '/api/events/{event}/attendees',
	summary: 'Add a guest manually. Counts against capacity like any order.',
	access: eventAccess('attendees.edit'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.strictObject({
		name: text({ max: 200, min: 1 }),
		email: z.union([z.literal(''), email()]).default(''),
		ticketTypeId: uuid().optional(),
		...mapFields(attendeeFieldNames, (field) => attendeeDetail(field).default('')),
		sendMail: z.boolean().default(true),
	}),
	output: attendee,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const updateAttendee = endpoint({
	id: 'orders.updateAttendee',
	method: 'PATCH',
	path: '/api/events/{event}/attendees/{attendee}',
	summary: 'Update a guest.',
	access: eventAccess('attendees.edit'),
	limit: 'write',
	hasVersion: true,
	params: attendeeParams,
	body: z
		.strictObject({
			name: text({ max: 200, min: 1 }),
			email: z.union([z.literal(''), email()]),
			...mapFields(attendeeFieldNames, attendeeDetail),
		})
		.partial(),
	output: attendee,
});

export const cancelAttendee = endpoint({
	id: 'orders.cancelAttendee',
	method: 'POST',
	path: '/api/events/{event}/attendees/{attendee}/cancel',
	summary: 'Cancel a ticket and release the spot. Repeating it changes nothing.',
	access: eventAccess('attendees.edit'),
	limit: 'write',
	params: attendeeParams,
	body: z.object({ notify: z.boolean().default(true) }).optional(),
	output: attendee,
});

export const resendAttendee = endpoint({
	id: 'orders.resendAttendee',
	method: 'POST',
	path: '/api/events/{event}/attendees/{attendee}/resend',
	summary: 'Resend a ticket.',
	access: eventAccess('attendees.edit'),
	limit: 'mail',
	status: 202,
	params: attendeeParams,
	output: z.object({ message: z.string() }),
});

/** Preview of erasing a guest's personal data. */
export const guestErasure = z
	.object({
		/** Tickets of the event that bear the name and email of the guest. */
		tickets: z.int(),
		/** Orders that the guest placed. */
		orders: z.int(),
		/** Who placed the order, where it is another person: their data stays unless `withBuyer` is set. */
		buyerName: z.string().nullable(),
		/** The last day on which receipts and invoices have to be retained with whom they were issued to; null: there are none. */
		documentsKeptUntil: z.string().nullable(),
		/** The same of Gift Aid declarations. */
		declarationsKeptUntil: z.string().nullable(),
		/** Bank details stay until money that is owed to the guest was sent. */
		keepsRefundAccount: z.boolean(),
		/** A monthly donation of the guest ends. */
		endsMonthlyGift: z.boolean(),
		/** Why it can’t be done yet, and what to do first; null: it can. */
		blocker: z.string().nullable(),
	})
	.meta({ id: 'GuestErasure' });
export type GuestErasure = z.output<typeof guestErasure>;

const erasureAccess = eventAccess('attendees.erase');

export const getAttendeeErasure = endpoint({
	id: 'orders.getAttendeeErasure',
	method: 'GET',
	path: '/api/events/{event}/attendees/{attendee}/erasure',
	summary: 'Preview what erasing the personal data of a guest would delete and keep.',
	access: erasureAccess,
	limit: 'read',
	params: attendeeParams,
	query: z.object({ withBuyer: queryFlag().default(false) }),
	output: guestErasure,
});

export const eraseAttendee = endpoint({
	id: 'orders.eraseAttendee',
	method: 'POST',
	path: '/api/events/{event}/attendees/{attendee}/erasure',
	summary:
		'Erase the personal data of a guest at an event. This can’t be undone. The ticket stays valid without a name, amounts and check-ins stay, and documents are kept for as long as the law requires. Requires a recent sign-in (403, rule confirm-sign-in).',
	access: erasureAccess,
	limit: 'write',
	requiresKey: true,
	params: attendeeParams,
	body: z
		.strictObject({
			/** Also erase who placed the order, where it is another person. */
			withBuyer: z.boolean().default(false),
		})
		.optional(),
	output: attendee,
	errors: ['BUSINESS_RULE_VIOLATION'],
});
