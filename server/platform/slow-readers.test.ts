import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { type ReaderLimits, readerLimits, unsentBytes } from './slow-readers.ts';
import { openWebServer, type WebServer } from './web-server.ts';

const answerBytes = 16_000_000;
let web: WebServer;
let clients: Socket[] = [];
let served: Socket[] = [];
afterEach(async () => {
	for (const client of clients) client.destroy();
	clients = [];
	served = [];
	await web.close(0);
});

/** A server of large answers, none of them shared. */
async function open(limits: Partial<ReaderLimits>, trustProxy = 0): Promise<void> {
	web = await openWebServer(
		{ port: 0, host: '127.0.0.1', trustProxy },
		{ ...readerLimits, lookMs: 20, ...limits },
	);
	web.server.on('connection', (socket) => served.push(socket));
	web.serve((request, response) => {
		response.end(request.url === '/small' ? 'small' : Buffer.alloc(answerBytes));
	});
}

/** Asks for a large answer and never reads it. */
function askAndSleep(headers = ''): void {
	const client = connect(web.port, '127.0.0.1');
	client.pause();
	client.on('error', () => {});
	client.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
	clients.push(client);
}

const held = () => served.filter((socket) => !socket.destroyed).map(unsentBytes);
const sum = (numbers: number[]) => numbers.reduce((total, one) => total + one, 0);
const small = () => fetch(`http://127.0.0.1:${web.port}/small`).then((answer) => answer.text());

test('slow readers of one network hold no more than its bytes, and others are answered', async () => {
	await open({ unsentBytes: 3 * answerBytes });
	for (let n = 0; n < 12; n += 1) askAndSleep();
	await expect.poll(() => served.length).toBe(12);
	await expect.poll(() => sum(held())).toBeLessThanOrEqual(3.1 * answerBytes);
	expect(held().length).toBeGreaterThanOrEqual(2);
	expect(await small()).toBe('small');
});

test('behind a proxy each network has its own, and all together have one', async () => {
	await open({ unsentBytes: 2.5 * answerBytes, unsentBytesInAll: 5 * answerBytes }, 1);
	askAndSleep('X-Forwarded-For: 198.51.100.1\r\n');
	for (let n = 0; n < 6; n += 1) askAndSleep(`X-Forwarded-For: 203.0.113.${n}\r\n`);
	await expect.poll(() => served.filter((socket) => socket.destroyed).length).toBe(4);
	expect(served[0]?.destroyed).toBe(false);
	for (let n = 0; n < 4; n += 1) askAndSleep(`X-Forwarded-For: 192.0.${n}.1\r\n`);
	await expect.poll(() => served.length).toBe(11);
	await expect.poll(() => sum(held())).toBeLessThanOrEqual(5.1 * answerBytes);
});

test('a connection that takes nothing is cut; one that waits for nothing is not', async () => {
	await open({ stalledMs: 100 });
	askAndSleep();
	const idle = connect(web.port, '127.0.0.1');
	clients.push(idle);
	await expect.poll(() => served.filter((socket) => socket.destroyed).length).toBe(1);
	expect(idle.destroyed).toBe(false);
});

test('a network has only so many connections', async () => {
	await open({ connections: 3 });
	for (let n = 0; n < 5; n += 1) clients.push(connect(web.port, '127.0.0.1').on('error', () => {}));
	await expect.poll(() => served.filter((socket) => socket.destroyed).length).toBe(2);
	clients[0]?.destroy();
	await expect.poll(() => served.filter((socket) => socket.destroyed).length).toBe(3);
	expect(await small()).toBe('small');
});
