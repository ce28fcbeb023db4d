import { axeFindings } from './support/axe.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** All paid orders of a cancelled event go back with one press, and the screen says how far it is. */
test('the orders of a cancelled event are refunded', async ({ page, request, createAccount }) => {
	const account = await createAccount();
	const { api, event, hold, payByCard } = await makePricedEvent(request, account);
	for (const name of ['Ada', 'Grace', 'Alan']) {
		const buyer = { name, email: `${name.toLowerCase()}@example.org` };
		await payByCard(await hold(buyer, [name]));
	}
	await api.call('post', `/api/events/${event.id}/cancel`, { message: 'Storm' });
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
	await page.goto(`/events/${event.slug}/orders`);
	await expect(page.getByText('3 paid orders are not refunded yet.')).toBeVisible();
	await page.getByRole('button', { name: 'Refund all orders' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText('€72.00')).toHaveCount(2);
	expect(await axeFindings(page)).toEqual([]);
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('Storm');
	await dialog.getByRole('button', { name: 'Refund 3 orders' }).click();
	await expect(page.getByText('3 of 3')).toBeVisible();
	await expect(page.getByText('Every paid order is refunded.')).toBeVisible();
	await expect(page.getByRole('cell', { name: 'Refunded' })).toHaveCount(3);
	expect(await axeFindings(page)).toEqual([]);
});

/** Where the money is: payouts to the single movement, disputes, and what differs from the provider. */
test('the money of an organisation', async ({ page, request, createAccount }) => {
	const account = await createAccount();
	const { api, event } = await makePricedEvent(request, account);
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
	await page.goto('/money');
	await expect(page.getByText('No payouts yet')).toBeVisible();
	await expect(page.getByText('The books and the provider agree.')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	const act = (name: string) =>
		api.call('post', `/api/organisations/${organisation.id}/payment-account/test`, { act: name });
	await act('dispute_lost');
	await act('charge');
	await act('payout');
	await page.reload();
	await expect(page.getByText('Not authorised by the cardholder')).toBeVisible();
	await expect(page.getByRole('cell', { name: 'Paid out' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('region', { name: 'Payouts' }).getByRole('link').click();
	await expect(page.getByRole('heading', { name: 'Payout', level: 1 })).toBeVisible();
	await expect(page.getByRole('cell', { name: 'Charge', exact: true }).first()).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});

/** Every figure of an event opens the rows that it is the sum of. */
test('what an event brought in', async ({ page, request, createAccount }) => {
	const account = await createAccount();
	const { event, hold, payByCard } = await makePricedEvent(request, account);
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
	await page.goto(`/events/${event.slug}/money`);
	await expect(page.getByText('Nothing was sold yet')).toBeVisible();
	await payByCard(await hold({ name: 'Ada', email: 'ada@example.org' }, ['Ada', 'Grace']));
	await page.reload();
	await page.getByRole('link', { name: 'Tax', exact: true }).click();
	const rows = page.getByRole('region', { name: 'Tax' });
	await expect(rows.getByRole('cell', { name: '€7.66' })).toBeVisible();
	await expect(rows.getByRole('cell', { name: 'Ada' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});
