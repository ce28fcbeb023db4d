import { readFileSync } from 'node:fs';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** All paid orders of a cancelled event go back with one press, and the screen says how far it is. */
test('the orders of a cancelled event are refunded', async ({ page, account, priced }) => {
	const { api, event, hold, payByCard } = priced;
	for (const name of ['Ada', 'Grace', 'Alan']) {
		const buyer = { name, email: `${name.toLowerCase()}@example.org` };
		await payByCard(await hold(buyer, [name]));
	}
	await api.call('post', `/api/events/${event.id}/cancel`, { message: 'Storm' });
	// The time for undoing it ends.
	const { data } = await api.call('get', `/api/events/${event.id}/changes`);
	await api.call('post', `/api/events/${event.id}/changes/${data[0].id}/notify-now`);
	await expect
		.poll(async () => (await api.call('get', `/api/events/${event.id}/changes`)).data[0].notifiedAt)
		.not.toBeNull();
	await signInAs(page, account);
	await page.goto(`/events/${event.slug}/orders`);
	await expect(page.getByText('3 paid orders are not refunded yet.')).toBeVisible();
	await page.getByRole('button', { name: 'Refund all orders' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText('€72.00')).toHaveCount(2);
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('Storm');
	await dialog.getByRole('button', { name: 'Refund 3 orders' }).click();
	await expect(page.getByText('3 of 3')).toBeVisible();
	await expect(page.getByText('Every paid order is refunded.')).toBeVisible();
	await expect(page.getByRole('cell', { name: 'Refunded' })).toHaveCount(3);
});

/** A bank statement pays the orders that it names; the rest is matched by hand, or put aside and back. */
test('bank transfers are matched with orders', async ({ page, account, request, faults }) => {
	// A file and a reference that are refused.
	faults.allow(/status of 4\d\d POST .*\/bank-(files|lines)/);
	const { hold, pay } = await makePricedEvent(request, account, { takesTransfers: true });
	const orderOf = async (name: string) => {
		const order = await hold({ name, email: `${name.toLowerCase()}@example.org` }, [name]);
		const { order: paying } = await pay(order, { method: 'transfer' });
		return { ...order, reference: paying.transfer.reference as string };
	};
	const [ada, grace] = [await orderOf('Ada'), await orderOf('Grace')];
	const statement = [
		'Date,Name,Reference,Amount,Currency',
		`2026-11-20,Ada,Tickets ${ada.reference},24.00,EUR`,
		'2026-11-21,Grace,Two seats please,30.00,EUR',
		'2026-11-22,Landlord,Rent,-900.00,EUR',
	].join('\n');
	const choose = (name: string, content: string) =>
		page
			.getByLabel('Bank statement')
			.setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) });

	await signInAs(page, account);
	await page.goto('/money');
	await expect(page.getByText('No transfers to match.')).toBeVisible();
	await choose('statement.csv', 'Something,else\n1,2\n');
	await expect(page.getByText(/The columns for date, amount and reference were not found/)).toBeVisible();
	await choose('statement.csv', statement);
	await expect(page.getByText('1 transfer matched')).toBeVisible();
	await expect(page.getByText('1 waits for you below.')).toBeVisible();
	const waiting = page.getByRole('list', { name: 'To match' });
	await expect(waiting.getByText('No order has this reference')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	await waiting.getByRole('button', { name: 'Dismiss' }).click();
	await expect(page.getByText('No transfers to match.')).toBeVisible();
	await page.getByRole('button', { name: 'Undo' }).click();
	await waiting.getByRole('button', { name: 'Match' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Reference of the order').fill('RF18 NOTHING');
	await dialog.getByRole('button', { name: 'Match' }).click();
	await expect(dialog.getByText('No order has this reference.')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByLabel('Reference of the order').fill(grace.reference);
	await dialog.getByLabel('Reference of the order').press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByText('No transfers to match.')).toBeVisible();
	await page.getByLabel('Transfers', { exact: true }).selectOption('Matched');
	await expect(
		page.getByRole('list', { name: 'Matched' }).getByRole('link', { name: /^Order / }),
	).toHaveCount(2);
});

/**
 * Every figure of an event opens the rows that it is the sum of. A month goes to the tax adviser: refused until DATEV's numbers are
 * entered, then a file with the numbers of the chart. The money is there to the single movement, with payouts and disputes.
 */
test('what an event brought in, its month for DATEV, and the money of the organisation', async ({
	page,
	account,
	priced,
	faults,
}) => {
	faults.allow(/status of 422 GET .*\/journal\/datev/);
	const { api, event, hold, payByCard } = priced;
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	await signInAs(page, account);
	await page.goto('/money');
	await expect(page.getByText('No payouts yet')).toBeVisible();
	await expect(page.getByText('The books and the provider agree.')).toBeVisible();
	await page.goto(`/events/${event.slug}/money`);
	await expect(page.getByText('Nothing was sold yet')).toBeVisible();
	await payByCard(await hold({ name: 'Ada', email: 'ada@example.org' }, ['Ada', 'Grace']));
	await page.reload();
	await page.getByRole('link', { name: 'Tax', exact: true }).click();
	const rows = page.getByRole('region', { name: 'Tax' });
	await expect(rows.getByRole('cell', { name: '€7.66' })).toBeVisible();
	await expect(rows.getByRole('cell', { name: 'Ada' })).toBeVisible();

	await page.goto('/money/reports');
	const button = page.getByRole('button', { name: 'Download for DATEV' });
	await button.click();
	await expect(page.getByText('Enter the consultant number and the client number')).toBeVisible();
	await page.getByRole('button', { name: 'Enter them' }).click();
	const sheet = page.getByRole('dialog', { name: 'Accounts for DATEV' });
	await sheet.getByRole('combobox', { name: 'Chart of accounts' }).selectOption('SKR04');
	await sheet.getByRole('textbox', { name: 'Consultant number' }).fill('29098');
	await sheet.getByRole('textbox', { name: 'Client number' }).fill('0');
	await sheet.getByRole('textbox', { name: 'Number of Bank' }).fill('12');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await sheet.getByRole('button', { name: 'Save' }).click();
	await expect(sheet.getByRole('textbox', { name: 'Client number' })).toHaveAccessibleDescription(
		/Enter a number from 1 to 99999\./,
	);
	await sheet.getByRole('textbox', { name: 'Client number' }).fill('55003');
	await sheet.getByRole('textbox', { name: 'Number of Bank' }).fill('1850');
	await sheet.getByRole('button', { name: 'Save' }).click();
	await expect(sheet).toBeHidden();
	const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
	expect(file.suggestedFilename()).toMatch(/^EXTF_Buchungsstapel_20\d\d-\d\d_EUR\.csv$/);
	const text = readFileSync(await file.path(), 'latin1');
	expect(text).toMatch(/^"EXTF";700;21;"Buchungsstapel";13;/);
	expect(text).toContain('48,00;"S";"EUR";;;;10000;4400;');

	const act = (name: string) =>
		api.call('post', `/api/organisations/${organisation.id}/payment-account/test`, { act: name });
	await act('dispute_lost');
	await act('charge');
	await act('payout');
	await page.goto('/money');
	await expect(page.getByText('Not authorised by the cardholder')).toBeVisible();
	await expect(page.getByRole('cell', { name: 'Paid out' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('region', { name: 'Payouts' }).getByRole('link').click();
	await expect(page.getByRole('heading', { name: 'Payout', level: 1 })).toBeVisible();
	await expect(page.getByRole('cell', { name: 'Charge', exact: true }).first()).toBeVisible();
});
