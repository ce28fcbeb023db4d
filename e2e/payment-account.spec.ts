import { axeFindings } from './support/axe.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** An organiser takes card payments in test mode within some presses, and chooses other ways. */
test('an account is opened, onboarded and enabled, and a transfer is offered', async ({
	page,
	request,
	createAccount,
	faults,
}) => {
	faults.allow(/400/);
	const account = await createAccount();
	await apiOf(request, account).sellingEvent();
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
	await page.goto('/stripe-connect-demo');
	await expect(page.getByText('Not started')).toBeVisible();
	await expect(page.getByText('Nothing was sold yet.')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
	await page.getByRole('button', { name: 'Open an account' }).click();
	await page.waitForURL(/\/test-gateway\/onboarding\//);
	await page.goto('/stripe-connect-demo?returned');
	await expect(page.getByText('In progress')).toBeVisible();
	await page.getByRole('button', { name: 'Enable now (test mode)' }).click();
	await expect(page.getByText('Enabled', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Restrict (test mode)' }).click();
	await expect(page.getByText('Restricted', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Enable now (test mode)' }).click();

	await page.getByText('Bank transfer', { exact: true }).click();
	await page.getByRole('textbox', { name: 'Account holder' }).fill('Harbour choir');
	await page.getByRole('textbox', { name: 'IBAN' }).fill('DE00 3704 0044 0532 0130 00');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Please enter a valid IBAN.').first()).toBeVisible();
	await page.getByRole('textbox', { name: 'IBAN' }).fill('DE89 3704 0044 0532 0130 00');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Saved', { exact: true })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});
