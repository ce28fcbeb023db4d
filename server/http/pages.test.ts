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
				visitorContext: createContext({}),
				default: () => new Response(text, { headers: { 'Cache-Control': 'public, s-maxage=10' } }),
			},
		},
		routes: { root: { id: 'root', path: '', module: { default: () => null } } },
		assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
		future: {},
		ssr: true,
		isSpaMode: false,
		prerender: [],
		routeDiscovery: { mode: 'initial' },
	} as unknown as ServerBuild;
}

const services = {
	config: { appUrl: 'http://foyer.test', isAppUrlSet: true, productName: 'Foyer' },
	log: { error: () => {} },
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
