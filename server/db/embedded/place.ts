import { stat } from 'node:fs/promises';
import { StopError } from '#server/platform/stop-error.ts';
import { type Binaries, chooseRunner, findBinaries, type Runner } from './binaries.ts';
import { clusterPath, ensureSocketDirectory, makeDataDirectory } from './directories.ts';

/** Where and how the embedded server of one data directory runs. */
export interface Place {
	dataDir: string;
	/** The data directory of PostgreSQL. */
	cluster: string;
	/** Directory of the server's socket and of the instance lock; only we can enter it. */
	socketDirectory: string;
	binaries: Binaries;
	runner: Runner;
}

/** PostgreSQL works only for the user who owns its directory. */
async function refuseForeign(cluster: string, runner: Runner): Promise<void> {
	const owner = (await stat(cluster).catch(() => null))?.uid;
	if (owner === undefined || owner === runner.userId) return;
	throw new StopError(
		`${cluster} belongs to the user with number ${owner}, this is number ${runner.userId}. Run Foyer as that user, for example with sudo -u '#${owner}', or set DATA_DIR.`,
	);
}

/** Make the directories and choose how to run; nothing is started yet. */
export async function preparePlace(dataDir: string): Promise<Place> {
	await makeDataDirectory(dataDir);
	const binaries = await findBinaries();
	const runner = await chooseRunner(binaries.postgres);
	const cluster = await clusterPath(dataDir);
	await refuseForeign(cluster, runner);
	return {
		dataDir,
		cluster,
		socketDirectory: await ensureSocketDirectory(cluster, runner),
		binaries,
		runner,
	};
}
