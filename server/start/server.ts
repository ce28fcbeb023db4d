import { flushCompileCache } from 'node:module';
import { databaseErrorCode, isDatabaseDown } from '../db/errors.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { type OpenDatabase, openDatabase } from '../db/open.ts';
import { loadDemo } from '../demo/load-demo.ts';
import { logServerCrash } from '../domain/error-log/server-crashes.ts';
import { startupNotices } from '../domain/modules.ts';
import { startWorker, type Worker } from '../jobs/worker.ts';
import { type Config, loadConfig } from '../platform/config.ts';
import { createCrashTap } from '../platform/crash-tap.ts';
import { createProcessLog } from '../platform/log.ts';
import { StopError } from '../platform/stop-error.ts';
import { openWebServer, type WebServer } from '../platform/web-server.ts';
import type { Services } from '../services.ts';
import type { Running } from './process.ts';
import { createServices } from './services.ts';
import { createWebApp, type WebApp, type WebAppOptions } from './web.ts';

/** Requests that still run when the process stops get this long to end. */
const graceMs = 10_000;

/** The parts of a server process that have been started. */
interface Parts {
	web?: WebServer;
	worker?: Worker;
	app?: WebApp;
	services?: Services;
	database?: OpenDatabase;
}

/**
 * The composition of a server process: settings, lock, port, database, migrations, services, worker, web, and at last the
 * lines for people. What was started is stopped, also when a later step fails.
 * @param createApp what answers requests; tests of faults run the API without the pages, which need a build
 */
export async function startServer(
	stopping: AbortSignal,
	createApp: (options: WebAppOptions) => Promise<WebApp> = createWebApp,
): Promise<Running> {
	const settings = loadConfig();
	const crashes = createCrashTap();
	const log = createProcessLog(settings, crashes.take);
	const parts: Parts = {};
	let isServing = false;
	try {
		const opened = await openDatabase({
			config: settings,
			log,
			kind: 'server',
			label: settings.appUrl,
			onWait: ({ label }) => say(`Waiting for the command "${label}" to end …`),
			onWatch: (path) => say(`Checking for a few seconds whether ${path} is in use …`),
			// A taken port shall be known before a database is made.
			async onLocked() {
				if (settings.role !== 'worker') parts.web = await openWebServer(settings);
			},
		});
		parts.database = opened;
		stopping.throwIfAborted();
		await migrateDatabase(opened.database.address);
		const config = withPort(settings, parts.web);
		opened.announce(config.appUrl);
		const services = await createServices(config, log, opened.database);
		parts.services = services;
		crashes.connect((crash) => logServerCrash(services, crash));
		stopping.throwIfAborted();

		if (settings.demo) await loadDemoOnce(services);
		if (settings.role !== 'web') parts.worker = startWorker(services);
		if (parts.web) {
			const { server } = parts.web;
			parts.app = await createApp({ services, server, isReady: () => isServing });
			isServing = true;
			parts.web.serve(parts.app.listener);
		}
		await greet(services, opened, parts.web);
		keepCompiledCode();
		return {
			async stop() {
				log.info('process.stopping');
				isServing = false;
				await stopParts(parts);
				log.info('process.stopped');
			},
		};
	} catch (error) {
		await stopParts(parts).catch(() => {});
		if (error instanceof StopError || !isDatabaseDown(error)) throw error;
		throw new StopError(
			`The database went away during the start (${databaseErrorCode(error) ?? 'no answer'}). See that it runs and has space, then start again.`,
			{ cause: error },
		);
	}
}

/** Nothing new is taken, what runs is finished, and the database goes last. */
async function stopParts({ web, worker, app, services, database }: Parts): Promise<void> {
	await Promise.all([web?.close(graceMs), worker?.stop()]);
	await app?.close();
	services?.mailer.close();
	await database?.close();
}

/** Demo content, when nobody was ever here: a database with one account keeps what it has, also an emptied demo. */
async function loadDemoOnce(services: Services): Promise<void> {
	const { rows } = await services.database.pool.query('SELECT 1 FROM users LIMIT 1');
	if (rows.length > 0) return;
	say('Loading demo content …');
	await loadDemo(services);
}

/** With PORT=0 the address is known only now. */
function withPort(config: Config, web: WebServer | undefined): Config {
	if (!web || config.isAppUrlSet || config.port !== 0) return config;
	return { ...config, port: web.port, appUrl: `http://localhost:${web.port}` };
}

async function greet(services: Services, opened: OpenDatabase, web: WebServer | undefined): Promise<void> {
	const { config } = services;
	if (web) {
		say(`${config.productName} is ready: ${config.appUrl}`);
		if (config.isAppUrlSet) say(`Listening on port ${web.port}.`);
	} else {
		say(`${config.productName} works as a worker.`);
	}
	say(`Database: ${opened.description}.`);
	// Their links lead to the web, whose address a worker does not know.
	for (const notice of web ? startupNotices : []) {
		try {
			const line = await notice(services);
			if (line !== null) say(line);
		} catch (error) {
			services.log.error({ error }, 'process.notice-failed');
		}
	}
}

/**
 * Writes compiled code to the cache that NODE_COMPILE_CACHE names, once the start is over. Node does so only when a process ends, and
 * a server that is killed would compile everything again when it is wanted back soonest.
 */
function keepCompiledCode(): void {
	setTimeout(flushCompileCache, 3_000).unref();
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
