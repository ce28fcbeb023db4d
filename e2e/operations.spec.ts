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

test('what cannot start says why in one line and harms nothing; who is told to stop stops in order', async () => {
	const app = await start();
	const otherDir = join(app.dataDir, 'other');
	const refusalOf = async (options: Parameters<typeof runToEnd>[1]) => {
		const { code, errors } = await runToEnd(['server/main.ts'], options);
		expect(code, errors).toBe(1);
		expect(errors.trim().split('\n'), errors).toHaveLength(1);
		return errors.trim();
	};

	await test.step('a second start on the same data', async () => {
		const refusal = await refusalOf({ dataDir: app.dataDir });
		expect(refusal).toMatch(
			/^Foyer cannot start\. Foyer already runs on \S+ at http\S+ \(process \d+\)\. Stop it/,
		);
		expect(refusal).toContain(` at ${app.url} `);
		expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
	});

	await test.step('a taken port, before anything is made', async () => {
		const refusal = await refusalOf({ dataDir: otherDir, port: Number(new URL(app.url).port) });
		expect(refusal).toMatch(/^Foyer cannot start\. Port \d+ is taken .*PORT=\d+\.$/);
		await expect(readFile(join(otherDir, 'pg', 'PG_VERSION'))).rejects.toThrow();
	});

	await test.step('a wrong setting', async () => {
		// Each of the others: server/platform/config.test.ts, server/db/external.test.ts.
		expect(await refusalOf({ dataDir: otherDir, env: { PORT: 'abc' } })).toMatch(
			/^Foyer cannot start\. PORT="abc" is wrong/,
		);
	});

	await test.step('the stop, database and all', async () => {
		const postgres = await serverPid(app.dataDir);
		expect(isRunning(postgres)).toBe(true);
		app.process.kill('SIGTERM');
		await expect.poll(() => app.process.exitCode).toBe(0);
		expect(isRunning(postgres)).toBe(false);
		await expect(fetch(app.url)).rejects.toThrow();
	});
});

test('killed, alone and with its database, or robbed of the database, it has all that was acknowledged', async () => {
	let app = await start();
	const { dataDir } = app;
	const port = Number(new URL(app.url).port);
	const people: string[] = [];
	const signUpAnother = async () => {
		const email = `person${people.length}@people.example`;
		expect(await signUp(app.url, email)).toBe(201);
		people.push(email);
	};

	await test.step('killed with its database', async () => {
		await signUpAnother();
		const postgres = await serverPid(dataDir);
		await app.kill();
		process.kill(postgres, 'SIGKILL');
		app = await start({ dataDir });
	});

	await test.step('killed alone; what is asked while it starts is answered when it is ready', async () => {
		await signUpAnother();
		await app.kill();
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

	for (const email of people) expect(await signIn(app.url, email), email).toBe(200);
});

test('backup, loss, restore', async () => {
	const app = await start();
	const { dataDir } = app;
	const file = join(dataDir, 'x.backup');
	const run = (...words: string[]) => runToEnd(['server/cli/main.ts', ...words], { dataDir });
	expect(await signUp(app.url, 'kept@people.example')).toBe(201);
	const saved = await run('backup', file);
	expect(saved.code, saved.errors).toBe(0);
	expect(saved.errors).toMatch(/^users: 1 rows/m);
	expect(await signUp(app.url, 'lost@people.example')).toBe(201);
	expect(await signIn(app.url, 'lost@people.example')).toBe(200);
	const early = await run('restore', file, '--force');
	expect(early.code).toBe(1);
	expect(early.errors).toMatch(/Foyer runs on .* Stop it/);
	await app.kill();
	const restored = await run('restore', file, '--force');
	expect(restored.code, restored.errors).toBe(0);
	const again = await start({ dataDir });
	expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
	expect(await signIn(again.url, 'kept@people.example')).toBe(200);
	expect(await signIn(again.url, 'lost@people.example')).toBe(401);
});
