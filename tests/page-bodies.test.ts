import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHttpApp } from '#server/http/app.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import routes from '../app/routes.ts';

interface Node {
	path?: string;
	children?: Node[];
}

/** An address of every page of the product. */
const pagePaths = [...new Set(pathsOf(routes as Node[], ''))];

function pathsOf(nodes: Node[], above: string): string[] {
	return nodes.flatMap((node) => {
		const path = node.path ? `${above}/${node.path}` : above;
		return [
			...(path ? [path.replaceAll(/:\w+\??|\*/g, 'word')] : ['/']),
			...pathsOf(node.children ?? [], path),
		];
	});
}

const { services } = useTestApi();
let requests: Request[];
let app: ReturnType<typeof createHttpApp>;
beforeAll(async () => {
	app = createHttpApp(services, {
		pages: async (request) => {
			requests.push(request);
			return new Response(await request.text());
		},
	});
});

/** A form of so many bytes, sent in pieces without a length, and how many of them were taken. */
function longForm(size: number) {
	const piece = Buffer.from('a=b&'.repeat(4_096));
	const taken = { bytes: 0 };
	const body = new ReadableStream({
		type: 'bytes',
		pull(controller) {
			taken.bytes += piece.byteLength;
			controller.enqueue(new Uint8Array(piece));
			if (taken.bytes >= size) controller.close();
		},
	});
	return { body, taken };
}

const formType = { 'Content-Type': 'application/x-www-form-urlencoded' };
const post = (path: string, init: RequestInit) =>
	app.request(`http://foyer.test${path}`, { method: 'POST', headers: formType, ...init });

describe('a form of 10 MB', () => {
	test('the list of pages is whole', () => expect(pagePaths.length).toBeGreaterThan(60));

	test.each(pagePaths)('to %s is refused before the page sees it, and not cached', async (path) => {
		requests = [];
		const { body, taken } = longForm(10_000_000);
		const answer = await post(path, { body, duplex: 'half' } as RequestInit);
		expect(answer.status).toBe(413);
		expect(taken.bytes).toBeLessThan(200_000);
		expect(requests).toEqual([]);
	});

	test.each([
		['with its length', { 'Content-Length': '10000000' }],
		['in chunks', { 'Transfer-Encoding': 'chunked' }],
	])('over the network, %s', async (_name, headers) => {
		requests = [];
		const server = createServer(getRequestListener(app.fetch));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		const { port } = server.address() as AddressInfo;
		const status = await new Promise((resolve, reject) => {
			const request = send({
				port,
				host: '127.0.0.1',
				method: 'POST',
				path: '/contact',
				headers: { ...formType, ...headers },
			});
			request.on('response', (response) => resolve(response.statusCode));
			request.on('error', reject);
			for (let n = 0; n < 10_000_000 / 16_000; n += 1) request.write('a=b&'.repeat(4_000));
		});
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
		expect(status).toBe(413);
		expect(requests).toEqual([]);
	});
});

test('a form of too many fields is refused', async () => {
	const answer = await post('/contact', { body: 'a&'.repeat(2_000) });
	expect(answer.status).toBe(413);
});

test('what is no form, or is not what it says, is refused as such', async () => {
	const statusOf = async (type: string, body: string) =>
		(await post('/contact', { headers: { 'Content-Type': type }, body })).status;
	expect(await statusOf('application/json', '{}')).toBe(415);
	expect(await statusOf('multipart/form-data; boundary=x', '--y')).toBe(400);
});

test('an honest form arrives as it was sent', async () => {
	requests = [];
	const answer = await post('/contact', { body: 'name=Ada+L&email=a%40b.example' });
	expect(await answer.text()).toBe('name=Ada+L&email=a%40b.example');
	expect(requests[0]?.headers.get('content-type')).toContain('urlencoded');
});

test.each<[from: string, headers: Record<string, string>, status: number]>([
	['a page read through a proxy that ends TLS', { Origin: 'https://foyer.test' }, 200],
	['a page read without one', { Origin: 'http://foyer.test' }, 200],
	['a page without referrer', { Origin: 'null', 'Sec-Fetch-Site': 'same-origin' }, 200],
	['another site', { Origin: 'https://evil.example' }, 403],
	['another site that hides', { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' }, 403],
	['nothing that is an origin', { Origin: 'x' }, 403],
])('a form sent by %s is taken or refused', async (_from, headers, status) => {
	requests = [];
	const answer = await post('/contact', { headers: { ...formType, ...headers }, body: 'name=Ada' });
	expect(answer.status).toBe(status);
	// The renderer compares schemes, which differ behind a proxy.
	expect(requests.map((request) => request.headers.get('origin'))).toEqual(status === 200 ? [null] : []);
});

test('a JSON body above 100 kB is refused where the contract does not ask for more', async () => {
	const json = (path: string) =>
		app.request(`http://foyer.test${path}`, {
			method: 'POST',
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify({ buyer: { name: 'x'.repeat(120_000) } }),
		});
	expect((await json('/api/contact')).status).toBe(413);
	expect((await json('/api/events/none/orders')).status).toBe(400);
});
