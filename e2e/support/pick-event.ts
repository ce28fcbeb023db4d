import type { Locator } from '@playwright/test';
import { expect } from './test.ts';

/** Chooses the event that a word of its title finds, by keyboard. */
export async function pickEvent(where: Locator, label: string, word: string): Promise<void> {
	const field = where.getByRole('combobox', { name: label, exact: true });
	const option = where.page().getByRole('listbox').getByRole('option');
	// A page that scrolls to the field closes the list; typing opens it again.
	await expect(async () => {
		await field.fill('');
		await field.fill(word);
		await expect(option).toHaveCount(1, { timeout: 1_500 });
		await expect(option).toContainText(word, { timeout: 1_000 });
		await field.press('ArrowDown');
		await expect(option).toHaveAttribute('data-focused', 'true', { timeout: 1_000 });
	}).toPass();
	await field.press('Enter');
	await expect(option.filter({ hasText: word })).toHaveCount(0);
}
