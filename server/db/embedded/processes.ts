import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';

export function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** A process as /proc shows it; null when it is gone or the system has no /proc. */
async function inspect(pid: number): Promise<{ name: string; isZombie: boolean; cwd: string | null } | null> {
	try {
		const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
		const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
		const isZombie = /^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')));
		return { name, isZombie, cwd: await readlink(`/proc/${pid}/cwd`).catch(() => null) };
	} catch {
		return null;
	}
}

/** Living server processes that work in this cluster; a server stands in its data directory. */
async function processesOf(clusterPath: string): Promise<number[]> {
	const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name)).map(Number);
	const found: number[] = [];
	for (const pid of pids) {
		const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
		if (cwd !== clusterPath) continue;
		const seen = await inspect(pid);
		if (seen?.name === 'postgres' && !seen.isZombie) found.push(pid);
	}
	return found;
}

/**
 * Remove the lock file of a server that is dead although its process id seems alive: a zombie that nobody reaps (containers
 * whose first process does not), or a number that another program got meanwhile; or one without a process id, which a power
 * cut leaves. The server itself would refuse to start for ever. Nothing is removed while a process of the old server lives,
 * since two servers on one directory destroy it.
 * @returns whether it was removed
 */
export async function removeStaleLockFile(clusterPath: string): Promise<boolean> {
	const file = join(clusterPath, 'postmaster.pid');
	const text = await readFile(file, 'utf8').catch(() => null);
	if (text === null) return false;
	const pid = Number(text.split('\n')[0]);
	if (pid > 0) {
		const seen = await inspect(pid);
		if (seen === null) return false;
		const isServer = seen.name === 'postgres' && !seen.isZombie;
		if (isServer && (seen.cwd === null || seen.cwd === clusterPath)) return false;
	}
	if ((await processesOf(clusterPath)).length > 0) return false;
	await rm(file, { force: true });
	return true;
}

/** End what is left of a server whose first process was killed: its helpers normally notice within a second. */
export async function killOrphans(clusterPath: string, signal: NodeJS.Signals): Promise<number> {
	const main = Number(
		(await readFile(join(clusterPath, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0],
	);
	const seen = main > 0 ? await inspect(main) : null;
	if (seen?.name === 'postgres' && !seen.isZombie) return 0;
	const orphans = await processesOf(clusterPath);
	for (const pid of orphans) {
		try {
			process.kill(pid, signal);
		} catch {
			// Gone meanwhile, or not ours to end.
		}
	}
	return orphans.length;
}
