import { z } from '../lib/z.ts';
import { verdicts } from '../rules/door-verdict.ts';
import { text, uuid, wholeList } from './common.ts';
import { doorConflict } from './door-setup.ts';
import { endpoint, eventAccess, partialAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** How the door runs right now. */
export const doorFigures = z
	.object({
		listId: uuid(),
		/** Let in at least once. */
		checkedIn: z.int(),
		inside: z.int(),
		/** Guests that the list lets in. */
		expected: z.int(),
		/** Entries of the last hour. */
		pacePerHour: z.int(),
		refusals: z.array(z.object({ verdict: z.enum(verdicts), count: z.int() })),
		gates: z.array(
			z.object({
				id: uuid().nullable(),
				name: z.string(),
				entries: z.int(),
				exits: z.int(),
			}),
		),
		devices: z.array(
			z.object({
				id: z.string(),
				name: z.string(),
				/** Label of the staff link; empty for members. */
				link: z.string(),
				entries: z.int(),
				refused: z.int(),
				scansLastHour: z.int(),
				queued: z.int(),
				lastSeenAt: z.string().nullable(),
			}),
		),
		/** Entries and exits in steps of `stepMs`, oldest first, without gaps. */
		stepMs: z.int(),
		arrivals: z.array(z.object({ at: z.string(), entries: z.int(), exits: z.int() })),
		openConflicts: z.int(),
	})
	.meta({ id: 'DoorFigures' });
export type DoorFigures = z.output<typeof doorFigures>;

export const getDoorFigures = endpoint({
	id: 'checkIn.getDoorFigures',
	method: 'GET',
	path: '/api/events/{event}/door/figures',
	summary: 'Get live check-in figures: per gate, per device, over time.',
	access: eventAccess('check_ins.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({ listId: uuid().optional() }),
	output: doorFigures,
});

export const listDoorConflicts = endpoint({
	id: 'checkIn.listDoorConflicts',
	method: 'GET',
	path: '/api/events/{event}/door/conflicts',
	summary: 'List check-in conflicts, open ones first, newest first.',
	access: eventAccess('check_ins.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({ isSettled: z.enum(['true', 'false']).optional() }),
	output: wholeList(doorConflict),
});

export const settleDoorConflict = endpoint({
	id: 'checkIn.settleDoorConflict',
	method: 'POST',
	path: '/api/events/{event}/door/conflicts/{conflict}/settle',
	summary: 'Mark a conflict as resolved. It stays in the log.',
	access: eventAccess('check_ins.perform'),
	limit: 'write',
	params: eventParams.extend({ conflict: uuid() }),
	body: z.object({ note: text({ max: 300, lines: true }).default('') }),
	output: doorConflict,
});

/** An event with conflicts that nobody has looked into. */
export const eventWithConflicts = z
	.object({ eventId: uuid(), title: z.string(), openConflicts: z.int() })
	.meta({ id: 'EventWithConflicts' });
export type EventWithConflicts = z.output<typeof eventWithConflicts>;

export const listEventsWithConflicts = endpoint({
	id: 'checkIn.listEventsWithConflicts',
	method: 'GET',
	path: '/api/organisations/{organisation}/door/conflicts',
	summary: 'List events of an organisation with open check-in conflicts, latest start first.',
	access: partialAccess('check_ins.view'),
	limit: 'read',
	params: z.object({ organisation: z.string() }),
	output: wholeList(eventWithConflicts),
});
