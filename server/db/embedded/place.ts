import { type Binaries, chooseRunner, findBinaries, type Runner } from './binaries.ts';
import { clusterPath, ensureSocketDirectory, makeDataDirectory } from './cluster.ts';

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

/** Make the directories and choose how to run; nothing is started yet. */
export async function preparePlace(dataDir: string): Promise<Place> {
	await makeDataDirectory(dataDir);
	const binaries = await findBinaries();
	const runner = await chooseRunner(binaries.postgres);
	const cluster = await clusterPath(dataDir);
	return {
		dataDir,
		cluster,
		socketDirectory: await ensureSocketDirectory(cluster, runner),
		binaries,
		runner,
	};
}
