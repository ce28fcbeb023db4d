import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { routes } from '#server/domain/modules.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeApiKey } from '#tests/factories/api-keys.ts';
import { useTestApi } from '#tests/support/use-api.ts';

const { database, services, api } = useTestApi();
let folder: string;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'foyer-client-'));
	await writeFile(join(folder, 'client.ts'), await (await read('/api/client.ts')).text());
});
afterAll(() => rm(folder, { recursive: true }));

const read = async (path: string, headers = {}) => api.app.request(`http://foyer.test${path}`, { headers });

/** A program as its author writes it; what it must not be allowed to say is marked for the compiler. */
const program = `
import { ApiError, createClient, type ClientOptions, type Output } from './client.ts';

export async function run(options: ClientOptions, organisation: string) {
	const client = createClient(options);
	const made: Output<'events.createEvent'> = await client.call('events.createEvent', {
		body: { title: 'From a program', startsAt: '2031-01-01T10:00:00Z' },
	});
	for (const title of ['Second', 'Third'])
		await client.call('events.createEvent', { body: { title, startsAt: '2031-01-02T10:00:00Z' } });
	const titles: string[] = [];
	for await (const event of client.each('events.listOrganisationEvents', { path: { organisation }, query: { limit: 1 } }))
		titles.push(event.title);
	try {
		await client.call('events.getEvent', { path: { event: '0192f3a1-0000-7000-8000-000000000000' } });
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const code: 'RESOURCE_NOT_FOUND' | undefined = error.code === 'RESOURCE_NOT_FOUND' ? error.code : undefined;
		return { id: made.id, titles, code, status: error.status };
	}
	return undefined;
}

export async function wrong(client: ReturnType<typeof createClient>) {
	// @ts-expect-error a title is required
	await client.call('events.createEvent', { body: { startsAt: '2031-01-01T10:00:00Z' } });
	// @ts-expect-error a title is a text
	await client.call('events.createEvent', { body: { title: 1, startsAt: '2031-01-01T10:00:00Z' } });
	// @ts-expect-error there is no such call
	await client.call('events.inventEvent', {});
	// @ts-expect-error it is no list
	client.each('events.getEvent', { path: { event: '' } });
	// @ts-expect-error a parameter of the path is missing
	await client.call('events.getEvent');
}
`;

describe('the client', () => {
	let run: (options: object, organisation: string) => Promise<unknown>;
	let owner: TestUser;
	let apiKey: string;

	beforeAll(async () => {
		const file = join(folder, 'program.ts');
		await writeFile(file, program);
		({ run } = await import(/* @vite-ignore */ pathToFileURL(file).href));
		owner = await makeUser(services);
		apiKey = (await makeApiKey(services, owner, { scopes: ['events:write'] })).token;
	});

	test('compiles strictly, and so does a program; wrong calls do not', async () => {
		const compiler = join(import.meta.dirname, '../../node_modules/typescript/lib/tsc.js');
		const options =
			'--noEmit --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess --erasableSyntaxOnly --allowImportingTsExtensions --target es2023 --lib es2023,dom,dom.iterable --module nodenext --types';
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[compiler, ...options.split(' '), '', join(folder, 'program.ts')],
			{ cwd: folder },
		).catch((error: { stdout: string }) => error);
		expect(stdout).toBe('');
	});

	test('makes an event, reads a list page by page, and meets an error with its code', async () => {
		const fetch = (url: string, init: RequestInit) => api.app.request(url, init);
		const result = await run({ apiKey, fetch, baseUrl: 'http://foyer.test' }, owner.organisationId);
		expect(result).toMatchObject({ code: 'RESOURCE_NOT_FOUND', status: 404 });
		const { id, titles } = result as { id: string; titles: string[] };
		expect(titles.toSorted()).toEqual(['From a program', 'Second', 'Third']);
		expect((await api.get(`/api/events/${id}`, { token: owner.token })).body.title).toBe('From a program');
	});

	test('sends a call again after a 503 and a lost answer, under the same key: it happens once', async () => {
		const { createClient } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.ts')).href);
		const keys: (string | null)[] = [];
		const fetch = async (url: string, init: RequestInit) => {
			keys.push(new Headers(init.headers).get('Idempotency-Key'));
			if (keys.length === 1) return new Response('busy', { status: 503, headers: { 'Retry-After': '0' } });
			const response = await api.app.request(url, init);
			if (keys.length === 2) throw new TypeError('The connection broke.');
			return response;
		};
		const client = createClient({ apiKey, fetch, baseUrl: 'http://foyer.test' });
		const body = { title: 'Only once', startsAt: '2031-01-01T10:00:00Z' };
		await client.call('events.createEvent', { body });
		expect(keys).toHaveLength(3);
		expect(new Set(keys).size).toBe(1);
		expect(keys[0]).toMatch(/^[\w-]{36}$/);
		const { rows } = await database().pool.query("SELECT 1 FROM events WHERE title = 'Only once'");
		expect(rows).toHaveLength(1);
	});

	test('gives up after the last retry, with an error that names no code where the answer is no error of ours', async () => {
		const { createClient } = await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.ts')).href);
		let calls = 0;
		const fetch = async () => {
			calls += 1;
			return new Response('<h1>busy</h1>', { status: 429, headers: { 'Retry-After': '0' } });
		};
		const client = createClient({ fetch, retries: 2 });
		await expect(client.call('developer.whoAmI')).rejects.toMatchObject({ status: 429, code: 'UNKNOWN' });
		expect(calls).toBe(3);
	});

	test('is small, cached by its ETag, and has nothing that a key may not call', async () => {
		const response = await read('/api/client.ts');
		const source = await response.text();
		expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
		expect(source.length).toBeLessThan(300_000);
		expect(source).toContain('"events.createEvent"');
		expect(source).not.toContain('"admin.');
		expect(source).not.toContain('"developer.createKey"');
		const etag = response.headers.get('etag') as string;
		expect((await read('/api/client.ts', { 'If-None-Match': etag })).status).toBe(304);
	});
});

interface PostmanRequest {
	method: string;
	header: { key: string; value: string }[];
	url: { raw: string; path: string[]; variable: { key: string }[] };
	body?: { mode: string; raw?: string };
	auth?: { type: string };
}

test('the Postman collection has each operation once, in the folder of its module', async () => {
	const { body } = await api.get('/api/postman.json');
	expect(body.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
	expect(body.variable.map(({ key }: { key: string }) => key)).toEqual(['baseUrl', 'apiKey']);
	expect(body.variable[0].value).toBe('https://foyer.test');
	expect(body.auth.bearer).toEqual([{ key: 'token', value: '{{apiKey}}', type: 'string' }]);
	const found: string[] = [];
	for (const { name, item } of body.item as {
		name: string;
		item: { name: string; request: PostmanRequest }[];
	}[]) {
		for (const { name: title, request } of item) {
			expect(title).not.toBe('');
			expect(request.url.raw).toBe(`{{baseUrl}}/${request.url.path.join('/')}`);
			const path = request.url.raw.replace('{{baseUrl}}', '').replaceAll(/:(\w+)/g, '{$1}');
			expect(request.url.variable.map(({ key }) => `{${key}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
			if (request.body?.mode === 'raw') JSON.parse(request.body.raw ?? '');
			found.push(`${name} ${request.method} ${path}`);
		}
	}
	const wanted = routes.map(
		({ endpoint }) => `${endpoint.id.split('.')[0]} ${endpoint.method} ${endpoint.path}`,
	);
	expect(found.toSorted()).toEqual(wanted.toSorted());
});
