import { z } from '../lib/z.ts';
import { instant, noContent, text, uuid, wholeList } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/**
 * What guests are checked in to: the entrance, a second day, a workshop, a lounge. Every event has one by itself, whose id is the
 * event's own: every ticket, at any time, once.
 */
export const checkInList = z
	.object({
		id: uuid(),
		name: z.string(),
		/** The list that every event has; it cannot be deleted. */
		isDefault: z.boolean(),
		/** Null: every ticket type. */
		ticketTypeIds: z.array(uuid()).nullable(),
		opensAt: z.string().nullable(),
		closesAt: z.string().nullable(),
		/** Exits are scanned too, so that the number of people inside is known. */
		countsExits: z.boolean(),
		/** Who left may come in again with the same ticket. */
		allowsReentry: z.boolean(),
		/** Guests inside now. */
		insideCount: z.int(),
	})
	.meta({ id: 'CheckInList' });
export type CheckInList = z.output<typeof checkInList>;

const editableList = {
	name: text({ max: 100, min: 1 }),
	ticketTypeIds: z.array(uuid()).min(1).max(200).nullable(),
	opensAt: instant().nullable(),
	closesAt: instant().nullable(),
	countsExits: z.boolean(),
	allowsReentry: z.boolean(),
};

export const listParams = eventParams.extend({ list: uuid() });

export const listCheckInLists = endpoint({
	id: 'checkIn.listCheckInLists',
	method: 'GET',
	path: '/api/events/{event}/check-in-lists',
	summary: 'List the check-in lists of an event, the default one first, with the number of people inside.',
	access: eventAccess('check_ins.view'),
	limit: 'read',
	params: eventParams,
	output: wholeList(checkInList),
});

export const createCheckInList = endpoint({
	id: 'checkIn.createCheckInList',
	method: 'POST',
	path: '/api/events/{event}/check-in-lists',
	summary: 'Add a check-in list: a day, a workshop, a lounge.',
	access: eventAccess('events.edit'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.object(editableList).partial().required({ name: true }),
	output: checkInList,
});

export const updateCheckInList = endpoint({
	id: 'checkIn.updateCheckInList',
	method: 'PATCH',
	path: '/api/events/{event}/check-in-lists/{list}',
	summary: 'Update which tickets a list admits, and when. The default list has the id of the event.',
	access: eventAccess('events.edit'),
	limit: 'write',
	params: listParams,
	body: z.object(editableList).partial(),
	output: checkInList,
});

export const deleteCheckInList = endpoint({
	id: 'checkIn.deleteCheckInList',
	method: 'DELETE',
	path: '/api/events/{event}/check-in-lists/{list}',
	summary: 'Delete a list that has no scans.',
	access: eventAccess('events.edit'),
	limit: 'write',
	status: 204,
	params: listParams,
	output: noContent(),
});

/** An entrance: named with each scan, counted apart. */
export const gate = z.object({ id: uuid(), name: z.string() }).meta({ id: 'Gate' });
export type Gate = z.output<typeof gate>;

export const gateParams = eventParams.extend({ gate: uuid() });
const gateBody = z.object({ name: text({ max: 60, min: 1 }) });

export const listGates = endpoint({
	id: 'checkIn.listGates',
	method: 'GET',
	path: '/api/events/{event}/gates',
	summary: 'List the gates of an event.',
	access: eventAccess('check_ins.view'),
	limit: 'read',
	params: eventParams,
	output: wholeList(gate),
});

export const createGate = endpoint({
	id: 'checkIn.createGate',
	method: 'POST',
	path: '/api/events/{event}/gates',
	summary: 'Add a gate.',
	access: eventAccess('events.edit'),
	limit: 'write',
	status: 201,
	params: eventParams,
	body: gateBody,
	output: gate,
});

export const renameGate = endpoint({
	id: 'checkIn.renameGate',
	method: 'PATCH',
	path: '/api/events/{event}/gates/{gate}',
	summary: 'Rename a gate.',
	access: eventAccess('events.edit'),
	limit: 'write',
	params: gateParams,
	body: gateBody,
	output: gate,
});

export const deleteGate = endpoint({
	id: 'checkIn.deleteGate',
	method: 'DELETE',
	path: '/api/events/{event}/gates/{gate}',
	summary: 'Delete a gate. Its scans are kept without the gate’s name.',
	access: eventAccess('events.edit'),
	limit: 'write',
	status: 204,
	params: gateParams,
	output: noContent(),
});
