import { hash } from 'node:crypto';
import type { Context, Hono } from 'hono';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { countRequest } from '../platform/load-shedding.ts';
import type { Services } from '../services.ts';
import { type AccessKernel, authorise, identify, refuseCaller } from './access.ts';
import { actOf } from './activity.ts';
import { maxBodyBytes, readJson, readText, readUpload } from './body.ts';
import { CallContext } from './call.ts';
import { errorResponse, toAppError } from './errors.ts';
import type { HandlerInput, Route, UploadedFile } from './handler.ts';
import { onceByKey } from './idempotency.ts';
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
	endAct?: (status: number) => Promise<void>;
	/** Set once the caller has the right to what they ask for in an organisation. */
	inScope?: HandlerInput<AnyEndpoint>;
	isReplay?: boolean;
	/** The caller has no right to what the call names. */
	isRefusedByAccess?: boolean;
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

/** A path of the contracts as the router writes it. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/**
 * Puts one endpoint on the app: limits, caller, access, validation, idempotency, handler, answer. In that order, always.
 */
export function mount(app: Hono, route: Route, kernel: Kernel): void {
	const { endpoint } = route;
	const { limits, services } = kernel;
	const isDoor = endpoint.access.kind === 'staff';
	const isReplayed = endpoint.method === 'POST' && endpoint.idempotency !== 'command';
	const takesBody = endpoint.body !== undefined;
	const success = endpoint.status ?? 200;

	app.on(endpoint.method, routerPath(endpoint.path), async (c) => {
		countRequest();
		const requestId = newRequestId();
		const context = new CallContext(c, requestId, clientAddress(c, services.config.trustProxy));
		const rawParams = c.req.param() as Record<string, string>;
		const call: Call = { c, context, headers: baseHeaders(requestId), rawParams };
		const startMs = performance.now();
		try {
			const response = await answer(call);
			await noteAct(call, response.status);
			noteKeyCall(call, startMs, response.status);
			return response;
		} catch (error) {
			const response = await refuse(call, error);
			await noteAct(call, response.status);
			noteKeyCall(call, startMs, response.status, error);
			return response;
		}
	});

	async function noteAct({ inScope, isReplay, rawParams, context }: Call, status: number): Promise<void> {
		if (!inScope || isReplay) return;
		const act = actOf(endpoint, inScope, { rawParams, status, requestId: context.requestId });
		if (act) await kernel.resolvers.noteAct(services, act);
	}

	function noteKeyCall({ context }: Call, startMs: number, status: number, error?: unknown): void {
		const key = context.caller?.key;
		if (!key) return;
		kernel.resolvers.noteKeyCall(services, {
			key,
			method: endpoint.method,
			route: endpoint.path,
			status,
			code: error === undefined ? null : toAppError(error).code,
			durationMs: Math.round(performance.now() - startMs),
			requestId: context.requestId,
		});
	}

	async function answer(call: Call): Promise<Response> {
		const { c, context, headers, rawParams } = call;
		if (isDoor) limits?.takeForToken(headers, endpoint.limit, context.address, rawParams.token ?? '');
		else limits?.takeForNetwork(headers, endpoint.limit, context.address);
		const caller = await identify(kernel, endpoint, context.header('authorization'), context.address);
		context.caller = caller;
		if (caller) {
			limits?.takeForAccount(headers, endpoint.limit, caller.key?.id ?? caller.userId);
			refuseCaller(endpoint, caller);
		}

		const params = endpoint.params ? validate(endpoint.params, rawParams) : undefined;
		const rawQuery = endpoint.query ? readQuery(c.req.url) : undefined;
		const rawBody = takesBody ? await readJson(c.req.raw, endpoint.maxBodyBytes ?? maxBodyBytes) : undefined;
		context.readConditions();
		const input = { params, context, caller } as unknown as HandlerInput<AnyEndpoint>;

		const token = rawParams.token ?? '';
		await authorise(kernel, endpoint, input, { params: rawParams, query: rawQuery, body: rawBody }).catch(
			(error) => {
				call.isRefusedByAccess = toAppError(error).status < 500;
				if (isDoor) limits?.tokenWasNotFound(token);
				throw error;
			},
		);
		if (endpoint.access.kind === 'organisation') call.inScope = input;
		if (isDoor) {
			const ownerId = input.staff.staffDeviceId ?? input.staff.staffLinkId;
			limits?.tokenWasFound(headers, endpoint.limit, context.address, { token, ownerId });
		}
		// What was sent is judged after the right to send it: without one, nothing is told and no upload is read.
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
		if (endpoint.upload) input.file = (await readUpload(c.req.raw, endpoint.upload)) as UploadedFile;

		/** What is asked for; of an administrator, after writing down that they begin. */
		const act = async (within: Services) => {
			if (endpoint.access.kind === 'admin' && endpoint.method !== 'GET') {
				call.endAct = await kernel.resolvers.startAuditEntry(services, {
					caller: input.caller,
					action: endpoint.id,
					params,
					body: input.body,
					requestId: context.requestId,
				});
			}
			return route.handler(input, within);
		};
		if (isReplayed && context.idempotencyKey !== undefined) {
			const asker = caller?.key
				? `key:${caller.key.id}`
				: caller
					? `user:${caller.userId}`
					: `address:${context.address}`;
			const replay = await onceByKey(
				services,
				{
					scope: `${asker}:${endpoint.id}`,
					key: context.idempotencyKey,
					asked: `${endpoint.method} ${pathOf(c.req.url)}\n${JSON.stringify(input.body) ?? ''}${describeFile(input.file)}`,
					isSlow: endpoint.limit === 'signIn',
				},
				async (within) => ({ status: success, body: await act(within) }),
			);
			if (replay.isReplay) headers['Idempotent-Replayed'] = 'true';
			call.isReplay = replay.isReplay;
			await call.endAct?.(replay.status);
			return answerJson(replay.status, replay.body, headers, endpoint);
		}
		const result = await act(services);
		await call.endAct?.((result as unknown) instanceof Response ? (result as Response).status : success);
		return present(call, result);
	}

	function present({ context, headers }: Call, result: unknown): Response {
		if (!(result instanceof Response)) {
			const ifNoneMatch = endpoint.hasVersion ? context.header('if-none-match') : undefined;
			return answerJson(success, result, headers, endpoint, ifNoneMatch);
		}
		for (const [name, value] of Object.entries(headers)) {
			if (!result.headers.has(name)) result.headers.set(name, value);
		}
		return result;
	}

	async function refuse(call: Call, error: unknown): Promise<Response> {
		const { c, context, headers, endAct } = call;
		logRefusal(services, toAppError(error), {
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
			services,
			headers,
		);
	}
}

/** An upload, as part of what was asked for. */
function describeFile(file: UploadedFile | undefined): string {
	return file ? `\n${JSON.stringify([file.name, file.type])}\n${hash('sha256', file.bytes)}` : '';
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
