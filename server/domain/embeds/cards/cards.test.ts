import { hash } from 'node:crypto';
import { createContext, type ServerBuild } from 'react-router';
import { beforeAll, describe, expect, test } from 'vitest';
import { createHttpApp } from '#server/http/app.ts';
import { createPages } from '#server/http/pages.ts';
import { routes } from '#shared/rules/routes.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent, moveEvent } from '#tests/factories/events.ts';
import { makeTuesdays, publishDates } from '#tests/factories/series.ts';
import { createTestApi, createTestServices } from '#tests/support/api.ts';
import { expectInvariants } from '#tests/support/invariants.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { readPageAddress } from './page-address.ts';

const { database, services, api } = useTestApi();
const hostile = `<script>alert("1")</script> & 'sons' \u{1F3B7}`;
let owner: TestUser;
let organiser: string;

beforeAll(async () => {
	owner = await makeUser(services, { firstName: 'Ada & <Sons>', lastName: '' });
	const { rows } = await database().pool.query<{ slug: string }>(
		'SELECT slug FROM organisations WHERE id = $1',
		[owner.organisationId],
	);
	organiser = rows[0]!.slug;
});

const host = 'https://foyer.test';
const oembed = (url: string, more: Record<string, string> = {}) =>
	api.get('/oembed', { query: { url, ...more } });
const made = (options: Parameters<typeof makeEvent>[2] = {}) =>
	makeEvent(services, owner, { isPublished: true, ...options });

test('addresses of events and organisers of this installation are read, and no others', () => {
	const read = (text: string) => readPageAddress(text, [host]);
	for (const path of ['/events/jazz', '/event/jazz/', '/register/jazz?for=ada#x', '/jazz'])
		expect(read(host + path), path).toEqual({ kind: 'event', reference: 'jazz' });
	expect(read('http://FOYER.test/jazz')).toEqual({ kind: 'event', reference: 'jazz' });
	expect(read(`${host}/organisers/club`)).toEqual({ kind: 'organiser', slug: 'club' });
	for (const text of [
		...[
			'',
			'jazz',
			'/events/jazz',
			'ftp://foyer.test/jazz',
			'javascript:alert(1)',
			'https://foyer.test:81/jazz',
		],
		...['https://foyer.test.evil.example/jazz', 'https://foyer.test@evil.example/jazz', host, `${host}/`],
		...[`${host}//jazz`, `${host}/events/jazz/dates`, `${host}/help/jazz`, `${host}/events/%ff`],
		`${host}/${'x'.repeat(2_000)}`,
	])
		expect(read(text), text).toBeNull();
});

describe('oEmbed', () => {
	test('describes an event with a frame as WordPress keeps it', async () => {
		const event = await made({ title: hostile });
		const { status, body, headers } = await oembed(`${host}/events/${event.slug}?utm_source=x`);
		expect(status).toBe(200);
		expect(body).toMatchObject({
			...{ version: '1.0', type: 'rich', title: hostile, author_name: 'Ada & <Sons>' },
			author_url: `${host}/organisers/${organiser}`,
			...{ provider_name: 'Foyer', provider_url: host, cache_age: 3600, width: 600, height: 300 },
			...{ thumbnail_width: 1200, thumbnail_height: 630 },
		});
		expect(body.thumbnail_url).toMatch(/^https:\/\/foyer\.test\/og\/.+\.png$/);
		const safe = '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;sons&#39; \u{1F3B7}';
		expect(body.html).toBe(
			`<blockquote><a href="${host}/events/${event.slug}">${safe}</a></blockquote><iframe src="${host}/embed/${event.slug}" title="${safe}" width="600" height="300" frameborder="0" marginwidth="0" marginheight="0" scrolling="no"></iframe>`,
		);
		expect(headers.get('access-control-allow-origin')).toBe('*');
		expect(headers.get('access-control-allow-credentials')).toBeNull();
		expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
		expect(headers.get('cache-control')).toBe('public, max-age=300');
	});

	test('keeps within the sizes it is given, its thumbnail too', async () => {
		const event = await made();
		const url = `${host}/${event.code}`;
		const { body } = await oembed(url, { maxwidth: '320', maxheight: '400' });
		expect(body).toMatchObject({ width: 320, height: 400 });
		expect(body.html).toContain('width="320" height="400"');
		expect(body).not.toHaveProperty('thumbnail_url');
		expect((await oembed(url, { maxwidth: '2000', maxheight: '2000' })).body).toMatchObject({
			...{ width: 600, height: 300, thumbnail_width: 1200 },
		});
		for (const maxwidth of ['0', '-5', 'x', '1e9', '', '99999999999999999999'])
			expect((await oembed(url, { maxwidth })).body.width).toBe(600);
	});

	test('is well-formed XML with any title', async () => {
		const event = await made({ title: `${hostile} ]]> &#0;` });
		const { status, body, headers } = await oembed(`${host}/event/${event.slug}`, { format: 'xml' });
		expect([status, headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
		expect(body).toMatch(/^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed>\n/);
		const lines = body.trim().split('\n').slice(2, -1);
		for (const line of lines) expect(line).toMatch(/^<(\w+)>(?:[^<>&]|&(?:amp|lt|gt|quot|#39);)*<\/\1>$/);
		expect(lines).toHaveLength(14);
	});

	test('names a series by its own address, and the organiser of several events', async () => {
		const series = await makeTuesdays(api, owner.token, 2);
		await publishDates(api, owner.token, series);
		const event = (await api.get(`/api/events/${series.dates[0]!.id}`)).body;
		const { body } = await oembed(`${host}/events/${event.series.slug}`);
		expect(body.html).toContain(`src="${host}/embed/${event.series.slug}"`);
		const ofOrganiser = (await oembed(`${host}/organisers/${organiser}`)).body;
		expect(ofOrganiser).toMatchObject({ type: 'rich', title: 'Ada & <Sons>', thumbnail_width: 1200 });
		expect(ofOrganiser.html).toContain(`src="${host}/embed/organisers/${organiser}"`);
		const image = await api.get(new URL(ofOrganiser.thumbnail_url).pathname);
		expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
	});

	test('says only what the public may see, and why not', async () => {
		const draft = await makeEvent(services, owner);
		const invited = await made({ visibility: 'invite_only' });
		const locked = await made({ title: 'Our secret', visibility: 'password', password: 'open sesame' });
		const status = async (path: string, more = {}) => (await oembed(path, more)).status;
		for (const slug of [draft.slug, invited.slug, 'no-such-event'])
			expect(await status(`${host}/events/${slug}`)).toBe(404);
		const answer = await oembed(`${host}/events/${locked.slug}`);
		expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, null]);
		expect(answer.body).not.toContain('secret');
		expect(await status(`${host}/organisers/no-such-organiser`)).toBe(404);
		expect(await status('https://evil.example/events/x')).toBe(404);
		expect(await status(`${host}/events/x`, { format: 'yaml' })).toBe(501);
		expect((await api.get('/oembed')).status).toBe(400);
		for (const url of [
			'\0',
			'https://foyer.test/%00',
			'https://foyer.test/\u{1F3B7}',
			'%',
			'https://',
			hostile,
		])
			expect(await status(url)).toBe(404);
	});

	test('limits how often a network asks', async () => {
		const limited = createTestApi(
			await createTestServices(database(), { RATE_LIMITS: 'on', RATE_LIMIT_READ: '2/min' }),
		);
		const event = await made();
		const query = { url: `${host}/${event.slug}` };
		const statuses: number[] = [];
		for (let n = 0; n < 9 && statuses.at(-1) !== 429; n++)
			statuses.push((await limited.get('/oembed', { query })).status);
		expect(statuses[0]).toBe(200);
		expect(statuses.at(-1)).toBe(429);
	});
});

/** A published event with one place that costs nothing. */
async function onSale(more: object): Promise<{ id: string; slug: string }> {
	const start = { startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' };
	const tickets = [{ key: 'a', name: 'Seat', kind: 'free', capacity: 1 }];
	const { body } = await api.post('/api/events', { ...start, tickets, ...more }, { token: owner.token });
	const { status } = await api.post(`/api/events/${body.id}/publish`, {}, { token: owner.token });
	expect(status).toBe(200);
	return body;
}

const textOf = (body: string) =>
	body
		.replace(/<style>[\s\S]*?<\/style>|<script[\s\S]*?<\/script>|<title>.*<\/title>/g, '')
		.replace(/<[^>]+>/g, ' ')
		.replace(/\s+/g, ' ');

describe('cards', () => {
	test('an event: its facts, one way out, under a policy of its own', async () => {
		const event = await onSale({
			...{ title: hostile, venueName: 'Harbour <hall>', city: 'Hamburg' },
		});
		const { status, body, headers } = await api.get(`/embed/${event.slug}`);
		expect(status).toBe(200);
		const text = textOf(body);
		for (const fact of ['Friday, May 2, 2031', 'UTC+2 (Berlin)', 'Harbour &lt;hall&gt;, Hamburg', 'Free'])
			expect(text).toContain(fact);
		expect(body).not.toContain('<script>alert');
		expect([...body.matchAll(/<a /g)]).toHaveLength(1);
		expect(body).toContain(`href="${host}/events/${event.slug}" target="_blank" rel="noopener"`);
		expect(body).toContain(`<link rel="canonical" href="${host}/events/${event.slug}">`);
		expect(body).toContain('<meta name="robots" content="noindex">');
		expect(body).not.toMatch(/<form|<input|<button| style="| on[a-z]+="|src="\/assets/);

		const policy = headers.get('content-security-policy') ?? '';
		const source = (pattern: RegExp) => `'sha256-${hash('sha256', pattern.exec(body)![1]!, 'base64')}'`;
		expect(policy.split('; ')).toEqual([
			"default-src 'none'",
			`script-src ${source(/<script type="module">([\s\S]*)<\/script>/)}`,
			`style-src ${source(/<style>([\s\S]*)<\/style>/)}`,
			`img-src 'self' ${host}`,
			...["base-uri 'none'", "form-action 'none'", 'frame-ancestors *', "require-trusted-types-for 'script'"],
		]);
		expect(headers.get('x-frame-options')).toBeNull();
		expect(headers.get('set-cookie')).toBeNull();
		expect(headers.get('cache-control')).toBe('public, max-age=60');
		const [, image = ''] = /<img src="https:\/\/foyer\.test([^"]+)"/.exec(body) ?? [];
		const picture = await api.get(image);
		expect([picture.status, picture.headers.get('cross-origin-resource-policy')]).toEqual([
			200,
			'cross-origin',
		]);
		const etag = headers.get('etag') ?? '';
		expect((await api.get(`/embed/${event.slug}`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
	});

	test('says what stands in the way of coming', async () => {
		const cancelled = await made();
		await api.post(`/api/events/${cancelled.id}/cancel`, { message: '' }, { token: owner.token });
		expect(textOf((await api.get(`/embed/${cancelled.id}`)).body)).toMatch(/Cancelled .* View event/);
		const over = await made();
		await moveEvent(services, over.id, { start: -5, end: -3 });
		expect(textOf((await api.get(`/embed/${over.code}`)).body)).toContain('This event is over');
		const sold = await onSale({ title: 'Sold' });
		expect(textOf((await api.get(`/embed/${sold.slug}`)).body)).toMatch(/Free .* ?Register/);
		const [type] = (await api.get(`/api/events/${sold.id}/ticket-types`)).body.data;
		const order = {
			buyer: { name: 'Grace', email: 'grace@example.org' },
			items: [{ ticketTypeId: type.id, quantity: 1 }],
		};
		expect((await api.post(`/api/events/${sold.id}/orders`, order)).status).toBe(201);
		expect(textOf((await api.get(`/embed/${sold.slug}`)).body)).toMatch(/Sold out .* View event/);
		await expectInvariants(services);
	});

	test('hides drafts, invitations and what is behind a password', async () => {
		const draft = await makeEvent(services, owner, { title: 'Not yet' });
		const missing = await api.get(`/embed/${draft.slug}`);
		expect([missing.status, missing.headers.get('x-frame-options')]).toEqual([404, null]);
		expect(missing.headers.get('content-security-policy')).toContain('frame-ancestors *');
		expect(textOf(missing.body)).toContain('This event isn’t available');
		expect(missing.body).not.toContain('Not yet');
		const locked = await made({ title: 'Our secret', visibility: 'password', password: 'open sesame' });
		const { status, body } = await api.get(`/embed/${locked.id}`);
		expect([status, textOf(body).includes('Private event')]).toEqual([200, true]);
		expect(body).not.toMatch(/secret<|Our secret/);
		for (const path of ['/embed/%00', '/embed/%ff', '/embed/organisers/%00', `/embed/${'x'.repeat(3_000)}`])
			expect((await api.get(path)).status, path).toBe(404);
	});

	test('an organiser: the next five, and the way to all', async () => {
		const host5 = await makeUser(services, { firstName: 'Club', lastName: '' });
		for (let n = 1; n <= 6; n++) {
			const startsAt = `2031-06-0${n}T12:00:00Z`;
			await makeEvent(services, host5, { title: `Evening ${n}`, startsAt, isPublished: true });
		}
		const { rows } = await database().pool.query<{ slug: string }>(
			'SELECT slug FROM organisations WHERE id = $1',
			[host5.organisationId],
		);
		const { status, body } = await api.get(`/embed/organisers/${rows[0]!.slug}`);
		expect(status).toBe(200);
		expect([...body.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, title]) => title)).toEqual(
			[1, 2, 3, 4, 5].map((n) => `Evening ${n}`),
		);
		expect([...body.matchAll(/<a [^>]*target="_blank" rel="noopener"/g)]).toHaveLength(6);
		expect((await api.get('/embed/organisers/no-such-organiser')).status).toBe(404);
	});
});

test('without APP_URL, a stranger’s Host reaches nobody else and no content policy', async () => {
	const event = await made();
	const own = createHttpApp({
		...services,
		config: { ...services.config, isAppUrlSet: false, appUrl: 'http://localhost:3000' },
	});
	const ask = async (origin: string, path: string) => {
		const { headers, status } = await own.request(`${origin}${path}`);
		return { status, cache: headers.get('cache-control'), policy: headers.get('content-security-policy') };
	};
	const page = encodeURIComponent(`http://evil.example/${event.slug}`);
	for (const path of [`/embed/${event.slug}`, `/embed/organisers/${organiser}`, '/embed/no-such-event'])
		expect((await ask('http://evil.example', path)).cache, path).toBe('private, max-age=60');
	for (const [query, cache, status] of [
		[`url=${page}`, 'private, max-age=300', 200],
		['url=https%3A%2F%2Fgood.example%2Fx', 'private, max-age=60', 404],
		['', 'private, max-age=60', 400],
	] as const)
		expect(await ask('http://evil.example', `/oembed?${query}`)).toMatchObject({ status, cache });
	for (const host of ['a;script-src*', "a'self'", 'a,b', 'a"b', 'a&b', '*', '*.example', 'a(b)']) {
		const { status, policy } = await ask(`http://${host}`, `/embed/${event.slug}`);
		expect([host, status, policy?.split('; ')[3]]).toEqual([
			...[host, 200],
			"img-src 'self' http://localhost:3000",
		]);
	}
	for (const host of ['127.0.0.1:3000', '[::1]:3000', 'foyer.example', 'xn--mnchen-3ya.example:8443'])
		expect((await ask(`http://${host}`, `/embed/${event.slug}`)).policy).toContain(
			`img-src 'self' http://${host};`,
		);
});

test('no other page may be framed', async () => {
	const build = {
		entry: {
			module: {
				nonceContext: createContext(''),
				apiContext: createContext(null),
				siteContext: createContext({}),
				default: () => new Response('<!doctype html><p>page', { headers: { 'Content-Type': 'text/html' } }),
			},
		},
		routes: { root: { id: 'root', path: '*', module: { default: () => null } } },
		assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
		...{ future: {}, ssr: true, isSpaMode: false, prerender: [], routeDiscovery: { mode: 'initial' } },
	} as unknown as ServerBuild;
	const pages = createPages({
		...{ services, build, isDevelopment: false, cache: undefined },
		api: () => new Response(),
	});
	const app = createHttpApp(services, { pages });
	const event = await made();
	const own = [
		'/no-such-page',
		`/${event.slug}`,
		'/embed',
		'/embed/',
		'/embed/a/b',
		'/embed/organisers/a/b',
		'/oembed/x',
	];
	for (const path of [...Object.keys(routes), ...own]) {
		const { headers } = await app.request(`${host}${path.replaceAll(/:\w+/g, event.slug)}`);
		expect(headers.get('x-frame-options'), path).toBe('DENY');
		expect(headers.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
	}
	// Answers of the server itself are no documents, or documents in which nothing runs.
	for (const path of ['/api/events', '/robots.txt', '/blog.atom', `/covers/${event.id}.svg`]) {
		const { headers } = await app.request(`${host}${path}`);
		expect(headers.get('content-security-policy') ?? '', path).not.toContain('frame-ancestors *');
		expect(headers.get('content-type'), path).not.toContain('text/html');
	}
	expect((await app.request(`${host}/embed/${event.slug}`)).headers.get('x-frame-options')).toBeNull();
});
