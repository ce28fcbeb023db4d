import { encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { listEvents } from '#shared/contracts/event-lists.ts';
import { type CardRow, cardColumns } from '../card-rows.ts';
import { findFirstPage } from './find-first-page.ts';
import { firstOfSeries, moreDates } from './fold-series.ts';
import {
	type EventFilters,
	earliestStart,
	isAheadOnly,
	Parameters,
	placeConditions,
	timeConditions,
	wordCondition,
} from './list-conditions.ts';
import { type ListOrder, type ListPlace, orderOf, readPlace } from './list-order.ts';
import { readSearch, type WordQuery } from './search-words.ts';

const countedUpTo = 1_000;
/** Among so many dates there mostly are as many events and series as are counted; where there are not, all are looked at. */
const countedAmong = 2_500;
/** A search finds thousands: whether a date is the first of its series is checked for so many, and of all where they do not fill a page. */
const firstLookedAt = 400;
/** How long the pages of a list go on from the moment of its first one. */
const validMs = 6 * 3_600_000;

/** Public events that a filter lets through, a page at a time. */
export async function listPublicEvents(
	services: Services,
	{ organiser, ...rest }: QueryOf<typeof listEvents>,
): Promise<{ rows: CardRow[]; nextCursor: string | null; count: number | undefined }> {
	const nothing = { rows: [], nextCursor: null, count: 0 };
	const filters: EventFilters = rest;
	if (organiser) {
		filters.organisationId = await findOrganiserId(services, organiser);
		if (filters.organisationId === undefined) return nothing;
	}
	const words = filters.q ? await readSearch(services, filters.q) : null;
	const hasOnlySigns = Boolean(filters.q?.trim()) && words === null;
	if (hasOnlySigns) return nothing;

	const order = orderOf(filters, words);
	const from = filters.cursor === undefined ? null : readPlace(filters.cursor, order);
	const present = services.clock.now();
	const now = from ? asOf(from, present) : present;
	const { rows, count } = await readPage(services, filters, { now, words, order, from });
	const page = rows.slice(0, filters.limit);
	const last = page.at(-1);
	const nextCursor =
		last && rows.length > page.length
			? encodeCursor([
					order.name,
					String(last.rank),
					last.row[order.column]!.toISOString(),
					last.row.id,
					now.toISOString(),
				])
			: null;
	return { rows: page.map(({ row }) => row), nextCursor, count };
}

/**
 * The further pages of a list are of the moment of the first: a series whose first date ends meanwhile would be shown again by its next.
 * A cursor that was put away for long is of the present.
 */
function asOf({ asOf }: ListPlace, present: Date): Date {
	if (!asOf || asOf > present || present.getTime() - asOf.getTime() > validMs) return present;
	return asOf;
}

async function findOrganiserId(services: Services, slug: string): Promise<string | undefined> {
	const { rows } = await services.database.pool.query<{ id: string }>({
		name: 'events.find-organiser',
		text: 'SELECT id FROM organisations WHERE slug = $1',
		values: [slug],
	});
	return rows[0]?.id;
}

interface Reading {
	now: Date;
	words: WordQuery | null;
	order: ListOrder;
	from: ListPlace | null;
}

async function readPage(
	services: Services,
	filters: EventFilters,
	reading: Reading,
): Promise<{ rows: { row: CardRow; rank: 0 | 1 }[]; count: number | undefined }> {
	const { now, words, order, from } = reading;
	if (from !== null) return { rows: await readRows(services, filters, reading), count: undefined };
	if (words) {
		const found = await findFirstPage(services, filters, { now, words, order, most: countedUpTo });
		if (found) return found;
	}
	const [rows, count] = await Promise.all([
		readRows(services, filters, reading),
		countEvents(services, filters, now, words),
	]);
	return { rows, count };
}

/** One row more than a page, so that the reader knows whether there is another. */
async function readRows(
	services: Services,
	filters: EventFilters,
	reading: Reading,
): Promise<{ row: CardRow; rank: 0 | 1 }[]> {
	const { order, from } = reading;
	const wanted = filters.limit + 1;
	if (!order.isRanked) {
		const rows = await readRank(services, filters, reading, { place: 'anywhere', from, wanted });
		return rows.map((row) => ({ row, rank: 0 }));
	}
	const found: { row: CardRow; rank: 0 | 1 }[] = [];
	for (const rank of [0, 1] as const) {
		if (from && from.rank > rank) continue;
		const start = from?.rank === rank ? from : null;
		const rows = await readRank(services, filters, reading, {
			place: rank === 0 ? 'title' : 'text',
			from: start,
			wanted: wanted - found.length,
		});
		found.push(...rows.map((row) => ({ row, rank })));
		if (found.length >= wanted) break;
	}
	return found;
}

async function readRank(
	services: Services,
	filters: EventFilters,
	reading: Pick<Reading, 'now' | 'words' | 'order'>,
	part: { place: 'anywhere' | 'title' | 'text'; from: ListPlace | null; wanted: number },
	among: number | null = reading.words && filters.dates !== 'all' ? firstLookedAt : null,
): Promise<CardRow[]> {
	const { now, words, order } = reading;
	const parameters = new Parameters();
	const always = placeConditions(filters, parameters);
	always.push(...timeConditions(filters, now, parameters, words !== null));
	const conditions = [...always];
	if (words) conditions.push(wordCondition(words, part.place, parameters));
	// A series stands where its first date stands, whichever fields of it have the words.
	const lets = () => (words ? [...always, wordCondition(words, 'anywhere', parameters)] : always);
	const isShown = firstOfSeries(filters, now, parameters, lets);
	if (part.from) {
		const sign = order.direction === 'ASC' ? '>' : '<';
		const place = `(${parameters.add(part.from.at)}::timestamptz, ${parameters.add(part.from.id)}::uuid)`;
		conditions.push(`(${order.column}, id) ${sign} ${place}`);
	}
	const by = (prefix: string) =>
		`${prefix}${order.column} ${order.direction}, ${prefix}id ${order.direction}`;
	const branch = (extra: string[]) => {
		const matching = `SELECT ${branchColumns} FROM events WHERE ${[...conditions, ...extra].join(' AND ')}`;
		const looked =
			among === null
				? `${matching} AND`
				: `SELECT * FROM (${matching} ORDER BY ${by('')} LIMIT ${among}) AS events WHERE`;
		return `(${looked} ${isShown} ORDER BY ${by('')} LIMIT ${part.wanted})`;
	};
	// A list by start walks its index from a bound on; the few long events come from their own.
	const earliest = order.column === 'starts_at' ? earliestStart(filters, now) : null;
	const source =
		words && isAheadOnly(filters)
			? branch(['NOT is_over'])
			: earliest
				? `${branch(['NOT is_long', `starts_at >= ${parameters.add(earliest)}::timestamptz`])} UNION ALL ${branch(['is_long'])}`
				: branch([]);
	const text = `SELECT ${cardColumns}, ${moreDates(filters)} FROM (${source}) AS e JOIN organisations AS o ON o.id = e.organisation_id
		ORDER BY ${by('e.')} LIMIT ${part.wanted}`;
	const { rows } = await services.database.pool.query<CardRow>(text, parameters.values);
	if (among !== null && rows.length < part.wanted) return readRank(services, filters, reading, part, null);
	return rows;
}

/** Columns of events that a card is made of. */
const branchColumns = `id, organisation_id, slug, code, title, summary, category, format, status, city, country_code,
	venue_name, time_zone, starts_at, ends_at, starts_on, is_all_day, cover_file, cover_alt, cover_seed, theme_hue, min_price_minor,
	max_price_minor, currency, external_url, published_at, series_id`;

/** How many a list has in all, as far as that is counted. */
async function countEvents(
	services: Services,
	filters: EventFilters,
	now: Date,
	words: WordQuery | null,
): Promise<number> {
	const parameters = new Parameters();
	const conditions = placeConditions(filters, parameters);
	if (words) conditions.push(wordCondition(words, 'anywhere', parameters));
	conditions.push(...timeConditions(filters, now, parameters, words !== null));
	if (words && isAheadOnly(filters)) conditions.push('NOT is_over');
	const branch = (what: string, extra: string[]) =>
		`SELECT ${what} FROM events WHERE ${[...conditions, ...extra].join(' AND ')}`;
	const earliest = words ? null : earliestStart(filters, now);
	const usual = earliest && ['NOT is_long', `starts_at >= ${parameters.add(earliest)}::timestamptz`];
	const whole = (what: string, extra: string[]) =>
		usual ? [branch(what, [...usual, ...extra]), branch(what, ['is_long', ...extra])] : [branch(what, extra)];
	const count = async (counted: string) => {
		const { rows } = await services.database.pool.query<{ count: number; matched: number }>(
			counted,
			parameters.values,
		);
		return rows[0] ?? { count: 0, matched: 0 };
	};
	const limited = (branches: readonly string[]) =>
		`SELECT count(*)::int AS count FROM (${branches.join(' UNION ALL ')} LIMIT ${countedUpTo}) AS e`;
	if (filters.dates === 'all') return (await count(limited(whole('1', [])))).count;
	// In the order of an index, since whole parts of the table can be dates of few series.
	const walk = words ? '' : `ORDER BY starts_at ${filters.past && !filters.from ? 'DESC' : 'ASC'}`;
	if (!words) {
		const parts = whole('coalesce(series_id, id) AS id', [])
			.map((part) => `(${part} ${walk} LIMIT ${countedAmong})`)
			.join(' UNION ALL ');
		const among = await count(
			`SELECT count(*)::int AS count, coalesce(sum(dates), 0)::int AS matched FROM (
				SELECT count(*) AS dates FROM (SELECT id FROM (${parts}) AS parts LIMIT ${countedAmong}) AS e GROUP BY id) AS s`,
		);
		if (among.matched < countedAmong || among.count >= countedUpTo) return Math.min(among.count, countedUpTo);
	}
	// What stands alone is counted first: where that is enough, no series is looked at. A test of a test, so that no index of all that has no
	// series is read.
	const alone = whole('1', ['(series_id IS NULL) IS TRUE']).map(
		(part) => `(${part} ${walk} LIMIT ${countedUpTo})`,
	);
	const series = whole('series_id', ['(series_id IS NOT NULL) IS TRUE']).join(' UNION ALL ');
	return (
		await count(
			limited([...alone, `(SELECT 1 FROM (${series}) AS s GROUP BY series_id LIMIT ${countedUpTo})`]),
		)
	).count;
}
