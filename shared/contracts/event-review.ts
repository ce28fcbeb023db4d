import { z } from '../lib/z.ts';
import { fillInParts } from '../rules/event-fill-ins.ts';
import { reviewAdvice, reviewBlockers } from '../rules/event-review.ts';
import { localDateTime, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams, publicEvent } from './events.ts';

export const eventReview = z
	.object({
		/** What must be settled before the event is published. */
		blockers: z.array(z.object({ code: z.enum(reviewBlockers), message: z.string() })),
		/** What could be better. */
		advice: z.array(z.object({ code: z.enum(reviewAdvice), message: z.string() })),
		/** What the template left to fill in: its name as the title, texts in square brackets elsewhere; at most 40. */
		fillIns: z.array(z.object({ part: z.enum(fillInParts), text: z.string() })),
		/** One of each ticket type that is offered. */
		prices: z.array(
			z.object({
				ticketTypeId: uuid(),
				name: z.string(),
				kind: z.enum(['free', 'paid', 'donation', 'add_on']),
				currency: z.string(),
				/** All in; of a donation the minimum. */
				buyerPaysMinor: z.int(),
				/** Before fees of the payment provider. */
				organiserGetsMinor: z.int(),
			}),
		),
		/** When it is published by itself; null: not planned. */
		publishAt: z.string().nullable(),
		/** Why it was not published at its time; empty: nothing went wrong. */
		publishError: z.string(),
	})
	.meta({ id: 'EventReview' });
export type EventReview = z.output<typeof eventReview>;

export const reviewEvent = endpoint({
	id: 'tickets.reviewEvent',
	method: 'GET',
	path: '/api/events/{event}/review',
	summary: 'Check an event before publishing: blockers, advice and the price of one ticket of each type.',
	access: eventAccess('events.view'),
	limit: 'read',
	params: eventParams,
	output: eventReview,
});

export const schedulePublishing = endpoint({
	id: 'events.schedulePublishing',
	method: 'POST',
	path: '/api/events/{event}/publish-schedule',
	summary:
		'Schedule a draft to be published at a local time in its time zone. Call again to reschedule. Publishing, archiving or deleting the event cancels the schedule.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	body: z.strictObject({ publishAtLocal: localDateTime() }),
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelSchedule = endpoint({
	id: 'events.cancelSchedule',
	method: 'DELETE',
	path: '/api/events/{event}/publish-schedule',
	summary: 'Cancel scheduled publishing. The event stays a draft.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
});
