import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, readdir, readFile, realpath, rename, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeDirectory } from '#server/platform/make-directory.ts';
import { StopError } from '#server/platform/stop-error.ts';
import type { Runner } from './binaries.ts';
import type { Place } from './place.ts';
import { isAlive } from './processes.ts';

const run = promisify(execFile);

/** Major version of the embedded server; its data directory cannot be read by another one. */
const majorVersion = '18';

/** What an empty cluster and its first log file take. */
const neededBytes = 64 * 1024 * 1024;

/** The longest path of a socket that the kernel takes, less the file name that the server adds. */
const maxSocketDirectory = 107 - '/.s.PGSQL.5432.lock'.length;

/** Superuser of the embedded server; Foyer itself works as an ordinary role that owns its database. */
export const superuser = 'postgres';

/**
 * Make the cluster `<dataDir>/pg` unless it is there. It grows beside and is renamed when complete, so neither a kill midway
 * nor two first starts at once leave half a cluster.
 * @returns whether it was made now
 */
export async function ensureCluster(
	{ dataDir, cluster: target, binaries, runner }: Place,
	extraArgs: string[] = [],
): Promise<{ isNew: boolean }> {
	const version = await readFile(join(target, 'PG_VERSION'), 'utf8').catch(() => null);
	if (version !== null) {
		if (version.trim() === majorVersion) return { isNew: false };
		throw new StopError(
			`${target} was made by PostgreSQL ${version.trim()}, this version brings ${majorVersion}. Make a backup with the version of Foyer that wrote it and restore it here.`,
		);
	}
	await removeAbandoned(dataDir);
	const { bavail, bsize } = await statfs(dataDir);
	if (bavail * bsize < neededBytes) throw diskFull(dataDir);

	const draft = `${target}.${process.pid}`;
	await rm(draft, { recursive: true, force: true });
	await runner.makeDirectory(draft);
	const [command, args] = runner.commandLine(binaries.initdb, [
		...['-D', draft, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-instructions'],
		...['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
		...extraArgs,
	]);
	try {
		await run(command, args, { env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } });
		await rename(draft, target);
		return { isNew: true };
	} catch (error) {
		await rm(draft, { recursive: true, force: true });
		const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string };
		if (code === 'ENOTEMPTY' || code === 'EEXIST') return { isNew: false };
		if (/No space left|could not extend/i.test(stderr)) throw diskFull(dataDir);
		const reason = stderr.split('\n').find((line) => /error|fatal/i.test(line)) ?? (error as Error).message;
		throw new StopError(`The embedded database could not be made in ${dataDir}: ${reason.trim()}`);
	}
}

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

/** Drafts of starts that were killed. */
async function removeAbandoned(dataDir: string): Promise<void> {
	for (const name of await readdir(dataDir)) {
		const pid = /^pg\.(\d+)$/.exec(name)?.[1];
		if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true });
	}
}

/**
 * The directory of the server's socket. Socket paths are short by law of the kernel, so it lies in the temporary directory,
 * named after the user and the data directory, closed for everybody else.
 */
export async function ensureSocketDirectory(cluster: string, runner: Runner): Promise<string> {
	const uid = process.getuid?.() ?? 0;
	const hash = createHash('sha256').update(cluster).digest('hex').slice(0, 16);
	const name = `foyer-${uid}-${hash}`;
	const usual = join(tmpdir(), name);
	const path = Buffer.byteLength(usual) <= maxSocketDirectory ? usual : join('/tmp', name);
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
