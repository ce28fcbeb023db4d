import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config.ts';
import { createSilentLog } from '#server/platform/log.ts';
import { preparePlace } from './embedded/place.ts';
import { type OpenDatabase, type OpenOptions, openDatabase } from './open.ts';

let dataDir: string;
const opened: OpenDatabase[] = [];
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'open-'));
});
afterEach(async () => {
	for (const database of opened.splice(0)) await database.close();
	await rm(dataDir, { recursive: true, force: true });
});

async function open(options: Partial<OpenOptions>) {
	const database = await openDatabase({
		config: parseConfig({ DATA_DIR: dataDir, NODE_ENV: 'test' }),
		log: createSilentLog(),
		kind: 'command',
		label: 'test',
		...options,
	});
	opened.push(database);
	return database;
}

const close = async (database: OpenDatabase) => {
	opened.splice(opened.indexOf(database), 1);
	await database.close();
};

test('a command joins a server, and a server refuses another', async () => {
	const server = await open({ kind: 'server', label: 'http://localhost:3000' });
	server.announce('http://localhost:4000');
	await server.database.pool.query('CREATE TABLE kept AS SELECT 1 AS n');
	const command = await open({});
	expect((await command.database.pool.query('SELECT n FROM kept')).rows).toEqual([{ n: 1 }]);
	await close(command);
	await expect(open({ kind: 'server' })).rejects.toThrow(
		/already runs on .* at http:\/\/localhost:4000 \(process/,
	);
	await expect(open({ isExclusive: true })).rejects.toThrow(/Stop it/);
	expect((await server.database.pool.query('SELECT n FROM kept')).rows).toEqual([{ n: 1 }]);
});

test('a server waits for a command, and nothing is left of either', async () => {
	const { socketDirectory } = await preparePlace(dataDir);
	const command = await open({ label: 'import' });
	const waits: string[] = [];
	const starting = open({ kind: 'server', onWait: ({ label }) => waits.push(label) });
	await expect.poll(() => waits).toEqual(['import']);
	await close(command);
	const server = await starting;
	await server.database.pool.query('SELECT 1');
	await close(server);
	await expect(stat(socketDirectory)).rejects.toThrow('ENOENT');
});

test('who refuses once the lock is there gives it back', async () => {
	const refuse = async () => {
		throw new Error('no port');
	};
	await expect(open({ kind: 'server', onLocked: refuse })).rejects.toThrow('no port');
	expect(await readdir(dataDir)).toEqual([]);
	await open({ kind: 'server' });
});
