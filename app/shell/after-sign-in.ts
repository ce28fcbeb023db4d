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

const ORIGIN = 'http://site.invalid';

/**
 * A path of this site, or null: never another host, never back to the sign-in itself. Judged after it was resolved, as a browser
 * resolves it: `/.//other.example` is a path that begins with two slashes, which a router takes for another host.
 */
export function safeTarget(next: string | null | undefined): string | null {
	if (!next?.startsWith('/') || !URL.canParse(next, ORIGIN)) return null;
	const url = new URL(next, ORIGIN);
	if (url.origin !== ORIGIN || url.username || /^\/\/|\\/.test(url.pathname)) return null;
	if (/^\/(login|signup|auth)(\/|$)/.test(url.pathname)) return null;
	return url.pathname + url.search + url.hash;
}

/** What is there: routes by their path, events by a reference of one segment. */
export interface Destinations {
	hasRoute(path: string): boolean;
	hasEvent(reference: string): Promise<boolean>;
}

/** `next` is where the sign-in began, as the `next` query of /login carries it; an unknown path leads to the dashboard. */
export async function targetAfterSignIn(
	user: { isAdmin: boolean },
	next: string | null,
	{ hasRoute, hasEvent }: Destinations,
): Promise<string> {
	const target = safeTarget(next);
	if (!target || target === '/') return user.isAdmin ? '/admin' : '/dashboard';
	if (user.isAdmin) return target;
	const { pathname } = new URL(target, ORIGIN);
	const segments = pathname.split('/').filter(Boolean);
	const isPage = KNOWN_SEGMENTS.has(segments[0] ?? '') && hasRoute(pathname);
	const isKnown = isPage || (segments.length === 1 && (await hasEvent(segments[0] ?? '')));
	return isKnown ? target : '/dashboard';
}

/** The address of the sign-in that comes back to where the visitor is. */
export function signInPath(location: { pathname: string; search: string }): string {
	const next = safeTarget(location.pathname + location.search);
	return next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login';
}
