/** The subject of a public URL of this installation. */
export type PageAddress = { kind: 'event'; reference: string } | { kind: 'organiser'; slug: string };

const longest = 2_000;

/**
 * Reads the address of an event (`/events/x`, `/event/x`, `/register/x`, `/x`) or of an organiser (`/organisers/x`). Nothing is fetched.
 * Query and fragment do not matter, nor does `http` instead of `https`.
 * @param origins of this installation, as `https://foyer.example`
 * @returns null for what is no address, one of another host, or another page of this one
 */
export function readPageAddress(text: string, origins: readonly string[]): PageAddress | null {
	if (text.length > longest || !URL.canParse(text)) return null;
	const { protocol, host, pathname } = new URL(text);
	if (!/^https?:$/.test(protocol) || !origins.some((origin) => new URL(origin).host === host)) return null;
	const segments = namesIn(pathname);
	const [first = '', second] = segments ?? [];
	if (first === '' || (segments?.length ?? 0) > 2) return null;
	if (second === undefined) return { kind: 'event', reference: first };
	if (second === '') return null;
	if (first === 'organisers') return { kind: 'organiser', slug: second };
	return /^(?:events?|register)$/.test(first) ? { kind: 'event', reference: second } : null;
}

/** The segments of a path, decoded; null where they cannot be. A slash at the end is no segment. */
function namesIn(pathname: string): string[] | null {
	const path = pathname.endsWith('/') ? pathname.slice(1, -1) : pathname.slice(1);
	try {
		return path.split('/').map(decodeURIComponent);
	} catch {
		return null;
	}
}
