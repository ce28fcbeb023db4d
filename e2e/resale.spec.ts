import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindings, isNarrow } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';

/** A guest sells a ticket to the next on the waitlist, for what they paid. */

const phone = { width: 390, height: 844 };

/** An event whose seats at 24 € are sold out: both went to Grace, by card; they can be resold for a fee of 2 €. */
async function makeResellable(request: APIRequestContext, account: Account, email: string) {
	const made = await makePricedEvent(request, account);
	const { api, event, typeId } = made;
	await api.call('delete', `/api/events/${event.id}/ticket-types/${event.standardId}`);
	await api.call('patch', `/api/events/${event.id}/ticket-types/${typeId}`, { capacity: 2 });
	await api.call('patch', `/api/events/${event.id}`, { resaleRules: { keepMinor: 200 } });
	const order = await made.hold({ name: 'Grace Hopper', email }, ['Grace', 'Alan']);
	await made.payByCard(order);
	return { ...made, order, ticketPage: `/my-ticket/${order.manageToken}` };
}

const ticketOf = (page: Page, name: string) => page.getByRole('article', { name: `Ticket for ${name}` });
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sell Grace’s ticket' });

async function expectWellMade(page: Page, inside?: string) {
	expect(await axeFindings(page, inside ? { inside } : {})).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
}

test('a guest sells a ticket on a phone by keyboard; the next in line pays for it, and the seller gets their money', async ({
	page,
	browser,
	account,
	request,
	freshEmail,
}) => {
	const { event, order, ticketPage } = await makeResellable(request, account, freshEmail('grace'));
	await page.setViewportSize(phone);
	await page.goto(ticketPage);
	const ticket = ticketOf(page, 'Grace');
	await ticket.getByRole('button', { name: 'Sell this ticket' }).press('Enter');
	const dialog = dialogOf(page);
	await expect(dialog).toContainText('The waitlist is empty now.');
	await expect(dialog).toContainText(/The next guest pays\s*€24\.00\s*Fee\s*€2\.00\s*You get back\s*€22\.00/);
	await expectWellMade(page, 'dialog[open]');
	await dialog.getByRole('button', { name: 'Sell ticket' }).press('Enter');
	await expect(ticket).toContainText('For sale for €24.00. You get €22.00 back once it is sold.');
	const stop = ticket.getByRole('button', { name: 'Stop selling' });
	await expect(stop).toBeFocused();
	await expect(ticket.getByRole('button', { name: 'Transfer' })).toHaveCount(0);
	// And again: the button is where it was.
	await stop.press('Enter');
	await ticket.getByRole('button', { name: 'Sell this ticket' }).press('Enter');
	await expect(dialog).toContainText('You get back');
	await dialog.getByRole('button', { name: 'Sell ticket' }).press('Enter');
	await expect(stop).toBeVisible();

	const next = await (await browser.newContext({ viewport: phone, colorScheme: 'dark' })).newPage();
	await next.goto(`${event.path}/waitlist`);
	await expect(next.getByRole('main')).toContainText(
		'1 ticket from another guest is available now for €24.00. Join, and it is offered to you at once.',
	);
	await next.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await next.getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await next.keyboard.press('Enter');
	await next.waitForURL(/\/waitlist\/[\w.-]{20,}$/);
	await expect(next.getByRole('heading', { level: 1 })).toHaveText('We’re holding tickets for you');
	await expect(next.getByRole('main')).toContainText('From another guest, for what they paid.');

	await page.reload();
	await expect(ticket).toContainText('It is being offered to someone now');
	await expect(stop).toHaveCount(0);

	await next.getByRole('button', { name: 'Continue to payment · €24.00' }).press('Enter');
	await next.waitForURL(/\/checkout\//);
	await expect(next.getByText('Their ticket stays theirs until you have paid.')).toBeVisible();
	await typeCard(next);
	await next.getByRole('button', { name: 'Pay €24.00' }).click();
	await next.waitForURL(/\/my-ticket\//);
	await expect(next.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
	await expect(next.getByRole('button', { name: 'Sell this ticket' })).toBeVisible();

	await page.reload();
	await expect(ticket).toHaveCount(0);
	await expect(ticketOf(page, 'Alan')).toBeVisible();
	await expect(page.getByText('Grace, Seat: sold. €22.00 is refunded.')).toBeVisible();
	await expectWellMade(page);

	// The organiser goes from the seller's order to that of the next guest, and back.
	await signInAs(page, account);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`/events/${event.id}/orders/${order.id}`);
	await expect(page.getByText('Resold', { exact: true })).toBeVisible();
	await expectWellMade(page);
	await page.getByRole('link', { name: 'Next guest’s order' }).press('Enter');
	await expect(page.getByText('Bought from another guest')).toBeVisible();
	await page.getByRole('link', { name: 'Seller’s order' }).press('Enter');
	await expect(page.getByText('Resold', { exact: true })).toBeVisible();
});

test('the organiser lets guests sell, sees what they offer; what cannot be sold says why', async ({
	page,
	account,
	request,
	freshEmail,
}) => {
	const { api, event, ticketPage } = await makeResellable(request, account, freshEmail('grace'));
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/edit#settings`);
	const settings = page.getByRole('region', { name: 'Settings' });
	const isOn = settings.getByRole('switch', { name: /^Guests can sell their ticket/ });
	await expect(isOn).toBeChecked();
	const fee = settings.getByRole('textbox', { name: 'Fee you keep per sold ticket' });
	await expect(fee).toHaveValue('2.00');
	await fee.fill('two');
	await expect(fee).toHaveAccessibleDescription('Please enter a valid amount.');
	await fee.fill('1.50');
	await expect(settings).toContainText('A fee of €1.50 is kept of each sold ticket.');

	// Its terms are others by now than the dialog said.
	const phonePage = await page.context().newPage();
	await phonePage.setViewportSize(phone);
	await phonePage.goto(ticketPage);
	await ticketOf(phonePage, 'Grace').getByRole('button', { name: 'Sell this ticket' }).click();
	await dialogOf(phonePage).getByRole('button', { name: 'Sell ticket' }).click();
	await expect(ticketOf(phonePage, 'Grace')).toContainText('For sale for €24.00.');
	await page.goto(`${event.path}/tickets/waitlist`);
	await expect(page.getByText('Offered by guests')).toBeVisible();

	// With the waitlist goes the sale.
	await phonePage.goto(ticketPage);
	const alan = ticketOf(phonePage, 'Alan').getByRole('button', { name: 'Sell this ticket' });
	await api.call('patch', `/api/events/${event.id}`, { waitlistMode: 'off' });
	await alan.click();
	const dialog = phonePage.getByRole('dialog', { name: 'Sell Alan’s ticket' });
	await expect(dialog).toContainText('This ticket can’t be sold now');
	await dialog.getByRole('button', { name: 'Close' }).last().press('Enter');
	await expect(alan).toBeFocused();
	await page.goto(`/events/${event.id}/edit#settings`);
	await expect(settings).toContainText('Needs the waitlist, which is off.');
});
