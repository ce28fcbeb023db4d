import { z } from '../lib/z.ts';
import { text, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** Guests that one call moves at most. */
export const MAX_MOVED_GUESTS = 500;

export const moveAttendees = endpoint({
	id: 'orders.moveAttendees',
	method: 'POST',
	path: '/api/events/{event}/attendees/move',
	summary:
		'Move guests to another date of the same series, all of them or none. They get new tickets in an order of their own. The old tickets are cancelled; scanning one shows the new date. Answers to questions are moved too. Refused as `no-room-there` if the other date has too few spots, and for guests who are checked in, have paid or whose ticket was transferred. With `preview` nothing is written.',
	access: eventAccess('attendees.edit'),
	movesPlaces: true,
	limit: 'write',
	params: eventParams,
	body: z.strictObject({
		/** Tickets by id. Left out: all valid ones. */
		attendeeIds: z.array(uuid()).min(1).max(MAX_MOVED_GUESTS).optional(),
		/** The other date, by id. */
		toEvent: uuid(),
		/** Whether guests are emailed their new tickets. */
		notify: z.boolean().default(true),
		/** Your words in that email. */
		note: text({ max: 1_000, lines: true }).default(''),
		preview: z.boolean().default(false),
	}),
	output: z.object({
		moved: z.int(),
		/** Orders there, by the orders from which guests were moved; empty for a preview. */
		orders: z.array(z.object({ fromOrderId: uuid(), toOrderId: uuid() })),
		/** Places left there before, of the ticket types concerned together; null: unlimited. */
		left: z.int().nullable(),
		/** Why it can’t be done, in a preview; null: it can. */
		problem: z.string().nullable(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA'],
});
