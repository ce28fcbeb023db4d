import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from 'vitest';
import { openWebServer, type WebServer } from './web-server.ts';

describe('web server', () => {
	let web: WebServer;
	afterEach(() => web.close(0));

	const open = async () => {
		web = await openWebServer({ port: 0, host: '127.0.0.1' });
		return `http://127.0.0.1:${web.port}/`;
	};

	test('whoever asks while we start waits for the answer', async () => {
		const url = await open();
		const isAsked = once(web.server, 'connection');
		const early = fetch(url).then((response) => response.text());
		await isAsked;
		web.serve((_request, response) => response.end('ready'));
		expect(await early).toBe('ready');
	});

	test('a request that names two hosts is refused, whichever they are, and nobody is asked', async () => {
		await open();
		let asked = 0;
		web.serve((request, response) => {
			asked += 1;
			response.end(request.headers.host);
		});
		const send = async (head: string) => {
			const socket = connect(web.port, '127.0.0.1');
			socket.write(`GET / HTTP/1.1\r\n${head}Connection: close\r\n\r\n`);
			return text(socket);
		};
		for (const head of [
			'Host: a.example\r\nHost: b.example\r\n',
			'Host: a.example\r\nhOST: a.example\r\n',
			'Host: a.example\r\nX: 1\r\nHost:\r\n',
			'X: 1\r\n',
		]) {
			const answer = await send(head);
			expect([head, answer.slice(0, 12)]).toEqual([head, 'HTTP/1.1 400']);
		}
		expect(asked).toBe(0);
		expect(await send('X-Host: b\r\nHost: a.example\r\nHosts: c\r\n')).toContain('a.example');
	});

	test('says which port is taken and what to do', async () => {
		await open();
		const error = await openWebServer({ port: web.port, host: '127.0.0.1' }).catch(
			(caught: unknown) => caught,
		);
		expect(error).toMatchObject({ name: 'StopError' });
		expect((error as Error).message).toMatch(`Port ${web.port} is taken`);
		expect((error as Error).message).toMatch(/PORT=\d+/);
	});

	test('says when HOST is not ours', async () => {
		await open();
		for (const host of ['203.0.113.7', 'no-such-host.invalid']) {
			const error = await openWebServer({ port: 0, host }).catch((caught: unknown) => caught);
			expect((error as Error).message).toMatch(`HOST=${host} is no address of this machine`);
		}
	});

	test('running requests end, streams are closed, idle connections do not hold us up', async () => {
		const url = await open();
		const isAsked = Promise.withResolvers<void>();
		const mayGoOn = Promise.withResolvers<void>();
		web.serve(async (request, response) => {
			if (request.url === '/stream') {
				response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
				return;
			}
			if (request.url === '/slow') {
				isAsked.resolve();
				await mayGoOn.promise;
			}
			response.end('whole');
		});
		const agent = new Agent({ keepAlive: true });
		const idle = get(`${url}quick`, { agent });
		const [idleAnswer] = (await once(idle, 'response')) as [IncomingMessage];
		idleAnswer.resume();
		await once(idleAnswer, 'end');
		const stream = await fetch(`${url}stream`);
		const slow = fetch(`${url}slow`).then((response) => response.text());
		await isAsked.promise;
		// A grace beyond the time limit of the test: nothing but the running request is waited for.
		const closed = web.close(3_600_000);
		await expect(stream.text()).rejects.toThrow();
		mayGoOn.resolve();
		await closed;
		expect(await slow).toBe('whole');
		await expect(fetch(url)).rejects.toThrow();
		agent.destroy();
	});

	test('a request that does not end is cut off after the grace', async () => {
		const url = await open();
		const isAsked = Promise.withResolvers<void>();
		web.serve(() => isAsked.resolve());
		const endless = fetch(url).catch((error: unknown) => error);
		await isAsked.promise;
		await web.close(300);
		expect(await endless).toBeInstanceOf(Error);
	});
});
