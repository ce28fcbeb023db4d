import { beforeAll, beforeEach, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { recordMinute } from './record.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let admin: TestUser;
let nowMs = Date.now();
const fine = (async () => new Response('ok')) as typeof fetch;
const broken = (async () => new Response('no', { status: 502 })) as typeof fetch;

beforeAll(async () => {
	const { mkdtemp } = await import('node:fs/promises');
	const directory = await mkdtemp('/tmp/foyer-status-');
	services = await createTestServices(database(), { DATA_DIR: directory }, { now: () => new Date(nowMs) });
	api = createTestApi(services);
	admin = await makeUser(services, { isAdmin: true });
});
beforeEach(() => services.database.pool.query('TRUNCATE status_checks, status_days, incidents CASCADE'));

const report = async () => (await api.get('/api/status')).body;
const component = async (id: string) =>
	(await report()).components.find((one: { id: string }) => one.id === id);

test('each minute is looked at once, whoever asks, and counted by day', async () => {
	await recordMinute(services, fine);
	await recordMinute(services, fine);
	// Another process in the same minute.
	await recordMinute({ ...services, database: { ...services.database } }, broken);
	const { rows } = await services.database.pool.query(
		'SELECT component, state FROM status_checks ORDER BY 1',
	);
	expect(rows.map(({ component: name }) => name)).toEqual(['database', 'files', 'jobs', 'website']);
	expect(await component('website')).toMatchObject({ state: 'ok', uptime: 1 });

	nowMs += 60_000;
	await recordMinute(services, broken);
	const website = await component('website');
	expect(website).toMatchObject({ state: 'down', uptime: 0.5 });
	expect(website.days).toHaveLength(
		new Date(nowMs - 60_000).getUTCDate() === new Date(nowMs).getUTCDate() ? 1 : 2,
	);
});

test('without a mail server email is not configured: nothing is measured, and it is said', async () => {
	nowMs += 60_000;
	await recordMinute(services, fine);
	const mail = await component('mail');
	expect([services.mailer.canSend, mail.state, mail.note, mail.uptime]).toEqual([
		false,
		null,
		'not-configured',
		null,
	]);
	expect((await component('website')).note).toBeNull();
	const sending = createTestApi({ ...services, mailer: { ...services.mailer, canSend: true } });
	const { components } = (await sending.get('/api/status')).body;
	expect(components.find((one: { id: string }) => one.id === 'mail').note).toBeNull();
});

test('a queue that stands still is seen', async () => {
	await services.database.pool.query(
		`INSERT INTO facts (name, payload, created_at) VALUES ('x', '{}', now() - interval '10 minutes')`,
	);
	nowMs += 60_000;
	await recordMinute(services, fine);
	await services.database.pool.query('TRUNCATE facts');
	expect((await component('jobs')).state).toBe('degraded');
});

test('without the database the status answers, and the outage is on record afterwards', async () => {
	nowMs += 60_000;
	await recordMinute(services, fine);
	const before = await report();
	const pool = services.database.pool as { query: unknown };
	const { query } = pool;
	pool.query = () => Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNREFUSED' }));
	nowMs += 60_000;
	await recordMinute(services, fine);
	const away = await api.get('/api/status');
	pool.query = query;
	expect([away.status, away.body.isComplete]).toEqual([200, false]);
	expect(away.body.components.find((one: { id: string }) => one.id === 'database').state).toBe('down');
	expect(away.body.components[0].days).toEqual(before.components[0].days);

	nowMs += 60_000;
	await recordMinute(services, fine);
	const [found] = (await component('database')).days.slice(-1);
	expect(found.down).toBe(1);
});

test('looks that are old say nothing about now', async () => {
	nowMs += 60_000;
	await recordMinute(services, fine);
	nowMs += 10 * 60_000;
	expect((await component('website')).state).toBeNull();
});

test('an incident is published, goes on, is resolved, and stands in the feed', async () => {
	const as = { token: admin.token };
	const created = await api.post(
		'/api/admin/incidents',
		{
			title: 'Mails are late',
			kind: 'incident',
			impact: 'degraded',
			components: ['mail'],
			message: 'We are looking.',
		},
		as,
	);
	expect([created.status, created.body.state]).toEqual([201, 'investigating']);
	const { id } = created.body;
	await api.post(`/api/admin/incidents/${id}/updates`, { state: 'resolved', message: 'Done & dusted.' }, as);
	const [shown] = (await report()).incidents;
	expect(shown.state).toBe('resolved');
	expect(shown.updates.map((one: { message: string }) => one.message)).toEqual([
		'Done & dusted.',
		'We are looking.',
	]);
	const late = await api.post(
		`/api/admin/incidents/${id}/updates`,
		{ state: 'monitoring', message: 'x' },
		as,
	);
	expect(late.body.metadata.rule).toBe('incident-resolved');
	const { createHttpApp } = await import('#server/http/app.ts');
	const feed = await (await createHttpApp(services).request('http://foyer.test/status.atom')).text();
	expect(feed).toContain('Done &amp; dusted.');
	await api.call('DELETE', `/api/admin/incidents/${id}`, undefined, as);
	expect((await report()).incidents).toEqual([]);
});

test('planned work waits for its time and cannot end before it begins', async () => {
	const as = { token: admin.token };
	const plan = {
		title: 'New disks',
		kind: 'maintenance',
		impact: 'down',
		components: ['files'],
		message: 'At night.',
	};
	const startsAt = new Date(nowMs + 86_400_000).toISOString();
	const planned = await api.post('/api/admin/incidents', { ...plan, startsAt }, as);
	expect(planned.body.state).toBe('scheduled');
	const wrong = await api.post(
		'/api/admin/incidents',
		{ ...plan, startsAt, endsAt: new Date(nowMs).toISOString() },
		as,
	);
	expect(wrong.body.metadata.rule).toBe('ends-before-start');
});
