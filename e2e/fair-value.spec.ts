import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

test('an organiser with donation receipts sets the fair value of a ticket', async ({
	page,
	account,
	priced,
}) => {
	const { api, event } = priced;
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	await api.call('put', `/api/organisations/${organisation.id}/gift-receipt-settings`, {
		regime: 'uk',
		number: '1234567',
	});
	await signInAs(page, account);
	await page.goto(`/events/${event.slug}/tickets`);
	await page.getByRole('button', { name: 'Edit Seat' }).click();
	const dialog = page.getByRole('dialog');
	const field = dialog.getByLabel('Fair value');
	await field.fill('24');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(field).toHaveAccessibleDescription(/must be less than the price/);
	await field.fill('15');
	await expect(dialog.getByText('of which donation')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
});

test('a buyer sees the donation in the price before paying', async ({ page, priced, freshEmail }) => {
	const { api, event } = priced;
	await api.call('put', `/api/events/${event.id}/fundraiser`, {
		goalMinor: 100_000,
		currency: 'EUR',
		story: '',
		presetsMinor: [],
	});
	await api.call('post', `/api/events/${event.id}/fundraiser/publish`);
	const { data } = await api.call('get', `/api/events/${event.id}/ticket-types`);
	const seat = data.find((type: { name: string }) => type.name === 'Seat');
	await api.call('patch', `/api/events/${event.id}/ticket-types/${seat.id}`, { fairValueMinor: 1_500 });
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(event.path);
	const box = page.getByRole('region', { name: 'Get tickets' });
	await expect(box.getByText('incl. €9.00 donation')).toBeVisible();
	await box.getByRole('spinbutton', { name: 'Quantity, Seat' }).fill('2');
	await box.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box.getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await expect(box.getByText('Includes €4.79 tax and €18.00 donation')).toBeVisible();
	await box.getByRole('button', { name: 'Continue to payment · €48.00' }).click();
	await page.waitForURL(/\/checkout\/[\w-]+$/);
	await expect(page.getByText('Donation in the price of Seat')).toBeVisible();
});

test('a donor to a US charity reads what is deductible before paying, and with the ticket', async ({
	page,
	priced,
}) => {
	const { api, event, hold } = priced;
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	const path = `/api/organisations/${organisation.id}`;
	await api.call('patch', `${path}/settings`, { legalName: 'Harbour Hall', address: 'Pier 1' });
	const settings = { regime: 'us', number: '12-3456789', isAutomatic: false };
	const goal = { goalMinor: 100_000, currency: 'EUR', story: '', presetsMinor: [] };
	await api.call('put', `${path}/gift-receipt-settings`, settings);
	await api.call('put', `/api/events/${event.id}/fundraiser`, goal);
	await api.call('post', `/api/events/${event.id}/fundraiser/publish`);
	const { data } = await api.call('get', `/api/events/${event.id}/ticket-types`);
	const seat = data.find((type: { name: string }) => type.name === 'Seat');
	await api.call('patch', `/api/events/${event.id}/ticket-types/${seat.id}`, { fairValueMinor: 1_500 });
	const { manageToken } = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	const disclosure = page.getByText(/are worth €15.00. .*only the rest, €9.00, is deductible/);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/checkout/${manageToken}`);
	await expect(disclosure).toBeVisible();
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €24.00' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
	await expect(disclosure).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});
