import { hash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { countRequest } from '../platform/load-shedding.ts';
import type { Services } from '../services.ts';
import { type AccessKernel, authorise, identify, refuseCaller } from './access.ts';
import { actOf } from './activity.ts';
import { maxBodyBytes, readJson, readText, readUpload } from './body.ts';
import { CallContext } from './call.ts';
import { openToSites } from './cross-origin.ts';
import { errorResponse, toAppError } from './errors.ts';
import type { HandlerInput, Route, UploadedFile } from './handler.ts';
import { findStoredAnswer, type KeyedRequest, onceByKey } from './idempotency.ts';
import type { RequestLimits } from './limits.ts';
import { clientAddress, newRequestId, pathOf } from './request.ts';
import { logRefusal } from './security-log.ts';
import { readQuery, refuseServerOnlyKeys, validate } from './validate.ts';

interface Kernel extends AccessKernel {
	/** Undefined: limits are off. */
	limits: RequestLimits | undefined;
}

/** One call under way. */
interface Call {
	c: Context;
	context: CallContext;
	headers: Record<string, string>;
	rawParams: Record<string, string>;
	startMs: number;
	endAct?: (status: number) => Promise<void>;
	/** Set once the caller has the right to what they ask for in an organisation. */
	inScope?: HandlerInput<AnyEndpoint>;
	isReplay?: boolean;
	/** The caller has no right to what the call names. */
	isRefusedByAccess?: boolean;
}

/** Headers of every API answer. Written once before the handler, so that the server stays on its fast path. */
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

/** The same of what pages of other origins may call and read. */
const openHeaders = (requestId: string): Record<string, string> => ({
	...baseHeaders(requestId),
	...openToSites,
});

/** A path of the contracts as the router writes it. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** An endpoint on the app. */
interface Mounted {
	route: Route;
	endpoint: AnyEndpoint;
	kernel: Kernel;
	isDoor: boolean;
	/** Repeated keys are answered by the kernel, not by the command. */
	isReplayed: boolean;
	success: number;
}

/**
 * Puts one endpoint on the app: limits, caller, access, validation, idempotency, handler, answer. In that order, always.
 */
export function mount(app: Hono, route: Route, kernel: Kernel): void {
	const { endpoint } = route;
	const on: Mounted = {
		route,
		endpoint,
		kernel,
		isDoor: endpoint.access.kind === 'staff',
		isReplayed: endpoint.method === 'POST' && endpoint.idempotency !== 'command',
		success: endpoint.status ?? 200,
	};

	const headersOf = endpoint.isOpenToSites ? openHeaders : baseHeaders;

	app.on(endpoint.method, routerPath(endpoint.path), async (c) => {
		countRequest();
		const requestId = newRequestId();
		const context = new CallContext(c, requestId, clientAddress(c, kernel.services.config.trustProxy));
		const rawParams = c.req.param() as Record<string, string>;
		const startMs = performance.now();
		const call: Call = { c, context, headers: headersOf(requestId), rawParams, startMs };
		try {
			const response = await answer(on, call);
			await noteAct(on, call, response.status);
			noteKeyCall(on, call, response.status);
			return response;
		} catch (error) {
			const response = await refuse(on, call, error);
			await noteAct(on, call, response.status);
			noteKeyCall(on, call, response.status, error);
			return response;
		}
	});
}

async function answer(on: Mounted, call: Call): Promise<Response> {
	await identifyCaller(on, call);
	const input = await readInput(on, call);
	if (on.isReplayed && call.context.idempotencyKey !== undefined) {
		return answerOnce(on, call, input, call.context.idempotencyKey);
	}
	const { route, kernel } = on;
	const prepared = await route.prepare?.(input, kernel.services);
	const result = await act(on, call, input, kernel.services, prepared);
	await call.endAct?.((result as unknown) instanceof Response ? (result as Response).status : on.success);
	return present(on, call, result);
}

/** Counts the call against the limits and finds out who calls. */
async function identifyCaller({ endpoint, kernel, isDoor }: Mounted, call: Call): Promise<void> {
	const { context, headers, rawParams } = call;
	const { limits } = kernel;
	if (isDoor) limits?.takeForToken(headers, endpoint.limit, context.address, rawParams.token ?? '');
	else limits?.takeForNetwork(headers, endpoint.limit, context.address);
	const caller = await identify(kernel, endpoint, context.header('authorization'), context.address);
	context.caller = caller;
	if (caller) {
		limits?.takeForAccount(headers, endpoint.limit, caller.key?.id ?? caller.userId);
		refuseCaller(endpoint, caller);
	}
}

/** Refuses who has no right to the call, then validates what was sent. */
async function readInput(
	{ endpoint, kernel, isDoor }: Mounted,
	call: Call,
): Promise<HandlerInput<AnyEndpoint>> {
	const { c, context, headers, rawParams } = call;
	const params = endpoint.params ? validate(endpoint.params, rawParams) : undefined;
	const rawQuery = endpoint.query ? readQuery(c.req.url) : undefined;
	const rawBody = endpoint.body
		? await readJson(c.req.raw, endpoint.maxBodyBytes ?? maxBodyBytes)
		: undefined;
	context.readConditions();
	const { caller } = context;
	const input = { params, context, caller } as unknown as HandlerInput<AnyEndpoint>;

	const token = rawParams.token ?? '';
	await authorise(kernel, endpoint, input, { params: rawParams, query: rawQuery, body: rawBody }).catch(
		(error) => {
			call.isRefusedByAccess = toAppError(error).status < 500;
			if (isDoor) kernel.limits?.tokenWasNotFound(token);
			throw error;
		},
	);
	if (endpoint.access.kind === 'organisation') call.inScope = input;
	if (isDoor) {
		const ownerId = input.staff.staffDeviceId ?? input.staff.staffLinkId;
		kernel.limits?.tokenWasFound(headers, endpoint.limit, context.address, { token, ownerId });
	}
	// What was sent is judged after the right to send it: without one, nothing is revealed and no upload is read.
	if (endpoint.query) input.query = validate(endpoint.query, rawQuery) as never;
	if (endpoint.body) {
		refuseServerOnlyKeys(endpoint.body, rawBody);
		input.body = validate(endpoint.body, rawBody) as never;
	}
	if (endpoint.requiresKey) context.needKey();
	if (endpoint.signedBodyBytes)
		input.signed = {
			rawBody: await readText(c.req.raw, endpoint.signedBodyBytes),
			headers: c.req.raw.headers,
		};
	const { upload } = endpoint;
	if (upload) {
		const read = () => readUpload(c.req.raw, upload);
		const { limits } = kernel;
		input.file = (await (limits ? limits.readingUpload(context.address, read) : read())) as UploadedFile;
	}
	return input;
}

/** What is requested; of an administrator, after writing down that they begin. */
async function act(
	{ route, endpoint, kernel }: Mounted,
	call: Call,
	input: HandlerInput<AnyEndpoint>,
	within: Services,
	prepared: unknown,
): Promise<unknown> {
	if (endpoint.access.kind === 'admin' && endpoint.method !== 'GET') {
		call.endAct = await kernel.resolvers.startAuditEntry(kernel.services, {
			caller: input.caller,
			action: endpoint.id,
			params: input.params,
			body: input.body,
			requestId: call.context.requestId,
		});
	}
	return route.handler(input, within, prepared);
}

/** Acts once for a key of a caller; whoever repeats it gets the first answer. */
async function answerOnce(
	on: Mounted,
	call: Call,
	input: HandlerInput<AnyEndpoint>,
	key: string,
): Promise<Response> {
	const { endpoint, kernel, route, success } = on;
	const { c, context, headers } = call;
	const { caller } = context;
	const asker = caller?.key
		? `key:${caller.key.id}`
		: caller
			? `user:${caller.userId}`
			: `address:${context.address}`;
	const request: KeyedRequest = {
		scope: `${asker}:${endpoint.id}`,
		key,
		content: `${endpoint.method} ${pathOf(c.req.url)}\n${JSON.stringify(input.body) ?? ''}${describeFile(input)}`,
		isSlow: endpoint.limit === 'signIn',
		movesPlacesOf: endpoint.movesPlaces && eventOf(endpoint, input),
	};
	const once = async () => {
		const replayed = route.prepare && (await findStoredAnswer(kernel.services, request));
		if (replayed) return replayed;
		// Of others: before the transaction of the key, so that no connection waits for them.
		const prepared = await route.prepare?.(input, kernel.services);
		return onceByKey(kernel.services, request, async (within) => ({
			status: success,
			body: await act(on, call, input, within, prepared),
		}));
	};
	const replay = await once();
	if (replay.isReplay) headers['Idempotent-Replayed'] = 'true';
	call.isReplay = replay.isReplay;
	await call.endAct?.(replay.status);
	return answerJson(replay.status, replay.body, headers, endpoint);
}

const eventOf = ({ access }: AnyEndpoint, input: HandlerInput<AnyEndpoint>): string => {
	if (access.kind === 'order') return input.order.eventId;
	if (access.kind === 'group') return input.group.eventId;
	if (access.kind === 'claim') return input.claim.eventId;
	if (access.kind === 'staff') return input.staff.eventId;
	return access.kind === 'waitlist' ? input.waitlistEntry.eventId : input.scope.eventId;
};

function present({ endpoint, success }: Mounted, { context, headers }: Call, result: unknown): Response {
	if (!(result instanceof Response)) {
		const ifNoneMatch = endpoint.hasVersion ? context.header('if-none-match') : undefined;
		return answerJson(success, result, headers, endpoint, ifNoneMatch);
	}
	for (const [name, value] of Object.entries(headers)) {
		if (!result.headers.has(name)) result.headers.set(name, value);
	}
	return result;
}

async function refuse({ endpoint, kernel }: Mounted, call: Call, error: unknown): Promise<Response> {
	const { c, context, headers, endAct } = call;
	logRefusal(kernel.services, toAppError(error), {
		endpoint: endpoint.id,
		requestId: context.requestId,
		address: context.address,
		userId: context.caller?.userId,
		isRefusedByAccess: call.isRefusedByAccess ?? false,
	});
	await endAct?.(toAppError(error).status);
	return errorResponse(
		error,
		{
			requestId: context.requestId,
			method: endpoint.method,
			path: pathOf(c.req.url),
			translate: context.translate,
		},
		kernel.services,
		headers,
	);
}

async function noteAct(
	{ endpoint, kernel }: Mounted,
	{ inScope, isReplay, rawParams, context }: Call,
	status: number,
): Promise<void> {
	if (!inScope || isReplay) return;
	const act = actOf(endpoint, inScope, { rawParams, status, requestId: context.requestId });
	if (act) await kernel.resolvers.noteAct(kernel.services, act);
}

function noteKeyCall(
	{ endpoint, kernel }: Mounted,
	{ context, startMs }: Call,
	status: number,
	error?: unknown,
): void {
	const key = context.caller?.key;
	if (!key) return;
	kernel.resolvers.noteKeyCall(kernel.services, {
		key,
		method: endpoint.method,
		route: endpoint.path,
		status,
		code: error === undefined ? null : toAppError(error).code,
		durationMs: Math.round(performance.now() - startMs),
		requestId: context.requestId,
	});
}

/** An upload with what it is for, as part of what was requested. */
function describeFile({ file, query }: HandlerInput<AnyEndpoint>): string {
	return file
		? `\n${JSON.stringify([file.name, file.type, query ?? null])}\n${hash('sha256', file.bytes)}`
		: '';
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
