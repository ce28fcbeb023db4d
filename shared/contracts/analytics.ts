import { z } from '../lib/z.ts';
import { instant, noContent, text, uuid } from './common.ts';
import { endpoint, partialAccess, publicAccess } from './endpoint.ts';

/**
 * One view of a page, as the specification shapes it (section 3), or the first touch of a registration form on it. Tokens and personal
 * values are redacted before sending.
 */
export const pageView = z
	.object({
		name: z.enum(['page_view', 'registration_opened']),
		properties: z.object({
			path: text({ max: 2_000, min: 1 }),
			search: text({ max: 2_000 }).default(''),
			hash: text({ max: 500 }).default(''),
			timestamp: instant(),
			referrer: text({ max: 2_000 }).default(''),
			userAgent: text({ max: 1_000 }).default(''),
		}),
	})
	.meta({ id: 'PageView' });
export type PageView = z.output<typeof pageView>;

export const trackPageView = endpoint({
	id: 'analytics.trackPageView',
	method: 'POST',
	path: '/api/analytics/track',
	summary:
		'Record a page view or the start of a registration, without cookies. Bots and visitors who opt out (DNT, Sec-GPC) aren’t counted.',
	access: publicAccess,
	limit: 'write',
	body: pageView,
	status: 204,
	output: noContent(),
});

/** The figures, for one event and for all of them. */
const audienceFigures = z.object({
	/** Times that the event's page was looked at. A lower bound: bots and visitors who ask for it are not counted. */
	views: z.int(),
	/** Confirmed orders. */
	registrations: z.int(),
	/** Guests who came in, at whichever list. */
	checkedIn: z.int(),
});

export const audience = z
	.object({
		since: instant(),
		totals: audienceFigures,
		/** Where visitors came from, most first: a named source, else the host of the site that linked here; empty: by themselves. */
		sources: z.array(z.object({ source: z.string(), views: z.int() })),
		/** The newest events by their start. */
		events: z.array(
			audienceFigures.extend({
				id: uuid(),
				slug: z.string(),
				title: z.string(),
				startsAt: instant(),
				timeZone: z.string(),
			}),
		),
		/** There are older events, which are not counted. */
		hasMore: z.boolean(),
	})
	.meta({ id: 'Audience' });
export type Audience = z.output<typeof audience>;

/** How many days back; views of single visitors are retained no longer. */
export const audienceDays = ['7', '30', '90'] as const;
/** How many events are looked at. */
export const AUDIENCE_EVENTS = 50;

export const getAudience = endpoint({
	id: 'analytics.getAudience',
	method: 'GET',
	path: '/api/organisations/{organisation}/analytics',
	summary:
		'Get views, registrations and check-ins of a recent period, in total and for each of the newest events.',
	access: partialAccess('events.view'),
	limit: 'read',
	params: z.object({ organisation: z.string() }),
	query: z.object({ days: z.enum(audienceDays).default('30') }),
	output: audience,
});
