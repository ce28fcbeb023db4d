import { createConnection, type Socket } from 'node:net';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

export interface Call {
	method: 'GET' | 'POST' | 'PATCH';
	path: string;
	token?: string;
	body?: string;
}

interface Options {
	port: number;
	calls: Call[];
	connections: number;
}

export interface Latencies {
	/** Milliseconds of each answered call, shortest first. */
	sorted: number[];
	byStatus: Record<string, number>;
	perSecond: number;
}

/** The value below which a share of the calls lies. */
export function percentile({ sorted }: Pick<Latencies, 'sorted'>, share: number): number {
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Makes calls one after the other on each connection, from a thread of its own, and times each from its first byte to its last. */
export function timeCalls(options: Options): Promise<Latencies> {
	return new Promise((resolve, reject) => {
		const worker = new Worker(new URL(import.meta.url), { workerData: options });
		worker.once('message', resolve);
		worker.once('error', reject);
	});
}

if (!isMainThread && parentPort) {
	const port = parentPort;
	void run(workerData as Options).then((result) => port.postMessage(result));
}

async function run({ port, calls, connections }: Options): Promise<Latencies> {
	const latencies: number[] = [];
	const byStatus: Record<string, number> = {};
	let next = 0;
	const startMs = performance.now();
	await Promise.all(
		Array.from({ length: connections }, async () => {
			const socket = createConnection({ port, host: '127.0.0.1', noDelay: true });
			await new Promise<void>((resolve, reject) => {
				socket.once('connect', resolve);
				socket.once('error', reject);
			});
			for (let call = calls[next++]; call; call = calls[next++]) {
				const text = requestOf(call);
				const sentMs = performance.now();
				const status = await exchange(socket, text);
				latencies.push(performance.now() - sentMs);
				byStatus[status] = (byStatus[status] ?? 0) + 1;
			}
			socket.destroy();
		}),
	);
	const seconds = (performance.now() - startMs) / 1_000;
	return { sorted: latencies.sort((a, b) => a - b), byStatus, perSecond: latencies.length / seconds };
}

function requestOf({ method, path, token, body }: Call): string {
	const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost'];
	if (token) lines.push(`authorization: Bearer ${token}`);
	if (body !== undefined)
		lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
	return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}

/** Sends a request and waits for one whole answer. */
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
				: received.endsWith('\r\n0\r\n\r\n');
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
