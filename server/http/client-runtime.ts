/**
 * The part of the generated client that is the same for every API: requests, retries, paging, errors. `Operations`, `operations`
 * and `ErrorBody` are written before it by client-source.ts; a test compiles the whole.
 */
export const clientRuntime = String.raw`
export type OperationId = keyof Operations;
export type Input<Id extends OperationId> = Operations[Id]['input'];
export type Output<Id extends OperationId> = Operations[Id]['output'];
export type ErrorCode = ErrorBody['code'];

/** Operations that answer a list with a cursor. */
export type ListId = {
	[Id in OperationId]: Output<Id> extends { data: unknown[]; nextCursor: string | null } ? Id : never;
}[OperationId];
export type Item<Id extends ListId> = Output<Id> extends { data: (infer T)[] } ? T : never;

export interface ClientOptions {
	apiKey?: string;
	/** Where the API is, without a path. */
	baseUrl?: string;
	/** How often a call is repeated after a 429, a 503 or a broken connection; 3 unless said otherwise. */
	retries?: number;
	fetch?: (url: string, init: RequestInit) => Promise<Response>;
}

export interface CallOptions {
	/** For POST; made up where absent, and the same for every retry of the call. */
	idempotencyKey?: string;
	/** ETag of the version that was read: a newer one is not overwritten. */
	ifMatch?: string;
	signal?: AbortSignal;
}

/** A refused call. The code decides what a program does; userMessage is for people. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly status: number;
	/** UNKNOWN where the answer did not come from the API, such as a page of a proxy. */
	readonly code: ErrorCode | 'UNKNOWN';
	readonly body: ErrorBody | undefined;

	constructor(status: number, body: ErrorBody | undefined) {
		super(body ? body.code + ': ' + body.message : 'HTTP ' + status);
		this.status = status;
		this.code = body?.code ?? 'UNKNOWN';
		this.body = body;
	}
}

interface AnyInput {
	path?: Record<string, unknown>;
	query?: Record<string, unknown>;
	body?: unknown;
}

type Arguments<Id extends OperationId> = Record<never, never> extends Input<Id>
	? [input?: Input<Id>, options?: CallOptions]
	: [input: Input<Id>, options?: CallOptions];

export function createClient({ apiKey, baseUrl = defaultBaseUrl, retries = 3, fetch = globalThis.fetch }: ClientOptions) {
	/** Calls an operation. @throws ApiError where it is refused */
	async function call<Id extends OperationId>(id: Id, ...[input, options = {}]: Arguments<Id>): Promise<Output<Id>> {
		const [method, path, kind] = operations[id] as readonly [string, string, string?];
		const { path: parts = {}, query = {}, body } = (input ?? {}) as AnyInput;
		const url = new URL(path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parts[name]))), baseUrl);
		for (const [name, value] of Object.entries(query)) {
			for (const one of Array.isArray(value) ? value : [value]) {
				if (one !== undefined && one !== null) url.searchParams.append(name, String(one));
			}
		}
		const headers: Record<string, string> = {};
		if (apiKey) headers.Authorization = 'Bearer ' + apiKey;
		if (options.ifMatch) headers['If-Match'] = options.ifMatch;
		if (method === 'POST') headers['Idempotency-Key'] = options.idempotencyKey ?? crypto.randomUUID();
		const isJson = body !== undefined && !(body instanceof FormData);
		if (isJson) headers['Content-Type'] = 'application/json';
		const init: RequestInit = { method, headers, signal: options.signal ?? null };
		if (body !== undefined) init.body = body instanceof FormData ? body : JSON.stringify(body);
		const response = await send(url.href, init);
		if (!response.ok) throw new ApiError(response.status, await readError(response));
		if (kind === 'file') return response as Output<Id>;
		return (response.status === 204 ? undefined : await response.json()) as Output<Id>;
	}

	async function send(url: string, init: RequestInit): Promise<Response> {
		// Repeating these does nothing twice: a POST carries its Idempotency-Key.
		const isRepeatable = init.method === 'GET' || init.method === 'POST';
		for (let attempt = 0; ; attempt++) {
			try {
				const response = await fetch(url, init);
				const retryAfter = response.headers.get('Retry-After');
				// 409 with a time: the first attempt with this Idempotency-Key still runs.
				const isTemporary = [429, 503].includes(response.status) || (response.status === 409 && retryAfter);
				if (!isTemporary || attempt >= retries) return response;
				await response.body?.cancel();
				await wait(retryAfter, attempt, init.signal);
			} catch (error) {
				if (init.signal?.aborted || !isRepeatable || attempt >= retries) throw error;
				await wait(null, attempt, init.signal);
			}
		}
	}

	/** Every item of a list, page after page. */
	async function* each<Id extends ListId>(id: Id, ...[input, options]: Arguments<Id>): AsyncGenerator<Item<Id>, void> {
		let cursor: string | null | undefined;
		do {
			const { query = {}, ...rest } = (input ?? {}) as AnyInput;
			const nextInput = { ...rest, query: cursor ? { ...query, cursor } : query };
			const page = (await call(id, ...([nextInput, options] as unknown as Arguments<Id>))) as {
				data: Item<Id>[];
				nextCursor: string | null;
			};
			yield* page.data;
			cursor = page.nextCursor;
		} while (cursor);
	}

	return { call, each };
}

async function readError(response: Response): Promise<ErrorBody | undefined> {
	const body = (await response.json().catch(() => undefined)) as ErrorBody | undefined;
	return typeof body?.code === 'string' ? body : undefined;
}

/** Waits as many seconds as the answer asks for, else half a second, doubled at each attempt. */
function wait(retryAfter: string | null, attempt: number, signal: AbortSignal | null | undefined): Promise<void> {
	const requested = retryAfter === null ? Number.NaN : Number(retryAfter);
	const seconds = Number.isFinite(requested) ? requested : 2 ** attempt * (0.5 + Math.random() / 4);
	return new Promise((resolve, reject) => {
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		const timer = setTimeout(() => {
			signal?.removeEventListener('abort', stop);
			resolve();
		}, seconds * 1000);
		if (signal?.aborted) stop();
		else signal?.addEventListener('abort', stop, { once: true });
	});
}
`;
