import { globSync, readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { createTestApi } from '#tests/support/api.ts';
import { useTestApi } from '#tests/support/use-api.ts';
import { placeholdersOf } from './operator.ts';
import { putShipped, shippedTexts } from './shipped.ts';

const { services, api } = useTestApi({ environment: { SUPPORT_EMAIL: 'help@foyer.test' } });
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true, email: 'editor@example.org' });
});

const as = () => ({ token: admin.token });
const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: object[]) => ({ type: 'doc', content });

test('what pages say of third parties is true of the payment provider in use', async () => {
	const gateway = { ...services.gateway, name: 'stripe' as const };
	const withStripe = createTestApi({ ...services, gateway });
	for (const slug of ['privacy', 'press', 'about']) {
		const path = `/api/content/pages/${slug}`;
		const [plain, stripe] = [(await api.get(path)).body.html, (await withStripe.get(path)).body.html];
		expect([slug, plain]).toEqual([slug, expect.stringMatching(/nothing from third parties[.:]/)]);
		expect(plain).not.toContain('Stripe');
		expect([slug, stripe]).toEqual([slug, expect.stringContaining('but the card form of Stripe')]);
		expect(stripe).not.toMatch(/nothing from third parties[.:]|no third party/);
	}
});

async function makePost(title: string, words = 'Words.') {
	const made = (await api.post('/api/admin/content', { kind: 'post', title }, as())).body;
	const draft = { ...made.draft, summary: 'In short', tags: ['testing'], body: doc(paragraph(words)) };
	return (await api.call('PUT', `/api/admin/content/${made.id}/draft`, draft, as())).body;
}
const publish = (id: string, body: object = {}) => api.post(`/api/admin/content/${id}/publish`, body, as());

test('every shipped page, guide and article can be read, with the operator where it names one', async () => {
	const kinds = { page: 'pages', post: 'posts', help: 'help' } as const;
	const texts = shippedTexts();
	expect(texts.filter(({ kind }) => kind === 'post').length).toBeGreaterThanOrEqual(8);
	for (const { kind, slug } of texts) {
		const { status, body } = await api.get(`/api/content/${kinds[kind]}/${slug}`);
		expect([slug, status]).toEqual([slug, 200]);
		expect(JSON.stringify(body)).not.toMatch(/\{\{|undefined/);
		expect(body.html).toMatch(/^<(p|h2|ul|ol)/);
		expect(body.summary.length).toBeGreaterThan(20);
	}
	const { body } = await api.get('/api/content/pages/privacy');
	expect(body.html).toContain('the operator of foyer.test');
	const { config } = services;
	expect(
		await placeholdersOf({ ...services, config: { ...config, isSupportEmailSet: false } }),
	).toMatchObject({
		support_email: 'the contact form',
		support_mailto: '/contact',
		operator_address: 'on request',
	});
	await api.call(
		'PUT',
		'/api/admin/operator',
		{
			name: 'Lamp & Door e.V.',
			address: 'Lampenweg 1\nBerlin',
			email: 'hallo@lampe.example',
			phone: '',
			jurisdiction: '',
			securityContact: '',
		},
		as(),
	);
	const named = (await api.get('/api/content/pages/privacy')).body;
	expect(named.html).toContain('Lamp &amp; Door e.V.');
	expect(named.html).toContain('Lampenweg 1<br>Berlin');
	expect(named.html).toContain('href="mailto:hallo@lampe.example"');
});

test('links in shipped texts lead to paths of the product', async () => {
	const paths = shippedTexts().flatMap(({ draft }) =>
		[...JSON.stringify(draft.body).matchAll(/"href":"(\/[^"#]*)/g)].map(([, path]) => path),
	);
	expect(paths.length).toBeGreaterThan(20);
	const posts = new Set(
		shippedTexts().map(({ kind, slug }) =>
			kind === 'post' ? `/blog/${slug}` : kind === 'help' ? `/help/${slug}` : `/${slug}`,
		),
	);
	const known = new Set([
		...[
			'/contact',
			'/help',
			'/pricing',
			'/status',
			'/create-event',
			'/custom-event',
			'/mobile',
			'/forgot-password',
			'/privacy',
			'/settings/data',
			'/gift-cards',
			'/money/gift-cards',
			'/money/reports',
			'/withdraw',
			'/money/withdrawals',
		],
		...['/favicon.svg', '/icon-512.png'],
	]);
	expect([...new Set(paths)].filter((path) => !known.has(path!) && !posts.has(path!))).toEqual([]);
});

test('the list of texts names the product where a title does, finds it by that name, and leaves the draft as it is written', async () => {
	const post = await makePost('Why {{product}} is free');
	const { productName } = services.config;
	const listed = async (q: string) =>
		(await api.get(`/api/admin/content?q=${encodeURIComponent(q)}`, as())).body.data.find(
			({ id }: { id: string }) => id === post.id,
		);
	expect((await listed('is free')).title).toBe(`Why ${productName} is free`);
	expect((await listed(`why ${productName.toLowerCase()} is`)).title).toBe(`Why ${productName} is free`);
	const detail = (await api.get(`/api/admin/content/${post.id}`, as())).body;
	expect([detail.title, detail.draft.title]).toEqual([
		`Why ${productName} is free`,
		'Why {{product}} is free',
	]);
});

test('every guide leads to what the product does', () => {
	const lost = shippedTexts()
		.filter(({ kind }) => kind === 'post')
		.filter(({ draft }) => !/"href":"\/(?!blog)[a-z]/.test(JSON.stringify(draft.body)))
		.map(({ slug }) => slug);
	expect(lost).toEqual([]);
});

test('a draft is seen by nobody until it is published, and edits wait for the next publication', async () => {
	const post = await makePost('A quiet draft');
	expect(post.state).toBe('draft');
	expect((await api.get(`/api/content/posts/${post.slug}`)).status).toBe(404);
	const published = await publish(post.id);
	expect(published.body).toMatchObject({ state: 'published', hasUnpublishedChanges: false });
	expect((await api.get(`/api/content/posts/${post.slug}`)).body.html).toBe('<p>Words.</p>');

	await api.call(
		'PUT',
		`/api/admin/content/${post.id}/draft`,
		{ ...post.draft, body: doc(paragraph('Newer.')) },
		as(),
	);
	expect((await api.get(`/api/admin/content/${post.id}`, as())).body.hasUnpublishedChanges).toBe(true);
	expect((await api.get(`/api/content/posts/${post.slug}`)).body.html).toBe('<p>Words.</p>');
	await publish(post.id);
	expect((await api.get(`/api/content/posts/${post.slug}`)).body.html).toBe('<p>Newer.</p>');
});

test('a plan comes true at its instant, by itself, and can be taken back before', async () => {
	const post = await makePost('Planned for later');
	const planned = await publish(post.id, { at: new Date(Date.now() + 3_600_000).toISOString() });
	expect(planned.body.state).toBe('scheduled');
	expect((await api.get(`/api/content/posts/${post.slug}`)).status).toBe(404);
	const back = await api.post(`/api/admin/content/${post.id}/unschedule`, undefined, as());
	expect(back.body.state).toBe('draft');
	await publish(post.id, { at: new Date(Date.now() + 400).toISOString() });
	await expect.poll(async () => (await api.get(`/api/content/posts/${post.slug}`)).status).toBe(200);
});

test('the history stores what was said, and old words can be looked at', async () => {
	const post = await makePost('With a past', 'First words.');
	await api.call(
		'PUT',
		`/api/admin/content/${post.id}/draft`,
		{ ...post.draft, body: doc(paragraph('Second words.')) },
		as(),
	);
	const { revisions } = (await api.get(`/api/admin/content/${post.id}`, as())).body;
	expect(revisions.map((one: { number: number }) => one.number)).toEqual([3, 2, 1]);
	expect(revisions[0].authorName).toBe('editor@example.org');
	const older = await api.get(`/api/admin/content/${post.id}/revisions/${revisions[1].id}`, as());
	expect(older.body.html).toBe('<p>First words.</p>');
});

test('of two who edit at once the second is notified', async () => {
	const post = await makePost('For two');
	const headers = { 'If-Match': `"${post.version}"` };
	const save = () => api.call('PUT', `/api/admin/content/${post.id}/draft`, post.draft, { ...as(), headers });
	const [first, second] = [await save(), await save()];
	expect([first.status, second.status, second.body.metadata.rule]).toEqual([200, 412, 'version-conflict']);
});

test('nothing that could run gets into a text', async () => {
	const post = await makePost('Hostile');
	const link = (href: string) =>
		doc({
			type: 'paragraph',
			content: [{ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] }],
		});
	const refused = [
		link('javascript:alert(1)'),
		link('data:text/html,x'),
		link('//evil.example'),
		link('/\\evil.example'),
		doc({ type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } }),
		doc({ type: 'paragraph', attrs: { style: 'x' }, content: [] }),
		doc({ type: 'heading', attrs: { level: 1 } }),
	];
	for (const body of refused) {
		const answer = await api.call(
			'PUT',
			`/api/admin/content/${post.id}/draft`,
			{ ...post.draft, body },
			as(),
		);
		expect([JSON.stringify(body), answer.status]).toEqual([JSON.stringify(body), 400]);
	}
	const body = doc(paragraph('<img src=x onerror=alert(1)>'), {
		type: 'heading',
		attrs: { level: 2 },
		content: [{ type: 'text', text: '"><script>' }],
	});
	await api.call('PUT', `/api/admin/content/${post.id}/draft`, { ...post.draft, body }, as());
	await publish(post.id);
	const { html } = (await api.get(`/api/content/posts/${post.slug}`)).body;
	expect(html).toBe('<p>&lt;img src=x onerror=alert(1)&gt;</p><h2 id="script">&quot;&gt;&lt;script&gt;</h2>');
});

test('an upgrade renews what nobody edited and leaves the rest alone', async () => {
	const [edited, plain] = shippedTexts().filter(({ kind }) => kind === 'post');
	const items = (await api.get('/api/admin/content', { ...as(), query: { kind: 'post', limit: '100' } })).body
		.data;
	const item = items.find((one: { slug: string }) => one.slug === edited!.slug);
	const detail = (await api.get(`/api/admin/content/${item.id}`, as())).body;
	await api.call(
		'PUT',
		`/api/admin/content/${item.id}/draft`,
		{ ...detail.draft, title: 'My own title' },
		as(),
	);
	await publish(item.id);
	const newer = [edited!, plain!].map((text) => ({
		...text,
		hash: `${text.hash}2`,
		draft: { ...text.draft, title: 'Of the next release' },
	}));
	await putShipped(services, newer);
	expect((await api.get(`/api/content/posts/${edited!.slug}`)).body.title).toBe('My own title');
	expect((await api.get(`/api/content/posts/${plain!.slug}`)).body.title).toBe('Of the next release');
});

test('posts are found by tag and words, read page by page; archived ones are gone', async () => {
	const post = await makePost('Zeppelin evenings', 'About zeppelins over the lake.');
	await publish(post.id);
	const find = async (query: Record<string, string>) =>
		(await api.get('/api/content/posts', { query })).body.data.map((one: { slug: string }) => one.slug);
	expect(await find({ q: 'zeppelin' })).toEqual([post.slug]);
	expect(await find({ q: 'lake zep' })).toEqual([post.slug]);
	expect(await find({ q: "o'brien & (" })).toEqual([]);
	expect(await find({ tag: 'testing', limit: '50' })).toContain(post.slug);
	const first = (await api.get('/api/content/posts', { query: { limit: '5' } })).body;
	const second = (await api.get('/api/content/posts', { query: { limit: '5', cursor: first.nextCursor } }))
		.body;
	const slugs = [...first.data, ...second.data].map((one) => one.slug);
	expect(new Set(slugs).size).toBe(10);
	await api.post(`/api/admin/content/${post.id}/archive`, undefined, as());
	expect(await find({ q: 'zeppelin' })).toEqual([]);
	await api.post(`/api/admin/content/${post.id}/restore`, undefined, as());
	expect(await find({ q: 'zeppelin' })).toEqual([post.slug]);
});

test('help is searched while typing and ordered by what fits best', async () => {
	const { data } = (await api.get('/api/content/help', { query: { q: 'camera' } })).body;
	expect(data[0].slug).toBe('camera-does-not-start');
	const door = (await api.get('/api/content/help', { query: { audience: 'door' } })).body.data;
	expect(door.length).toBeGreaterThan(2);
	expect(new Set(door.map((one: { audience: string }) => one.audience))).toEqual(new Set(['door']));
});

test('feed, security.txt and link pictures', async () => {
	const { createHttpApp } = await import('#server/http/app.ts');
	const app = createHttpApp(services);
	const feed = await (await app.request('http://foyer.test/blog.atom')).text();
	expect(feed).toContain('<feed xmlns="http://www.w3.org/2005/Atom">');
	expect(feed.match(/<entry>/g)?.length).toBeGreaterThanOrEqual(8);
	expect(feed).toContain('href=&quot;https://foyer.test/create-event&quot;');
	const security = await (await app.request('http://foyer.test/.well-known/security.txt')).text();
	expect(security).toMatch(/^Contact: mailto:\S+@\S+\nExpires: 20\d\d-/);
	const { shareImageUrl } = (await api.get('/api/content/pages/about')).body;
	const image = await app.request(`http://foyer.test${shareImageUrl}`);
	expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
	const old = await app.request('http://foyer.test/og/pages/page-about-000000000000.png');
	expect([old.status, old.headers.get('location')]).toEqual([302, shareImageUrl]);
	expect((await app.request('http://foyer.test/og/pages/page-nothing-000000000000.png')).status).toBe(404);
});

test('every public page whose words are not content has a picture for its link', async () => {
	const { createHttpApp } = await import('#server/http/app.ts');
	const app = createHttpApp(services);
	const source = globSync('app/{routes,shell,features}/**/*.tsx').map((file) => readFileSync(file, 'utf8'));
	const names = source.flatMap((text) =>
		[...text.matchAll(/pictureOf\('([^']+)'\)/g)].map(([, name]) => name),
	);
	expect(names.length).toBeGreaterThan(5);
	for (const name of new Set(names)) {
		const first = await app.request(`http://foyer.test/og/pages/${name}-000000000000.png`);
		expect([name, first.status]).toEqual([name, 302]);
		const picture = await app.request(`http://foyer.test${first.headers.get('location')}`);
		expect([name, picture.headers.get('content-type')]).toEqual([name, 'image/png']);
	}
});
