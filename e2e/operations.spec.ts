import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type RunningApp, runToEnd, startApp } from './support/app.ts';

/** What an operator lives through: starts, stops, kills, wrong settings. Each start is a real process, so each is asked a lot. */

let apps: RunningApp[] = [];
test.afterEach(async () => {
	for (const app of apps) await app.stop();
	apps = [];
});

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<RunningApp> {
	const app = await startApp(options);
	apps.push(app);
	return app;
}

const password = 'Correct-horse-battery-9';

async function post(url: string, path: string, body: object): Promise<number> {
	const response = await fetch(`${url}${path}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	});
	return response.status;
}

const signUp = (url: string, email: string) =>
	post(url, '/api/auth/register', { firstName: 'A', lastName: 'B', email, password });

const signIn = (url: string, email: string) =>
	post(url, '/api/auth/login', { email, password, rememberMe: false });

async function serverPid(dataDir: string): Promise<number> {
	return Number((await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

const isRunning = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

test('an instance refuses wrong starts, keeps what it acknowledged whatever is killed, is restored from its backup and stops in order', async () => {
	let app = await start();
	const { dataDir } = app;
	const port = Number(new URL(app.url).port);
	const people: string[] = [];
	const signUpAnother = async () => {
		const email = `person${people.length}@people.example`;
		expect(await signUp(app.url, email)).toBe(201);
		people.push(email);
	};
	const refusalOf = async (options: Parameters<typeof runToEnd>[1]) => {
		const { code, errors } = await runToEnd(['server/main.ts'], options);
		expect(code, errors).toBe(1);
		expect(errors.trim().split('\n'), errors).toHaveLength(1);
		return errors.trim();
	};

	await test.step('a second start on the same data, a taken port, a wrong setting: one line each, and no harm', async () => {
		const otherDir = join(dataDir, 'other');
		// Each of the other settings: server/platform/config.test.ts, server/db/external.test.ts.
		const [second, taken, wrong] = await Promise.all([
			refusalOf({ dataDir }),
			refusalOf({ dataDir: otherDir, port }),
			refusalOf({ dataDir: join(dataDir, 'third'), env: { PORT: 'abc' } }),
		]);
		expect(second).toMatch(
			/^Foyer cannot start\. Foyer already runs on \S+ at http\S+ \(process \d+\)\. Stop it/,
		);
		expect(second).toContain(` at ${app.url} `);
		expect(taken).toMatch(/^Foyer cannot start\. Port \d+ is taken .*PORT=\d+\.$/);
		// Before anything is made.
		await expect(readFile(join(otherDir, 'pg', 'PG_VERSION'))).rejects.toThrow();
		expect(wrong).toMatch(/^Foyer cannot start\. PORT="abc" is wrong/);
		expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
	});

	// Killed alone: the restore below, and server/db/embedded/server.test.ts.
	await test.step('killed with its database; what is asked while it starts is answered when it is ready', async () => {
		await signUpAnother();
		const postgres = await serverPid(dataDir);
		await app.kill();
		process.kill(postgres, 'SIGKILL');
		const starting = start({ dataDir, port });
		let answer: Response | undefined;
		while (!answer) {
			answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
			if (!answer) await sleep(10);
		}
		expect(answer.status).toBe(200);
		app = await starting;
	});

	await test.step('its database is killed and started again under it', async () => {
		const before = await serverPid(dataDir);
		process.kill(before, 'SIGKILL');
		const seen = new Set<number>();
		await expect
			.poll(
				async () => {
					const { status } = await fetch(`${app.url}/readyz`);
					seen.add(status);
					return status === 200 && (await serverPid(dataDir).catch(() => before)) !== before;
				},
				{ intervals: [50] },
			)
			.toBe(true);
		expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
		// Being ready is found out once a second: the last answer may be from before the database died.
		await expect.poll(() => signUp(app.url, 'after@people.example')).toBe(201);
		people.push('after@people.example');
	});

	await test.step('backup, loss, restore', async () => {
		const file = join(dataDir, 'x.backup');
		const run = (...words: string[]) => runToEnd(['server/cli/main.ts', ...words], { dataDir });
		const saved = await run('backup', file);
		expect(saved.code, saved.errors).toBe(0);
		expect(saved.errors).toMatch(new RegExp(`^users: ${people.length} rows`, 'm'));
		const [early] = await Promise.all([
			run('restore', file, '--force'),
			signUp(app.url, 'lost@people.example').then(async (status) => {
				expect(status).toBe(201);
				expect(await signIn(app.url, 'lost@people.example')).toBe(200);
			}),
		]);
		expect(early.code).toBe(1);
		expect(early.errors).toMatch(/Foyer runs on .* Stop it/);
		await app.kill();
		const restored = await run('restore', file, '--force');
		expect(restored.code, restored.errors).toBe(0);
		app = await start({ dataDir });
		expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
		for (const email of people) expect(await signIn(app.url, email), email).toBe(200);
		expect(await signIn(app.url, 'lost@people.example')).toBe(401);
	});

	await test.step('the stop, database and all', async () => {
		const postgres = await serverPid(dataDir);
		expect(isRunning(postgres)).toBe(true);
		app.process.kill('SIGTERM');
		await expect.poll(() => app.process.exitCode).toBe(0);
		expect(isRunning(postgres)).toBe(false);
		await expect(fetch(app.url)).rejects.toThrow();
	});
});
