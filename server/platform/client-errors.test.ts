import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { errorBodySchema } from '#server/platform/wire.ts';
import { answerClientErrors } from './client-errors.ts';

let server: Server;

beforeEach(async () => {
	server = createServer(
		{ headersTimeout: 100, requestTimeout: 100, connectionsCheckingInterval: 20 },
		(request, response) => {
			if (request.url === '/begun') response.write('a part of an answer');
			else response.end('whole');
		},
	);
	answerClientErrors(server, { 'Strict-Transport-Security': 'max-age=1' });
	await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.close());

const dial = () => connect((server.address() as AddressInfo).port, '127.0.0.1');

/** Sends bytes as they are, and gives all that comes back until the server ends the connection. */
async function send(bytes: string): Promise<string> {
	const socket = dial();
	socket.write(bytes);
	return text(socket);
}

test.each([
	[
		'headers too large',
		`GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
		431,
		'VALIDATION_FAILED',
	],
	['no HTTP', 'what is this\r\n\r\n', 400, 'VALIDATION_FAILED'],
	['TLS on a plain port', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'VALIDATION_FAILED'],
	[
		'two lengths',
		'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab',
		400,
		'VALIDATION_FAILED',
	],
	[
		'length and chunks',
		'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\na',
		400,
		'VALIDATION_FAILED',
	],
	['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX: a', 408, 'NETWORK_TIMEOUT'],
])('%s', async (_, bytes, status, code) => {
	const answer = await send(bytes);
	const [head = '', body = ''] = answer.split('\r\n\r\n');
	expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} \\w`));
	expect(head).toMatch(/^connection: close$/im);
	expect(head).toMatch(/^strict-transport-security: max-age=1$/im);
	expect(head).toMatch(new RegExp(`^content-length: ${Buffer.byteLength(body)}$`, 'im'));
	expect(errorBodySchema.parse(JSON.parse(body))).toMatchObject({ status, code });
	expect(await send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('whole');
});

test('an answer that has begun is cut off, not garbled', async () => {
	const socket = dial();
	socket.write('GET /begun HTTP/1.1\r\nHost: x\r\n\r\n');
	const [begun] = (await once(socket, 'data')) as [Buffer];
	expect(String(begun)).toContain('HTTP/1.1 200');
	socket.write('what is this\r\n\r\n');
	expect(await text(socket).catch(() => '')).not.toContain('HTTP/1.1');
});

test('a caller who is gone before the answer does no harm', async () => {
	const socket = dial();
	await once(socket, 'connect');
	socket.write('what is this\r\n\r\n');
	socket.resetAndDestroy();
	expect(await send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('whole');
});
