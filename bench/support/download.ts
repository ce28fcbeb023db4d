import { request } from 'node:http';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

interface Options {
	port: number;
	path: string;
	token: string;
}

export interface Downloaded {
	status: number;
	bytes: number;
	ms: number;
}

/** Reads a file to its end in a thread of its own and throws it away. */
export function download(options: Options): Promise<Downloaded> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: options });
		worker.once('message', resolve);
		worker.once('error', reject);
	});
}

if (!isMainThread && parentPort) {
	const { port, path, token } = workerData as Options;
	const startMs = performance.now();
	let bytes = 0;
	request({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${token}` } }, (answer) => {
		answer.on('data', (chunk: Buffer) => {
			bytes += chunk.length;
		});
		answer.once('error', (error) => {
			throw error;
		});
		answer.once('end', () =>
			parentPort?.postMessage({ status: answer.statusCode, bytes, ms: performance.now() - startMs }),
		);
	}).end();
}
