/**
 * The code in the query of a page, for the query of `listTicketTypes`; none where there is none.
 * @param search `?code=EARLY`
 */
export function codeQuery(search: string): { code?: string } {
	// Shortened to what the API reads: a longer one is no code either.
	const code = new URLSearchParams(search)
		.get('code')
		?.replaceAll('\0', '')
		.slice(0, 100)
		.toWellFormed()
		.trim();
	return code ? { code } : {};
}
