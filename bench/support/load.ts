import { createConnection, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface LoadOptions {
	port: number;
	/** Connections, each with one request under way. */
	connections: number;
	ms: number;
	method: string;
	path: string;
	/** A body, with `{n}` where each request puts a number of its own. */
	body?: string;
	headers?: Record<string, string>;
	/** Adds an Idempotency-Key of its own to every request. */
	hasKeys?: boolean;
	/** Requests a second, started on time whether or not earlier ones are answered; all connections as fast as they can when absent. */
	rate?: number;
}

export interface LoadResult {
	requests: number;
	perSecond: number;
	byStatus: Record<string, number>;
	/** Milliseconds from when a request was due until its answer was there. */
	p50: number;
	p99: number;
	max: number;
}

/** Loads a local server from a thread of its own, with as little work per request as a client can do. */
export function load(options: LoadOptions): Promise<LoadResult> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: options });
		worker.once('message', resolve);
		worker.once('error', reject);
	});
}

if (!isMainThread && parentPort) {
	const port = parentPort;
	void run(workerData as LoadOptions).then((result) => port.postMessage(result));
}

async function run(options: LoadOptions): Promise<LoadResult> {
	const startMs = performance.now();
	const endMs = startMs + options.ms;
	const latencies: number[] = [];
	const byStatus: Record<string, number> = {};
	let sent = 0;

	const request = () => {
		sent += 1;
		const body = options.body?.replaceAll('{n}', String(sent)) ?? '';
		const headers = {
			host: 'localhost',
			...options.headers,
			...(body
				? { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }
				: {}),
			...(options.hasKeys ? { 'idempotency-key': `load-${process.pid}-${startMs}-${sent}` } : {}),
		};
		const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
		return `${options.method} ${options.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
	};
	/** When the next request is due; null when there is none any more. */
	const nextDue = () => {
		const dueMs = options.rate ? startMs + (sent / options.rate) * 1_000 : performance.now();
		return dueMs < endMs ? dueMs : null;
	};

	await Promise.all(Array.from({ length: options.connections }, () => loop(options.port)));
	latencies.sort((a, b) => a - b);
	const at = (share: number) =>
		latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
	return {
		requests: latencies.length,
		perSecond: latencies.length / ((performance.now() - startMs) / 1_000),
		byStatus,
		p50: at(0.5),
		p99: at(0.99),
		max: latencies.at(-1) ?? 0,
	};

	async function loop(port: number): Promise<void> {
		const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
		await new Promise<void>((resolve, reject) => {
			socket.once('connect', resolve);
			socket.once('error', reject);
		});
		for (;;) {
			const dueMs = nextDue();
			if (dueMs === null) break;
			const text = request();
			if (dueMs > performance.now())
				await new Promise((resolve) => setTimeout(resolve, dueMs - performance.now()));
			const status = await exchange(socket, text);
			byStatus[status] = (byStatus[status] ?? 0) + 1;
			latencies.push(performance.now() - dueMs);
		}
		socket.destroy();
	}
}

/** Sends a request and reads one answer with a Content-Length or chunks. */
function exchange(socket: Socket, text: string): Promise<string> {
	return new Promise((resolve, reject) => {
		let received = '';
		const onData = (chunk: Buffer) => {
			received += chunk.toString('latin1');
			const head = received.indexOf('\r\n\r\n');
			if (head === -1) return;
			const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, head));
			const isWhole = length
				? received.length >= head + 4 + Number(length[1])
				: received.endsWith('0\r\n\r\n') || received.startsWith('HTTP/1.1 204');
			if (!isWhole) return;
			socket.off('data', onData);
			socket.off('error', reject);
			resolve(received.slice(9, 12));
		};
		socket.on('data', onData);
		socket.once('error', reject);
		socket.write(text);
	});
}
