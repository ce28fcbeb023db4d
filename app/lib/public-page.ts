/**
 * Headers of a page that is the same for every guest: stored by our page cache for seconds and shown a while longer while
 * it is made anew; browsers ask each time and get a 304. `export const headers = publicPageHeaders(15)` in a route.
 */
export function publicPageHeaders(seconds: number) {
	return ({ errorHeaders }: { errorHeaders?: Headers }): HeadersInit =>
		errorHeaders
			? { 'Cache-Control': 'no-store' }
			: { 'Cache-Control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds * 4}` };
}

/**
 * Which parameters of its query a public page reads, in its loader or while it is rendered: `export const handle =
 * publicPageHandle(['q'])`. The server caches pages that declare this, and leaves every other parameter out before it renders.
 */
export function publicPageHandle(query: readonly string[] = []): { query: readonly string[] } {
	return { query };
}

/** Headers of a page behind a signed link: only for whoever has the link. */
export const linkPageHeaders = (): HeadersInit => ({
	'Cache-Control': 'private, no-store',
	'X-Robots-Tag': 'noindex',
});
