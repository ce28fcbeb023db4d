import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseConfig } from '#server/platform/config.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { commands } from '../commands.ts';
import { runCommandLine } from '../run.ts';

const database = useTestDatabase();
let directory: string;
let api: TestApi;

beforeAll(async () => {
	directory = await mkdtemp(join(tmpdir(), 'cli-user-'));
	api = createTestApi(await createTestServices(database()));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function foyer(...words: string[]) {
	const { host, database: name } = database().address as { host: string; database: string };
	const out: string[] = [];
	const err: string[] = [];
	const status = await runCommandLine(
		commands,
		words,
		{ print: (line) => out.push(line), note: (line) => err.push(line) },
		() =>
			parseConfig({
				DATABASE_URL: `postgres:///${name}?host=${encodeURIComponent(host)}&user=foyer`,
				DATA_DIR: directory,
				APP_URL: 'https://foyer.test',
				NODE_ENV: 'test',
			}),
	);
	return { status, out: out.join('\n'), err: err.join('\n') };
}
const signIn = (email: string, password: string) => api.post('/api/auth/login', { email, password });

test('an account is made, shut, opened and given a new password from the command line', async () => {
	const made = await foyer(
		...['user', 'create', '--email', 'ada@example.org', '--password', 'hummus and regret'],
		...['--first-name', 'Ada', '--last-name', 'Lovelace', '--admin', '--verified'],
	);
	expect(made).toMatchObject({ status: 0, err: '' });
	expect(made.out).toContain('administrator ada@example.org');
	const { token } = (await signIn('ada@example.org', 'hummus and regret')).body;
	expect((await api.get('/api/auth/user', { token })).body).toMatchObject({
		firstName: 'Ada',
		isAdmin: true,
		isEmailVerified: true,
	});

	expect((await foyer('user', 'disable', '--email', 'ADA@example.org')).status).toBe(0);
	expect((await api.get('/api/auth/user', { token })).status).toBe(401);
	expect((await signIn('ada@example.org', 'hummus and regret')).body.code).toBe('AUTH_ACCOUNT_DISABLED');
	expect((await foyer('user', 'enable', '--email', 'ada@example.org')).status).toBe(0);
	expect((await signIn('ada@example.org', 'hummus and regret')).status).toBe(200);

	const link = (await foyer('user', 'reset-link', '--email', 'ada@example.org')).out;
	expect(link).toMatch(/^https:\/\/foyer\.test\/reset-password\?token=[\w-]{43}$/);
});

test.each([
	[['--email', 'nonsense', '--password', 'hummus and regret'], 'email: Please enter a valid email address.'],
	[['--email', 'a@example.org', '--password', 'short'], 'password: At least 8 characters.'],
	[['--email', 'a@example.org', '--password', 'password123'], 'too easy to guess'],
	[['--email', 'ada@example.org', '--password', 'hummus and regret'], 'ada@example.org already'],
])('user create %j is refused in one line', async (options, text) => {
	const answer = await foyer('user', 'create', ...options);
	expect(answer.status).toBe(1);
	expect(answer.err).toContain(text);
	expect(answer.err.split('\n')).toHaveLength(1);
});

test('nobody of that address', async () => {
	for (const name of ['disable', 'enable', 'reset-link']) {
		const answer = await foyer('user', name, '--email', 'nobody@example.org');
		expect(answer).toMatchObject({ status: 1, err: expect.stringContaining('was not found') });
	}
});
