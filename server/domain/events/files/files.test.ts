import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/services.ts';
import { NO_HUE } from '#shared/rules/cover/hues.ts';
import { makeMember, makeUser, type TestUser } from '#tests/factories/accounts.ts';
import { makeEvent } from '#tests/factories/events.ts';
import { createTestApi, createTestServices, type TestApi } from '#tests/support/api.ts';
import { useTestDatabase } from '#tests/support/database.ts';

const database = useTestDatabase();
let services: Services;
let api: TestApi;
let owner: TestUser;

beforeAll(async () => {
	services = await createTestServices(database(), { DATA_DIR: await mkdtemp(join(tmpdir(), 'foyer-data-')) });
	api = createTestApi(services);
	owner = await makeUser(services, { firstName: 'Ada & <Sons>', lastName: '' });
});

const picture = (background = '#0055ff') =>
	sharp({ create: { width: 640, height: 400, channels: 3, background } })
		.png()
		.toBuffer();

function upload(
	eventId: string,
	bytes: Uint8Array,
	token = owner.token,
	headers: Record<string, string> = {},
) {
	const form = new FormData();
	form.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'image/png' }), 'cover.png');
	return api.call('POST', `/api/events/${eventId}/cover`, form, { token, headers });
}

describe('covers', () => {
	test('every event has one, drafts too; it changes its address when it is shuffled', async () => {
		const event = await makeEvent(services, owner);
		const { body } = await api.get(`/api/events/${event.id}`, { token: owner.token });
		expect(body.cover).toMatchObject({ isGenerated: true, alt: '' });
		const answer = await api.get(body.cover.url);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe('image/svg+xml');
		expect(answer.headers.get('cache-control')).toContain('immutable');
		expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
		expect(answer.body).toMatch(/^<svg /);
		const again = await api.get(body.cover.url, {
			headers: { 'If-None-Match': answer.headers.get('etag')! },
		});
		expect(again.status).toBe(304);

		const shuffled = await api.patch(
			`/api/events/${event.id}`,
			{ coverSeed: 'blue' },
			{ token: owner.token },
		);
		expect(shuffled.body.cover.url).not.toBe(body.cover.url);
		expect((await api.get(shuffled.body.cover.url)).body).not.toBe(answer.body);
	});

	test.each(['x.svg', '00000000-0000-7000-8000-000000000000.svg', '..%2f..%2fetc', '%00.svg'])(
		'%s is none',
		async (name) => {
			expect((await api.get(`/covers/${name}`)).status).toBe(404);
		},
	);

	test('an uploaded picture is made anew, gives the page its colour, and goes when it is removed', async () => {
		const event = await makeEvent(services, owner, { title: 'With a picture' });
		const { status, body } = await upload(event.id, await picture());
		expect(status).toBe(200);
		expect(body.cover).toMatchObject({ isGenerated: false, alt: 'With a picture' });
		expect(body.cover.srcSet).toMatch(/-480\.webp 480w, .*-960\.webp 960w, .*-1600\.webp 1600w$/);
		expect(Math.abs(body.themeHue - 262)).toBeLessThan(12);
		expect(body.version).toBe(2);
		const file = await api.app.request(body.cover.url);
		expect(file.status).toBe(200);
		expect(file.headers.get('content-type')).toBe('image/webp');
		expect(file.headers.get('cache-control')).toContain('immutable');
		expect(file.headers.get('x-content-type-options')).toBe('nosniff');
		expect((await sharp(Buffer.from(await file.arrayBuffer())).metadata()).format).toBe('webp');

		const second = await upload(event.id, await picture('#ff0000'));
		expect(second.body.cover.url).not.toBe(body.cover.url);
		expect((await api.get(body.cover.url)).status).toBe(404);
		// A grey one has no colour, which is not that of the cover that was drawn.
		expect((await upload(event.id, await picture('#8a8a8a'))).body.themeHue).toBe(NO_HUE);
		const removed = await api.delete(`/api/events/${event.id}/cover`, { token: owner.token });
		expect(removed.body.cover.isGenerated).toBe(true);
		expect(removed.body.themeHue).toBeLessThan(360);
		expect((await api.get(second.body.cover.url)).status).toBe(404);
	});

	test('a copy keeps the picture when the first event lets it go', async () => {
		const event = await makeEvent(services, owner);
		const { body } = await upload(event.id, await picture());
		const copy = await api.post(`/api/events/${event.id}/duplicate`, undefined, { token: owner.token });
		expect(copy.body.cover.url).toBe(body.cover.url);
		await api.delete(`/api/events/${event.id}/cover`, { token: owner.token });
		expect((await api.get(body.cover.url)).status).toBe(200);
		await api.delete(`/api/events/${copy.body.id}`, { token: owner.token });
		expect((await api.get(body.cover.url)).status).toBe(404);
	});

	test('what is no picture is refused about the field, and nothing stays in the store', async () => {
		const event = await makeEvent(services, owner);
		for (const bytes of [Buffer.from('<svg onload="alert(1)"/>'), Buffer.from('<html>'), Buffer.alloc(0)]) {
			const refused = await upload(event.id, bytes);
			expect(refused.status).toBe(400);
			expect(refused.body.details[0].field).toBe('file');
		}
		expect((await upload(event.id, await picture(), owner.token, { 'If-Match': '"9"' })).status).toBe(412);
		const member = await makeMember(services, owner.organisationId, 'check_in');
		expect((await upload(event.id, await picture(), member.token)).status).toBe(403);
	});

	test('only pictures are answered from the store', async () => {
		const stem = services.files.newStem();
		await services.files.put(`${stem}.csv`, Buffer.from('secret'), { maxBytes: 100 });
		expect((await api.get(`/files/${stem}.csv`)).status).toBe(404);
		expect((await api.get('/files/..%2f..%2fpackage.json')).status).toBe(404);
	});
});

describe('site map, robots, feeds', () => {
	test('name what can be found and nothing else', async () => {
		const shown = await makeEvent(services, owner, { title: 'Shown & told', isPublished: true });
		const draft = await makeEvent(services, owner, { title: 'Hidden draft' });
		const unlisted = await makeEvent(services, owner, {
			visibility: 'unlisted',
			title: 'By link',
			isPublished: true,
		});
		const off = await makeEvent(services, owner, { title: 'Called off', isPublished: true });
		await api.post(`/api/events/${off.id}/cancel`, { message: 'Rain' }, { token: owner.token });

		const index = await api.get('/sitemap.xml');
		expect(index.headers.get('content-type')).toContain('application/xml');
		expect(index.body).toContain('<loc>https://foyer.test/sitemaps/events-1.xml</loc>');
		const map = await api.get('/sitemaps/events-1.xml');
		expect(map.body).toContain(`<loc>https://foyer.test/events/${shown.slug}</loc><lastmod>`);
		expect(map.body).toContain(off.slug);
		const { body: atom, headers } = await api.get('/feeds/ada-sons.atom');
		expect(headers.get('content-type')).toContain('application/atom+xml');
		expect(atom).toContain('<name>Ada &amp; &lt;Sons&gt;</name>');
		expect(atom).toContain('<title>Shown &amp; told</title>');
		expect(atom).toContain('<title>Cancelled: Called off</title>');
		const { body: calendar } = await api.get('/feeds/ada-sons.ics');
		expect(calendar).toContain('STATUS:CANCELLED');
		const entries = calendar.match(/^BEGIN:VEVENT/gm)?.length;
		expect(calendar.match(/^ORGANIZER;CN="Ada & <Sons>"/gm)).toHaveLength(entries ?? 0);
		for (const text of [map.body, atom, calendar]) {
			expect(text).not.toContain(draft.slug);
			expect(text).not.toContain(unlisted.slug);
		}
		for (const path of [
			'/sitemaps/events-2.xml',
			'/sitemaps/events-0.xml',
			'/sitemaps/x',
			'/feeds/nobody.atom',
			'/feeds/ada-sons.exe',
		]) {
			const { status, body } = await api.get(path);
			expect([404, 200], path).toContain(status);
			if (status === 200) expect(body).not.toContain('<url>');
		}
	});

	test('robots keep out of scanners, tickets and accounts', async () => {
		const { body } = await api.get('/robots.txt');
		for (const path of ['/scan', '/staff-scanner', '/staff-access', '/checkout', '/api/'])
			expect(body).toContain(`Disallow: ${path}\n`);
		expect(body).toContain('Sitemap: https://foyer.test/sitemap.xml');
	});
});

describe('pictures for link previews', () => {
	const path = async (id: string) =>
		(await api.get(`/api/events/${id}`, { token: owner.token })).body.shareImageUrl as string;

	test('show an uploaded cover', async () => {
		const event = await makeEvent(services, owner, { isPublished: true });
		await upload(event.id, await picture('#ff0000'));
		const answer = await api.app.request(await path(event.id));
		const { dominant } = await sharp(Buffer.from(await answer.arrayBuffer()))
			.extract({ left: 0, top: 0, width: 100, height: 630 })
			.stats();
		expect(dominant.r).toBeGreaterThan(200);
		expect(dominant.g).toBeLessThan(60);
	});
});

describe('calendar file', () => {
	test('is stable, in UTC, and follows the event', async () => {
		const event = await makeEvent(services, owner, {
			title: 'Comma, semicolon; and\nSTATUS:CANCELLED',
			description: '**Bring** a [chair](https://example.org)',
			startsAtLocal: '2027-10-31T01:30',
			endsAtLocal: '2027-10-31T03:30',
			timeZone: 'Europe/Berlin',
			venueName: 'Hall',
			city: 'Berlin',
			latitude: 52.5,
			longitude: 13.4,
			isPublished: true,
		});
		const read = async () => {
			const answer = await api.get(`/api/events/${event.slug}/calendar.ics`);
			expect(answer.headers.get('content-type')).toContain('text/calendar');
			// Unfolded; every line ends in CRLF.
			expect(answer.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
			return answer.body.replaceAll('\r\n ', '').split('\r\n') as string[];
		};
		const first = await read();
		expect(first).toContain(`UID:${event.id}@foyer`);
		expect(first).toContain('SEQUENCE:2');
		expect(first.find((line) => line.startsWith('ORGANIZER'))).toMatch(
			/^ORGANIZER;CN="Ada & <Sons>":mailto:no-reply@[\w.]+$/i,
		);
		expect(first).toContain('STATUS:CONFIRMED');
		// The night of the clock change: three hours pass between 01:30 and 03:30.
		expect(first).toContain('DTSTART:20271030T233000Z');
		expect(first).toContain('DTEND:20271031T023000Z');
		expect(first).toContain('GEO:52.5;13.4');
		expect(first).toContain('SUMMARY:Comma\\, semicolon\\; and\\nSTATUS:CANCELLED');
		expect(first).not.toContain('STATUS:CANCELLED');
		expect(first.find((line) => line.startsWith('URL'))).toContain(`https://foyer.test/events/${event.slug}`);
		await api.post(`/api/events/${event.id}/cancel`, undefined, { token: owner.token });
		const second = await read();
		expect(second).toContain('STATUS:CANCELLED');
		expect(second).toContain('SEQUENCE:3');
		expect(second).toContain(`UID:${event.id}@foyer`);
	});

	test('whole days', async () => {
		const event = await makeEvent(services, owner, {
			isAllDay: true,
			startsAtLocal: '2027-05-01T00:00',
			endsAtLocal: '2027-05-02T12:00',
			timeZone: 'America/Los_Angeles',
			isPublished: true,
		});
		const { body } = await api.get(`/api/events/${event.id}/calendar.ics`);
		expect(body).toContain('DTSTART;VALUE=DATE:20270501\r\n');
		expect(body).toContain('DTEND;VALUE=DATE:20270503\r\n');
	});
});
