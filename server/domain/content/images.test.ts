import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { createHttpApp } from '#server/http/app.ts';
import { firstImage, richTextHtml, richTextWords } from '#shared/rules/rich-text.ts';
import { makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { useTestApi } from '#tests/support/use-api.ts';

/** Pictures in texts: made anew on the way in, named by their place in the store, and described in words. */

const { services, api } = useTestApi();
let admin: TestUser;

beforeAll(async () => {
	admin = await makeUser(services, { isAdmin: true });
});

const as = () => ({ token: admin.token });

/** A photo with a place and a camera in it, as phones make them. */
const photo = (width = 1600, height = 900) =>
	sharp({ create: { width, height, channels: 3, background: '#2b6cb0' } })
		.withExif({ IFD0: { Artist: 'Grace Hopper', Copyright: 'secret place' } })
		.jpeg()
		.toBuffer();

async function upload(bytes: Uint8Array, token = admin.token) {
	const form = new FormData();
	form.append('file', new Blob([bytes as BlobPart]), 'photo.jpg');
	return api.call('POST', '/api/admin/content/images', form, { token });
}

const image = (attrs: object) => ({ type: 'image', attrs });
const doc = (...content: object[]) => ({ type: 'doc', content });

async function save(body: object, title = 'With a picture') {
	const made = (await api.post('/api/admin/content', { kind: 'post', title }, as())).body;
	const draft = { ...made.draft, summary: 'In short', body };
	return { made, answer: await api.call('PUT', `/api/admin/content/${made.id}/draft`, draft, as()) };
}

test('a picture is made anew, shown at its size, and stands for its post', async () => {
	const { status, body: picture } = await upload(await photo());
	expect(status).toBe(201);
	expect(picture).toEqual({ stem: expect.stringMatching(/^[0-9a-z]{26}$/), width: 1600, height: 900 });
	const app = createHttpApp(services);
	for (const [name, width] of [
		[`${picture.stem}-640.webp`, 640],
		[`${picture.stem}-1280.webp`, 1280],
		[`${picture.stem}.jpg`, 1200],
	] as const) {
		const answer = await app.request(`http://foyer.test/files/${name}`);
		expect(answer.status).toBe(200);
		const metadata = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
		expect([name, metadata.width, metadata.exif]).toEqual([name, width, undefined]);
	}

	const { made, answer } = await save(doc(image({ ...picture, alt: 'A "blue" wall' })));
	expect(answer.status).toBe(200);
	await api.post(`/api/admin/content/${made.id}/publish`, {}, as());
	const post = (await api.get(`/api/content/posts/${answer.body.slug}`)).body;
	expect(post.html).toBe(
		`<img src="/files/${picture.stem}-1280.webp" srcset="/files/${picture.stem}-640.webp 640w, /files/${picture.stem}-1280.webp 1280w" sizes="(width < 48rem) 100vw, 42rem" width="1600" height="900" alt="A &quot;blue&quot; wall" loading="lazy" decoding="async">`,
	);
	expect(post.shareImageUrl).toBe(`/files/${picture.stem}.jpg`);
	const found = (await api.get('/api/content/posts', { query: { q: 'blue wall' } })).body.data;
	expect(found.map(({ slug }: { slug: string }) => slug)).toEqual([post.slug]);
	// Readers of the feed stand elsewhere.
	const feed = await (await app.request('http://foyer.test/blog.atom')).text();
	expect(feed).toContain(`src=&quot;https://foyer.test/files/${picture.stem}-1280.webp&quot; width=`);
	expect(feed).not.toContain('srcset');
});

test('a picture without words, of another place or with more to it is no text', async () => {
	const { body: picture } = await upload(await photo(400, 300));
	for (const attrs of [
		{ ...picture, alt: '  ' },
		{ ...picture },
		{ ...picture, stem: 'https://example.org/a.png', alt: 'x' },
		{ ...picture, stem: `../${picture.stem.slice(3)}`, alt: 'x' },
		{ ...picture, alt: 'x', onerror: 'alert(1)' },
	]) {
		const { answer } = await save(doc(image(attrs)));
		expect([attrs, answer.status]).toEqual([attrs, 400]);
	}
	// A small one is shown as it is, and messengers keep the drawn picture.
	const { made, answer } = await save(doc(image({ ...picture, alt: 'Small' })), 'With a small picture');
	await api.post(`/api/admin/content/${made.id}/publish`, {}, as());
	const post = (await api.get(`/api/content/posts/${answer.body.slug}`)).body;
	expect(post.html).not.toContain('srcset');
	expect(post.shareImageUrl).toMatch(/^\/og\/pages\/post-/);
});

test('only pictures, up to 10 MB, and only from administrators', async () => {
	expect((await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).status).toBe(400);
	expect((await upload(Buffer.from('<html>'))).status).toBe(400);
	expect((await upload(Buffer.alloc(10_000_001))).status).toBe(413);
	const somebody = await makeUser(services);
	expect((await upload(await photo(100, 100), somebody.token)).status).toBe(403);
});

test('the first picture is found wherever it stands, and its words count', () => {
	const attrs = { stem: 'a'.repeat(26), width: 800, height: 600, alt: 'A lamp' };
	const picture = { type: 'image' as const, attrs };
	const text = {
		type: 'doc' as const,
		content: [
			{ type: 'paragraph' as const },
			{ type: 'bulletList' as const, content: [{ type: 'listItem' as const, content: [picture] }] },
			{ type: 'image' as const, attrs: { ...attrs, alt: 'Later' } },
		],
	};
	expect(firstImage(text)?.alt).toBe('A lamp');
	expect(firstImage({ type: 'doc', content: [{ type: 'paragraph' }] })).toBeNull();
	expect(richTextWords(text)).toBe('A lamp\nLater');
	expect(richTextHtml(text)).toMatch(/^<p><\/p><ul><li><img [^>]+><\/li><\/ul><img /);
});
