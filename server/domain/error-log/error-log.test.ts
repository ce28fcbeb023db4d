import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createCrashTap } from '#server/platform/crash-tap.ts';
import { createLog } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { MOST_KINDS } from './commands/record-crash.ts';
import { fingerprintOf, placeIn } from './fingerprint.ts';
import { logServerCrash } from './server-crashes.ts';

const { database, services, api } = useTestApi();
let admin: { token: string };

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});
beforeEach(() => services.database.pool.query('TRUNCATE error_reports'));

const stack = (line: number, hash: string) =>
	`TypeError: x\n    at render (https://foyer.test/assets/event-page-${hash}.js:${line}:20)`;
const report = (body: object) => api.post('/api/errors', body);
const list = async (query: Record<string, string> = {}) =>
	(await api.get('/api/admin/errors', { ...admin, query })).body.data;

test('crashes of one kind are one row with a count, the last occurrence and its request', async () => {
	await report({ name: 'TypeError', message: 'Cannot read 12 of "a"', stack: stack(1, 'aaaaaaaa') });
	await report({
		name: 'TypeError',
		message: 'Cannot read 13 of "b"',
		stack: stack(99, 'bbbbbbbb'),
		route: '/events/:event',
		release: 'r2',
		requestId: 'req-2',
	});
	await report({ name: 'TypeError', message: 'Something else', stack: '' });
	const found = await list();
	expect(found).toHaveLength(2);
	expect(found[1]).toMatchObject({
		source: 'browser',
		count: 2,
		message: 'Cannot read 13 of "b"',
		route: '/events/:event',
		release: 'r2',
		requestId: 'req-2',
	});
});

test('nothing personal or secret is stored', async () => {
	await report({
		message: 'No ada@example.org at 203.0.113.7, call +49 30 1234567, Bearer abc.def',
		stack: 'at f (https://foyer.test/my-ticket/AbCdEf123?token=s3cret:1:1)',
		route: '/scan/s3cret',
	});
	const [row] = await list();
	expect(JSON.stringify(row)).not.toMatch(/ada@|203\.0|1234567|abc\.def|s3cret|AbCdEf123/);
	expect(row.route).toBe('/scan/[redacted]');
});

test('a mended one leaves the open list and opens again when it comes back', async () => {
	await report({ message: 'broken' });
	const [row] = await list();
	const resolved = await api.post(`/api/admin/errors/${row.id}/resolve`, {}, admin);
	expect(resolved.body.resolvedAt).not.toBeNull();
	expect(await list()).toEqual([]);
	expect(await list({ state: 'resolved' })).toHaveLength(1);
	await report({ message: 'broken' });
	expect((await list())[0]).toMatchObject({ count: 2, resolvedAt: null });
});

test('search finds by text and by request id, pages by cursor', async () => {
	for (const name of ['One', 'Two', 'Three'])
		await report({ name, message: `${name} fell`, requestId: `id-${name}` });
	expect((await list({ q: 'two FELL' })).map((row: { name: string }) => row.name)).toEqual(['Two']);
	expect((await list({ q: 'id-Three' })).map((row: { name: string }) => row.name)).toEqual(['Three']);
	const first = await api.get('/api/admin/errors', { ...admin, query: { limit: '2' } });
	const second = await api.get('/api/admin/errors', {
		...admin,
		query: { limit: '2', cursor: first.body.nextCursor },
	});
	expect([first.body.data.length, second.body.data.length, second.body.nextCursor]).toEqual([2, 1, null]);
});

test('the log stores a bounded number of kinds', async () => {
	await services.database.pool.query(
		`INSERT INTO error_reports (id, fingerprint, source, severity, name, message, stack, route, release, request_id, last_seen_at)
		SELECT gen_random_uuid(), 'f' || n, 'browser', 'error', 'E', '', '', '', '', '', now() - make_interval(secs => n)
		FROM generate_series(1, ${MOST_KINDS}) n`,
	);
	await report({ message: 'one more' });
	const { rows } = await services.database.pool.query('SELECT count(*)::int AS n FROM error_reports');
	expect(rows).toEqual([{ n: MOST_KINDS }]);
	expect((await list({ limit: '1' }))[0].message).toBe('one more');
});

test('errors that somebody makes up take the place neither of what the server knows nor of what comes again', async () => {
	await services.database.pool.query(
		`INSERT INTO error_reports (id, fingerprint, source, severity, name, message, stack, route, release, request_id, last_seen_at, count)
		SELECT gen_random_uuid(), s || n, s, 'error', 'E', '', '', '', '', '', now() - interval '3 hours', CASE WHEN n = 1 THEN 9 ELSE 1 END
		FROM generate_series(1, ${MOST_KINDS}) n, unnest('{browser,server}'::text[]) s`,
	);
	for (let n = 0; n < 5; n += 1) await report({ name: `Made up ${'x'.repeat(n)}` });
	const { rows } = await services.database.pool.query(
		`SELECT source, count(*)::int AS n, bool_or(count = 9) AS "isCounted" FROM error_reports GROUP BY 1 ORDER BY 1`,
	);
	expect(rows).toEqual([
		{ source: 'browser', n: MOST_KINDS, isCounted: true },
		{ source: 'server', n: MOST_KINDS, isCounted: true },
	]);
});

test('a network brings up only so many kinds in an hour; those that are known are counted on', async () => {
	const limited = await createTestServices(database(), { RATE_LIMITS: 'on', TRUST_PROXY: '1' });
	const send = (name: string, address: string) =>
		createTestApi(limited).post('/api/errors', { name }, { headers: { 'X-Forwarded-For': address } });
	for (let n = 0; n < 30; n += 1) {
		const answer = await send(`Made up ${'x'.repeat(n)}`, `203.0.113.${n}`);
		expect(answer.status).toBe(204);
	}
	expect(await list({ limit: '100' })).toHaveLength(20);
	await send('Made up ', '203.0.113.99');
	expect((await list())[0]).toMatchObject({ name: 'Made up', count: 2 });
	await send('Honest', '198.51.100.1');
	expect(await list({ limit: '100' })).toHaveLength(21);
});

test('a fault of the server lands in the log with route and request id', async () => {
	const tap = createCrashTap();
	const log = createLog({
		level: 'error',
		format: 'json',
		destination: { write: () => {} },
		onError: tap.take,
	});
	const broken: Services = {
		...services,
		log,
		database: { ...services.database, pool: { query: () => Promise.reject(new Error('boom 42')) } as never },
	};
	const answer = await createTestApi(broken).post('/api/errors', { message: 'x' });
	expect(answer.status).toBe(500);
	// What came before the tap was connected is not lost.
	tap.connect((crash) => logServerCrash(services, crash));
	await expect.poll(() => list({ source: 'server' })).toHaveLength(1);
	const [row] = await list({ source: 'server' });
	expect(row).toMatchObject({ message: expect.stringContaining('boom 42'), route: '/api/errors' });
	expect(row.requestId).toBe(answer.headers.get('x-request-id'));
});

test('with a DSN a crash is also sent as an envelope, already scrubbed', async () => {
	const received: { path: string; auth: string; lines: string[] }[] = [];
	const server = createServer(async (request, response) => {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		received.push({
			path: request.url ?? '',
			auth: String(request.headers['x-sentry-auth']),
			lines: Buffer.concat(chunks).toString().split('\n'),
		});
		response.end('{}');
	}).listen(0, '127.0.0.1');
	await new Promise((resolve) => server.once('listening', resolve));
	const { port } = server.address() as AddressInfo;
	const config = { ...services.config, sentryDsn: `http://publickey@127.0.0.1:${port}/path/7` };
	await createTestApi({ ...services, config }).post('/api/errors', {
		name: 'TypeError',
		message: 'lost ada@example.org',
		stack: stack(5, 'cccccccc'),
		route: '/events/:event',
	});
	await expect.poll(() => received.length).toBe(1);
	server.close();
	const [{ path, auth, lines }] = received as [(typeof received)[number]];
	expect(path).toBe('/path/api/7/envelope/');
	expect(auth).toContain('sentry_key=publickey');
	expect(JSON.parse(lines[1]!)).toEqual({ type: 'event' });
	const event = JSON.parse(lines[2]!);
	expect(event).toMatchObject({ level: 'error', transaction: '/events/:event' });
	expect(event.exception.values[0]).toMatchObject({ type: 'TypeError', value: 'lost [address]' });
	expect(event.exception.values[0].stacktrace.frames).toEqual([
		{
			function: 'render',
			filename: 'https://foyer.test/assets/event-page-cccccccc.js',
			lineno: 5,
			colno: 20,
		},
	]);
});

test('the place in the code is the file without its hash and line', () => {
	expect(placeIn(stack(7, 'Ab3dEf9h'))).toBe('event-page');
	expect(
		placeIn(
			'Error: x\n    at query (/srv/node_modules/pg/client.js:1:1)\n    at run (/srv/server/jobs/pump.ts:3:4)',
		),
	).toBe('pump');
	expect(fingerprintOf({ source: 'server', name: 'E', message: '1', stack: '' })).not.toBe(
		fingerprintOf({ source: 'browser', name: 'E', message: '1', stack: '' }),
	);
});
