import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { preparePlace } from '#server/db/embedded/place.ts';
import { startEmbeddedDatabase } from '#server/db/embedded/server.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { partitionByOrganisation } from './partitions.ts';
import { bundlePrograms } from './programs.ts';
import { makeRunDirectory } from './run-directory.ts';

declare module 'vitest' {
	export interface ProvidedContext {
		databaseHost: string;
		/** The directory of the programs that tests start. */
		programs: string;
	}
}

/**
 * One PostgreSQL for the whole run, without durability, in a directory that goes away with it. Its database "foyer" carries
 * all migrations and is the template that each test file clones.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const dataDir = await makeRunDirectory('foyer-test-');
	const programs = join(dataDir, 'programs');
	const bundling = bundlePrograms(programs);
	const server = await startEmbeddedDatabase({
		place: await preparePlace(dataDir),
		log: createSilentLog(),
		isDisposable: true,
		maxConnections: 300,
	});
	await migrateDatabase(server.address);
	await configure(server.address);
	if (process.env.FOYER_TEST_PARTITIONED === '1') await partitionByOrganisation(server.address);
	await bundling;
	project.provide('databaseHost', server.address.host);
	project.provide('programs', programs);
	// What tests lay down in the temporary directory goes away with the run as well.
	const temporary = join(dataDir, 'tmp');
	await mkdir(temporary);
	process.env.TMPDIR = temporary;
	return async () => {
		await server.stop();
		await rm(dataDir, { recursive: true, force: true });
		await rm(server.address.host, { recursive: true, force: true });
	};
}

async function configure({ host }: { host: string }): Promise<void> {
	const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
	await client.connect();
	// `truncate` of a test database removes rows without their triggers.
	await client.query('GRANT SET ON PARAMETER session_replication_role TO foyer');
	// Tables that were never analysed count as large; the processes started to read them side by side take twenty times as long as
	// the few rows in them.
	await client.query('ALTER SYSTEM SET max_parallel_workers_per_gather = 0');
	await client.query('SELECT pg_reload_conf()');
	await client.end();
}
