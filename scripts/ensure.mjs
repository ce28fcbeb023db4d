/**
 * Runs before `npm start`, `npm test` and the others, on whatever Node is there (20 or newer), without dependencies: installs
 * the packages when the lock file changed, builds the app when its sources changed, and for journeys finds or installs Chromium.
 *
 *   node scripts/ensure.mjs install|build|journeys
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);

const nodeMajor = 26;
const node = 'node_modules/.bin/node';
const installStamp = 'node_modules/.foyer-stamp';
const buildStamp = 'build/.stamp';
const lockFile = '.cache/ensure.lock';
const buildInputs = [
	'app',
	'shared',
	'public',
	'scripts/vite',
	'scripts/compile-locales.ts',
	'scripts/compress-assets.ts',
	'vite.config.ts',
	'react-router.config.ts',
	'lingui.config.ts',
	'tsconfig.base.json',
	'package.json',
	'package-lock.json',
];
export const chromiumPaths = [
	process.env.CHROMIUM_PATH,
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** Debian's Chromium without a window, in which most journeys run (e2e/support/fake-camera.ts). */
const shellPath = '/usr/bin/chromium-headless-shell';

class Failure extends Error {}

function say(text) {
	// Not on standard output, which belongs to the command that follows.
	process.stderr.write(`${text}\n`);
}

/** Hash of files and directories, names and contents. */
function hashOf(paths, extra = '') {
	const hash = createHash('sha256').update(extra);
	const add = (path) => {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (!stats) return;
		if (stats.isDirectory()) {
			for (const name of readdirSync(path).sort()) add(join(path, name));
		} else {
			hash.update(`\0${path}\0`).update(readFileSync(path));
		}
	};
	for (const path of paths) add(path);
	return hash.digest('hex');
}

function readText(path) {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}

/** Run a program; its output is shown only when it fails, unless `isLoud`. */
function run(command, args, { env = process.env, isLoud = false } = {}) {
	return new Promise((resolve, reject) => {
		const child = spawn(command, args, { env, stdio: isLoud ? 'inherit' : ['ignore', 'pipe', 'pipe'] });
		const output = [];
		for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => output.push(chunk));
		child.on('error', (error) => reject(new Failure(`${command} cannot be run: ${error.message}`)));
		child.on('close', (code, signal) => {
			if (code === 0) return resolve();
			process.stderr.write(Buffer.concat(output));
			reject(new Failure(`${[command, ...args].join(' ')} failed (${signal ?? code}).`));
		});
	});
}

async function timed(what, work) {
	say(`${what} …`);
	const start = Date.now();
	await work();
	say(`  done in ${((Date.now() - start) / 1000).toFixed(1)} s`);
}

/** One install or build at a time. The holder touches the file, so that a killed one is recognised by its age. */
async function exclusively(work) {
	mkdirSync(dirname(lockFile), { recursive: true });
	for (let isWaiting = false; ; ) {
		try {
			writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
			break;
		} catch (error) {
			if (error.code !== 'EEXIST') throw new Failure(`${root}/.cache cannot be written (${error.code}).`);
		}
		const age = Date.now() - (statSync(lockFile, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
		if (age > 10_000) {
			rmSync(lockFile, { force: true });
			continue;
		}
		if (!isWaiting) say('Another start is installing or building; waiting for it …');
		isWaiting = true;
		await new Promise((resolve) => setTimeout(resolve, 300));
	}
	const touch = setInterval(() => {
		try {
			utimesSync(lockFile, new Date(), new Date());
		} catch {
			// Somebody took us for dead; the work goes on all the same.
		}
	}, 1000);
	const release = () => rmSync(lockFile, { force: true });
	const onSignal = (signal) => {
		release();
		process.kill(process.pid, signal);
	};
	process.once('SIGINT', onSignal).once('SIGTERM', onSignal);
	try {
		return await work();
	} finally {
		clearInterval(touch);
		process.off('SIGINT', onSignal).off('SIGTERM', onSignal);
		release();
	}
}

/** What npm installed, by its own record, is what the lock file says; packages for other systems may be missing. */
function isInstalledByHand() {
	try {
		const wanted = JSON.parse(readText('package-lock.json')).packages;
		const found = JSON.parse(readText('node_modules/.package-lock.json')).packages;
		for (const [path, entry] of Object.entries(wanted)) {
			if (path === '') continue;
			if (
				found[path]
					? found[path].version !== entry.version
					: !(entry.optional || entry.devOptional || entry.peer)
			)
				return false;
		}
		return Object.keys(found).every((path) => wanted[path] !== undefined);
	} catch {
		return false;
	}
}

const installHash = () =>
	hashOf(['package-lock.json', 'package.json', '.npmrc'], `${process.platform}-${process.arch}`);
const buildHash = () => hashOf(buildInputs);
const isInstalled = () => readText(installStamp) === installHash();
const isBuilt = () => readText(buildStamp) === buildHash();

async function install() {
	if (isInstalled()) return checkNode();
	if (lstatSync('node_modules', { throwIfNoEntry: false })?.isSymbolicLink()) return checkNode();
	if (!isInstalledByHand()) {
		// Inside a script, plain `npm` would run on the Node that is being replaced.
		const npm = process.env.npm_execpath;
		const [command, ...args] = npm ? [process.env.npm_node_execpath ?? process.execPath, npm] : ['npm'];
		await timed('Installing packages', () =>
			run(command, [
				...args,
				'ci',
				'--include=dev',
				'--include=optional',
				'--no-audit',
				'--no-fund',
				'--loglevel=error',
			]),
		);
	}
	checkNode();
	writeFileSync(installStamp, installHash());
}

/** The packages bring a Node of their own; when it could not be fetched npm stays silent. */
function checkNode() {
	const version = existsSync(node) ? spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout?.trim() : '';
	if (version?.startsWith(`v${nodeMajor}.`)) return;
	throw new Failure(
		version
			? `node_modules/.bin/node is ${version}, but Node ${nodeMajor} is needed. Remove node_modules and start again.`
			: `Node ${nodeMajor} for ${process.platform}-${process.arch} was not installed (Linux and macOS on x64 and arm64 are supported). Remove node_modules and start again.`,
	);
}

/** The parts of `npm run build`, so that a start makes the very same files. */
function buildSteps() {
	const { scripts } = JSON.parse(readText('package.json'));
	return scripts.build.split(' && ').map((step) => {
		const [program, ...args] = step.split(' ');
		return program === 'node' ? args : [`node_modules/.bin/${program}`, ...args];
	});
}

async function build() {
	if (isBuilt()) return;
	const hash = buildHash();
	rmSync(buildStamp, { force: true });
	const env = { ...process.env, NODE_ENV: 'production' };
	await timed('Building the app', async () => {
		for (const [program, ...args] of buildSteps()) await run(node, [program, ...args], { env });
	});
	writeFileSync(buildStamp, hash);
}

async function findChromium() {
	const isThere = () => chromiumPaths.some((path) => path && existsSync(path));
	const isRoot = process.getuid?.() === 0;
	const canSudo = !isRoot && spawnSync('sudo', ['-n', 'true']).status === 0;
	const hasApt = spawnSync('apt-get', ['--version']).status === 0;
	if ((!isThere() || !existsSync(shellPath)) && hasApt && (isRoot || canSudo)) {
		const prefix = isRoot ? [] : ['sudo', '-n'];
		const apt = (...args) => {
			const [command, ...rest] = [...prefix, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...args];
			return run(command, rest);
		};
		await timed('Installing Chromium for the browser tests', async () => {
			const install = (...names) => apt('install', '-y', '--no-install-recommends', ...names);
			await apt('update');
			// Together, so that they are of one version. Where the shell is no package, journeys only take longer.
			await install('chromium', 'chromium-headless-shell').catch(() => isThere() || install('chromium'));
		}).catch(() => {
			// What apt says was shown; without a Chromium the next lines say what to do.
		});
	}
	if (!isThere()) {
		throw new Failure(
			'Chromium is needed for the browser tests. Install it (Debian: sudo apt-get install chromium) or name it in CHROMIUM_PATH.',
		);
	}
}

async function main(mode) {
	const needsBuild = mode !== 'install';
	if (!['install', 'build', 'journeys'].includes(mode))
		throw new Failure('Usage: node scripts/ensure.mjs install|build|journeys');
	if (Number(process.versions.node.split('.')[0]) < 20) {
		throw new Failure(`Node ${process.version} is too old to install Foyer. Use Node 20 or newer.`);
	}
	if (mode === 'journeys') await findChromium();
	const isReady = isInstalled() && (!needsBuild || isBuilt());
	if (isReady) return checkNode();
	await exclusively(async () => {
		await install();
		if (needsBuild) await build();
	});
}

main(process.argv[2]).catch((error) => {
	process.stderr.write(`${error instanceof Failure ? error.message : error.stack}\n`);
	process.exit(1);
});
