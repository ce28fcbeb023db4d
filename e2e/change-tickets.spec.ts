import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { cardFields, cards, typeCard } from './support/card.ts';
import { expect, type Fixtures, test } from './support/test.ts';

/** A buyer changes tickets by themselves: pays the difference, gets it back, or adds more. */

const phone = { width: 390, height: 844 };
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Change tickets' });
const open = (page: Page) => page.getByRole('button', { name: 'Change tickets' }).click();

/** A seat at 24 €, a box at 44 € and a T-shirt at 18 €, with an order of a seat that is paid by card; tickets can be changed. */
async function makePaidSeat(made: Fixtures['priced']) {
	const types = `/api/events/${made.event.id}/ticket-types`;
	await made.api.call('post', types, { name: 'Box', kind: 'paid', priceMinor: 4_400, taxBasisPoints: 1_900 });
	await made.api.call('post', types, { name: 'T-shirt', kind: 'add_on', priceMinor: 1_800 });
	await made.api.call('patch', `/api/events/${made.event.id}`, {
		changeRules: { until: null, allowsLower: true },
	});
	const order = await made.hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	await made.payByCard(order);
	return { ...made, order, path: `/my-ticket/${order.manageToken}` };
}

test('a better seat on a phone: one dialog and the checkout of the difference; a declined card keeps it, the next bank asks', async ({
	page,
	priced,
	faults,
}) => {
	faults.allow(/status of 402/);
	const { path } = await makePaidSeat(priced);
	await page.setViewportSize(phone);
	const screens: string[] = [];
	page.on('framenavigated', (frame) => {
		if (frame === page.mainFrame()) screens.push(new URL(frame.url()).pathname.split('/')[1] ?? '');
	});
	await page.goto(path);
	await open(page);
	const dialog = dialogOf(page);
	await dialog.getByRole('combobox', { name: /Ada/ }).selectOption({ label: 'Box · +€20.00' });
	await expect(dialog).toContainText('You pay €20.00');
	await expect(dialog).toContainText('Returned: 1 × Seat');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Continue to payment · €20.00' }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Change tickets');
	await expect(page.getByRole('timer')).toHaveText(/(30:00|2\d:\d\d)$/);
	await expect(page.getByText('1 × Box')).toBeVisible();
	await expect(page.getByText('Returned: 1 × Seat')).toBeVisible();
	await typeCard(page, cards.hasNoFunds);
	await page.getByRole('button', { name: 'Pay €20.00' }).click();
	await expect(page.getByRole('main').getByRole('alert')).toContainText('Insufficient funds.');

	// Until it is paid, the tickets are as they were, and say what waits.
	await page.goto(path);
	await expect(page.getByText('Your change isn’t paid yet')).toBeVisible();
	await expect(page.getByRole('article', { name: 'Ticket for Ada' })).toContainText('Seat');
	expect(await axeFindings(page)).toEqual([]);
	screens.length = 0;
	await page.getByRole('link', { name: 'Continue to payment' }).click();
	await typeCard(page, cards.asksBank);
	await page.getByRole('button', { name: 'Pay €20.00' }).click();
	await page.waitForURL(/\/test-gateway\/challenge\//);
	await page.getByRole('button', { name: /Complete/ }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByText('Your tickets were changed.')).toBeVisible();
	await expect(page.getByRole('article', { name: 'Ticket for Ada' })).toContainText('Box');
	// The bank leads back to the checkout, and that leads on.
	expect(screens.filter((screen, index) => screen !== screens[index - 1])).toEqual([
		...['checkout', 'test-gateway', 'checkout'],
		'my-ticket',
	]);
});

test('a waiting change is given up, and the tickets stay as they are', async ({ page, priced, faults }) => {
	faults.allow(/status of 4\d\d POST .*\/payments$/);
	const { path } = await makePaidSeat(priced);
	await page.goto(path);
	await open(page);
	await dialogOf(page).getByRole('combobox', { name: /Ada/ }).selectOption({ label: 'Box · +€20.00' });
	await dialogOf(page)
		.getByRole('button', { name: /^Continue to payment/ })
		.click();
	await page.waitForURL(/\/checkout\//);
	await expect(cardFields(page).getByLabel('Card number')).toBeVisible();
	// A second tab learns of it when it pays.
	const other = await page.context().newPage();
	await other.goto(path);
	await expect(other.getByText('Your change isn’t paid yet')).toBeVisible();
	await other.goto(page.url());
	await page.getByRole('button', { name: 'Keep my tickets as they are' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('article', { name: 'Ticket for Ada' })).toContainText('Seat');
	await expect(page.getByText('Your change isn’t paid yet')).toHaveCount(0);
	await typeCard(other);
	await other.getByRole('button', { name: 'Pay €20.00' }).click();
	await expect(other.getByText('This change has ended')).toBeVisible();
	expect(await axeFindings(other)).toEqual([]);
	await other.getByRole('link', { name: 'Back to your tickets' }).last().click();
	await other.waitForURL(/\/my-ticket\//);
});

test('a cheaper ticket by keyboard in the dark: what comes back is said before the press', async ({
	page,
	priced,
}) => {
	const { api, event, path } = await makePaidSeat(priced);
	await api.call('post', `/api/events/${event.id}/ticket-types`, {
		name: 'Standing',
		kind: 'paid',
		priceMinor: 1_900,
		taxBasisPoints: 1_900,
	});
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(path);
	await page.getByRole('button', { name: 'Change tickets' }).press('Enter');
	const dialog = dialogOf(page);
	const choice = dialog.getByRole('combobox', { name: /Ada/ });
	await choice.focus();
	await page.keyboard.type('Standing');
	await expect(dialog).toContainText('€5.00 goes back the way you paid');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Change tickets' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('article', { name: 'Ticket for Ada' })).toContainText('Standing');
	await expect(page.getByText('Tickets changed')).toBeVisible();
});

test('a price that changes meanwhile is shown and asked for again', async ({ page, priced, faults }) => {
	faults.allow(/status of 422/);
	const { api, event, path } = await makePaidSeat(priced);
	await page.goto(path);
	await open(page);
	const dialog = dialogOf(page);
	await dialog.getByRole('combobox', { name: /Ada/ }).selectOption({ label: 'Box · +€20.00' });
	const { data } = await api.call('get', `/api/events/${event.id}/ticket-types`);
	const box = data.find(({ name }: { name: string }) => name === 'Box');
	await expect(dialog.getByRole('button', { name: 'Continue to payment · €20.00' })).toBeVisible();
	await api.call('patch', `/api/events/${event.id}/ticket-types/${box.id}`, { priceMinor: 4_600 });
	await dialog.getByRole('button', { name: 'Continue to payment · €20.00' }).click();
	await expect(dialog).toContainText('The price has changed. Check it and try again.');
	await expect(dialog).toContainText('You pay €22.00');
	await dialog.getByRole('button', { name: 'Continue to payment · €22.00' }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByRole('button', { name: 'Pay €22.00' })).toBeVisible();
});

test('a ticket and an extra are added; where nothing can be changed it says why', async ({
	page,
	priced,
}) => {
	const { api, event, path } = await makePaidSeat(priced);
	await page.setViewportSize(phone);
	await page.goto(path);
	await open(page);
	const dialog = dialogOf(page);
	await dialog.getByText('Add tickets').click();
	await dialog.getByRole('spinbutton', { name: 'Quantity, Seat' }).fill('1');
	await dialog.getByRole('spinbutton', { name: 'Quantity, T-shirt' }).fill('1');
	await expect(dialog).toContainText('You pay €42.00');
	await dialog.getByRole('button', { name: 'Continue to payment · €42.00' }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('1 × T-shirt')).toBeVisible();
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €42.00' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByText('Your tickets were changed.')).toBeVisible();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your tickets');

	// Somebody was let in since the page was opened.
	const { data } = await api.call('get', `/api/events/${event.id}/attendees`);
	const { id: guestId } = data.find(({ name }: { name: string }) => name === 'Ada');
	const key = { 'Idempotency-Key': crypto.randomUUID() };
	await api.call('post', `/api/events/${event.id}/check-ins`, { guestId }, key);
	await open(page);
	await expect(dialog).toContainText('Already used at check-in, so it can’t be changed.');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
});
