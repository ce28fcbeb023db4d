import { z } from '../lib/z.ts';
import { HISTORY_DAYS, UNDO_MINUTES } from '../rules/periods.ts';
import { seriesScopes } from '../rules/series/repeat.ts';
import { cursor, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventEdit } from './events.ts';
import { repeat } from './repeat.ts';
import { editsSeries, publishesSeries, series, seriesParams } from './series.ts';
import { ticketTypeEdit } from './tickets.ts';

const dateEffect = z.object({
	/** By the series: `event.title`, `ticket.{lineage}.priceMinor`, `question.{lineage}`; `times` for start, length and time zone. */
	path: z.string(),
	/** Name of the ticket type, shared capacity or question. */
	subject: z.string(),
	before: z.unknown(),
	after: z.unknown(),
	/** `notice`: guests are notified unless `notify` is false. */
	verdict: z.enum(['allowed', 'notice']),
});

const dateOutcome = z
	.object({
		/** Null: the date is made by this change. */
		eventId: uuid().nullable(),
		key: z.string(),
		/** The key that it had, where the rule moves it. */
		keyBefore: z.string().nullable(),
		startsAtLocal: z.string(),
		startsAtLocalBefore: z.string().nullable(),
		/**
		 * `changed`, `same` (nothing of it is another), `refused` (with the reason), `past` (over or cancelled: it stays as it is);
		 * of another rule: `moved` with its guests, `new`, `removed` (nobody has ordered it), `single` (it has guests and the rule has no place
		 * for it: it stays as a manually added date).
		 */
		outcome: z.enum(['changed', 'same', 'refused', 'past', 'moved', 'new', 'removed', 'single']),
		effects: z.array(dateEffect),
		/** Paths that the change would set and the date has of its own: they stay, unless `replaceOwn` names them. */
		keeps: z.array(z.string()),
		/** Tickets confirmed and held. */
		guests: z.int(),
		rule: z.string().nullable(),
		message: z.string().nullable(),
	})
	.meta({ id: 'SeriesDateOutcome' });

/** A change of several dates, as the history of the series has it. */
export const seriesChange = z
	.object({
		id: uuid(),
		kind: z.enum(['edit', 'repeat', 'cancel', 'undo']),
		scope: z.enum(seriesScopes),
		fromKey: z.string(),
		actor: z.object({ kind: z.enum(['member', 'key', 'system']), name: z.string() }),
		dates: z.int(),
		guests: z.int(),
		notify: z.boolean(),
		notifyAt: z.string().nullable(),
		notifiedAt: z.string().nullable(),
		note: z.string(),
		state: z.enum(['applied', 'undone', 'replaced']),
		undoOf: uuid().nullable(),
		canUndo: z.boolean(),
		createdAt: z.string(),
	})
	.meta({ id: 'SeriesChange' });

export type SeriesChange = z.output<typeof seriesChange>;

export const changeDates = endpoint({
	id: 'series.changeDates',
	method: 'PATCH',
	path: '/api/series/{series}/dates',
	summary: `Change one date, this and all following ones, or all dates of a series. Dates keep fields that were changed individually, unless \`replaceOwn\` names them. With \`?preview\` nothing is written: the response has the effect on each date, and the recipients and text of the email. With the \`planHash\` of a preview the change is refused (412, rule \`plan-outdated\`) if its effect has changed since. Guests get one email about all their dates after ${UNDO_MINUTES} minutes; until then the change can be undone without an email.`,
	access: editsSeries,
	limit: 'write',
	hasVersion: true,
	params: seriesParams,
	query: z.object({ preview: z.enum(['', 'true', 'false']).optional() }),
	maxBodyBytes: 400_000,
	body: z.strictObject({
		scope: z.enum(seriesScopes),
		/** The date that it is made from, by id, slug or code. */
		from: z.string().min(1).max(200),
		changes: z
			.strictObject({
				/** Fields of that date; a start means the same time on each day, an end the same length. */
				event: eventEdit.omit({ slug: true, repeat: true }),
				/** Ticket types of that date, by id. */
				tickets: z
					.array(z.strictObject({ id: uuid(), changes: ticketTypeEdit }))
					.min(1)
					.max(100),
				/** Change sets of that date that were saved for it alone: what they changed is changed in the other dates too. */
				changeSets: z.array(uuid()).min(1).max(20),
				/** Another rule from that date on. */
				repeat,
			})
			.partial()
			.refine((changes) => Object.keys(changes).length > 0, 'Send at least one change.')
			.meta({ anyOf: ['event', 'tickets', 'changeSets', 'repeat'].map((name) => ({ required: [name] })) }),
		/** Paths that dates have of their own and that are set nevertheless; true: all. */
		replaceOwn: z.union([z.literal(true), z.array(z.string().max(200)).max(500)]).optional(),
		/** Dates that refuse the change stay as they are, and the others are changed. Without it one refusal refuses all. */
		skipRefused: z.boolean().default(false),
		/** Left out: as the rules say. */
		notify: z.boolean().optional(),
		note: text({ max: 1_000, lines: true }).default(''),
		planHash: z.string().max(100).optional(),
	}),
	output: z.object({
		series,
		/** Of the series, as it is now. */
		version: z.int(),
		planHash: z.string(),
		dates: z.array(dateOutcome),
		isRefused: z.boolean(),
		/** Addresses of guests whom it concerns. */
		guests: z.int(),
		notifiesByDefault: z.boolean(),
		notifiesAfterMinutes: z.int(),
		/** As a guest with a ticket for the first date of it gets it; null: no one is notified. */
		mail: z.object({ subject: z.string(), text: z.string() }).nullable(),
		/** Null: a preview, or nothing changed. */
		change: seriesChange.nullable(),
	}),
	errors: [
		'RESOURCE_ALREADY_EXISTS',
		'BUSINESS_RULE_VIOLATION',
		'INSUFFICIENT_QUOTA',
		'SUBSCRIPTION_EXPIRED',
	],
});

const changeParams = z.object({ series: uuid(), change: uuid() });

export const listSeriesChanges = endpoint({
	id: 'series.listChanges',
	method: 'GET',
	path: '/api/series/{series}/changes',
	summary: `List changes of several dates of a series, newest first. Kept for ${HISTORY_DAYS} days.`,
	access: editsSeries,
	limit: 'read',
	params: seriesParams,
	query: z.object({ cursor: cursor().optional(), limit: pageLimit(20, 50) }),
	output: page(seriesChange),
});

export const undoSeriesChange = endpoint({
	id: 'series.undoChange',
	method: 'POST',
	path: '/api/series/{series}/changes/{change}/undo',
	summary:
		'Undo a change of several dates as a whole. Guests who were already emailed get another email; others get none. Refused as `undo-blocked` if something in it was changed or sold since.',
	access: editsSeries,
	limit: 'write',
	params: changeParams,
	output: z.object({ series, change: seriesChange.nullable() }),
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const notifySeriesNow = endpoint({
	id: 'series.notifyNow',
	method: 'POST',
	path: '/api/series/{series}/changes/{change}/notify-now',
	summary: 'Email guests about a change now, without waiting for the undo period to end.',
	access: editsSeries,
	limit: 'write',
	params: changeParams,
	output: seriesChange,
});

export const cancelSeries = endpoint({
	id: 'series.cancel',
	method: 'POST',
	path: '/api/series/{series}/cancel',
	summary:
		'Cancel all published upcoming dates and stop the series. Sales end immediately; guests get one email about all their dates once the undo period has ended.',
	access: publishesSeries,
	limit: 'write',
	params: seriesParams,
	body: z.strictObject({ message: text({ max: 1_000, lines: true }).default('') }).optional(),
	output: z.object({ series, change: seriesChange.nullable() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});
