import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { createDatabase, type Database, type DatabaseOptions } from '#server/db/client.ts';
import { createSilentLog } from '#server/platform/log.ts';

export interface TestDatabase extends Database {
	/** Remove every row but keep the tables. */
	truncate(): Promise<void>;
	/** What time it is by the clock of the database, in whole milliseconds. */
	nowMs(): Promise<number>;
	/** Close and drop it. */
	drop(): Promise<void>;
}

/** Runs a statement as the superuser of the test server. */
export async function asAdmin(statement: string): Promise<void> {
	const client = new pg.Client({ host: inject('databaseHost'), user: 'postgres', database: 'postgres' });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}

/** Limits that end what hangs. Tests of what the product does at its own limits pass those. */
const timeouts = { connectMs: 60_000, lockMs: 60_000, statementMs: 120_000, idleInTransactionMs: 120_000 };

/**
 * Every row of every table, without triggers, once nobody writes any more. TRUNCATE of a hundred tables makes new files for each of
 * them and of their indexes, and takes twenty times as long; a table without a page has no row, and most have none. Of a partitioned
 * table the pages are in its parts.
 */
const removeRows = `
DO $$
DECLARE
	used regclass;
	kind "char";
BEGIN
	PERFORM set_config('session_replication_role', 'replica', true);
	FOR used, kind IN
		SELECT oid, relkind FROM pg_class
		WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY oid
	LOOP
		CONTINUE WHEN kind = 'r' AND pg_relation_size(used) = 0;
		EXECUTE 'LOCK TABLE ' || used || ' IN EXCLUSIVE MODE; DELETE FROM ' || used;
	END LOOP;
	PERFORM setval(seqrelid, seqstart, false) FROM pg_sequence
	JOIN pg_class ON oid = seqrelid WHERE relnamespace = 'public'::regnamespace;
END $$`;

/** A database of its own with all migrations applied and no rows. */
export async function createTestDatabase(options: Partial<DatabaseOptions> = {}): Promise<TestDatabase> {
	const name = `test_${randomBytes(8).toString('hex')}`;
	// Copying the files takes a third of the time of writing each page through the log, which nobody reads.
	await asAdmin(`CREATE DATABASE ${name} TEMPLATE foyer OWNER foyer STRATEGY FILE_COPY`);
	const database = createDatabase({
		address: { host: inject('databaseHost'), user: 'foyer', database: name },
		log: createSilentLog(),
		poolSize: 10,
		timeouts,
		...options,
	});
	return {
		...database,
		truncate: async () => void (await database.pool.query(removeRows)),
		async nowMs() {
			const { rows } = await database.pool.query<{ now: Date }>('SELECT now()');
			return rows[0]!.now.getTime();
		},
		async drop() {
			await database.close();
			await asAdmin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
		},
	};
}

/** An empty database without migrations, for what works on the database as a whole. */
export async function createEmptyDatabase(): Promise<{
	address: { host: string; user: string; database: string };
}> {
	const name = `test_${randomBytes(8).toString('hex')}`;
	await asAdmin(`CREATE DATABASE ${name} OWNER foyer`);
	return { address: { host: inject('databaseHost'), user: 'foyer', database: name } };
}

/** A database for all tests of the file: `const database = useTestDatabase()`, then `database()` inside the tests. */
export function useTestDatabase(options: Partial<DatabaseOptions> = {}): () => TestDatabase {
	let database: TestDatabase | undefined;
	beforeAll(async () => {
		database = await createTestDatabase(options);
	});
	afterAll(async () => {
		await database?.drop();
	});
	return () => {
		if (!database) throw new Error('The test database exists only while tests run.');
		return database;
	};
}
