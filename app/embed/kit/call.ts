import type { ErrorCode } from '#shared/errors/catalogue.ts';
import { host } from './host.ts';

/** Why a call was refused, as the catalogue says it; `NETWORK_ERROR` where no answer came. */
export class Refusal extends Error {
	readonly code: ErrorCode;
	readonly status: number;
	readonly details: { field: string; message: string }[];
	readonly metadata: Record<string, unknown>;
	readonly retryAfterSeconds: number;

	constructor(code: ErrorCode, userMessage: string, status = 0, more: Partial<Refusal> = {}) {
		super(userMessage);
		this.code = code;
		this.status = status;
		this.details = more.details ?? [];
		this.metadata = more.metadata ?? {};
		this.retryAfterSeconds = more.retryAfterSeconds ?? 0;
	}
}

/** Whatever was thrown, as something that can be said. */
export const asRefusal = (error: unknown): Refusal =>
	error instanceof Refusal ? error : new Refusal('INTERNAL_ERROR', 'Something went wrong. Please try again.');

/**
 * Calls the API. No cookie, no token and no referrer goes along, and nothing is stored.
 * @throws Refusal
 */
export async function call<Answer>(
	path: string,
	options: {
		body?: unknown;
		key?: string;
		signal?: AbortSignal;
		/** Passes over what the browser remembers. */
		isFresh?: boolean;
	} = {},
): Promise<Answer> {
	const { body, key, signal, isFresh } = options;
	const response = await fetch(`${host}${path}`, {
		method: body === undefined ? 'GET' : 'POST',
		credentials: 'omit',
		referrerPolicy: 'no-referrer',
		cache: isFresh ? 'reload' : 'default',
		headers: {
			...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
			...(key === undefined ? {} : { 'Idempotency-Key': key }),
		},
		...(body === undefined ? {} : { body: JSON.stringify(body) }),
		...(signal ? { signal } : {}),
	}).catch((error: unknown) => {
		if (signal?.aborted) throw error;
		throw new Refusal('NETWORK_ERROR', 'No connection. Check it and try again.');
	});
	const answer = await response.json().catch(() => ({}));
	if (response.ok) return answer as Answer;
	throw new Refusal(answer.code ?? 'INTERNAL_ERROR', answer.userMessage ?? '', response.status, {
		details: answer.details ?? [],
		metadata: answer.metadata ?? {},
		retryAfterSeconds: Number(response.headers.get('Retry-After') ?? 0),
	});
}
