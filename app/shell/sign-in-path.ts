export const ORIGIN = 'http://site.invalid';

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

/** The address of the sign-in that comes back to where the visitor is. */
export function signInPath(location: { pathname: string; search: string }): string {
	const next = safeTarget(location.pathname + location.search);
	return next && next !== '/' ? `/login?next=${encodeURIComponent(next)}` : '/login';
}
