import { and, or, type SQL, sql } from 'drizzle-orm';
import { spellingsOf } from '#shared/rules/search-spellings.ts';

/** That every word of a search is found in some of the columns; accents and case do not matter. Without words: everything. */
export function hasWords(columns: SQL, q: string): SQL {
	const words = q.trim().split(/\s+/).filter(Boolean).slice(0, 8);
	const text = sql`foyer_fold(concat_ws(' ', ${columns}))`;
	const found = words.map((word) =>
		or(
			...spellingsOf(word).map(
				(one) => sql`${text} LIKE '%' || foyer_fold(${one.replaceAll(/[\\%_]/g, '\\$&')}::text) || '%'`,
			),
		),
	);
	return and(...found) ?? sql`true`;
}
