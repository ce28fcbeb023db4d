import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/** Lists show a series once: held against a model that looks at every event. */

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
let rows: Row[] = [];
let now = new Date('2027-03-01T12:00:00Z');

interface Row {
	id: string;
	series_id: string | null;
	title: string;
	description: string;
	city: string;
	category: string;
	status: string;
	visibility: string;
	starts_at: Date;
	ends_at: Date;
	starts_on: string;
	ends_on: string;
	published_at: Date;
}

/** Numbers that are the same in every run (mulberry32). */
function createRandom(seed: number) {
	let state = seed;
	return (below: number) => {
		state = (state + 0x6d2b79f5) | 0;
		let value = Math.imul(state ^ (state >>> 15), 1 | state);
		value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
		return Math.floor((((value ^ (value >>> 14)) >>> 0) / 4_294_967_296) * below);
	};
}

const cities = ['Berlin', 'Wien', 'Graz'];
const categories = ['arts', 'music', 'food'] as const;
const titles = ['Yoga at noon', 'Life drawing', 'Choir'];
const descriptions = ['With yoga after it.', 'Bring a friend.'];

beforeAll(async () => {
	services = await createTestServices(database(), {}, { now: () => now } as Services['clock']);
	api = createTestApi(services);
	owner = await makeUser(services);
	const random = createRandom(7);
	const one = <T>(list: readonly T[]) => list[random(list.length)] as T;
	const day = (n: number) => new Date(Date.parse('2027-02-20T00:00:00Z') + n * 86_400_000).toISOString();
	for (let n = 0; n < 12; n++) {
		const start = `${day(10 + random(12)).slice(0, 10)}T${10 + random(9)}:00`;
		const made = await api.post(
			'/api/events',
			{
				title: one(titles),
				description: one(descriptions),
				city: one(cities),
				category: one(categories),
				startsAtLocal: start,
				timeZone: 'Europe/Berlin',
				repeat: { rule: one(['FREQ=DAILY', 'FREQ=WEEKLY', 'FREQ=DAILY;INTERVAL=3']), count: 3 + random(8) },
			},
			{ token: owner.token },
		);
		expect(made.status, JSON.stringify(made.body)).toBe(201);
	}
	for (let n = 0; n < 20; n++) {
		await makeEvent(services, owner, {
			title: one(titles),
			description: one(descriptions),
			city: one(cities),
			category: one(categories),
			startsAt: `${day(random(40)).slice(0, 11)}${10 + random(9)}:00:00Z`,
		});
	}
	const { pool } = database();
	const all = await pool.query<{ id: string; series_id: string | null }>(
		'SELECT id, series_id FROM events ORDER BY starts_at, id',
	);
	// Dates with something of their own; some long over, some long, some that no list shows.
	const kinds = ['published', 'published', 'published', 'published', 'cancelled', 'draft'];
	const seen = ['public', 'public', 'public', 'public', 'unlisted', 'password'];
	const values = all.rows.map(({ id, series_id }) => ({
		id,
		status: one(kinds),
		visibility: one(seen),
		city: random(5) === 0 ? one(cities) : null,
		back: series_id && random(4) === 0 ? 20 + random(20) : 0,
		days: random(12) === 0 ? 16 + random(10) : 0,
		age: random(50),
	}));
	await pool.query(
		`UPDATE events e SET status = v.status, visibility = v.visibility, city = coalesce(v.city, e.city),
			starts_at = e.starts_at - make_interval(days => v.back), ends_at = e.ends_at - make_interval(days => v.back - v.days),
			published_at = CASE WHEN v.status = 'draft' THEN NULL ELSE '2027-01-01'::timestamptz - make_interval(hours => v.age) END
		FROM jsonb_to_recordset($1) AS v(id uuid, status text, visibility text, city text, back int, days int, age int) WHERE e.id = v.id`,
		[JSON.stringify(values)],
	);
	await pool.query(`UPDATE events e SET starts_on = foyer_day(starts_at, time_zone),
		ends_on = foyer_day(ends_at - interval '1 millisecond', time_zone)`);
	rows = (
		await pool.query<Row>(`SELECT id, series_id, title, description, city, category, status, visibility, starts_at, ends_at,
			starts_on::text, ends_on::text, published_at FROM events`)
	).rows;
});

type Query = Record<string, string>;
type Card = { id: string; title: string; series: { slug: string; moreDates: number } | null };

/** All pages of a list. */
async function pages(query: Query, limit: number): Promise<{ cards: Card[]; count: number }> {
	const cards: Card[] = [];
	let cursor: string | null = null;
	let count = -1;
	do {
		const { status, body } = await api.get('/api/events', {
			query: { ...query, limit: String(limit), ...(cursor ? { cursor } : {}) },
		});
		expect(status, JSON.stringify(body)).toBe(200);
		if (cursor === null) count = body.count;
		cards.push(...body.data);
		cursor = body.nextCursor;
	} while (cursor !== null);
	return { cards, count };
}

const before = (a: Row, b: Row) =>
	a.starts_at.getTime() - b.starts_at.getTime() || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const hasInTitle = (row: Row, q: string) => row.title.toLowerCase().includes(q);
const isListed = (row: Row) => row.status === 'published' && row.visibility === 'public';

function passes(row: Row, query: Query): boolean {
	const { city, category, from, to, past, q } = query;
	if (!isListed(row)) return false;
	if (city && row.city !== city) return false;
	if (category && row.category !== category) return false;
	if (q && !hasInTitle(row, q) && !row.description.toLowerCase().includes(q)) return false;
	if (to && row.starts_on > to) return false;
	if (from) return row.ends_on >= from;
	return past ? row.ends_at < now : row.ends_at >= now;
}

/** What a list shows, by looking at every event. */
function shown(query: Query): Row[] {
	const isLatest = query.past !== undefined && query.from === undefined;
	const way = isLatest ? (a: Row, b: Row) => before(b, a) : before;
	const passed = rows.filter((row) => passes(row, query)).sort(way);
	const first = passed.filter(
		(row) =>
			query.dates === 'all' ||
			row.series_id === null ||
			passed.find(({ series_id }) => series_id === row.series_id) === row,
	);
	if (query.sort === 'newest')
		return first.sort(
			(a, b) => b.published_at.getTime() - a.published_at.getTime() || (a.id < b.id ? 1 : -1),
		);
	const { q } = query;
	if (!q) return first;
	return [...first.filter((row) => hasInTitle(row, q)), ...first.filter((row) => !hasInTitle(row, q))];
}

const queries: Query[] = [
	{},
	{ dates: 'all' },
	{ past: 'true' },
	{ past: 'true', dates: 'all' },
	{ city: 'Wien' },
	{ category: 'music' },
	{ from: '2027-03-06', to: '2027-03-08' },
	{ from: '2027-02-20' },
	{ to: '2027-03-12', city: 'Berlin' },
	{ q: 'yoga' },
	{ q: 'yoga', past: 'true' },
	{ q: 'yoga', city: 'Graz', from: '2027-03-05' },
	{ q: 'yoga', dates: 'all' },
	{ sort: 'newest' },
	{ sort: 'newest', category: 'arts' },
];

describe('each list has a series once, by the date that the model finds', () => {
	test.each(queries)('%o', async (query) => {
		const expected = shown(query);
		for (const limit of [3, 100]) {
			const { cards, count } = await pages(query, limit);
			expect(cards.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
			expect(count).toBe(expected.length);
		}
	});
});

test('the model has something to find', () => {
	expect(shown({}).length).toBeGreaterThan(10);
	expect(shown({}).length).toBeLessThan(shown({ dates: 'all' }).length * 0.7);
});

test('a card says how many more dates the series has; dates that are not listed are none', async () => {
	const later = (card: Card) => {
		const row = rows.find(({ id }) => id === card.id) as Row;
		return rows.filter(
			(other) => other.series_id === row.series_id && isListed(other) && before(other, row) > 0,
		).length;
	};
	const { cards } = await pages({}, 100);
	const dates = cards.filter(({ series }) => series);
	expect(dates.length).toBeGreaterThan(5);
	for (const card of dates) expect(card.series?.moreDates).toBe(later(card));
	const all = await pages({ dates: 'all' }, 100);
	expect(new Set(all.cards.filter(({ series }) => series).map(({ series }) => series?.moreDates))).toEqual(
		new Set([0]),
	);
});

test('facets count what the lists show', async () => {
	const { body } = await api.get('/api/event-facets');
	expect(body.total).toBe(shown({}).length);
	for (const category of categories)
		expect(body.categories.find(({ name }: { name: string }) => name === category)?.count).toBe(
			shown({ category }).length,
		);
});

test('a series whose first date ends between two pages is not shown again by its next', async () => {
	const first = await api.get('/api/events', { query: { limit: '4' } });
	const seen = first.body.data.map(({ id }: Card) => id);
	const shownSeries = rows.filter(({ id, series_id }) => series_id && seen.includes(id));
	expect(shownSeries.length).toBeGreaterThan(0);
	const begun = now;
	// Within hours, so that the cursor still counts.
	await database().pool.query(
		'UPDATE events SET ends_at = $2::timestamptz, starts_at = least(starts_at, $2) WHERE id = ANY ($1)',
		[shownSeries.map(({ id }) => id), new Date(begun.getTime() + 60_000)],
	);
	now = new Date(begun.getTime() + 3_600_000);
	const next = await api.get('/api/events', {
		query: { limit: '100', cursor: first.body.nextCursor },
	});
	const again = next.body.data.filter(({ id }: Card) =>
		shownSeries.some(({ series_id }) => series_id === rows.find((row) => row.id === id)?.series_id),
	);
	expect(again).toEqual([]);
	// Requested anew, the next date stands for the series.
	const anew = await api.get('/api/events', { query: { limit: '100' } });
	expect(anew.body.data.map(({ id }: Card) => id)).not.toContain(shownSeries[0]?.id);
	now = begun;
});

test('a series is counted once also where there are thousands of dates of few', async () => {
	const { pool } = database();
	const before = await pages({}, 100);
	await pool.query(`INSERT INTO events (id, organisation_id, series_id, series_key, slug, code, title, category, time_zone, status, published_at,
			starts_at, ends_at, starts_on, ends_on, organiser_name)
		SELECT uuidv7(), organisation_id, series_id, 'many/' || n, 'many-' || n, 'M' || n, title, category, time_zone, status, published_at,
			starts_at + n * interval '1 hour', ends_at + n * interval '1 hour', '2030-01-01', '2030-01-01', organiser_name
		FROM (SELECT * FROM events WHERE series_id IS NOT NULL AND status = 'published' AND visibility = 'public' AND ends_at > '2027-03-01T12:00:00Z'
			ORDER BY starts_at, id LIMIT 1) AS one, generate_series(1, 2600) AS n`);
	const after = await pages({}, 100);
	expect(after.count).toBe(before.count);
	expect((await pages({ dates: 'all' }, 100)).count).toBe(1_000);
});
