import { z } from '../lib/z.ts';
import { attentionKinds } from '../rules/attention.ts';
import { calendarDate, cursor, instant, noContent, page, pageLimit, text, uuid } from './common.ts';
import { endpoint } from './endpoint.ts';
import { organisationEvent } from './event-lists.ts';
import { eventParams } from './events.ts';
import { requestPolicy } from './orders.ts';

/** Longest range of figures, in days. */
export const MOST_DAYS = 400;
/** Tracking links of an event that are in use at once. */
export const MOST_LINKS = 100;

const count = () => z.number().int();
const ofOrganisation = z.object({ organisation: z.string() });
const format = z.enum(['json', 'csv']).default('json');
/** First and last day, in the zones of the events. */
const range = { from: calendarDate(), to: calendarDate() };
/** At most 400 days; without them the last 30, until today in UTC. */
const asked = { from: calendarDate().optional(), to: calendarDate().optional() };

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

const net = z.object({ currency: z.string(), netMinor: count() });
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
const access = {
	kind: 'organisation',
	action: 'analytics.view',
	via: 'organisation',
	isPartial: true,
} as const;

export const getFigures = endpoint({
	id: 'analytics.getFigures',
	method: 'GET',
	path: '/api/organisations/{organisation}/figures',
	summary:
		'Get figures of a range of days: views, registrations, tickets, check-ins and money, day by day, beside those of an earlier period or of another event. `format=csv` answers a file.',
	access,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({
		...asked,
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
		'Get the days of an event on which something happened, oldest first, at most the newest 1000. `format=csv` answers a file.',
	access: { kind: 'organisation', action: 'analytics.view', via: 'event' },
	limit: 'read',
	params: eventParams,
	query: z.object({ format }),
	output: z.object({
		madeAt: instant().nullable(),
		/** The day of the start, in the zone of the event. */
		startsOn: calendarDate(),
		/** All tickets; null: no limit. */
		capacity: count().nullable(),
		data: z.array(day),
	}),
});

const ofEventFigures = {
	access: { kind: 'organisation', action: 'analytics.view', via: 'event' },
	limit: 'read',
	params: eventParams,
	query: z.object({ format }),
} as const;

export const getLeadTime = endpoint({
	...ofEventFigures,
	id: 'analytics.getLeadTime',
	method: 'GET',
	path: '/api/events/{event}/figures/lead-time',
	summary:
		'Get how many days before the start of an event its registrations were confirmed: quartiles, and counts by groups of days. `format=csv` answers a file.',
	output: z.object({
		registrations: count(),
		/** A quarter, half and three quarters of the registrations came at most so many days before; null: none came. */
		quartiles: z.object({ lower: count(), median: count(), upper: count() }).nullable(),
		/** `to` null: no end. */
		groups: z.array(z.object({ from: count(), to: count().nullable(), registrations: count() })),
	}),
});
export type LeadTime = z.output<typeof getLeadTime.output>;

export const getRegistrationHours = endpoint({
	...ofEventFigures,
	id: 'analytics.getRegistrationHours',
	method: 'GET',
	path: '/api/events/{event}/figures/hours',
	summary:
		'Get the confirmed registrations of an event by weekday and hour of its time zone; hours without any are left out. `format=csv` answers a file.',
	output: z.object({
		data: z.array(
			z.object({
				/** 1: Monday. */
				weekday: count(),
				hour: count(),
				registrations: count(),
			}),
		),
	}),
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
		'Get how many visitors began to register, registered and came in. Where money is taken, `placed` are the orders that were paid, or ended unpaid, and `paid` those that were paid or cost nothing; elsewhere they are `registrations`. `tickets` are valid ones of these. Only orders of the event page are counted, since only they come of visits: whoever began to register or registered has visited, also where the visit was not counted. `beside` has the registrations that were made in other ways. `format=csv` answers a file.',
	access,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ ...asked, event: uuid().optional(), format }),
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
		'Get where visitors and registrations came from, by source, medium, campaign or tracking link: the 100 that brought the most. `format=csv` answers a file.',
	access,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({
		...asked,
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
		'Get valid tickets whose guests did not come, of events that ended in a range of days and checked at least one guest in, the newest 50 among the newest 5,000 of the range; of one event by ticket type. `format=csv` answers a file.',
	access,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ ...asked, event: uuid().optional(), format }),
	output: z.object({
		data: z.array(
			z.object({ eventId: uuid(), title: z.string(), startsAt: instant(), timeZone: z.string(), ...noShows }),
		),
		hasMore: z.boolean(),
		/** Of the one event that was asked for. */
		types: z.array(z.object({ name: z.string(), ...noShows })),
	}),
});

const trackingLink = z
	.object({
		id: uuid(),
		/** Of the parameter `l` of the event's address. */
		code: z.string(),
		label: z.string(),
		eventId: uuid(),
		eventTitle: z.string(),
		url: z.string(),
		createdAt: instant(),
	})
	.meta({ id: 'TrackingLink' });
export type TrackingLink = z.output<typeof trackingLink>;

export const listTrackingLinks = endpoint({
	id: 'analytics.listTrackingLinks',
	method: 'GET',
	path: '/api/organisations/{organisation}/tracking-links',
	summary: 'List the tracking links in use, newest first.',
	access,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ event: uuid().optional(), cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(trackingLink),
});

export const createTrackingLink = endpoint({
	id: 'analytics.createTrackingLink',
	method: 'POST',
	path: '/api/organisations/{organisation}/tracking-links',
	summary: 'Create a link to an event’s page that shows who came by it.',
	access: { kind: 'organisation', action: 'events.edit', via: 'organisation', isPartial: true },
	limit: 'write',
	params: ofOrganisation,
	body: z.strictObject({
		event: uuid(),
		label: text({ max: 80, min: 1 }),
		/** 4 to 16 lower-case letters and digits; made when left out. */
		code: z
			.string()
			.regex(/^[a-z0-9]{4,16}$/, 'Please enter a valid format.')
			.optional(),
	}),
	status: 201,
	output: trackingLink,
	errors: ['RESOURCE_ALREADY_EXISTS', 'BUSINESS_RULE_VIOLATION'],
});

export const endTrackingLink = endpoint({
	id: 'analytics.endTrackingLink',
	method: 'DELETE',
	path: '/api/organisations/{organisation}/tracking-links/{link}',
	summary:
		'Stop counting visits by a tracking link. It still leads to the event; its figures stay. Repeating it changes nothing.',
	access: { kind: 'organisation', action: 'events.edit', via: 'organisation', isPartial: true },
	limit: 'write',
	params: z.object({ organisation: z.string(), link: uuid() }),
	status: 204,
	output: noContent(),
});

const attention = z.object({
	kind: z.enum(attentionKinds),
	/** Rows in all. */
	count: count(),
	/** The first five places to go to: an event, an order of it, or nothing where the kind has one page. */
	items: z.array(
		z.object({
			title: z.string(),
			eventId: uuid().nullable(),
			orderId: uuid().nullable(),
			count: count(),
			/** Of refund requests: what is asked for at most, and what the refund policy says of it. */
			refund: z
				.object({ wantedMinor: z.number().int(), currency: z.string(), policy: requestPolicy.nullable() })
				.optional(),
		}),
	),
});
export type Attention = z.output<typeof attention>;

export const dashboard = z
	.object({
		/** The event that is on or comes next, else the newest draft; null: neither. */
		next: organisationEvent
			.extend({
				/** By currency; null for members who may not see money. */
				net: z.array(net).nullable(),
				/** The money is of test cards. */
				isTest: z.boolean(),
			})
			.nullable(),
		/** What waits for somebody and may be done by the caller. */
		needsYou: z.array(attention),
		/** Null for members who may not see analytics. */
		figures: figures.nullable(),
		counts: z.object({ live: count(), draft: count(), past: count(), archived: count() }),
	})
	.meta({ id: 'Dashboard' });
export type Dashboard = z.output<typeof dashboard>;

export const dashboardDays = ['7', '30'] as const;

export const getDashboard = endpoint({
	id: 'analytics.getDashboard',
	method: 'GET',
	path: '/api/organisations/{organisation}/dashboard',
	summary:
		'Get the next event, what needs the caller, figures of the last days beside those before, and how many events there are.',
	access: { kind: 'organisation', action: 'organisation.view', via: 'organisation', isPartial: true },
	limit: 'read',
	params: ofOrganisation,
	query: z.object({
		days: z.enum(dashboardDays).default('30'),
		/** The caller’s own date; today in UTC when left out. */
		today: calendarDate().optional(),
	}),
	output: dashboard,
});
