import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDiskFileStore, type FileStore } from '#server/platform/file-store.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { DatabaseAddress } from '../address.ts';
import { knownMigrations, runMigrations } from '../migrate.ts';
import { manifestName } from './manifest.ts';
import { verifyBackup } from './read.ts';
import { restoreBackup } from './restore.ts';
import { listTables, writeBackup } from './write.ts';

const now = new Date('2026-03-02T09:00:00Z');
const nasty = 'tab\t newline\n back\\slash \\N "quotes" \u{1F3B5} \u202E end';

describe('backup and restore', () => {
	let directory: string;
	let source: TestDatabase;
	let files: FileStore;
	let path: string;

	beforeEach(async () => {
		directory = await mkdtemp(join(tmpdir(), 'backup-'));
		source = await createTestDatabase();
		files = await createDiskFileStore(join(directory, 'files'));
		path = join(directory, 'foyer.backup');
		await addUsers(1, 1_000);
		await source.pool.query('UPDATE users SET first_name = $1 WHERE email_key = $2', [
			nasty,
			'u1@people.example',
		]);
		await source.pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('links', '\\xDEADBEEF00')`);
		await source.pool.query(
			`INSERT INTO facts (name, payload) VALUES ('x', '{"a": [1, null]}'), ('y', '{}')`,
		);
		for (const text of ['one', 'two']) {
			await files.put(`${files.newStem()}.txt`, Buffer.from(text), { maxBytes: 10 });
		}
	});
	afterEach(async () => {
		await source.drop();
		await rm(directory, { recursive: true, force: true });
	});

	const addUsers = (first: number, last: number) =>
		source.pool.query(
			`INSERT INTO users (id, email, email_key, password_hash, first_name)
			SELECT gen_random_uuid(), 'u' || n || '@people.example', 'u' || n || '@people.example', NULL, repeat('x', 200)
			FROM generate_series($1::int, $2::int) AS n`,
			[first, last],
		);

	const write = () => writeBackup({ address: source.address, files, path, now });

	/** Every row of every table as one digest. */
	async function contents(address: DatabaseAddress) {
		const client = new pg.Client(address);
		await client.connect();
		try {
			const result: Record<string, unknown> = {};
			for (const { name } of await listTables(client)) {
				const { rows } = await client.query(
					`SELECT count(*)::int AS n, md5(string_agg(t::text, '|' ORDER BY t::text)) AS digest FROM ${name} AS t`,
				);
				if (rows[0].n > 0) result[name] = rows[0];
			}
			const { rows } = await client.query(`
				SELECT conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace ORDER BY 1
			`);
			const { rows: triggers } = await client.query(
				`SELECT tgname, tgenabled FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
			);
			const { rows: next } = await client.query(`SELECT nextval('facts_id_seq') > max(id) AS ok FROM facts`);
			return { result, constraints: rows, triggers, isSequenceAhead: next[0].ok };
		} finally {
			await client.end();
		}
	}

	/** The database of an instance that was never used. */
	async function emptyTarget(): Promise<DatabaseAddress> {
		const target = await createTestDatabase();
		await target.close();
		return target.address;
	}

	test('a new instance becomes the old one, row for row and file for file', async () => {
		// More than fits into one entry of the file.
		await addUsers(1_001, 30_000);
		const manifest = await write();
		expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(30_000);
		expect(manifest.entries.filter(({ name }) => name.startsWith('tables/users/')).length).toBeGreaterThan(1);
		expect((await stat(path)).mode & 0o777).toBe(0o600);
		const target = await emptyTarget();
		const otherFiles = await createDiskFileStore(join(directory, 'other'));
		await restoreBackup({ address: target, files: otherFiles, path, force: false });
		expect(await contents(target)).toEqual(await contents(source.address));
		const texts = async (store: FileStore) =>
			Promise.all(
				(await Array.fromAsync(store.list()))
					.toSorted((a, b) => a.name.localeCompare(b.name))
					.map(async ({ name }) => [name, await new Response((await store.find(name))?.stream()).text()]),
			);
		expect(await texts(otherFiles)).toEqual(await texts(files));
		expect((await texts(files)).map(([, text]) => text).toSorted()).toEqual(['one', 'two']);
	});

	test('holds one instant, whatever is written meanwhile', async () => {
		let isFirst = true;
		const manifest = await writeBackup({
			address: source.address,
			files,
			path,
			now,
			onProgress() {
				if (!isFirst) return;
				isFirst = false;
				void source.pool.query('DELETE FROM users');
			},
		});
		expect(manifest.tables.find(({ name }) => name === 'users')?.rows).toBe(1_000);
	});

	test('what is there is replaced only by force, and then whole', async () => {
		await write();
		const before = await contents(source.address);
		await source.pool.query(
			`DELETE FROM users WHERE email_key > 'u2'; UPDATE users SET first_name = 'changed'`,
		);
		const late = `${files.newStem()}.txt`;
		await files.put(late, Buffer.from('late'), { maxBytes: 10 });
		const attempt = (force: boolean) => restoreBackup({ address: source.address, files, path, force });
		await expect(attempt(false)).rejects.toThrow(/not empty \(.*users.*--force/);
		expect(await files.find(late)).not.toBeNull();
		await attempt(true);
		expect((await contents(source.address)).result).toEqual(before.result);
		expect(await files.find(late)).toBeNull();
	});

	test('a restore that fails changes nothing', async () => {
		const manifest = await write();
		const target = await createTestDatabase();
		await target.pool.query(`INSERT INTO instance_secrets (name, value) VALUES ('mine', '')`);
		await target.pool.query('CREATE TABLE guard (n int)');
		// The database refuses a statement halfway.
		const admin = new pg.Client({ ...target.address, user: 'postgres' });
		await admin.connect();
		await admin.query(`CREATE SCHEMA refusing;
			CREATE FUNCTION refusing.refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
				IF EXISTS (SELECT FROM pg_event_trigger_dropped_objects() WHERE object_identity = 'public.users')
				THEN RAISE EXCEPTION 'refused'; END IF;
			END $$;
			CREATE EVENT TRIGGER refuse ON sql_drop EXECUTE FUNCTION refusing.refuse()`);
		await admin.end();
		await expect(restoreBackup({ address: target.address, files, path, force: true })).rejects.toThrow(
			'refused',
		);
		const { rows } = await target.pool.query('SELECT name FROM instance_secrets');
		expect(rows).toEqual([{ name: 'mine' }]);
		expect((await target.pool.query(`SELECT to_regclass('users') IS NOT NULL AS ok`)).rows[0].ok).toBe(true);
		expect((await target.pool.query(`SELECT to_regclass('guard') IS NOT NULL AS ok`)).rows[0].ok).toBe(true);
		await target.drop();
		expect(manifest.migrations).toEqual(knownMigrations());
	});

	test('an instance that runs is not replaced under its feet', async () => {
		await write();
		const running = new pg.Client({ ...source.address, application_name: 'foyer both' });
		await running.connect();
		await expect(restoreBackup({ address: source.address, files, path, force: true })).rejects.toThrow(
			/Stop it/,
		);
		await running.end();
	});

	test('a backup of an older version is brought to this one', async () => {
		const older = join(directory, 'older.backup');
		const all = knownMigrations();
		const { address: former } = await createEmptyDatabase();
		const maker = new pg.Client(former);
		await maker.connect();
		await runMigrations(drizzle({ client: maker }), all.slice(0, -1));
		await maker.query(`INSERT INTO instance_secrets (name, value) VALUES ('links', '\\xDEADBEEF00')`);
		await maker.end();
		await writeBackup({ address: former, files, path: older, now });
		const target = await emptyTarget();
		await restoreBackup({ address: target, files, path: older, force: false });
		const client = new pg.Client(target);
		await client.connect();
		const { rows } = await client.query('SELECT name FROM drizzle.__drizzle_migrations ORDER BY name');
		const { rows: secrets } = await client.query('SELECT name FROM instance_secrets');
		await client.end();
		expect(rows.map(({ name }) => name)).toEqual(all);
		expect(secrets).toEqual([{ name: 'links' }]);
	});

	const broken: [string, (good: Buffer) => Buffer, RegExp][] = [
		['a file cut off', (good) => good.subarray(0, good.length / 2), /ends early/],
		['a flipped byte', (good) => Buffer.from(good).fill(good[5000]! ^ 1, 5000, 5001), /damaged/],
		['another file', () => Buffer.from('hello'), /no backup/],
		['an empty file', () => Buffer.alloc(0), /ends early|no backup/],
		['a foreign tar', () => gzipSync(Buffer.alloc(1024)), /damaged/],
		['no manifest', (good) => withoutManifest(good), /damaged/],
	];
	test('refuses what is no whole backup, and one of a newer version, and changes nothing', async () => {
		await write();
		const good = await readFile(path);
		const before = await contents(source.address);
		const bad = join(directory, 'bad');
		for (const [name, spoil, message] of broken) {
			await writeFile(bad, spoil(good));
			const error = await restoreBackup({ address: source.address, files, path: bad, force: true }).catch(
				(e: unknown) => e,
			);
			expect(error, name).toMatchObject({ name: 'StopError' });
			expect((error as Error).message, name).toMatch(message);
			expect((error as Error).message, name).not.toContain('\n');
		}
		const newer = await rewrite((manifest) => ({
			...manifest,
			migrations: [...manifest.migrations, '29990101_x'],
		}));
		await expect(restoreBackup({ address: source.address, files, path: newer, force: true })).rejects.toThrow(
			/newer version/,
		);
		expect((await contents(source.address)).result).toEqual(before.result);
	});

	test('says where it cannot write, and leaves no half file', async () => {
		await expect(
			writeBackup({ address: source.address, files, path: join(directory, 'none', 'x'), now }),
		).rejects.toThrow(/none\/x cannot be written \(ENOENT\)/);
		await expect(
			writeBackup({ address: { host: '/nowhere', user: 'x', database: 'x' }, files, path, now }),
		).rejects.toThrow();
		expect((await readdir(directory)).toSorted()).toEqual(['files']);
	});

	async function rewrite(
		change: (manifest: Awaited<ReturnType<typeof verifyBackup>>) => object,
	): Promise<string> {
		const bytes = gunzipSync(await readFile(path));
		const manifest = await verifyBackup(path);
		const text = JSON.stringify(manifest, null, '\t');
		const start = bytes.lastIndexOf(Buffer.from(text));
		const next = join(directory, 'rewritten');
		const { ArchiveWriter } = await import('./archive.ts');
		const { createWriteStream } = await import('node:fs');
		const output = createWriteStream(next);
		output.write(bytes.subarray(0, start - 512));
		await new ArchiveWriter(output, now).add({
			name: manifestName,
			data: Buffer.from(JSON.stringify(change(manifest))),
		});
		await new Promise<void>((resolve) => output.end(Buffer.alloc(1024), () => resolve()));
		await writeFile(next, gzipSync(await readFile(next)));
		return next;
	}

	function withoutManifest(good: Buffer): Buffer {
		const bytes = gunzipSync(good);
		const start = bytes.lastIndexOf(Buffer.from(`${manifestName}\0`));
		return gzipSync(Buffer.concat([bytes.subarray(0, start), Buffer.alloc(1024)]));
	}
});
