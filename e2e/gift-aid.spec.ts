import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** Gift Aid from the declaration in the donation form to the schedule of the claim. */
test('a donor adds Gift Aid by keyboard; the charity claims it once', async ({
	page,
	account,
	request,
	freshEmail,
	faults,
}) => {
	test.slow();
	faults.allow(/status of 400 POST /);
	const { api, event, payByCard } = await makePricedEvent(request, account, {}, 'GBP');
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	const receipts = { regime: 'uk', number: '1234567', isAutomatic: false };
	const path = `/api/organisations/${organisation.id}/gift-receipt-settings`;
	await api.call('put', path, receipts);
	const data = { goalMinor: 100_000, currency: 'GBP', story: '', presetsMinor: [4_000] };
	await api.call('put', `/api/events/${event.id}/fundraiser`, data);
	await api.call('post', `/api/events/${event.id}/fundraiser/publish`, {});

	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/register/${event.id}`);
	const box = page.getByRole('region', { name: 'Donate' });
	const amount = box.getByRole('radio', { name: '£40.00' });
	await amount.focus();
	await page.keyboard.press('Space');
	await expect(amount).toBeChecked();
	const choice = box.getByRole('checkbox', { name: 'Add Gift Aid' });
	await choice.focus();
	await page.keyboard.press('Space');
	await expect(box.getByText(/I want to Gift Aid this donation to .* in the current tax year/)).toBeVisible();
	await box.getByRole('radio', { name: /future ones/ }).check();
	await expect(box.getByText(/any donations I make in the future/)).toBeVisible();
	await box.getByLabel('First name').fill('Ada');
	await box.getByLabel('Last name').fill('King-Noel');
	await box.getByLabel('House name or number').fill('12');
	await box.getByLabel('Postcode').fill('Paris');
	await box.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box.getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await box.getByRole('button', { name: /^Continue/ }).click();
	await expect(box.getByLabel('Postcode')).toBeFocused();
	await expect(box.getByLabel('Postcode')).toHaveAttribute('aria-invalid', 'true');
	expect(await axeFindings(page, { inside: 'main' })).toEqual([]);
	await box.getByLabel('Postcode').fill('sw1a1aa');
	await box.getByRole('button', { name: /^Continue/ }).click();
	await page.waitForURL(/\/checkout\//);
	await typeCard(page);
	await page.getByRole('button', { name: /^Pay / }).click();
	await page.waitForURL(/\/my-ticket\//);

	// Somebody without a declaration: not to be claimed.
	const gift = { amountMinor: 500 };
	const quote = await api.call('post', `/api/events/${event.id}/quote`, { items: [], gift });
	const order = await api.call('post', `/api/events/${event.id}/orders`, {
		buyer: { name: 'Grace Hopper', email: freshEmail('grace') },
		...{ items: [], gift, hold: true, quoteHash: quote.hash },
	});
	await payByCard({ manageToken: order.manageToken, quoteHash: quote.hash });

	await signInAs(page, account);
	await page.goto('/money/reports');
	const due = page.getByRole('region', { name: 'Gift Aid to claim' });
	await expect(due.getByText('Ada Lovelace')).toBeVisible();
	await expect(due.getByText('Grace Hopper')).toBeHidden();
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole('button', { name: 'Make claim' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Make claim' }).click();
	await expect(page.getByText('Nothing to claim')).toBeVisible();
	const claims = page.getByRole('region', { name: 'Gift Aid claims' });
	await expect(claims.getByText('£40.00')).toBeVisible();
	await expect(claims.getByRole('cell', { name: '£10.00', exact: true })).toBeVisible();
	const download = page.waitForEvent('download');
	await claims.getByRole('button', { name: 'CSV' }).click();
	expect((await download).suggestedFilename()).toMatch(/^test gift aid .* part 1\.csv$/);
	const sheet = page.waitForEvent('download');
	await claims.getByRole('button', { name: 'ODS' }).click();
	expect((await sheet).suggestedFilename()).toMatch(/^test gift aid .* part 1\.ods$/);
	expect(await axeFindings(page, { inside: 'main' })).toEqual([]);

	// The donor without a declaration signs one on paper.
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.id}/fundraiser`);
	await page.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
	await page.getByRole('menuitem', { name: 'Add Gift Aid declaration' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add Gift Aid declaration' });
	await dialog.getByLabel('First name').fill('Grace');
	await dialog.getByLabel('Last name').fill('Hopper');
	await dialog.getByLabel('House name or number').fill('7');
	await dialog.getByRole('button', { name: 'Add declaration' }).click();
	await expect(dialog.getByRole('textbox', { name: 'Postcode' })).toHaveAttribute('aria-invalid', 'true');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('textbox', { name: 'Postcode' }).fill('M1 1AE');
	await dialog.getByRole('button', { name: 'Add declaration' }).click();
	await expect(dialog).toBeHidden();
	const list = page.getByRole('region', { name: 'Gift Aid declarations' });
	await expect(list.getByRole('row', { name: /Grace Hopper.*Valid/ })).toBeVisible();
	await page.getByRole('combobox', { name: 'State' }).last().selectOption({ label: 'Claimed' });
	await expect(list.getByText('Grace Hopper')).toBeHidden();
	await expect(list.getByText('Ada King-Noel')).toBeVisible();
	await page.goto('/money/reports');
	await expect(due.getByText('Grace Hopper')).toBeVisible();
	await list.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
	await page.getByRole('menuitem', { name: 'View declaration' }).click();
	const shown = page.getByRole('dialog', { name: 'Gift Aid declaration' });
	await expect(shown.getByText('7, M1 1AE')).toBeVisible();
	await expect(shown.getByText(/I want to Gift Aid this donation to/)).toBeVisible();
	await page.keyboard.press('Escape');
	await list.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
	await page.getByRole('menuitem', { name: 'Cancel declaration' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel declaration' }).click();
	await expect(list.getByRole('row', { name: /Grace Hopper.*Cancelled/ })).toBeVisible();
	await expect(page.getByText('Nothing to claim')).toBeVisible();

	// The same donor makes another one by telephone, and moves.
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.id}/fundraiser`);
	await page.getByRole('button', { name: 'Actions for Grace Hopper' }).first().click();
	await page.getByRole('menuitem', { name: 'Add Gift Aid declaration' }).click();
	await dialog.getByRole('radio', { name: /you sent a written record by letter/ }).check();
	await expect(dialog.getByLabel('Letter sent on')).toBeVisible();
	await dialog.getByRole('radio', { name: /email the donor a written record/ }).check();
	await expect(dialog.getByLabel('Letter sent on')).toBeHidden();
	await dialog.getByLabel('First name').fill('Grace');
	await dialog.getByLabel('Last name').fill('Hopper');
	await dialog.getByLabel('House name or number').fill('7');
	await dialog.getByRole('textbox', { name: 'Postcode' }).fill('M1 1AE');
	await dialog.getByRole('button', { name: 'Add declaration' }).click();
	await expect(dialog).toBeHidden();
	const spoken = list.getByRole('row', { name: /Grace Hopper.*Donor may cancel/ });
	await expect(spoken).toBeVisible();
	await spoken.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
	await page.getByRole('menuitem', { name: 'Change name or address' }).click();
	const moved = page.getByRole('dialog', { name: 'Change name or address' });
	await moved.getByLabel('House name or number').fill('The Mill');
	await moved.getByRole('button', { name: 'Save' }).click();
	await expect(spoken.getByText('The Mill, M1 1AE')).toBeVisible();
});
