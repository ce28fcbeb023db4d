import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerClientErrors, namesSeveralHosts } from './client-errors.ts';
import { answerUnderWay, type ReaderLimits, readerLimits, watchReaders } from './slow-readers.ts';
import { StopError } from './stop-error.ts';

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Strict-Transport-Security of a site that is reached by HTTPS alone. */
export const httpsOnly = 'max-age=31536000; includeSubDomains';

/** Of all networks together; an idle one takes some 20 kB. */
const maxConnections = 12_000;

/** The socket that people reach. */
export interface WebServer {
	readonly server: Server;
	readonly port: number;
	/** Answer requests from now on, first those that came in the meantime. */
	serve(listener: RequestListener): void;
	/**
	 * Stop accepting, let running requests end for at most `graceMs`, then cut them off. Event streams never end by themselves and
	 * are closed at once; their clients connect again elsewhere.
	 */
	close(graceMs: number): Promise<void>;
}

/**
 * Listen at once and answer later: a taken port is known before anything else is started, and whoever asks while we start
 * waits instead of being refused.
 * @throws StopError when the port or the address cannot be had
 */
export async function openWebServer(
	options: { port: number; host: string | undefined; trustProxy?: number; appUrl?: string | undefined },
	limits: ReaderLimits = readerLimits,
): Promise<WebServer> {
	const waiting: [IncomingMessage, ServerResponse][] = [];
	/** Connections, not answers: a listener per answer would cost more than a small answer itself. */
	const readers = watchReaders(options.trustProxy ?? 0, limits);
	let listener: RequestListener | null = null;
	let isClosing = false;

	const server = createServer(
		{ keepAliveTimeout: 65_000, headersTimeout: 30_000, requestTimeout: 180_000 },
		(request, response) => {
			if (namesSeveralHosts(request)) {
				server.emit('clientError', new Error('Several hosts.'), request.socket);
				return;
			}
			if (isClosing) response.shouldKeepAlive = false;
			if (listener) listener(request, response);
			else waiting.push([request, response]);
		},
	);
	server.on('connection', (socket) => readers.add(socket));
	const isHttps = options.appUrl?.startsWith('https:');
	answerClientErrors(server, isHttps ? { 'Strict-Transport-Security': httpsOnly } : {});
	server.maxConnections = maxConnections;
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error) => {
			readers.stop();
			reject(explain(error, options));
		});
		server.listen({ port: options.port, ...(options.host !== undefined && { host: options.host }) }, resolve);
	});
	const { port } = server.address() as AddressInfo;

	return {
		server,
		port,
		serve(next) {
			listener = next;
			for (const [request, response] of waiting.splice(0)) {
				if (!response.destroyed) next(request, response);
			}
		},
		async close(graceMs) {
			isClosing = true;
			const closed = new Promise<void>((resolve) => server.close(() => resolve()));
			for (const socket of readers.sockets()) {
				const response = answerUnderWay(socket);
				if (!response) continue;
				if (!response.headersSent) response.shouldKeepAlive = false;
				if (isEventStream(response)) response.destroy();
			}
			const idle = setInterval(() => server.closeIdleConnections(), 100);
			const late = sleep(graceMs, undefined, { ref: false }).then(() => server.closeAllConnections());
			await Promise.race([closed, late]);
			clearInterval(idle);
			readers.stop();
			await closed;
		},
	};
}

/** Headers given to writeHead() are stored only as the text that was sent. */
function isEventStream(response: ServerResponse): boolean {
	const sent = (response as ServerResponse & { _header?: string | null })._header ?? '';
	return /^content-type: *text\/event-stream/im.test(sent);
}

function explain(error: NodeJS.ErrnoException, options: { port: number; host: string | undefined }): Error {
	const { port, host } = options;
	switch (error.code) {
		case 'EADDRINUSE':
			return new StopError(
				`Port ${port} is taken by another program. Stop that program, or choose another port, for example PORT=${port < 65_535 ? port + 1 : 3000}.`,
			);
		case 'EACCES':
			return new StopError(
				`Port ${port} is not open to this user. Choose one from 1024 up, for example PORT=3000.`,
			);
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
		case 'EAI_AGAIN':
			return new StopError(
				`HOST=${host} is no address of this machine. Unset HOST to listen on all of them, or name one of its own.`,
			);
		default:
			return error;
	}
}
