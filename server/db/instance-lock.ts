import { randomBytes } from 'node:crypto';
import { link, lstat, readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StopError } from '#server/platform/stop-error.ts';
import { diskFull } from './embedded/directories.ts';
import { isAlive } from './embedded/processes.ts';

/** Who holds the lock of an instance. */
export interface LockHolder {
	pid: number;
	/** `server` runs until it is stopped, `command` ends by itself. */
	kind: 'server' | 'command';
	/** Where the server can be reached, or what the command is called. */
	label: string;
}

export interface InstanceLock {
	/** Publish another address to whoever asks from now on, such as the port that was free. */
	relabel(label: string): Promise<void>;
	release(): Promise<void>;
}

/** The content of the lock file. */
interface Claim extends LockHolder {
	token: string;
	/** The process in a form that is never used twice; null where the system does not say. */
	process: string | null;
}

/** Name of the lock file in the data directory. */
const fileName = 'lock';
const renewEveryMs = 1_000;

export interface LockOptions {
	/** For how long a holder that this process cannot see may leave its lock without renewing it; 6 s. */
	silenceMs?: number;
	/** Called with the path before a lock is watched for that long. */
	onWatch?: (path: string) => void;
}

/**
 * One Foyer per data directory. The lock is a file in the data directory that names its holder and is renewed every second. A
 * holder on this machine is dead as soon as its process is gone; one that this process cannot see (another container, another
 * machine, an unreadable file) is dead when it has not renewed its lock for six seconds.
 * @param dataDir an existing directory
 * @returns the lock, or who holds it
 * @throws StopError when something other than a file has the lock's name
 */
export async function acquireInstanceLock(
	dataDir: string,
	own: Omit<LockHolder, 'pid'>,
	options: LockOptions = {},
): Promise<{ lock: InstanceLock } | { holder: LockHolder }> {
	const path = join(dataDir, fileName);
	const token = randomBytes(8).toString('hex');
	const draft = `${path}.${process.pid}.${token}`;
	const claim: Claim = { ...own, pid: process.pid, token, process: await identify(process.pid) };
	const write = () =>
		writeFile(draft, JSON.stringify(claim), { mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
			throw error.code === 'ENOSPC' ? diskFull(dataDir) : error;
		});
	await write();
	try {
		for (;;) {
			if (await makeLink(draft, path)) {
				// A process that was removing a dead lock may have moved this one aside.
				await sleep(20);
				if (!(await isOwn(path, token))) continue;
				return { lock: keep(path, claim, write, draft) };
			}
			const found = await readLock(path);
			if (found === null) continue;
			if (found.claim && (await isHeld(path, found.claim, options))) {
				const { pid, kind, label } = found.claim;
				return { holder: { pid, kind, label } };
			}
			if (!found.claim && (await isRenewed(path, options)))
				return { holder: { pid: 0, kind: 'server', label: '' } };
			await removeDead(path, found.text);
		}
	} finally {
		await rm(draft, { force: true });
	}
}

/** Wait until commands are through; a server is reported at once. */
export async function waitForInstanceLock(
	dataDir: string,
	own: Omit<LockHolder, 'pid'>,
	onWait: (holder: LockHolder) => void,
	options: LockOptions = {},
): Promise<{ lock: InstanceLock } | { holder: LockHolder }> {
	for (let round = 0; ; round++) {
		const result = await acquireInstanceLock(dataDir, own, options);
		if ('lock' in result || result.holder.kind === 'server') return result;
		if (round === 0) onWait(result.holder);
		await sleep(250);
	}
}

/** Renews a lock until it is released, and writes it again when it was removed by mistake. */
function keep(path: string, claim: Claim, write: () => Promise<void>, draft: string): InstanceLock {
	let running = Promise.resolve();
	/** One change of the file after the other; a full disk must not end the process. */
	const run = (change: () => Promise<void>) => {
		running = running.then(change).catch(() => {});
		return running;
	};
	const renew = async () => {
		const found = await readLock(path);
		const now = new Date();
		if (found?.claim?.token === claim.token) await utimes(path, now, now);
		else if (found === null) {
			await write();
			await makeLink(draft, path).finally(() => rm(draft, { force: true }));
		}
	};
	const timer = setInterval(() => void run(renew), renewEveryMs);
	timer.unref();
	return {
		relabel(label) {
			claim.label = label;
			return run(async () => {
				if (!(await isOwn(path, claim.token))) return;
				await write();
				await rename(draft, path);
			});
		},
		release() {
			clearInterval(timer);
			return run(async () => {
				if (await isOwn(path, claim.token)) await rm(path, { force: true });
			});
		},
	};
}

async function makeLink(draft: string, path: string): Promise<boolean> {
	try {
		await link(draft, path);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

async function isOwn(path: string, token: string): Promise<boolean> {
	return (await readLock(path))?.claim?.token === token;
}

/** The file and what it says; no claim when it is not a lock that Foyer wrote. Null when there is none. */
async function readLock(path: string): Promise<{ text: string; claim: Claim | null } | null> {
	try {
		const { size } = await stat(path);
		const text = size > 10_000 ? '' : await readFile(path, 'utf8');
		return { text, claim: parseClaim(text) };
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT') {
			const there = await lstat(path).catch(() => null);
			// A symbolic link that leads nowhere is in the way as much as a file; a file was written meanwhile.
			if (there?.isSymbolicLink()) return { text: '', claim: null };
			return there && readLock(path);
		}
		throw new StopError(
			`${path} cannot be read (${code}). Foyer keeps its lock file there: remove what is in its place, or make it readable for this user.`,
		);
	}
}

function parseClaim(text: string): Claim | null {
	try {
		const claim = JSON.parse(text) as Partial<Claim>;
		const isClaim = typeof claim.pid === 'number' && typeof claim.token === 'string';
		return isClaim ? (claim as Claim) : null;
	} catch {
		return null;
	}
}

async function isHeld(path: string, claim: Claim, options: LockOptions): Promise<boolean> {
	const here = await identify(process.pid);
	const isVisible = here !== null && claim.process !== null && placeOf(here) === placeOf(claim.process);
	if (isVisible) return (await identify(claim.pid)) === claim.process;
	if (claim.process === null && !isAlive(claim.pid)) return false;
	return isRenewed(path, options);
}

/** Watches for a renewal, without trusting any clock but this process's own. */
async function isRenewed(path: string, { silenceMs = 6_000, onWatch }: LockOptions): Promise<boolean> {
	onWatch?.(path);
	const before = await modifiedAt(path);
	for (const deadline = performance.now() + silenceMs; performance.now() < deadline; ) {
		await sleep(200);
		if ((await modifiedAt(path)) !== before) return true;
	}
	return false;
}

const modifiedAt = (path: string) =>
	lstat(path).then(
		({ mtimeMs }) => mtimeMs,
		() => null,
	);

/** Boot, process namespace and start time: together they name one process for ever. Null without /proc. */
async function identify(pid: number): Promise<string | null> {
	try {
		const [boot, namespace, text] = await Promise.all([
			readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
			readlink('/proc/self/ns/pid'),
			readFile(`/proc/${pid}/stat`, 'utf8'),
		]);
		// Fields after the name, which may hold blanks: the state is the third of all, the start time the twenty-second.
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		if (fields[0] === 'Z' || fields[0] === 'X') return null;
		return `${boot.trim()} ${namespace} ${pid} ${fields[19]}`;
	} catch {
		return null;
	}
}

const placeOf = (identity: string) => identity.split(' ').slice(0, 2).join(' ');

/** Several may find it dead at once: the file is moved aside, and put back when it turns out to be a new one. */
async function removeDead(path: string, dead: string): Promise<void> {
	if ((await readLock(path))?.text !== dead) return;
	const aside = `${path}.aside.${process.pid}`;
	try {
		await rename(path, aside);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
		throw error;
	}
	const moved = await readFile(aside, 'utf8').catch(() => '');
	if (moved !== dead) await makeLink(aside, path);
	await rm(aside, { force: true });
}
