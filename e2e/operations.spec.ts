import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { type RunningApp, runToEnd, startApp } from './support/app.ts';

/** What an operator lives through: starts, stops, kills, wrong settings. */

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

const signUp = (url: string, email: string) =>
	fetch(`${url}/api/auth/register`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ firstName: 'A', lastName: 'B', email, password: 'Correct-horse-battery-9' }),
	});

async function countUsers(dataDir: string): Promise<number> {
	const path = join(dataDir, 'count.backup');
	const { code, errors } = await runToEnd(['server/cli/main.ts', 'backup', path, '--force'], { dataDir });
	expect(code, errors).toBe(0);
	return Number(/^users: (\d+) rows/m.exec(errors)?.[1]);
}

async function serverPid(dataDir: string): Promise<number> {
	return Number((await readFile(join(dataDir, 'pg', 'postmaster.pid'), 'utf8')).split('\n')[0]);
}

const isHydrated = (pid: number) => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

test('whoever is told to stop stops in order, database and all', async () => {
	const app = await start();
	const postgres = await serverPid(app.dataDir);
	app.process.kill('SIGTERM');
	await expect.poll(() => app.process.exitCode).toBe(0);
	expect(isHydrated(postgres)).toBe(false);
	await expect(fetch(app.url)).rejects.toThrow();
});

test('a second start on the same data says so in one line and leaves the first alone', async () => {
	const app = await start();
	const second = await runToEnd(['server/main.ts'], { dataDir: app.dataDir });
	expect(second.code).toBe(1);
	expect(second.errors.trim()).toMatch(
		/^Foyer cannot start\. Foyer already runs on \S+ at http\S+ \(process \d+\)\. Stop it/,
	);
	expect(second.errors.trim().split('\n')).toHaveLength(1);
	expect(second.errors).toContain(` at ${app.url} `);
	expect((await fetch(`${app.url}/readyz`)).status).toBe(200);
});

test('a taken port is named before anything is made', async () => {
	const app = await start();
	const dataDir = `${app.dataDir}-other`;
	const second = await runToEnd(['server/main.ts'], { dataDir, port: Number(new URL(app.url).port) });
	expect(second.code).toBe(1);
	expect(second.errors.trim()).toMatch(/^Foyer cannot start\. Port \d+ is taken .*PORT=\d+\.$/);
	await expect(readFile(join(dataDir, 'pg', 'PG_VERSION'))).rejects.toThrow();
});

test('wrong settings are one line each', async () => {
	for (const [name, value] of [
		['PORT', 'abc'],
		['APP_URL', 'tickets'],
		['DATABASE_URL', 'postgres://foyer@127.0.0.1:1/foyer'],
		['FOYER_DEM', 'on'],
	] as const) {
		const { code, errors } = await runToEnd(['server/main.ts'], {
			dataDir: '/tmp/unused',
			env: { [name]: value },
		});
		expect(code).toBe(1);
		expect(errors.trim()).toMatch(new RegExp(`^Foyer cannot start\\. ${name}`));
		expect(errors.trim().split('\n')).toHaveLength(1);
	}
});

test('killed with its database, everything that was acknowledged is there after the next start', async () => {
	let app = await start();
	const { dataDir } = app;
	for (let round = 1; round <= 3; round++) {
		expect((await signUp(app.url, `round${round}@people.example`)).status).toBe(201);
		const postgres = await serverPid(dataDir);
		await app.kill();
		// Once the database dies with the app, once it is killed as well.
		if (round % 2 === 1) process.kill(postgres, 'SIGKILL');
		app = await start({ dataDir });
	}
	expect(await countUsers(dataDir)).toBe(3);
});

test('a database that is killed is started again under the running app', async () => {
	const app = await start();
	const before = await serverPid(app.dataDir);
	process.kill(before, 'SIGKILL');
	const seen = new Set<number>();
	await expect
		.poll(
			async () => {
				const { status } = await fetch(`${app.url}/readyz`);
				seen.add(status);
				return status === 200 && (await serverPid(app.dataDir).catch(() => before)) !== before;
			},
			{ intervals: [50] },
		)
		.toBe(true);
	expect([...seen].filter((status) => status !== 200 && status !== 503)).toEqual([]);
	// Being ready is found out once a second: the last answer may be from before the database died.
	await expect.poll(async () => (await signUp(app.url, 'after@people.example')).status).toBe(201);
});

test('what is asked while the app starts is answered when it is ready', async () => {
	const first = await start();
	const port = Number(new URL(first.url).port);
	const { dataDir } = first;
	await first.kill();
	const starting = start({ dataDir, port });
	let answer: Response | undefined;
	while (!answer) {
		answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
		if (!answer) await sleep(10);
	}
	expect(answer?.status).toBe(200);
	await starting;
});

test('backup, loss, restore', async () => {
	const app = await start();
	await signUp(app.url, 'kept@people.example');
	const file = join(app.dataDir, 'x.backup');
	const { dataDir } = app;
	expect((await runToEnd(['server/cli/main.ts', 'backup', file], { dataDir })).code).toBe(0);
	await signUp(app.url, 'lost@people.example');
	const early = await runToEnd(['server/cli/main.ts', 'restore', file, '--force'], { dataDir });
	expect(early.code).toBe(1);
	expect(early.errors).toMatch(/Foyer runs on .* Stop it/);
	await app.kill();
	const restored = await runToEnd(['server/cli/main.ts', 'restore', file, '--force'], { dataDir });
	expect(restored.code, restored.errors).toBe(0);
	expect(await countUsers(dataDir)).toBe(1);
	const again = await start({ dataDir });
	expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
});
