import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Receipt and invoice on the buyer's page; documents and the tax report of the organisation. */

test('a buyer opens the receipt, asks for an invoice and changes it; the organiser finds all of it', async ({
	page,
	account,
	priced,
	request,
}) => {
	const { api, event, hold, payByCard } = priced;
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	await api.call('patch', `/api/organisations/${organisation.id}/settings`, {
		...{ address: 'Pier 1, 10115 Berlin', countryCode: 'DE', taxNumber: 'DE123456789' },
	});
	const order = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada', 'Mary']);
	await payByCard(order);
	const { manageToken } = order;
	await page.goto(`/my-ticket/${manageToken}`);
	const section = page.getByRole('region', { name: 'Receipt and invoice' });
	const receipt = section.getByRole('link', { name: /Receipt TEST-REC-000001/ });
	await expect(receipt).toBeVisible();
	const file = await request.get((await receipt.getAttribute('href')) as string);
	expect(file.headers()['content-type']).toBe('application/pdf');
	expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');

	await section.getByRole('button', { name: 'Get an invoice' }).click();
	const dialog = page.getByRole('dialog', { name: 'Get an invoice' });
	await dialog.getByRole('button', { name: 'Issue invoice' }).click();
	await expect(dialog.getByText('This field is required.').first()).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByLabel('Company').fill('Acme Ltd');
	await dialog.getByLabel('Address').fill('Road 2\nLeeds');
	await dialog.getByLabel('VAT number').fill('GB123456789');
	await dialog.getByLabel('VAT number').press('Enter');
	await expect(section.getByRole('link', { name: /Invoice TEST-INV-000001/ })).toBeVisible();

	await section.getByRole('button', { name: 'Change the invoice' }).click();
	const change = page.getByRole('dialog', { name: 'Change the invoice' });
	await change.getByLabel('Company').fill('Acme Holding');
	await change.getByLabel('Address').fill('Road 3');
	await change.getByText('For e-invoices', { exact: true }).click();
	await change.getByLabel('Reference').fill('PO 4711');
	await change.getByLabel('Postcode').fill('LS1 4AP');
	await change.getByLabel('City').fill('Leeds');
	await change.getByLabel('Email for e-invoices').fill('invoices@acme.example');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await change.getByRole('button', { name: 'Issue invoice' }).click();
	await expect(section.getByRole('link', { name: /Credit note TEST-CN-000002/ })).toBeVisible();
	await expect(section.getByRole('link', { name: /Invoice TEST-INV-000002/ })).toBeVisible();
	await section.getByText('E-invoice', { exact: true }).last().click();
	const ubl = section.getByRole('link', { name: 'UBL of TEST-INV-000002 (XML)' });
	await expect(ubl).toBeVisible();
	await expect(
		section.getByText('For XRechnung, the organiser also has to enter details.').last(),
	).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	const xml = await request.get((await ubl.getAttribute('href')) as string);
	expect(await xml.text()).toContain('<cbc:BuyerReference>PO 4711</cbc:BuyerReference>');

	await signInAs(page, account);
	await page.goto('/money/documents');
	await expect(page.getByText('TEST-INV-000002', { exact: true })).toBeVisible();
	await expect(page.getByText('5 documents shown')).toBeVisible();
	const saved = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download TEST-INV-000002' }).click();
	expect((await saved).suggestedFilename()).toBe('TEST-INV-000002.pdf');
	await page.getByRole('button', { name: 'E-invoice of TEST-INV-000002' }).click();
	const menu = page.getByRole('menu', { name: 'E-invoice of TEST-INV-000002' });
	await expect(menu.getByRole('menuitem', { name: 'Open settings' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	const cii = page.waitForEvent('download');
	await menu.getByRole('menuitem', { name: 'CII' }).click();
	expect((await cii).suggestedFilename()).toBe('TEST-INV-000002-cii.xml');
	await page.getByLabel('Kind').selectOption({ label: 'Credit note' });
	await expect(page.getByText('2 documents shown')).toBeVisible();
	const zip = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download ZIP' }).click();
	expect((await zip).suggestedFilename()).toBe('documents.zip');

	await page.goto(`/events/${event.slug}/orders`);
	const orders = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download CSV' }).click();
	expect((await orders).suggestedFilename()).toMatch(/orders.*\.csv$/);
	await page.getByRole('link', { name: order.code }).click();
	const documents = page.getByRole('region', { name: 'Documents' });
	await expect(documents.getByRole('listitem')).toHaveCount(5);
	const invoice = page.waitForEvent('download');
	await documents.getByRole('button', { name: 'Download TEST-INV-000002' }).click();
	expect((await invoice).suggestedFilename()).toBe('TEST-INV-000002.pdf');
});

test('the tax report of a month, its journal, and the closing of a month that is over', async ({
	page,
	account,
	priced,
}) => {
	const { hold, payByCard } = priced;
	const order = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	await signInAs(page, account);
	// The books know which month it is; the clock of the device may be in another.
	await page.clock.setSystemTime(new Date(Date.now() + 40 * 86_400_000));
	await page.goto('/money/documents');
	await expect(page.getByText('No documents yet')).toBeVisible();
	await page.getByRole('navigation', { name: 'Money' }).getByRole('link', { name: 'Reports' }).click();
	await expect(page.getByText('Nothing was sold or refunded in this month.')).toBeVisible();

	await payByCard(order);
	await page.reload();
	const table = page.getByRole('table');
	await expect(table.getByRole('row', { name: /Total.*€24\.00/ })).toBeVisible();
	await expect(page.getByText('A month can be closed one hour after it has ended.')).toBeVisible();
	const journal = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download CSV' }).click();
	expect((await journal).suggestedFilename()).toMatch(/^journal-\d{4}-\d\d\.csv$/);

	const months = page.getByLabel('Month', { exact: true });
	const last = await months.locator('option').nth(3).textContent();
	await months.selectOption({ index: 3 });
	await page.getByRole('button', { name: `Close ${last}` }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Close month' }).click();
	await expect(page.getByText(/The figures no longer change/)).toBeVisible();
	await expect(page.getByText(/SHA-256 [0-9a-f]{64}/)).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});
