import { z } from '../lib/z.ts';
import { calendarDate, instant, uuid } from './common.ts';
import { endpoint, eventAccess, partialAccess } from './endpoint.ts';
import { eventParams } from './events.ts';

/** Longest range of figures, in days. */
export const MOST_DAYS = 400;

export const count = () => z.int();
export const ofOrganisation = z.object({ organisation: z.string() });
export const format = z.enum(['json', 'csv']).default('json');
/** First and last day, in the zones of the events. */
const range = { from: calendarDate(), to: calendarDate() };
/** At most 400 days; without them the last 30, until today in UTC. */
export const rangeQuery = {
	from: calendarDate().optional(),
	to: calendarDate().optional(),
	/** Of all dates of a series; an event is requested instead of it. */
	series: uuid().optional(),
};

const counts = z.object({
	/** Page views of event pages; a lower bound: bots and opt-outs aren’t counted. */
	views: count(),
	/** Different visitors of a day; somebody who comes on two days, or to two events, counts twice. */
	visitors: count(),
	/** Of those visitors, who began to fill in the registration form. */
	forms: count(),
	/** Orders, by the day on which they were confirmed. */
	registrations: count(),
	/** Orders with a price, by the day they were made, that ended without being paid. */
	unpaid: count(),
	/** Tickets of the confirmed orders, and how many of them were cancelled since. */
	tickets: count(),
	cancelled: count(),
	/** Of those tickets, valid ones whose guest came in, on whichever day. */
	attended: count(),
	/** Guests who came in first on these days. */
	checkedIn: count(),
});
export type FigureCounts = z.output<typeof counts>;

/** Money of the books in minor units; never added across currencies. Net = sold − refunded − tax − fees. */
const money = z.object({
	currency: z.string(),
	soldMinor: count(),
	refundedMinor: count(),
	taxMinor: count(),
	feesMinor: count(),
	netMinor: count(),
});
export type FigureMoney = z.output<typeof money>;

export const net = z.object({ currency: z.string(), netMinor: count() });
const day = counts.extend({ day: calendarDate(), net: z.array(net) });
export type FigureDay = z.output<typeof day>;

const period = z.object({
	...range,
	totals: counts,
	/** Empty for members who may not see money. */
	money: z.array(money),
	/** Every day of the period. */
	days: z.array(day),
});
export type FigurePeriod = z.output<typeof period>;

export const figures = z
	.object({
		/** When the newest of these figures was counted; null: there is none. */
		madeAt: instant().nullable(),
		current: period,
		/** The period that it is compared with; null: none. */
		compared: period.nullable(),
	})
	.meta({ id: 'Figures' });
export type Figures = z.output<typeof figures>;

/**
 * `before`: as many days before; `year`: the same days a year before; `event`: of another event, the days that were as far from its
 * start.
 */
export const comparisons = ['before', 'year', 'event', 'none'] as const;
export type Comparison = (typeof comparisons)[number];
/** Whoever sees figures of an organisation, of chosen events too. */
export const figuresAccess = partialAccess('analytics.view');

export const getFigures = endpoint({
	id: 'analytics.getFigures',
	method: 'GET',
	path: '/api/organisations/{organisation}/figures',
	summary:
		'Get views, registrations, tickets, check-ins and revenue of a period by day, compared with an earlier period or another event. `format=csv` returns a file.',
	access: figuresAccess,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({
		...rangeQuery,
		compare: z.enum(comparisons).default('before'),
		event: uuid().optional(),
		/** The other event, for `compare=event`. */
		with: uuid().optional(),
		format,
	}),
	output: figures,
});

export const getEventDays = endpoint({
	id: 'analytics.getEventDays',
	method: 'GET',
	path: '/api/events/{event}/figures/days',
	summary:
		'Get the days of an event with activity, oldest first: at most the latest 1,000. `format=csv` returns a file.',
	access: eventAccess('analytics.view'),
	limit: 'read',
	params: eventParams,
	query: z.object({ format }),
	output: z.object({
		madeAt: instant().nullable(),
		/** The day of the start, in the zone of the event. */
		startsOn: calendarDate(),
		/** All tickets; null: no limit. */
		capacity: count().nullable(),
		/** The series that it is a date of. */
		seriesId: uuid().nullable(),
		/** Of that series, the last dates before it that are over, the latest first. */
		earlierDates: z.array(uuid()),
		data: z.array(day),
	}),
});

/** Steps from a visit to a check-in, without money and with it. */
export const freeSteps = ['visitors', 'forms', 'registrations', 'tickets', 'attended'] as const;
export const paidSteps = ['visitors', 'forms', 'placed', 'paid', 'tickets', 'attended'] as const;
/** How orders are made without a visit. */
export const otherSources = ['import', 'manual', 'door'] as const;
const funnelSteps = [...new Set([...freeSteps, ...paidSteps])];
export type FunnelStep = (typeof funnelSteps)[number];

export const getFunnel = endpoint({
	id: 'analytics.getFunnel',
	method: 'GET',
	path: '/api/organisations/{organisation}/funnel',
	summary:
		'Get the conversion funnel of an event: visitors, started registrations, registrations and check-ins. For events with prices, `placed` are the orders that were paid or expired unpaid, and `paid` those that were paid or free; otherwise they are `registrations`. `tickets` are the valid tickets of these. Only orders made on the event page count, since only they result from visits; an order counts as a visit even if its visit was not recorded. `beside` has the registrations that were made in other ways. `format=csv` returns a file.',
	access: figuresAccess,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ ...rangeQuery, event: uuid().optional(), format }),
	output: z.object({
		madeAt: instant().nullable(),
		data: z.array(z.object({ step: z.enum(funnelSteps), count: count() })),
		beside: z.array(z.object({ source: z.enum(otherSources), registrations: count() })),
	}),
});

export const sourceGroups = ['source', 'medium', 'campaign', 'link'] as const;
export type SourceGroup = (typeof sourceGroups)[number];
const sourceFigures = z.object({
	/** Empty: none was named; `(other)`: those that brought the least, together. For links, the code. */
	name: z.string(),
	/** Of a tracking link. */
	label: z.string().nullable(),
	views: count(),
	visitors: count(),
	forms: count(),
	registrations: count(),
	/** Valid tickets. */
	tickets: count(),
	/** Empty for members who may not see money. */
	net: z.array(net),
});
export type SourceFigures = z.output<typeof sourceFigures>;

export const getSources = endpoint({
	id: 'analytics.getSources',
	method: 'GET',
	path: '/api/organisations/{organisation}/sources',
	summary:
		'Get where visitors and registrations came from, by source, medium, campaign or tracking link: the top 100. `format=csv` returns a file.',
	access: figuresAccess,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({
		...rangeQuery,
		by: z.enum(sourceGroups).default('source'),
		event: uuid().optional(),
		format,
	}),
	output: z.object({ madeAt: instant().nullable(), data: z.array(sourceFigures), hasMore: z.boolean() }),
});

const noShows = { tickets: count(), attended: count(), noShows: count() };
export const getNoShows = endpoint({
	id: 'analytics.getNoShows',
	method: 'GET',
	path: '/api/organisations/{organisation}/no-shows',
	summary:
		'Get no-shows: valid tickets without a check-in, for events that ended in a period and had at least one check-in (the latest 50 of at most 5,000 events), or for one event by ticket type. `format=csv` returns a file.',
	access: figuresAccess,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ ...rangeQuery, event: uuid().optional(), format }),
	output: z.object({
		data: z.array(
			z.object({ eventId: uuid(), title: z.string(), startsAt: instant(), timeZone: z.string(), ...noShows }),
		),
		hasMore: z.boolean(),
		/** Of the one event that was requested. */
		types: z.array(z.object({ name: z.string(), ...noShows })),
	}),
});
