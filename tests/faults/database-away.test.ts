import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { createTestServices } from '#tests/support/api.ts';
import {
	burst,
	expectAllThere,
	expectOnlyPassingFaults,
	ordersBeside,
	type Scene,
	setScene,
} from '#tests/support/burst.ts';
import { buy, isPassing, scan, toldBy, tryOrder } from '#tests/support/buyers.ts';
import { useTestCluster } from '#tests/support/cluster.ts';
import { type FaultProxy, startFaultProxy } from '#tests/support/fault-proxy.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, hangMs, rounds, takesTurn } from '#tests/support/seed.ts';
import { type Answer, type ServerProcess, useServerProcesses } from '#tests/support/server-process.ts';

/** One server process (web and worker) whose way to the database leads through a network that can be made bad. */
const cluster = useTestCluster();
const start = useServerProcesses();
let proxy: FaultProxy;
let server: ServerProcess;
let services: Services;
beforeAll(async () => {
	services = await createTestServices(cluster().database);
	proxy = await startFaultProxy({ path: `${cluster().socketDirectory}/.s.PGSQL.5432` });
	server = await start({
		databaseUrl: `postgres://foyer@127.0.0.1:${proxy.port}/foyer`,
		role: 'both',
		environment: { DB_POOL_SIZE: '8' },
	});
});
afterAll(() => proxy.close());
const chance = createChance('database away');

/** Five seconds each until the product gives up. */
const waits = takesTurn('waiting for the database', ['silence', 'lock', 'connections']);

const burstWith = (scene: Scene, fault: () => Promise<void>) =>
	burst(scene, {
		buyers: rounds(60, 120),
		spreadMs: rounds(500, 900),
		chance,
		servers: () => [server],
		fault,
	});

const ordersMade = async (scene: Scene): Promise<number> =>
	(
		await cluster().database.pool.query('SELECT count(*)::int AS n FROM orders WHERE event_id = $1', [
			scene.event.eventId,
		])
	).rows[0].n;

/** Asks until it is over, every 100 ms: what was answered, in order, repeats left out. */
async function watch(path: string, isOver: () => boolean): Promise<number[]> {
	const statuses: number[] = [];
	while (!isOver()) {
		const { status } = await server.call('GET', path);
		if (statuses.at(-1) !== status) statuses.push(status);
		await sleep(100);
	}
	return statuses;
}

describe('the database', () => {
	test('is stopped and started under load: 503 with Retry-After for seconds, then it goes on; the app never ends', async () => {
		for (let round = 0; round < rounds(1, 10); round += 1) {
			const scene = await setScene(cluster().database, server, 40);
			let isOver = false;
			const watching = watch('/healthz', () => isOver);
			const result = await burstWith(scene, async () => {
				await sleep(chance.between(100, 300));
				await cluster().stop();
				await sleep(chance.between(100, rounds(300, 900)));
				// A check of a second ago may still be the answer.
				await expect.poll(async () => (await server.call('GET', '/readyz')).status).toBe(503);
				await cluster().start();
			});
			isOver = true;
			expectOnlyPassingFaults(result);
			expect(result.longestMs).toBeLessThan(hangMs);
			expect(result.seen.some(({ answer }) => answer.status === 503)).toBe(true);
			expect(result.seen.every(({ answer }) => answer.status !== 0)).toBe(true);
			await expectAllThere(cluster().database, scene, result);
			await expectInvariants(services);
			expect(await watching).toEqual([200]);
			expect(server.isRunning()).toBe(true);
		}
	});

	const networks: Record<string, () => Promise<void> | void> = {
		'cuts connections': () => proxy.cut(),
		'takes statements and loses their answers': () => proxy.cutAnswers(chance.between(2, 6)),
		'closes one side only': () => proxy.halfClose(),
		'is slow': async () => {
			proxy.delay(60);
			await sleep(400);
			proxy.delay(0);
		},
		'refuses for a moment': async () => {
			await proxy.refuse();
			await sleep(300);
			await proxy.accept();
		},
	};
	/** Of the lost answers there is a negative control. */
	const isTried = takesTurn(
		'networks',
		Object.keys(networks).filter((name) => !name.includes('loses their answers')),
	);
	const tried = Object.entries(networks).filter(
		([name]) => name.includes('loses their answers') || isTried(name),
	);
	test.each(tried)('that %s loses nothing and does nothing twice', async (_, fault) => {
		for (let round = 0; round < rounds(1, 20); round += 1) {
			const scene = await setScene(cluster().database, server, 40);
			const result = await burstWith(scene, async () => {
				for (let times = 0; times < 3; times += 1) {
					await sleep(chance.between(50, rounds(150, 250)));
					await fault();
				}
			});
			expectOnlyPassingFaults(result);
			expect(result.longestMs).toBeLessThan(hangMs);
			await expectAllThere(cluster().database, scene, result);
			expect(await ordersBeside(cluster().database, scene, result)).toBe(0);
			await expectInvariants(services);
		}
	});

	test('that loses answers makes orders twice for those who take a new key: the tests above can fail', async () => {
		const scene = await setScene(cluster().database, server, 10);
		let isOver = false;
		const result = await burst(scene, {
			buyers: 120,
			spreadMs: 900,
			chance,
			servers: () => [server],
			isForgetful: true,
			async fault() {
				while (!isOver) {
					await sleep(50);
					proxy.cutAnswers(chance.between(2, 6));
					isOver = (await ordersMade(scene)) >= scene.orders + 60;
				}
			},
		});
		expect(await ordersBeside(cluster().database, scene, result)).toBeGreaterThan(0);
	});

	test.skipIf(!waits('silence'))('that goes silent holds nobody for more than five seconds', async () => {
		const scene = await setScene(cluster().database, server, 10);
		proxy.freeze();
		let answers: Answer[];
		try {
			answers = await Promise.all([
				...Array.from({ length: 20 }, () => tryOrder(server, scene.event, randomUUID())),
				...scene.codes.map((code) =>
					scan(server, { token: scene.token, device: 'door' }, code, randomUUID()),
				),
				server.call('GET', `/api/events/${scene.event.eventId}`),
				server.call('GET', '/readyz'),
				server.call(
					'POST',
					'/api/auth/forgot-password',
					{ email: 'ada@example.org' },
					{ 'Idempotency-Key': randomUUID() },
				),
			]);
		} finally {
			proxy.thaw();
			proxy.cut();
		}
		expect(answers.filter((answer) => !isPassing(answer))).toEqual([]);
		expect(Math.max(...answers.map((answer) => answer.tookMs))).toBeLessThan(hangMs);
		expect(toldBy(await buy(server, scene.event, randomUUID()))).toBe('confirmed');
		await expectInvariants(services);
	});
});

describe('a lock that is held for long', () => {
	test.skipIf(!waits('lock'))(
		'makes those who need it wait for less than five seconds, and nobody else',
		async () => {
			const scene = await setScene(cluster().database, server, 4);
			const hold = await buy(server, scene.event, randomUUID(), { hold: true });
			const other = await insertSellingEvent(cluster().database);
			const client = await cluster().database.pool.connect();
			try {
				await client.query('BEGIN');
				await client.query('SELECT 1 FROM capacity_pools WHERE id = $1 FOR UPDATE', [scene.event.poolId]);
				await client.query('SELECT 1 FROM events WHERE id = $1 FOR UPDATE', [scene.event.eventId]);
				const blocked = Promise.all([
					...Array.from({ length: 30 }, () => tryOrder(server, scene.event, randomUUID())),
					...['confirm', 'cancel', 'extend'].map((what) =>
						server.call('POST', `/api/orders/${hold.body.manageToken}/${what}`),
					),
				]);
				await sleep(200);
				const beside = await Promise.all(Array.from({ length: 20 }, () => buy(server, other, randomUUID())));
				for (const answer of beside) expect(answer.status).toBe(201);
				const scans = await Promise.all(
					scene.codes.map((code) => scan(server, { token: scene.token, device: 'door' }, code, randomUUID())),
				);
				for (const answer of scans) expect(answer.status).toBe(200);
				// Those who need the lock still wait, or were sent away by now: nobody waited for them to be let go.
				const answers = await blocked;
				expect(answers.filter((answer) => !isPassing(answer) && answer.status !== 200)).toEqual([]);
				expect(answers.some(isPassing)).toBe(true);
				expect(Math.max(...answers.map((answer) => answer.tookMs))).toBeLessThan(hangMs);
			} finally {
				await client.query('ROLLBACK');
				client.release();
			}
			expect(toldBy(await buy(server, scene.event, randomUUID()))).toBe('confirmed');
			await expectInvariants(services);
		},
	);

	test.skipIf(!waits('connections'))(
		'and that uses up all connections: the others are asked to come back within five seconds, then all goes on',
		async () => {
			const events = await Promise.all(
				Array.from({ length: 10 }, () => insertSellingEvent(cluster().database)),
			);
			const free = await insertSellingEvent(cluster().database);
			const client = await cluster().database.pool.connect();
			try {
				await client.query('BEGIN');
				await client.query('SELECT 1 FROM capacity_pools WHERE id = ANY($1) FOR UPDATE', [
					events.map((event) => event.poolId),
				]);
				const answers = await Promise.all([
					...events.flatMap((event) =>
						Array.from({ length: 8 }, () => tryOrder(server, event, randomUUID())),
					),
					...Array.from({ length: 10 }, async () => {
						await sleep(300);
						return tryOrder(server, free, randomUUID());
					}),
					...Array.from({ length: 10 }, async () => {
						await sleep(300);
						return server.call('GET', `/api/events/${free.eventId}`);
					}),
				]);
				expect(answers.filter((answer) => answer.status >= 300 && !isPassing(answer))).toEqual([]);
				expect(answers.some((answer) => answer.status === 503)).toBe(true);
				expect(Math.max(...answers.map((answer) => answer.tookMs))).toBeLessThan(hangMs);
			} finally {
				await client.query('ROLLBACK');
				client.release();
			}
			const after = await Promise.all([...events, free].map((event) => buy(server, event, randomUUID())));
			expect(after.map(toldBy)).toEqual(after.map(() => 'confirmed'));
			await expectInvariants(services);
		},
	);
});
