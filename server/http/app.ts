import { sql } from 'drizzle-orm';
import { type Context, Hono } from 'hono';
import { AppError } from '#shared/errors/app-error.ts';
import { accessResolvers, modules, routes } from '../domain/modules.ts';
import type { Services } from '../services.ts';
import { readForm } from './body.ts';
import { errorResponse } from './errors.ts';
import type { Route } from './handler.ts';
import { createRequestLimits } from './limits.ts';
import { mount } from './mount.ts';
import { openApiDocument } from './openapi.ts';
import { clientAddress, newRequestId, pathOf } from './request.ts';
import { createRouter } from './router.ts';

export interface HttpAppOptions {
	/** Answers everything that is no API call and no file; absent in tests of the API. */
	pages?: (request: Request, address: string) => Promise<Response>;
	/** The built files of the browser; absent in development, where Vite serves them. */
	staticFiles?: (pathname: string, acceptEncoding: string) => Response | undefined;
	/** True once the process may take traffic; false again while it stops. */
	isReady?: () => boolean;
	/** Endpoints beside those of the modules, under the same kernel: what benchmarks compare with. */
	moreRoutes?: readonly Route[] | undefined;
}

/** The HTTP application: API, files, pages, health. `fetch` answers without a network; server/main.ts puts it on a socket. */
export function createHttpApp(services: Services, options: HttpAppOptions = {}) {
	const app = new Hono({ router: createRouter() });
	const { rateLimits } = services.config;
	const limits = rateLimits.isOn ? createRequestLimits(rateLimits, () => performance.now()) : undefined;
	const refuse = (request: Request, error: unknown) => {
		const requestId = newRequestId();
		return errorResponse(error, { requestId, method: request.method, path: pathOf(request.url) }, services, {
			'X-Request-Id': requestId,
			'Cache-Control': 'no-store',
			'X-Content-Type-Options': 'nosniff',
		});
	};

	for (const route of [...routes, ...(options.moreRoutes ?? [])])
		mount(app, route, { services, resolvers: accessResolvers, limits });

	let document: string | undefined;
	app.get('/api/openapi.json', () => {
		document ??= JSON.stringify(
			openApiDocument(
				routes.map((route) => route.endpoint),
				{ productName: services.config.productName, appUrl: services.config.appUrl },
			),
		);
		return new Response(document, {
			headers: { 'Content-Type': 'application/json', 'Cache-Control': 'public, max-age=300' },
		});
	});

	app.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }));
	app.get('/readyz', async (c) => {
		try {
			if (options.isReady && !options.isReady())
				throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
			await services.database.db.execute(sql`SELECT 1`);
			return c.text('ready', 200, { 'Cache-Control': 'no-store' });
		} catch (error) {
			return refuse(
				c.req.raw,
				error instanceof AppError
					? error
					: new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2, cause: error }),
			);
		}
	});

	const refuseCall = (c: Context) => {
		const known = routes.filter((route) => toPattern(route.endpoint.path).test(pathOf(c.req.url)));
		if (known.length > 0) {
			const allow = [...new Set(known.map((route) => route.endpoint.method))].join(', ');
			const response = refuse(
				c.req.raw,
				new AppError('VALIDATION_FAILED', { status: 405, message: `Use ${allow} here.` }),
			);
			response.headers.set('Allow', allow);
			return response;
		}
		return refuse(
			c.req.raw,
			new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such path. See /api/openapi.json.' }),
		);
	};

	for (const module of modules) module.mountFiles?.(app, services);

	// Whatever nobody mounted. No `app.all()`: two handlers for one path would make every call a chain of promises.
	app.notFound((c) => {
		const path = pathOf(c.req.url);
		if (path === '/api' || path.startsWith('/api/')) return refuseCall(c);
		if (path.includes('//') || path.includes('\\'))
			return refuse(c.req.raw, new AppError('RESOURCE_NOT_FOUND'));
		const file = options.staticFiles?.(path, c.req.header('accept-encoding') ?? '');
		if (file) return c.req.method === 'HEAD' ? new Response(null, file) : file;
		if (!options.pages || path.startsWith('/assets/'))
			return refuse(c.req.raw, new AppError('RESOURCE_NOT_FOUND'));
		if (!['GET', 'HEAD', 'POST'].includes(c.req.method)) {
			return refuse(
				c.req.raw,
				new AppError('VALIDATION_FAILED', { status: 405, message: 'Use GET or POST here.' }),
			);
		}
		const { pages } = options;
		const address = clientAddress(c, services.config.trustProxy);
		if (c.req.method !== 'POST') return pages(c.req.raw, address);
		return readForm(c.req.raw).then(
			(form) => pages(form, address),
			(error) => refuse(c.req.raw, error),
		);
	});

	app.onError((error, c) => refuse(c.req.raw, error));
	return app;
}

function toPattern(path: string): RegExp {
	return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
}
