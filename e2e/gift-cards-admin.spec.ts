import { axeFindings, isNarrow } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Gift cards as their organisation has them: how they are sold, issued by hand, found, blocked, renewed and refunded. */

test('an organiser starts to sell gift cards, on a phone and by keyboard; one is issued for cash, found by its code, blocked, unblocked and given another code', async ({
	page,
	account,
	priced,
	request,
	mails,
	freshEmail,
}) => {
	const { api, event } = priced;
	const { organisation, organiser } = await api.call('get', `/api/events/${event.id}`);
	await signInAs(page, account);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto('/money/gift-cards');
	await expect(page.getByRole('heading', { level: 1, name: 'Gift cards' })).toBeVisible();
	await expect(page.getByText('No gift cards yet')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Your gift card page' })).toHaveCount(0);
	expect(await isNarrow(page)).toBe(true);

	await page.getByRole('link', { name: 'Start selling' }).press('Enter');
	const settings = page.getByRole('region', { name: 'Selling gift cards' });
	await settings.getByRole('switch', { name: 'Sell gift cards online' }).press('Space');
	await settings.getByRole('textbox', { name: 'Lowest amount' }).fill('20');
	await settings.getByRole('button', { name: 'Add amount' }).press('Enter');
	const last = settings.getByRole('textbox', { name: 'Amount 4' });
	await expect(last).toBeFocused();
	await last.fill('5');
	await settings.getByRole('button', { name: 'Save', exact: true }).press('Enter');
	await expect(
		settings.getByText('Enter an amount between the lowest and the highest.').first(),
	).toBeVisible();
	await expect(last).toBeFocused();
	await last.fill('75');
	await settings.getByLabel('Valid for').selectOption('3 years');
	await settings.getByRole('button', { name: 'Save', exact: true }).press('Enter');
	await expect(settings.getByText('Saved', { exact: true })).toBeVisible();
	expect(await api.call('get', `/api/organisations/${organisation.id}/gift-card-settings`)).toMatchObject({
		...{ isOffered: true, currency: 'EUR', amountsMinor: [2_500, 5_000, 10_000, 7_500] },
		...{ leastMinor: 2_000, validYears: 3, takesPayments: true },
	});
	const share = page.getByRole('region', { name: 'Your gift card page' });
	await expect(share.getByText(`/gift-cards/${organiser.slug}`)).toBeVisible();
	const link = await share.getByRole('link', { name: 'View page' }).getAttribute('href');
	expect((await request.get(link as string)).status()).toBe(200);
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);

	const grace = freshEmail('grace');
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.emulateMedia({ colorScheme: 'light' });
	await page.getByRole('button', { name: 'Issue a gift card' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Issue a gift card' });
	await dialog.getByRole('button', { name: 'Issue gift card' }).press('Enter');
	await expect(dialog.getByText('Enter an amount, like 12.50.').first()).toBeVisible();
	await expect(dialog.getByRole('textbox', { name: 'Amount' })).toBeFocused();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('textbox', { name: 'Amount' }).fill('50');
	await dialog.getByRole('radio', { name: 'Paid in cash' }).check();
	await dialog.getByRole('textbox', { name: 'Recipient’s name' }).fill('Grace Hopper');
	await dialog.getByRole('textbox', { name: 'Recipient’s email' }).fill(grace);
	await dialog.getByRole('textbox', { name: 'Message' }).fill('Enjoy the concert!');
	await dialog.getByRole('button', { name: 'Issue gift card' }).press('Enter');

	// The code is shown once.
	const done = page.getByRole('dialog', { name: 'Gift card of €50.00 issued' });
	const code = (await done.getByTestId('gift-card-code').innerText()).trim();
	expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await done.getByRole('button', { name: 'Done' }).press('Enter');
	await expect(done).toBeHidden();
	expect((await mails.waitFor(grace)).text).toContain(code);

	// Found by its code, which never becomes part of an address.
	const table = page.getByRole('region', { name: 'Gift cards' }).getByRole('table');
	await expect(table.getByRole('row', { name: /Grace Hopper/ })).toContainText('€50.00');
	await page.getByRole('searchbox', { name: 'Search gift cards' }).fill('ada@people.example');
	await expect(page.getByText('No matching gift cards')).toBeVisible();
	await page.getByRole('searchbox', { name: 'Search gift cards' }).fill(code.toLowerCase());
	await expect(table.getByRole('row')).toHaveCount(2);
	expect(page.url()).not.toContain(code.slice(0, 4));

	await table.getByRole('button', { name: `Gift card ${code.slice(-4)}` }).press('Enter');
	await expect(page.getByRole('dialog', { name: `Gift card ···· ${code.slice(-4)}` })).toBeVisible();
	const sheet = page.getByRole('dialog', { name: 'Gift card ····' });
	await expect(sheet.getByText('Paid in cash')).toBeVisible();
	await expect(sheet.getByText('Issued', { exact: true }).first()).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	const check = async (typed: string) => request.post('/api/gift-cards/check', { data: { code: typed } });
	await sheet.getByRole('button', { name: 'Block' }).press('Enter');
	await expect(sheet.getByText('Blocked', { exact: true })).toBeVisible();
	expect(await (await check(code)).json()).toMatchObject({ state: 'blocked', balanceMinor: 5_000 });
	await sheet.getByRole('button', { name: 'Unblock' }).press('Enter');
	await expect(sheet.getByText('Active', { exact: true })).toBeVisible();
	expect(await (await check(code)).json()).toMatchObject({ state: 'active' });

	await sheet.getByRole('button', { name: 'New code' }).press('Enter');
	const confirm = page.getByRole('dialog', { name: 'Replace the code?' });
	await expect(confirm.getByText(grace)).toBeVisible();
	await confirm.getByRole('button', { name: 'Replace code' }).press('Enter');
	await expect(confirm).toBeHidden();
	expect((await check(code)).ok()).toBe(false);
	await sheet.getByRole('button', { name: 'Send again' }).press('Enter');
	const send = page.getByRole('dialog', { name: 'Send this gift card again' });
	const other = freshEmail('hopper');
	await send.getByRole('textbox', { name: 'Email address' }).fill('grace');
	await send.getByRole('button', { name: 'Send', exact: true }).press('Enter');
	await expect(send.getByText('Enter an email address, like name@example.com.')).toBeVisible();
	await send.getByRole('textbox', { name: 'Email address' }).fill(other);
	await send.getByRole('button', { name: 'Send', exact: true }).press('Enter');
	await expect(send).toBeHidden();
	await expect(sheet.getByText(other).first()).toBeVisible();
	const [again] = /([0-9A-Z]{4}-){3}[0-9A-Z]{4}/.exec((await mails.waitFor(other)).text ?? '') ?? [];
	expect(await (await check(again as string)).json()).toMatchObject({ balanceMinor: 5_000 });
});

test('a gift card that was bought online is refunded to its buyer', async ({ page, account, giftCards }) => {
	await giftCards.buy('ada@people.example', { amountMinor: 4_000, recipientName: 'Mary Shelley' });
	await signInAs(page, account);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto('/money/gift-cards');
	const table = page.getByRole('region', { name: 'Gift cards' }).getByRole('table');
	const row = table.getByRole('row', { name: /Mary Shelley/ });
	await expect(row).toContainText('Bought online');
	await expect(row).toContainText('Test mode');
	await expect(page.getByRole('region', { name: 'Outstanding' })).toContainText('€40.00');
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
	await row.focus();
	await page.keyboard.press('Enter');
	const sheet = page.getByRole('dialog', { name: /Gift card ····/ });
	await sheet.getByRole('button', { name: 'Refund' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Refund €40.00?' });
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bought twice');
	await dialog.getByRole('button', { name: 'Refund €40.00' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(sheet.getByText('Refunded to the buyer')).toBeVisible();
	await expect(sheet.getByText('Refunded', { exact: true })).toBeVisible();
	await expect(sheet.getByRole('button', { name: 'Refund' })).toHaveCount(0);
});
