import { z } from '../lib/z.ts';
import { noContent, text } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams, publicEvent } from './events.ts';

export const publishEvent = endpoint({
	id: 'events.publishEvent',
	method: 'POST',
	path: '/api/events/{event}/publish',
	summary: 'Open the event to the public. Needs a verified address.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const unpublishEvent = endpoint({
	id: 'events.unpublishEvent',
	method: 'POST',
	path: '/api/events/{event}/unpublish',
	summary: 'Take the event back to a draft; tickets stay valid, nothing more is sold.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const cancelEvent = endpoint({
	id: 'events.cancelEvent',
	method: 'POST',
	path: '/api/events/{event}/cancel',
	summary: 'Call the event off: sales end at once, guests are told. Twice is once.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	body: z.object({ message: text({ max: 2_000 }).default('') }).optional(),
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const postponeEvent = endpoint({
	id: 'events.postponeEvent',
	method: 'POST',
	path: '/api/events/{event}/postpone',
	summary:
		'Put the event off until a new date is known: sales pause, tickets stay valid. Publishing ends it.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	body: z.object({ message: text({ max: 2_000 }).default('') }).optional(),
	output: publicEvent,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const archiveEvent = endpoint({
	id: 'events.archiveEvent',
	method: 'POST',
	path: '/api/events/{event}/archive',
	summary: 'Put an event away; its page stays reachable by link.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
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
	summary: 'Take an archived event out again, in the state it was put away in.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
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
	summary: 'A new draft with the same content and ticket types, a week later at the same wall time.',
	access: { kind: 'organisation', action: 'events.create', via: 'event' },
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
	summary: 'Delete a draft that never had a guest.',
	access: { kind: 'organisation', action: 'events.publish', via: 'event' },
	limit: 'write',
	status: 204,
	params: eventParams,
	output: noContent(),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
