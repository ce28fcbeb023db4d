import { spellingsOf } from './search-spellings.ts';

/*
 * Search as one types over texts that are here already: accents, case and the order of words do not matter, nor how an umlaut is spelled,
 * as in the lists that the server searches (`server/db/search-words.ts`).
 */

/** The form of a text for comparisons: without accents, lower case, single blanks. */
export function fold(text: string): string {
	// Most names need no more than this, and a hundred thousand of them are folded when a list is opened.
	// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
	if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase();
	return text
		.normalize('NFKD')
		.replaceAll(/\p{Diacritic}/gu, '')
		.toLowerCase()
		.replaceAll('ß', 'ss')
		.replaceAll('ø', 'o')
		.replaceAll('ł', 'l')
		.replaceAll('đ', 'd')
		.replaceAll('æ', 'ae')
		.replaceAll('œ', 'oe')
		.replaceAll('ı', 'i');
}

/** The typed words, each in the spellings that it may have. */
export const spelledWords = (typed: string): string[][] =>
	typed
		.split(/\s+/)
		.filter((word) => fold(word) !== '')
		.map((word) => spellingsOf(word).map(fold));

/** Whether a folded text holds every word in one of its spellings. */
export function holdsAll(text: string, words: readonly (readonly string[])[]): boolean {
	for (const spellings of words) {
		let isFound = false;
		for (const one of spellings) isFound ||= text.includes(one);
		if (!isFound) return false;
	}
	return true;
}

/** Whether every typed word stands in the text. */
export const matchesTyped = (text: string, typed: string): boolean =>
	holdsAll(fold(text), spelledWords(typed));
