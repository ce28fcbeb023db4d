import { z } from '../lib/z.ts';
import { AT_ONCE_HOURS, UNDO_MINUTES } from '../rules/periods.ts';
import { noContent, text } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams, publicEvent } from './events.ts';

export const publishEvent = endpoint({
	id: 'events.publishEvent',
	method: 'POST',
	path: '/api/events/{event}/publish',
	summary:
		'Publish an event. Where email is set up, the address of the caller must be verified; a postponed event needs a new date.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const unpublishEvent = endpoint({
	id: 'events.unpublishEvent',
	method: 'POST',
	path: '/api/events/{event}/unpublish',
	summary: 'Unpublish an event: it becomes a draft again. Tickets stay valid, registration stops.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const messageToGuests = z.object({ message: text({ max: 2_000, lines: true }).default('') }).optional();

export const cancelEvent = endpoint({
	id: 'events.cancelEvent',
	method: 'POST',
	path: '/api/events/{event}/cancel',
	summary: `Cancel an event: registration ends at once, and guests are emailed ${UNDO_MINUTES} minutes later where email is set up, at once when it starts within ${AT_ONCE_HOURS} hours. Until then it can be undone. Repeating it changes nothing.`,
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	body: messageToGuests,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const postponeEvent = endpoint({
	id: 'events.postponeEvent',
	method: 'POST',
	path: '/api/events/{event}/postpone',
	summary:
		'Postpone an event: registration pauses and tickets stay valid until it is published with a new date.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	body: messageToGuests,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const archiveEvent = endpoint({
	id: 'events.archiveEvent',
	method: 'POST',
	path: '/api/events/{event}/archive',
	summary: 'Archive an event. A published page stays online.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const unarchiveEvent = endpoint({
	id: 'events.unarchiveEvent',
	method: 'POST',
	path: '/api/events/{event}/unarchive',
	summary: 'Restore an archived event to its previous status.',
	access: eventAccess('events.publish'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const duplicateEvent = endpoint({
	id: 'events.duplicateEvent',
	method: 'POST',
	path: '/api/events/{event}/duplicate',
	summary:
		'Duplicate an event as a draft with the same content and ticket types, one or more weeks later at the same local time.',
	access: eventAccess('events.create'),
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	status: 201,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const deleteEvent = endpoint({
	id: 'events.deleteEvent',
	method: 'DELETE',
	path: '/api/events/{event}',
	summary: 'Delete a draft without guests.',
	access: eventAccess('events.publish'),
	limit: 'write',
	status: 204,
	params: eventParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
