import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { onlyByHttps } from './web.ts';

test.each(['as an object', 'as a list'])(
	'a site with HTTPS says so with every answer, headers given %s',
	async (form) => {
		const answer = (_: IncomingMessage, response: ServerResponse) => {
			const headers = { 'Content-Type': 'text/plain', ETag: '"1"' };
			response.writeHead(404, form === 'as a list' ? Object.entries(headers).flat() : headers).end('x');
		};
		const server = createServer(onlyByHttps(answer)).listen(0, '127.0.0.1');
		await new Promise((resolve) => server.once('listening', resolve));
		const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
		server.close();
		expect(response.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
		expect([response.status, response.headers.get('etag')]).toEqual([404, '"1"']);
	},
);
