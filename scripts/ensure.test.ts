import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
	appendFile,
	chmod,
	copyFile,
	mkdir,
	mkdtemp,
	readFile,
	rename,
	rm,
	symlink,
	utimes,
	writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

/** Stands in for npm: makes what `npm ci` makes, and writes down that it was called. */
const fakeNpm = `
	import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
	appendFileSync('calls', process.argv.slice(2, 3) + ' ');
	await new Promise((resolve) => setTimeout(resolve, Number(process.env.NPM_TAKES ?? 0)));
	if (process.env.NPM_FAILS) { console.error('npm says why'); process.exit(1); }
	rmSync('node_modules', { recursive: true, force: true });
	mkdirSync('node_modules/.bin', { recursive: true });
	writeFileSync('node_modules/.bin/node', process.env.FAKE_NODE);
	chmodSync('node_modules/.bin/node', 0o755);
`;

/** Stands in for Node 26: prints its version, and notes what it is started with. */
const fakeNode = (version: string) => `#!/bin/sh
if [ "$1" = --version ]; then echo ${version}; exit; fi
echo "$1 " | tr -d '\\n' >> calls
mkdir -p build
`;

describe('what runs before every command', () => {
	let root: string;
	beforeEach(async () => {
		root = await mkdtemp(join(tmpdir(), 'ensure-'));
		await mkdir(join(root, 'scripts'));
		await mkdir(join(root, 'app'));
		await copyFile(new URL('./ensure.mjs', import.meta.url), join(root, 'scripts/ensure.mjs'));
		await writeFile(join(root, 'npm.mjs'), fakeNpm);
		await writeFile(
			join(root, 'package.json'),
			'{"type":"module","scripts":{"build":"react-router build && node scripts/one.ts && node scripts/two.ts"}}',
		);
		await writeFile(
			join(root, 'package-lock.json'),
			'{"packages":{"":{},"node_modules/a":{"version":"1.0.0"}}}',
		);
		await writeFile(join(root, 'app/page.tsx'), 'one');
	});
	afterEach(() => rm(root, { recursive: true, force: true }));

	async function run(mode: string, env: Record<string, string> = {}) {
		const child = spawn(process.execPath, ['scripts/ensure.mjs', mode], {
			cwd: root,
			env: {
				PATH: process.env.PATH,
				npm_execpath: join(root, 'npm.mjs'),
				npm_node_execpath: process.execPath,
				FAKE_NODE: fakeNode('v26.10.0'),
				...env,
			},
		});
		const [output, errors, [code]] = await Promise.all([
			text(child.stdout),
			text(child.stderr),
			once(child, 'exit') as Promise<[number]>,
		]);
		return { code, output, errors };
	}

	/** What was called since the last time. */
	async function takeCalls(): Promise<string> {
		const calls = await readFile(join(root, 'calls'), 'utf8').catch(() => '');
		await rm(join(root, 'calls'), { force: true });
		return calls.trim();
	}

	async function ensure(mode: string, env: Record<string, string> = {}) {
		const ran = await run(mode, env);
		return { ...ran, calls: await takeCalls() };
	}

	/** Every part of `npm run build`, in its order: a start must not leave one out. */
	const built = 'node_modules/.bin/react-router scripts/one.ts scripts/two.ts';

	test('installs and builds once, then only what changed', async () => {
		expect(await ensure('build')).toMatchObject({ code: 0, output: '', calls: `ci ${built}` });
		expect(await ensure('build')).toMatchObject({ code: 0, errors: '', calls: '' });
		await writeFile(join(root, 'app/page.tsx'), 'two');
		expect(await ensure('install')).toMatchObject({ calls: '' });
		expect(await ensure('build')).toMatchObject({ calls: built });
		await appendFile(join(root, 'package-lock.json'), ' ');
		expect(await ensure('build')).toMatchObject({ calls: `ci ${built}` });
		await rename(join(root, 'app/page.tsx'), join(root, 'app/other.tsx'));
		expect(await ensure('build')).toMatchObject({ calls: built });
	});

	test('two at once install once', async () => {
		const both = await Promise.all([
			run('install', { NPM_TAKES: '800' }),
			run('install', { NPM_TAKES: '800' }),
		]);
		expect(both.map(({ code }) => code)).toEqual([0, 0]);
		expect(await takeCalls()).toBe('ci');
		expect(both.map(({ errors }) => errors).join('')).toContain('Another start is installing');
	});

	test('one that was killed holds nobody up', async () => {
		await mkdir(join(root, '.cache'));
		await writeFile(join(root, '.cache/ensure.lock'), '1');
		const longAgo = new Date(Date.now() - 60_000);
		await utimes(join(root, '.cache/ensure.lock'), longAgo, longAgo);
		expect(await ensure('install')).toMatchObject({ code: 0, calls: 'ci' });
	});

	test('an installation that fails says why and is tried again next time', async () => {
		const failed = await ensure('install', { NPM_FAILS: '1' });
		expect(failed.code).toBe(1);
		expect(failed.errors).toContain('npm says why');
		expect(failed.errors.trim()).toMatch(/npm\.mjs ci .* failed \(1\)\.$/);
		expect(await ensure('install')).toMatchObject({ code: 0, calls: 'ci' });
	});

	test('a Node that is missing or too old is named', async () => {
		const old = await ensure('install', { FAKE_NODE: fakeNode('v20.1.0') });
		expect(old.code).toBe(1);
		expect(old.errors).toContain('node_modules/.bin/node is v20.1.0, but Node 26 is needed.');
		const missing = await ensure('install', { FAKE_NODE: '' });
		expect(missing.code).toBe(1);
		expect(missing.errors).toMatch(/Node 26 for \S+ was not installed/);
	});

	test('what npm installed by hand counts', async () => {
		await mkdir(join(root, 'node_modules/.bin'), { recursive: true });
		await writeFile(join(root, 'node_modules/.bin/node'), fakeNode('v26.10.0'));
		await chmod(join(root, 'node_modules/.bin/node'), 0o755);
		const record = join(root, 'node_modules/.package-lock.json');
		await writeFile(record, '{"packages":{"node_modules/a":{"version":"1.0.0"}}}');
		expect(await ensure('install')).toMatchObject({ code: 0, calls: '' });
		await appendFile(join(root, 'package-lock.json'), ' ');
		await writeFile(record, '{"packages":{"node_modules/a":{"version":"0.9.0"}}}');
		expect(await ensure('install')).toMatchObject({ code: 0, calls: 'ci' });
	});

	test('linked packages are left alone', async () => {
		await mkdir(join(root, 'elsewhere/.bin'), { recursive: true });
		await writeFile(join(root, 'elsewhere/.bin/node'), fakeNode('v26.10.0'));
		await chmod(join(root, 'elsewhere/.bin/node'), 0o755);
		await symlink('elsewhere', join(root, 'node_modules'));
		expect(await ensure('install')).toMatchObject({ code: 0, calls: '' });
	});
});
