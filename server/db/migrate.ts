import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import type { DatabaseAddress } from './address.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number; all processes of one database take the same lock. */
const lockKey = 7_266_437;

/**
 * Bring the database to the state of this version. The migrator takes no lock of its own, so processes that start together
 * wait here for the first one. Lock and migrations share one transaction: a failed migration leaves nothing behind, and a
 * pooler in transaction mode cannot come between. Runs on its own connection, without the time limits of ordinary calls.
 */
export async function migrateDatabase(address: DatabaseAddress): Promise<void> {
	const client = new pg.Client({ ...address, application_name: 'foyer migrate' });
	client.on('error', () => {});
	await client.connect();
	try {
		if ((await compareMigrations(client)).missing.length === 0) return;
		await drizzle({ client }).transaction(async (tx) => {
			await tx.execute(sql`SET LOCAL lock_timeout = '60s'`);
			await tx.execute(sql`SELECT pg_advisory_xact_lock(${lockKey})`);
			// The migrator asks for a database but uses only what a transaction offers as well.
			await runMigrations(tx as unknown as NodePgDatabase);
		});
	} finally {
		await client.end();
	}
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
export function knownMigrations(): string[] {
	return readMigrationFiles({ migrationsFolder }).map((migration) => migration.name);
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
): Promise<{ missing: string[]; unknown: string[] }> {
	const known = knownMigrations();
	const applied = await appliedMigrations(client);
	return {
		missing: known.filter((name) => !applied.includes(name)),
		unknown: applied.filter((name) => !known.includes(name)),
	};
}
