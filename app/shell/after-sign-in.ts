/**
 * Where a sign-in that has just completed leads (section 4, "Redirect after user load", as settled in the decisions). It
 * never runs on an ordinary page load.
 */

/** First segments that a signed-in visitor may be on the way to: the specification's list, and every other page of theirs. */
const KNOWN_SEGMENTS = new Set([
	...[
		'dashboard',
		'templates',
		'custom-event',
		'events',
		'event-review',
		'qr-scanner',
		'settings',
		'about',
		'contact',
	],
	...[
		'help',
		'blog',
		'pricing',
		'privacy',
		'terms',
		'press',
		'careers',
		'api-docs',
		'status',
		'mobile',
		'verify-email',
	],
	...[
		'event',
		'create-event',
		'register',
		'checkout',
		'my-ticket',
		'stripe-connect-demo',
		'admin',
		'feedback-admin',
	],
	...['analytics', 'integrations', 'developer-portal', 'custom-reports', 'staff-management', 'feedback-demo'],
]);

/** A path of this site, or null: never another host, never back to the sign-in itself. */
export function safeTarget(next: string | null | undefined): string | null {
	if (!next || !/^\/(?![/\\])/.test(next)) return null;
	const url = new URL(next, 'http://site.invalid');
	if (url.host !== 'site.invalid' || /^\/(login|signup|auth)(\/|$)/.test(url.pathname)) return null;
	return url.pathname + url.search + url.hash;
}

/** `next` is where the sign-in began, as the `next` query of /login carries it. */
export function targetAfterSignIn(
	user: { isAdmin: boolean },
	next: string | null,
	exists: (path: string) => boolean,
): string {
	const target = safeTarget(next);
	const home = user.isAdmin && exists('/admin') ? '/admin' : '/dashboard';
	if (!target || target === '/') return home;
	const segments = new URL(target, 'http://site.invalid').pathname.split('/').filter(Boolean);
	// One segment that no page has is an event's address.
	const isKnown = segments.length === 1 || KNOWN_SEGMENTS.has(segments[0]!);
	return isKnown || user.isAdmin ? target : '/dashboard';
}

/** The address of the sign-in that comes back to where the visitor is. */
export function signInPath(location: { pathname: string; search: string }): string {
	const next = safeTarget(location.pathname + location.search);
	return next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login';
}
