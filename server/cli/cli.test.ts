import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AppError, fieldError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { parseConfig } from '../platform/config.ts';
import { StopError } from '../platform/stop-error.ts';
import { type Command, command } from './command.ts';
import { commands } from './commands.ts';
import { runCommandLine } from './run.ts';

describe('command line', () => {
	let directory: string;
	let database: TestDatabase;
	let url: string;
	const server: Server = createServer((_request, response) => response.end('ok'));

	beforeAll(async () => {
		directory = await mkdtemp(join(tmpdir(), 'cli-'));
		database = await createTestDatabase();
		const { host, database: name } = database.address as { host: string; database: string };
		url = `postgres:///${name}?host=${encodeURIComponent(host)}&user=foyer`;
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	});
	afterAll(async () => {
		server.close();
		await database.drop();
		await rm(directory, { recursive: true, force: true });
	});

	async function run(words: string[], env: Record<string, string> = {}, list: readonly Command[] = commands) {
		const out: string[] = [];
		const err: string[] = [];
		const status = await runCommandLine(
			list,
			words,
			{ print: (line) => out.push(line), note: (line) => err.push(line) },
			() => parseConfig({ DATABASE_URL: url, DATA_DIR: directory, NODE_ENV: 'test', ...env }),
		);
		return { status, out: out.join('\n'), err: err.join('\n') };
	}

	const greet = command({
		name: 'user create',
		summary: 'Make an account.',
		parameters: [],
		options: {
			email: { type: 'text', isRequired: true, summary: 'Address.', placeholder: 'ADDRESS' },
			admin: { type: 'switch', summary: 'May do everything.' },
		},
		async run({ options, print }) {
			print(JSON.stringify(options));
		},
	});

	test('without a command, the overview', async () => {
		for (const words of [[], ['help'], ['--help']]) {
			const { status, out } = await run(words);
			expect(status).toBe(0);
			for (const { name } of commands) expect(out).toContain(name);
		}
	});

	const wrong: [string[], RegExp][] = [
		[['nonsense'], /^There is no command "nonsense"\./],
		[['user'], /^There is no command "user"\. Did you mean user create\?/],
		[['user', 'delete'], /^There is no command "user delete"\. Did you mean user create\?/],
		[['user', 'create'], /^--email is missing\./],
		[['user', 'create', '--email'], /^Option '--email <value>' argument missing\./],
		[['user', 'create', '--email', 'a', '--colour', 'red'], /^Unknown option '--colour'\./],
		[['user', 'create', '--email', 'a', 'b'], /^"b" is too much\./],
		[['backup'], /^FILE is missing\./],
	];
	test.each(wrong)('%j is refused with one line and the help', async (words, message) => {
		const { status, err, out } = await run(words, {}, [
			...commands.filter(({ name }) => !name.startsWith('user ')),
			greet,
		]);
		expect(status).toBe(2);
		expect(out).toBe('');
		expect(err).toMatch(message);
		expect(err).toContain('Usage: npm run -s foyer --');
	});

	test('options arrive with their types, and each command explains itself', async () => {
		const { out } = await run(['user', 'create', '--email', 'a@b.example', '--admin'], {}, [greet]);
		expect(JSON.parse(out)).toEqual({ email: 'a@b.example', admin: true });
		const help = await run(['user', 'create', '--help'], {}, [greet]);
		expect(help).toMatchObject({ status: 0 });
		expect(help.out).toContain('Usage: npm run -s foyer -- user create --email ADDRESS [--admin]');
	});

	test('refusals are one line, faults of ours carry their trace', async () => {
		const failing = (error: unknown) => [
			command({ name: 'fail', summary: '', run: () => Promise.reject(error) }),
		];
		expect(await run(['fail'], {}, failing(new StopError('Do this.')))).toMatchObject({
			status: 1,
			err: 'Do this.',
		});
		const refused = await run(['fail'], {}, failing(fieldError('email', message`Not an address.`)));
		expect(refused.err).toBe('Not an address. email: Not an address.');
		expect((await run(['fail'], {}, failing(new AppError('RESOURCE_NOT_FOUND')))).err).not.toContain('\n');
		expect((await run(['fail'], {}, failing(new TypeError('oops')))).err).toMatch(/oops\n.*at /s);
		expect((await run(['doctor'], { PORT: 'x' })).err).toMatch(/^PORT="x" is wrong/);
	});

	test('doctor looks at everything', async () => {
		const { port } = server.address() as AddressInfo;
		const good = await run(['doctor'], { APP_URL: `http://127.0.0.1:${port}` });
		expect(good.out).toMatch(/ok {4}Database .*version 18/);
		for (const name of ['Node', 'DATA_DIR', 'Disk', 'Clock', 'Migrations', 'Outbox', 'APP_URL']) {
			expect(good.out).toMatch(new RegExp(`^ok {4}${name} `, 'm'));
		}
		expect(good.out).toMatch(/note {2}Email .*SMTP_URL is not set/);
		expect(good.status).toBe(0);

		await database.pool.query(
			`INSERT INTO mails (id, template, props, recipient, status, dedupe_key)
			SELECT gen_random_uuid(), 'orders/confirmation', '{}', 'x@example.org', status, status FROM unnest($1::text[]) AS status`,
			[['stored', 'queued']],
		);
		const waiting = await run(['doctor'], { APP_URL: `http://127.0.0.1:${port}` });
		expect(waiting.out).toMatch(/^ok {4}Outbox .*1 waiting, 1 not sent: no mail server is set up/m);
		await database.pool.query('DELETE FROM mails');

		const bad = await run(['doctor'], {
			DATABASE_URL: 'postgres://foyer:hunter2@127.0.0.1:1/none',
			SMTP_URL: 'smtp://127.0.0.1:1',
			APP_URL: 'http://127.0.0.1:1',
			DATA_DIR: '/proc/none',
		});
		expect(bad.status).toBe(1);
		for (const name of ['DATA_DIR', 'Database', 'Email'])
			expect(bad.out).toMatch(new RegExp(`^FAIL {2}${name} `, 'm'));
		expect(bad.out).toMatch(/nothing answers at 127\.0\.0\.1:1/);
		expect(bad.out).not.toContain('hunter2');
	});

	test('verify recomputes the invariants', async () => {
		const { status, out } = await run(['verify']);
		expect(out).toMatch(/invariants hold\.$/);
		expect(status).toBe(0);
	});

	test('backup and restore take a file and say what they did', async () => {
		const path = join(directory, 'x.backup');
		await database.pool.query(`INSERT INTO facts (name, payload) VALUES ('x', '{}')`);
		const first = await run(['backup', path]);
		expect(first).toMatchObject({ status: 0 });
		expect(first.out).toMatch(/^Wrote .*x\.backup: \d+ rows/);
		expect((await run(['backup', path])).err).toMatch(/is there already.*--force/);
		expect(await run(['backup', path, '--force'])).toMatchObject({ status: 0 });
		expect((await run(['restore', path])).err).toMatch(/not empty.*--force/);
		expect((await run(['restore', path, '--force'])).out).toMatch(/^Restored the backup of 20/);
		await writeFile(path, (await readFile(path)).subarray(0, 100));
		expect((await run(['restore', path, '--force'])).err).toMatch(/ends early/);
		expect((await run(['restore', join(directory, 'none')])).err).toMatch(/is not there/);
	});
});
