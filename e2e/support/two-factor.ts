import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect } from './test.ts';

/** Turns two factors on by a link that leads to where they are set up, up to the recovery codes. */
export async function setUpTwoFactor(page: Page, link: Locator): Promise<TOTP> {
	await link.click();
	await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
	const key = (await page.getByTestId('two-factor-key').textContent())?.replaceAll(' ', '') ?? '';
	const app = new TOTP({ secret: Secret.fromBase32(key) });
	await page.getByRole('textbox', { name: 'Code' }).fill(app.generate());
	await page.getByRole('button', { name: 'Turn on' }).click();
	await expect(page.getByTestId('recovery-codes').getByRole('listitem')).toHaveCount(10);
	return app;
}

/** From the notice of the administration to it: an administrator turns two factors on, as everybody does at the first visit. */
export async function turnOnTwoFactor(page: Page): Promise<TOTP> {
	const app = await setUpTwoFactor(page, page.getByRole('link', { name: 'Set up 2FA' }));
	await page.goto('/admin');
	return app;
}
