import type { Services } from '#server/services.ts';
import { type CardRow, cardColumns } from '../card-rows.ts';
import { foldKnown, moreDates } from './fold-series.ts';
import {
	type EventFilters,
	isAheadOnly,
	Parameters,
	placeConditions,
	timeConditions,
	wordCondition,
} from './list-conditions.ts';
import type { ListOrder } from './list-order.ts';
import type { WordQuery } from './search-words.ts';

/** The first page of a search, with how many there are in all. */
export interface FirstPage {
	rows: { row: CardRow; rank: 0 | 1 }[];
	count: number;
}

interface FoundRow extends CardRow {
	in_title: boolean;
	found: number;
	matched: number;
}

/**
 * What the words find, looked up once for the page and for the number: most of a search goes into fetching each event that has the words,
 * and both need all of them.
 * @param most where looking ends
 * @returns null when as many are found: then nothing is known of the order, and a page is better read from the best on
 */
export async function findFirstPage(
	services: Services,
	filters: EventFilters,
	reading: { now: Date; words: WordQuery; order: ListOrder; most: number },
): Promise<FirstPage | null> {
	const { now, words, order, most } = reading;
	const parameters = new Parameters();
	const inTitle = order.isRanked ? wordCondition(words, 'title', parameters) : 'true';
	const conditions = [
		...placeConditions(filters, parameters),
		wordCondition(words, 'anywhere', parameters),
		...timeConditions(filters, now, parameters, true),
		...(isAheadOnly(filters) ? ['NOT is_over'] : []),
	];
	const by = `f.in_title DESC, f.at ${order.direction}, f.id ${order.direction}`;
	const { rows } = await services.database.pool.query<FoundRow>(
		`WITH matched AS MATERIALIZED (
			SELECT organisation_id, id, series_id, starts_at, ${order.column} AS at, ${inTitle} AS in_title FROM events
			WHERE ${conditions.join(' AND ')} LIMIT ${most}
		), found AS MATERIALIZED (
			${foldKnown(filters, 'matched')}
		), page AS (
			SELECT * FROM found AS f ORDER BY ${by} LIMIT ${filters.limit + 1}
		)
		SELECT ${cardColumns}, ${moreDates(filters)}, f.in_title, (SELECT count(*)::int FROM found) AS found, (SELECT count(*)::int FROM matched) AS matched
		FROM page AS f JOIN events AS e ON e.organisation_id = f.organisation_id AND e.id = f.id JOIN organisations AS o ON o.id = e.organisation_id
		ORDER BY ${by}`,
		parameters.values,
	);
	const { found: count, matched } = rows[0] ?? { found: 0, matched: 0 };
	if (matched >= most) return null;
	const rankOf = (row: FoundRow) => (order.isRanked && !row.in_title ? 1 : 0);
	return { rows: rows.map((row) => ({ row, rank: rankOf(row) })), count };
}
