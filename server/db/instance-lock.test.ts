import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rounds } from '#tests/support/seed.ts';
import { acquireInstanceLock, waitForInstanceLock } from './instance-lock.ts';

const own = { kind: 'server', label: 'http://localhost:3000' } as const;
const code = `
	import { acquireInstanceLock } from ${JSON.stringify(new URL('./instance-lock.ts', import.meta.url).href)};
	const result = await acquireInstanceLock(process.argv[1], JSON.parse(process.argv[2]));
	console.log('lock' in result ? 'got it' : 'held by ' + result.holder.label);
	if ('lock' in result) setInterval(() => {}, 1000);
`;

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
	directory = await mkdtemp(join(tmpdir(), 'lock-'));
});
afterEach(async () => {
	for (const child of children.splice(0)) child.kill('SIGKILL');
	await rm(directory, { recursive: true, force: true });
});

async function startHolder(holder: object = own): Promise<{ child: ChildProcess; says: string }> {
	const child = spawn(
		process.execPath,
		['--input-type=module', '-e', code, directory, JSON.stringify(holder)],
		{
			stdio: ['ignore', 'pipe', 'inherit'],
		},
	);
	children.push(child);
	const [chunk] = await once(child.stdout!, 'data');
	return { child, says: String(chunk).trim() };
}

test('the second is shown who the first is, and may go on when that one released it', async () => {
	const first = await acquireInstanceLock(directory, own);
	if (!('lock' in first)) throw new Error('The lock should be free.');
	expect(await acquireInstanceLock(directory, own)).toEqual({ holder: { ...own, pid: process.pid } });
	await first.lock.relabel('http://localhost:4000');
	expect(await acquireInstanceLock(directory, own)).toMatchObject({
		holder: { label: 'http://localhost:4000' },
	});
	await first.lock.release();
	expect(await readdir(directory)).toEqual([]);
	const next = await acquireInstanceLock(directory, own);
	expect('lock' in next).toBe(true);
	if ('lock' in next) await next.lock.release();
});

test('a holder that was killed holds nothing', async () => {
	const { child, says } = await startHolder();
	expect(says).toBe('got it');
	expect(await acquireInstanceLock(directory, own)).toMatchObject({ holder: { pid: child.pid } });
	child.kill('SIGKILL');
	await once(child, 'exit');
	const next = await acquireInstanceLock(directory, own);
	expect('lock' in next).toBe(true);
	if ('lock' in next) await next.lock.release();
});

test('of many that start at once over a dead lock exactly one gets it', async () => {
	for (let round = 0; round < rounds(1, 3); round++) {
		const { child } = await startHolder();
		child.kill('SIGKILL');
		await once(child, 'exit');
		const all = await Promise.all(Array.from({ length: 6 }, () => startHolder()));
		expect(all.map(({ says }) => says).toSorted()).toEqual([
			'got it',
			...Array(5).fill(`held by ${own.label}`),
		]);
		const [winner] = all.filter(({ says }) => says === 'got it');
		winner?.child.kill('SIGKILL');
		await once(winner!.child, 'exit');
	}
});

test('a command is waited for', async () => {
	const { child } = await startHolder({ kind: 'command', label: 'import' });
	const seen: string[] = [];
	const waiting = waitForInstanceLock(directory, own, (holder) => {
		seen.push(holder.label);
		child.kill('SIGTERM');
	});
	const result = await waiting;
	expect(seen).toEqual(['import']);
	if ('lock' in result) await result.lock.release();
	else throw new Error('The command is gone.');
});

test('a lock that was removed is there again, and a second start is still refused', async () => {
	const { child } = await startHolder();
	await rm(join(directory, 'lock'));
	await expect.poll(() => readdir(directory)).toContain('lock');
	expect(await acquireInstanceLock(directory, own)).toMatchObject({ holder: { pid: child.pid } });
});

test('a holder that is stopped still holds', async () => {
	const { child } = await startHolder();
	child.kill('SIGSTOP');
	expect(await acquireInstanceLock(directory, own)).toMatchObject({ holder: { pid: child.pid } });
});

test('a holder of another machine or container holds as long as it renews its lock', async () => {
	const path = join(directory, 'lock');
	const far = { ...own, pid: 1, token: 'far', process: 'boot pid:[1] 1 1' };
	const renew = async () => {
		await writeFile(path, JSON.stringify(far));
	};
	await renew();
	const renewing = setInterval(() => void renew(), 500);
	expect(await acquireInstanceLock(directory, own)).toMatchObject({ holder: { pid: 1 } });
	clearInterval(renewing);
	const next = await acquireInstanceLock(directory, own, { silenceMs: 1_000 });
	if (!('lock' in next)) throw new Error('Nobody renews it.');
	await next.lock.release();
});

test.each([
	['an empty file', () => writeFile(join(directory, 'lock'), '')],
	['a file of something else', () => writeFile(join(directory, 'lock'), 'locked by hand')],
	['a link that leads nowhere', () => symlink('lock.1.dead', join(directory, 'lock'))],
])('%s in the place of the lock is no obstacle', async (_, make) => {
	await make();
	const watched: string[] = [];
	const next = await acquireInstanceLock(directory, own, {
		silenceMs: 300,
		onWatch: (path) => watched.push(path),
	});
	expect(watched).toEqual([join(directory, 'lock')]);
	if (!('lock' in next)) throw new Error('Nobody holds it.');
	await next.lock.release();
	expect(await readdir(directory)).toEqual([]);
});

test('a directory in the place of the lock is refused with one line', async () => {
	await mkdir(join(directory, 'lock'));
	await expect(acquireInstanceLock(directory, own)).rejects.toThrow(/lock cannot be read \(EISDIR\)/);
});
