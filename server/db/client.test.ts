import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createSilentLog } from '#server/platform/log.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { hangMs } from '#tests/support/seed.ts';
import { createDatabase, defaultTimeouts } from './client.ts';
import { databaseErrorCode, isDatabaseBusy, isDatabaseDown, isUniqueViolation } from './errors.ts';

describe('database client', () => {
	const database = useTestDatabase({ timeouts: defaultTimeouts });

	test('a transaction that fails leaves nothing behind', async () => {
		const { pool, transaction } = database();
		await expect(
			transaction(async (tx) => {
				await tx.execute(sql`INSERT INTO instance_secrets (name, value) VALUES ('a', '\\x00')`);
				throw new Error('no');
			}),
		).rejects.toThrow('no');
		const { rows } = await pool.query('SELECT 1 FROM instance_secrets');
		expect(rows).toEqual([]);
	});

	test('two transactions that deadlock both succeed', async () => {
		const { pool, transaction } = database();
		await pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('x', ''), ('y', '')`);
		let arrived = 0;
		const bothThere = Promise.withResolvers<void>();
		const meet = async () => {
			arrived++;
			if (arrived === 2) bothThere.resolve();
			// A repetition after the deadlock finds both there already.
			await bothThere.promise;
		};
		const touch = (first: string, second: string) =>
			transaction(async (tx) => {
				await tx.execute(sql`UPDATE instance_secrets SET value = value || '\\x01' WHERE name = ${first}`);
				await meet();
				await tx.execute(sql`UPDATE instance_secrets SET value = value || '\\x01' WHERE name = ${second}`);
			});
		await Promise.all([touch('x', 'y'), touch('y', 'x')]);
		const { rows } = await pool.query('SELECT length(value) AS n FROM instance_secrets ORDER BY name');
		expect(rows.map((row) => row.n)).toEqual([2, 2]);
	});

	test('a transaction may have a limit of its own for its statements', async () => {
		const { address, transaction } = database();
		const pause = (seconds: number) => sql`SELECT pg_sleep(${seconds})`;
		const error = await transaction((tx) => tx.execute(pause(60)), { statementMs: 50 }).catch(
			(caught: unknown) => caught,
		);
		expect(databaseErrorCode(error)).toBe('57014');
		const hasty = createDatabase({
			address,
			log: createSilentLog(),
			poolSize: 1,
			timeouts: { statementMs: 50 },
		});
		try {
			await hasty.transaction((tx) => tx.execute(pause(0.2)), { statementMs: 60_000 });
			// Its connection has the usual limit again.
			const after = await hasty.db.execute(pause(60)).catch((caught: unknown) => caught);
			expect(databaseErrorCode(after)).toBe('57014');
		} finally {
			await hasty.close();
		}
	});

	test('a held lock leads to a bounded wait', async () => {
		const { pool, transaction } = database();
		await pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('held', '')`);
		const holder = await pool.connect();
		await holder.query('BEGIN');
		await holder.query(`SELECT 1 FROM instance_secrets WHERE name = 'held' FOR UPDATE`);
		const started = performance.now();
		const error = await transaction((tx) =>
			tx.execute(sql`UPDATE instance_secrets SET value = '\\x02' WHERE name = 'held'`),
		).catch((caught: unknown) => caught);
		expect(performance.now() - started).toBeLessThan(hangMs);
		expect(databaseErrorCode(error)).toBe('55P03');
		expect(isDatabaseBusy(error)).toBe(true);
		await holder.query('ROLLBACK');
		holder.release();
	});

	test('an exhausted pool leads to a bounded wait', async () => {
		const small = createDatabase({
			address: database().address,
			log: createSilentLog(),
			poolSize: 1,
			timeouts: { connectMs: 200 },
		});
		const holder = await small.pool.connect();
		const started = performance.now();
		const error = await small.db.execute(sql`SELECT 1`).catch((caught: unknown) => caught);
		expect(performance.now() - started).toBeLessThan(hangMs);
		expect(isDatabaseDown(error)).toBe(true);
		holder.release();
		await small.close();
	});

	test('limits hold without session state as well', async () => {
		const pooled = createDatabase({
			address: database().address,
			log: createSilentLog(),
			limitsBy: 'transaction',
			timeouts: { statementMs: 200 },
		});
		const error = await pooled
			.transaction((tx) => tx.execute(sql`SELECT pg_sleep(5)`))
			.catch((caught: unknown) => caught);
		expect(databaseErrorCode(error)).toBe('57014');
		await pooled.close();
	});

	test('names of violated constraints are found behind the wrapper', async () => {
		const { db } = database();
		const insert = () => db.execute(sql`INSERT INTO instance_secrets (name, value) VALUES ('twice', '')`);
		await insert();
		const error = await insert().catch((caught: unknown) => caught);
		expect(isUniqueViolation(error)).toBe(true);
		expect(isUniqueViolation(error, 'instance_secrets_pkey')).toBe(true);
		expect(isUniqueViolation(error, 'other')).toBe(false);
		expect(isDatabaseDown(error)).toBe(false);
	});

	test('a server that is not there counts as down', async () => {
		const gone = createDatabase({
			address: { host: '/tmp/no-such-directory', user: 'foyer', database: 'foyer' },
			log: createSilentLog(),
		});
		const error = await gone.db.execute(sql`SELECT 1`).catch((caught: unknown) => caught);
		expect(isDatabaseDown(error)).toBe(true);
		await gone.close();
	});
});
