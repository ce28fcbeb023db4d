import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { FileStore } from '#server/platform/file-store.ts';
import { StopError } from '#server/platform/stop-error.ts';
import type { DatabaseAddress } from '../address.ts';
import { knownMigrations, runMigrations } from '../migrate.ts';
import type { ArchiveEntry } from './archive.ts';
import { emptySchema } from './empty-schema.ts';
import type { Manifest } from './manifest.ts';
import { readBackup, verifyBackup } from './read.ts';
import { listTables } from './write.ts';

/** Rows that a new instance has before anybody did anything. */
const tablesOfNewInstance = new Set(['instance_secrets', 'mail_tokens']);

export interface RestoreOptions {
	address: DatabaseAddress;
	files: FileStore;
	path: string;
	/** Replace what is there. */
	force: boolean;
	onProgress?: (line: string) => void;
}

/**
 * Make an instance what it was when the backup was made. All or nothing: the database changes in one transaction, and files
 * are only added before it and removed after it.
 * @throws StopError when the backup cannot be used or would replace something without `force`
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
	const manifest = await verifyBackup(options.path);
	const unknown = manifest.migrations.filter((name) => !knownMigrations().includes(name));
	if (unknown.length > 0) {
		throw new StopError(
			`The backup was made by a newer version of Foyer (${unknown.at(-1)}). Restore it with that version.`,
		);
	}
	const client = new pg.Client({ ...options.address, application_name: 'foyer restore' });
	client.on('error', () => {});
	await client.connect();
	try {
		await refuseIfInUse(client);
		if (!options.force) await refuseIfFilled(client);
		await restoreFiles(options, manifest);
		await drizzle({ client }).transaction(async (tx) => {
			await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '5s'`);
			await emptySchema(client);
			// First the tables as they were, then the way from there to this version.
			await runMigrations(tx as unknown as NodePgDatabase, manifest.migrations);
			await loadRows(client, options, manifest);
			await runMigrations(tx as unknown as NodePgDatabase);
		});
		// Until the planner knows how many rows there are, it reads whole tables.
		await client.query('ANALYZE');
	} finally {
		await client.end();
	}
	await removeOtherFiles(options.files, manifest);
	return manifest;
}

/** A running Foyer would work on with what it remembers of the old rows. */
async function refuseIfInUse(client: pg.Client): Promise<void> {
	const { rows } = await client.query(`
		SELECT count(*)::int AS n FROM pg_stat_activity
		WHERE datname = current_database() AND pid <> pg_backend_pid()
			AND application_name IN ('foyer both', 'foyer web', 'foyer worker')`);
	if (rows[0].n > 0) throw new StopError('Foyer runs on this database. Stop it, then restore.');
}

async function refuseIfFilled(client: pg.Client): Promise<void> {
	const filled: string[] = [];
	for (const { name } of await listTables(client)) {
		if (tablesOfNewInstance.has(name)) continue;
		const { rowCount } = await client.query(`SELECT 1 FROM ${pg.escapeIdentifier(name)} LIMIT 1`);
		if (rowCount) filled.push(name);
	}
	if (filled.length === 0) return;
	throw new StopError(
		`The database is not empty (${filled.slice(0, 5).join(', ')}${filled.length > 5 ? ', …' : ''}). Add --force to replace all of it by the backup.`,
	);
}

async function loadRows(client: pg.Client, options: RestoreOptions, manifest: Manifest): Promise<void> {
	const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
		SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
		FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`);
	// Without keys the order of the tables does not matter; they are checked when they come back.
	for (const key of keys) await client.query(`ALTER TABLE ${key.table} DROP CONSTRAINT ${key.name}`);
	// Indexes are made once all rows are there, which is several times faster than row by row. Those of constraints stay.
	const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
		SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
		FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'i' AND NOT i.indisreplident AND NOT c.relispartition
			AND NOT EXISTS (SELECT FROM pg_constraint con WHERE con.conindid = i.indexrelid)
		ORDER BY 1`);
	for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
	const tables = manifest.tables.map(({ name }) => pg.escapeIdentifier(name));
	for (const table of tables) {
		await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
		// What migrations themselves wrote is in the backup as well.
		await client.query(`DELETE FROM ${table}`);
	}

	const entries = readBackup(options.path);
	let entry = await nextTableEntry(entries);
	for (const { name, columns, rows } of manifest.tables) {
		const parts = (async function* () {
			for (; entry?.name.startsWith(`tables/${name}/`); entry = await nextTableEntry(entries))
				yield entry.data;
		})();
		const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
		const copy = client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`));
		await pipeline(Readable.from(parts), copy);
		const { rows: counted } = await client.query(
			`SELECT count(*)::int AS n FROM ${pg.escapeIdentifier(name)}`,
		);
		if (counted[0].n !== rows) {
			throw new StopError(`Of ${rows} rows of ${name} only ${counted[0].n} came in. Nothing was changed.`);
		}
		options.onProgress?.(`${name}: ${rows} rows`);
	}
	await entries.return(undefined);

	await client.query(`SET LOCAL maintenance_work_mem = '256MB'`);
	for (const { definition } of indexes) await client.query(definition);
	if (indexes.length > 0) options.onProgress?.(`${indexes.length} indexes`);

	for (const { name, lastValue, isCalled } of manifest.sequences) {
		await client.query('SELECT setval($1::regclass, $2, $3)', [
			pg.escapeIdentifier(name),
			lastValue,
			isCalled,
		]);
	}
	for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
	for (const key of keys) {
		await client.query(`ALTER TABLE ${key.table} ADD CONSTRAINT ${key.name} ${key.definition}`);
	}
}

async function nextTableEntry(entries: AsyncGenerator<ArchiveEntry>): Promise<ArchiveEntry | null> {
	for (;;) {
		const { done, value } = await entries.next();
		if (done) return null;
		if (value.name.startsWith('tables/')) return value;
	}
}

/** Names are random and never used twice, so a file that is there already is the same one. */
async function restoreFiles({ files, path, onProgress }: RestoreOptions, manifest: Manifest): Promise<void> {
	if (manifest.files.length === 0) return;
	for await (const { name, data } of readBackup(path)) {
		if (!name.startsWith('files/')) continue;
		const stored = name.slice('files/'.length);
		if (await files.find(stored)) continue;
		await files.put(stored, data, { maxBytes: Number.POSITIVE_INFINITY });
	}
	onProgress?.(`${manifest.files.length} files`);
}

async function removeOtherFiles(files: FileStore, manifest: Manifest): Promise<void> {
	const wanted = new Set(manifest.files.map(({ name }) => name));
	for await (const { name } of files.list()) if (!wanted.has(name)) await files.remove(name);
}
