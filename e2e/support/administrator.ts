import type { Page } from '@playwright/test';
import type { RunningApp } from './app.ts';
import { expect } from './test.ts';
import { turnOnTwoFactor } from './two-factor.ts';

/** Makes the first administrator of an instance, by the link that its start prints, and leaves the page signed in. */
export async function becomeAdministrator(page: Page, app: RunningApp): Promise<void> {
	const findLink = () =>
		app.lines.map((line) => /http\S+first-administrator\S+/.exec(line)?.[0]).find(Boolean);
	await expect.poll(findLink).toBeTruthy();
	await page.goto(findLink() ?? '');
	await page.getByLabel('Email').fill('root@people.example');
	await page.getByLabel('Password', { exact: true }).fill('the boss of it all');
	await page.getByRole('button', { name: 'Create admin account' }).click();
	await page.waitForURL('**/admin');
	await turnOnTwoFactor(page);
}
