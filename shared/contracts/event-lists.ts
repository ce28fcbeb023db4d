import { z } from '../lib/z.ts';
import { eventCategories } from '../rules/event-categories.ts';
import { calendarDate, page, paging, queryFlag, uuidList } from './common.ts';
import { endpoint, partialAccess, publicAccess } from './endpoint.ts';
import { eventCard } from './events.ts';

export const eventSorts = ['soonest', 'newest', 'relevance'] as const;

export const eventFilters = z.object({
	/** Words; accents, order and typing errors are forgiven. */
	q: z.string().max(200).optional(),
	country: z.string().max(2).optional(),
	city: z.string().max(120).optional(),
	category: z.string().max(40).optional(),
	/** First and last day, in the event's own zone. Without `from`, events that are over are left out. */
	from: calendarDate().optional(),
	to: calendarDate().optional(),
	online: queryFlag().optional(),
	free: queryFlag().optional(),
	/** Slug of an organisation. */
	organiser: z.string().max(120).optional(),
	/** Only what administrators chose to show first. */
	featured: z.literal('true').optional(),
	/** Events that are over, newest first; with `from`, what is over is in the list anyway. */
	past: queryFlag().optional(),
	/** Every date of a series; without it a series is one event, its first date that the filter lets through. */
	dates: z.literal('all').optional(),
	sort: z.enum(eventSorts).optional(),
	...paging(24, 100),
});

export const listEvents = endpoint({
	id: 'events.listEvents',
	method: 'GET',
	path: '/api/events',
	summary:
		'Search public events. For a series only the first date that matches the filter is listed, and `count` counts it once; use `dates=all` to list every date.',
	access: publicAccess,
	limit: 'read',
	isOpenToSites: true,
	query: eventFilters,
	output: page(eventCard).extend({
		/** How many events there are in all, on the first page only; counted up to 1000. */
		count: z.int().optional(),
	}),
});

export const listEventFacets = endpoint({
	id: 'events.listEventFacets',
	method: 'GET',
	path: '/api/event-facets',
	summary:
		'List countries, cities and categories with the number of public events in each. A series counts once for each country, city and category of its dates.',
	access: publicAccess,
	limit: 'read',
	query: z.object({ past: queryFlag().optional(), country: z.string().max(2).optional() }),
	output: z.object({
		countries: z.array(z.object({ code: z.string(), count: z.number() })),
		cities: z.array(z.object({ name: z.string(), countryCode: z.string(), count: z.number() })),
		categories: z.array(z.object({ name: z.enum(eventCategories), count: z.number() })),
		total: z.number(),
	}),
});

export const organisationEvent = eventCard
	.extend({
		/** Tickets given out, and how many there are (null: no limit). Only for members who may see check-ins. */
		figures: z.object({ confirmed: z.int(), capacity: z.int().nullable() }).optional(),
	})
	.meta({ id: 'OrganisationEvent' });
export type OrganisationEvent = z.output<typeof organisationEvent>;

export const listOrganisationEvents = endpoint({
	id: 'events.listOrganisationEvents',
	method: 'GET',
	path: '/api/organisations/{organisation}/events',
	summary: 'List the events of an organisation, in all statuses.',
	access: partialAccess('events.view'),
	limit: 'read',
	params: z.object({ organisation: z.string() }),
	query: z.object({
		q: z.string().max(200).optional(),
		view: z.enum(['live', 'draft', 'past', 'archived', 'all']).default('all'),
		/** Only these: what a picker shows as chosen. */
		ids: uuidList(100).optional().meta({ description: 'Comma-separated ids of up to 100 events to return.' }),
		/** One row for each series: of its dates in this view the one that comes first in the list. */
		fold: z.literal('series').optional(),
		...paging(50, 100),
	}),
	output: page(organisationEvent),
});
