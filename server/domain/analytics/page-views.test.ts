import { beforeEach, expect, test, vi } from 'vitest';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { addUpDays } from './add-up-days.ts';
import { MOST_VIEWS_A_MINUTE } from './commands/record-page-view.ts';

const { services, api } = useTestApi();
const browser = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36' };

beforeEach(() => services.database.pool.query('TRUNCATE page_views, page_view_days'));

function track(properties: Record<string, unknown>, headers: Record<string, string> = browser) {
	const body = { name: 'page_view', properties: { timestamp: '2027-01-01T10:00:00Z', ...properties } };
	return api.post('/api/analytics/track', body, { headers });
}
const rows = async () => (await services.database.pool.query('SELECT * FROM page_views ORDER BY id')).rows;

test('a view is stored without address, browser text, cookie and query', async () => {
	const answer = await track({ path: '/events', search: '?q=Ada&utm_source=Mail', hash: '', userAgent: 'x' });
	expect([answer.status, answer.headers.get('set-cookie')]).toEqual([204, null]);
	const [row] = await rows();
	expect(row).toMatchObject({ path: '/events', source: 'mail', device: 'desktop', event_id: null });
	expect(JSON.stringify(row)).not.toMatch(/Ada|Mozilla|in-process/);
	expect(row.visitor).toHaveLength(8);
});

test('an event is one page by whatever address, with its organisation; secrets and unknown names are not stored', async () => {
	const owner = await makeUser(services);
	const event = await makeEvent(services, owner, { isPublished: true });
	for (const path of [
		`/events/${event.slug}`,
		`/event/${event.id}`,
		`/${event.code}`,
		`/register/${event.slug}`,
	]) {
		await track({ path });
	}
	await track({ path: '/scan/a-secret-token' });
	await track({ path: '/some-name-of-nobody' });
	const found = await rows();
	expect(found.map(({ path }) => path)).toEqual([
		'/events/:event',
		'/events/:event',
		'/events/:event',
		'/register/:event',
		'/scan/[redacted]',
		'/[unknown]',
	]);
	expect(
		found
			.slice(0, 4)
			.every((row) => row.event_id === event.id && row.organisation_id === owner.organisationId),
	).toBe(true);
});

test.each([
	['a bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
	['nobody knows what', { 'user-agent': '' }],
	['Do Not Track', { ...browser, dnt: '1' }],
	['Global Privacy Control', { ...browser, 'sec-gpc': '1' }],
])('%s is not counted', async (_, headers) => {
	expect((await track({ path: '/' }, headers)).status).toBe(204);
	expect(await rows()).toEqual([]);
});

test('where a visitor came from is the host alone, and not our own', async () => {
	await track({ path: '/', referrer: 'https://www.elsewhere.example/a/secret?x=1' });
	await track({ path: '/', referrer: 'https://foyer.test/events' });
	await track({ path: '/', referrer: 'javascript:alert(1)' });
	expect((await rows()).map(({ source }) => source)).toEqual(['elsewhere.example', '', '']);
});

test('one visitor fills a minute only so far, another is still counted', async () => {
	for (let view = 0; view < MOST_VIEWS_A_MINUTE + 5; view += 1) await track({ path: '/' });
	expect(await rows()).toHaveLength(MOST_VIEWS_A_MINUTE);
	await track(
		{ path: '/' },
		{ 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Mobile Safari/604.1' },
	);
	expect((await rows()).at(-1)).toMatchObject({ device: 'mobile' });
});

test('what is no page_view is refused', async () => {
	const answer = await api.post(
		'/api/analytics/track',
		{ name: 'click', properties: {} },
		{ headers: browser },
	);
	expect([answer.status, answer.body.code]).toEqual([400, 'VALIDATION_FAILED']);
});

test('a day is added up event by event, in turns, and a view of another day or without a mark is not', async () => {
	const { pool } = services.database;
	const users = [await makeUser(services), await makeUser(services)];
	const events = await Promise.all(users.map((user) => makeEvent(services, user, { isPublished: true })));
	const [one, other] = events.map(({ id }) => id);
	const see = (event: string | undefined, days: number, visitor: string | null, source = '') =>
		pool.query(
			`INSERT INTO page_views (id, viewed_at, path, organisation_id, event_id, source, device, visitor)
			SELECT gen_random_uuid(), now() - make_interval(days => $2), '/events/:event', e.organisation_id, e.id, $4, 'desktop', decode($3, 'hex')
			FROM events e WHERE e.id = $1`,
			[event, days, visitor, source],
		);
	for (const visitor of ['aa', 'aa', 'bb']) await see(one, 1, visitor);
	await see(one, 1, 'aa', 'poster');
	await see(one, 0, 'aa');
	await see(other, 2, 'aa');
	await see(other, 2, null);
	const sums = async () =>
		(
			await pool.query(
				'SELECT event_id, source, views, visitors FROM page_view_days WHERE event_id IS NOT NULL ORDER BY views DESC, source DESC',
			)
		).rows;
	const counted = [
		{ event_id: one, source: '', views: 3, visitors: 2 },
		{ event_id: one, source: 'poster', views: 1, visitors: 1 },
		{ event_id: other, source: '', views: 1, visitors: 1 },
	];
	// The views of one event can't be added up: those of the other are, and marks go all the same.
	await pool.query(
		`CREATE FUNCTION disturb() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'disturbed'; END $$`,
	);
	await pool.query(
		`CREATE TRIGGER disturb BEFORE INSERT ON page_view_days FOR EACH ROW WHEN (NEW.event_id = '${one}') EXECUTE FUNCTION disturb()`,
	);
	await addUpDays(services);
	expect(await sums()).toEqual(counted.slice(2));
	await pool.query('DROP FUNCTION disturb() CASCADE');
	await addUpDays(services);
	await addUpDays(services);
	expect(await sums()).toEqual(counted);
	// A day whose marks are cleared in part is not counted down.
	await pool.query(
		`UPDATE page_views SET visitor = NULL WHERE event_id = $1 AND visitor = decode('aa', 'hex')`,
		[one],
	);
	await addUpDays(services);
	expect(await sums()).toEqual(counted);
});

test('days are added up once, and the marks of visitors go after two days', async () => {
	await services.database.pool.query(`
		INSERT INTO page_views (id, viewed_at, path, source, device, visitor)
		SELECT gen_random_uuid(), now() - make_interval(days => d), '/events', '', 'desktop', decode(v, 'hex')
		FROM (VALUES (1, 'aa'), (1, 'aa'), (1, 'bb'), (3, 'cc'), (0, 'dd')) AS x(d, v)`);
	await addUpDays(services);
	await addUpDays(services);
	const { rows: days } = await services.database.pool.query(
		'SELECT views, visitors FROM page_view_days ORDER BY viewed_on DESC',
	);
	expect(days).toEqual([
		{ views: 3, visitors: 2 },
		{ views: 1, visitors: 1 },
	]);
	const { rows: marks } = await services.database.pool.query(
		"SELECT count(*)::int AS left FROM page_views WHERE visitor IS NOT NULL AND viewed_at < now() - interval '2 days'",
	);
	expect(marks).toEqual([{ left: 0 }]);
});

test('a day of the site is counted in parts, as one count over all of its rows has it', async () => {
	const { pool } = services.database;
	await pool.query('TRUNCATE page_views, page_view_days');
	// Marks at the edges of the parts, visitors of several pages, and pages of an event, which are not the site’s.
	await pool.query(`
		INSERT INTO page_views (id, viewed_at, path, source, device, visitor)
		SELECT gen_random_uuid(), date_trunc('day', now(), 'UTC') - interval '1 day' + n * interval '13 seconds', '/help/' || (n * 7 % 40),
			CASE WHEN n % 3 = 0 THEN 'poster' ELSE '' END, 'desktop',
			decode(lpad(to_hex(n * 37 % 256), 2, '0') || CASE WHEN n % 5 = 0 THEN '' ELSE lpad(to_hex(n % 256), 2, '0') END, 'hex')
		FROM generate_series(0, 2999) AS n`);
	const whole = await pool.query(`
		SELECT path, source, count(*)::int AS views, count(DISTINCT visitor)::int AS visitors FROM page_views GROUP BY 1, 2 ORDER BY 1, 2`);
	const requested: Buffer[] = [];
	const query = pool.query.bind(pool) as (config: { name?: string; values?: unknown[] }) => Promise<unknown>;
	const spied = vi.spyOn(pool, 'query').mockImplementation(((
		config: { name?: string; values?: unknown[] },
		...rest: unknown[]
	) => {
		if (config.name === 'analytics.count-site') requested.push(config.values?.[2] as Buffer);
		return (query as (...all: unknown[]) => unknown)(config, ...rest);
	}) as never);
	await addUpDays(services);
	spied.mockRestore();
	const { rows } = await pool.query(
		'SELECT path, source, views, visitors FROM page_view_days WHERE event_id IS NULL ORDER BY path, source',
	);
	expect(rows).toEqual(whole.rows);
	expect(rows.length).toBeGreaterThan(60);
	expect(new Set(requested.map((edge) => edge[0])).size).toBe(64);
});

test('of more pages than are stored the most looked at are', async () => {
	const { pool } = services.database;
	await pool.query('TRUNCATE page_views, page_view_days');
	await pool.query(`
		INSERT INTO page_views (id, viewed_at, path, source, device, visitor)
		SELECT gen_random_uuid(), date_trunc('day', now(), 'UTC') - interval '1 day' + interval '1 hour', '/x/' || n, '', 'desktop',
			decode(lpad(to_hex((n + v) % 256), 2, '0'), 'hex')
		FROM generate_series(1, 1200) AS n, generate_series(1, 1 + n / 400) AS v`);
	await addUpDays(services);
	const { rows } = await pool.query(
		'SELECT views, count(*)::int AS pages FROM page_view_days GROUP BY 1 ORDER BY 1 DESC',
	);
	expect(rows).toEqual([
		{ views: 4, pages: 1 },
		{ views: 3, pages: 400 },
		{ views: 2, pages: 400 },
		{ views: 1, pages: 199 },
	]);
});
