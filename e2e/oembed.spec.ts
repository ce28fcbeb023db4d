import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startApp } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

/** Links to events elsewhere: what messengers and other sites show of them, and the form that such a link fills. */

/** As they ask for pages. iMessage names itself as the two that most sites answer. */
const readers: Record<string, string> = {
	Slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
	WhatsApp: 'WhatsApp/2.23.20.0 A',
	iMessage:
		'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
	Mastodon: 'Mastodon/4.3.2 (http.rb/5.2.0; +https://mastodon.social/) Bot',
	Discord: 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
	LinkedIn: 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
	Telegram: 'TelegramBot (like TwitterBot)',
};

const appUrl = 'https://tickets.example';

const decoded = (text: string | undefined) => text?.replaceAll('&amp;', '&').replaceAll('&#x27;', '’');

/** What such a reader takes from the beginning of a document. */
function readPreview(html: string) {
	const head = html.slice(0, 300_000);
	const meta = (name: string) =>
		decoded(new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(head)?.[1]);
	const oembed = (type: string) =>
		decoded(new RegExp(`<link rel="alternate" type="${type}" href="([^"]*)"`).exec(head)?.[1]);
	return {
		title: meta('og:title'),
		description: meta('og:description'),
		plainDescription: meta('description'),
		image: meta('og:image'),
		site: meta('og:site_name'),
		size: [meta('og:image:width'), meta('og:image:height')],
		card: meta('twitter:card'),
		canonical: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1],
		json: oembed('application/json\\+oembed'),
		xml: oembed('text/xml\\+oembed'),
	};
}

/** The addresses that a document gives itself. */
const told = (html: string) => [
	/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
	/<meta property="og:url" content="([^"]*)"/.exec(html)?.[1],
];

test('messengers, search engines and other sites are told whole addresses, or none, and preview events, series and organisers', async ({
	page,
	request,
}) => {
	// This instance does not know its own address.
	for (const path of ['/events', '/login'])
		expect(told(await (await request.get(path)).text())).toEqual([undefined, undefined]);
	const app = await startApp({ env: { APP_URL: appUrl } });
	try {
		const listening = () => app.lines.join('\n').match(/Listening on port (\d+)/)?.[1];
		await expect.poll(listening).toBeDefined();
		const origin = `http://127.0.0.1:${listening()}`;
		const call = caller(origin);
		const account = { email: 'ada@people.example', password: 'Correct-horse-9271' };
		await call('/api/auth/register', { ...account, firstName: 'Ada', lastName: 'Lovelace' });
		const { token } = await call('/api/auth/login', { ...account, rememberMe: false });
		const draft = { startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' };
		const event = await call('/api/events', { ...draft, title: 'An evening' }, token);
		await call(`/api/events/${event.id}/publish`, {}, token);
		const repeat = { rule: 'FREQ=WEEKLY', count: 2 };
		// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
		const made: any = await call('/api/events', { ...draft, title: 'Life drawing', repeat }, token);
		for (const { id } of made.dates) await call(`/api/events/${id}/publish`, {}, token);
		// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
		const { organiser }: any = await call(`/api/events/${event.id}`);

		const pages = [
			{ path: `/events/${event.slug}`, title: 'An evening' },
			{ path: `/events/${made.series.slug}`, title: 'Life drawing' },
			{ path: `/organisers/${organiser.slug}`, title: organiser.name },
		];
		for (const [name, agent] of Object.entries(readers)) {
			for (const { path, title } of pages) {
				const headers = { 'user-agent': agent, accept: '*/*', range: 'bytes=0-300000' };
				const answer = await fetch(origin + path, { headers, redirect: 'error' });
				expect([answer.status, answer.headers.get('x-robots-tag')], `${name} ${path}`).toEqual([200, null]);
				const preview = readPreview(await answer.text());
				const where = `${appUrl}/oembed?url=${encodeURIComponent(appUrl + path)}`;
				expect(preview, `${name} ${path}`).toMatchObject({
					...{ title, canonical: appUrl + path, json: where, xml: `${where}&format=xml` },
					...{ site: 'Foyer', size: ['1200', '630'], card: 'summary_large_image' },
				});
				expect(preview.description?.length, path).toBeGreaterThan(10);
				expect(preview.plainDescription, path).toBe(preview.description);
				expect(preview.image).toMatch(/^https:\/\/tickets\.example\/og\//);
				const image = await fetch(origin + new URL(preview.image ?? '').pathname, { headers });
				expect([image.status, image.headers.get('content-type')], path).toEqual([200, 'image/png']);
			}
		}
		for (const { path, title } of pages) {
			const { json, xml } = readPreview(await (await fetch(origin + path)).text());
			const answer = await (await fetch((json ?? '').replace(appUrl, origin))).json();
			expect(answer).toMatchObject({ version: '1.0', type: 'rich', title });
			expect((await fetch((xml ?? '').replace(appUrl, origin))).headers.get('content-type')).toMatch(
				/^text\/xml/,
			);
			const [, card = ''] = /<iframe src="https:\/\/tickets\.example([^"]+)"/.exec(answer.html) ?? [];
			const { status, headers } = await fetch(origin + card);
			expect([status, headers.get('x-frame-options')]).toEqual([200, null]);
			expect((await fetch(origin + path)).headers.get('x-frame-options')).toBe('DENY');
		}

		for (const path of ['/', '/events', '/login', '/signup']) {
			const html = await (await fetch(origin + path)).text();
			expect(told(html), path).toEqual([appUrl + path, appUrl + path]);
			const picture = /<meta property="og:image" content="https:\/\/tickets\.example([^"]*)"/.exec(html)?.[1];
			const drawn = await fetch(`${origin}${picture}`);
			expect([drawn.status, drawn.headers.get('content-type')], path).toEqual([200, 'image/png']);
			expect(html, path).not.toContain('noindex');
			expect(html, path).toMatch(/<meta name="description" content="[^"]{40,}"/);
		}
		// Who moves on from the page of an event has the address of the next page alone.
		const canonical = page.locator('link[rel=canonical]');
		await page.goto(`${origin}/events/${event.slug}`);
		await expect(canonical).toHaveAttribute('href', `${appUrl}/events/${event.slug}`);
		await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
		await expect(canonical).toHaveAttribute('href', `${appUrl}/events`);
	} finally {
		// A page that stays open would ask on, and be refused.
		await page.goto('about:blank');
		await app.stop();
	}
});

/** A site that frames a card as WordPress does: without rights of its own but script, known by a secret. */
function siteWith(card: string): string {
	return `<!doctype html><html lang="en"><head><title>A blog</title></head><body><main><h1>A blog</h1>
<iframe title="Card" width="600" height="90" sandbox="allow-scripts" src="${card}#?secret=abc123"></iframe></main>
<script>
const frame = document.querySelector('iframe');
addEventListener('message', ({ source, data }) => {
	if (source !== frame.contentWindow || data.secret !== 'abc123') return;
	if (data.message === 'height') frame.height = Math.min(1000, Math.max(200, data.value));
	if (data.message === 'link' && new URL(data.value).host === new URL(frame.src).host) top.location.href = data.value;
});
</script></body></html>`;
}

async function serve(html: () => string): Promise<{ server: Server; url: string }> {
	const server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html()));
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return { server, url: `http://localhost:${(server.address() as AddressInfo).port}` };
}

test('a card on another site is as high as it is, and leads to the event', async ({ page, api, baseURL }) => {
	const event = await api.sellingEvent({ title: 'Night of the Harbour' });
	const { server, url } = await serve(() => siteWith(`${baseURL}/embed/${event.slug}`));
	try {
		await page.setViewportSize({ width: 1280, height: 900 });
		await page.goto(url);
		const card = page.frameLocator('iframe');
		await expect(card.getByRole('heading', { name: 'Night of the Harbour' })).toBeVisible();
		const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
		await expect.poll(height).toBeGreaterThan(200);
		expect(await height()).toBeLessThanOrEqual(304);
		expect(await axeFindings(page)).toEqual([]);
		await card.getByRole('link', { name: /Night of the Harbour/ }).click();
		await expect(page).toHaveURL(new RegExp(`${event.path}\\?utm_source=localhost`));
		expect(new URL(page.url()).searchParams.get('utm_medium')).toBe('embed');
		const { organiser } = await api.call('get', `/api/events/${event.id}`);
		// In the light it was looked at on the blog.
		await page.emulateMedia({ colorScheme: 'dark' });
		await page.setViewportSize({ width: 200, height: 600 });
		for (const path of [`/embed/${event.slug}`, `/embed/organisers/${organiser.slug}`]) {
			await page.goto(path);
			expect(await axeFindings(page), path).toEqual([]);
			expect(
				await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
			).toBeLessThanOrEqual(0);
		}
	} finally {
		server.close();
	}
});

for (const javaScriptEnabled of [true, false]) {
	test.describe(javaScriptEnabled ? 'with script' : 'without script', () => {
		test.use({ javaScriptEnabled });
		test('a link fills the form with tickets that can be had', async ({ page, api, event, freshEmail }) => {
			const values = { name: 'Balcony', kind: 'free', capacity: 3 };
			const balcony = await api.call('post', `/api/events/${event.id}/ticket-types`, values);
			const unknown = '01890000-0000-7000-8000-000000000000';
			const cart = `${event.standardId}.2,${balcony.id}.9,${unknown}.1`;
			await page.goto(`${event.path}?tickets=${cart}&utm_medium=embed`);
			const quantity = (name: string) => page.locator(`input[name="quantity.${name}"]`);
			await expect(quantity(event.standardId)).toHaveValue('2');
			await expect(quantity(balcony.id)).toHaveValue('3');
			await page.goto(event.path);
			await expect(quantity(event.standardId)).toHaveValue('0');

			await page.goto(`${event.path}?tickets=${event.standardId}.2`);
			const box = page.getByRole('region', { name: 'Register' });
			await box.getByLabel('Name', { exact: true }).fill('Vera');
			await box.getByLabel('Email', { exact: true }).fill(freshEmail('vera'));
			await box.locator('[type=submit]').click();
			await expect(page).toHaveURL(/\/(?:my-ticket|group)\/[\w-]+/);
			expect(await api.attendees(event.id)).toHaveLength(2);
		});
	});
}
