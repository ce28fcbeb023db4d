import type { Hono } from 'hono';
import type { AnyEndpoint, LimitFamily } from '#shared/contracts/endpoint.ts';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { tellerFor } from '../platform/messages.ts';
import { countRequest } from '../platform/rush.ts';
import { type AccessKernel, authorise, identify } from './access.ts';
import { readJson, readUpload } from './body.ts';
import { errorResponse, toAppError } from './errors.ts';
import type { HandlerInput, RequestContext, Route, UploadedFile } from './handler.ts';
import { onceByKey } from './idempotency.ts';
import type { Limiter } from './limits.ts';
import { clientAddress, newRequestId, pathOf } from './request.ts';
import { readQuery, refuseServerOnlyKeys, validate } from './validate.ts';

interface Kernel extends AccessKernel {
	/** Undefined: limits are off. */
	limits: { perAddress: Limiter; perAccount: Limiter } | undefined;
}

/** Headers of every API answer. Written once before the handler, so that the server's fast path is kept. */
function baseHeaders(requestId: string): Record<string, string> {
	return {
		'Content-Type': 'application/json',
		'X-Request-Id': requestId,
		'Cache-Control': 'no-store',
		'X-Content-Type-Options': 'nosniff',
		'Referrer-Policy': 'no-referrer',
		'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
		'Cross-Origin-Resource-Policy': 'same-origin',
	};
}

/** Takes one call from a bucket, says so in the headers, and refuses when it is empty. */
function takeLimit(
	headers: Record<string, string>,
	limiter: Limiter,
	family: LimitFamily,
	who: string,
): void {
	const state = limiter.take(family, who);
	// RateLimit header fields for HTTP, draft-ietf-httpapi-ratelimit-headers-11.
	headers['RateLimit-Policy'] = `"${family}";q=${state.limit};w=${state.windowSeconds}`;
	headers.RateLimit = `"${family}";r=${state.remaining};t=${state.resetSeconds}`;
	if (!state.isAllowed) {
		throw new AppError('RATE_LIMIT_EXCEEDED', {
			message: `More than ${state.limit} calls in ${state.windowSeconds} s. Try again in ${state.resetSeconds} s.`,
			retryAfterSeconds: state.resetSeconds,
		});
	}
}

function parseIfMatch(value: string | undefined): number | undefined {
	if (value === undefined || value === '*') return undefined;
	const match = /^(?:W\/)?"(\d{1,9})"$/.exec(value.trim());
	if (!match)
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'If-Match takes the ETag of an earlier answer.',
		});
	return Number(match[1]);
}

const idempotencyKeyPattern = /^[\x21-\x7e]{1,200}$/;

function readIdempotencyKey(value: string | undefined): string | undefined {
	if (value === undefined) return undefined;
	if (!idempotencyKeyPattern.test(value)) {
		throw new AppError('VALIDATION_INVALID_FORMAT', {
			message: 'Idempotency-Key takes 1 to 200 visible ASCII characters.',
		});
	}
	return value;
}

/** Puts one endpoint on the app: limits, caller, access, validation, idempotency, handler, answer. In that order, always. */
export function mount(app: Hono, route: Route, kernel: Kernel): void {
	const { endpoint } = route;
	const { services } = kernel;
	const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
	const isReplayed = endpoint.method === 'POST' && endpoint.idempotency !== 'command';
	const takesBody = endpoint.body !== undefined;
	const success = endpoint.status ?? 200;

	app.on(endpoint.method, path, async (c) => {
		countRequest();
		const requestId = newRequestId();
		const headers = baseHeaders(requestId);
		const acceptLanguage = (c.req.header('accept-language') ?? '').slice(0, 200);
		const tell = tellerFor(acceptLanguage);
		let endAct: ((status: number) => Promise<void>) | undefined;
		try {
			const address = clientAddress(c, services.config.trustProxy);
			const rawParams = c.req.param() as Record<string, string>;
			// A door is limited by its link, everybody else by address: a whole office may stand behind one.
			const who = endpoint.limit === 'scan' ? (rawParams.token ?? address) : address;
			if (kernel.limits) takeLimit(headers, kernel.limits.perAddress, endpoint.limit, who);

			const caller = await identify(kernel, endpoint, c.req.header('authorization'));
			if (caller && kernel.limits)
				takeLimit(headers, kernel.limits.perAccount, endpoint.limit, caller.userId);

			const params = endpoint.params ? validate(endpoint.params, rawParams) : undefined;
			const rawQuery = endpoint.query ? readQuery(c.req.url) : undefined;
			const rawBody = takesBody ? await readJson(c.req.raw) : undefined;

			const context: RequestContext = {
				requestId,
				address,
				userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
				acceptLanguage,
				tell,
				acceptsGzip: /\bgzip\b/i.test(c.req.header('accept-encoding') ?? ''),
				idempotencyKey: readIdempotencyKey(c.req.header('idempotency-key')),
				ifMatch: parseIfMatch(c.req.header('if-match')),
				eventAccess: c.req.header(EVENT_ACCESS_HEADER),
				asksNotToBeCounted: c.req.header('dnt') === '1' || c.req.header('sec-gpc') === '1',
				caller,
				// Made when somebody asks: most handlers never do, and a signal is dear.
				get signal() {
					return c.req.raw.signal;
				},
			};
			const input = { params, context, caller } as HandlerInput<AnyEndpoint>;

			await authorise(kernel, endpoint, input, { params: rawParams, query: rawQuery, body: rawBody });
			// What was sent is judged after the right to send it: without one, nothing is told and no upload is read.
			if (endpoint.query) input.query = validate(endpoint.query, rawQuery) as never;
			if (endpoint.body) {
				refuseServerOnlyKeys(endpoint.body, rawBody);
				input.body = validate(endpoint.body, rawBody) as never;
			}
			if (endpoint.upload) input.file = (await readUpload(c.req.raw, endpoint.upload)) as UploadedFile;

			if (endpoint.access.kind === 'admin' && endpoint.method !== 'GET') {
				const { body } = input;
				endAct = await kernel.resolvers.beginAdminAct(services, {
					caller: input.caller,
					action: endpoint.id,
					params,
					body,
					requestId,
				});
			}

			if (isReplayed && context.idempotencyKey !== undefined && !endpoint.upload) {
				const asker = caller ? `user:${caller.userId}` : `address:${address}`;
				const answer = await onceByKey(
					services,
					{
						scope: `${asker}:${endpoint.id}`,
						key: context.idempotencyKey,
						asked: `${endpoint.method} ${pathOf(c.req.url)}\n${JSON.stringify(input.body) ?? ''}`,
					},
					async () => ({ status: success, body: await route.handler(input, services) }),
				);
				if (answer.isReplay) headers['Idempotent-Replayed'] = 'true';
				await endAct?.(answer.status);
				return answerJson(answer.status, answer.body, headers, endpoint);
			}
			const result = await route.handler(input, services);
			await endAct?.(result instanceof Response ? result.status : success);
			if (result instanceof Response) {
				for (const [name, value] of Object.entries(headers)) {
					if (!result.headers.has(name)) result.headers.set(name, value);
				}
				return result;
			}
			return answerJson(success, result, headers, endpoint, c.req.header('if-none-match'));
		} catch (error) {
			await endAct?.(toAppError(error).status);
			return errorResponse(
				error,
				{ requestId, method: endpoint.method, path: pathOf(c.req.url), tell },
				services,
				headers,
			);
		}
	});
}

function answerJson(
	status: number,
	body: unknown,
	headers: Record<string, string>,
	endpoint: AnyEndpoint,
	ifNoneMatch?: string,
): Response {
	if (status === 204 || body === undefined) {
		delete headers['Content-Type'];
		return new Response(null, { status: status === 200 ? 204 : status, headers });
	}
	if (endpoint.hasVersion) {
		const etag = `"${(body as { version?: number; organiser?: { version?: number } }).version ?? (body as { organiser?: { version?: number } }).organiser?.version ?? 0}"`;
		headers.ETag = etag;
		if (endpoint.method === 'GET' && ifNoneMatch === etag)
			return new Response(null, { status: 304, headers });
	}
	return new Response(JSON.stringify(body), { status, headers });
}
