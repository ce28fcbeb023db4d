import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** Chooses the event that a word of its title finds, by keyboard. */
export async function pickEvent(where: Locator, label: string, word: string): Promise<void> {
	const field = where.getByRole('combobox', { name: label, exact: true });
	await field.fill(word);
	const option = where.page().getByRole('option');
	await expect(option).toHaveCount(1);
	await expect(option).toContainText(word);
	await field.press('ArrowDown');
	await field.press('Enter');
	await expect(option).toHaveCount(0);
}
