import { startApp } from './support/app.ts';
import { expect, test } from './support/test.ts';

test('the landing page is rendered on the server and comes alive without an error', async ({ page }) => {
	const response = await page.goto('/');
	expect(response?.status()).toBe(200);
	expect(response?.headers()['content-security-policy']).toContain("'sha256-");
	expect(await response?.text()).toContain('<h1');
	await expect(page.locator('h1').first()).toBeVisible();
	await page.waitForLoadState('networkidle');
});

test('an unknown page says so with the right status', async ({ page, faults }) => {
	faults.allow(/404/);
	const response = await page.goto('/no/such/page');
	expect(response?.status()).toBe(404);
	await expect(page.locator('h1').first()).toBeVisible();
});

test('somebody signs up by mail', async ({ createAccount }) => {
	const account = await createAccount();
	expect(account.token.length).toBeGreaterThan(20);
});

test('search engines and messengers are told whole addresses, or none', async ({ request, page }) => {
	const told = (html: string) => [
		/<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
		/<meta property="og:url" content="([^"]*)"/.exec(html)?.[1],
	];
	for (const path of ['/events', '/login'])
		expect(told(await (await request.get(path)).text())).toEqual([undefined, undefined]);

	const app = await startApp({ env: { APP_URL: 'https://tickets.example', FOYER_DEMO: 'on' } });
	try {
		const listening = () => app.lines.join('\n').match(/Listening on port (\d+)/)?.[1];
		await expect.poll(listening).toBeDefined();
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
		await app.stop();
	}
});
