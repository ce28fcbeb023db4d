import { insertSellingEvent, type SellingEvent } from '#tests/factories/tickets.ts';
import { loadOk } from './support/load.ts';
import { rawPerSecond, rawTool } from './support/raw-sql.ts';
import { figure, inRounds, median } from './support/rounds.ts';
import type { Bench, BenchOptions, BenchRow } from './support/row.ts';
import { onStage, type Product, type Stage } from './support/stage.ts';

/**
 * Free registrations on one hot ticket type over HTTP, beside the same rows as plainly as SQL can write them. The worker runs in the
 * same process; its emails are not in the figure, since nearly all of them are composed later: how many were is printed, and
 * `mails` measures them.
 */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			await rawTables(stage);
			const product = await stage.startProduct();
			const rows = await measure(stage, product, options);
			await stage.verify();
			return rows;
		}),
};

async function measure(stage: Stage, product: Product, options: BenchOptions): Promise<BenchRow[]> {
	const { seconds, rounds, say } = options;
	const overHttp = async (connections: number, rate?: number) => {
		const event = await insertSellingEvent(stage.database, 1_000_000);
		const result = await register(product.port, event, { connections, seconds, rate });
		const { rows } = await stage.database.pool.query<{ count: number }>(
			`SELECT count(*)::int FROM mails WHERE event_id = $1 AND subject <> ''`,
			[event.eventId],
		);
		await stage.markDispatched();
		return { ...result, composed: rows[0]?.count ?? 0 };
	};
	const route = (path: string, body?: string) => async () =>
		(await loadOk({ port: product.port, connections: 128, ms: seconds * 1_000, path, ...post(body) }))
			.perSecond;
	for (const connections of [32, 512]) await overHttp(connections);
	const composed: number[] = [];
	const figures = await inRounds(options, {
		batched: () => raw(stage, 32, 1, seconds),
		single: () => raw(stage, 1, 8, seconds),
		at32: async () => (await overHttp(32)).perSecond,
		at128: async () => {
			const result = await overHttp(128);
			composed.push(result.composed / seconds);
			return result.perSecond;
		},
		at512: async () => (await overHttp(512)).perSecond,
		echo: route('/api/bench/echo', order(crypto.randomUUID())),
		trivial: route('/api/bench/trivial'),
	});
	const peak = median(figures.at128);
	const late: number[][] = [];
	const alone: number[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const { perSecond, p50, p99 } = await overHttp(256, peak / 2);
		alone.push((await overHttp(1)).p50);
		say(
			`open loop ${round + 1}: ${Math.round(perSecond)}/s, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; one connection: p50 ${alone.at(-1)?.toFixed(1)} ms`,
		);
		late.push([p50, p99]);
	}
	const rate = Math.round(peak / 2);
	const what = 'Free registrations, one hot ticket type, 128 connections';
	const subject = figure(figures.at128, '/s');
	const oneConnection = { name: 'p50 of one connection alone', ...figure(alone, 'ms') };
	return [
		{
			what,
			subject,
			reference: { name: `${rawTool}, 32 orders a statement, 1 client`, ...figure(figures.batched, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 0.3, excellent: 0.5 },
			ifUnmet:
				'processor time per order, measured beside neighbours: 60 µs in the process (a sixth of it the kernel’s, a seventh collecting), 50 in the database (11 of them the search index of guests), 15 in the load generator. The reference needs 26 for two tables and three indexes, on a core of its own. Load generator and database on other cores would change it most.',
		},
		{
			what,
			subject,
			reference: { name: `${rawTool}, one guarded statement, 8 clients`, ...figure(figures.single, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 1.5, excellent: 2.5 },
		},
		{
			what: 'The same at 512 connections',
			subject: figure(figures.at512, '/s'),
			reference: { name: 'the same at 32 connections', ...figure(figures.at32, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 1, excellent: 1.2 },
		},
		{
			what,
			subject,
			reference: {
				name: 'a route of the same server that takes an order and gives it back',
				...figure(figures.echo, '/s'),
			},
			bars: { on: 'ratio', must: 'atLeast', reach: 0.75, excellent: 0.85 },
			ifUnmet:
				'an echo takes 28 µs of the process; an order takes 62 to 85 of it and 83 in the database, on the same cores (bench/tuning.md).',
		},
		{
			what: 'A route that takes an order and gives it back, 128 connections',
			subject: figure(figures.echo, '/s'),
			reference: { name: 'a trivial API route of the same server', ...figure(figures.trivial, '/s') },
			bars: { on: 'ratio', must: 'atLeast', reach: 0.65, excellent: 0.8 },
			ifUnmet:
				'the body is read, parsed and checked by its contract, and the answer written from it. Not profiled by part.',
		},
		{
			what: `Registration p99, open loop at half of the peak (${rate} /s)`,
			subject: figure(
				late.map(([, p99]) => p99 as number),
				'ms',
			),
			bars: { on: 'subject', must: 'atMost', reach: 50, excellent: 15 },
			ifUnmet:
				'a young collection keeps the orders that are under way, some 3.5 MB of 20 in a trace, and stops the process for 8 to 20 ms on a busy machine; the worker’s mails share the process. Web and worker apart, or a core more, should change it.',
		},
		{
			what: `Registration p50, open loop at half of the peak (${rate} /s)`,
			subject: figure(
				late.map(([p50]) => p50 as number),
				'ms',
			),
			reference: oneConnection,
			bars: { on: 'ratio', must: 'atMost', reach: 2, excellent: 1.5 },
			ifUnmet:
				'an order waits for the batch before it, and load generator, database and worker have the same cores: 2.4 ms without a worker (bench/tuning.md).',
		},
		{
			what: 'The 99th percentile of it',
			subject: figure(
				late.map(([, p99]) => p99 as number),
				'ms',
			),
			reference: oneConnection,
			bars: { on: 'ratio', must: 'atMost', reach: 5, excellent: 3 },
			ifUnmet:
				'collections of the young generation and the worker’s work in the same process: 10 to 20 ms without a worker (bench/tuning.md).',
		},
		{
			what: 'Emails composed meanwhile, 128 connections',
			subject: figure(composed, '/s'),
			reference: { name: 'registrations', ...subject },
			note: 'Without a mail server: their subjects alone. Whole emails with their drain are measured by `mails`.',
		},
		{
			what: 'Peak memory of the process, web and worker, after all registrations',
			subject: { value: product.peakMemory() / 1e6, unit: 'MB' },
		},
	];
}

const order = (ticketTypeId: string) =>
	JSON.stringify({
		buyer: { name: 'Ada Lovelace {n}', email: 'ada.{n}@example.org' },
		items: [{ ticketTypeId, quantity: 1 }],
	});

const post = (body: string | undefined) =>
	body === undefined ? { method: 'GET' } : { method: 'POST', hasKeys: true, body };

function register(
	port: number,
	event: SellingEvent,
	how: { connections: number; seconds: number; rate?: number | undefined },
) {
	return loadOk(
		{
			port,
			connections: how.connections,
			ms: how.seconds * 1_000,
			path: `/api/events/${event.eventId}/orders`,
			...post(order(event.ticketTypeId)),
			...(how.rate === undefined ? {} : { rate: how.rate }),
		},
		[201],
	);
}

/** Orders with their tickets and nothing else: no search index, no keys, no facts, values made by the server. */
async function rawTables({ database: { pool } }: Stage): Promise<void> {
	await pool.query(`
		CREATE SCHEMA raw;
		CREATE TABLE raw.pools (id int PRIMARY KEY, size int NOT NULL, sold int NOT NULL, CHECK (sold <= size));
		CREATE TABLE raw.orders (id uuid PRIMARY KEY, pool_id int NOT NULL, code text NOT NULL, name text, email text, created_at timestamptz DEFAULT now());
		CREATE UNIQUE INDEX ON raw.orders (pool_id, code);
		CREATE TABLE raw.tickets (id uuid PRIMARY KEY, order_id uuid NOT NULL, name text, email text, code text NOT NULL);
		CREATE UNIQUE INDEX ON raw.tickets (code);
		INSERT INTO raw.pools VALUES (1, 1000000000, 0);`);
}

/** Orders a second. */
async function raw(stage: Stage, orders: number, clients: number, seconds: number): Promise<number> {
	const text = `
		WITH taken AS (UPDATE raw.pools SET sold = sold + ${orders} WHERE id = 1 AND sold + ${orders} <= size RETURNING id),
		made AS (
			INSERT INTO raw.orders (id, pool_id, code, name, email)
			SELECT uuidv7(), 1, left(gen_random_uuid()::text, 13), 'Ada Lovelace', 'ada@example.org' FROM taken, generate_series(1, ${orders})
			RETURNING id)
		INSERT INTO raw.tickets SELECT uuidv7(), id, 'Ada Lovelace', 'ada@example.org', gen_random_uuid()::text FROM made`;
	return orders * (await rawPerSecond(stage, { text, clients, seconds }));
}
