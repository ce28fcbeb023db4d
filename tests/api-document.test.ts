import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#server/domain/modules.ts';
import { errorBodySchema } from '#server/platform/wire.ts';
import type { AnyEndpoint } from '#shared/contracts/endpoint.ts';
import { newId } from '#shared/lib/ids.ts';
import { makeUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/**
 * The API document, held against what the server answers: each operation is called wrongly in the ways that are open to anybody,
 * and the answer has a status that its operation names and the body that all errors have.
 */
const database = useTestDatabase();
let api: TestApi;
let token: string;
let event: string;
// biome-ignore lint/suspicious/noExplicitAny: the document is read freely
let document: any;

beforeAll(async () => {
	const services = await createTestServices(database());
	api = createTestApi(services);
	const owner = await makeUser(services, { isAdmin: true });
	token = owner.token;
	event = (await makeEvent(services, owner)).id;
	document = (await api.get('/api/openapi.json')).body;
});

const endpoints = routes.map((route) => route.endpoint);
const fill = (path: string, value: string) => path.replaceAll(/\{\w+\}/g, value);
/** An event of the caller, so that what hangs on it is judged; everything else is made up. */
const pathOf = (path: string) => fill(path.replace('{event}', event), newId());

const json = { 'Content-Type': 'application/json' };
const text = { 'Content-Type': 'text/plain' };
const wrongCalls: [
	how: string,
	call: (endpoint: AnyEndpoint) => Promise<Awaited<ReturnType<TestApi['call']>>>,
][] = [
	['without a sign-in', ({ method, path }) => api.call(method, pathOf(path), undefined)],
	[
		'with a token of nobody',
		({ method, path }) => api.call(method, pathOf(path), undefined, { token: 'x'.repeat(43) }),
	],
	[
		'with parameters that cannot be',
		({ method, path }) => api.call(method, fill(path, '%00'), undefined, { token }),
	],
	[
		'with a query that cannot be',
		({ method, path }) => api.call(method, `${pathOf(path)}?limit=0&limit=0&q=%00`, undefined, { token }),
	],
	[
		'with a key and a version that cannot be',
		({ method, path }) =>
			api.call(method, pathOf(path), undefined, {
				token,
				headers: { 'Idempotency-Key': 'a b', 'If-Match': 'x' },
			}),
	],
];
const wrongBodies: [how: string, body: string, headers: Record<string, string>][] = [
	['with a broken body', '{', json],
	['with a body of another kind', '[]', json],
	['with fields of another kind', JSON.stringify({ email: [], name: {}, ids: 1, items: 'x', role: 7 }), json],
	['with a body of another type', 'x', text],
];

async function expectNamed(endpoint: AnyEndpoint, how: string, answer: Awaited<ReturnType<TestApi['call']>>) {
	if (answer.status < 400) return;
	const named = Object.keys(document.paths[endpoint.path][endpoint.method.toLowerCase()].responses);
	expect(named, `${endpoint.id} ${how}`).toContain(String(answer.status));
	expect(answer.headers.get('content-type')).toBe('application/problem+json');
	expect(errorBodySchema.safeParse(answer.body).error, `${endpoint.id} ${how}`).toBeUndefined();
}

describe('a wrong call is answered as its operation says', () => {
	const isStream = (endpoint: AnyEndpoint) => endpoint.output?.contentType === 'text/event-stream';
	const called = endpoints.filter((endpoint) => !isStream(endpoint));
	test.each(wrongCalls)('%s', async (how, call) => {
		// Without anything to get wrong a call would do what it says, such as ending the caller's sessions.
		const harmless = how.includes('cannot be')
			? called.filter(({ method, params, body }) => method === 'GET' || params || body)
			: called;
		for (const endpoint of harmless) await expectNamed(endpoint, how, await call(endpoint));
	});
	test.each(wrongBodies)('%s', async (how, body, headers) => {
		for (const endpoint of called.filter((one) => one.body || one.upload)) {
			const answer = await api.call(endpoint.method, pathOf(endpoint.path), body, { token, headers });
			expect(answer.status, `${endpoint.id} ${how}`).toBeGreaterThanOrEqual(400);
			await expectNamed(endpoint, how, answer);
		}
	});
});

/** Where browsers ask for other sites (tests/open-to-sites.test.ts). */
const openPaths = new Set(endpoints.flatMap(({ isOpenToSites, path }) => (isOpenToSites ? path : [])));

test('a method that a path has not is refused with those that it has', async () => {
	for (const [path, operations] of Object.entries<object>(document.paths)) {
		const methods = Object.keys(operations).flatMap((name) =>
			name === 'get' ? ['GET', 'HEAD'] : [name.toUpperCase()],
		);
		for (const method of ['OPTIONS', 'PATCH', 'DELETE']) {
			if (methods.includes(method)) continue;
			const answer = await api.call(method, pathOf(path), undefined);
			if (method === 'OPTIONS' && openPaths.has(path)) {
				expect([path, answer.status]).toEqual([path, 204]);
				continue;
			}
			expect(
				[answer.status, answer.headers.get('allow')?.split(', ').toSorted()],
				`${method} ${path}`,
			).toEqual([405, methods.toSorted()]);
		}
	}
});

test('what is asked for by name has its form written down', () => {
	const wanting: string[] = [];
	const walk = (value: unknown, at: string) => {
		if (typeof value !== 'object' || value === null) return;
		for (const [name, part] of Object.entries(value as Record<string, Record<string, unknown>>)) {
			if (/email$/i.test(name) && part?.type === 'string' && part.format !== 'email')
				wanting.push(`${at}.${name}`);
			walk(part, `${at}.${name}`);
		}
	};
	for (const [path, operations] of Object.entries(document.paths)) {
		for (const [method, operation] of Object.entries(operations as Record<string, { requestBody?: unknown }>))
			walk(operation.requestBody, `${method} ${path}`);
	}
	expect(wanting).toEqual([]);
});
