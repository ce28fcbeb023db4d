import { z } from '../lib/z.ts';
import { MAX_DATE_MINUTES, seriesBookings } from '../rules/series/repeat.ts';
import { calendarDate, cursor, localDateTime, page, pageLimit, text, timeZone, uuid } from './common.ts';
import { endpoint, eventAccess, publicAccess, seriesAccess } from './endpoint.ts';
import { eventParams, eventStatuses, publicEvent } from './events.ts';
import { repeat } from './repeat.ts';

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
			ahead: z.int(),
			past: z.int(),
			drafts: z.int(),
			cancelled: z.int(),
		}),
		version: z.int(),
	})
	.meta({ id: 'EventSeries' });

export type Series = z.output<typeof series>;

export const seriesParams = z.object({ series: uuid() });

export const editsSeries = seriesAccess('events.edit');

export const publishesSeries = seriesAccess('events.publish');

const view = seriesAccess('events.view');

export const previewDates = endpoint({
	id: 'series.previewDates',
	method: 'POST',
	path: '/api/series/preview',
	summary:
		'Preview the dates of a repeat rule, including the effect of daylight saving time. Nothing is written. For an open-ended series, returns the dates that it would create in advance.',
	access: publicAccess,
	limit: 'write',
	body: z.strictObject({
		startsAtLocal: localDateTime(),
		timeZone: timeZone(),
		lengthMinutes: z.int().min(0).max(MAX_DATE_MINUTES).default(120),
		repeat,
	}),
	output: z.object({
		dates: z.array(plannedDate),
		/** Days of months that the rule passes over, such as a 31st that is not there. */
		missing: z.int(),
		isOpen: z.boolean(),
	}),
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const makeSeries = endpoint({
	id: 'series.makeSeries',
	method: 'POST',
	path: '/api/events/{event}/series',
	summary:
		'Make an event the first date of a series. It keeps its id, URL, code and tickets. Further dates are copies of it, and are published if it is.',
	access: eventAccess('events.edit'),
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
		'Update how a series is booked, or its URL. To change its dates use `PATCH /api/series/{series}/dates`.',
	access: editsSeries,
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
		'List the dates of a series in order. Members see all dates, with figures and the fields that differ from the series; others see public dates with their status.',
	access: publicAccess,
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
	summary:
		'Add a manually added date. It is created with the settings of the series on that day, and published if the series is.',
	access: editsSeries,
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
		'Delete a date without orders. It is not created again when the series continues. A date with guests is refused as `date-has-guests`.',
	access: editsSeries,
	limit: 'write',
	params: z.object({ series: uuid(), event: z.string().min(1).max(200) }),
	output: series,
	errors: ['BUSINESS_RULE_VIOLATION'],
});

export const publishSeries = endpoint({
	id: 'series.publish',
	method: 'POST',
	path: '/api/series/{series}/publish',
	summary: 'Publish all drafts among the upcoming dates.',
	access: publishesSeries,
	limit: 'write',
	params: seriesParams,
	output: series,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const stopSeries = endpoint({
	id: 'series.stop',
	method: 'POST',
	path: '/api/series/{series}/stop',
	summary: 'Stop a series: no further dates are created; existing dates stay.',
	access: publishesSeries,
	limit: 'write',
	params: seriesParams,
	output: series,
});

export const extendSeries = endpoint({
	id: 'series.extend',
	method: 'POST',
	path: '/api/series/{series}/extend',
	summary:
		'Create the next dates of an open-ended series now instead of overnight. A stopped series resumes.',
	access: publishesSeries,
	limit: 'write',
	params: seriesParams,
	output: series,
	errors: ['BUSINESS_RULE_VIOLATION', 'INSUFFICIENT_QUOTA', 'SUBSCRIPTION_EXPIRED'],
});

export const dissolveSeries = endpoint({
	id: 'series.dissolve',
	method: 'POST',
	path: '/api/series/{series}/dissolve',
	summary:
		'Turn the dates of a series into single events. They keep their ids, URLs, codes and tickets. With `keep: withGuests` upcoming dates without orders are deleted, but at least one event is kept.',
	access: editsSeries,
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
		.meta({ description: 'For a repeating event: all dates that were created.' }),
});
