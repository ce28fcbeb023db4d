import { createContext, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import type { Services } from '../services.ts';
import { createPageCache } from './page-cache.ts';
import { createPages } from './pages.ts';

/** The smallest build that React Router renders: one page, whose document is this text. */
function buildOf(text: string) {
	return {
		entry: {
			module: {
				nonceContext: createContext(''),
				apiContext: createContext(null),
				siteContext: createContext({}),
				default: () => new Response(text, { headers: { 'Cache-Control': 'public, s-maxage=10' } }),
			},
		},
		routes: {
			root: { id: 'root', path: '*', module: { default: () => null, handle: { query: ['q', 'tag'] } } },
		},
		assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
		future: {},
		ssr: true,
		isSpaMode: false,
		prerender: [],
		routeDiscovery: { mode: 'initial' },
	} as unknown as ServerBuild;
}

const services = {
	config: {
		appUrl: 'http://foyer.test',
		isAppUrlSet: true,
		productName: 'Foyer',
		rateLimits: { isOn: false },
	},
	log: { error: () => {} },
	mailer: { canSend: false },
} as unknown as Services;

test('a page that was asked for by HEAD first is whole for the next reader', async () => {
	const pages = createPages({
		services,
		build: buildOf('a whole page'),
		isDevelopment: false,
		api: () => new Response(),
		cache: createPageCache(() => 0),
	});
	const head = await pages(new Request('http://foyer.test/', { method: 'HEAD' }), '192.0.2.1');
	expect([head.status, await head.text()]).toEqual([200, '']);
	const get = await pages(new Request('http://foyer.test/'), '192.0.2.1');
	expect(await get.text()).toBe('a whole page');
	expect(get.headers.get('etag')).toBe(head.headers.get('etag'));
});

test('parameters that the page reads tell pages apart, in any order; no other one does, nor do header and cookie', async () => {
	const requested: string[] = [];
	const build = buildOf('');
	Object.assign(build.entry.module, {
		default: (request: Request) => {
			requested.push(new URL(request.url).search);
			expect(request.headers.get('cookie') ?? request.headers.get('user-agent')).toBeNull();
			return new Response('page', { headers: { 'Cache-Control': 'public, s-maxage=10' } });
		},
	});
	const pages = createPages({
		services,
		build,
		isDevelopment: false,
		api: () => new Response(),
		cache: createPageCache(() => 0),
	});
	const queries = ['?utm_source=a', '?x=1&fbclid=1', '', '?q=jazz&junk=c', '?tag=a&q=jazz', '?q=jazz&tag=a'];
	for (const query of queries) {
		const headers = { cookie: `seen=${query}`, 'user-agent': query };
		await (await pages(new Request(`http://foyer.test/${query}`, { headers }), '192.0.2.1')).text();
	}
	for (let n = 0; n < 100; n++) await pages(new Request(`http://foyer.test/?n=${n}`), '192.0.2.1');
	expect(requested).toEqual(['', '?q=jazz', '?q=jazz&tag=a']);
});

test('renders are limited for each network, what was rendered before is not', async () => {
	const limit = { limit: 5, windowMs: 60_000 };
	const pages = createPages({
		services: {
			...services,
			config: { ...services.config, rateLimits: { isOn: true, perAddress: { read: limit }, perAccount: {} } },
		} as unknown as Services,
		build: buildOf('a page'),
		isDevelopment: false,
		api: () => new Response(),
		cache: createPageCache(() => 0),
	});
	const ask = async (n: number, address: string) => pages(new Request(`http://foyer.test/?q=${n}`), address);
	for (let n = 0; n < 5; n++) expect((await ask(n, '192.0.2.1')).status).toBe(200);
	const refused = await ask(5, '192.0.2.1');
	expect(refused.status).toBe(429);
	expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
	expect((await ask(4, '192.0.2.1')).status).toBe(200);
	expect((await ask(5, '203.0.113.1')).status).toBe(200);
});

test('who is sent on keeps the parameters of advertisers', async () => {
	const build = buildOf('');
	Object.assign(build.entry.module, {
		default: (request: Request) =>
			new Response(null, { status: 301, headers: { Location: `/there${new URL(request.url).search}` } }),
	});
	const cache = createPageCache(() => 0);
	const pages = createPages({ services, build, isDevelopment: false, api: () => new Response(), cache });
	const response = await pages(new Request('http://foyer.test/here?utm_source=a'), '192.0.2.1');
	expect([response.status, response.headers.get('location')]).toEqual([301, '/there?utm_source=a']);
});

test('a page that was rendered again and shows the same keeps its ETag; another instant in it is news', async () => {
	let text = () => '';
	let nowMs = 0;
	const build = buildOf('');
	Object.assign(build.entry.module, {
		default: () => new Response(text(), { headers: { 'Cache-Control': 'public, s-maxage=10' } }),
	});
	const pages = createPages({
		services,
		build,
		isDevelopment: false,
		api: () => new Response(),
		cache: createPageCache(() => nowMs),
	});
	const etagAt = async (ms: number, body: () => string) => {
		nowMs = ms;
		text = body;
		return (await pages(new Request('http://foyer.test/'), '192.0.2.1')).headers.get('etag');
	};
	const first = await etagAt(0, () => `doors 2031-05-02T19:30:00.000Z, now ${new Date().toISOString()}`);
	await new Promise((resolve) => setTimeout(resolve, 5));
	const again = await etagAt(60_000, () => `doors 2031-05-02T19:30:00.000Z, now ${new Date().toISOString()}`);
	const moved = await etagAt(
		120_000,
		() => `doors 2031-05-02T20:30:00.000Z, now ${new Date().toISOString()}`,
	);
	expect(again).toBe(first);
	expect(moved).not.toBe(first);
});

test('a page with a version is rendered for its address alone, anew after a change, and each request counts', async () => {
	const limit = { limit: 8, windowMs: 60_000 };
	const rendered: string[] = [];
	const build = buildOf('');
	Object.assign(build.entry.module, {
		default: (request: Request) => {
			rendered.push(new URL(request.url).pathname);
			return new Response(`page of ${new URL(request.url).pathname}`, {
				headers: { 'Cache-Control': 'private, no-store' },
			});
		},
	});
	const versions = new Map([
		['ada', '1'],
		['bob', '1'],
	]);
	const learned: string[] = [];
	const pages = createPages({
		services: {
			...services,
			config: { ...services.config, rateLimits: { isOn: true, perAddress: { read: limit }, perAccount: {} } },
		} as unknown as Services,
		build,
		isDevelopment: false,
		api: () => new Response(),
		cache: createPageCache(() => 0),
		versioned: [
			{
				path: /^\/mine\/(\w+)$/,
				query: [],
				findVersion: async (_services, secret) => versions.get(secret) ?? null,
			},
		],
		onCacheHit: (_request, key) => learned.push(key),
	});
	const ask = async (name: string, method = 'GET') =>
		pages(new Request(`http://foyer.test/mine/${name}`, { method }), '192.0.2.1');
	for (const name of ['ada', 'bob', 'ada', 'bob'])
		expect(await (await ask(name)).text()).toBe(`page of /mine/${name}`);
	expect(rendered).toEqual(['/mine/ada', '/mine/bob']);
	versions.set('ada', '2');
	await ask('ada', 'HEAD');
	expect(rendered).toEqual(['/mine/ada', '/mine/bob', '/mine/ada']);
	for (let n = 0; n < 2; n++) await ask('nobody');
	expect(rendered.slice(3)).toEqual(['/mine/nobody', '/mine/nobody']);
	expect((await ask('bob')).headers.get('cache-control')).toBe('private, no-store');
	expect((await ask('bob')).status).toBe(429);
	// Never answered before the app, which alone knows the version.
	expect(learned).toEqual([]);
});

test('with the provider’s keys the checkout alone may load its script', async () => {
	const withKeys = { ...services, config: { ...services.config, stripe: {} } } as unknown as Services;
	const policyOf = async (path: string, by: Services) => {
		const options = { build: buildOf(''), isDevelopment: false, api: () => new Response(), cache: undefined };
		const response = await createPages({ services: by, ...options })(
			new Request(`http://foyer.test${path}`),
			'192.0.2.1',
		);
		return `${response.headers.get('content-security-policy')} ${response.headers.get('permissions-policy')}`;
	};
	expect(await policyOf('/checkout/some-token', withKeys)).toContain('https://js.stripe.com');
	for (const path of ['/checkout', '/checkout/some-token/more', '/events/night', '/my-ticket/some-token'])
		expect(await policyOf(path, withKeys)).not.toContain('stripe');
	expect(await policyOf('/checkout/some-token', services)).not.toContain('stripe');
});
