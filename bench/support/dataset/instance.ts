import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createDatabase } from '#server/db/client.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { startEmbeddedDatabase } from '#server/db/embedded/server.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createHttpApp } from '#server/http/app.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { openWebServer } from '#server/platform/web-server.ts';
import type { Services } from '#server/services.ts';
import { createServices } from '#server/start/services.ts';
import { findDataset, makeDataset } from '../dataset.ts';
import type { Dataset, DatasetSize } from './size.ts';

/** A server on a database of a made size, durable as the product's own. */
export interface Instance {
	services: Services;
	dataset: Dataset;
	port: number;
	/** Process of the database's server. */
	databasePid: number | null;
	close(): Promise<void>;
}

/**
 * Starts one. With BENCH_DATA the database is kept in that directory and found again by the next run; else it goes away.
 */
export async function openInstance(size: DatasetSize, note: (line: string) => void): Promise<Instance> {
	const kept = process.env.BENCH_DATA;
	const folder = kept ? join(kept, String(size.attendees)) : await mkdtemp(join(tmpdir(), 'foyer-bench-'));
	const log = createSilentLog();
	const server = await startEmbeddedDatabase({ place: await preparePlace(folder), log });
	await migrateDatabase(server.address);
	const database = createDatabase({ address: server.address, log, poolSize: 20 });
	const config = parseConfig({
		NODE_ENV: 'production',
		DATA_DIR: folder,
		APP_URL: 'http://localhost',
		RATE_LIMITS: 'off',
	});
	const services = await createServices(config, log, database);
	const isMade = (await database.pool.query('SELECT FROM events LIMIT 1')).rowCount === 1;
	const dataset = isMade ? await findDataset(services, size) : await makeDataset(services, size, note);
	const web = await openWebServer({ port: 0, host: '127.0.0.1' });
	web.serve(getRequestListener(createHttpApp(services).fetch, { overrideGlobalObjects: false }));
	return {
		services,
		dataset,
		port: web.port,
		databasePid: server.pid(),
		async close() {
			await web.close(1_000);
			await database.close();
			await server.stop();
			if (!kept) await rm(folder, { recursive: true, force: true });
		},
	};
}
