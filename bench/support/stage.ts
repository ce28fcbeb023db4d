import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createDatabase, type Database } from '#server/db/client.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { startEmbeddedDatabase } from '#server/db/embedded/server.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import type { Services } from '#server/services.ts';
import { createServices } from '#server/start/services.ts';

/** The product as `npm start` runs it, in a process of its own. */
export interface Product {
	port: number;
	pid: number;
	/** Seconds of processor time so far (Linux). */
	processorTime(): number;
	/** Bytes of memory at most so far (Linux). */
	peakMemory(): number;
	/** Bytes of memory now (Linux). */
	memory(): number;
	stop(): Promise<void>;
}

/** A durable database of its own with migrations, and services on it for preparing data. */
export interface Stage {
	/** Directory of the database's socket, its user and name. */
	address: { host: string; user: string; database: string };
	database: Database;
	services: Services;
	/** Starts the product on this database; the stage's end stops it. */
	startProduct(env?: Record<string, string>): Promise<Product>;
	/** Starts the API of the built-in payment gateway as a process of its own; the product finds it by `BENCH_GATEWAY_PORT`. */
	startGateway(): Promise<Product>;
	/** Throws when an invariant of the product is broken. */
	verify(): Promise<void>;
	/** Throws away what the worker still has to do, and does what autovacuum would, so that a reference is not measured beside it. */
	markDispatched(): Promise<void>;
	close(): Promise<void>;
}

/** Runs work on a stage of its own and clears it away. */
export async function onStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
	const stage = await openStage();
	try {
		return await work(stage);
	} finally {
		await stage.close();
	}
}

/** @param persistent a directory that outlives the stage, so that the next one finds its database there */
export async function openStage(persistent?: string): Promise<Stage> {
	const folder = persistent ?? (await mkdtemp(join(tmpdir(), 'foyer-bench-')));
	const log = createSilentLog();
	const server = await startEmbeddedDatabase({ place: await preparePlace(folder), log, maxConnections: 60 });
	await migrateDatabase(server.address);
	// Data is made in statements of their own size, also on a busy machine.
	const timeouts = { statementMs: 120_000, idleInTransactionMs: 120_000 };
	const database = createDatabase({ address: server.address, log, poolSize: 8, timeouts });
	const config = parseConfig({ NODE_ENV: 'production', DATA_DIR: folder, APP_URL: 'http://localhost' });
	const services = await createServices(config, log, database);
	const products: Product[] = [];
	return {
		address: server.address as Stage['address'],
		database,
		services,
		async startProduct(env = {}) {
			const product = await startProduct(
				server.address.host,
				join(folder, `product-${products.length}`),
				env,
			);
			products.push(product);
			return product;
		},
		async startGateway() {
			const dataDir = join(folder, 'gateway');
			const gateway = await startServer('payment-gateway.ts', serverEnv(server.address.host, dataDir));
			products.push(gateway);
			return gateway;
		},
		async verify() {
			for (const check of invariantChecks) {
				const found = await check.run(services);
				if (found.length > 0) throw new Error(`${check.name}: ${found[0]}`);
			}
		},
		async markDispatched() {
			const { pool } = database;
			// In the order in which the worker takes them, and without those that it has: two that update the same rows deadlock.
			await pool.query(
				`UPDATE facts SET dispatched_at = now() WHERE id IN (
					SELECT id FROM facts WHERE dispatched_at IS NULL ORDER BY id FOR UPDATE SKIP LOCKED)`,
			);
			await pool.query('VACUUM ANALYZE orders, order_items, attendees, facts, capacity_pools, mails');
		},
		async close() {
			for (const product of products) await product.stop();
			await database.close();
			await server.stop();
			if (persistent === undefined) await rm(folder, { recursive: true, force: true });
		},
	};
}

/** Limits stay at work, only so wide that they refuse nothing: what they cost is part of the product. */
const wideLimits = Object.fromEntries(
	['READ', 'WRITE', 'SIGN_IN', 'MAIL', 'ORDER', 'SCAN', 'EXPORT', 'UPLOAD'].flatMap((family) => [
		[`RATE_LIMIT_${family}`, '9999999/s'],
		[`RATE_LIMIT_ACCOUNT_${family}`, '9999999/s'],
	]),
);

const serverEnv = (socket: string, dataDir: string) => ({
	NODE_ENV: 'production',
	PORT: '0',
	HOST: '127.0.0.1',
	DATA_DIR: dataDir,
	DATABASE_URL: `postgres://foyer@localhost/foyer?host=${encodeURIComponent(socket)}`,
	LOG_LEVEL: 'warn',
});

function startProduct(socket: string, dataDir: string, env: Record<string, string>): Promise<Product> {
	return startServer('product.ts', { ...serverEnv(socket, dataDir), ...wideLimits, ...env });
}

/** The server library alone, answering a small JSON at /hello. */
export function startBareServer(): Promise<Product> {
	return startServer('bare-server.ts', { NODE_ENV: 'production' });
}

/** What `npm start` gives Node, so that what is measured is what people run. */
export const nodeFlags = (
	JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
		scripts: { start: string };
	}
).scripts.start
	.split(' ')
	.filter((word) => word.startsWith('--'));

async function startServer(file: string, env: Record<string, string>): Promise<Product> {
	const { FOYER_ROLE: _role, ...inherited } = process.env;
	const child = spawn(
		process.execPath,
		[...nodeFlags, ...(process.env.NODE_ARGS?.split(' ') ?? []), join(import.meta.dirname, file)],
		{
			env: { ...inherited, ...env },
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	const port = await portOf(child);
	const pid = child.pid as number;
	return {
		port,
		pid,
		processorTime: () => processorTimeOf(pid),
		peakMemory: () => memoryOf(pid, 'VmHWM'),
		memory: () => memoryOf(pid, 'VmRSS'),
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const ended = once(child, 'exit');
			child.kill('SIGTERM');
			await ended;
		},
	};
}

function portOf(child: ChildProcess): Promise<number> {
	return new Promise((resolve, reject) => {
		child.once('exit', (status) => reject(new Error(`the product ended with ${status}`)));
		if (process.env.SHOW) child.stdout?.pipe(process.stderr);
		const lines = createInterface({ input: child.stdout as NonNullable<ChildProcess['stdout']> });
		lines.on('line', (line) => {
			const port = /is ready: \S+:(\d+)$/.exec(line)?.[1];
			if (port) resolve(Number(port));
		});
	});
}

/** User and system time, which the kernel counts in hundredths of a second. */
function processorTimeOf(pid: number): number {
	const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
	return (Number(fields[11]) + Number(fields[12])) / 100;
}

function memoryOf(pid: number, line: string): number {
	const kilobytes = new RegExp(`^${line}:\\s+(\\d+) kB`, 'm').exec(
		readFileSync(`/proc/${pid}/status`, 'utf8'),
	);
	return Number(kilobytes?.[1] ?? Number.NaN) * 1024;
}
