import { and, type SQL, sql } from 'drizzle-orm';

/** That every word of a search is found in some of the columns; accents and case do not matter. Without words: everything. */
export function hasWords(columns: SQL, q: string): SQL {
	const words = q.trim().split(/\s+/).filter(Boolean).slice(0, 8);
	const text = sql`foyer_fold(concat_ws(' ', ${columns}))`;
	const found = words.map(
		(word) => sql`${text} LIKE '%' || foyer_fold(${word.replaceAll(/[\\%_]/g, '\\$&')}::text) || '%'`,
	);
	return and(...found) ?? sql`true`;
}
