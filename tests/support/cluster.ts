import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { createDatabase, type Database } from '#server/db/client.ts';
import { type Place, preparePlace } from '#server/db/embedded/place.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/db/embedded/server.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { socketUrl } from './server-process.ts';

/** A PostgreSQL of its own that writes durably, as in production, so that it can be killed. */
export interface TestCluster {
	url: string;
	database: Database;
	socketDirectory: string;
	/** `postmaster` leaves its helpers orphaned; `all` ends every process of the server at once. It starts again by itself. */
	kill(what: 'postmaster' | 'all'): Promise<void>;
	stop(): Promise<void>;
	start(): Promise<void>;
}

/** Ends processes of a database that work in this directory, as a machine that runs out of memory might. */
export async function killDatabase(clusterPath: string, what: 'postmaster' | 'all'): Promise<void> {
	const pids: number[] = [];
	for (const name of await readdir('/proc')) {
		if (!/^\d+$/.test(name)) continue;
		if ((await readlink(`/proc/${name}/cwd`).catch(() => null)) === clusterPath) pids.push(Number(name));
	}
	// A database whose owner was killed ends by itself: then nothing is left to kill, nor a file that names it.
	const main = async () =>
		Number((await readFile(join(clusterPath, 'postmaster.pid'), 'utf8')).split('\n')[0]);
	for (const pid of what === 'all' ? pids : [await main()]) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// Gone meanwhile.
		}
	}
}

export async function startTestCluster(): Promise<TestCluster & { remove(): Promise<void> }> {
	const dataDir = await mkdtemp(join(tmpdir(), 'foyer-cluster-'));
	const place: Place = await preparePlace(dataDir);
	const run = () => startEmbeddedDatabase({ place, log: createSilentLog(), maxConnections: 150 });
	let server: EmbeddedDatabase = await run();
	await migrateDatabase(server.address);
	const database = createDatabase({ address: server.address, log: createSilentLog(), poolSize: 10 });
	return {
		url: socketUrl(place.socketDirectory, 'foyer'),
		socketDirectory: place.socketDirectory,
		database,
		kill: (what) => killDatabase(place.cluster, what),
		stop: () => server.stop(),
		async start() {
			server = await run();
		},
		async remove() {
			await database.close();
			await server.stop();
			await rm(dataDir, { recursive: true, force: true });
			await rm(place.socketDirectory, { recursive: true, force: true });
		},
	};
}

/** A cluster for all tests of the file. */
export function useTestCluster(): () => TestCluster {
	let cluster: Awaited<ReturnType<typeof startTestCluster>> | undefined;
	beforeAll(async () => {
		cluster = await startTestCluster();
	});
	afterAll(async () => {
		await cluster?.remove();
	});
	return () => {
		if (!cluster) throw new Error('The cluster exists only while tests run.');
		return cluster;
	};
}
