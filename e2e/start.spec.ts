import { startApp } from './support/app.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

test('the landing page is rendered on the server and comes alive without an error', async ({ page }) => {
	const response = await page.goto('/');
	expect(response?.status()).toBe(200);
	expect(response?.headers()['content-security-policy']).toContain("'sha256-");
	expect(await response?.text()).toContain('<h1');
	await expect(page.locator('h1').first()).toBeVisible();
	// What the first touch brings, and with it the last script of a page that is only read.
	await page.getByRole('navigation', { name: 'Main' }).hover();
	await expect(page.locator('.toaster')).toBeAttached();
});

test('an unknown page says so with the right status', async ({ page, faults }) => {
	faults.allow(/status of 404 GET .*\/no\/such\/page$/);
	const response = await page.goto('/no/such/page');
	expect(response?.status()).toBe(404);
	await expect(page.locator('h1').first()).toBeVisible();
});

test('search engines and messengers are told whole addresses, or none', async ({ request, page }) => {
	const told = (html: string) => [
		/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
		/<meta property="og:url" content="([^"]*)"/.exec(html)?.[1],
	];
	for (const path of ['/events', '/login'])
		expect(told(await (await request.get(path)).text())).toEqual([undefined, undefined]);

	const app = await startApp({ env: { APP_URL: 'https://tickets.example' } });
	try {
		const listening = () => app.lines.join('\n').match(/Listening on port (\d+)/)?.[1];
		await expect.poll(listening).toBeDefined();
		const call = caller(`http://127.0.0.1:${listening()}`);
		const account = { email: 'ada@people.example', password: 'Correct-horse-9271' };
		await call('/api/auth/register', { ...account, firstName: 'Ada', lastName: 'Lovelace' });
		const { token } = await call('/api/auth/login', { ...account, rememberMe: false });
		const draft = { title: 'An evening', startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' };
		const event = await call('/api/events', draft, token);
		await call(`/api/events/${event.id}/publish`, {}, token);
		for (const path of ['/', '/events', '/login', '/signup']) {
			const html = await (await request.get(`http://127.0.0.1:${listening()}${path}`)).text();
			const whole = `https://tickets.example${path}`;
			expect(told(html), path).toEqual([whole, whole]);
			const picture = /<meta property="og:image" content="https:\/\/tickets\.example([^"]*)"/.exec(html)?.[1];
			const drawn = await request.get(`http://127.0.0.1:${listening()}${picture}`);
			expect([drawn.status(), drawn.headers()['content-type']], path).toEqual([200, 'image/png']);
			expect(html, path).not.toContain('noindex');
			expect(html, path).toMatch(/<meta name="description" content="[^"]{40,}"/);
		}
		// Who moves on from the page of an event has the address of the next page alone.
		const canonical = page.locator('link[rel=canonical]');
		await page.goto(`http://127.0.0.1:${listening()}/events`);
		await page.getByRole('main').locator('a[href^="/events/"]').first().click();
		await expect(page).toHaveURL(/\/events\/[\w-]+$/);
		await page.reload();
		await expect(canonical).toHaveAttribute('href', `https://tickets.example${new URL(page.url()).pathname}`);
		await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
		await expect(canonical).toHaveAttribute('href', 'https://tickets.example/events');
	} finally {
		// A page that stays open would ask on, and be refused.
		await page.goto('about:blank');
		await app.stop();
	}
});
