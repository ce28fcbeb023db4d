import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { isDatabaseBusy, isDatabaseDown } from '#server/db/errors.ts';
import type { Services } from '#server/services.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { insertTicketType } from '#tests/factories/tickets.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { onceByKey } from './idempotency.ts';

const { database, services, api } = useTestApi();

const request = (key: string, content = 'POST /x\n{}') => ({ scope: 'user:1:test.do', key, content });

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

test('another request under the same key is refused, and any beside a running one', async () => {
	let finish = () => {};
	const begun = Promise.withResolvers<void>();
	const slow = onceByKey(services, request('b'), async () => {
		begun.resolve();
		await new Promise<void>((resolve) => {
			finish = resolve;
		});
		return { status: 200, body: 1 };
	});
	await begun.promise;
	const run = async () => ({ status: 200, body: 2 });
	await expect(onceByKey(services, request('b'), run)).rejects.toMatchObject({ status: 409 });
	finish();
	await slow;
	await expect(onceByKey(services, request('b', 'POST /y\n{}'), run)).rejects.toMatchObject({ status: 422 });
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

test('what is done and what is answered are committed together', async () => {
	const write = (within: Services, name: string) =>
		within.database.db.execute(sql`INSERT INTO facts (name, payload) VALUES (${name}, '{}')`);
	const written = async (name: string) =>
		(await database().pool.query('SELECT 1 FROM facts WHERE name = $1', [name])).rows.length;
	await expect(
		onceByKey(services, request('d'), async (within) => {
			await write(within, 'd');
			throw new Error('no');
		}),
	).rejects.toThrow('no');
	expect(await written('d')).toBe(0);

	// The answer cannot be written: the effect is undone as well.
	const blocker = await database().pool.connect();
	await blocker.query('BEGIN; LOCK TABLE idempotency_keys IN SHARE MODE');
	const run = async (within: Services) => {
		await write(within, 'd');
		return { status: 201, body: 1 };
	};
	const impatient = createDatabase({
		address: database().address,
		log: services.log,
		timeouts: { lockMs: 100 },
	});
	const waiting = onceByKey({ ...services, database: impatient }, request('d'), run);
	await expect(waiting).rejects.toSatisfy(isDatabaseBusy);
	await impatient.close();
	await blocker.query('ROLLBACK');
	blocker.release();
	expect(await written('d')).toBe(0);

	expect(await onceByKey(services, request('d'), run)).toMatchObject({ isReplay: false });
	expect(await onceByKey(services, request('d'), run)).toMatchObject({ isReplay: true });
	expect(await written('d')).toBe(1);
});

test('a connection that is lost as it commits is answered from what happened', async () => {
	/** A database whose connections break at COMMIT, before or after the server has done it. */
	const breaking = (isDone: boolean): Services => {
		const base = database();
		const pool = Object.create(base.pool) as typeof base.pool;
		let isBroken = false;
		pool.connect = (async () => {
			const client = await base.pool.connect();
			if (isBroken) return client;
			return new Proxy(client, {
				get(target, name) {
					if (name !== 'query') {
						const value = Reflect.get(target, name);
						return typeof value === 'function' ? value.bind(target) : value;
					}
					return async (...all: unknown[]) => {
						const text = typeof all[0] === 'string' ? all[0] : (all[0] as { text: string }).text;
						if (text !== 'commit') return (target.query as (...all: unknown[]) => unknown).apply(target, all);
						isBroken = true;
						await target.query(isDone ? 'COMMIT' : 'ROLLBACK');
						throw new Error('Connection terminated unexpectedly');
					};
				},
			});
		}) as typeof pool.connect;
		return { ...services, database: { ...base, pool } };
	};
	let effects = 0;
	const run = async () => ({ status: 201, body: ++effects });
	expect(await onceByKey(breaking(true), request('e'), run)).toMatchObject({ status: 201, body: 1 });
	expect(await onceByKey(services, request('e'), run)).toMatchObject({ body: 1, isReplay: true });
	await expect(onceByKey(breaking(false), request('f'), run)).rejects.toSatisfy(isDatabaseDown);
	expect(await onceByKey(services, request('f'), run)).toMatchObject({ body: 3, isReplay: false });
});

test('a guest who was added while the database was held up is added once', async () => {
	const owner = await makeUser(services);
	const event = await makeEvent(services, owner, { isPublished: true });
	const scope = { organisationId: owner.organisationId, eventId: event.id };
	await insertTicketType(services.database, scope, { size: 10 });
	const [first, second] = [await database().pool.connect(), await database().pool.connect()];
	await first.query('BEGIN');
	await first.query('SELECT FROM capacity_pools WHERE event_id = $1 FOR UPDATE', [event.id]);
	const add = () =>
		api.post(
			`/api/events/${event.id}/attendees`,
			{ name: 'Grace', email: 'grace@example.org' },
			{ token: owner.token, headers: { 'Idempotency-Key': 'held-up' } },
		);
	const adding = add();
	const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
	await expect.poll(async () => (await database().pool.query(waiting)).rowCount).toBe(1);
	expect((await add()).status).toBe(409);
	await second.query('BEGIN');
	await second.query(`SELECT FROM idempotency_keys WHERE scope LIKE '%orders.addAttendee' FOR UPDATE`);
	await first.query('ROLLBACK');
	const added = await adding;
	await second.query('ROLLBACK');
	first.release();
	second.release();
	expect(added.status).toBe(201);
	expect(await add()).toMatchObject({ status: 201, body: added.body });
	const { rows } = await database().pool.query('SELECT FROM attendees WHERE event_id = $1', [event.id]);
	expect(rows).toHaveLength(1);
});

test('wrong passwords count although their requests are rolled back', async () => {
	await makeUser(services, { email: 'guessed@example.org', password: 'hummus and regret' });
	for (let guess = 0; guess < 10; guess++) {
		const headers = { 'Idempotency-Key': `guess-${guess}` };
		const answer = await api.post(
			'/api/auth/login',
			{ email: 'guessed@example.org', password: `wrong ${guess}` },
			{ headers },
		);
		expect(answer.body.code).toBe('AUTH_INVALID_CREDENTIALS');
	}
	const right = { email: 'guessed@example.org', password: 'hummus and regret' };
	expect((await api.post('/api/auth/login', right)).body.code).toBe('AUTH_ACCOUNT_LOCKED');
});

test('as many keyed requests as the pool has connections leave some for what they write outside', async () => {
	const answers = await Promise.all(
		Array.from({ length: 30 }, (_, number) =>
			onceByKey(services, request(`many-${number}`), async ({ database: unit }) => {
				await unit.db.execute(sql`SELECT pg_sleep(0.01)`);
				await unit.outside().db.execute(sql`SELECT 1`);
				return { status: 200, body: number };
			}),
		),
	);
	expect(answers).toHaveLength(30);
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
