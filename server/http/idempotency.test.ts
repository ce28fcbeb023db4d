import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { onceByKey } from './idempotency.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;

beforeAll(async () => {
	services = await createTestServices(database());
	api = createTestApi(services);
});

const request = (key: string, asked = 'POST /x\n{}') => ({ scope: 'user:1:test.do', key, asked });

test('one key, one effect, and the first answer again', async () => {
	let effects = 0;
	const run = async () => ({ status: 201, body: { number: ++effects, nothing: null } });
	const first = await onceByKey(services, request('a'), run);
	const again = await onceByKey(services, request('a'), run);
	expect(first).toEqual({ status: 201, body: { number: 1, nothing: null }, isReplay: false });
	expect(again).toEqual({ ...first, isReplay: true });
	expect(await onceByKey(services, { ...request('a'), scope: 'user:2:test.do' }, run)).toMatchObject({
		body: { number: 2 },
	});
});

test('an answer without a body comes back without one', async () => {
	const run = async () => ({ status: 204, body: undefined });
	await onceByKey(services, request('none'), run);
	expect(await onceByKey(services, request('none'), run)).toEqual({ status: 204, isReplay: true });
});

test('another request under the same key is refused, and one beside a running one too', async () => {
	const slow = onceByKey(services, request('b'), async () => {
		await sleep(100);
		return { status: 200, body: 1 };
	});
	await sleep(30);
	const run = async () => ({ status: 200, body: 2 });
	await expect(onceByKey(services, request('b'), run)).rejects.toMatchObject({ status: 409 });
	await expect(onceByKey(services, request('b', 'POST /y\n{}'), run)).rejects.toMatchObject({ status: 422 });
	await slow;
	expect(await onceByKey(services, request('b'), run)).toMatchObject({ body: 1, isReplay: true });
});

test('a request that failed frees its key', async () => {
	await expect(onceByKey(services, request('c'), () => Promise.reject(new Error('no')))).rejects.toThrow(
		'no',
	);
	expect(await onceByKey(services, request('c'), async () => ({ status: 200, body: 1 }))).toMatchObject({
		isReplay: false,
	});
});

test('tokens, passwords and keys cannot be had from the table', async () => {
	await makeUser(services, { email: 'ada@example.org', password: 'hummus and regret' });
	const headers = { 'Idempotency-Key': 'made-up-by-the-client' };
	const input = { email: 'ada@example.org', password: 'hummus and regret' };
	const first = await api.post('/api/auth/login', input, { headers });
	const again = await api.post('/api/auth/login', input, { headers });
	expect(again.headers.get('idempotent-replayed')).toBe('true');
	expect(again.body).toEqual(first.body);
	const { rows } = await database().pool.query(
		`SELECT scope || key || encode(request_hash, 'escape') || encode(answer, 'escape') AS line FROM idempotency_keys`,
	);
	const table = JSON.stringify(rows);
	for (const secret of [first.body.token, 'hummus', 'made-up-by-the-client', 'ada@example.org'])
		expect(table).not.toContain(secret);
});
