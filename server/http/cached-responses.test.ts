import { request as ask, createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { createContext, type ServerBuild } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { createCachedResponses } from './cached-responses.ts';
import { createPageCache } from './page-cache.ts';
import { createPages } from './pages.ts';

const services = {
	config: {
		appUrl: 'http://foyer.test',
		isAppUrlSet: true,
		productName: 'Foyer',
		rateLimits: { isOn: false },
	},
	mailer: { canSend: false },
	log: { error: () => {} },
} as unknown as Services;

let server: Server | undefined;
afterEach(() => void server?.close());

interface Answer {
	status: number | undefined;
	headers: Record<string, unknown>;
	body: string;
	/** By the cached responses, without the app. */
	isAtOnce: boolean;
}

/** Pages behind a cached responses, on a socket; each answer says who gave it. */
async function openHouse(page: (request: Request) => Response, nowMs = () => 0) {
	const build = {
		entry: {
			module: {
				nonceContext: createContext(''),
				apiContext: createContext(null),
				siteContext: createContext({}),
				localeOf: (request: Request) => request.headers.get('accept-language') ?? '',
				default: page,
			},
		},
		routes: { root: { id: 'root', path: '*', module: { default: () => null, handle: { query: ['q'] } } } },
		assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
		future: {},
		ssr: true,
		isSpaMode: false,
		prerender: [],
		routeDiscovery: { mode: 'initial' },
	} as unknown as ServerBuild;
	const cache = createPageCache(nowMs);
	const door = createCachedResponses(cache);
	const pages = createPages({
		services,
		build,
		isDevelopment: false,
		api: () => new Response(),
		cache,
		onCacheHit: door.learn,
	});
	const app = getRequestListener((request) => pages(request, '192.0.2.1'), { overrideGlobalObjects: false });
	let isAtOnce = false;
	server = createServer((request, response) => {
		isAtOnce = door.answer(request, response);
		if (!isAtOnce) void app(request, response);
	});
	await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return (path: string, headers: Record<string, string> = {}, method = 'GET') =>
		new Promise<Answer>((resolve, reject) => {
			const sent = ask({ port, path, method, headers: { host: 'foyer.test', ...headers } }, (response) => {
				let body = '';
				response.setEncoding('latin1');
				response.on('data', (chunk) => {
					body += chunk;
				});
				response.on('end', () => {
					const { date: _date, ...rest } = response.headers;
					resolve({ status: response.statusCode, headers: rest, body, isAtOnce });
				});
			});
			sent.on('error', reject);
			sent.end();
		});
}

const kept = (text: string, headers: Record<string, string> = {}) =>
	new Response(text, {
		headers: {
			'Content-Type': 'text/html',
			'Cache-Control': 'public, s-maxage=10, stale-while-revalidate=60',
			...headers,
		},
	});

test.each(['', 'gzip', 'gzip, deflate, br'])(
	'a cached page is given at once with the same head and body, sent as "%s"',
	async (encoding) => {
		const get = await openHouse(() => kept(`Grüße ${'und mehr '.repeat(500)}`));
		const headers: Record<string, string> = encoding === '' ? {} : { 'accept-encoding': encoding };
		const first = await get('/a', headers);
		const second = await get('/a', headers);
		expect([first.isAtOnce, second.isAtOnce]).toEqual([false, true]);
		expect(second).toEqual({ ...first, isAtOnce: true });
		expect(second.headers['content-security-policy']).toContain("script-src 'self'");
	},
);

test('who has the page gets 304 at once, without a policy that would not fit it', async () => {
	const get = await openHouse(() => kept('a'));
	const etag = String((await get('/a')).headers.etag);
	const again = await get('/a', { 'if-none-match': etag });
	expect(again).toMatchObject({ status: 304, body: '', isAtOnce: true });
	expect(again.headers['content-security-policy']).toBeUndefined();
	expect((await get('/a', { 'if-none-match': 'W/"other"' })).status).toBe(200);
});

test('other targets, hosts and methods, and pages that are not cached, go to the app', async () => {
	const get = await openHouse((request) =>
		new URL(request.url).pathname === '/mine' ? new Response('mine') : kept('a'),
	);
	for (const path of ['/a', '/mine']) await get(path);
	expect((await get('/a')).isAtOnce).toBe(true);
	expect((await get('/a?q=1')).isAtOnce).toBe(false);
	expect((await get('/a', {}, 'HEAD')).isAtOnce).toBe(false);
	expect((await get('/a', { host: 'b ad' })).isAtOnce).toBe(false);
	expect((await get('/mine')).isAtOnce).toBe(false);
});

test('a page in several languages is given in the language that was asked for; a cookie may mean another', async () => {
	const get = await openHouse((request) =>
		kept(`in ${request.headers.get('accept-language')}`, { Vary: 'Accept-Language, Cookie' }),
	);
	for (const language of ['de', 'fr']) {
		await get('/a', { 'accept-language': language });
		expect(await get('/a', { 'accept-language': language })).toMatchObject({
			body: `in ${language}`,
			isAtOnce: true,
		});
	}
	expect((await get('/a', { 'accept-language': 'de', cookie: 'lang=fr' })).isAtOnce).toBe(false);
	expect((await get('/a', { 'accept-language': 'it' })).isAtOnce).toBe(false);
});

test('a page past its time is asked for anew, and the new one is given at once', async () => {
	let ms = 0;
	let text = 'old';
	const get = await openHouse(
		() => kept(text),
		() => ms,
	);
	await get('/a');
	ms = 9_999;
	text = 'new';
	expect(await get('/a')).toMatchObject({ body: 'old', isAtOnce: true });
	ms = 10_001;
	expect((await get('/a')).isAtOnce).toBe(false);
	await expect.poll(async () => (await get('/a')).body).toBe('new');
	expect(await get('/a')).toMatchObject({ body: 'new', isAtOnce: true });
});
