import { z } from '../lib/z.ts';
import { MAX_DATE_MINUTES, seriesBookings, seriesScopes } from '../rules/series/repeat.ts';
import { calendarDate, cursor, localDateTime, page, pageLimit, text, timeZone, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventEdit, eventParams, eventStatuses, publicEvent } from './events.ts';
import { repeat } from './repeat.ts';
import { ticketTypeEdit } from './tickets.ts';

/** A date that a rule makes, before it is an event. */
export const plannedDate = z
	.object({
		key: z.string(),
		startsAt: z.string(),
		endsAt: z.string(),
		startsAtLocal: z.string(),
		endsAtLocal: z.string(),
		/** The clocks change: the time does not exist that day and the one after the jump is taken, or it exists twice and the first is. */
		clock: z.enum(['skipped', 'doubled']).nullable(),
		isSkipped: z.boolean(),
	})
	.meta({ id: 'PlannedDate' });

/** A date of a series, as its list and calendars show it. */
export const seriesDate = z
	.object({
		id: uuid(),
		slug: z.string(),
		code: z.string(),
		key: z.string(),
		title: z.string(),
		startsAt: z.string(),
		endsAt: z.string(),
		startsAtLocal: z.string(),
		endsAtLocal: z.string(),
		timeZone: z.string(),
		status: z.enum(eventStatuses),
		isSoldOut: z.boolean(),
		minPriceMinor: z.number().nullable(),
		maxPriceMinor: z.number().nullable(),
		currency: z.string(),
		/** For members: what this date has of its own, by the paths of the series (`event.venueName`, `ticket.{lineage}.priceMinor`, `times`). */
		own: z.array(z.string()).optional(),
		/** For members who may see them. */
		figures: z.object({ confirmed: z.number(), capacity: z.number().nullable() }).optional(),
	})
	.meta({ id: 'SeriesDate' });
export type SeriesDate = z.output<typeof seriesDate>;

const segment = z.object({
	fromKey: z.string(),
	rule: z.string(),
	count: z.number().nullable(),
	until: z.string().nullable(),
	startTimes: z.array(z.string()),
	lengthMinutes: z.number(),
	timeZone: z.string(),
});

export const series = z
	.object({
		id: uuid(),
		slug: z.string(),
		title: z.string(),
		booking: z.enum(seriesBookings),
		isStopped: z.boolean(),
		/** The rule makes further dates until the series is stopped. */
		isOpen: z.boolean(),
		segments: z.array(segment),
		counts: z.object({
			ahead: z.number().int(),
			past: z.number().int(),
			drafts: z.number().int(),
			cancelled: z.number().int(),
		}),
		version: z.number().int(),
	})
	.meta({ id: 'EventSeries' });
export type Series = z.output<typeof series>;

export const seriesParams = z.object({ series: uuid() });
const edit = { kind: 'organisation', action: 'events.edit', via: 'series' } as const;
const publish = { kind: 'organisation', action: 'events.publish', via: 'series' } as const;
const view = { kind: 'organisation', action: 'events.view', via: 'series' } as const;

export const previewDates = endpoint({
	id: 'series.previewDates',
	method: 'POST',
	path: '/api/series/preview',
	summary:
		'Find out which dates a rule makes, with what changes of clocks do to them. Nothing is written. An open series answers what it would keep ahead.',
	access: { kind: 'public' },
	limit: 'write',
	body: z.strictObject({
		startsAtLocal: localDateTime(),
		timeZone: timeZone(),
		lengthMinutes: z.number().int().min(0).max(MAX_DATE_MINUTES).default(120),
		repeat,
	}),
	output: z.object({
		dates: z.array(plannedDate),
		/** Days of months that the rule passes over, such as a 31st that is not there. */
		missing: z.number().int(),
		isOpen: z.boolean(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const makeSeries = endpoint({
	id: 'series.makeSeries',
	method: 'POST',
	path: '/api/events/{event}/series',
	summary:
		'Make an event the first date of a series. It keeps its id, address, code and tickets; further dates begin as it is now, published when it is.',
	access: { kind: 'organisation', action: 'events.edit', via: 'event' },
	limit: 'write',
	status: 201,
	params: eventParams,
	body: z.strictObject({ repeat, booking: z.enum(seriesBookings).default('each') }),
	output: z.object({ series, dates: z.array(seriesDate) }),
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const getSeries = endpoint({
	id: 'series.getSeries',
	method: 'GET',
	path: '/api/series/{series}',
	summary: 'Get a series: how it repeats, how it is booked, and how many dates it has.',
	access: view,
	limit: 'read',
	hasVersion: true,
	params: seriesParams,
	output: series,
});

export const updateSeries = endpoint({
	id: 'series.updateSeries',
	method: 'PATCH',
	path: '/api/series/{series}',
	summary:
		'Change how a series is booked, or its address. What its dates are like is changed by `PATCH /api/series/{series}/dates`.',
	access: edit,
	limit: 'write',
	hasVersion: true,
	params: seriesParams,
	body: z.strictObject({ booking: z.enum(seriesBookings), slug: text({ max: 80, min: 3 }) }).partial(),
	output: series,
	errors: ['RESOURCE_ALREADY_EXISTS'],
});

export const listDates = endpoint({
	id: 'series.listDates',
	method: 'GET',
	path: '/api/series/{series}/dates',
	summary:
		'List the dates of a series in order. The public sees those that are public, with their status; members see all, with figures and with what each date has of its own.',
	access: { kind: 'public' },
	limit: 'read',
	/** A series by id or slug. */
	params: z.object({ series: z.string().min(1).max(200) }),
	query: z.object({
		/** Days in the zone of the series; left out: from today on. */
		from: calendarDate().optional(),
		to: calendarDate().optional(),
		cursor: cursor().optional(),
		limit: pageLimit(60, 400),
	}),
	output: page(seriesDate),
});

export const addDate = endpoint({
	id: 'series.addDate',
	method: 'POST',
	path: '/api/series/{series}/dates',
	summary: 'Add a date by hand. It begins as the series is at that day, published when the series is.',
	access: edit,
	limit: 'write',
	status: 201,
	params: seriesParams,
	body: z.strictObject({ startsAtLocal: localDateTime() }),
	output: seriesDate,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const removeDate = endpoint({
	id: 'series.removeDate',
	method: 'DELETE',
	path: '/api/series/{series}/dates/{event}',
	summary:
		'Remove a date without orders. It does not come back when the series goes on. One with guests is refused as `date-has-guests`.',
	access: edit,
	limit: 'write',
	params: z.object({ series: uuid(), event: z.string().min(1).max(200) }),
	output: series,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

const dateEffect = z.object({
	/** By the series: `event.title`, `ticket.{lineage}.priceMinor`, `question.{lineage}`; `times` for start, length and time zone. */
	path: z.string(),
	/** Name of the ticket type, shared capacity or question. */
	subject: z.string(),
	before: z.unknown(),
	after: z.unknown(),
	/** `notice`: guests are told unless `notify` is false. */
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
		 * for it: it stays as a date by hand).
		 */
		outcome: z.enum(['changed', 'same', 'refused', 'past', 'moved', 'new', 'removed', 'single']),
		effects: z.array(dateEffect),
		/** Paths that the change would set and the date has of its own: they stay, unless `replaceOwn` names them. */
		keeps: z.array(z.string()),
		/** Tickets confirmed and held. */
		guests: z.number().int(),
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
		dates: z.number().int(),
		guests: z.number().int(),
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
	summary:
		'Change one date, this and all following ones, or all dates of a series. Dates keep what they have of their own unless `replaceOwn` names it. With `?preview` nothing is written, and the answer says what would happen to each date, who would get an email, and what it says. With `planHash` of a preview the change is refused (412, rule `plan-outdated`) when it would do something else by now. Guests get one email about all their dates, ten minutes later, so that it can be undone before.',
	access: edit,
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
			.refine((changes) => Object.keys(changes).length > 0, 'Give at least one change.')
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
		version: z.number().int(),
		planHash: z.string(),
		dates: z.array(dateOutcome),
		isRefused: z.boolean(),
		/** Addresses of guests whom it concerns. */
		guests: z.number().int(),
		notifiesByDefault: z.boolean(),
		notifiesAfterMinutes: z.number().int(),
		/** As a guest with a ticket for the first date of it gets it; null: nobody is told. */
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
	summary: 'List changes of several dates of a series, newest first. Kept for 400 days.',
	access: edit,
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
		'Undo a change of several dates as a whole. Guests who were not emailed about it yet never are; those who were get another email. Refused as `undo-blocked` when something in it was changed or sold since.',
	access: edit,
	limit: 'write',
	params: changeParams,
	output: z.object({ series, change: seriesChange.nullable() }),
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const notifySeriesNow = endpoint({
	id: 'series.notifyNow',
	method: 'POST',
	path: '/api/series/{series}/changes/{change}/notify-now',
	summary: 'Email guests about a change now, without waiting for the time in which it could be undone.',
	access: edit,
	limit: 'write',
	params: changeParams,
	output: seriesChange,
});

export const publishSeries = endpoint({
	id: 'series.publish',
	method: 'POST',
	path: '/api/series/{series}/publish',
	summary: 'Publish all drafts among the dates that are ahead.',
	access: publish,
	limit: 'write',
	params: seriesParams,
	output: series,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const stopSeries = endpoint({
	id: 'series.stop',
	method: 'POST',
	path: '/api/series/{series}/stop',
	summary: 'Stop a series: no further dates are made, those that exist stay.',
	access: publish,
	limit: 'write',
	params: seriesParams,
	output: series,
});

export const extendSeries = endpoint({
	id: 'series.extend',
	method: 'POST',
	path: '/api/series/{series}/extend',
	summary:
		'Make the dates that an open series keeps ahead now, instead of the next night; a stopped one goes on.',
	access: publish,
	limit: 'write',
	params: seriesParams,
	output: series,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const cancelSeries = endpoint({
	id: 'series.cancel',
	method: 'POST',
	path: '/api/series/{series}/cancel',
	summary:
		'Cancel all published dates that are ahead and stop the series. Sales end at once; guests get one email about all their dates when the time for undoing it is over.',
	access: publish,
	limit: 'write',
	params: seriesParams,
	body: z.strictObject({ message: text({ max: 1_000, lines: true }).default('') }).optional(),
	output: z.object({ series, change: seriesChange.nullable() }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const dissolveSeries = endpoint({
	id: 'series.dissolve',
	method: 'POST',
	path: '/api/series/{series}/dissolve',
	summary:
		'Turn the dates of a series into single events. They keep their ids, addresses, codes and tickets. With `keep: withGuests` dates ahead without orders are deleted, as long as one event stays.',
	access: edit,
	limit: 'write',
	params: seriesParams,
	body: z.strictObject({ keep: z.enum(['all', 'withGuests']).default('all') }).optional(),
	output: z.object({ events: z.array(uuid()) }),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

/** The first event of a new series, with its dates. */
export const createdSeries = publicEvent.extend({
	dates: z
		.array(seriesDate)
		.optional()
		.meta({ description: 'Where the event repeats: all dates that were made.' }),
});
