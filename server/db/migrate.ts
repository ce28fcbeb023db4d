import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';
import { databaseErrorCode } from './errors.ts';

/** The migrations of this version. */
export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number; all processes of one database take the same lock. */
const lockKey = 7_266_437;

/**
 * How long a change of a table may wait for its turn. Everybody else who wants the table stands in line behind it, so it gives
 * up soon, lets them through and tries again.
 */
const turnMs = 700;
const pauseMs = 500;
const patienceMs = 120_000;

/**
 * Bring the database to the state of this version, also while an older one serves. The migrator takes no lock of its own, so
 * processes that start together wait here for the first one. Lock and migrations share one transaction: a failed migration
 * leaves nothing behind, and a pooler in transaction mode cannot come between. Runs on its own connection, without the time
 * limits of ordinary calls.
 * @param folder other migrations than those of this version, for tests
 */
export async function migrateDatabase(address: DatabaseAddress, folder = migrationsFolder): Promise<void> {
	const client = new pg.Client({ ...address, application_name: 'foyer migrate' });
	client.on('error', () => {});
	await client.connect();
	const untilMs = performance.now() + patienceMs;
	try {
		if ((await compareMigrations(client, folder)).missing.length === 0) return;
		for (;;) {
			try {
				await migrateOnce(client, folder);
				return;
			} catch (error) {
				if (databaseErrorCode(error) !== '55P03' || performance.now() > untilMs) throw error;
				await sleep(pauseMs);
			}
		}
	} finally {
		await client.end();
	}
}

async function migrateOnce(client: pg.Client, folder: string): Promise<void> {
	await drizzle({ client }).transaction(async (tx) => {
		await tx.execute(sql`SET LOCAL lock_timeout = '60s'`);
		await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
		await tx.execute(sql.raw(`SET LOCAL lock_timeout = ${turnMs}`));
		// The migrator asks for a database but uses only what a transaction offers as well.
		await migrate(tx as unknown as NodePgDatabase, { migrationsFolder: folder });
	});
}

/** Run the migrations that are missing; with `only`, no others than these. */
export async function runMigrations(db: NodePgDatabase, only?: string[]): Promise<void> {
	if (!only) {
		await migrate(db, { migrationsFolder });
		return;
	}
	const subset = await mkdtemp(join(tmpdir(), 'foyer-migrations-'));
	try {
		for (const name of only) await cp(join(migrationsFolder, name), join(subset, name), { recursive: true });
		await migrate(db, { migrationsFolder: subset });
	} finally {
		await rm(subset, { recursive: true, force: true });
	}
}

/** Names of the migrations of this version, in order. */
export function knownMigrations(folder = migrationsFolder): string[] {
	return readMigrationFiles({ migrationsFolder: folder }).map((migration) => migration.name);
}

/** Names of the migrations that the database has, in order. */
export async function appliedMigrations(client: pg.Pool | pg.Client): Promise<string[]> {
	const exists = await client.query(
		`SELECT to_regclass('drizzle.__drizzle_migrations') IS NOT NULL AS is_there`,
	);
	if (!exists.rows[0].is_there) return [];
	const { rows } = await client.query<{ name: string }>(
		'SELECT name FROM drizzle.__drizzle_migrations ORDER BY name',
	);
	return rows.map((row) => row.name);
}

/** Migrations of this version that the database lacks, and applied ones that this version does not know. */
export async function compareMigrations(
	client: pg.Pool | pg.Client,
	folder = migrationsFolder,
): Promise<{ missing: string[]; unknown: string[] }> {
	const known = knownMigrations(folder);
	const applied = await appliedMigrations(client);
	return {
		missing: known.filter((name) => !applied.includes(name)),
		unknown: applied.filter((name) => !known.includes(name)),
	};
}
