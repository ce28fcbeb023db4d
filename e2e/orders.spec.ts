import { axeFindings, isNarrow } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** An organiser looks after orders with money: finds them, records what came, gives it back. */

test('two tickets are found, one is refunded, then the rest with its tickets', async ({
	page,
	account,
	request,
}) => {
	const { event, hold, payByCard } = await makePricedEvent(request, account, { takesTransfers: true });
	await signInAs(page, account);
	await page.goto(`${event.path}/orders`);
	await expect(page.getByText('No orders yet')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Share event' })).toBeVisible();

	const order = await hold({ name: 'Grace Hopper', email: 'grace@people.example' }, [
		'Grace Hopper',
		'Alan Kay',
	]);
	await payByCard(order);
	await hold({ name: 'Mary Shelley', email: 'mary@people.example' }, ['Mary Shelley']);
	await page.reload();
	const table = page.getByRole('region', { name: 'Orders', exact: true }).getByRole('table');
	await expect(table.getByRole('row')).toHaveCount(3);
	await expect(table.getByRole('row', { name: /Mary Shelley/ })).toContainText('Pending until');
	const row = table.getByRole('row', { name: /Grace Hopper/ });
	await expect(row).toContainText('€48.00');
	await expect(row).toContainText('Paid');
	await expect(row).toContainText('Card');
	await expect(row).toContainText('Test mode');

	// A guest's name finds the order too; by keyboard alone.
	await page.getByRole('searchbox', { name: 'Search orders' }).fill('alan');
	await expect(table.getByRole('row')).toHaveCount(2);
	await page.getByLabel('Status').selectOption('Refunded');
	await expect(page.getByText('No matching orders')).toBeVisible();
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await expect(table.getByRole('row')).toHaveCount(3);
	await table.getByRole('link', { name: order.code }).focus();
	await page.keyboard.press('Enter');

	const article = page.getByRole('article', { name: `Order ${order.code}` });
	await expect(article).toBeVisible();
	await expect(article).toContainText('Includes 19% tax');
	await expect(article.getByRole('link', { name: 'Alan Kay' })).toHaveAttribute('href', /guests\?q=Alan/);
	await expect(article.getByRole('button', { name: 'Mark as paid' })).toHaveCount(0);

	await article.getByRole('button', { name: 'Refund' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: `Refund order ${order.code}` });
	await expect(dialog.getByRole('button', { name: 'Refund €48.00' })).toBeVisible();
	await expect(dialog.getByText('You keep')).toBeVisible();
	await dialog.getByRole('radio', { name: 'An amount' }).check();
	await dialog.getByRole('textbox', { name: 'Amount' }).fill('48.01');
	await dialog.getByRole('button', { name: 'Refund', exact: true }).click();
	await expect(dialog.getByRole('textbox', { name: 'Amount' })).toHaveAccessibleDescription(
		/At most €48\.00/,
	);
	await dialog.getByRole('radio', { name: 'Tickets' }).check();
	await dialog.getByRole('checkbox', { name: /Alan Kay/ }).check();
	await dialog.getByRole('textbox', { name: 'Reason' }).fill('Fell ill');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Refund €24.00' }).click();
	await expect(dialog).toBeHidden();
	await expect(article.getByText('Partly refunded')).toBeVisible();
	await expect(article.getByText('Fell ill')).toBeVisible();
	await expect(article.getByRole('listitem').filter({ hasText: 'Alan Kay' })).toContainText('Cancelled');
	await expect(article.getByRole('listitem').filter({ hasText: 'Fell ill' })).toContainText('Refunded');

	// The rest with its tickets: two presses.
	await article.getByRole('button', { name: 'Refund' }).click();
	await dialog.getByRole('button', { name: 'Refund €24.00' }).click();
	await expect(dialog).toBeHidden();
	await expect(article.getByRole('button', { name: 'Refund' })).toHaveCount(0);
	await expect(article.getByRole('listitem').filter({ hasText: 'Grace Hopper' })).toContainText('Cancelled');
	await article.getByRole('link', { name: 'All orders' }).click();
	await expect(row).toContainText('Refunded');
});

test('one ticket is refunded from its own row, three screens from the dashboard; on a phone', async ({
	page,
	account,
	priced,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const { event, hold, payByCard } = priced;
	await payByCard(
		await hold({ name: 'Grace Hopper', email: 'grace@people.example' }, ['Grace Hopper', 'Alan Kay']),
	);
	await signInAs(page, account);
	await page.goto('/dashboard');
	let screens = 0;
	await page.getByRole('heading', { name: event.title }).getByRole('link').click();
	await expect(page).toHaveURL(/\/overview$/);
	screens += 1;
	await page.getByRole('link', { name: 'Guests', exact: true }).first().click();
	const row = page.getByRole('row', { name: /Alan Kay/ });
	await expect(row).toBeVisible();
	screens += 1;
	await row.getByRole('button', { name: 'Actions for Alan Kay' }).click();
	await page.getByRole('menuitem', { name: 'Refund ticket…' }).click();
	const dialog = page.getByRole('dialog', { name: /^Refund order/ });
	await expect(dialog.getByRole('checkbox', { name: /Alan Kay/ })).toBeChecked();
	await expect(dialog.getByRole('checkbox', { name: /Grace Hopper/ })).not.toBeChecked();
	screens += 1;
	await dialog.getByRole('button', { name: 'Refund €24.00' }).click();
	await expect(dialog).toBeHidden();
	await expect(row).toContainText('Cancelled');
	expect(screens).toBeLessThanOrEqual(3);

	// What stays paid is refunded from the row of its ticket in the order, too.
	const other = page.getByRole('row', { name: /Grace Hopper/ });
	await expect(other).toContainText('Check in');
	await page.goto(`${event.path}/orders`);
	await page
		.getByRole('row', { name: /Grace Hopper/ })
		.getByRole('link')
		.click();
	const article = page.getByRole('article', { name: /^Order/ });
	await expect(article.getByRole('button', { name: 'Actions for Alan Kay' })).toHaveCount(0);
	await article.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
	await page.getByRole('menuitem', { name: 'Refund ticket…' }).click();
	await dialog.getByRole('button', { name: 'Refund €24.00' }).click();
	await expect(dialog).toBeHidden();
	await expect(article.getByRole('button', { name: 'Actions for Grace Hopper' })).toHaveCount(0);
});

test('a transfer comes in two parts, is kept when its order is cancelled, and goes back to the account that its buyer enters; on a phone', async ({
	page,
	account,
	request,
	browser,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	const { event, hold, pay } = await makePricedEvent(request, account, { takesTransfers: true });
	const order = await hold({ name: 'Grace Hopper', email: 'grace@people.example' }, ['Grace Hopper']);
	await pay(order, { method: 'transfer' });
	await signInAs(page, account);
	await page.goto(`${event.path}/orders?state=awaiting_transfer`);
	const table = page.getByRole('region', { name: 'Orders', exact: true }).getByRole('table');
	await expect(table.getByRole('row', { name: /Grace Hopper/ })).toContainText('Awaiting transfer');
	await table.getByRole('link', { name: order.code }).click();
	const article = page.getByRole('article', { name: `Order ${order.code}` });
	await expect(article.getByText('€24.00 to be paid')).toBeVisible();
	await expect(article.getByText(/^RF\d\d/)).toBeVisible();
	await article.getByRole('button', { name: 'Send reminder' }).click();
	await expect(page.getByText('On its way to grace@people.example')).toBeVisible();

	await article.getByRole('button', { name: 'Mark as paid' }).click();
	const dialog = page.getByRole('dialog', { name: 'Mark as paid' });
	const amount = dialog.getByRole('textbox', { name: 'Amount' });
	await expect(dialog.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
	await expect(amount).toHaveValue('24.00');
	await amount.fill('ten');
	await dialog.getByRole('button', { name: 'Mark as paid' }).click();
	await expect(amount).toHaveAccessibleDescription(/Enter an amount/);
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await amount.fill('10');
	await expect(amount).toHaveAccessibleDescription(/€14\.00 will still be due/);
	await dialog.getByRole('button', { name: 'Record part payment' }).click();
	await expect(dialog).toBeHidden();
	await expect(article.getByText('€14.00 to be paid')).toBeVisible();
	await article.getByRole('button', { name: 'Mark as paid' }).click();
	await expect(amount).toHaveValue('14.00');
	await dialog.getByRole('textbox', { name: 'Note' }).fill('Statement 12');
	await amount.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(article.getByText('Statement 12')).toBeVisible();
	await expect(article.getByText('Received').first()).toBeVisible();

	await article.getByRole('button', { name: 'Cancel order' }).click();
	const cancel = page.getByRole('dialog', { name: /Cancel order/ });
	await expect(cancel).toContainText('Nothing is refunded');
	await cancel.getByRole('button', { name: 'Cancel order' }).click();
	await expect(article.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
	await expect(article.getByRole('button', { name: 'Refund' })).toBeVisible();
	expect(await isNarrow(page)).toBe(true);
	// What was kept, less 19 % tax.
	await page.goto('/dashboard');
	await expect(page.getByRole('paragraph').filter({ hasText: 'Net revenue' }).first()).toContainText(
		'€20.17',
	);

	// Money that no provider returns: said before it is recorded.
	await page.goto(`${event.path}/orders/${order.id}`);
	await article.getByRole('button', { name: 'Refund' }).click();
	const refund = page.getByRole('dialog', { name: `Refund order ${order.code}` });
	await expect(refund.getByText('Return €24.00 yourself')).toBeVisible();
	await refund.getByRole('button', { name: 'Refund €24.00' }).click();
	await expect(refund).toBeHidden();
	await expect(article.getByText('€24.00 to send back to the buyer')).toBeVisible();

	// The buyer, by the link of their order.
	const buyer = await browser.newPage();
	await buyer.goto(`/my-ticket/${order.manageToken}`);
	const form = buyer.getByRole('region', { name: 'You get €24.00 back' });
	await form.getByRole('textbox', { name: 'IBAN' }).fill('DE75 5121 0800 1245 1261 98');
	await form.getByRole('button', { name: 'Save bank details' }).click();
	await expect(form.getByRole('textbox', { name: 'IBAN' })).toBeFocused();
	await expect(form.getByRole('textbox', { name: 'IBAN' })).toHaveAccessibleDescription(/valid IBAN/);
	expect(await axeFindings(buyer, { inside: 'main' })).toEqual([]);
	await form.getByRole('textbox', { name: 'IBAN' }).fill('DE75 5121 0800 1245 1261 99');
	await form.getByRole('button', { name: 'Save bank details' }).click();
	await expect(form).toContainText('account ending in 6199');
	await buyer.close();

	await page.setViewportSize({ width: 1280, height: 720 });
	await article.getByRole('link', { name: 'Refunds to send' }).click();
	const list = page.getByRole('list', { name: 'To send' });
	// Each part of the money goes back by itself.
	await expect(list.getByRole('listitem')).toHaveCount(2);
	await expect(list).toContainText('DE75 5121 0800 1245 1261 99');
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	const saved = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Download bank file' }).click();
	expect((await saved).suggestedFilename()).toMatch(/^refunds-.*\.xml$/);
	await page.getByRole('checkbox', { name: 'Select all shown' }).check();
	await page.getByRole('button', { name: 'Record as sent' }).click();
	const sent = page.getByRole('dialog', { name: 'Record €24.00 as sent' });
	await expect(sent.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
	expect(await axeFindings(page)).toEqual([]);
	await sent.getByRole('button', { name: 'Record as sent' }).click();
	await expect(sent).toBeHidden();
	await expect(page.getByText('No refunds are in a file for the bank.')).toBeVisible();
	await page.getByRole('combobox', { name: 'Refunds' }).selectOption('Sent');
	await expect(page.getByRole('list', { name: 'Sent' }).getByRole('listitem')).toHaveCount(2);
});
