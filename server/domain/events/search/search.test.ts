import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { programme } from '#tests/factories/programme.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { eventChecks } from '../checks.ts';
import { eventJobs } from '../jobs.ts';
import { findFirstPage } from './find-first-page.ts';
import type { EventFilters } from './list-conditions.ts';
import { orderOf } from './list-order.ts';
import { readSearch, type WordQuery } from './search-words.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;

const now = new Date('2027-03-01T12:00:00Z');

beforeAll(async () => {
	services = await createTestServices(database(), {}, { now: () => now } as Services['clock']);
	api = createTestApi(services);
	owner = await makeUser(services, { firstName: 'Zephyr', lastName: 'Collective' });
	for (const options of programme) await makeEvent(services, owner, { ...options, isPublished: true });
	await makeEvent(services, owner, { title: 'Python draft' });
	await makeEvent(services, owner, { title: 'Python secret', visibility: 'unlisted', isPublished: true });
});

async function titles(query: Record<string, string>): Promise<string[]> {
	const { status, body } = await api.get('/api/events', { query });
	expect(status, JSON.stringify(body)).toBe(200);
	return body.data.map((card: { title: string }) => card.title);
}

describe('words', () => {
	test.each([
		['accents may be missing', 'patisserie', 'Introduction à la pâtisserie'],
		['or be too many', 'pâtïsserie', 'Introduction à la pâtisserie'],
		['case does not matter', 'PYTHON BEGINNERS', 'Python for beginners'],
		['nor does the order', 'beginners python', 'Python for beginners'],
		['words may be cut short', 'pyth begin', 'Python for beginners'],
		['swapped letters', 'pyhton beginners', 'Python for beginners'],
		['a letter too few', 'kubernets', 'Kubernetes in production'],
		['a letter too many', 'kubernettes', 'Kubernetes in production'],
		['a wrong letter', 'sculptare', 'Sculpture exhibition'],
		['two errors in a long word', 'javscritp', 'Webinar: JavaScript'],
		['the place', 'munchen python', 'Python for beginners'],
		['a mistyped place', 'python muncehn', 'Python for beginners'],
		['a tag', 'programming', 'Python for beginners'],
		['the organiser', 'zephyr kubernetes', 'Kubernetes in production'],
		['an apostrophe', 'childrens cafe', "Children's café"],
		['a curly one', 'children’s', "Children's café"],
		['Polish letters', 'lodz', "Children's café"],
		['Japanese inside a run', '会議', '東京Ruby会議'],
		['Japanese and Latin', 'ruby 東京', '東京Ruby会議'],
		['Cyrillic', 'концерт', 'Концерт в парке'],
		['mistyped Cyrillic', 'концерп', 'Концерт в парке'],
	])('%s: %s', async (_, q, title) => {
		expect((await titles({ q }))[0]).toBe(title);
	});

	test('what stands in the title comes before what stands in the text', async () => {
		expect(await titles({ q: 'python' })).toEqual(['Python for beginners', 'Data evening']);
		expect(await titles({ q: 'python', sort: 'soonest' })).toEqual(['Data evening', 'Python for beginners']);
	});

	test('all words must be there', async () => {
		expect(await titles({ q: 'python paris' })).toEqual([]);
		expect(await titles({ q: 'nosuchword' })).toEqual([]);
	});

	test.each([
		'!!!',
		'💥',
		'&|!:*()',
		"'; DROP TABLE events; --",
		'\\',
		"a'b",
		':*',
		'<->',
		'%',
		'_',
		'"quoted"',
		'\u202e',
	])('signs do no harm: %s', async (q) => {
		expect((await api.get('/api/events', { query: { q } })).status).toBe(200);
	});

	test('blanks alone are no search', async () => {
		expect((await titles({ q: '   ' })).length).toBe(10);
	});
});

describe('filters', () => {
	test('what is over is left out, what goes on is not', async () => {
		const all = await titles({});
		expect(all).toHaveLength(10);
		expect(all.slice(0, 3)).toEqual(['Sculpture exhibition', 'Started an hour ago', 'Data evening']);
		expect(all).not.toContain('Yesterday in Berlin');
	});

	test('past events are those that are over', async () => {
		expect(await titles({ past: 'true' })).toEqual(['Yesterday in Berlin']);
		const facets = await api.get('/api/event-facets', { query: { past: 'true' } });
		expect(facets.body.total).toBe(1);
	});

	test.each([
		[{ country: 'de' }, ['Started an hour ago', 'Data evening', 'Python for beginners']],
		[{ city: 'sao paulo' }, ['Kubernetes in production']],
		[{ city: 'MÜNCHEN' }, ['Python for beginners']],
		[{ category: 'food' }, ['Introduction à la pâtisserie']],
		[{ online: 'true' }, ['Kubernetes in production', 'Webinar: JavaScript']],
		[{ online: 'false', category: 'arts' }, ['Sculpture exhibition']],
		[{ country: 'DE', q: 'python' }, ['Python for beginners', 'Data evening']],
		[{ from: '2027-03-12', to: '2027-03-12' }, ['Sculpture exhibition', 'Python for beginners']],
		[{ from: '2027-02-28', to: '2027-02-28', country: 'DE' }, ['Yesterday in Berlin']],
		[{ to: '2027-03-05', country: 'DE' }, ['Started an hour ago', 'Data evening']],
		[{ organiser: 'nobody' }, []],
		[{ organiser: 'zephyr-collective', country: 'PL' }, ["Children's café"]],
	])('%j', async (query, expected) => {
		expect(await titles(query as Record<string, string>)).toEqual(expected);
	});

	test('days are those of the event, not of the reader', async () => {
		await makeEvent(services, owner, {
			title: 'Late in Los Angeles',
			timeZone: 'America/Los_Angeles',
			startsAtLocal: '2027-07-04T20:00',
			isPublished: true,
		});
		// In UTC it is the fifth already.
		expect(await titles({ from: '2027-07-04', to: '2027-07-04' })).toEqual(['Late in Los Angeles']);
		expect(await titles({ from: '2027-07-05', to: '2027-07-05' })).toEqual([]);
	});

	test('the newest first', async () => {
		expect((await titles({ sort: 'newest' }))[0]).toBeDefined();
	});

	test.each([
		{ limit: '0' },
		{ limit: '101' },
		{ limit: 'x' },
		{ from: '2027-13-01' },
		{ online: 'maybe' },
		{ sort: 'x' },
	])('%j is refused', async (query) => {
		expect((await api.get('/api/events', { query: query as unknown as Record<string, string> })).status).toBe(
			400,
		);
	});
});

describe('pages', () => {
	const other = { country: 'NL' };

	beforeAll(async () => {
		// Many at the same instant: the id must decide.
		const others = await makeUser(services);
		for (const [year, by] of [
			[2027, owner],
			[2026, others],
		] as const) {
			for (let i = 0; i < 41; i++) {
				await makeEvent(services, by, {
					title: i % 3 === 0 ? `Fiets ${i}` : `Tocht ${i}`,
					description: 'Een fiets is genoeg.',
					countryCode: 'NL',
					startsAt: `${year}-08-0${1 + (i % 3)}T10:00:00Z`,
					isPublished: true,
				});
			}
		}
	});

	test.each([
		{},
		{ sort: 'newest' },
		{ past: 'true' },
		{ q: 'fiets' },
		{ q: 'fiets', past: 'true' },
		{ q: 'feits', sort: 'soonest' },
		{ from: '2027-08-01', to: '2027-08-31' },
	])('%j: complete, in order, without repeats', async (query) => {
		const seen: string[] = [];
		const starts: string[] = [];
		let cursor: string | null = null;
		let pages = 0;
		do {
			const page: {
				status: number;
				body: { data: { id: string; startsAt: string }[]; nextCursor: string | null; count?: number };
			} = await api.get('/api/events', {
				query: { ...other, ...(query as Record<string, string>), limit: '7', ...(cursor ? { cursor } : {}) },
			});
			expect(page.status).toBe(200);
			expect(page.body.count).toBe(cursor ? undefined : 41);
			seen.push(...page.body.data.map(({ id }) => id));
			starts.push(...page.body.data.map(({ startsAt }) => startsAt));
			cursor = page.body.nextCursor;
			pages += 1;
		} while (cursor && pages < 20);
		expect(pages).toBe(6);
		expect(new Set(seen).size).toBe(41);
		expect(seen).toHaveLength(41);
		if (!('q' in query) && !('sort' in query)) {
			const sorted = [...starts].sort();
			expect(starts).toEqual('past' in query ? sorted.reverse() : sorted);
		}
	});

	test('a search that finds as many as are counted is read from the best on instead', async () => {
		const now = services.clock.now();
		const filters = { country: 'NL', q: 'fiets', limit: 7 } as EventFilters;
		const words = (await readSearch(services, 'fiets')) as WordQuery;
		const order = orderOf(filters, words);
		expect(await findFirstPage(services, filters, { now, words, order, most: 41 })).toBeNull();
		const found = await findFirstPage(services, filters, { now, words, order, most: 42 });
		expect(found?.count).toBe(41);
		expect(found?.rows).toHaveLength(8);
		expect(found?.rows.every(({ row, rank }) => rank === 0 && row.title.startsWith('Fiets'))).toBe(true);
	});

	test('a cursor of another list, or of nobody, is refused', async () => {
		const { body } = await api.get('/api/events', { query: { ...other, limit: '7' } });
		const elsewhere = await api.get('/api/events', {
			query: { ...other, sort: 'newest', cursor: body.nextCursor },
		});
		expect(elsewhere.status).toBe(400);
		for (const cursor of [
			'x',
			'bnVsbA',
			'W10',
			Buffer.from('["soonest","0","now","1"]').toString('base64url'),
		]) {
			expect((await api.get('/api/events', { query: { cursor } })).status, cursor).toBe(400);
		}
	});
});

test.each(['from=0001-01-01', 'to=9999-12-31', 'from=2027-02-30', 'to=tomorrow'])(
	'a day that is none or out of bounds is refused: %s',
	async (range) => {
		const { status, body } = await api.get(`/api/events?${range}`);
		expect([status, body.code]).toEqual([400, 'VALIDATION_FAILED']);
	},
);

test('facets count what can be found', async () => {
	const { body } = await api.get('/api/event-facets');
	expect(body.countries[0]).toEqual({ code: 'NL', count: 41 });
	expect(body.cities).toContainEqual({ name: 'Berlin', countryCode: 'DE', count: 2 });
	expect(body.categories).toContainEqual({ name: 'arts', count: 1 });
	expect(body.total).toBe(52);
	const germany = await api.get('/api/event-facets', { query: { country: 'DE' } });
	expect(germany.body.cities).toEqual([
		{ name: 'Berlin', countryCode: 'DE', count: 2 },
		{ name: 'München', countryCode: 'DE', count: 1 },
	]);
});

describe('the events of an organisation', () => {
	const list = (query: Record<string, string>, token = owner.token) =>
		api.get(`/api/organisations/${owner.organisationId}/events`, {
			query: { limit: '100', ...query },
			token,
		});

	test('views and search', async () => {
		const names = async (query: Record<string, string>) =>
			(await list(query)).body.data.map((card: { title: string }) => card.title);
		expect(await names({ view: 'draft' })).toEqual(['Python draft']);
		expect(await names({ view: 'past' })).toEqual(['Yesterday in Berlin']);
		expect((await names({ view: 'live' }))[0]).toBe('Sculpture exhibition');
		expect(await names({ view: 'all', q: 'pyth' })).toHaveLength(3);
		expect(await names({ view: 'archived' })).toEqual([]);
	});

	test('pages', async () => {
		const first = await list({ limit: '30' });
		const second = await list({ limit: '30', cursor: first.body.nextCursor });
		const ids = [...first.body.data, ...second.body.data].map((card: { id: string }) => card.id);
		expect(new Set(ids).size).toBe(55);
		expect(second.body.nextCursor).toBeNull();
	});

	test('with what was given out, for members who may see it', async () => {
		const other = await makeUser(services);
		const event = await makeEvent(services, other, { startsAt: '2030-01-01T18:00:00Z', isPublished: true });
		const as = { token: other.token };
		const types = await api.get(`/api/events/${event.id}/ticket-types`, as);
		const { id } = types.body.data[0];
		await api.patch(`/api/events/${event.id}/ticket-types/${id}`, { capacity: 140 }, as);
		const buyer = { name: 'Kim', email: 'kim@example.org' };
		const items = [{ ticketTypeId: id, quantity: 2 }];
		expect((await api.post(`/api/events/${event.id}/orders`, { buyer, items })).status).toBe(201);
		const first = async (token: string) => {
			const { body } = await api.get(`/api/organisations/${other.organisationId}/events`, { token });
			return body.data[0];
		};
		expect((await first(other.token)).figures).toEqual({ confirmed: 2, capacity: 140 });
		const { token } = await makeMember(services, other.organisationId, 'finance');
		expect(await first(token)).not.toHaveProperty('figures');
	});

	test('is nobody else’s business', async () => {
		const stranger = await makeUser(services);
		expect((await list({}, stranger.token)).status).toBe(404);
	});
});

test('a renamed organisation is found under its new name', async () => {
	const renamed = await makeUser(services, { firstName: 'Formerly', lastName: 'Known' });
	await makeEvent(services, renamed, { title: 'Quarterly', isPublished: true });
	expect(await titles({ q: 'formerly quarterly' })).toEqual(['Quarterly']);
	const { status } = await api.patch(
		`/api/organisations/${renamed.organisationId}`,
		{ name: 'Kulturverein Süd' },
		{ token: renamed.token },
	);
	expect(status).toBe(200);
	expect(await titles({ q: 'kulturverein sud' })).toEqual(['Quarterly']);
	expect(await titles({ q: 'formerly quarterly' })).toEqual([]);
});

test('the words of events that are gone are forgotten, and all invariants hold', async () => {
	const event = await makeEvent(services, owner, { title: 'Zwiebelkuchenfest', isPublished: true });
	const known = async () =>
		(await database().pool.query(`SELECT 1 FROM event_words WHERE word = 'zwiebelkuchenfest'`)).rowCount;
	expect(await known()).toBe(1);
	expect(await titles({ q: 'zwiebelkuchenfset' })).toEqual(['Zwiebelkuchenfest']);
	await api.post(`/api/events/${event.id}/unpublish`, undefined, { token: owner.token });
	for (const job of eventJobs) await job.run(services);
	expect(await known()).toBe(0);
	for (const check of eventChecks) expect(await check.run(services), check.name).toEqual([]);
});
