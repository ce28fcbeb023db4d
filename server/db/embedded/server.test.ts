import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createSilentLog } from '#server/platform/log.ts';
import { createTestLog } from '#tests/support/log.ts';
import { hangMs } from '#tests/support/seed.ts';
import { preparePlace } from './place.ts';
import { isAlive } from './processes.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './server.ts';

const code = `
	import { preparePlace } from ${JSON.stringify(new URL('./place.ts', import.meta.url).href)};
	import { startEmbeddedDatabase } from ${JSON.stringify(new URL('./server.ts', import.meta.url).href)};
	import { pino } from 'pino';
	const server = await startEmbeddedDatabase({ place: await preparePlace(process.argv[1]), log: pino({ level: 'silent' }) });
	console.log(server.pid());
	process.on('SIGTERM', () => server.stop().then(() => process.exit()));
	setInterval(() => {}, 1000);
`;

describe('embedded PostgreSQL', () => {
	let dataDir: string;
	const running: EmbeddedDatabase[] = [];
	const children: ChildProcess[] = [];
	/** A data directory after its first start, which takes most of the time of a test, and a clean stop. An earlier one was not finished. */
	let usedDir: string;
	let first: { isNew: boolean; settings: unknown; isAlive: boolean };
	beforeAll(async () => {
		usedDir = await mkdtemp(join(tmpdir(), 'embedded-'));
		await mkdir(join(usedDir, 'pg.999999999', 'base'), { recursive: true });
		const server = await startIn(usedDir);
		const [settings] = await query(
			server,
			`SELECT current_user AS who, pg_encoding_to_char(encoding) AS encoding, datlocale AS locale,
				current_setting('server_version_num')::int / 10000 AS major, current_setting('listen_addresses') AS addresses,
				(SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS "isSuperuser"
			FROM pg_database WHERE datname = current_database()`,
		);
		const pid = server.pid()!;
		await server.stop();
		first = { isNew: server.isNew, settings, isAlive: isAlive(pid) };
	});
	afterAll(() => clear(usedDir));
	beforeEach(async () => {
		dataDir = await mkdtemp(join(tmpdir(), 'embedded-'));
	});
	afterEach(async () => {
		for (const server of running.splice(0)) await server.stop();
		for (const child of children.splice(0)) {
			if (child.exitCode === null && child.signalCode === null) {
				child.kill('SIGTERM');
				await once(child, 'exit');
			}
		}
		await clear(dataDir);
	});

	async function clear(directory: string) {
		const { socketDirectory } = await preparePlace(directory);
		await rm(directory, { recursive: true, force: true });
		await rm(socketDirectory, { recursive: true, force: true });
	}

	const startIn = async (directory: string, log = createSilentLog()) =>
		startEmbeddedDatabase({
			place: await preparePlace(directory),
			log,
			isDisposable: true,
			checkEveryMs: 200,
		});

	/** The next start is not the first one. */
	const haveBeenStarted = () => cp(join(usedDir, 'pg'), join(dataDir, 'pg'), { recursive: true });

	async function start(log = createSilentLog()) {
		const server = await startIn(dataDir, log);
		running.push(server);
		return server;
	}

	async function startProcess() {
		const child = spawn(process.execPath, ['--input-type=module', '-e', code, dataDir], {
			stdio: ['ignore', 'pipe', 'inherit'],
			cwd: process.cwd(),
			env: { ...process.env, NODE_COMPILE_CACHE: join(inject('programs'), 'compiled') },
		});
		children.push(child);
		const [chunk] = await once(child.stdout!, 'data');
		return { child, serverPid: Number(String(chunk)) };
	}

	async function query(server: EmbeddedDatabase, text: string) {
		const client = new pg.Client(server.address);
		await client.connect();
		try {
			return (await client.query(text)).rows;
		} finally {
			await client.end();
		}
	}

	test('starts over the remains of an unfinished first start, and stops', () => {
		expect(first).toEqual({
			isNew: true,
			isAlive: false,
			settings: {
				who: 'foyer',
				encoding: 'UTF8',
				locale: 'C.UTF-8',
				major: 18,
				addresses: '',
				isSuperuser: false,
			},
		});
	});

	test('keeps what was written', async () => {
		await haveBeenStarted();
		const before = await start();
		expect(before.isNew).toBe(false);
		await query(before, 'CREATE TABLE kept AS SELECT 1 AS n');
		await before.stop();
		expect(await query(await start(), 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
	});

	test('a second process joins the running server, and starts its own when that one stops', async () => {
		await haveBeenStarted();
		const { child } = await startProcess();
		const joined = await start();
		expect(joined.pid()).toBeNull();
		await query(joined, 'CREATE TABLE kept AS SELECT 1 AS n');
		child.kill('SIGTERM');
		await once(child, 'exit');
		await expect.poll(() => query(joined, 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
		await expect.poll(() => joined.pid()).not.toBeNull();
	});

	test('two first starts at once both succeed', async () => {
		const [one, two] = await Promise.all([startProcess(), startProcess()]);
		expect([one.serverPid, two.serverPid].filter((pid) => pid > 0)).toHaveLength(1);
	});

	test('the server ends when its process is killed, and the next start finds everything', async () => {
		await haveBeenStarted();
		const { child, serverPid } = await startProcess();
		const joined = await start();
		await query(joined, 'CREATE TABLE kept AS SELECT 1 AS n');
		await joined.stop();
		running.length = 0;
		child.kill('SIGKILL');
		await expect.poll(() => isAlive(serverPid)).toBe(false);
		expect(await query(await start(), 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
	});

	test('app and server killed at once: the next start recovers', async () => {
		await haveBeenStarted();
		const { child, serverPid } = await startProcess();
		const joined = await start();
		await query(joined, 'CREATE TABLE kept AS SELECT 1 AS n');
		await joined.stop();
		running.length = 0;
		child.kill('SIGKILL');
		process.kill(serverPid, 'SIGKILL');
		expect(await query(await start(), 'SELECT n FROM kept')).toEqual([{ n: 1 }]);
	});

	test('a server that is killed under us is started again', async () => {
		await haveBeenStarted();
		const { log, lines } = createTestLog();
		const server = await start(log);
		await query(server, 'CREATE TABLE kept AS SELECT 1 AS n; CHECKPOINT').catch(() => {});
		for (const signal of ['SIGKILL', 'SIGINT'] as const) {
			const pid = server.pid()!;
			process.kill(pid, signal);
			await expect.poll(() => isAlive(pid)).toBe(false);
			await expect.poll(() => query(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
			await expect.poll(() => lines.at(-1)?.message).toBe('database.restarted');
		}
		expect(lines.map((line) => line.message)).toEqual([
			'database.lost',
			'database.restarted',
			'database.lost',
			'database.restarted',
		]);
	});

	test('a lock file whose process number now belongs to another program is no obstacle', async () => {
		await haveBeenStarted();
		await writeFile(
			join(dataDir, 'pg', 'postmaster.pid'),
			`${process.pid}\n${join(dataDir, 'pg')}\n1\n5432\n\n\n\n`,
		);
		expect(await query(await start(), 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
	});

	test('a lock file without a process number, as a power cut leaves it, is no obstacle', async () => {
		await haveBeenStarted();
		await writeFile(join(dataDir, 'pg', 'postmaster.pid'), '');
		expect(await query(await start(), 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
	});

	test('a socket that something removed is made again', async () => {
		await haveBeenStarted();
		const server = await start();
		await rm(server.address.host, { recursive: true });
		await expect.poll(() => query(server, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
	});

	test('a cluster of another version is refused with one line', async () => {
		await mkdir(join(dataDir, 'pg'));
		await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '17\n');
		const error = await start().catch((caught: unknown) => caught as Error);
		expect(error).toMatchObject({ name: 'StopError' });
		expect((error as Error).message).toMatch(/^\S+ was made by PostgreSQL 17, this version brings 18\./);
	});

	test('a server that cannot start says why', async () => {
		await haveBeenStarted();
		const file = join(dataDir, 'pg', 'postgresql.conf');
		await writeFile(file, `${await readFile(file, 'utf8')}\nwork_mem = 'nonsense'\n`);
		const started = Date.now();
		const error = await start().catch((caught: unknown) => caught as Error);
		expect((error as Error).message).toMatch(/does not start: .*work_mem|configuration file/);
		expect(Date.now() - started).toBeLessThan(hangMs);
	});
});
