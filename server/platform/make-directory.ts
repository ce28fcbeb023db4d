import { mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Make a directory and the ones above it. Unlike the recursive mkdir of Node, which tries for ever where the system refuses with
 * "not found" although the parent is there (such as under /proc), it gives up.
 * @throws the error of the system: EACCES, ENOSPC, ENOTDIR, …
 */
export async function makeDirectory(path: string, mode?: number): Promise<void> {
	try {
		await mkdir(path, { mode });
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'EEXIST' && (await isDirectory(path))) return;
		const parent = dirname(path);
		if (code !== 'ENOENT' || parent === path || (await isDirectory(parent))) throw error;
		await makeDirectory(parent);
		await makeDirectory(path, mode);
	}
}

async function isDirectory(path: string): Promise<boolean> {
	return stat(path).then(
		(stats) => stats.isDirectory(),
		() => false,
	);
}
