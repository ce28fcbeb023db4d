import { beforeAll, beforeEach, expect, test } from 'vitest';
import { jobQueue, withJobQueue } from '#server/jobs/queue.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeReport } from '#tests/factories/feedback.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { routes } from '../modules.ts';

const { services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true, email: 'root@example.org' });
});
beforeEach(() => services.database.pool.query('TRUNCATE admin_acts'));

const acts = async (query: Record<string, string> = {}) =>
	(await api.get('/api/admin/audit', { token: admin.token, query })).body.data;

const changing = routes
	.map(({ endpoint }) => endpoint)
	.filter(
		({ access, method, upload, body }) => access.kind === 'admin' && method !== 'GET' && !upload && !body,
	);

test.each(changing.map((endpoint) => [endpoint.id, endpoint] as const))(
	'%s is written down, with who, what and how it ended',
	async (id, endpoint) => {
		const subject = newId();
		const path = endpoint.path.replaceAll(/\{\w+\}/g, subject);
		const answer = await api.call(endpoint.method, path, undefined, { token: admin.token });
		const [act] = await acts();
		expect(act).toMatchObject({ actorEmail: 'root@example.org', action: id, outcome: answer.status });
		if (endpoint.path.includes('{')) expect(act.subject).toContain(subject);
		expect(act.requestId).toBe(answer.headers.get('x-request-id'));
	},
);

test('no act happens without its row', async () => {
	await services.database.pool.query('ALTER TABLE admin_acts RENAME TO admin_acts_away');
	const answer = await api.post('/api/admin/demo/remove', undefined, { token: admin.token });
	await services.database.pool.query('ALTER TABLE admin_acts_away RENAME TO admin_acts');
	expect(answer.status).toBe(500);
	expect(await acts()).toEqual([]);
});

test('reading and refused callers leave no act', async () => {
	const somebody = await makeUser(services);
	await api.post('/api/admin/demo/remove', undefined, { token: somebody.token });
	await api.get('/api/admin/overview', { token: admin.token });
	expect(await acts()).toEqual([]);
});

test('the log is searched and read page by page', async () => {
	for (let n = 0; n < 3; n += 1) await api.post('/api/admin/demo/remove', undefined, { token: admin.token });
	expect(await acts({ q: 'REMOVEDEMO' })).toHaveLength(3);
	expect(await acts({ q: 'nothing-like-it' })).toEqual([]);
	const first = await api.get('/api/admin/audit', { token: admin.token, query: { limit: '2' } });
	const cursor = first.body.nextCursor;
	const second = await api.get('/api/admin/audit', { token: admin.token, query: { limit: '2', cursor } });
	expect([first.body.data.length, second.body.data.length, second.body.nextCursor]).toEqual([2, 1, null]);
});

test('the figures of today count what was made since midnight and nothing older', async () => {
	const before = (await api.get('/api/admin/overview', { token: admin.token })).body;
	await makeUser(services);
	const { rows } = await services.database.pool.query(
		`INSERT INTO users (id, email, email_key) VALUES ('01900000-0000-7000-8000-000000000000', 'old@x.org', 'old@x.org') RETURNING id`,
	);
	expect(rows).toHaveLength(1);
	const after = (await api.get('/api/admin/overview', { token: admin.token })).body;
	expect(after.today.newUsers).toBe(before.today.newUsers + 1);
	expect(after.attention).toMatchObject({ failedMails: 0, unansweredMessages: 0 });
});

test('new feedback and runs of jobs that were given up wait for somebody', async () => {
	await makeReport(services);
	await withJobQueue(services, async (boss) => {
		await boss.createQueue(jobQueue);
		const run = await boss.send(jobQueue, { name: 'feedback.remove-old-reports' }, { retryLimit: 0 });
		await boss.fetch(jobQueue);
		await boss.fail(jobQueue, run as string, { message: 'the disk is full' });
	});
	const { attention } = (await api.get('/api/admin/overview', { token: admin.token })).body;
	expect(attention).toMatchObject({ newReports: 1, failedJobs: 1 });
	const { data } = (await api.get('/api/admin/jobs', { token: admin.token })).body;
	expect(data).toMatchObject([
		{ name: 'feedback.remove-old-reports', lastError: 'the disk is full', nextAttemptAt: null },
	]);
});
