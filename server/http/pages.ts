import { randomBytes } from 'node:crypto';
import {
	createRequestHandler,
	type RouterContext,
	RouterContextProvider,
	type ServerBuild,
} from 'react-router';
import { secretSegments } from '#shared/rules/routes.ts';
import type { Services } from '../services.ts';
import { contentSecurityPolicy, hashInlineScripts } from './csp.ts';
import { toAppError } from './errors.ts';
import { createRequestLimits } from './limits.ts';
import { createPageCache, type PageCache } from './page-cache.ts';
import { createQueryRules, keepParameters, type VersionedPage } from './page-routes.ts';
import { pathOf } from './request.ts';

/** What app/entry.server.tsx exports beside its handler: the keys of what the server hands to loaders. */
interface PageEntry {
	apiContext: RouterContext<((request: Request) => Response | Promise<Response>) | null>;
	nonceContext: RouterContext<string>;
	documentTextsContext?: RouterContext<Map<string, string> | null>;
	faultContext?: RouterContext<(fault: unknown) => void>;
	siteContext: RouterContext<{
		productName: string;
		appUrl: string;
		supportEmail: string;
		hasEmail: boolean;
	}>;
	localeOf?: (request: Request) => string;
}

export interface PageOptions {
	services: Services;
	/** The built server bundle, or in development a function that loads it anew. */
	build: ServerBuild | (() => Promise<ServerBuild>);
	isDevelopment: boolean;
	/** The API inside this process, on behalf of whoever requested the page. */
	api: (request: Request, address: string) => Response | Promise<Response>;
	cache: PageCache | undefined;
	/** Pages that are cached by their version, apart from the public ones; none without a cache. */
	versioned?: readonly VersionedPage[];
	/** Hears of each request that the cache answered, and under which key. */
	onCacheHit?: ((request: Request, key: string) => void) | undefined;
}

/** Paths that carry a secret: nothing of them may leave in a Referer header. */
const secretPath = new RegExp(`^/(?:${secretSegments})(?:/|$)`);

/** The documents that load the provider's script: those with a card form. */
const stripePath = /^\/(?:checkout\/[^/]+|agreements\/[^/]+|gift-card-orders\/[^/]+|settings\/plan)$/;

function secure(
	response: Response,
	options: { path: string; policy: string | null; isHttps: boolean; hasStripe?: boolean },
): Response {
	const { headers } = response;
	if (options.policy) headers.set('Content-Security-Policy', options.policy);
	headers.set('X-Content-Type-Options', 'nosniff');
	headers.set('X-Frame-Options', 'DENY');
	headers.set(
		'Referrer-Policy',
		secretPath.test(options.path) ? 'no-referrer' : 'strict-origin-when-cross-origin',
	);
	headers.set('Cross-Origin-Opener-Policy', 'same-origin');
	headers.set(
		'Permissions-Policy',
		`camera=(self), microphone=(), geolocation=(), payment=(self${options.hasStripe ? ' "https://js.stripe.com"' : ''}), screen-wake-lock=(self)`,
	);
	if (options.isHttps) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains');
	if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'private, no-store');
	return response;
}

/** The query of a URL with its question mark, without a fragment; empty when there is none. */
function queryOf(url: string): string {
	const start = url.indexOf('?');
	if (start === -1) return '';
	const end = url.indexOf('#', start);
	return end === -1 ? url.slice(start) : url.slice(start, end);
}

/** Of all pages with a version together. */
const maxVersionedBytes = 32 * 1024 * 1024;
/** Longer ones are rendered for whoever asks, and not cached. */
const maxKeyLength = 1_000;

/** Renders pages with React Router; public ones are cached as their own headers allow. */
export function createPages(options: PageOptions): (request: Request, address: string) => Promise<Response> {
	const { services, cache, isDevelopment } = options;
	const { rateLimits } = services.config;
	const versionedCache = createPageCache(() => performance.now(), maxVersionedBytes);
	const handler = createRequestHandler(options.build, isDevelopment ? 'development' : 'production');
	const isHttps = services.config.appUrl.startsWith('https:');
	const queryRule = typeof options.build === 'function' ? undefined : createQueryRules(options.build);
	// Renders have buckets of their own, beside those of the API's calls.
	const limits = rateLimits.isOn ? createRequestLimits(rateLimits, () => performance.now()) : undefined;

	/** Counts a render for a network. What was rendered before is free. */
	function admit(address: string): void {
		limits?.takeForNetwork({}, 'read', address);
	}

	async function toResponse(response: Response, path: string, nonce: string): Promise<Response> {
		if (response.status === 503 && !response.headers.has('Retry-After'))
			response.headers.set('Retry-After', '2');
		const isDocument =
			response.headers.get('content-type')?.startsWith('text/html') && response.body !== null;
		const hasStripe = Boolean(services.config.stripe) && stripePath.test(path);
		const { html, hashes } = isDocument
			? hashInlineScripts(await response.text(), nonce)
			: { html: undefined, hashes: [] };
		return secure(html === undefined ? response : new Response(html, response), {
			path,
			policy: contentSecurityPolicy({ scriptHashes: hashes, dev: isDevelopment, hasStripe }),
			isHttps,
			hasStripe,
		});
	}

	function refuse(error: unknown, path: string): Response {
		const { status, userMessage, retryAfterSeconds } = toAppError(error);
		const headers = new Headers({ 'Content-Type': 'text/plain; charset=utf-8' });
		if (retryAfterSeconds) headers.set('Retry-After', String(retryAfterSeconds));
		return secure(new Response(`${userMessage}\n`, { status, headers }), {
			path,
			policy: contentSecurityPolicy({ scriptHashes: [], dev: isDevelopment }),
			isHttps,
		});
	}

	return async (request, address) => {
		const path = pathOf(request.url);
		const build = typeof options.build === 'function' ? await options.build() : options.build;
		const entry = build.entry.module as unknown as PageEntry;

		const render = async (pageRequest: Request) => {
			const nonce = randomBytes(16).toString('base64url');
			const context = new RouterContextProvider();
			context.set(entry.nonceContext, isDevelopment ? '' : nonce);
			if (entry.documentTextsContext && !path.endsWith('.data'))
				context.set(entry.documentTextsContext, new Map());
			context.set(entry.apiContext, (call) => options.api(call, address));
			if (entry.faultContext) {
				context.set(entry.faultContext, (error) => services.log.error({ error, path }, 'page.render-failed'));
			}
			context.set(entry.siteContext, {
				productName: services.config.productName,
				appUrl: services.config.isAppUrlSet ? services.config.appUrl : '',
				supportEmail: services.config.isSupportEmailSet ? services.config.supportEmail : '',
				hasEmail: services.mailer.canSend,
			});
			try {
				// Rendered whole for HEAD too: the page may be cached for a later GET. The server leaves the body out.
				const whole =
					pageRequest.method === 'HEAD' ? new Request(pageRequest, { method: 'GET' }) : pageRequest;
				return await toResponse(await handler(whole, context), path, nonce);
			} catch (error) {
				services.log.error({ error, path }, 'page.failed');
				return refuse(error, path);
			}
		};
		const renderUncached = () => {
			admit(address);
			return render(request);
		};

		try {
			const isReading = request.method === 'GET' || request.method === 'HEAD';
			if (!cache || !isReading) return await renderUncached();
			const found = options.versioned?.find((page) => page.path.test(path));
			const names = found?.query ?? queryRule?.(path);
			if (!names) return await renderUncached();
			const query = keepParameters(queryOf(request.url), names);
			const locale = entry.localeOf?.(request) ?? '';
			const key = `${locale} ${path}${query}`;
			if (key.length > maxKeyLength) return await renderUncached();
			// Nothing but what the key holds reaches the page: nothing of the first request is in it.
			const renderPlain = () =>
				render(
					new Request(new URL(`${path}${query}`, request.url), { headers: { 'Accept-Language': locale } }),
				);
			if (found) {
				// Counted also when the page is cached, since each asks the database.
				admit(address);
				const version = await found.findVersion(services, found.path.exec(path)?.[1] as string);
				if (version === null) return await render(request);
				return await versionedCache.serve(key, request, { render: renderPlain, admit: () => {}, version });
			}
			const source = { render: renderPlain, admit: () => admit(address) };
			const response = await cache.serve(key, request, source);
			options.onCacheHit?.(request, key);
			// A redirect keeps the parameters of its link.
			const isRedirect = response.status >= 300 && response.status < 400 && response.status !== 304;
			return isRedirect && query !== queryOf(request.url) ? await renderUncached() : response;
		} catch (error) {
			return refuse(error, path);
		}
	};
}
