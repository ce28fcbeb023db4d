import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test, vi } from 'vitest';
import { endpoint } from '#shared/contracts/endpoint.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { z } from '#shared/lib/z.ts';
import { createApiClient } from './api-client.ts';
import { CallRefusal } from './call-refusal.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { createQueryClient } from './query-client.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { retryOnce } from './retry-once.ts';
import { createTokenStore } from './token-store.ts';

const get = endpoint({
	id: 'test.get',
	method: 'GET',
	path: '/api/events/{event}/guests',
	summary: '',
	access: { kind: 'public' },
	limit: 'read',
	params: z.object({ event: z.string() }),
	query: z.object({ q: z.string().optional(), tag: z.array(z.string()).optional() }),
	output: z.object({ ok: z.boolean() }),
});
const post = endpoint({
	id: 'test.post',
	method: 'POST',
	path: '/api/events',
	summary: '',
	access: { kind: 'user' },
	limit: 'write',
	body: z.object({ title: z.string() }),
	output: z.object({ id: z.string() }),
});
const upload = endpoint({
	id: 'test.upload',
	method: 'POST',
	path: '/api/upload',
	summary: '',
	access: { kind: 'user' },
	limit: 'upload',
	upload: { field: 'cover', maxBytes: 10, description: '' },
	output: z.object({ url: z.string() }),
});
const file = endpoint({
	id: 'test.file',
	method: 'GET',
	path: '/api/file',
	summary: '',
	access: { kind: 'user' },
	limit: 'export',
	output: { contentType: 'text/csv', description: '' },
});

function setUp(answer: (request: Request) => Response | Promise<Response>, token: string | null = 'tok') {
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

const json = (body: unknown, init?: ResponseInit) => Response.json(body, init);
const fail = (promise: Promise<unknown>) =>
	promise.then(
		() => expect.unreachable('the call should fail'),
		(error: AppError) => error,
	);

describe('the request', () => {
	test('fills the path, leaves out what is not given, repeats lists, and carries the bearer', async () => {
		const { client, requests } = setUp(() => json({ ok: true }));
		const query = { q: 'ä & b', tag: ['x', 'y'] };
		await expect(client.call(get, { params: { event: 'a/b' }, query })).resolves.toEqual({ ok: true });
		await client.call(get, { params: { event: 'a' } });
		expect(requests[0]!.url).toBe('http://foyer.test/api/events/a%2Fb/guests?q=%C3%A4+%26+b&tag=x&tag=y');
		expect(requests[0]!.headers.get('authorization')).toBe('Bearer tok');
		expect(requests[1]!.url).toBe('http://foyer.test/api/events/a/guests');
	});

	test('no bearer when told so, or when there is no token', async () => {
		const signedIn = setUp(() => json({ id: '1' }));
		await signedIn.client.call(post, { body: { title: 'T' }, hasBearer: false });
		expect(signedIn.requests[0]!.headers.has('authorization')).toBe(false);
		const guest = setUp(() => json({ id: '1' }), null);
		await guest.client.call(post, { body: { title: 'T' } });
		expect(guest.requests[0]!.headers.has('authorization')).toBe(false);
	});

	test('sends JSON, the idempotency key and the version that was read', async () => {
		const { client, requests } = setUp(() => json({ id: '1' }));
		await client.call(post, { body: { title: 'T' }, idempotencyKey: 'k1', ifMatch: '"3"' });
		const [request] = requests;
		expect(await request!.json()).toEqual({ title: 'T' });
		expect(request!.headers.get('content-type')).toBe('application/json');
		expect(request!.headers.get('idempotency-key')).toBe('k1');
		expect(request!.headers.get('if-match')).toBe('"3"');
	});

	test('the multipart variant sends the file under the name of the contract', async () => {
		const { client, requests } = setUp(() => json({ url: '/x' }));
		await client.call(upload, { file: new Blob(['abc']), fields: { alt: 'A door' } });
		const form = await requests[0]!.formData();
		expect(form.get('alt')).toBe('A door');
		expect(await (form.get('cover') as Blob).text()).toBe('abc');
	});

	test('a missing part of the path is a mistake of ours, not a call', async () => {
		const { client, requests } = setUp(() => json({}));
		await expect(client.call(get, { params: { event: '' } })).rejects.toThrow('needs the parameter event');
		expect(requests).toEqual([]);
	});
});

describe('the answer', () => {
	test('an empty one is undefined, a file comes as the response', async () => {
		const empty = setUp(() => new Response(null, { status: 204 }));
		await expect(empty.client.call(post, { body: { title: 'T' } })).resolves.toBeUndefined();
		const csv = setUp(() => new Response('a,b'));
		expect(await (await csv.client.call(file)).text()).toBe('a,b');
	});

	test('401 clears the token and fails with "Authentication expired"', async () => {
		const { client, tokens } = setUp(() => json({ code: 'AUTH_REQUIRED', message: 'x' }, { status: 401 }));
		const error = await fail(client.call(get, { params: { event: 'a' } }));
		expect(error.message).toBe('Authentication expired');
		expect(error.userMessage).toBe('Your session has expired. Please sign in again.');
		expect(tokens.get()).toBeNull();
	});

	test('401 with a body that is no JSON is still the end of the token', async () => {
		const { client, tokens } = setUp(() => new Response('<h1>Unauthorized</h1>', { status: 401 }));
		const error = await fail(client.call(get, { params: { event: 'a' } }));
		expect([error.message, error.status]).toEqual(['Authentication expired', 401]);
		expect(tokens.get()).toBeNull();
	});

	test('a refusal names the call for the server’s log', async () => {
		const { client } = setUp(() =>
			json({ message: 'x' }, { status: 500, headers: { 'x-request-id': 'r-1' } }),
		);
		expect((await fail(client.call(get, { params: { event: 'a' } }))).requestId).toBe('r-1');
	});

	test('401 to an older token leaves the newer one alone', async () => {
		const { client, tokens } = setUp(() => {
			tokens.set('newer', { rememberMe: false });
			return json({}, { status: 401 });
		});
		await fail(client.call(get, { params: { event: 'a' } }));
		expect(tokens.get()).toBe('newer');
	});

	test('401 while signing in, or to a wrong password, is that refusal and keeps the token', async () => {
		const { client, tokens } = setUp(() =>
			json({ code: 'AUTH_INVALID_CREDENTIALS', message: 'Wrong password.' }, { status: 401 }),
		);
		for (const hasBearer of [false, true]) {
			const error = await fail(client.call(post, { body: { title: 'T' }, hasBearer }));
			expect(error.code).toBe('AUTH_INVALID_CREDENTIALS');
			expect(error.message).toBe('Wrong password.');
		}
		expect(tokens.get()).toBe('tok');
	});

	test.each([
		[{ error: 'From error', message: 'From message' }, 'From error'],
		[{ message: 'From message' }, 'From message'],
		[{ error: { nested: true }, message: 'From message' }, 'From message'],
		[{ error: '' }, 'HTTP 422'],
		[['a list'], 'HTTP 422'],
		[null, 'HTTP 422'],
	])('a refusal with the body %j says %j', async (body, message) => {
		const { client } = setUp(() => json(body, { status: 422 }));
		expect((await fail(client.call(get, { params: { event: 'a' } }))).message).toBe(message);
	});

	test('an empty refusal says its status', async () => {
		const { client } = setUp(() => new Response(null, { status: 503 }));
		const error = await fail(client.call(get, { params: { event: 'a' } }));
		expect(error.message).toBe('HTTP 503');
		expect(error.code).toBe('SERVER_UNAVAILABLE');
	});

	test('code, user message, field errors, metadata and Retry-After come along', async () => {
		const details = [{ field: 'title', message: 'Too long', code: 'VALIDATION_FAILED' }];
		const body = {
			code: 'VALIDATION_FAILED',
			message: 'No',
			userMessage: 'Please',
			details,
			metadata: { a: 1 },
		};
		const { client } = setUp(() => json(body, { status: 400, headers: { 'retry-after': '7' } }));
		const error = await fail(client.call(post, { body: { title: 'T' } }));
		expect(error).toBeInstanceOf(AppError);
		expect(error).toMatchObject({ ...body, status: 400, retryAfterSeconds: 7 });
	});

	test.each([200, 502])('a body that is not JSON fails with "Invalid JSON response" (%i)', async (status) => {
		const { client } = setUp(() => new Response('<html>', { status }));
		expect((await fail(client.call(get, { params: { event: 'a' } }))).message).toBe('Invalid JSON response');
	});

	test('a problem+json body is JSON', async () => {
		const headers = { 'content-type': 'application/problem+json' };
		const { client } = setUp(() => new Response('{"message":"No"}', { status: 400, headers }));
		expect((await fail(client.call(get, { params: { event: 'a' } }))).message).toBe('No');
	});

	test('texts of the caller stand in where the specification names its own', async () => {
		const texts = {
			invalidJson: 'Invalid response from server',
			failed: (s: number) => `Login failed with status ${s}`,
		};
		const broken = setUp(() => new Response('<html>'));
		expect((await fail(broken.client.call(post, { body: { title: 'T' }, texts }))).message).toBe(
			'Invalid response from server',
		);
		const refused = setUp(() => json({}, { status: 500 }));
		expect((await fail(refused.client.call(post, { body: { title: 'T' }, texts }))).message).toBe(
			'Login failed with status 500',
		);
	});
});

describe('without an answer', () => {
	test('the network failed, or is off', async () => {
		const { client } = setUp(() => Promise.reject(new TypeError('Failed to fetch')));
		expect((await fail(client.call(get, { params: { event: 'a' } }))).code).toBe('NETWORK_ERROR');
		vi.stubGlobal('navigator', { onLine: false });
		expect((await fail(client.call(get, { params: { event: 'a' } }))).code).toBe('NETWORK_OFFLINE');
		vi.unstubAllGlobals();
	});

	test('too late is NETWORK_TIMEOUT, the caller’s own abort is its reason', async () => {
		const hang = (request: Request) =>
			new Promise<Response>((_, reject) => {
				request.signal.addEventListener('abort', () => reject(request.signal.reason));
			});
		const { client } = setUp(hang);
		const late = await fail(client.call(get, { params: { event: 'a' }, timeoutMs: 5 }));
		expect(late.code).toBe('NETWORK_TIMEOUT');
		const controller = new AbortController();
		const call = client.call(get, { params: { event: 'a' }, signal: controller.signal });
		controller.abort(new Error('left the page'));
		await expect(call).rejects.toThrow('left the page');
	});

	test('the time limit holds for a fetch that never looks at its signal, and after a collection of garbage', async () => {
		setFlagsFromString('--expose-gc');
		const collectGarbage: () => void = runInNewContext('gc');
		const { client } = setUp(() => new Promise(() => {}));
		const late = fail(client.call(get, { params: { event: 'a' }, timeoutMs: 50 }));
		const left = new AbortController();
		const call = fail(client.call(get, { params: { event: 'a' }, signal: left.signal, timeoutMs: 50 }));
		collectGarbage();
		expect([(await late).code, (await call).code]).toEqual(['NETWORK_TIMEOUT', 'NETWORK_TIMEOUT']);
	});

	test('what pages ask for first is limited per path; what follows there, and doors and checkouts, are not', async () => {
		const { client, requests, tab } = setUp(() => json({ ok: true }));
		const input = { params: { event: 'a' } };
		const ask = (page: string, q: string) => {
			tab.page = page;
			return client.call(get, { ...input, query: { q } });
		};
		for (const q of ['', 's', 'se', 'sea']) await ask('1 /events', q);
		await ask('2 /events', '');
		expect((await fail(ask('1 /events', 'again'))).code).toBe('RATE_LIMIT_EXCEEDED');
		for (const id of ['checkIn.get', 'orders.get']) await client.call({ ...get, id }, input);
		tab.page = '3 /other';
		await client.call(get, { params: { event: 'b' } });
		expect(requests).toHaveLength(8);
	});

	test('a refused call is not made, not counted as asked, and not tried again until its minute is over', async () => {
		let now = 1_000_000;
		const requests: string[] = [];
		const client = createApiClient({
			fetch(request) {
				requests.push(new URL(request.url).pathname);
				return json({ ok: true });
			},
			origin: () => 'http://foyer.test',
			tokens: null,
			limiter: createRateLimiter({ limit: 15, windowMs: 60_000, now: () => now }),
			page: () => page,
		});
		let page = '';
		const queries = createQueryClient();
		const ask = (event: string) =>
			queries.fetchQuery({
				queryKey: [event, page, now],
				// As every screen asks: with the retry of the product.
				retry: retryOnce,
				retryDelay: 0,
				queryFn: () => client.call(get, { params: { event } }),
			});
		for (let visit = 0; visit < 15; visit += 1) {
			page = `${visit} /events`;
			await ask('a');
		}
		page = '15 /events';
		expect(requests).toHaveLength(15);
		for (let press = 0; press < 3; press += 1) {
			expect(await fail(ask('a'))).toBeInstanceOf(CallRefusal);
			now += 1_000;
		}
		expect(requests).toHaveLength(15);
		// Another path of the same page has its own count.
		await ask('b');
		now = 1_000_000 + 60_000;
		await ask('a');
		// Asked for now: what follows on the page is no navigation.
		now += 1;
		await ask('a');
		expect(requests).toHaveLength(18);
	});
});

test('a query is tried once more, but not after this browser refused it', async () => {
	let calls = 0;
	const read = (error: Error) => {
		calls = 0;
		return fail(
			createQueryClient().fetchQuery({
				queryKey: ['x'],
				retry: createQueryClient().getDefaultOptions().queries?.retry ?? false,
				retryDelay: 0,
				queryFn() {
					calls += 1;
					throw error;
				},
			}),
		);
	};
	await read(new AppError('RATE_LIMIT_EXCEEDED'));
	expect(calls).toBe(2);
	await read(new CallRefusal());
	expect(calls).toBe(1);
});

test('types: what an endpoint needs must be given, what it does not know must not', () => {
	const { client } = setUp(() => json({}));
	const never = () => {
		// @ts-expect-error params are missing
		client.call(get);
		// @ts-expect-error a body is missing
		client.call(post, {});
		// @ts-expect-error no such member
		client.call(post, { body: { name: 'x' } });
		// @ts-expect-error this endpoint takes no body
		client.call(get, { params: { event: 'a' }, body: {} });
		const answer: Promise<{ ok: boolean }> = client.call(get, { params: { event: 'a' } });
		const response: Promise<Response> = client.call(file);
		return [answer, response];
	};
	expect(never).toBeTypeOf('function');
});

test('idempotency keys are long and differ', () => {
	const keys = new Set(Array.from({ length: 100 }, newIdempotencyKey));
	expect(keys.size).toBe(100);
	for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test('a change that an organisation refuses for two factors is reported beside being thrown, another refusal is not', async () => {
	const onTwoFactorNeeded = vi.fn();
	const refuse = (rule: string) =>
		createApiClient({
			...{ origin: () => 'http://foyer.test', tokens: null, onTwoFactorNeeded },
			fetch: () =>
				Response.json(
					{ code: 'AUTH_INSUFFICIENT_PERMISSIONS', message: 'x', metadata: { rule } },
					{ status: 403 },
				),
		}).call(post, { body: { title: 'x' } });
	await expect(refuse('scope-missing')).rejects.toBeInstanceOf(AppError);
	expect(onTwoFactorNeeded).not.toHaveBeenCalled();
	await expect(refuse('two-factor-needed')).rejects.toBeInstanceOf(AppError);
	expect(onTwoFactorNeeded).toHaveBeenCalledOnce();
});
