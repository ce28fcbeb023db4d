import { and, or, type SQL, sql } from 'drizzle-orm';
import { spellingsOf, withUmlauts } from '#shared/rules/search-spellings.ts';

/** More words narrow no list that people search. */
const maxWords = 8;

/** A text in which nothing is a sign of LIKE. */
const literal = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&');

/** The words of a search, each in the spellings that texts may have. */
const wordsOf = (q: string): string[][] =>
	q
		.replaceAll('\0', '')
		.trim()
		.split(/\s+/)
		.filter(Boolean)
		.slice(0, maxWords)
		.map((word) => spellingsOf(word).map(literal));

/**
 * That every word of a search is found in a text that went through `foyer_fold`: accents, case, order and the spelling of umlauts do not
 * matter. Without words: everything.
 */
export function foldedHasWords(text: SQL, q: string): SQL {
	const found = wordsOf(q).map((spellings) =>
		or(...spellings.map((one) => sql`${text} LIKE '%' || foyer_fold(${one}::text) || '%'`)),
	);
	return and(...found) ?? sql`true`;
}

/** That every word of a search is found in some of the columns. */
export const hasWords = (columns: SQL, q: string): SQL =>
	foldedHasWords(sql`foyer_fold(concat_ws(' ', ${columns}))`, q);

/** `foldedHasWords` for statements that are texts. @param use adds a value and answers its place, `$1` */
export function foldedHasWordsText(text: string, q: string, use: (value: string) => string): string {
	const found = wordsOf(q).map((spellings) =>
		spellings.map((one) => `${text} LIKE '%' || foyer_fold(${use(one)}::text) || '%'`).join(' OR '),
	);
	return found.map((one) => `(${one})`).join(' AND ') || 'true';
}

/** `hasWords` for statements that are texts. */
export const hasWordsText = (columns: string, q: string, use: (value: string) => string): string =>
	foldedHasWordsText(`foyer_fold(concat_ws(' ', ${columns}))`, q, use);

/** That a column has one of the spellings of every word as it is, so that its index of trigrams serves. */
export function rawHasWords(columns: readonly SQL[], q: string): SQL {
	const found = q
		.trim()
		.split(/\s+/)
		.filter(Boolean)
		.slice(0, maxWords)
		.map((word) =>
			or(
				...[...spellingsOf(word), withUmlauts(word)].flatMap((one) =>
					columns.map((column) => sql`${column} ILIKE ${`%${literal(one)}%`}`),
				),
			),
		);
	return and(...found) ?? sql`true`;
}
