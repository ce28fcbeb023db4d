import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { MAX_EVENT_PICTURES } from '#shared/rules/description-markdown.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;
let stranger: TestUser;
let png: Uint8Array;

beforeAll(async () => {
	services = await createTestServices(database(), { DATA_DIR: await mkdtemp(join(tmpdir(), 'foyer-data-')) });
	api = createTestApi(services);
	owner = await makeUser(services);
	stranger = await makeUser(services);
	png = await draw(900, 600);
});

const draw = (width: number, height: number) =>
	sharp({ create: { width, height, channels: 3, background: 'teal' } })
		.withExif({ IFD0: { Copyright: 'nobody may read this' } })
		.png()
		.toBuffer();

function upload(
	eventId: string,
	picture: { bytes?: Uint8Array; alt?: string; token?: string; headers?: Record<string, string> } = {},
) {
	const form = new FormData();
	form.set('file', new Blob([new Uint8Array(picture.bytes ?? png)], { type: 'image/png' }), 'stall.png');
	const alt = picture.alt ?? 'A stall';
	return api.call('POST', `/api/events/${eventId}/pictures?${new URLSearchParams({ alt })}`, form, {
		token: picture.token ?? owner.token,
		headers: picture.headers ?? {},
	});
}

const describeAs = (event: string, description: string, token = owner.token) =>
	api.patch(`/api/events/${event}`, { description }, { token });
const htmlOf = async (event: string) =>
	(await api.get(`/api/events/${event}`, { token: owner.token })).body.descriptionHtml as string;
const isStored = async (stem: string) => (await services.files.find(`${stem}-1280.webp`)) !== null;
const countRows = async (where = 'true') =>
	Number(
		(await database().pool.query(`SELECT count(*) FROM event_pictures WHERE ${where}`)).rows[0]
			.count as string,
	);

describe('uploading', () => {
	test('stores the picture anew, and the description then shows it in its size', async () => {
		const event = await makeEvent(services, owner);
		const { status, body } = await upload(event.id);
		expect(status).toBe(200);
		expect(body).toEqual({ stem: expect.stringMatching(/^[0-9a-z]{26}$/), width: 900, height: 600 });
		const file = await api.app.request(`/files/${body.stem}-1280.webp`);
		expect(file.headers.get('content-type')).toBe('image/webp');
		const bytes = Buffer.from(await file.arrayBuffer());
		expect((await sharp(bytes).metadata()).exif).toBeUndefined();

		await describeAs(event.id, `Come in.\n\n![A "blue" stall](picture:${body.stem})`);
		expect(await htmlOf(event.id)).toBe(
			`<p>Come in.</p>\n<p><img src="/files/${body.stem}-1280.webp" srcset="/files/${body.stem}-640.webp 640w, /files/${body.stem}-1280.webp 900w" sizes="(width &lt; 48rem) 100vw, 42rem" width="900" height="600" alt="A &quot;blue&quot; stall" loading="lazy" decoding="async" /></p>`,
		);
	});

	test('needs a picture within the limits and an alt text', async () => {
		const event = await makeEvent(services, owner);
		const before = await countRows();
		// 10,000 × 10,000 pixels in a file of some kilobytes.
		const bomb = await sharp({
			create: { width: 10_000, height: 10_000, channels: 3, background: 'white' },
			limitInputPixels: false,
		})
			.png({ compressionLevel: 9 })
			.toBuffer();
		expect(bomb.byteLength).toBeLessThan(1_000_000);
		const wrong = {
			bomb,
			svg: '<svg onload="alert(1)"/>',
			html: '<html>',
			none: '',
			cut: png.subarray(0, 99),
		};
		for (const [name, content] of Object.entries(wrong)) {
			const refused = await upload(event.id, { bytes: Buffer.from(content as string) });
			expect(refused.status, name).toBe(400);
			expect(refused.body.details[0].field, name).toBe('file');
		}
		expect((await upload(event.id, { bytes: new Uint8Array(10_000_001) })).status).toBe(413);
		for (const alt of ['', '   ', 'a'.repeat(301)]) {
			const refused = await upload(event.id, { alt });
			expect(refused.status).toBe(400);
			expect(refused.body.details[0].field).toBe('alt');
		}
		const json = await api.post(`/api/events/${event.id}/pictures?alt=a`, {}, { token: owner.token });
		expect(json.status).toBe(415);
		expect(await countRows()).toBe(before);
	});

	test('is for those who edit the event', async () => {
		const event = await makeEvent(services, owner);
		const member = await makeMember(services, owner.organisationId, 'check_in');
		expect((await upload(event.id, { token: member.token })).status).toBe(403);
		expect((await upload(event.id, { token: stranger.token })).status).toBe(404);
	});

	test('with the same key twice is one picture', async () => {
		const event = await makeEvent(services, owner);
		const headers = { 'Idempotency-Key': 'a-picture-and-its-key' };
		const first = await upload(event.id, { headers });
		const again = await upload(event.id, { headers });
		expect(again.body).toEqual(first.body);
		expect(await countRows(`event_id = '${event.id}'`)).toBe(1);
	});

	test('ends where the event is full, until pictures that the text does not name are a day old', async () => {
		const event = await makeEvent(services, owner);
		const { body: named } = await upload(event.id);
		const { body: unnamed } = await upload(event.id);
		await describeAs(event.id, `![](picture:${named.stem})`);
		await database().pool.query(
			`INSERT INTO event_pictures (organisation_id, id, event_id, stem, width, height, alt)
			SELECT $1, gen_random_uuid(), $2, lpad(n::text, 26, '0'), 9, 9, 'x' FROM generate_series(3, $3) n`,
			[owner.organisationId, event.id, MAX_EVENT_PICTURES - 1],
		);
		const many = await Promise.all(Array.from({ length: 3 }, () => upload(event.id)));
		expect(many.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
		expect(await countRows(`event_id = '${event.id}'`)).toBe(MAX_EVENT_PICTURES);
		const refused = await upload(event.id);
		expect(refused.body.metadata.rule).toBe('too-many-pictures');
		await database().pool.query(
			`UPDATE event_pictures SET created_at = now() - interval '25 hours' WHERE stem = ANY($1)`,
			[[named.stem, unnamed.stem]],
		);
		expect((await upload(event.id)).status).toBe(200);
		expect(await isStored(unnamed.stem)).toBe(false);
		expect(await isStored(named.stem)).toBe(true);
		// Without an alt text of its own it has that of the upload.
		expect(await htmlOf(event.id)).toContain('alt="A stall"');
	});
});

describe('what shows a picture', () => {
	test('is a text of the organisation that has it; for all others it is its alt text', async () => {
		const [event, other] = [await makeEvent(services, owner), await makeEvent(services, owner)];
		const foreign = await makeEvent(services, stranger);
		const { stem } = (await upload(event.id)).body;
		const text = `![A stall](picture:${stem}) ![Nothing](picture:${'0'.repeat(26)})`;
		await describeAs(other.id, text);
		expect(await htmlOf(other.id)).toMatch(/^<p><img [^>]*alt="A stall"[^>]*> Nothing<\/p>$/);
		await describeAs(foreign.id, text, stranger.token);
		const { body } = await api.get(`/api/events/${foreign.id}`, { token: stranger.token });
		expect(body.descriptionHtml).toBe('<p>A stall Nothing</p>');
		const preview = (event: string | undefined, token: string) =>
			api.post('/api/description-preview', { description: text, event }, { token });
		expect((await preview(other.id, owner.token)).body.html).toContain('<img ');
		expect((await preview(foreign.id, stranger.token)).body.html).toBe('<p>A stall Nothing</p>');
		expect((await preview(undefined, owner.token)).body.html).toBe('<p>A stall Nothing</p>');
		expect((await preview(other.id, stranger.token)).status).toBe(404);
	});

	test('is a copy, after the first event is gone; the files go with the last of them', async () => {
		const event = await makeEvent(services, owner);
		const { stem } = (await upload(event.id)).body;
		const { stem: unnamed } = (await upload(event.id)).body;
		await describeAs(event.id, `![A stall](picture:${stem})`);
		const copy = (await api.post(`/api/events/${event.id}/duplicate`, undefined, { token: owner.token }))
			.body;
		await api.delete(`/api/events/${event.id}`, { token: owner.token });
		expect(await isStored(unnamed)).toBe(false);
		expect(await isStored(stem)).toBe(true);
		expect(await htmlOf(copy.id)).toContain(`src="/files/${stem}-1280.webp"`);
		await api.delete(`/api/events/${copy.id}`, { token: owner.token });
		expect(await isStored(stem)).toBe(false);
		expect(await countRows(`stem = '${stem}'`)).toBe(0);
	});

	test('is a template, and the events made from it', async () => {
		const event = await makeEvent(services, owner);
		const { stem } = (await upload(event.id)).body;
		await describeAs(event.id, `![A stall](picture:${stem})`);
		const { token } = owner;
		const made = await api.post(
			`/api/organisations/${owner.organisationId}/templates`,
			{ name: 'Market', fromEvent: event.id },
			{ token },
		);
		expect(made.status).toBe(201);
		await api.delete(`/api/events/${event.id}`, { token });
		const template = await api.get(`/api/templates/${made.body.id}`, { token });
		expect(template.body.descriptionHtml).toContain('<img ');
		const next = await api.post(
			'/api/events',
			{ title: 'Next market', startsAtLocal: '2031-05-02T10:00', template: made.body.id },
			{ token },
		);
		expect(await htmlOf(next.body.id)).toContain('<img ');
		expect(await isStored(stem)).toBe(true);
	});
});
