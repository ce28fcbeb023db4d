import { encodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { QueryOf } from '#shared/contracts/endpoint.ts';
import type { listEvents } from '#shared/contracts/event-lists.ts';
import { type CardRow, cardColumns } from '../card-rows.ts';
import { findFirstPage } from './find-first-page.ts';
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

/** Public events that a filter lets through, a page at a time. */
export async function listPublicEvents(
	services: Services,
	{ organiser, ...rest }: QueryOf<typeof listEvents>,
): Promise<{ rows: CardRow[]; nextCursor: string | null; count: number | undefined }> {
	const now = services.clock.now();
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
	const { rows, count } = await readPage(services, filters, { now, words, order, from });
	const page = rows.slice(0, filters.limit);
	const last = page.at(-1);
	const nextCursor =
		last && rows.length > page.length
			? encodeCursor([order.name, String(last.rank), last.row[order.column]!.toISOString(), last.row.id])
			: null;
	return { rows: page.map(({ row }) => row), nextCursor, count };
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
		return found ?? { rows: await readRows(services, filters, reading), count: countedUpTo };
	}
	const [rows, count] = await Promise.all([
		readRows(services, filters, reading),
		countEvents(services, filters, now),
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
	{ now, words, order }: Reading,
	part: { place: 'anywhere' | 'title' | 'text'; from: ListPlace | null; wanted: number },
): Promise<CardRow[]> {
	const parameters = new Parameters();
	const conditions = placeConditions(filters, parameters);
	if (words) conditions.push(wordCondition(words, part.place, parameters));
	conditions.push(...timeConditions(filters, now, parameters, words !== null));
	if (part.from) {
		const sign = order.direction === 'ASC' ? '>' : '<';
		const place = `(${parameters.add(part.from.at)}::timestamptz, ${parameters.add(part.from.id)}::uuid)`;
		conditions.push(`(${order.column}, id) ${sign} ${place}`);
	}
	const by = (prefix: string) =>
		`${prefix}${order.column} ${order.direction}, ${prefix}id ${order.direction}`;
	const branch = (extra: string[]) =>
		`(SELECT ${branchColumns} FROM events WHERE ${[...conditions, ...extra].join(' AND ')}
			ORDER BY ${by('')} LIMIT ${part.wanted})`;
	// A list by start walks its index from a bound on; the few long events come from their own.
	const earliest = order.column === 'starts_at' ? earliestStart(filters, now) : null;
	const source =
		words && isAheadOnly(filters)
			? branch(['NOT is_over'])
			: earliest
				? `${branch(['NOT is_long', `starts_at >= ${parameters.add(earliest)}::timestamptz`])} UNION ALL ${branch(['is_long'])}`
				: branch([]);
	const text = `SELECT ${cardColumns} FROM (${source}) AS e JOIN organisations AS o ON o.id = e.organisation_id
		ORDER BY ${by('e.')} LIMIT ${part.wanted}`;
	const { rows } = await services.database.pool.query<CardRow>(text, parameters.values);
	return rows;
}

/** Columns of events that a card is made of. */
const branchColumns = `id, organisation_id, slug, code, title, summary, category, format, status, city, country_code,
	venue_name, time_zone, starts_at, ends_at, starts_on, is_all_day, cover_file, cover_alt, cover_seed, theme_hue, min_price_minor,
	max_price_minor, currency, external_url, published_at`;

/** How many a list without words has in all, as far as that is counted. */
async function countEvents(services: Services, filters: EventFilters, now: Date): Promise<number> {
	const parameters = new Parameters();
	const conditions = placeConditions(filters, parameters);
	conditions.push(...timeConditions(filters, now, parameters, false));
	const branch = (extra: string[]) =>
		`(SELECT 1 FROM events WHERE ${[...conditions, ...extra].join(' AND ')} LIMIT ${countedUpTo})`;
	const earliest = earliestStart(filters, now);
	const source = earliest
		? `${branch(['NOT is_long', `starts_at >= ${parameters.add(earliest)}::timestamptz`])} UNION ALL ${branch(['is_long'])}`
		: branch([]);
	const { rows } = await services.database.pool.query<{ count: number }>(
		`SELECT least(count(*), ${countedUpTo})::int AS count FROM (${source}) AS e`,
		parameters.values,
	);
	return rows[0]!.count;
}
