import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/**
 * Chooses an item of the menu that is open, by key. The menu has to have the focus first: it gives it to its first item when it opens,
 * which would get the key.
 */
export async function chooseItem(page: Page, name: string): Promise<void> {
	await expect(page.locator('[role="menuitem"]:focus')).toHaveCount(1);
	await page.getByRole('menuitem', { name, exact: true }).press('Enter');
}
