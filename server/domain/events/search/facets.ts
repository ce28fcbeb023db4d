import { createDatabaseMemo } from '#server/platform/concurrency/memo.ts';
import type { Services } from '#server/services.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import type { listEventFacets } from '#shared/contracts/event-lists.ts';
import { isListed } from './list-conditions.ts';

type Facets = ResultOf<typeof listEventFacets>;

const cachedMs = 60_000;
const mostCities = 300;

interface Cached {
	until: number;
	facets: Promise<Facets>;
}

const facetsOf = createDatabaseMemo(() => new Map<string, Cached>());

/**
 * Countries, cities and categories that have public events, most first; a series is one event of each, as lists show it. Counted at most once a minute in each process, by one
 * reader for all who wait.
 */
export function countFacets(services: Services, filter: { past: boolean; country: string }): Promise<Facets> {
	const memory = facetsOf(services);
	const key = `${filter.past} ${filter.country}`;
	const now = services.clock.now().getTime();
	const cached = memory.get(key);
	if (cached && cached.until > now) return cached.facets;
	// Countries are two letters of the query: without a bound anybody could fill the memory.
	if (memory.size > 600) memory.clear();
	const facets = readFacets(services, filter);
	memory.set(key, { until: now + cachedMs, facets });
	facets.catch(() => memory.delete(key));
	return facets;
}

interface FacetRow {
	country_code: string | null;
	city: string | null;
	category: string | null;
	kind: number;
	count: number;
}

/** Bits of GROUPING(country_code, city_key, category): set where the column is left out of the group. */
const kinds = { country: 0b011, city: 0b001, category: 0b110, total: 0b111 };

async function readFacets(services: Services, filter: { past: boolean; country: string }): Promise<Facets> {
	const { rows } = await services.database.pool.query<FacetRow>({
		name: `events.facets-${filter.past ? 'past' : 'ahead'}`,
		text: `
			SELECT country_code, min(city) AS city, category, GROUPING(country_code, city_key, category) AS kind,
				(count(*) FILTER (WHERE series_id IS NULL) + count(DISTINCT series_id))::int AS count
			FROM events
			WHERE ${isListed} AND ($1 = '' OR country_code = $1)
				AND ends_at ${filter.past ? '<' : '>='} $2::timestamptz
			GROUP BY GROUPING SETS ((country_code), (country_code, city_key), (category), ())
			ORDER BY count DESC`,
		values: [filter.country, services.clock.now().toISOString()],
	});
	const of = (kind: number) => rows.filter((row) => row.kind === kind);
	return {
		countries: of(kinds.country)
			.filter((row) => row.country_code !== '')
			.map((row) => ({ code: row.country_code as string, count: row.count })),
		cities: of(kinds.city)
			.filter((row) => row.city !== '' && row.city !== null)
			.slice(0, mostCities)
			.map((row) => ({
				name: row.city as string,
				countryCode: row.country_code as string,
				count: row.count,
			})),
		categories: of(kinds.category).map((row) => ({
			name: row.category as Facets['categories'][number]['name'],
			count: row.count,
		})),
		total: of(kinds.total)[0]?.count ?? 0,
	};
}
