import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Receipts of donations: what the organiser enters, what the donor downloads, and what both find afterwards. */
test('an organiser sets up donation receipts; a donor gets one and has it issued to another address', async ({
	page,
	account,
	priced,
	request,
}) => {
	test.slow();
	const { api, event, payByCard } = priced;
	await api.call('put', `/api/events/${event.id}/fundraiser`, {
		goalMinor: 100_000,
		currency: 'EUR',
		story: '',
		presetsMinor: [2_000],
	});
	await api.call('post', `/api/events/${event.id}/fundraiser/publish`, {});

	await signInAs(page, account);
	await page.goto('/settings/organisation');
	const card = page.getByRole('region', { name: 'Donation receipts' });
	await card.getByLabel('Country and status').selectOption('us');
	await card.getByRole('button', { name: 'Save' }).click();
	await expect(card.getByText('Missing or out of date: EIN')).toBeVisible();
	await card.getByLabel('EIN').fill('12-3456789');
	await card.getByRole('checkbox', { name: 'Email each donor their receipt at once' }).uncheck();
	await card.getByRole('button', { name: 'Save' }).click();
	await expect(card.getByText('Missing or out of date: EIN')).toBeHidden();
	expect(await axeFindings(page)).toEqual([]);

	const gift = { amountMinor: 2_000 };
	const quote = await api.call('post', `/api/events/${event.id}/quote`, { items: [], gift });
	const order = await api.call('post', `/api/events/${event.id}/orders`, {
		buyer: { name: 'Ada Lovelace', email: 'ada@people.example' },
		items: [],
		gift,
		hold: true,
		quoteHash: quote.hash,
	});
	await payByCard({ manageToken: order.manageToken, quoteHash: quote.hash });
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/my-ticket/${order.manageToken}`);
	const section = page.getByRole('region', { name: 'Receipt and invoice' });
	await section.getByRole('button', { name: 'Get a donation receipt' }).click();
	const dialog = page.getByRole('dialog', { name: 'Donation receipt with your address' });
	await dialog.getByRole('button', { name: 'Issue receipt' }).click();
	await expect(dialog.getByText('This field is required.').first()).toBeVisible();
	await dialog.getByLabel('Name').fill('Ada Lovelace');
	await dialog.getByLabel('Address').fill('Road 2\nLeeds');
	await dialog.getByRole('button', { name: 'Issue receipt' }).click();
	const receipt = section.getByRole('link', { name: /Donation receipt TEST-DON-000001/ });
	await expect(receipt).toBeVisible();
	const file = await request.get((await receipt.getAttribute('href')) as string);
	expect((await file.body()).subarray(0, 5).toString()).toBe('%PDF-');
	await section.getByRole('button', { name: 'Change the donation receipt' }).click();
	await dialog.getByLabel('Name').fill('Ada Lovelace');
	await dialog.getByLabel('Address').fill('Road 3');
	await dialog.getByRole('button', { name: 'Issue receipt' }).click();
	await expect(
		section.getByRole('link', { name: /Cancelled donation receipt TEST-DONC-000001/ }),
	).toBeVisible();
	await expect(section.getByRole('link', { name: /Donation receipt TEST-DON-000002/ })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`/events/${event.id}/fundraiser`);
	await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
	const download = page.waitForEvent('download');
	await page.getByRole('menuitem', { name: 'Download donation receipt' }).click();
	expect((await download).suggestedFilename()).toBe('TEST-DON-000002.pdf');
	await page.goto('/money/documents?kind=gift_receipt');
	await expect(page.getByText('TEST-DON-000002', { exact: true })).toBeVisible();
});
