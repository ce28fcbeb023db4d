import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { needsSignIn, type SitePage, sitePages } from './support/site-pages.ts';
import { type Account, expect, test } from './support/test.ts';

/** Every page once: status, title, heading, accessibility in light and dark, and no sideways scroll from 320 px. */

async function publishedEvent(
	request: APIRequestContext,
	{ token }: Account,
): Promise<{ slug: string; code: string }> {
	const headers = { authorization: `Bearer ${token}` };
	const data = {
		title: 'An evening to look at',
		startsAtLocal: '2031-05-02T19:30',
		timeZone: 'Europe/Berlin',
	};
	const event = await (await request.post('/api/events', { headers, data })).json();
	expect((await request.post(`/api/events/${event.id}/publish`, { headers })).status()).toBe(200);
	return event;
}

/** Axe with all its rules in light, then only the colours in dark. */
async function findings(page: Page): Promise<string[]> {
	await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
	const light = await axeFindings(page);
	await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
	const dark = await axeFindings(page, { rules: ['color-contrast'] });
	return [...light.map((one) => `light ${one}`), ...dark.map((one) => `dark ${one}`)];
}

async function look(page: Page, site: SitePage, path: string) {
	await expect(page, path).toHaveTitle(site.title);
	await expect(page.getByRole('heading', { level: 1 }), path).toHaveCount(1);
	// Pages that follow live events never fall silent: a moment for what is read after the heading stands there.
	await page.waitForTimeout(250);
	expect(await findings(page), path).toEqual([]);
	await page.setViewportSize({ width: 320, height: 640 });
	expect(
		await page.evaluate(() => document.documentElement.scrollWidth),
		`${path} at 320 px`,
	).toBeLessThanOrEqual(320);
	await page.setViewportSize({ width: 1440, height: 900 });
}

test('public pages: title, heading, accessibility in light and dark, width', async ({
	page,
	request,
	createAccount,
	faults,
}) => {
	test.setTimeout(180_000);
	faults.allow(/40[14]/);
	const event = await publishedEvent(request, await createAccount());
	for (const site of sitePages.filter((one) => !needsSignIn(one))) {
		const path = site.path.replace('{slug}', event.slug).replace('{code}', event.code);
		await test.step(path, async () => {
			const response = await page.goto(path);
			expect(response?.status(), path).toBe(site.status ?? 200);
			await look(page, site, path);
		});
	}
});

test('a page that needs a sign-in leads a guest to /login and back', async ({ page }) => {
	for (const { path } of sitePages
		.filter((site) => needsSignIn(site) && !site.path.includes('{'))
		.slice(0, 6)) {
		await page.goto(path);
		await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
	}
});

test('an organiser sees a refusal where only administrators may look', async ({ page, createAccount }) => {
	const account = await createAccount();
	await page.goto('/');
	await page.evaluate((value) => sessionStorage.setItem('token', value), account.token);
	for (const path of ['/admin', '/feedback-admin']) {
		await page.goto(path);
		await expect(page.getByText("You don't have permission to perform this action.")).toBeVisible();
	}
});
