/**
 * `npm run test:repeat -- FILE|TITLE [--times 20] [--busy]`: runs one test file, or the tests of that title, many times, each in a
 * process of its own and with `--busy` beside one that keeps a core busy, and says how often it failed.
 */
import { spawn, spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { times: { type: 'string', default: '20' }, busy: { type: 'boolean', default: false } },
});
const [what] = positionals;
const times = Number(values.times);
if (!what || positionals.length > 1 || !(times > 0)) {
	process.stderr.write('Usage: npm run test:repeat -- FILE|TITLE [--times 20] [--busy]\n');
	process.exit(2);
}

const command = commandFor(what);
process.stdout.write(`${command.join(' ')}, ${times} times${values.busy ? ' beside a busy core' : ''}\n`);
if (command.includes('playwright'))
	spawnSync('node', ['scripts/ensure.mjs', 'journeys'], { cwd: root, stdio: 'inherit' });
const busy = values.busy ? spawn(process.execPath, ['--eval', 'for (;;);']) : undefined;
let failed = 0;
for (let time = 1; time <= times; time++) {
	const started = Date.now();
	const { status, stdout, stderr } = spawnSync(command[0]!, command.slice(1), {
		cwd: root,
		encoding: 'utf8',
		maxBuffer: 2 ** 28,
		env: {
			NODE_COMPILE_CACHE: join(root, '.cache/compile'),
			...process.env,
			PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
		},
	});
	if (status !== 0) {
		failed++;
		process.stdout.write(`${stdout}${stderr}`);
	}
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	process.stdout.write(`${time}: ${status === 0 ? 'passed' : 'failed'} in ${seconds} s\n`);
}
busy?.kill('SIGKILL');
process.stdout.write(`\nfailed ${failed} of ${times} times\n${times - failed} passed, ${failed} failed\n`);
process.exit(failed > 0 ? 1 : 0);

/** A file is run by its name; a title by the runner in whose files it stands. */
function commandFor(fileOrTitle: string): string[] {
	const isFile = /\.(?:spec|test)\.tsx?(?::\d+)?$/.test(fileOrTitle);
	const journeys = isFile ? [] : filesWith(fileOrTitle, 'e2e/*.spec.ts');
	if (/\.spec\.ts/.test(fileOrTitle) || journeys.length > 0) {
		const only = isFile ? [fileOrTitle] : ['--grep', RegExp.escape(fileOrTitle), ...journeys];
		return ['playwright', 'test', '--workers=1', '--reporter=line', ...only];
	}
	const tests = isFile
		? [fileOrTitle]
		: filesWith(fileOrTitle, '{app,server,shared,scripts,tests}/**/*.test.{ts,tsx}');
	if (tests.length === 0) {
		process.stderr.write(`No test file holds the title “${fileOrTitle}”.\n`);
		process.exit(2);
	}
	return [
		'vitest',
		'run',
		'--no-file-parallelism',
		...tests,
		...(isFile ? [] : ['--testNamePattern', RegExp.escape(fileOrTitle)]),
	];
}

function filesWith(title: string, files: string): string[] {
	return globSync(files, { cwd: root }).filter((file) =>
		readFileSync(join(root, file), 'utf8').includes(title),
	);
}
