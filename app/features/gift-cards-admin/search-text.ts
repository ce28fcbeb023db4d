import { giftCardKey } from '#shared/rules/gift-cards.ts';

/**
 * The search text sent to the server: an email address, or the last four characters of a code. A whole code is shortened to these, so that
 * it never becomes a part of an address. Null: nothing can be found by it yet.
 */
export function searchedText(typed: string): string | null {
	const text = typed.trim();
	if (text === '' || text.includes('@')) return text;
	const key = giftCardKey(text);
	if (key) return key.slice(-4);
	return /^[0-9a-z]{4}$/i.test(text) ? text.toUpperCase() : null;
}
