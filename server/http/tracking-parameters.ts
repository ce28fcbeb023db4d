/**
 * Parameters that advertisers and mailers hang on links. No page of ours reads them on the server, so a page with them is the page
 * without them; the visitor's own scripts still see them in the address bar.
 */
const tracking =
	/^(?:utm_\w+|_hs\w+|mc_[ce]id|mkt_tok|(?:fb|g|d|y|tw|tt)clid|msclkid|[gw]braid|igshid|igsh|li_fat_id|vero_id|s_cid|oly_\w+|ref_src)$/i;

/** The query of a path (`?a=1&b=2` or nothing) without such parameters. */
export function withoutTracking(query: string): string {
	if (query.length < 2) return '';
	const kept = query
		.slice(1)
		.split('&')
		.filter((part) => {
			const end = part.indexOf('=');
			return part !== '' && !tracking.test(end === -1 ? part : part.slice(0, end));
		});
	return kept.length > 0 ? `?${kept.join('&')}` : '';
}
