import { expect } from 'vitest';
import { endpoint } from '#shared/contracts/endpoint.ts';
import type { AppError } from '#shared/errors/app-error.ts';
import { z } from '#shared/lib/z.ts';
import { createApiClient } from './api-client.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { createTokenStore } from './token-store.ts';

const user = { summary: '', access: { kind: 'user' } } as const;

export const get = endpoint({
	...{ id: 'test.get', method: 'GET', path: '/api/events/{event}/guests', limit: 'read' },
	...{ summary: '', access: { kind: 'public' } },
	params: z.object({ event: z.string() }),
	query: z.object({ q: z.string().optional(), tag: z.array(z.string()).optional() }),
	output: z.object({ ok: z.boolean() }),
});
export const post = endpoint({
	...{ ...user, id: 'test.post', method: 'POST', path: '/api/events', limit: 'write' },
	body: z.object({ title: z.string() }),
	output: z.object({ id: z.string() }),
});
export const upload = endpoint({
	...{ ...user, id: 'test.upload', method: 'POST', path: '/api/upload', limit: 'upload' },
	upload: { field: 'cover', maxBytes: 10, description: '' },
	output: z.object({ url: z.string() }),
});
export const file = endpoint({
	...{ ...user, id: 'test.file', method: 'GET', path: '/api/file', limit: 'export' },
	output: { contentType: 'text/csv', description: '' },
});

/** A client whose fetch is `answer`, with the requests that it made and the page that it is on. */
export function setUp(
	answer: (request: Request) => Response | Promise<Response>,
	token: string | null = 'tok',
) {
	const tokens = createTokenStore(() => {
		throw new Error('memory only');
	});
	if (token) tokens.set(token, { rememberMe: false });
	const requests: Request[] = [];
	const tab = { page: 'first' };
	const client = createApiClient({
		fetch: (request) => {
			requests.push(request);
			return answer(request);
		},
		origin: () => 'http://foyer.test',
		tokens,
		limiter: createRateLimiter({ limit: 2, windowMs: 60_000 }),
		page: () => tab.page,
	});
	return { client, tokens, requests, tab };
}

export const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
/** The error of a call that must fail. */
export const fail = (promise: Promise<unknown>) =>
	promise.then(
		() => expect.unreachable('the call should fail'),
		(error: AppError) => error,
	);
