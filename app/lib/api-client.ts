import type {
	AnyEndpoint,
	CallBodyOf,
	CallParamsOf,
	CallQueryOf,
	ResultOf,
} from '#shared/contracts/endpoint.ts';
import { AppError, type AppErrorOptions } from '#shared/errors/app-error.ts';
import { type ErrorCode, isErrorCode } from '#shared/errors/catalogue.ts';
import { CallRefusal } from './call-refusal.ts';
import { createRateLimiter, NAVIGATION_LIMIT, type RateLimiter } from './rate-limiter.ts';
import { type TokenStore, tokens } from './token-store.ts';
import { isTwoFactorNeeded } from './two-factor.ts';

type Given<K extends string, T> = [T] extends [undefined]
	? { [key in K]?: never }
	: Record<string, never> extends T
		? { [key in K]?: T }
		: { [key in K]: T };

interface CallSettings {
	headers?: Record<string, string>;
	signal?: AbortSignal;
	/** One key per attempt of a person; the same key again repeats the answer, never the effect. */
	idempotencyKey?: string;
	/** Version that was read; the server refuses with a conflict when somebody saved since. */
	ifMatch?: string;
	/** False: sent without the token, and a 401 says nothing about it (signing in). */
	hasBearer?: boolean;
	/** After this the call fails with NETWORK_TIMEOUT; 30 s unless said otherwise. */
	timeoutMs?: number;
	/**
	 * Texts of the thrown errors where the specification names its own: `failed` for a refusal without words, `unreadable` for one
	 * whose body is no JSON, `invalidJson` for any other body that is none.
	 */
	texts?: {
		invalidJson?: string;
		failed?: (status: number) => string;
		unreadable?: (status: number) => string;
	};
	/** For endpoints that take a file: sent as multipart, with `fields` beside it. */
	file?: Blob;
	fields?: Record<string, string>;
}

export type CallInput<E extends AnyEndpoint> = CallSettings &
	Given<'params', CallParamsOf<E>> &
	Given<'query', CallQueryOf<E>> &
	Given<'body', CallBodyOf<E>>;
type CallArguments<E extends AnyEndpoint> =
	Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>];

export interface ApiClient {
	/** Calls an endpoint; gives its answer or throws an AppError, and nothing else but the caller's own abort. */
	call<E extends AnyEndpoint>(endpoint: E, ...input: CallArguments<E>): Promise<ResultOf<E>>;
	/** The same with the response beside, for its headers (ETag, Link). */
	send<E extends AnyEndpoint>(
		endpoint: E,
		...input: CallArguments<E>
	): Promise<{ data: ResultOf<E>; response: Response }>;
}

export interface ApiClientOptions {
	fetch(request: Request): Response | Promise<Response>;
	/** Scheme and host that endpoint paths are put behind. */
	origin(): string;
	/** Null on the server: public pages are always rendered as for a guest. */
	tokens: TokenStore | null;
	/** Limits the page data that navigations ask for. */
	limiter?: RateLimiter;
	/** Where the tab is: another text after each navigation. */
	page?(): string;
	/** Language of the page: the server says its sentences in it. */
	language?(): string;
	/** An organisation refused a change: it requires two factors by now, which the caller lacks. */
	onTwoFactorNeeded?(): void;
}

const DEFAULT_TIMEOUT_MS = 30_000;

export function createApiClient(options: ApiClientOptions): ApiClient {
	let page: string | undefined;
	const calledPaths = new Set<string>();
	/**
	 * Limits what a page asks for because somebody came to it: the first call of a path there. What follows there (search, live
	 * figures, paging, a list after a change) is no navigation; doors and checkouts are exempt. A refused call was not made: the path
	 * is still to be requested.
	 * @throws CallRefusal
	 */
	function limitPageData({ id, method }: AnyEndpoint, pathname: string): void {
		if (!options.page || !options.limiter || method !== 'GET' || /^(?:checkIn|door|orders)/.test(id)) return;
		const here = options.page();
		if (here !== page) calledPaths.clear();
		page = here;
		if (calledPaths.has(pathname)) return;
		if (!options.limiter.tryTake(pathname)) throw new CallRefusal();
		calledPaths.add(pathname);
	}

	async function send(endpoint: AnyEndpoint, input: WideInput = {}) {
		const url = new URL(pathOf(endpoint, input), options.origin());
		limitPageData(endpoint, url.pathname);
		const token = input.hasBearer === false ? null : (options.tokens?.get() ?? null);
		const language = options.language?.();
		const fixed = { ...(language && { 'accept-language': language }), ...bearer(token) };
		const timeout = AbortSignal.timeout(input.timeoutMs ?? DEFAULT_TIMEOUT_MS);
		const ending = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout;
		const request = buildRequest(url, endpoint, input, fixed, ending);
		const response = await fetchOrFail(options.fetch, request, ending, input.signal);

		if (response.ok && endpoint.output && 'contentType' in endpoint.output)
			return { data: response, response };
		const body = await readJson(response, input);
		if (response.ok) return { data: body, response };
		const error = failure(response, body, input, token, options.tokens);
		if (isTwoFactorNeeded(error)) options.onTwoFactorNeeded?.();
		throw error;
	}
	return {
		send: send as ApiClient['send'],
		call: (async (endpoint: AnyEndpoint, input?: WideInput) =>
			(await send(endpoint, input)).data) as ApiClient['call'],
	};
}

/** Defaults of every client in the browser: this host, the language of the page, the token of this tab. */
export const ofBrowser = {
	origin: () => location.origin,
	language: () => [document.documentElement.lang, ...navigator.languages].join(', '),
	tokens,
};

/** The browser's client: the token of this tab, the limiter of this page. */
export const api = createApiClient({
	...ofBrowser,
	fetch: (request) => fetch(request),
	limiter: createRateLimiter(NAVIGATION_LIMIT),
	// The router counts its places; what only replaces an address, as a search while it is typed, stays at the same.
	page: () => `${(history.state as { idx?: number } | null)?.idx ?? ''} ${location.pathname}`,
	// The note above the page follows, where the page is older than the requirement.
	onTwoFactorNeeded: () =>
		void import('./query-client.ts').then(({ queryClientHere, USER_QUERY_KEY }) =>
			queryClientHere().invalidateQueries({ queryKey: USER_QUERY_KEY }),
		),
});

type WideInput = CallSettings & {
	params?: Record<string, string>;
	query?: Record<string, unknown>;
	body?: unknown;
};

function bearer(token: string | null): Record<string, string> {
	return token ? { authorization: `Bearer ${token}` } : {};
}

function pathOf(endpoint: AnyEndpoint, input: WideInput): string {
	const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
		const value = input.params?.[name];
		if (value === undefined || value === '') throw new Error(`${endpoint.id} needs the parameter ${name}.`);
		return encodeURIComponent(value);
	});
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(input.query ?? {})) {
		for (const one of Array.isArray(value) ? value : [value]) {
			if (one !== undefined && one !== null) query.append(name, String(one));
		}
	}
	return query.size > 0 ? `${path}?${query}` : path;
}

function buildRequest(
	url: URL,
	endpoint: AnyEndpoint,
	input: WideInput,
	fixedHeaders: Record<string, string>,
	signal: AbortSignal,
): Request {
	const headers = new Headers({ accept: 'application/json', ...fixedHeaders, ...input.headers });
	if (input.idempotencyKey) headers.set('idempotency-key', input.idempotencyKey);
	if (input.ifMatch) headers.set('if-match', input.ifMatch);
	let body: BodyInit | undefined;
	if (input.file) {
		const form = new FormData();
		for (const [name, value] of Object.entries(input.fields ?? {})) form.append(name, value);
		form.append(endpoint.upload?.field ?? 'file', input.file);
		body = form;
	} else if (input.body !== undefined) {
		headers.set('content-type', 'application/json');
		body = JSON.stringify(input.body);
	}
	return new Request(url, { method: endpoint.method, headers, body, signal });
}

/**
 * Ends with `ending` itself, whatever `fetchIt` does with the signal of the request: in Node that one follows `ending` weakly, and is
 * garbage as soon as nothing but the pending call refers to it.
 */
async function fetchOrFail(
	fetchIt: ApiClientOptions['fetch'],
	request: Request,
	ending: AbortSignal,
	callerSignal: AbortSignal | undefined,
): Promise<Response> {
	let stop = () => {};
	try {
		ending.throwIfAborted();
		const ended = new Promise<never>((_, reject) => {
			stop = () => reject(ending.reason);
			ending.addEventListener('abort', stop);
		});
		return await Promise.race([fetchIt(request), ended]);
	} catch (cause) {
		if (callerSignal?.aborted) throw callerSignal.reason;
		if (ending.aborted) throw new AppError('NETWORK_TIMEOUT', { cause });
		const isOffline = typeof navigator !== 'undefined' && navigator.onLine === false;
		throw new AppError(isOffline ? 'NETWORK_OFFLINE' : 'NETWORK_ERROR', { cause });
	} finally {
		ending.removeEventListener('abort', stop);
	}
}

/** The body by parsing, whatever its content type says (problem+json is JSON too); nothing for an empty one. */
async function readJson(response: Response, input: WideInput): Promise<unknown> {
	let text: string;
	try {
		text = await response.text();
	} catch (cause) {
		if (input.signal?.aborted) throw input.signal.reason;
		throw new AppError('NETWORK_ERROR', { cause });
	}
	if (text === '') return undefined;
	try {
		return JSON.parse(text);
	} catch (cause) {
		// A refusal needs no body to be one: a proxy may have written its own.
		if (response.status === 401 && input.hasBearer !== false) return undefined;
		throw new AppError(codeOfStatus(response.status), {
			message:
				(response.ok ? undefined : input.texts?.unreadable?.(response.status)) ??
				input.texts?.invalidJson ??
				'Invalid JSON response',
			status: response.status,
			cause,
		});
	}
}

function failure(
	response: Response,
	body: unknown,
	input: WideInput,
	sentToken: string | null,
	store: TokenStore | null,
): AppError {
	const { status } = response;
	const record = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
	const code = isErrorCode(record.code) ? record.code : codeOfStatus(status);
	// A wrong password at re-authentication doesn’t end the session.
	if (status === 401 && sentToken && code !== 'AUTH_INVALID_CREDENTIALS') {
		if (store?.get() === sentToken) store.clear();
		return new AppError(code === 'AUTH_REQUIRED' ? 'AUTH_TOKEN_EXPIRED' : code, {
			message: 'Authentication expired',
			status,
			requestId: requestIdOf(response),
		});
	}
	const stated = [record.error, record.message].find(
		(text): text is string => typeof text === 'string' && text !== '',
	);
	const retryAfter = Number(response.headers.get('retry-after'));
	return new AppError(code, {
		message: stated ?? input.texts?.failed?.(status) ?? `HTTP ${status}`,
		status,
		userMessage: typeof record.userMessage === 'string' ? record.userMessage : undefined,
		details: Array.isArray(record.details) ? (record.details as AppErrorOptions['details']) : undefined,
		metadata: record.metadata as Record<string, unknown> | undefined,
		retryAfterSeconds: retryAfter > 0 ? retryAfter : undefined,
		requestId: requestIdOf(response),
	});
}

/** By which the server's log knows the call. */
function requestIdOf(response: Response): string | undefined {
	return response.headers.get('x-request-id') ?? undefined;
}

/** The error for a status without a code: a response of a proxy, or a truncated one. */
function codeOfStatus(status: number): ErrorCode {
	const known: Record<number, ErrorCode> = {
		400: 'VALIDATION_FAILED',
		401: 'AUTH_REQUIRED',
		403: 'RESOURCE_ACCESS_DENIED',
		404: 'RESOURCE_NOT_FOUND',
		408: 'NETWORK_TIMEOUT',
		409: 'RESOURCE_ALREADY_EXISTS',
		410: 'RESOURCE_DELETED',
		429: 'RATE_LIMIT_EXCEEDED',
		502: 'SERVER_UNAVAILABLE',
		503: 'SERVER_UNAVAILABLE',
		504: 'NETWORK_TIMEOUT',
	};
	return known[status] ?? (status >= 500 ? 'SERVER_ERROR' : 'UNKNOWN_ERROR');
}
