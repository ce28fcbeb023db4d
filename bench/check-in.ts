import { scanGuests } from './support/full-event.ts';
import { rawPerSecond, rawTool } from './support/raw-sql.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { onStage, type Stage } from './support/stage.ts';

const rawTickets = 500_000;

/** Scans of different tickets of one event, each with its line in the log, beside the same as plainly as SQL can write it. */
export const bench: Bench = {
	run: (options) =>
		onStage(async (stage) => {
			await rawTables(stage);
			const product = await stage.startProduct();
			let turn = 0;
			const overHttp = async () => {
				turn += 1;
				return scanGuests(stage, product.port, { turn, seconds: options.seconds });
			};
			await overHttp();
			const late: number[] = [];
			const figures = await inRounds(options, {
				batched: async () =>
					rawBatch * (await rawPerSecond(stage, { ...rawScans, clients: 1, seconds: options.seconds })),
				raw: () => rawPerSecond(stage, { ...rawScan, clients: 8, seconds: options.seconds }),
				scans: async () => {
					const { perSecond, p99 } = await overHttp();
					late.push(p99);
					return perSecond;
				},
			});
			await stage.verify();
			const what = 'Check-ins with scan log, 32 connections';
			const subject = figure(figures.scans, '/s');
			return [
				{
					what,
					subject,
					reference: {
						name: `${rawTool}, ${rawBatch} scans a statement, 1 client`,
						...figure(figures.batched, '/s'),
					},
					bars: { on: 'ratio', must: 'atLeast', reach: 0.3, excellent: 0.5 },
					ifUnmet:
						'a scan is a call over HTTP whose link and list are looked up; what arrives together is written in one statement. Load generator, server and database have the same cores, the reference is one client that calls nobody.',
				},
				{
					what,
					subject,
					reference: { name: `${rawTool}, one statement, 8 clients`, ...figure(figures.raw, '/s') },
					bars: { on: 'ratio', must: 'atLeast', reach: 0.35, excellent: 0.6 },
					ifUnmet:
						'not profiled since links are looked up together: beside the same write the product looks up the link, the list, undos and the others of the order, over HTTP, with load generator, server and database on the same cores.',
				},
				{ what: 'Check-in p99 at 32 connections, as fast as they are answered', subject: figure(late, 'ms') },
			];
		}),
};

/** Tickets with a unique code, and a log that lets each in once. */
async function rawTables({ database: { pool } }: Stage): Promise<void> {
	await pool.query(`
		CREATE SCHEMA raw;
		CREATE TABLE raw.tickets (id uuid PRIMARY KEY, code text NOT NULL, name text NOT NULL, checked_in_at timestamptz);
		CREATE TABLE raw.scans (id uuid PRIMARY KEY, ticket_id uuid, verdict text NOT NULL, device text NOT NULL, at timestamptz NOT NULL DEFAULT now());`);
	await pool.query(
		`INSERT INTO raw.tickets SELECT uuidv7(), lpad(n::text, 26, '0'), 'Ada Lovelace' FROM generate_series(1, ${rawTickets}) AS n`,
	);
	await pool.query(`
		CREATE UNIQUE INDEX ON raw.tickets (code);
		CREATE INDEX ON raw.scans (ticket_id);`);
	await pool.query('VACUUM ANALYZE raw.tickets');
}

const rawScan = {
	text: `
		WITH admitted AS (
			UPDATE raw.tickets SET checked_in_at = now() WHERE code = lpad(:n::text, 26, '0') AND checked_in_at IS NULL RETURNING id, name
		)
		INSERT INTO raw.scans (id, ticket_id, verdict, device)
		SELECT uuidv7(), (SELECT id FROM admitted), CASE WHEN EXISTS (SELECT FROM admitted) THEN 'accepted' ELSE 'refused' END, 'Entrance 1'
		RETURNING id, verdict`,
	randoms: { n: rawTickets },
};

const rawBatch = 16;
/** The same for several tickets far apart from each other; one client, since two would wait for each other's rows in a circle. */
const rawScans = {
	text: `
		WITH asked AS (
			SELECT lpad((1 + (:n::int + i * 30011) % ${rawTickets})::text, 26, '0') AS code FROM generate_series(1, ${rawBatch}) AS i
		), admitted AS (
			UPDATE raw.tickets t SET checked_in_at = now() FROM asked
			WHERE t.code = asked.code AND t.checked_in_at IS NULL RETURNING t.id, t.code
		)
		INSERT INTO raw.scans (id, ticket_id, verdict, device)
		SELECT uuidv7(), admitted.id, CASE WHEN admitted.id IS NULL THEN 'refused' ELSE 'accepted' END, 'Entrance 1'
		FROM asked LEFT JOIN admitted USING (code)
		RETURNING id, verdict`,
	randoms: { n: rawTickets },
};
