import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '#server/db/embedded/processes.ts';

/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
const gibibyte = 2 ** 30;

/**
 * A directory for the data of this process, which its maker removes. It is in memory where there is enough: a database with all tables
 * is a thousand files, which a disk makes in two thirds of a second of processor time and memory in a thirtieth.
 */
export async function makeRunDirectory(prefix: `${string}-`): Promise<string> {
	const roots = [memory, tmpdir()];
	await Promise.all(roots.map((root) => removeAbandoned(root, prefix)));
	const root = (await hasRoomInMemory()) ? memory : tmpdir();
	return mkdtemp(join(root, `${prefix}${process.pid}-`));
}

async function hasRoomInMemory(): Promise<boolean> {
	const disk = await statfs(memory).catch(() => null);
	const freeBytes = disk ? disk.bavail * disk.bsize : 0;
	return freeBytes > 2 * gibibyte && process.availableMemory() > 4 * gibibyte;
}

/** What runs that were killed left behind. */
async function removeAbandoned(root: string, prefix: string): Promise<void> {
	for (const name of await readdir(root).catch(() => [])) {
		const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0;
		if (pid > 0 && !isAlive(pid)) await rm(join(root, name), { recursive: true, force: true });
	}
}
