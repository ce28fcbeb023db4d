import { listSegments } from '#shared/rules/routes.ts';

/**
 * First segments of a path that an event's slug may not be: every page of the product, every path the server answers itself,
 * and words that should never look like somebody's event.
 */
export const reservedSlugs: ReadonlySet<string> = new Set([
	...listSegments(),
	// Answered by the server
	'api',
	'assets',
	'covers',
	'embed',
	'favicon',
	'feeds',
	'files',
	'healthz',
	'oembed',
	'og',
	'readyz',
	'robots',
	'sitemap',
	'sitemaps',
	'well-known',
	// Reserved: a later page, or a name that would mislead
	'account',
	'accounts',
	'audit',
	'billing',
	'calendar',
	'content',
	'create',
	'discover',
	'edit',
	'errors',
	'explore',
	'guest',
	'guests',
	'home',
	'incidents',
	'index',
	'jobs',
	'logout',
	'mails',
	'me',
	'messages',
	'moderation',
	'new',
	'null',
	'operator',
	'order',
	'orders',
	'organisations',
	'organiser',
	'organisers',
	'organizer',
	'organizers',
	'people',
	'profile',
	'search',
	'security',
	'series',
	'sign-in',
	'sign-up',
	'support',
	'system',
	'ticket',
	'tickets',
	'true',
	'undefined',
	'user',
	'users',
	'waitlist',
]);

/** Longest slug that is made from a title; one that a person types may be longer (the contract says how long). */
export const MAX_MADE_SLUG = 60;

const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** Whether a text can be an event's slug: small letters, digits and single hyphens, not a path of the product. */
export function isUsableSlug(slug: string): boolean {
	return slugPattern.test(slug) && !reservedSlugs.has(slug);
}
