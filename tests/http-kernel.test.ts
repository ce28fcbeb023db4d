import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { setupI18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { ErrorCodes } from '#app/features/api-docs/components/error-codes.tsx';
import { reservedSlugs } from '#server/domain/events/reserved-slugs.ts';
import { routes } from '#server/domain/modules.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';
import { createTestLog } from '#tests/support/log.ts';

const database = useTestDatabase();
let api: TestApi;
beforeAll(async () => {
	api = createTestApi(await createTestServices(database()));
});

describe('bad requests', () => {
	const open = '/api/staff-access/open';
	const raw = (body: string, type = 'application/json') =>
		api.call('POST', open, body, { headers: { 'Content-Type': type } });

	test.each([
		['malformed JSON', '{', 400],
		['no object', '[]', 400],
		['wrong types', '{"code": 7}', 400],
		['a key of the prototype', '{"code":"A","__proto__":{"isAdmin":true}}', 400],
		['an escaped key of the prototype', '{"code":"A","\\u005f_proto__":{}}', 400],
		['NUL', '{"code":"a\\u0000b"}', 400],
		['a lone surrogate', '{"code":"a\\ud800"}', 400],
		['depth', `{"code":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 400],
		['great depth', `{"code":${'['.repeat(45_000)}${']'.repeat(45_000)}}`, 400],
		['a huge body', `{"code":"${'x'.repeat(1_100_000)}"}`, 413],
		['a number beyond all', '{"code":1e309}', 400],
		['a privileged key', '{"code":"A","isAdmin":true}', 400],
	])('%s is refused with a code of the catalogue', async (_name, body, status) => {
		const answer = await raw(body);
		expect(answer.status).toBe(status);
		expect(answer.body.code).toMatch(/^VALIDATION_/);
		expect(answer.body.message).toEqual(expect.any(String));
		expect(answer.body.context.requestId).toBe(answer.headers.get('x-request-id'));
	});

	test('another content type is 415', async () => {
		expect((await raw('code=A', 'application/x-www-form-urlencoded')).status).toBe(415);
	});

	test('field errors name the field, and never echo a secret', async () => {
		const answer = await api.post(open, { code: 'A', pin: '1234567890' });
		expect(answer.body.details).toEqual([expect.objectContaining({ field: 'pin' })]);
		expect(JSON.stringify(answer.body)).not.toContain('1234567890');
	});

	test('what a contract has no words for is said plainly, without patterns and terms of the program', async () => {
		const answer = await api.get(`/api/orders/${'a'.repeat(40)}/payments/nothing`);
		expect(answer.body.details).toEqual([
			{
				field: 'payment',
				message: 'Please enter a valid format.',
				code: 'VALIDATION_INVALID_FORMAT',
				value: 'nothing',
			},
		]);
	});
});

describe('paths', () => {
	test.each([
		'/api/nothing',
		'/api/',
		'/api//events',
		'//example.org/',
		'/api/%E0%A4%A',
		'/api/events/%00/staff-links',
	])('%s is answered by the catalogue, not by a fault', async (path) => {
		const answer = await api.call('GET', path, undefined);
		expect(answer.status).toBeGreaterThanOrEqual(400);
		expect(answer.status).toBeLessThan(500);
		expect(answer.body.code).toMatch(/^[A-Z_]+$/);
	});

	test('a wrong method names the right ones', async () => {
		const answer = await api.call('DELETE', '/api/staff-access/open', undefined);
		expect(answer.status).toBe(405);
		expect(answer.headers.get('allow')).toBe('POST');
	});
});

test('the OpenAPI document is version 3.1 and resolves its references', async () => {
	const { body } = await api.get('/api/openapi.json');
	expect(body.openapi).toBe('3.1.0');
	const references = [...JSON.stringify(body).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
	expect(references.length).toBeGreaterThan(10);
	for (const [, kind, name] of references)
		expect(body.components[kind as string]).toHaveProperty(name as string);
});

test('the OpenAPI document says what an address looks like, and with which statuses a call is refused', async () => {
	const { body } = await api.get('/api/openapi.json');
	const contact = body.paths['/api/contact'].post;
	const { email } = contact.requestBody.content['application/json'].schema.properties;
	expect(email.format).toBe('email');
	const statusesOf = (path: string, method: string) => Object.keys(body.paths[path][method].responses);
	expect(statusesOf('/api/contact', 'post')).toEqual(
		expect.arrayContaining(['400', '413', '415', '422', '429', 'default']),
	);
	expect(statusesOf('/api/events/{event}/attendees', 'get')).toEqual(
		expect.arrayContaining(['200', '400', '401', '403', '404', '429']),
	);
	expect(statusesOf('/api/auth/login', 'post')).toContain('423');
});

test('what moves money requires an Idempotency-Key, and its operation says so', async () => {
	const keyed = routes.filter(({ endpoint }) => endpoint.requiresKey).map(({ endpoint }) => endpoint);
	expect(keyed.map(({ id }) => id)).toEqual(expect.arrayContaining(['orders.pay', 'orders.refund']));
	const { body: document } = await api.get('/api/openapi.json');
	for (const { path, method } of keyed) {
		const { parameters } = document.paths[path][method.toLowerCase()];
		expect(parameters).toContainEqual(expect.objectContaining({ name: 'Idempotency-Key', required: true }));
	}
});

test('the type of an error leads to its line among the API docs', async () => {
	const { body } = await api.get('/api/nothing');
	const [path, anchor] = body.type.split('#');
	expect([path, anchor]).toEqual(['/api-docs', 'error-RESOURCE_NOT_FOUND']);
	const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
	const docs = renderToString(createElement(I18nProvider, { i18n }, createElement(ErrorCodes)));
	expect(docs).toContain(` id="${anchor}"`);
});

test('no slug of an event can hide a path that the server answers itself', () => {
	const segments = api.app.routes.flatMap(({ path }) => /^\/([a-z]+)(?:[/.]|$)/.exec(path)?.[1] ?? []);
	expect(segments).toEqual(expect.arrayContaining(['api', 'covers', 'sitemap']));
	expect(segments.filter((segment) => !reservedSlugs.has(segment))).toEqual([]);
});

test('who may not, fails to sign in, or asks too much is one line in the log, without a secret', async () => {
	const { log, lines, text } = createTestLog();
	const limited = createTestApi({
		...(await createTestServices(database(), {
			RATE_LIMITS: 'on',
			RATE_LIMIT_EXPORT: '1/min',
			TRUST_PROXY: '1',
		})),
		log,
	});
	const headers = { 'X-Forwarded-For': '203.0.113.9' };
	await limited.post(
		'/api/auth/login',
		{ email: 'nobody@example.org', password: 'wrong-secret' },
		{ headers },
	);
	await limited.get(`/api/staff-access/event/${'t'.repeat(43)}`, { headers });
	for (let n = 0; n < 2; n += 1) {
		await limited.get(`/api/staff-access/export/${'t'.repeat(43)}/guests`, { headers });
	}
	await limited.get('/api/events/no-such-event', { headers });
	const found = lines.map(({ message, endpoint, status, network }) => ({
		message,
		endpoint,
		status,
		network,
	}));
	const network = '203.0.113.0/24';
	expect(found).toEqual([
		{ message: 'security.sign-in-failed', endpoint: 'accounts.login', status: 401, network },
		{ message: 'security.refused', endpoint: 'checkIn.getStaffEvent', status: 401, network },
		{ message: 'security.refused', endpoint: 'checkIn.exportStaffGuests', status: 401, network },
		{ message: 'security.limited', endpoint: 'checkIn.exportStaffGuests', status: 429, network },
	]);
	expect(text()).not.toMatch(/nobody@|wrong-secret|ttttt/);
});

test('the OpenAPI document is one buffer for all, packed, and not sent again to who has it', async () => {
	const ask = (headers: Record<string, string>) =>
		api.app.request('http://foyer.test/api/openapi.json', { headers });
	const packed = await ask({ 'Accept-Encoding': 'gzip' });
	expect(packed.headers.get('content-encoding')).toBe('gzip');
	const bytes = Buffer.from(await packed.arrayBuffer());
	expect(JSON.parse(gunzipSync(bytes).toString()).openapi).toBe('3.1.0');
	const etag = packed.headers.get('etag') ?? '';
	expect((await ask({ 'If-None-Match': etag })).status).toBe(304);
	expect((await ask({ 'Accept-Encoding': 'identity' })).headers.get('content-encoding')).toBeNull();
});

test('health and readiness answer without a sign-in', async () => {
	expect((await api.get('/healthz')).body).toBe('ok');
	expect((await api.get('/readyz')).body).toBe('ready');
});

describe('limits', () => {
	test('are counted per address, reported in headers and end in 429 with Retry-After', async () => {
		const limited = createTestApi(
			await createTestServices(database(), { RATE_LIMITS: 'on', RATE_LIMIT_SIGN_IN: '3/min' }),
		);
		const tries = [];
		for (let i = 0; i < 4; i += 1)
			tries.push(await limited.post('/api/staff-access/open', { code: 'NOBODY' }));
		expect(tries.map((answer) => answer.status)).toEqual([401, 401, 401, 429]);
		expect(tries[0]?.headers.get('ratelimit-policy')).toBe('"signIn";q=3;w=60');
		expect(tries[0]?.headers.get('ratelimit')).toMatch(/^"signIn";r=2;t=\d+$/);
		expect(Number(tries[3]?.headers.get('retry-after'))).toBeGreaterThan(0);
		expect(tries[3]?.body.code).toBe('RATE_LIMIT_EXCEEDED');
	});

	test('random staff tokens meet the limit of their network, short and long ones', async () => {
		const limited = createTestApi(
			await createTestServices(database(), { RATE_LIMITS: 'on', RATE_LIMIT_SCAN: '3/min' }),
		);
		const tries = [];
		for (const length of [20, 20, 20, 20, 15_000])
			tries.push(await limited.get(`/api/staff-access/event/${randomBytes(length).toString('hex')}`));
		expect(tries.map((answer) => answer.status)).toEqual([401, 401, 401, 429, 429]);
	});
});
