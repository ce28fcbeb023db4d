/**
 * Headers of a page that is the same for every guest: kept by our page cache for seconds and shown a while longer while
 * it is made anew; browsers ask each time and get a 304. `export const headers = publicPageHeaders(15)` in a route.
 */
export function publicPageHeaders(seconds: number) {
	return ({ errorHeaders }: { errorHeaders?: Headers }): HeadersInit =>
		errorHeaders
			? { 'Cache-Control': 'no-store' }
			: { 'Cache-Control': `public, max-age=0, s-maxage=${seconds}, stale-while-revalidate=${seconds * 4}` };
}
