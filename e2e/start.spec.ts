import { expect, test } from './support/test.ts';

test('the landing page is rendered on the server and comes alive without an error', async ({ page }) => {
	const response = await page.goto('/');
	expect(response?.status()).toBe(200);
	expect(response?.headers()['content-security-policy']).toContain("'nonce-");
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
