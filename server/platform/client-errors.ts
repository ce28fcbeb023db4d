import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { toErrorBody } from '#server/platform/wire.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { newId } from '#shared/lib/ids.ts';
import { answerUnderWay } from './slow-readers.ts';

/** What cannot be read as a request, by the code that node:http gives it. */
const refusals: Record<string, () => AppError> = {
	HPE_HEADER_OVERFLOW: () =>
		new AppError('VALIDATION_FAILED', { status: 431, message: 'The headers are larger than 16 kB.' }),
	HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
		new AppError('VALIDATION_FAILED', { status: 413, message: 'The chunk extensions are too large.' }),
	ERR_HTTP_REQUEST_TIMEOUT: () =>
		new AppError('NETWORK_TIMEOUT', { status: 408, message: 'The request took too long to arrive.' }),
};

const malformed = () => new AppError('VALIDATION_FAILED', { message: 'The request is not valid HTTP.' });

const phrases: Record<number, string> = {
	400: 'Bad Request',
	408: 'Request Timeout',
	413: 'Content Too Large',
	431: 'Request Header Fields Too Large',
};

/** Whether a request names several hosts (RFC 9112 §3.2): a proxy may go by one of them and this server by the other. */
export function namesSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
	let hosts = 0;
	for (let at = 0; at < rawHeaders.length; at += 2) {
		const name = rawHeaders[at] as string;
		if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
	}
	return hosts > 1;
}

/**
 * Answers what never becomes a request (headers too large, not HTTP, too slow) with the catalogue's body, and ends the connection.
 * @param headers to be sent with every answer
 */
export function answerClientErrors(server: Server, headers: Record<string, string> = {}): void {
	server.on('clientError', (error: NodeJS.ErrnoException, stream) => {
		const socket = stream as Socket;
		// Gone, answered already, or in the middle of another answer, which would be garbled.
		if (!socket.writable || answerUnderWay(socket)?.headersSent) {
			socket.destroy();
			return;
		}
		const refusal = (refusals[error.code ?? ''] ?? malformed)();
		const body = JSON.stringify(toErrorBody(refusal, { requestId: newId(), path: '', now: new Date() }));
		const lines = Object.entries({
			'Content-Type': 'application/problem+json',
			'Content-Length': String(Buffer.byteLength(body)),
			'Cache-Control': 'no-store',
			'X-Content-Type-Options': 'nosniff',
			Connection: 'close',
			...headers,
		}).map(([name, value]) => `${name}: ${value}\r\n`);
		socket.write(`HTTP/1.1 ${refusal.status} ${phrases[refusal.status]}\r\n${lines.join('')}\r\n${body}`);
		socket.destroySoon();
	});
}
