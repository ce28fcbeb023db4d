import { existsSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import type { ServerBuild } from 'react-router';
import { versionedPages } from '../domain/modules.ts';
import { createHttpApp, type HttpAppOptions } from '../http/app.ts';
import { type CachedResponses, createCachedResponses } from '../http/cached-responses.ts';
import type { Route } from '../http/handler.ts';
import { createPageCache } from '../http/page-cache.ts';
import { createPages } from '../http/pages.ts';
import { loadStaticFiles } from '../http/static-files.ts';
import { StopError } from '../platform/stop-error.ts';
import { httpsOnly, type RequestListener } from '../platform/web-server.ts';
import type { Services } from '../services.ts';

const root = join(import.meta.dirname, '../..');
const clientBuild = join(root, 'build/client');
const serverBuild = join(root, 'build/server/index.js');

export interface WebApp {
	listener: RequestListener;
	close(): Promise<void>;
}

export interface WebAppOptions {
	services: Services;
	/** For the sockets of development tools. */
	server: Server;
	isReady: () => boolean;
	/** Endpoints beside those of the modules. */
	moreRoutes?: readonly Route[];
}

/** API, pages and files as one listener: from the build, or in development compiled on request. */
export async function createWebApp(options: WebAppOptions): Promise<WebApp> {
	const { appUrl, mode } = options.services.config;
	const app = await (mode === 'development' ? createDevelopmentApp(options) : createBuiltApp(options));
	return appUrl.startsWith('https:') ? { ...app, listener: onlyByHttps(app.listener) } : app;
}

/** Says with every answer, whoever gives it, that this site is reached by HTTPS alone. */
export function onlyByHttps(listener: RequestListener): RequestListener {
	return (request, response) => {
		response.setHeader('Strict-Transport-Security', httpsOnly);
		return listener(request, response);
	};
}

async function createBuiltApp({ services, isReady, moreRoutes }: WebAppOptions): Promise<WebApp> {
	if (!existsSync(serverBuild)) {
		throw new StopError('The app is not built. Run npm run build, or start with npm start, which builds it.');
	}
	const build = (await import(pathToFileURL(serverBuild).href)) as ServerBuild;
	const cache = createPageCache(() => performance.now());
	const cachedResponses = services.config.hasCachedPageFastPath ? createCachedResponses(cache) : undefined;
	const app = createApp(services, {
		isReady,
		moreRoutes,
		staticFiles: loadStaticFiles(clientBuild),
		build,
		cache,
		cachedResponses,
	});
	const answer = toListener(app);
	return {
		listener: (request, response) => {
			if (!cachedResponses?.answer(request, response)) answer(request, response);
		},
		close: async () => {},
	};
}

async function createDevelopmentApp({ services, server, isReady }: WebAppOptions): Promise<WebApp> {
	const { createServer } = await import('vite');
	const vite = await createServer({
		root,
		server: { middlewareMode: true, ws: { server } },
		appType: 'custom',
	});
	const build = () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>;
	const app = createApp(services, { isReady, build, cache: undefined });
	const listener = toListener(app);
	return {
		listener: (request, response) => vite.middlewares(request, response, () => listener(request, response)),
		close: () => vite.close(),
	};
}

interface AppParts extends Pick<HttpAppOptions, 'isReady' | 'moreRoutes' | 'staticFiles'> {
	build: ServerBuild | (() => Promise<ServerBuild>);
	cache: ReturnType<typeof createPageCache> | undefined;
	cachedResponses?: CachedResponses | undefined;
}

function createApp(services: Services, { build, cache, cachedResponses, ...options }: AppParts) {
	const api = createHttpApp(services, options);
	const pages = createPages({
		services,
		build,
		cache,
		versioned: versionedPages,
		onCacheHit: cachedResponses?.learn,
		isDevelopment: services.config.mode === 'development',
		// The address stands where the kernel looks for it: limits count the visitor, not this process.
		api: (request, address) => api.fetch(request, { incoming: { socket: { remoteAddress: address } } }),
	});
	return createHttpApp(services, { ...options, pages });
}

function toListener(app: ReturnType<typeof createHttpApp>): RequestListener {
	return getRequestListener(app.fetch);
}
