import { beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#server/domain/modules.ts';
import { createHttpApp } from '#server/http/app.ts';
import { handle } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { placeEmbeddedOrder } from '#shared/contracts/embeds.ts';
import { type AnyEndpoint, endpoint } from '#shared/contracts/endpoint.ts';
import { getManagedOrder } from '#shared/contracts/managed-orders.ts';
import { placeOrder } from '#shared/contracts/orders.ts';
import { newId } from '#shared/lib/ids.ts';
import { z } from '#shared/lib/z.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, sendingMailer, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

/*
 * Pages of other origins may call what is named here and nothing else. Scripts of the page around read all that is answered, so an
 * endpoint comes to this list only after somebody has asked what of its answer opens anything.
 */
const named = ['embeds.getEmbeddedEvent', 'embeds.placeEmbeddedOrder', 'events.listEvents'];

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
let event: string;
beforeAll(async () => {
	services = { ...(await createTestServices(database())), mailer: sendingMailer };
	api = createTestApi(services);
	owner = await makeUser(services);
	event = (await makeEvent(services, owner, { isPublished: true })).id;
});

const endpoints: AnyEndpoint[] = routes.map((route) => route.endpoint);
const open = endpoints.filter(({ isOpenToSites }) => isOpenToSites);
const pathOf = ({ path }: AnyEndpoint) =>
	path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'event' ? event : newId()));
const foreign = { Origin: 'https://choir.example' };

const corsOf = (headers: Headers) =>
	Object.fromEntries([...headers].filter(([name]) => name.startsWith('access-control-')));
const openHeaders = {
	'access-control-allow-origin': '*',
	'access-control-expose-headers': 'Retry-After, X-Request-Id, Idempotent-Replayed',
};
const policyOf = (headers: Headers) => headers.get('cross-origin-resource-policy');

const preflight = (path: string, method: string | null, origin = 'https://choir.example') =>
	api.call('OPTIONS', path, undefined, {
		headers: {
			Origin: origin,
			...(method !== null && { 'Access-Control-Request-Method': method }),
			'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key',
		},
	});

test('three endpoints are open to other sites, to anyone', () => {
	expect(open.map(({ id }) => id).toSorted()).toEqual(named);
	expect(open.map(({ access }) => access.kind)).toEqual(['public', 'public', 'public']);
});

describe('every endpoint answers pages of other origins by its contract', () => {
	test.each(endpoints.map((one) => [one.id, one] as const))('%s', async (_id, one) => {
		const path = pathOf(one);
		const asked = await preflight(path, one.method);
		if (one.isOpenToSites) {
			expect([asked.status, asked.body]).toEqual([204, '']);
			expect(corsOf(asked.headers)).toEqual({
				...openHeaders,
				'access-control-allow-methods': one.method,
				'access-control-allow-headers': 'content-type, idempotency-key',
				'access-control-max-age': '86400',
			});
		} else {
			expect(asked.status).toBe(405);
			expect(corsOf(asked.headers)).toEqual({});
		}
		// Called wrongly by a stranger, which nothing that changes anything takes.
		const hasBody = one.body !== undefined && one.method !== 'GET';
		const called = await api.call(one.method, path, hasBody ? { nonsense: true } : undefined, {
			headers: { ...foreign, Cookie: 'session=1' },
		});
		expect(corsOf(called.headers)).toEqual(one.isOpenToSites ? openHeaders : {});
		if (!one.isOpenToSites) expect(policyOf(called.headers)).not.toBe('cross-origin');
		else expect(policyOf(called.headers)).toBe('cross-origin');
	});
});

test('a preflight opens no other method of the same path', async () => {
	for (const method of ['POST', 'DELETE', 'post', 'GET, POST', '*'])
		expect([method, (await preflight('/api/events', method)).status]).toEqual([method, 405]);
	const asked = await preflight('/api/events', null, 'null');
	expect([asked.status, asked.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
	const made = await api.post(
		'/api/events',
		{ title: 'Theirs', startsAt: '2031-01-07T12:00:00Z' },
		{ headers: foreign, token: owner.token },
	);
	expect([made.status, corsOf(made.headers)]).toEqual([201, {}]);
	const wrong = await api.delete('/api/embed/orders', { headers: foreign });
	expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST']);
});

describe('refusals of open endpoints can be read', () => {
	const expectOpen = ({ headers }: { headers: Headers }) => {
		expect(corsOf(headers)).toEqual(openHeaders);
		expect(policyOf(headers)).toBe('cross-origin');
	};
	const body = () => ({
		event,
		buyer: { name: 'Ada Lovelace', email: 'ada@example.org' },
		items: [{ ticketTypeId: newId(), quantity: 1 }],
	});
	const key = (value: string) => ({ headers: { ...foreign, 'Idempotency-Key': value } });

	test('what is not found, not a body, not signed in, not JSON', async () => {
		const answers = {
			404: await api.get(`/api/embed/events/${newId()}`, { headers: foreign }),
			400: await api.post('/api/embed/orders', body(), { headers: foreign }),
			401: await api.post('/api/embed/orders', body(), { ...key('a'), token: 'x'.repeat(43) }),
			413: await api.post('/api/embed/orders', { ...body(), site: 'x'.repeat(110_000) }, key('b')),
			415: await api.call('POST', '/api/embed/orders', JSON.stringify(body()), {
				headers: { ...foreign, 'Content-Type': 'text/plain', 'Idempotency-Key': 'c' },
			}),
		};
		for (const [status, answer] of Object.entries(answers)) {
			expect(answer.status, JSON.stringify(answer.body)).toBe(Number(status));
			expectOpen(answer);
		}
	});

	test('too many calls, and faults of the server', async () => {
		const limited = createTestApi(await createTestServices(database(), { RATE_LIMITS: 'on' }));
		let refused: Awaited<ReturnType<TestApi['get']>> | undefined;
		for (let calls = 0; calls < 2_000 && refused?.status !== 429; calls++)
			refused = await limited.post('/api/embed/orders', body(), key(String(calls)));
		expect(refused?.status).toBe(429);
		expectOpen(refused as { headers: Headers });
		expect(refused?.headers.get('retry-after')).toMatch(/^\d+$/);
		const faulty = endpoint({
			...{ id: 'test.fault', method: 'GET', path: '/api/test-fault', summary: '', limit: 'read' },
			access: { kind: 'public' },
			isOpenToSites: true,
			output: z.object({}),
		} as const);
		const app = createHttpApp(services, {
			moreRoutes: [
				handle(faulty, () => {
					throw new Error('of ours');
				}),
			],
		});
		const fault = await app.request('http://foyer.test/api/test-fault', { headers: foreign });
		expect(fault.status).toBe(500);
		expectOpen(fault);
	});

	test('what the sale refuses', async () => {
		const placed = await api.post('/api/embed/orders', body(), key('d'));
		expect([placed.status, placed.body.code]).toEqual([400, 'VALIDATION_FAILED']);
		expectOpen(placed);
	});
});

/** Names of fields anywhere in what an endpoint answers. */
function fieldsOf(one: AnyEndpoint): string[] {
	const names: string[] = [];
	const walk = (part: unknown) => {
		if (typeof part !== 'object' || part === null) return;
		const { properties } = part as { properties?: object };
		if (properties) names.push(...Object.keys(properties));
		for (const inner of Object.values(part)) walk(inner);
	};
	walk(z.toJSONSchema(one.output, { io: 'output', unrepresentable: 'any' }));
	return names;
}

/** What a ticket or an order is opened with, by the words that the contracts have for it. */
const isSecret = (field: string) =>
	/token|secret|ticketCode|qr|signature|manage|password|^key$|email|phone|attendees|unlock|access/i.test(
		field,
	);

describe('nothing that opens anything is in what they answer', () => {
	test.each(open.map((one) => [one.id, one] as const))('%s', (_id, one) => {
		const fields = fieldsOf(one);
		expect(fields.length).toBeGreaterThan(2);
		expect(fields.filter(isSecret)).toEqual([]);
	});

	test('an order as its own endpoints answer it is found out', () => {
		expect(fieldsOf(placeOrder).filter(isSecret)).toEqual(
			expect.arrayContaining(['manageToken', 'ticketCode']),
		);
		expect(fieldsOf(getManagedOrder).filter(isSecret)).toContain('ticketCode');
		expect(fieldsOf(placeEmbeddedOrder)).toEqual(['code', 'status', 'tickets']);
	});
});
