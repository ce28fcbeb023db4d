import { z } from '../lib/z.ts';
import { waitlistEntryStates } from '../rules/waitlist.ts';
import { typedCode } from './codes.ts';
import { email, locale, noContent, page, paging, text, uuid } from './common.ts';
import { endpoint, eventAccess, publicAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** What somebody on a waitlist, or who wants to join it, sees of the event. */
const waitlistEvent = z.object({
	id: uuid(),
	slug: z.string(),
	title: z.string(),
	status: z.string(),
	startsAt: z.string(),
	endsAt: z.string(),
	timeZone: z.string(),
	isAllDay: z.boolean(),
	isOver: z.boolean(),
	venueName: z.string(),
	city: z.string(),
	organiserName: z.string(),
	isSandbox: z.boolean(),
});

/** An entry of a waitlist, for whoever joined. */
export const waitlistEntry = z
	.object({
		state: z.enum(waitlistEntryStates),
		/** 1 is next; null: it waits no more. */
		position: z.int().nullable(),
		party: z.int(),
		takesFewer: z.boolean(),
		ticketTypes: z.array(z.object({ id: uuid(), name: z.string() })),
		name: z.string(),
		email: z.string(),
		code: z.string(),
		/** What is offered now: `orders.placeOrder` with the link as `offerToken` takes it. Null: nothing. */
		offer: z
			.object({
				ticketTypeId: uuid(),
				ticketTypeName: z.string(),
				/** At most so many; fewer can be taken. */
				quantity: z.int(),
				expiresAt: z.string(),
				/** Tickets that other guests resell, and what each costs, the first to be taken first. Null: tickets of the event. */
				resale: z.object({ currency: z.string(), pricesMinor: z.array(z.int()) }).nullable(),
			})
			.nullable(),
		/** Its last offer lapsed, and it can be put back at the end of the list once. */
		canKeep: z.boolean(),
		/** The order that took its offer, by its link; null: none did. */
		manageToken: z.string().nullable(),
		event: waitlistEvent,
	})
	.meta({ id: 'WaitlistEntry' });
export type WaitlistEntry = z.output<typeof waitlistEntry>;

const waitlistParams = z.object({ waitlistToken: z.string().max(200) });

export const joinWaitlist = endpoint({
	id: 'waitlist.join',
	method: 'POST',
	path: '/api/events/{event}/waitlist',
	summary:
		'Join the waitlist of an event for sold-out tickets. The link in the email shows the position and, once tickets are offered, accepts them. Someone who is already on the list is sent their link again.',
	access: publicAccess,
	limit: 'mail',
	status: 201,
	params: eventParams,
	body: z.strictObject({
		/** How many tickets. */
		party: z.int().min(1).max(100),
		/** Any of these would do, the preferred first. */
		ticketTypeIds: z.array(uuid()).min(1).max(50),
		/** Whether fewer tickets would do. */
		takesFewer: z.boolean().default(false),
		name: text({ max: 200, min: 1 }),
		email: email(),
		code: typedCode().optional(),
		locale: locale().optional(),
	}),
	output: z.object({
		/** Opens /waitlist/{token}. Null: this address already waits, and was sent its link. */
		token: z.string().nullable(),
		position: z.int().nullable(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const getWaitlistEntry = endpoint({
	id: 'waitlist.getEntry',
	method: 'GET',
	path: '/api/waitlist/{waitlistToken}',
	summary: 'Get a waitlist entry by its signed link: its position, or the tickets offered.',
	access: { kind: 'waitlist' },
	limit: 'read',
	params: waitlistParams,
	output: waitlistEntry,
});

export const leaveWaitlist = endpoint({
	id: 'waitlist.leave',
	method: 'DELETE',
	path: '/api/waitlist/{waitlistToken}',
	summary: 'Leave a waitlist. Offered tickets go to the next in line. Repeating it changes nothing.',
	access: { kind: 'waitlist' },
	movesPlaces: true,
	limit: 'order',
	params: waitlistParams,
	output: waitlistEntry,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const keepWaiting = endpoint({
	id: 'waitlist.keep',
	method: 'POST',
	path: '/api/waitlist/{waitlistToken}/keep',
	summary:
		'Stay on a waitlist: declines the current offer or, if an offer has expired, rejoins at the end of the list.',
	access: { kind: 'waitlist' },
	movesPlaces: true,
	limit: 'order',
	params: waitlistParams,
	output: waitlistEntry,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** An entry as the organiser sees it. */
export const listedEntry = z
	.object({
		id: uuid(),
		state: z.enum(waitlistEntryStates),
		position: z.int().nullable(),
		name: z.string(),
		email: z.string(),
		party: z.int(),
		takesFewer: z.boolean(),
		ticketTypes: z.array(z.object({ id: uuid(), name: z.string() })),
		joinedAt: z.string(),
		offer: z.object({ ticketTypeName: z.string(), quantity: z.int(), expiresAt: z.string() }).nullable(),
		/** The order that took its offer. */
		orderId: uuid().nullable(),
	})
	.meta({ id: 'ListedWaitlistEntry' });
export type ListedWaitlistEntry = z.output<typeof listedEntry>;

export const listWaitlist = endpoint({
	id: 'waitlist.list',
	method: 'GET',
	path: '/api/events/{event}/waitlist',
	summary:
		'List the waitlist of an event in the order in which tickets are offered. Without `state`, entries that are waiting or have an offer.',
	access: eventAccess('orders.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({
		state: z.enum(waitlistEntryStates).optional(),
		...paging(50, 100),
	}),
	output: page(listedEntry).extend({
		/** Entries that wait, and the tickets that they wait for. */
		waiting: z.object({ entries: z.int(), tickets: z.int() }),
		/** Places that are free for the waitlist and not offered yet. */
		savedPlaces: z.int(),
		/** Tickets that guests offer for resale. */
		resaleTickets: z.int(),
	}),
});

const entryParams = eventParams.extend({ entry: uuid() });

export const offerToEntry = endpoint({
	id: 'waitlist.offer',
	method: 'POST',
	path: '/api/events/{event}/waitlist/{entry}/offer',
	summary:
		'Offer tickets to someone on the waitlist now. Skipping others who are ahead requires a reason, which is logged.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	params: entryParams,
	body: z
		.strictObject({
			/** Why others are passed over; without it that is refused with `skips-others`. */
			reason: text({ max: 500, lines: true }).optional(),
		})
		.optional(),
	output: listedEntry,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const removeEntry = endpoint({
	id: 'waitlist.remove',
	method: 'DELETE',
	path: '/api/events/{event}/waitlist/{entry}',
	summary: 'Remove someone from the waitlist. Tickets offered to them go to the next in line.',
	access: eventAccess('orders.manage'),
	movesPlaces: true,
	limit: 'write',
	status: 204,
	params: entryParams,
	output: noContent(),
});
