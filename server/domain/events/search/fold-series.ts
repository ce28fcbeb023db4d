import { type EventFilters, isListed, type Parameters } from './list-conditions.ts';

/**
 * How far before the others of a list the first date of a series can lie: longer than any rule makes a date. One that was made longer
 * manually still does not hide those that follow it.
 */
const longestDateDays = 32;
const dayMs = 86_400_000;

/** More dates than a series has ahead are not counted. */
const countedUpTo = 400;

/** Lists of what is over begin with the latest date of a series, all others with the first. */
const isLatestFirst = (filters: EventFilters) => Boolean(filters.past) && !filters.from;

/**
 * SQL: of a series the one date that the list shows, the first of those that the filter lets through. A condition on `events`.
 * @param conditions of the filter with its words and its time, by columns without a table; where a page begins is no part of them
 */
export function firstOfSeries(
	filters: EventFilters,
	now: Date,
	parameters: Parameters,
	conditions: () => string[],
): string {
	if (filters.dates === 'all') return 'true';
	const [sign, bound] = isLatestFirst(filters)
		? ['>', `d.starts_at <= ${parameters.add(now.toISOString())}::timestamptz`]
		: ['<', `d.starts_at >= ${parameters.add(lookBack(filters, now))}::timestamptz`];
	// Columns without a table are those of the nearer one.
	return `(events.series_id IS NULL OR NOT EXISTS (SELECT FROM events AS d WHERE d.series_id = events.series_id
		AND (d.starts_at, d.id) ${sign} (events.starts_at, events.id) AND ${bound} AND ${conditions().join(' AND ')}))`;
}

function lookBack(filters: EventFilters, now: Date): string {
	const first = filters.from ? Date.parse(`${filters.from}T00:00:00Z`) - dayMs : now.getTime();
	return new Date(first - longestDateDays * dayMs).toISOString();
}

/** SQL: of rows of which all that the filter lets through are known, those that `firstOfSeries` would leave. */
export function foldKnown(filters: EventFilters, from: string): string {
	if (filters.dates === 'all') return `SELECT * FROM ${from}`;
	const way = isLatestFirst(filters) ? 'DESC' : 'ASC';
	return `SELECT DISTINCT ON (coalesce(series_id, id)) * FROM ${from}
		ORDER BY coalesce(series_id, id), starts_at ${way}, id ${way}`;
}

/** SQL: how many listed dates of its series follow the event `e`; in lists of what is over, how many came before it. */
export function moreDates(filters: EventFilters): string {
	if (filters.dates === 'all') return '0 AS more_dates';
	const sign = isLatestFirst(filters) ? '<' : '>';
	return `CASE WHEN e.series_id IS NULL THEN 0 ELSE (SELECT count(*)::int FROM (SELECT FROM events AS d
		WHERE d.series_id = e.series_id AND ${isListed} AND (d.starts_at, d.id) ${sign} (e.starts_at, e.id)
		LIMIT ${countedUpTo}) AS more) END AS more_dates`;
}
