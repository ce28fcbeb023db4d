import { axeFindings } from './support/axe.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

test('an organiser with donation receipts sets the fair value of a ticket', async ({
	page,
	request,
	createAccount,
}) => {
	const account = await createAccount();
	const { api, event } = await makePricedEvent(request, account);
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	const saved = await request.put(`/api/organisations/${organisation.id}/gift-receipt-settings`, {
		headers: { authorization: `Bearer ${account.token}` },
		data: { regime: 'uk', number: '1234567' },
	});
	expect(saved.status(), await saved.text()).toBe(200);
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
	await page.goto(`/events/${event.slug}/tickets`);
	await page.getByRole('button', { name: 'Edit Seat' }).click();
	const dialog = page.getByRole('dialog');
	const field = dialog.getByLabel('Fair value');
	await field.fill('24');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(field).toHaveAccessibleDescription(/must be less than the price/);
	await field.fill('15');
	await expect(dialog.getByText('of which donation')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
});

test('a buyer sees the donation in the price before paying', async ({
	page,
	request,
	createAccount,
	freshEmail,
}) => {
	const account = await createAccount();
	const { api, event } = await makePricedEvent(request, account);
	const made = await request.put(`/api/events/${event.id}/fundraiser`, {
		headers: { authorization: `Bearer ${account.token}` },
		data: { goalMinor: 100_000, currency: 'EUR', story: '', presetsMinor: [] },
	});
	expect(made.status(), await made.text()).toBe(200);
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
	expect(await axeFindings(page)).toEqual([]);
});
