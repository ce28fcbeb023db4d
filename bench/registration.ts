import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import pg from 'pg';
import { createDatabase, type Database } from '#server/db/client.ts';
import { preparePlace } from '#server/db/embedded/place.ts';
import { startEmbeddedDatabase } from '#server/db/embedded/server.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { invariantChecks } from '#server/domain/modules.ts';
import { placeOrder } from '#server/domain/orders/commands/place-order.ts';
import { createHttpApp } from '#server/http/app.ts';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { openWebServer } from '#server/platform/web-server.ts';
import type { Services } from '#server/services.ts';
import { createServices } from '#server/start/services.ts';
import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { load } from './support/load.ts';

/**
 * Registrations on one hot ticket type: raw SQL, the command, and the whole way over HTTP, one after the other in each round, on a
 * durable database of its own. `node bench/registration.ts [-- seconds of each] [rounds]`. Ratios are what counts; absolute numbers
 * are the machine's.
 */
const [seconds = 3, rounds = 3] = process.argv
	.slice(2)
	.filter((text) => /^\d+$/.test(text))
	.map(Number);

const folder = await mkdtemp(join(tmpdir(), 'foyer-bench-'));
const log = createSilentLog();
const server = await startEmbeddedDatabase({ place: await preparePlace(folder), log });
await migrateDatabase(server.address);
const database = createDatabase({ address: server.address, log, poolSize: 20 });
const services = await createServices(
	parseConfig({ NODE_ENV: 'production', DATA_DIR: folder, APP_URL: 'http://localhost' }),
	log,
	database,
);
const limitless = {
	...services,
	config: { ...services.config, rateLimits: { ...services.config.rateLimits, isOn: false } },
};
const web = await openWebServer({ port: 0, host: '127.0.0.1' });
web.serve(getRequestListener(createHttpApp(limitless).fetch, { overrideGlobalObjects: false }));
await rawTables(database);

const rows = new Map<string, number[]>();
const note = (name: string, value: number) => rows.set(name, [...(rows.get(name) ?? []), value]);
try {
	for (let round = 0; round < rounds; round += 1) {
		note('raw SQL, 32 orders a statement, 1 client', await rawLoop(32, 1));
		note('raw SQL, 1 order a statement, 8 clients', await rawLoop(1, 8));
		for (const clients of [1, 128])
			note(`command, ${clients} at once`, await commands(await hotEvent(), clients));
		for (const connections of [32, 128, 512])
			note(`HTTP, ${connections} connections`, (await overHttp(await hotEvent(), connections)).perSecond);
		const soldOut = await insertSellingEvent(database, 0);
		note('HTTP, sold out, 128 connections', (await overHttp(soldOut, 128)).perSecond);
		note('HTTP, echo (health), 128 connections', (await echo(128)).perSecond);
		await maintain(database);
	}
	const peak = median('HTTP, 128 connections');
	const open = await overHttp(await hotEvent(), 256, peak / 2);
	print(open);
	await verify(services);
} finally {
	await web.close(1_000);
	await database.close();
	await server.stop();
	await rm(folder, { recursive: true, force: true });
}

function hotEvent(): Promise<SellingEvent> {
	return insertSellingEvent(database, 1_000_000);
}

/** The same rows as plainly as SQL can write them: no search index, no keys, no facts, values made by the server. */
async function rawTables({ pool }: Database): Promise<void> {
	await pool.query(`
		CREATE SCHEMA raw;
		CREATE TABLE raw.pools (id int PRIMARY KEY, size int NOT NULL, sold int NOT NULL, CHECK (sold <= size));
		CREATE TABLE raw.orders (id uuid PRIMARY KEY, pool_id int NOT NULL, code text NOT NULL, name text, email text, created_at timestamptz DEFAULT now());
		CREATE UNIQUE INDEX ON raw.orders (pool_id, code);
		CREATE TABLE raw.tickets (id uuid PRIMARY KEY, order_id uuid NOT NULL, name text, email text, code text NOT NULL);
		CREATE UNIQUE INDEX ON raw.tickets (code);
		INSERT INTO raw.pools VALUES (1, 1000000000, 0);`);
}

async function rawLoop(orders: number, clients: number): Promise<number> {
	const text = `
		WITH taken AS (UPDATE raw.pools SET sold = sold + $1 WHERE id = 1 AND sold + $1 <= size RETURNING id),
		made AS (
			INSERT INTO raw.orders (id, pool_id, code, name, email)
			SELECT gen_random_uuid(), 1, left(gen_random_uuid()::text, 13), 'Ada Lovelace', 'ada@example.org' FROM taken, generate_series(1, $1)
			RETURNING id)
		INSERT INTO raw.tickets SELECT gen_random_uuid(), id, 'Ada Lovelace', 'ada@example.org', gen_random_uuid()::text FROM made`;
	const untilMs = performance.now() + seconds * 1_000;
	let done = 0;
	await Promise.all(
		Array.from({ length: clients }, async () => {
			const client = new pg.Client(server.address);
			await client.connect();
			while (performance.now() < untilMs) {
				await client.query({ name: `raw-${orders}`, text, values: [orders] });
				done += orders;
			}
			await client.end();
		}),
	);
	return done / seconds;
}

async function commands(event: SellingEvent, clients: number): Promise<number> {
	const untilMs = performance.now() + seconds * 1_000;
	let done = 0;
	await Promise.all(
		Array.from({ length: clients }, async (_, client) => {
			while (performance.now() < untilMs) {
				await placeOrder(services, {
					...event,
					buyer: { name: `Ada Lovelace ${done}`, email: `ada.${done}@example.org` },
					items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
					idempotencyKey: `${client}-${performance.now()}-${done}`,
				});
				done += 1;
			}
		}),
	);
	return done / seconds;
}

function overHttp(event: SellingEvent, connections: number, rate?: number) {
	return load({
		port: web.port,
		connections,
		ms: seconds * 1_000,
		method: 'POST',
		path: `/api/events/${event.eventId}/orders`,
		hasKeys: true,
		body: JSON.stringify({
			buyer: { name: 'Ada Lovelace {n}', email: 'ada.{n}@example.org' },
			items: [{ ticketTypeId: event.ticketTypeId, quantity: 1 }],
		}),
		...(rate ? { rate } : {}),
	}).then((result) => {
		const faults = Object.entries(result.byStatus).filter(([status]) => !['201', '422'].includes(status));
		if (faults.length > 0) throw new Error(`unexpected answers: ${JSON.stringify(result.byStatus)}`);
		return result;
	});
}

function echo(connections: number) {
	return load({ port: web.port, connections, ms: seconds * 1_000, method: 'GET', path: '/healthz' });
}

/** What autovacuum would do meanwhile, at a moment of our choosing. */
async function maintain({ pool }: Database): Promise<void> {
	await pool.query('VACUUM ANALYZE orders, order_items, attendees, facts, capacity_pools, raw.pools');
}

function median(name: string): number {
	const sorted = [...(rows.get(name) ?? [])].sort((a, b) => a - b);
	return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function print(open: { p50: number; p99: number; perSecond: number }): void {
	for (const [name, values] of rows) {
		const spread = `${Math.round(Math.min(...values))}–${Math.round(Math.max(...values))}`;
		console.log(`${name.padEnd(44)} ${String(Math.round(median(name))).padStart(7)} /s   (${spread})`);
	}
	const http = median('HTTP, 128 connections');
	const ratio = (name: string, value: number, reach: string) =>
		console.log(`${name.padEnd(56)} ${value.toFixed(2).padStart(6)}   ${reach}`);
	console.log('');
	ratio(
		'HTTP 128 / raw SQL of 32 orders',
		http / median('raw SQL, 32 orders a statement, 1 client'),
		'reach 0.30, excellent 0.50',
	);
	ratio(
		'HTTP 128 / raw SQL of one order, 8 clients',
		http / median('raw SQL, 1 order a statement, 8 clients'),
		'reach 1.5, excellent 2.5',
	);
	ratio(
		'HTTP 512 / HTTP 32',
		median('HTTP, 512 connections') / median('HTTP, 32 connections'),
		'reach 0.9, excellent 1.0',
	);
	ratio(
		'sold out / echo',
		median('HTTP, sold out, 128 connections') / median('HTTP, echo (health), 128 connections'),
		'reach 0.5, excellent 0.8',
	);
	ratio(`open loop at ${Math.round(open.perSecond)} /s: p50 ms`, open.p50, '');
	ratio('open loop: p99 ms', open.p99, 'reach 50, excellent 15');
}

async function verify(of: Services): Promise<void> {
	for (const check of invariantChecks) {
		const found = await check.run(of);
		if (found.length > 0) throw new Error(`${check.name}: ${found[0]}`);
	}
	console.log('\nEvery invariant holds.');
}
