import { toSingleLine } from '#shared/lib/typed-text.ts';

/**
 * The code in the query of a page, for the query of `listTicketTypes`; none where there is none.
 * @param search `?code=EARLY`
 */
export function codeQuery(search: string): { code?: string } {
	const typed = new URLSearchParams(search).get('code') ?? '';
	// Shortened to what the API reads: a longer one is no code either.
	const code = toSingleLine(typed).replaceAll('\0', '').trim().slice(0, 100).toWellFormed().trim();
	return code ? { code } : {};
}
