import { describe, expect, test, vi } from 'vitest';
import { AppError } from '#shared/errors/app-error.ts';
import { createApiClient } from './api-client.ts';
import { newIdempotencyKey } from './idempotency-key.ts';
import { fail, file, get, json, post, setUp, upload } from './test-api-client.ts';

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

	test('no bearer when the call says so, or when there is no token', async () => {
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

	test('401 while signing in, or to a wrong password, is that refusal and leaves the token', async () => {
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
