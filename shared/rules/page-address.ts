import { secretSegments } from './routes.ts';

/**
 * What may be told of the address of a page: for counting views, for crash reports and for feedback. Tokens stand in paths and
 * queries, and a search may hold a name, so everything that is not known to be harmless is taken out before it is sent, and
 * once more by the server before it is kept.
 */
export const REDACTED = '[redacted]';

/** What follows these is a secret: `/scan/{token}`. */
const SECRET_AFTER = new RegExp(`^/(?:${secretSegments})/`);
/** Values that say where a visitor came from or how a list is sorted, and nothing about a person. */
const HARMLESS = /^(?:utm_(?:source|medium|campaign|content|term)|ref|l|category|format|when|sort|tab|lang)$/;
const MAX_PATH = 300;
const MAX_VALUE = 80;

/** Long and with a digit: a code or token somebody put into a path; ids of rows pass. */
function looksSecret(segment: string): boolean {
	if (/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(segment)) return false;
	return (
		segment.includes('@') ||
		/%40/i.test(segment) ||
		(/^[\w~-]{22,}$/.test(segment) && /\d/.test(segment) && /[A-Z]/.test(segment))
	);
}

/** `/scan/abc` → `/scan/[redacted]`; at most 300 characters. */
export function redactPath(pathname: string): string {
	const segments = pathname.split('/');
	const isSecret = SECRET_AFTER.test(pathname);
	return segments
		.map((segment, at) => (segment && ((isSecret && at > 1) || looksSecret(segment)) ? REDACTED : segment))
		.join('/')
		.slice(0, MAX_PATH);
}

/** `?token=abc&utm_source=mail` → `?token=[redacted]&utm_source=mail`: names stay, values only where they are harmless. */
export function redactSearch(search: string): string {
	const kept = [...new URLSearchParams(search)].slice(0, 20).map(([name, value]) => {
		const isKept = HARMLESS.test(name) && !looksSecret(value);
		return `${encodeURIComponent(name.slice(0, 40))}=${isKept ? encodeURIComponent(value.slice(0, MAX_VALUE)) : REDACTED}`;
	});
	return kept.length > 0 ? `?${kept.join('&')}` : '';
}

/** `#agenda` stays, anything longer or of another kind is redacted. */
export function redactHash(hash: string): string {
	if (hash === '' || hash === '#') return '';
	return /^#[a-z][a-z-]{0,39}$/.test(hash) ? hash : `#${REDACTED}`;
}

/** An address with all three parts redacted: origin, path, query, hash. Empty for what is no http address. */
export function redactUrl(address: string): string {
	if (!URL.canParse(address)) return '';
	const url = new URL(address);
	if (!/^https?:$/.test(url.protocol)) return '';
	return url.origin + redactPath(url.pathname) + redactSearch(url.search) + redactHash(url.hash);
}
