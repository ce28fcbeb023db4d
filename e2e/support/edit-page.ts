import { expect, type Locator, type Page } from '@playwright/test';

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
