import { z } from '../lib/z.ts';
import { cursor, instant, noContent, page, pageLimit, text, uuid } from './common.ts';
import { endpoint, partialAccess } from './endpoint.ts';
import { figuresAccess, ofOrganisation } from './figures.ts';

/** Tracking links of an event that are in use at once. */
export const MOST_LINKS = 100;

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
	access: figuresAccess,
	limit: 'read',
	params: ofOrganisation,
	query: z.object({ event: uuid().optional(), cursor: cursor().optional(), limit: pageLimit(50, 200) }),
	output: page(trackingLink),
});

export const createTrackingLink = endpoint({
	id: 'analytics.createTrackingLink',
	method: 'POST',
	path: '/api/organisations/{organisation}/tracking-links',
	summary: 'Create a link to an event’s page that counts its visits and registrations.',
	access: partialAccess('events.edit'),
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
		'Stop counting visits by a tracking link. It still opens the event, and its figures stay. Repeating it changes nothing.',
	access: partialAccess('events.edit'),
	limit: 'write',
	params: z.object({ organisation: z.string(), link: uuid() }),
	status: 204,
	output: noContent(),
});
