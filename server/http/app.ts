import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { AppError } from '#shared/errors/app-error.ts';
import { createWriteCheck } from '../db/write-check.ts';
import { accessResolvers, modules, routes } from '../domain/modules.ts';
import type { Services } from '../services.ts';
import { apiFiles } from './api-files.ts';
import { readForm } from './body.ts';
import { answerPreflight } from './cross-origin.ts';
import { errorResponse } from './errors.ts';
import type { Route } from './handler.ts';
import { createRequestLimits } from './limits.ts';
import { mount, routerPath } from './mount.ts';
import { clientAddress, newRequestId, pathOf } from './request.ts';

/** Answers a request by its headers, always from the same bytes. */
type SharedAnswer = (requestHeaders: Headers) => Response;

/** A large text as one buffer for all readers, compressed once and with an ETag: a slow reader holds none of its own. */
async function sharedAnswer(text: string, headers: Record<string, string>): Promise<SharedAnswer> {
	const plain = Buffer.from(text);
	const packed = (await promisify(gzip)(plain)) as Buffer<ArrayBuffer>;
	const etag = `W/"${hash('sha256', plain, 'base64url').slice(0, 22)}"`;
	const all = { ...headers, ETag: etag, Vary: 'Accept-Encoding' };
	return (requestHeaders) => {
		if (requestHeaders.get('if-none-match') === etag)
			return new Response(null, { status: 304, headers: all });
		if (!/\bgzip\b/i.test(requestHeaders.get('accept-encoding') ?? ''))
			return new Response(plain, { headers: all });
		return new Response(packed, { headers: { ...all, 'Content-Encoding': 'gzip' } });
	};
}

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

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The HTTP application: API, files, pages, health. `fetch` answers without a network; server/main.ts puts it on a socket. */
export function createHttpApp(services: Services, options: HttpAppOptions = {}) {
	const app = new Hono();
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

	const refuseMethod = (c: Context, allowed: readonly string[]) => {
		const allow = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
		const response = refuse(
			c.req.raw,
			new AppError('VALIDATION_FAILED', { status: 405, message: `Use ${allow} here.` }),
		);
		response.headers.set('Allow', allow);
		return response;
	};

	// Of two paths that match, the one mounted first answers: `{` sorts behind every word, so `/events/mine` goes before `/events/{event}`.
	const byPath = Map.groupBy([...routes, ...(options.moreRoutes ?? [])], ({ endpoint }) => endpoint.path);
	for (const [path, mounted] of [...byPath].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
		for (const route of mounted) mount(app, route, { services, resolvers: accessResolvers, limits });
		const allowed: string[] = mounted.map(({ endpoint }) => endpoint.method);
		const others = methods.filter((method) => !allowed.includes(method));
		const open = mounted.flatMap(({ endpoint }) => (endpoint.isOpenToSites ? endpoint.method : []));
		app.on(
			others,
			routerPath(path),
			(c) => (c.req.method === 'OPTIONS' && answerPreflight(c.req.raw, open)) || refuseMethod(c, allowed),
		);
	}

	for (const [path, { contentType, write }] of Object.entries(apiFiles)) {
		let answer: Promise<SharedAnswer> | undefined;
		app.get(path, async (c) => {
			limits?.takeForNetwork({}, 'read', clientAddress(c, services.config.trustProxy));
			answer ??= sharedAnswer(write(services.config), {
				'Content-Type': contentType,
				'Cache-Control': 'public, max-age=300',
			});
			return (await answer)(c.req.raw.headers);
		});
	}

	app.get('/healthz', (c) => c.text('ok', 200, { 'Cache-Control': 'no-store' }));
	const checkWriting = createWriteCheck(services);
	app.get('/readyz', async (c) => {
		try {
			if (options.isReady && !options.isReady())
				throw new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 2 });
			await checkWriting();
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

	for (const module of modules) module.mountFiles?.(app, services);

	// Whatever nobody mounted. No `app.all()`: it would match every call as well, and make each a chain of handlers.
	app.notFound((c) => {
		const { method, raw } = c.req;
		const path = pathOf(c.req.url);
		if (path === '/api' || path.startsWith('/api/'))
			return refuse(
				raw,
				new AppError('RESOURCE_NOT_FOUND', { message: 'There is no such path. See /api/openapi.json.' }),
			);
		if (path.includes('//') || path.includes('\\')) return refuse(raw, new AppError('RESOURCE_NOT_FOUND'));
		const isReading = method === 'GET' || method === 'HEAD';
		const file = options.staticFiles?.(path, c.req.header('accept-encoding') ?? '');
		if (file && !isReading) return refuseMethod(c, ['GET']);
		if (file) return method === 'HEAD' ? new Response(null, file) : file;
		if (!options.pages || path.startsWith('/assets/')) return refuse(raw, new AppError('RESOURCE_NOT_FOUND'));
		if (!isReading && method !== 'POST') return refuseMethod(c, ['GET', 'POST']);
		const { pages } = options;
		const address = clientAddress(c, services.config.trustProxy);
		if (isReading) return pages(raw, address);
		return readForm(raw)
			.then((form) => pages(form, address))
			.then((response) => {
				// A page that takes no form.
				if (response.status === 405) response.headers.set('Allow', 'GET, HEAD');
				return response;
			})
			.catch((error) => refuse(raw, error));
	});

	app.onError((error, c) => refuse(c.req.raw, error));
	return app;
}
