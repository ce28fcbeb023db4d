import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '#server/db/client.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { embeddedAddress } from '#server/db/embedded/server.ts';
import { factPoller } from '#server/jobs/fact-poller.ts';
import { createSilentLog } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';
import { createTestServices } from '#tests/support/api.ts';
import {
	type BurstResult,
	burst,
	expectAllThere,
	expectOnlyPassingFaults,
	type Scene,
	setScene,
} from '#tests/support/burst.ts';
import { killDatabase, useTestCluster } from '#tests/support/cluster.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { createChance, isLong, rounds } from '#tests/support/seed.ts';
import { type ServerProcess, startServerProcess, useServerProcesses } from '#tests/support/server-process.ts';

const cluster = useTestCluster();
const start = useServerProcesses();
let servers: ServerProcess[];
let worker: ServerProcess;
let services: Services;
beforeAll(async () => {
	services = await createTestServices(cluster().database);
	const databaseUrl = cluster().url;
	[worker, ...servers] = (await Promise.all([
		start({ databaseUrl, role: 'worker', prompt: [factPoller] }),
		start({ databaseUrl }),
		start({ databaseUrl }),
	])) as [ServerProcess, ServerProcess, ServerProcess];
});
const chance = createChance('kill');

/** Kills a web server and starts another in its place. */
async function replaceServer(): Promise<void> {
	const victim = chance.between(0, 1);
	const [gone] = servers.splice(victim, 1);
	await gone?.signal('SIGKILL');
	servers.push(await startAgain(() => start({ databaseUrl: cluster().url })));
}

/** As whatever keeps servers running does: a start into a database that is away or just coming back is tried again. */
async function startAgain(begin: () => Promise<ServerProcess>): Promise<ServerProcess> {
	for (let left = 20; ; left -= 1) {
		try {
			return await begin();
		} catch (error) {
			if (left === 0) throw error;
			await sleep(200);
		}
	}
}

async function replaceWorker(): Promise<void> {
	await worker.signal('SIGKILL');
	worker = await startAgain(() =>
		start({ databaseUrl: cluster().url, role: 'worker', prompt: [factPoller] }),
	);
}

/** In `npm test` the worst of them alone, beside which the others are less; their moments are tried by the tests of crash points. */
const faults: { name: string; hitsDatabase?: boolean; isShort?: boolean; strike(): Promise<unknown> }[] = [
	{ name: 'a web server', strike: replaceServer },
	{ name: 'the worker', strike: replaceWorker },
	{
		name: 'the postmaster of the database alone',
		hitsDatabase: true,
		strike: () => cluster().kill('postmaster'),
	},
	{ name: 'all of the database', hitsDatabase: true, strike: () => cluster().kill('all') },
	{
		name: 'a web server and all of the database',
		hitsDatabase: true,
		isShort: true,
		strike: () => Promise.all([replaceServer(), cluster().kill('all')]),
	},
];

/** When the database was started last; null while it is away. */
const databaseStart = () =>
	cluster()
		.database.pool.query('SELECT pg_postmaster_start_time()::text AS at')
		.then(
			({ rows }) => rows[0].at as string,
			() => null,
		);

/** Until the database answers and the servers as well. */
async function untilReady(): Promise<void> {
	await expect.poll(databaseStart, { interval: 50 }).not.toBeNull();
	for (const server of servers)
		await expect.poll(async () => (await server.call('GET', '/readyz')).status).toBe(200);
}

/** A burst into which a fault falls. */
const burstWith = (scene: Scene, strike: () => Promise<unknown>) =>
	burst(scene, {
		buyers: rounds(100, 200),
		spreadMs: 600,
		chance,
		servers: () => servers,
		async fault() {
			await sleep(chance.between(100, 400));
			await strike();
		},
	});

/** All mails that are owed are in the outbox, each once; claims of dead workers end early for the test. */
async function expectMailsOnce(eventId: string, orders: BurstResult['orders']): Promise<void> {
	const { pool } = cluster().database;
	await pool.query(
		'UPDATE facts SET next_attempt_at = now() - make_interval(secs => 1) WHERE dispatched_at IS NULL',
	);
	await expect
		.poll(
			async () => {
				const { rows } = await pool.query(
					'SELECT count(*)::int AS open FROM facts WHERE event_id = $1 AND dispatched_at IS NULL',
					[eventId],
				);
				return rows[0].open;
			},
			{ interval: 100 },
		)
		.toBe(0);
	const { rows } = await pool.query(
		`SELECT props->>'orderId' AS order_id, count(*)::int AS n FROM mails
		WHERE event_id = $1 AND template = 'orders/confirmation' GROUP BY 1`,
		[eventId],
	);
	const published = new Map(rows.map((row) => [row.order_id, row.n]));
	for (const orderId of orders.values()) expect(published.get(orderId)).toBe(1);
}

describe('kill -9 in the middle of a burst', () => {
	for (const { name, strike, hitsDatabase, isShort } of faults) {
		test.skipIf(!isLong && !isShort)(
			`of ${name}: nothing acknowledged is lost, nothing is done twice`,
			async () => {
				for (let round = 0; round < rounds(1, 10); round += 1) {
					const scene = await setScene(cluster().database, servers[0] as ServerProcess, 100);
					const startedBefore = await databaseStart();
					const result = await burstWith(scene, strike);
					expectOnlyPassingFaults(result);
					if (hitsDatabase) {
						await expect.poll(databaseStart, { interval: 50 }).not.toBe(startedBefore);
						await untilReady();
					}
					await expectAllThere(cluster().database, scene, result);
					await expectMailsOnce(scene.event.eventId, result.orders);
					await expectInvariants(services);
					expect(worker.isRunning()).toBe(true);
				}
			},
		);
	}

	test('of a database that acknowledges before it has written loses some: the tests above can fail', async () => {
		const { pool } = cluster().database;
		await expect
			.poll(() =>
				pool.query('SELECT 1').then(
					() => true,
					() => false,
				),
			)
			.toBe(true);
		await pool.query('ALTER ROLE foyer SET synchronous_commit = off');
		try {
			let isLost = false;
			for (let round = 0; round < 6 && !isLost; round += 1) {
				await cluster().kill('all');
				await untilReady();
				const [server] = servers as [ServerProcess];
				const scene = await setScene(cluster().database, server, 20);
				// Everything up to here is on disk: only what the burst acknowledges can be lost, not the staff link it scans with.
				await pool.query("SELECT pg_logical_emit_message(false, 'test', '', true)");
				const result = await burstWith(scene, () => cluster().kill('all'));
				await untilReady();
				isLost = await expectAllThere(cluster().database, scene, result).then(
					() => false,
					() => true,
				);
			}
			expect(isLost).toBe(true);
		} finally {
			await pool.query('ALTER ROLE foyer RESET synchronous_commit');
			await pool.query(
				'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user AND pid <> pg_backend_pid()',
			);
		}
	});

	// In `npm test` the tests of the embedded database kill it and the process that started it.
	test.skipIf(!isLong)(
		'of Foyer and its embedded database at once: the next start has everything',
		async () => {
			const dataDir = await mkdtemp(join(tmpdir(), 'foyer-data-'));
			const options = { role: 'both' as const, environment: { DATA_DIR: dataDir } };
			let server = await startServerProcess(options);
			const place = await preparePlace(dataDir);
			const database = createDatabase({ address: embeddedAddress(place), log: createSilentLog() });
			try {
				const scene = await setScene(database, server, 50);
				const result = await burst(scene, {
					buyers: 150,
					spreadMs: 500,
					chance,
					servers: () => [server],
					fault: async () => {
						await sleep(chance.between(100, 300));
						await Promise.all([server.signal('SIGKILL'), killDatabase(place.cluster, 'all')]);
						server = await startServerProcess(options);
					},
				});
				expect(result.seen.some(({ answer }) => answer.status === 0)).toBe(true);
				await expectAllThere(database, scene, result);
				await expectInvariants(await createTestServices(database));
			} finally {
				await database.close();
				await server.signal('SIGTERM');
			}
		},
	);
});
