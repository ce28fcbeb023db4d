import { z } from '../lib/z.ts';
import { calendarDate } from './common.ts';
import { endpoint } from './endpoint.ts';
import { eventParams } from './events.ts';
import { asked, count, figuresAccess, format, ofOrganisation } from './figures.ts';

/** When people register and arrive: of one event, and added up over several. */

const ofEventFigures = {
	access: { kind: 'organisation', action: 'analytics.view', via: 'event' },
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
		'Get how many days before the start of an event its registrations were confirmed: quartiles, and counts by groups of days. `format=csv` answers a file.',
	output: leadTime,
});

export const getRegistrationHours = endpoint({
	...ofEventFigures,
	id: 'analytics.getRegistrationHours',
	method: 'GET',
	path: '/api/events/{event}/figures/hours',
	summary:
		'Get the confirmed registrations of an event by weekday and hour of its time zone; hours without any are left out. `format=csv` answers a file.',
	output: z.object({ data: z.array(hour) }),
});

export const getCheckInTimes = endpoint({
	...ofEventFigures,
	id: 'analytics.getCheckInTimes',
	method: 'GET',
	path: '/api/events/{event}/figures/check-ins',
	summary:
		'Get how many guests of an event came in first in each quarter of an hour of its time zone, on its newest 31 days with check-ins; quarters without any are left out. `format=csv` answers a file.',
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
	query: z.object({ ...asked, format }),
} as const;

export const getLeadTimes = endpoint({
	...ofAllFigures,
	id: 'analytics.getLeadTimes',
	method: 'GET',
	path: '/api/organisations/{organisation}/lead-time',
	summary:
		'Get how many days before the start of their events the registrations of a range of days were confirmed: quartiles, and counts by groups of days. `format=csv` answers a file.',
	output: leadTime,
});

export const getHours = endpoint({
	...ofAllFigures,
	id: 'analytics.getHours',
	method: 'GET',
	path: '/api/organisations/{organisation}/registration-hours',
	summary:
		'Get the registrations of a range of days by weekday and hour of the time zones of their events; hours without any are left out. Of the events with the most registrations: up to 200, and no more once 25,000 registrations are counted. `format=csv` answers a file.',
	output: z.object({
		data: z.array(hour),
		/** Events with fewer registrations are left out. */
		hasMore: z.boolean(),
	}),
});

/** Minutes before and after the start of an event for which arrivals are told apart; whole quarters of an hour. */
export const ARRIVALS_BEFORE = 360;
export const ARRIVALS_AFTER = 720;

export const getArrivals = endpoint({
	...ofAllFigures,
	id: 'analytics.getArrivals',
	method: 'GET',
	path: '/api/organisations/{organisation}/arrivals',
	summary:
		'Get how many guests came in first in each quarter of an hour before and after the start, added up over the events that began in a range of days; quarters without any are left out. Of the newest events: up to 200, and no more once 25,000 guests are counted. `format=csv` answers a file.',
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
