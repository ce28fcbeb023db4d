import { createHash } from 'node:crypto';
import { lstat, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeDirectory } from '#server/platform/make-directory.ts';
import { StopError } from '#server/platform/stop-error.ts';
import type { Runner } from './binaries.ts';

/** What an empty cluster and its first log file take. */
export const neededBytes = 64 * 1024 * 1024;

/** The longest path of a socket that the kernel takes, less the file name that the server adds. */
const maxSocketDirectory = 107 - '/.s.PGSQL.5432.lock'.length;

export function diskFull(dataDir: string): StopError {
	return new StopError(
		`There is no space left for the database in ${dataDir}. Free at least ${neededBytes / 1024 / 1024} MB, or set DATA_DIR to a directory on another disk.`,
	);
}

export async function makeDataDirectory(dataDir: string): Promise<void> {
	try {
		await makeDirectory(dataDir);
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOSPC') throw diskFull(dataDir);
		throw new StopError(
			`DATA_DIR ${dataDir} cannot be made (${code}). Make it writable for this user or set DATA_DIR to another directory.`,
		);
	}
}

/** The path of the cluster of a data directory, as the kernel shows it for the processes that work there. */
export async function clusterPath(dataDir: string): Promise<string> {
	return join(await realpath(dataDir), 'pg');
}

/**
 * The directory of the server's socket: `run` beside the cluster, where nothing cleans up. The kernel limits the length of socket
 * paths; below a long path it is in the temporary directory, named after the user and the data directory. Only the user of
 * the server may open it.
 */
export async function ensureSocketDirectory(cluster: string, runner: Runner): Promise<string> {
	const uid = process.getuid?.() ?? 0;
	const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
	const name = `foyer-${uid}-${hash}`;
	const choices = [join(dirname(cluster), 'run'), join(tmpdir(), name)];
	const path =
		choices.find((choice) => Buffer.byteLength(choice) <= maxSocketDirectory) ?? join('/tmp', name);
	await runner.makeDirectory(path);
	const { isOwn, mode } = await lstat(path).then((stats) => ({
		isOwn: stats.isDirectory() && stats.uid === runner.userId,
		mode: stats.mode & 0o777,
	}));
	if (!isOwn || mode !== 0o700) {
		throw new StopError(
			`${path}, the directory of the database's socket, belongs to somebody else or is open to others. Remove it or set TMPDIR.`,
		);
	}
	return path;
}
