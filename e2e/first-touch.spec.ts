import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';
import { beHasty } from './support/wait-for-hydration.ts';

/** What is done to a public page before its script is there: it comes after what is seen. */

/** Keeps every script back until `letIn` is called. */
async function keepScriptBack(page: Page): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
		await promise;
		await route.continue();
	});
	beHasty(page);
	return resolve;
}

const isHydrated = (page: Page) =>
	page.evaluate(() => document.documentElement.dataset.hydrated !== undefined);

test('no public page names a script for the browser to fetch before it has painted', async ({ request }) => {
	for (const path of ['/', '/events', '/login', '/signup', '/about', '/blog', '/help', '/no/such/page']) {
		const html = await (await request.get(path)).text();
		expect(html, path).toContain('foyerEarly');
		expect(html, path).not.toMatch(/<link[^>]*modulepreload|<script[^>]*\ssrc=|^import /m);
	}
	// A page that is a mere shape without its script has it in front.
	expect(await (await request.get('/dashboard')).text()).toMatch(/<link[^>]*modulepreload/);
});

test('what is typed, chosen and pressed before the script is there is not lost', async ({ page, event }) => {
	const letIn = await keepScriptBack(page);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(event.path);
	await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await page.getByRole('spinbutton').first().fill('3');
	await page.getByTitle('Dark').click();
	await page.getByRole('button', { name: 'Menu' }).click();
	expect(await isHydrated(page)).toBe(false);
	await expect(page.getByRole('dialog')).toHaveCount(0);
	letIn();
	await expect(page.getByRole('dialog').getByRole('link', { name: 'Browse Events' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace');
	await expect(page.getByRole('spinbutton').first()).toHaveValue('3');
	// React knows of it as well: it asks for the names of the others.
	await expect(page.locator('#registration').getByRole('button', { name: /^Register/ })).toContainText('3');
	await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
	await expect(page.locator('[data-held]')).toHaveCount(0);
});

test('a sign-in that is sent off before the script is there is sent once it is', async ({
	page,
	account,
}) => {
	const letIn = await keepScriptBack(page);
	await page.goto('/login?next=/settings');
	await page.getByLabel('Email').fill(account.email);
	await page.getByLabel('Password', { exact: true }).fill(account.password);
	await page
		.locator('form')
		.getByRole('button', { name: /log in/i })
		.click();
	expect(await isHydrated(page)).toBe(false);
	letIn();
	await expect(page).toHaveURL('/settings');
});
