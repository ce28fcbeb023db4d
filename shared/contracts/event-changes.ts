import { z } from '../lib/z.ts';
import { type EventField, eventFieldChanges } from '../rules/edit-rules.ts';
import { HISTORY_DAYS, UNDO_MINUTES } from '../rules/periods.ts';
import { cursor, page, pageLimit, text, uuid } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventEdit, eventParams, publicEvent } from './events.ts';

const fields = Object.keys(eventFieldChanges) as [EventField, ...EventField[]];
/** A column as JSON; of a password only `{changed: true}`. Long texts are shortened. */
const value = z.unknown();

const fieldEffect = z
	.object({
		field: z.enum(fields),
		before: value,
		after: value,
		/** `notice`: guests are notified unless `notify` is false. */
		verdict: z.enum(['allowed', 'notice', 'refused']),
		rule: z.string().nullable(),
		/** Why it is refused, and what works instead. */
		message: z.string().nullable(),
	})
	.meta({ id: 'FieldEffect' });

export const changePlan = z
	.object({
		/** Sent with the change, so that what was looked at is what happens. */
		planHash: z.string(),
		version: z.int(),
		effects: z.array(fieldEffect),
		isRefused: z.boolean(),
		/** Addresses of guests that the change concerns. */
		guests: z.int(),
		/** What `notify` is when it is left out. */
		notifiesByDefault: z.boolean(),
		/** Minutes until guests are emailed; 0: at once, since the event starts soon. */
		notifiesAfterMinutes: z.int(),
		/** The email as a guest gets it; null: there is nobody to notify, or nothing that guests know changes. */
		mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
	})
	.meta({ id: 'ChangePlan' });
export type ChangePlan = z.output<typeof changePlan>;

export const changeSet = z
	.object({
		id: uuid(),
		kind: z.enum(['edit', 'cancel', 'undo']),
		state: z.enum(['applied', 'undone', 'replaced']),
		actor: z.object({
			kind: z.enum(['member', 'key', 'system']),
			name: z.string(),
			/** The member who asks made it. Always false for an API key that asks, and for what keys and the server made. */
			isYours: z.boolean(),
		}),
		createdAt: z.string(),
		changes: z.array(
			z.object({
				part: z.string(),
				/** `event.title`, `ticket.{id}.name`; a row that was added or deleted: `ticket.{id}` */
				path: z.string(),
				/** Name of the ticket type or question. */
				subject: z.string(),
				before: value,
				after: value,
				/** It follows from another change of this set: the URL from the title, the point on the map from the place. */
				isDerived: z.boolean(),
			}),
		),
		/** Names of the ticket types, shared capacities, questions and options that `before` and `after` name by their ids. */
		names: z.record(z.string(), z.string()),
		/** Whether guests are notified, how many, and when. */
		notify: z.boolean(),
		guests: z.int(),
		notifyAt: z.string().nullable(),
		notifiedAt: z.string().nullable(),
		note: z.string(),
		undoOf: uuid().nullable(),
		/** Nothing of it was changed since, and it can be taken back. What was sold since may still prevent it. */
		canUndo: z.boolean(),
		/** The version of the event that it made. */
		eventVersion: z.int(),
	})
	.meta({ id: 'ChangeSet' });
export type ChangeSet = z.output<typeof changeSet>;

const access = eventAccess('events.edit');
const changed = z.object({ event: publicEvent, changeSet: changeSet.nullable() });
const setParams = eventParams.extend({ changeSet: uuid() });

const edit = {
	/** This event alone. */
	scope: z.literal('one').default('one'),
	parts: z.strictObject({ event: eventEdit }),
};

export const planChange = endpoint({
	id: 'events.planChange',
	method: 'POST',
	path: '/api/events/{event}/changes/plan',
	summary:
		'Preview a change: each field before and after, refusals with their rule, the number of guests affected and the email they would get. Nothing is written.',
	access,
	limit: 'write',
	params: eventParams,
	maxBodyBytes: 300_000,
	body: z.strictObject(edit),
	output: changePlan,
	errors: ['RESOURCE_ALREADY_EXISTS', 'BUSINESS_RULE_VIOLATION'],
});

export const applyChange = endpoint({
	id: 'events.applyChange',
	method: 'POST',
	path: '/api/events/{event}/changes',
	summary: `Change fields of an event and choose whether guests are notified. With the \`planHash\` of a preview the change is refused (412, rule \`plan-outdated\`) if its effect has changed since. Guests are emailed after ${UNDO_MINUTES} minutes; until then it can be undone without an email.`,
	access,
	limit: 'write',
	hasVersion: true,
	params: eventParams,
	maxBodyBytes: 300_000,
	body: z.strictObject({
		...edit,
		/** Left out: as the rules say. */
		notify: z.boolean().optional(),
		/** A few words to guests, in the email. */
		note: text({ max: 1_000, lines: true }).default(''),
		planHash: z.string().max(100).optional(),
	}),
	output: changed,
	errors: ['RESOURCE_ALREADY_EXISTS', 'BUSINESS_RULE_VIOLATION'],
});

export const listChanges = endpoint({
	id: 'events.listChanges',
	method: 'GET',
	path: '/api/events/{event}/changes',
	summary: `List the changes of an event with author and time, newest first. Saves of the same fields by one member within ${UNDO_MINUTES} minutes, without notifying guests, count as one change. Kept for ${HISTORY_DAYS} days.`,
	access,
	limit: 'read',
	params: eventParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(20, 50) }),
	output: page(changeSet),
});

export const undoChange = endpoint({
	id: 'events.undoChange',
	method: 'POST',
	path: '/api/events/{event}/changes/{changeSet}/undo',
	summary:
		'Undo a change as a whole. A cancellation can be undone until its guests are emailed. Guests who were already emailed get another email; others get none. Refused as `undo-blocked` if something in it was changed or sold since.',
	access,
	limit: 'write',
	hasVersion: true,
	params: setParams,
	output: changed,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const notifyNow = endpoint({
	id: 'events.notifyNow',
	method: 'POST',
	path: '/api/events/{event}/changes/{changeSet}/notify-now',
	summary: 'Email guests about a change now, without waiting for the undo period to end.',
	access,
	limit: 'write',
	params: setParams,
	output: changeSet,
});

export const listEditRules = endpoint({
	id: 'events.listEditRules',
	method: 'GET',
	path: '/api/events/{event}/edit-rules',
	summary: 'List the fields of an event that can no longer be changed, with the reason and the alternative.',
	access: eventAccess('events.view'),
	limit: 'read',
	params: eventParams,
	output: z.object({
		phase: z.enum(['open', 'sold', 'closed']),
		refusals: z.array(z.object({ change: z.string(), rule: z.string(), message: z.string() })),
	}),
});
