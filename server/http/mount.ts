import type { Context, Hono } from 'hono';
import type { AnyEndpoint, LimitFamily } from '#shared/contracts/endpoint.ts';
import { AppError, notFound } from '#shared/errors/app-error.ts';
import { can } from '#shared/rules/permissions.ts';
import type { Services } from '../services.ts';
import { readJson, readUpload } from './body.ts';
import { errorResponse } from './errors.ts';
import type {
	AccessResolvers,
	Caller,
	HandlerInput,
	OrganisationScope,
	RequestContext,
	Route,
	UploadedFile,
} from './handler.ts';
import { onceByKey, requestHash } from './idempotency.ts';
import type { Limiter } from './limits.ts';
import { clientAddress, newRequestId, pathOf } from './request.ts';
import { readQuery, refuseServerOnlyKeys, validate } from './validate.ts';

interface Kernel {
	services: Services;
	resolvers: AccessResolvers;
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

function bearerToken(context: Context): string | undefined {
	const header = context.req.header('authorization');
	if (header === undefined) return undefined;
	const match = /^Bearer ([\w.~+/-]{1,500}=*)$/i.exec(header);
	if (!match)
		throw new AppError('AUTH_TOKEN_INVALID', { message: 'The Authorization header is not a bearer token.' });
	return match[1];
}

/** Checks the caller's role on the object that the endpoint names; what belongs to others does not exist. */
async function organisationScope(
	kernel: Kernel,
	endpoint: AnyEndpoint,
	caller: Caller,
	input: { params: Record<string, string>; query: unknown; body: unknown },
): Promise<OrganisationScope> {
	if (endpoint.access.kind !== 'organisation') throw new Error('not an organisation endpoint');
	const { action, via } = endpoint.access;
	let organisationId: string | undefined;
	let eventId = '';
	if (via === 'event') {
		const event = await kernel.resolvers.findEvent(kernel.services, input.params.event ?? '');
		if (!event) throw notFound('Event');
		({ organisationId, eventId } = event);
	} else {
		const named =
			input.params.organisation ??
			(input.query as { organisationId?: string } | undefined)?.organisationId ??
			(input.body as { organisationId?: string } | undefined)?.organisationId;
		organisationId =
			named === undefined
				? caller.memberships[0]?.organisationId
				: (await kernel.resolvers.findOrganisation(kernel.services, named))?.organisationId;
	}
	const membership = caller.memberships.find((one) => one.organisationId === organisationId);
	const isWithinReach = membership && (!membership.eventIds || membership.eventIds.includes(eventId));
	if (!membership || !isWithinReach) throw notFound(via === 'event' ? 'Event' : 'Organisation');
	if (!can(membership.role, action)) {
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
			message: `Your role (${membership.role}) does not allow ${action}.`,
		});
	}
	return { organisationId: membership.organisationId, eventId, role: membership.role };
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

/** Puts one endpoint on the app: limits, access, validation, idempotency, the handler, the answer. In that order, always. */
export function mount(app: Hono, route: Route, kernel: Kernel): void {
	const { endpoint } = route;
	const { services, resolvers } = kernel;
	const path = endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1');
	const isReplayed = endpoint.method === 'POST' && endpoint.idempotency !== 'command';
	const takesBody = endpoint.body !== undefined;
	const success = endpoint.status ?? 200;

	app.on(endpoint.method, path, async (c) => {
		const requestId = newRequestId();
		const headers = baseHeaders(requestId);
		try {
			const address = clientAddress(c, services.config.trustProxy);
			const rawParams = c.req.param() as Record<string, string>;
			// A door is limited by its link, everybody else by address: a whole office may stand behind one.
			const who = endpoint.limit === 'scan' ? (rawParams.token ?? address) : address;
			if (kernel.limits) takeLimit(headers, kernel.limits.perAddress, endpoint.limit, who);

			const needsCaller =
				endpoint.access.kind !== 'public' &&
				endpoint.access.kind !== 'staff' &&
				endpoint.access.kind !== 'order';
			const token =
				endpoint.access.kind === 'staff' || endpoint.access.kind === 'order' ? undefined : bearerToken(c);
			let caller: Caller | undefined;
			if (token !== undefined) caller = await resolvers.authenticate(services, token);
			if (caller && kernel.limits)
				takeLimit(headers, kernel.limits.perAccount, endpoint.limit, caller.userId);
			if (needsCaller && !caller) throw new AppError('AUTH_REQUIRED');
			if (endpoint.access.kind === 'admin' && !caller?.isAdmin)
				throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');

			const params = endpoint.params ? validate(endpoint.params, rawParams) : undefined;
			const query = endpoint.query ? validate(endpoint.query, readQuery(c.req.url)) : undefined;
			let body: unknown;
			if (takesBody) {
				const json = await readJson(c.req.raw);
				refuseServerOnlyKeys(endpoint.body, json);
				body = validate(endpoint.body, json);
			}

			const context: RequestContext = {
				requestId,
				address,
				userAgent: (c.req.header('user-agent') ?? '').slice(0, 300),
				acceptLanguage: (c.req.header('accept-language') ?? '').slice(0, 200),
				idempotencyKey: readIdempotencyKey(c.req.header('idempotency-key')),
				ifMatch: parseIfMatch(c.req.header('if-match')),
				caller,
				signal: c.req.raw.signal,
			};
			const input = { params, query, body, context, caller } as HandlerInput<AnyEndpoint>;

			if (endpoint.access.kind === 'organisation') {
				input.scope = await organisationScope(kernel, endpoint, caller as Caller, {
					params: rawParams,
					query,
					body,
				});
			} else if (endpoint.access.kind === 'staff') {
				const staff = await resolvers.findStaff(services, rawParams.token ?? '');
				if (!staff) {
					throw new AppError('RESOURCE_ACCESS_DENIED', {
						status: 401,
						message: 'Invalid or expired scanner access. Please get a new QR code from the event organizer.',
					});
				}
				if (endpoint.access.ability && !staff.abilities.includes(endpoint.access.ability)) {
					throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS', {
						message: `This link may not: ${endpoint.access.ability}.`,
					});
				}
				input.staff = staff;
			} else if (endpoint.access.kind === 'order') {
				const order = await resolvers.findOrder(services, rawParams.manageToken ?? '');
				if (!order) throw notFound('Order');
				input.order = order;
			}
			// After access: nobody without a right may make the server read an upload.
			if (endpoint.upload) input.file = (await readUpload(c.req.raw, endpoint.upload)) as UploadedFile;

			if (isReplayed && context.idempotencyKey !== undefined && !endpoint.upload) {
				const asker = caller ? `user:${caller.userId}` : `address:${address}`;
				const answer = await onceByKey(
					services,
					{
						scope: `${asker}:${endpoint.id}`,
						key: context.idempotencyKey,
						hash: requestHash(endpoint.method, pathOf(c.req.url), body),
					},
					async () => ({ status: success, body: await route.handler(input, services) }),
				);
				if (answer.isReplay) headers['Idempotent-Replayed'] = 'true';
				return answerJson(answer.status, answer.body, headers, endpoint);
			}
			const result = await route.handler(input, services);
			if (result instanceof Response) {
				for (const [name, value] of Object.entries(headers)) {
					if (!result.headers.has(name)) result.headers.set(name, value);
				}
				return result;
			}
			return answerJson(success, result, headers, endpoint, c.req.header('if-none-match'));
		} catch (error) {
			return errorResponse(
				error,
				{ requestId, method: endpoint.method, path: pathOf(c.req.url) },
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
