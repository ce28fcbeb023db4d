import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '#server/platform/file-store.ts';
import { StopError } from '#server/platform/stop-error.ts';
import type { DatabaseAddress } from '../address.ts';
import { appliedMigrations } from '../migrate.ts';
import { type ArchiveEntry, ArchiveWriter } from './archive.ts';
import { fileEntry, type Manifest, manifestName, tableEntry } from './manifest.ts';

const partBytes = 4 * 1024 * 1024;

export interface BackupOptions {
	address: DatabaseAddress;
	files: FileStore;
	/** Where to write; the file appears only when it is complete. */
	path: string;
	now: Date;
	/** Called once per table and at the end with the files. */
	onProgress?: (line: string) => void;
}

/**
 * Write everything of an instance into one file: all rows as of one instant, and the uploaded files. People go on working
 * meanwhile. The file holds secrets and personal data, so only its owner may read it.
 * @throws StopError when the file cannot be written
 */
export async function writeBackup(options: BackupOptions): Promise<Manifest> {
	const draft = `${options.path}.partial`;
	const output = createWriteStream(draft, { mode: 0o600 });
	const gzip = createGzip({ level: 5 });
	const written = finished(gzip.pipe(output));
	// A fault of the file ends the writing at once.
	output.on('error', () => gzip.destroy());
	const filling = fill(options, new ArchiveWriter(gzip, options.now));
	try {
		const [, manifest] = await Promise.all([written, filling]);
		await syncFile(draft);
		await rename(draft, options.path);
		await syncFile(dirname(options.path));
		return manifest;
	} catch (error) {
		gzip.destroy();
		output.destroy();
		// The file may still be opening, and would appear after it was removed.
		await Promise.allSettled([filling, written]);
		await rm(draft, { force: true });
		throw explain(error, options.path);
	}
}

async function fill(options: BackupOptions, archive: ArchiveWriter): Promise<Manifest> {
	const entries: Manifest['entries'] = [];
	const add = async (entry: ArchiveEntry) => {
		entries.push({
			name: entry.name,
			size: entry.data.byteLength,
			sha256: createHash('sha256').update(entry.data).digest('hex'),
		});
		await archive.add(entry);
	};
	const client = new pg.Client({ ...options.address, application_name: 'foyer backup' });
	client.on('error', () => {});
	await client.connect();
	try {
		await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
		await client.query('SET LOCAL statement_timeout = 0');
		const { rows: about } = await client.query(`SELECT current_setting('server_version') AS version`);
		const migrations = await appliedMigrations(client);
		if (migrations.length === 0)
			throw new StopError('There is nothing to back up: Foyer never ran on this database.');
		const tables: Manifest['tables'] = [];
		for (const { name, columns } of await listTables(client)) {
			const rows = await addTable(client, name, columns, add);
			tables.push({ name, columns, rows });
			options.onProgress?.(`${name}: ${rows} rows`);
		}
		const sequences = await listSequences(client);
		await client.query('COMMIT');
		const files = await addFiles(options.files, add);
		options.onProgress?.(`${files.length} files`);
		const manifest: Manifest = {
			format: 'foyer-backup',
			formatVersion: 1,
			createdAt: options.now.toISOString(),
			postgres: about[0].version,
			migrations,
			tables,
			sequences,
			files,
			entries,
		};
		await archive.add({ name: manifestName, data: Buffer.from(JSON.stringify(manifest, null, '\t')) });
		await archive.end();
		return manifest;
	} finally {
		await client.end();
	}
}

/** Our tables with their stored columns; generated ones are computed again on restore. */
export async function listTables(client: pg.Client): Promise<{ name: string; columns: string[] }[]> {
	const { rows } = await client.query(`
		SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
		FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
			AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
		GROUP BY c.relname ORDER BY c.relname`);
	return rows;
}

async function listSequences(client: pg.Client): Promise<Manifest['sequences']> {
	const { rows } = await client.query<{ name: string }>(
		`SELECT sequencename AS name FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
	);
	const sequences: Manifest['sequences'] = [];
	for (const { name } of rows) {
		const { rows: state } = await client.query(
			`SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${pg.escapeIdentifier(name)}`,
		);
		sequences.push({ name, ...state[0] });
	}
	return sequences;
}

async function addTable(
	client: pg.Client,
	name: string,
	columns: string[],
	add: (entry: ArchiveEntry) => Promise<void>,
): Promise<number> {
	const list = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
	const stream = client.query(copyTo(`COPY ${pg.escapeIdentifier(name)} (${list}) TO STDOUT`));
	let part = 0;
	let pending: Buffer[] = [];
	let pendingBytes = 0;
	const flush = async () => {
		part += 1;
		await add({ name: tableEntry(name, part), data: Buffer.concat(pending) });
		pending = [];
		pendingBytes = 0;
	};
	for await (const chunk of stream as AsyncIterable<Buffer>) {
		pending.push(chunk);
		pendingBytes += chunk.byteLength;
		if (pendingBytes >= partBytes) await flush();
	}
	if (pendingBytes > 0) await flush();
	return stream.rowCount;
}

async function addFiles(
	store: FileStore,
	add: (entry: ArchiveEntry) => Promise<void>,
): Promise<Manifest['files']> {
	const files: Manifest['files'] = [];
	for await (const { name } of store.list()) {
		const file = await store.find(name);
		// Removed since it was listed.
		if (!file) continue;
		const data = await buffer(file.stream());
		await add({ name: fileEntry(name), data });
		files.push({ name, size: data.byteLength });
	}
	return files;
}

async function syncFile(path: string): Promise<void> {
	const file = await open(path, 'r');
	try {
		await file.sync();
	} finally {
		await file.close();
	}
}

function explain(error: unknown, path: string): unknown {
	const { code, syscall } = error as NodeJS.ErrnoException;
	if (code === 'ENOSPC' || code === 'EDQUOT') {
		return new StopError(`There is no space left to write ${path}. Free some, or write to another disk.`);
	}
	if (syscall === 'open' && code) {
		return new StopError(`${path} cannot be written (${code}). Choose a directory that this user may write.`);
	}
	return error;
}
