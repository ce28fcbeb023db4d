import { createStaffLink } from '#server/domain/staff/commands/make-staff-link.ts';
import { insertSellingEvent } from '#tests/factories/tickets.ts';
import { loadOk } from './support/load.ts';
import { rawPerSecond, rawTool } from './support/raw-sql.ts';
import { figure, inRounds } from './support/rounds.ts';
import type { Bench } from './support/row.ts';
import { onStage, type Stage } from './support/stage.ts';

/** More than any machine lets in during a round. */
const guestsPerRound = 100_000;
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
				const { token, prefix } = await fullEvent(stage, turn);
				const result = await loadOk({
					port: product.port,
					connections: 32,
					ms: options.seconds * 1_000,
					method: 'POST',
					path: `/api/staff-access/checkin/${token}`,
					body: JSON.stringify({ guestQrData: `${prefix}{n}` }),
				});
				await stage.database.pool.query('VACUUM ANALYZE check_ins');
				return result;
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
					bars: { on: 'ratio', must: 'atLeast', reach: 0.25, excellent: 0.5 },
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

/** An event whose guests' ticket codes are a prefix and the numbers that the load counts through. */
async function fullEvent(stage: Stage, turn: number): Promise<{ token: string; prefix: string }> {
	const event = await insertSellingEvent(stage.database);
	const prefix = String(turn).padStart(18, '0');
	const ids = [event.organisationId, event.eventId, event.ticketTypeId];
	const { pool } = stage.database;
	await pool.query(
		`CREATE TABLE raw.guests AS SELECT uuidv7() AS id, n FROM generate_series(1, ${guestsPerRound}) AS n`,
	);
	await pool.query(
		`INSERT INTO orders (id, organisation_id, event_id, code, status, buyer_name, buyer_email, currency, confirmed_at)
		SELECT id, $1, $2, 'B' || n, 'confirmed', 'Ada Lovelace', 'ada@example.org', 'EUR', now() FROM raw.guests`,
		ids.slice(0, 2),
	);
	await pool.query(
		`INSERT INTO order_items (organisation_id, event_id, order_id, ticket_type_id, quantity, places, unit_price_minor)
		SELECT $1, $2, id, $3, 1, 1, 0 FROM raw.guests`,
		ids,
	);
	await pool.query(
		`INSERT INTO attendees (id, organisation_id, event_id, order_id, ticket_type_id, name, email, ticket_code, status)
		SELECT id, $1, $2, id, $3, 'Ada Lovelace', 'ada@example.org', '${prefix}' || 10000000 + n, 'active' FROM raw.guests`,
		ids,
	);
	await pool.query('DROP TABLE raw.guests');
	await pool.query('UPDATE capacity_pools SET confirmed = $2 WHERE id = $1', [event.poolId, guestsPerRound]);
	await pool.query('VACUUM ANALYZE orders, order_items, attendees');
	const link = await createStaffLink(stage.services, {
		...event,
		userId: event.organisationId,
		input: { label: 'Entrance' },
	});
	return { token: link.token, prefix };
}
