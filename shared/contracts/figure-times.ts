import { z } from '../lib/z.ts';
import { calendarDate, wholeList } from './common.ts';
import { endpoint, eventAccess } from './endpoint.ts';
import { eventParams } from './events.ts';
import { count, figuresAccess, format, ofOrganisation, rangeQuery } from './figures.ts';

/** When people register and arrive: of one event, and added up over several. */

/** Newest days with check-ins that `getCheckInTimes` answers. */
export const MOST_CHECK_IN_DAYS = 31;
/** Events, and guests after which no further event is read, of `getArrivals`. */
export const mostArrivals = { events: 200, guests: 25_000 } as const;

const ofEventFigures = {
	access: eventAccess('analytics.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({ format }),
} as const;

const leadTime = z.object({
	registrations: count(),
	/** A quarter, half and three quarters of the registrations came at most so many days before; null: none came. */
	quartiles: z.object({ lower: count(), median: count(), upper: count() }).nullable(),
	/** `to` null: no end. */
	groups: z.array(z.object({ from: count(), to: count().nullable(), registrations: count() })),
});
export type LeadTime = z.output<typeof leadTime>;

const hour = z.object({
	/** 1: Monday. */
	weekday: count(),
	hour: count(),
	registrations: count(),
});

export const getLeadTime = endpoint({
	...ofEventFigures,
	id: 'analytics.getLeadTime',
	method: 'GET',
	path: '/api/events/{event}/figures/lead-time',
	summary:
		'Get how many days before the start of an event its registrations were confirmed: quartiles, and counts per range of days. `format=csv` returns a file.',
	output: leadTime,
});

export const getRegistrationHours = endpoint({
	...ofEventFigures,
	id: 'analytics.getRegistrationHours',
	method: 'GET',
	path: '/api/events/{event}/figures/hours',
	summary:
		'Get the confirmed registrations of an event by weekday and hour of its time zone; hours without registrations are omitted. `format=csv` returns a file.',
	output: wholeList(hour),
});

export const getCheckInTimes = endpoint({
	...ofEventFigures,
	id: 'analytics.getCheckInTimes',
	method: 'GET',
	path: '/api/events/{event}/figures/check-ins',
	summary: `Get the first check-ins of guests of an event for each quarter of an hour in its time zone, on the latest ${MOST_CHECK_IN_DAYS} days with check-ins; quarters without arrivals are omitted. \`format=csv\` returns a file.`,
	output: z.object({
		data: z.array(
			z.object({
				day: calendarDate(),
				/** Of the day, at which the quarter begins. */
				minute: count(),
				checkedIn: count(),
			}),
		),
	}),
});

const ofAllFigures = {
	access: figuresAccess,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ ...rangeQuery, format }),
} as const;

export const getLeadTimes = endpoint({
	...ofAllFigures,
	id: 'analytics.getLeadTimes',
	method: 'GET',
	path: '/api/organisations/{organisation}/lead-time',
	summary:
		'Get how many days before the start of their events the registrations of a period were confirmed: quartiles, and counts per range of days. `format=csv` returns a file.',
	output: leadTime,
});

export const getHours = endpoint({
	...ofAllFigures,
	id: 'analytics.getHours',
	method: 'GET',
	path: '/api/organisations/{organisation}/registration-hours',
	summary:
		'Get the registrations of a period by weekday and hour in the time zones of their events; hours without registrations are omitted. Covers the events with the most registrations: up to 200 events or 25,000 registrations. `format=csv` returns a file.',
	output: z.object({
		data: z.array(hour),
		/** Events with fewer registrations are left out. */
		hasMore: z.boolean(),
	}),
});

/** Minutes before and after the start of an event for which arrivals are distinguished; whole quarters of an hour. */
export const ARRIVALS_BEFORE = 360;
export const ARRIVALS_AFTER = 720;

export const getArrivals = endpoint({
	...ofAllFigures,
	id: 'analytics.getArrivals',
	method: 'GET',
	path: '/api/organisations/{organisation}/arrivals',
	summary: `Get the first check-ins of guests for each quarter of an hour before and after the start, added up over the events that began in a period; quarters without arrivals are omitted. Covers the newest events: up to ${mostArrivals.events} events or ${mostArrivals.guests.toLocaleString('en')} guests. \`format=csv\` returns a file.`,
	output: z.object({
		data: z.array(
			z.object({
				/** From the start to where the quarter begins; below 0 before it. */
				minute: count(),
				checkedIn: count(),
			}),
		),
		/** Guests who came in more than 6 hours before the start, or 12 hours after it and later. */
		outside: count(),
		/** Events that are added up. */
		events: count(),
		/** Earlier events are left out. */
		hasMore: z.boolean(),
	}),
});
export type Arrivals = z.output<typeof getArrivals.output>;
