import { expect, type Page } from '@playwright/test';

/**
 * Logs in on the log-in screen, once it is there: the sign-up screen, which a link leads here from, has fields of the same names, and
 * what is typed there meanwhile is not on this one.
 */
export async function logIn(
	page: Page,
	{ email, password }: { email: string; password: string },
): Promise<void> {
	await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.locator('form').getByRole('button', { name: 'Log in' }).click();
}

/** From the sign-up screen to the log-in screen, and in. */
export async function logInInstead(page: Page, account: { email: string; password: string }): Promise<void> {
	await expect(page).toHaveURL(/\/signup/);
	await page.getByRole('link', { name: 'Log in', exact: true }).click();
	await logIn(page, account);
}

/** The landing page of a browser that keeps nothing of who was signed in. */
export async function expectSignedOut(page: Page): Promise<void> {
	await expect(
		page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }),
	).toBeVisible();
	await expect(page).toHaveURL('/');
	// What is left says when the tab told of page views, and nothing of who was here.
	await expect
		.poll(() => page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]))
		.toEqual(['viewsTold']);
}
