import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type LoadOptions, type LoadResult, run } from './load-run.ts';

/** Loads a local server from a thread of its own, with as little work per request as a client can do. */
export function load(options: LoadOptions): Promise<LoadResult> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: options });
		worker.once('message', resolve);
		worker.once('error', reject);
	});
}

/** The same, and fails when an answer has another status than those allowed. */
export async function loadOk(options: LoadOptions, statuses: readonly number[] = [200]): Promise<LoadResult> {
	const result = await load(options);
	const isOther = Object.keys(result.byStatus).some((status) => !statuses.includes(Number(status)));
	if (isOther)
		throw new Error(`${[options.path].flat()[0]}: unexpected answers ${JSON.stringify(result.byStatus)}`);
	return result;
}

if (!isMainThread && parentPort) {
	const port = parentPort;
	void run(workerData as LoadOptions).then((result) => port.postMessage(result));
}
