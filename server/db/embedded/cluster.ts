import { execFile } from 'node:child_process';
import { readdir, readFile, rename, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { StopError } from '#server/platform/stop-error.ts';
import { diskFull, neededBytes } from './directories.ts';
import type { Place } from './place.ts';
import { isAlive } from './processes.ts';

const run = promisify(execFile);

/** Major version of the embedded server; its data directory cannot be read by another one. */
const majorVersion = '18';

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

/** Drafts of starts that were killed. */
async function removeAbandoned(dataDir: string): Promise<void> {
	for (const name of await readdir(dataDir)) {
		const pid = /^pg\.(\d+)$/.exec(name)?.[1];
		if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true });
	}
}
