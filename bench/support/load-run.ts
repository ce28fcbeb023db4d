import { connect, type Socket } from 'node:net';

export interface LoadOptions {
	port: number;
	/** Connections, each with one request under way. */
	connections: number;
	ms: number;
	method: string;
	/** Several are requested in turn. */
	path: string | readonly string[];
	/** A body, with `{n}` where each request puts a number of its own. */
	body?: string;
	headers?: Record<string, string>;
	/** Adds an Idempotency-Key of its own to every request. */
	hasKeys?: boolean;
	/**
	 * Requests a second, due at even spaces whether or not earlier ones are answered; when all connections are taken a request waits,
	 * and its time counts from when it was due. Absent: every connection asks as fast as it is answered.
	 */
	rate?: number;
}

export interface LoadResult {
	requests: number;
	perSecond: number;
	byStatus: Record<string, number>;
	/** Milliseconds from when a request was due (or sent, without a rate) until its whole answer was there. */
	p50: number;
	p95: number;
	p99: number;
	max: number;
}

/** One connection: what it waits for, and how much of it has come. */
interface Line {
	socket: Socket;
	sinceMs: number;
	/** Bytes of the answer still to come; -1 while its head is not complete. */
	missing: number;
	head: string;
	isChunked: boolean;
}

let runs = 0;

export async function run(options: LoadOptions): Promise<LoadResult> {
	runs += 1;
	const mark = `${process.pid}-${runs}-${Math.random().toString(36).slice(2)}`;
	const templates = [options.path].flat().map((path) => template({ ...options, path }, mark));
	const latencies: number[] = [];
	const byStatus: Record<string, number> = {};
	const free: Line[] = [];
	let sent = 0;
	let busy = 0;
	let onQuiet = () => {};
	const lines = await Promise.all(
		Array.from({ length: options.connections }, () =>
			open(options.port, (line, bytes) => receive(line, bytes)),
		),
	);
	const startMs = performance.now();
	const endMs = startMs + options.ms;

	function send(line: Line, sinceMs: number): void {
		sent += 1;
		busy += 1;
		// Eight digits always, so that lengths never change.
		const number = String(10_000_000 + sent);
		line.sinceMs = sinceMs;
		line.missing = -1;
		line.head = '';
		const parts = templates[sent % templates.length] as string[];
		line.socket.write(parts.join(number), 'latin1');
	}

	function receive(line: Line, bytes: Buffer): void {
		if (line.missing === -1) {
			line.head += bytes.toString('latin1');
			const end = line.head.indexOf('\r\n\r\n');
			if (end === -1) return;
			const length = contentLength(line.head, end);
			line.isChunked = length === null;
			line.missing = length === null ? 1 : length - (line.head.length - end - 4);
			if (line.isChunked && line.head.endsWith('0\r\n\r\n')) line.missing = 0;
		} else if (line.isChunked) {
			if (bytes.toString('latin1', Math.max(0, bytes.length - 5)) === '0\r\n\r\n') line.missing = 0;
		} else line.missing -= bytes.length;
		if (line.missing > 0) return;
		finish(line);
	}

	function finish(line: Line): void {
		busy -= 1;
		const nowMs = performance.now();
		latencies.push(nowMs - line.sinceMs);
		const status = line.head.slice(9, 12);
		byStatus[status] = (byStatus[status] ?? 0) + 1;
		if (options.rate) {
			free.push(line);
			sendDue(nowMs);
		} else if (nowMs < endMs) send(line, nowMs);
		if (busy === 0) onQuiet();
	}

	/** Starts what is due by now, as far as connections are free. */
	function sendDue(nowMs: number): void {
		const rate = options.rate as number;
		for (;;) {
			const dueMs = startMs + (sent / rate) * 1_000;
			if (dueMs > nowMs || dueMs >= endMs) return;
			const line = free.pop();
			if (!line) return;
			send(line, dueMs);
		}
	}

	if (options.rate) {
		free.push(...lines);
		await new Promise<void>((resolve) => {
			const ticking = setInterval(() => {
				const nowMs = performance.now();
				sendDue(nowMs);
				if (nowMs < endMs || sent / (options.rate as number) < options.ms / 1_000) return;
				clearInterval(ticking);
				resolve();
			}, 1);
		});
	} else for (const line of lines) send(line, performance.now());
	if (busy > 0)
		await new Promise<void>((resolve) => {
			onQuiet = resolve;
		});
	const tookMs = performance.now() - startMs;
	for (const line of lines) line.socket.destroy();
	latencies.sort((a, b) => a - b);
	const at = (share: number) =>
		latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
	return {
		requests: latencies.length,
		perSecond: latencies.length / (tookMs / 1_000),
		byStatus,
		p50: at(0.5),
		p95: at(0.95),
		p99: at(0.99),
		max: latencies.at(-1) ?? 0,
	};
}

/** The request as the pieces between its numbers. */
function template(options: LoadOptions & { path: string }, mark: string): string[] {
	const body = options.body ?? '';
	const headers: Record<string, string> = { host: 'localhost', ...options.headers };
	if (body) {
		headers['content-type'] = 'application/json';
		headers['content-length'] = String(Buffer.byteLength(body.replaceAll('{n}', '10000000')));
	}
	if (options.hasKeys) headers['idempotency-key'] = `load-${mark}-{n}`;
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
	return `${options.method} ${options.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`.split('{n}');
}

/** Content-Length of a head; zero for answers without a body, null when it comes in chunks. */
function contentLength(head: string, end: number): number | null {
	const at = head.search(/\r\ncontent-length: /i);
	if (at !== -1 && at < end) return Number.parseInt(head.slice(at + 18), 10);
	return /\r\ntransfer-encoding: chunked/i.test(head.slice(0, end)) ? null : 0;
}

function open(port: number, onData: (line: Line, bytes: Buffer) => void): Promise<Line> {
	return new Promise((resolve, reject) => {
		const line: Line = {
			socket: null as unknown as Socket,
			sinceMs: 0,
			missing: 0,
			head: '',
			isChunked: false,
		};
		const socket = connect({
			port,
			host: '127.0.0.1',
			noDelay: true,
			// One buffer for all answers of a connection.
			onread: {
				buffer: Buffer.allocUnsafe(64 * 1024),
				callback(length, buffer) {
					onData(line, (buffer as Buffer).subarray(0, length));
					return true;
				},
			},
		});
		line.socket = socket;
		socket.once('connect', () => resolve(line));
		socket.once('error', reject);
	});
}
