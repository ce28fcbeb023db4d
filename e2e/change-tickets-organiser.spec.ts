import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';

/** An organiser changes tickets of an order: the buyer pays what they cost more, nobody does, or a difference goes back. */

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change tickets' });
const open = (page: Page) => page.getByRole('button', { name: 'Change tickets' });

/** A seat at 24 €, a box at 44 € and a bench at 10 €, with a paid order of two seats; buyers can change nothing. */
async function makeOrder(page: Page, request: APIRequestContext, account: Account) {
	const made = await makePricedEvent(request, account);
	const types = `/api/events/${made.event.id}/ticket-types`;
	await made.api.call('post', types, { name: 'Box', kind: 'paid', priceMinor: 4_400, isHidden: true });
	await made.api.call('post', types, { name: 'Bench', kind: 'paid', priceMinor: 1_000 });
	const order = await made.hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada', 'Grace']);
	await made.payByCard(order);
	await signInAs(page, account);
	await page.goto(`${made.event.path}/orders/${order.id}`);
	return { ...made, order };
}

test('the buyer is asked to pay the difference, which is cancelled and asked for again; then they pay', async ({
	page,
	request,
	createAccount,
}) => {
	const { order, event } = await makeOrder(page, request, await createAccount());
	await page.setViewportSize({ width: 390, height: 844 });
	const dialog = dialogOf(page);
	const ask = async () => {
		await open(page).click();
		await dialog.getByRole('combobox', { name: /Ada/ }).selectOption({ label: 'Box · +€20.00' });
		await expect(dialog).toContainText('Difference€20.00');
		await expect(dialog.getByRole('radio', { name: 'The buyer pays it' })).toBeChecked();
		await dialog.getByRole('button', { name: 'Ask buyer to pay' }).click();
		await expect(dialog).toBeHidden();
		await expect(page.getByText('A change of tickets waits for €20.00 from the buyer')).toBeVisible();
	};
	await ask();
	await expect(open(page)).toHaveCount(0);
	await page.getByRole('button', { name: 'Cancel change' }).click();
	await expect(page.getByText('A change of tickets waits')).toHaveCount(0);
	await ask();

	await page.goto(`/checkout/${order.manageToken}`);
	await expect(page.getByRole('timer')).toContainText('Your new tickets are held until');
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €20.00' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByText('Your tickets were changed.')).toBeVisible();
	await expect(page.getByRole('article', { name: 'Ticket for Ada' })).toContainText('Box');
	await page.goto(`${event.path}/orders/${order.id}`);
	await expect(open(page)).toBeVisible();
});

test('by keyboard in the dark: a higher price is waived, then a lower one goes back', async ({
	page,
	request,
	createAccount,
}) => {
	await page.emulateMedia({ colorScheme: 'dark' });
	await makeOrder(page, request, await createAccount());
	const dialog = dialogOf(page);
	await open(page).press('Enter');
	const ada = dialog.getByRole('combobox', { name: /Ada/ });
	await ada.focus();
	await page.keyboard.type('Box');
	await dialog.getByRole('radio', { name: 'The buyer pays it' }).focus();
	await page.keyboard.press('ArrowDown');
	await expect(dialog.getByRole('radio', { name: 'Waive it' })).toBeChecked();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Change tickets' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByText('Tickets changed')).toBeVisible();

	await open(page).click();
	await dialog.getByRole('combobox', { name: /Grace/ }).selectOption({ label: 'Bench · −€14.00' });
	await expect(dialog.getByRole('radio', { name: 'Refund the difference' })).toBeChecked();
	await dialog.getByRole('button', { name: 'Change tickets' }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('article', { name: /^Order/ })).toContainText(
		'Tickets were changed for ones that cost less.',
	);
	expect(await axeFindings(page)).toEqual([]);
});
