import { readFile } from 'node:fs/promises';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Codes, as the organiser makes them. */

test('a code is made by keyboard on a phone, its link copied, edited and ended', async ({
	page,
	account,
	priced,
	faults,
}) => {
	faults.allow(/status of 409/);
	const { api, event } = priced;
	await page.setViewportSize({ width: 390, height: 844 });
	await signInAs(page, account);
	await page.addInitScript(() => {
		Object.defineProperty(navigator, 'clipboard', {
			value: { writeText: async (text: string) => void document.body.setAttribute('data-copied', text) },
		});
	});
	await page.goto(`${event.path}/tickets`);
	await page.getByRole('link', { name: 'Add a code' }).press('Enter');
	await expect(page).toHaveURL(/\/tickets\/codes$/);
	await expect(
		page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Tickets' }),
	).toHaveAttribute('aria-current', 'page');
	await expect(page.getByText('Give an early-bird discount')).toBeVisible();

	const dialog = page.getByRole('dialog');
	await page.getByRole('button', { name: 'New code' }).press('Enter');
	await dialog.getByLabel('Percentage', { exact: true }).press('Enter');
	await expect(dialog.getByLabel('Code', { exact: true })).toBeFocused();
	await page.keyboard.type('EARLY');
	await dialog.getByLabel('Percentage', { exact: true }).focus();
	await page.keyboard.type('20');
	await expect(dialog.locator('form').getByRole('status')).toHaveText('Seat costs €19.20 instead of €24.00.');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await page.keyboard.press('Enter');
	const row = page.getByRole('row', { name: /EARLY/ });
	await expect(row).toContainText('20% off');
	await expect(row).toContainText('Active');
	expect(await axeFindings(page)).toEqual([]);

	await page.getByRole('button', { name: 'Copy link of EARLY' }).press('Enter');
	await expect(page.locator('body')).toHaveAttribute(
		'data-copied',
		new RegExp(`${event.path}\\?code=EARLY$`),
	);

	// The same letters again are refused where they stand.
	await page.getByRole('button', { name: 'New code' }).press('Enter');
	await dialog.getByLabel('Code', { exact: true }).fill('early');
	await dialog.getByLabel('Percentage', { exact: true }).fill('10');
	await page.keyboard.press('Enter');
	await expect(dialog.getByLabel('Code', { exact: true })).toHaveAccessibleDescription(
		/already has this code/,
	);
	await dialog.getByRole('button', { name: 'Generate' }).click();
	await expect(dialog.getByLabel('Code', { exact: true })).toHaveValue(/^[A-Z2-9]{10}$/);
	await page.keyboard.press('Escape');

	const menu = row.getByRole('button', { name: 'More actions for EARLY' });
	await menu.press('Enter');
	await page.getByRole('menuitem', { name: 'Edit' }).press('Enter');
	await dialog.getByLabel('Discount').selectOption('Amount off each ticket');
	await dialog.getByLabel('Amount off').fill('5');
	await dialog.getByText('Limits').click();
	await dialog.getByLabel(/^Uses(?! per)/).fill('100');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(row).toContainText('€5.00 off each ticket');
	await expect(row).toContainText('0 of 100');

	await menu.press('Enter');
	await page.getByRole('menuitem', { name: 'End now' }).press('Enter');
	await expect(row).toContainText('Ended');
	await page.getByRole('button', { name: 'Undo' }).click();
	await expect(row).toContainText('Active');
	const { data } = await api.call('get', `/api/events/${event.id}/codes`);
	expect(data).toMatchObject([{ code: 'EARLY', kind: 'fixed', amountMinor: 500, uses: 100, endsAt: null }]);

	await menu.press('Enter');
	await page.getByRole('menuitem', { name: 'Delete' }).press('Enter');
	await dialog.getByRole('button', { name: 'Delete' }).click();
	await expect(page.getByText('No codes yet')).toBeVisible();
});

test('many codes are made at once, downloaded and ended together', async ({ page, account, priced }) => {
	const { event } = priced;
	await signInAs(page, account);
	await page.goto(`${event.path}/tickets/codes`);
	const dialog = page.getByRole('dialog');
	await page.getByRole('button', { name: 'Create batch' }).click();
	await dialog.getByLabel('How many').fill('250');
	await dialog.getByLabel('Label').fill('Members');
	await dialog.getByLabel('Discount').selectOption('Set price');
	await dialog.getByLabel('Price of each ticket').fill('10');
	await dialog.getByRole('button', { name: 'Create codes' }).click();
	await expect(dialog.getByText('250 codes are ready')).toBeVisible();
	const saved = page.waitForEvent('download');
	await dialog.getByRole('button', { name: 'Download CSV' }).click();
	const lines = (await readFile(await (await saved).path(), 'utf8')).trim().split('\r\n');
	expect(lines).toHaveLength(251);
	expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(251);
	expect(lines[1]).toMatch(/^([A-Z2-9]{10}),Members,http\S+\?code=\1,price,10\.00,EUR,1,0,0\.00,/);

	const row = page.getByRole('row', { name: /250 codes/ });
	await expect(row).toContainText('€10.00 each');
	await expect(row).toContainText('0 of 250');
	await row.getByRole('button', { name: 'More actions for Members' }).click();
	await page.getByRole('menuitem', { name: 'End now' }).click();
	await expect(row).toContainText('Ended');

	// One of them is found by its beginning.
	const one = lines[7]?.split(',')[0] ?? '';
	await page.getByRole('searchbox', { name: 'Search codes' }).fill(one.slice(0, 6).toLowerCase());
	await expect(page.getByRole('row', { name: new RegExp(one) })).toContainText('Ended');
});
