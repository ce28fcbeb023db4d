import { z } from '../lib/z.ts';
import { verdicts } from '../rules/door-verdict.ts';
import { attendee } from './attendees.ts';
import { page, paging, queryFlag, uuid, uuidList } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { attendeeStatuses } from './orders.ts';

export const guestFilters = z.object({
	q: z.string().max(200).optional(),
	status: z.enum(attendeeStatuses).optional(),
	ticketTypeId: uuid().optional(),
	checkedIn: z.enum(['true', 'false']).optional(),
	/** "Checked in" at this check-in list alone; at any list of the event when absent. */
	listId: uuid().optional(),
	sort: z.enum(['newest', 'name']).default('newest'),
});

export const listAttendees = endpoint({
	id: 'checkIn.listAttendees',
	method: 'GET',
	path: '/api/events/{event}/attendees',
	summary:
		'List guests with their check-in state. Search by part of a name, email address or order code; filter; page by cursor.',
	access: eventAccess('attendees.view'),
	limit: 'read',
	params: eventParams,
	query: guestFilters.extend({
		/** These guests alone. */
		ids: uuidList(50).optional(),
		...paging(50, 200),
	}),
	output: page(attendee),
});

export const exportAttendees = endpoint({
	id: 'checkIn.exportAttendees',
	method: 'GET',
	path: '/api/events/{event}/attendees/export',
	summary: 'Export the guest list with the same filters.',
	access: eventAccess('attendees.export'),
	limit: 'export',
	isHiddenFromViewers: true,
	params: eventParams,
	query: guestFilters.extend({
		format: z.enum(['csv', 'xlsx']).default('csv'),
		/** A column for each question. */
		answers: queryFlag().default(false),
	}),
	output: { contentType: 'text/csv', description: 'CSV in UTF-8, or XLSX' },
});

export const eventFigures = z
	.object({
		/** Of the ticket types that let somebody in, as all totals here. */
		confirmed: z.int(),
		held: z.int(),
		/** Null: unlimited. */
		capacity: z.int().nullable(),
		/** Guests who came in, at whichever list. */
		checkedIn: z.int(),
		totalAttendees: z.int(),
		ticketTypes: z.array(
			z.object({
				id: uuid(),
				name: z.string(),
				/** False: an add-on, whose tickets are no guests and stand in none of the totals. */
				isAdmission: z.boolean(),
				confirmed: z.int(),
				held: z.int(),
				capacity: z.int().nullable(),
			}),
		),
		/** Registrations a day for the last 30 days, oldest first. */
		registrationsByDay: z.array(z.object({ on: z.string(), count: z.int() })),
		recentCheckIns: z.array(
			z.object({ guestName: z.string(), verdict: z.enum(verdicts), device: z.string(), at: z.string() }),
		),
	})
	.meta({ id: 'EventFigures' });
export type EventFigures = z.output<typeof eventFigures>;

export const getEventFigures = endpoint({
	id: 'checkIn.getEventFigures',
	method: 'GET',
	path: '/api/events/{event}/figures',
	summary: 'Get the live figures of an event: sold, held, checked in.',
	access: eventAccess('check_ins.view'),
	limit: 'read',
	params: eventParams,
	output: eventFigures,
});

export const streamEvent = endpoint({
	id: 'checkIn.streamEvent',
	method: 'GET',
	path: '/api/events/{event}/stream',
	summary: 'Stream registrations and check-ins of an event as server-sent events.',
	access: eventAccess('check_ins.view'),
	limit: 'read',
	params: eventParams,
	output: { contentType: 'text/event-stream', description: 'Events `check-in`, `undo` and `stats`' },
});
