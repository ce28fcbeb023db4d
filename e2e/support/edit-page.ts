import { expect, type Locator, type Page } from '@playwright/test';
import { inDays } from './days.ts';
import { signInAs } from './door.ts';
import { apiOf } from './selling.ts';
import type { Account } from './test.ts';

/** A section of the page that edits an event, unfolded. */
export async function openPart(page: Page, name: string): Promise<Locator> {
	const part = page.getByRole('region', { name, exact: true });
	const details = part.locator('details').first();
	if (!(await details.evaluate((element: HTMLDetailsElement) => element.open)))
		await part.locator('summary').first().click();
	await expect(details).toHaveAttribute('open');
	return part;
}

/** Types something, and waits until the page has saved it by itself. */
export async function untilSaved(page: Page, type: () => Promise<unknown>): Promise<void> {
	const written = page.waitForResponse(
		(response) => response.request().method() === 'PATCH' && /\/api\/events\/[^/]+$/.test(response.url()),
	);
	await type();
	expect((await written).status()).toBe(200);
}

/** A draft of `account` with a description, on the page that edits it. @returns its id and that section */
export async function describeMarket(
	page: Page,
	account: Account,
): Promise<{ id: string; section: Locator }> {
	await signInAs(page, account);
	const { id } = await apiOf(page.request, account).call('post', '/api/events', {
		title: 'Winter market',
		startsAtLocal: `${inDays(30)}T10:00`,
		timeZone: 'Europe/Berlin',
		description: 'Forty stalls.',
	});
	await page.goto(`/events/${id}/edit`);
	return { id, section: await openPart(page, 'Description') };
}
