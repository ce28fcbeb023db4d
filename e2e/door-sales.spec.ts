import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { checkCode, stretchVerdicts } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';

/** Selling at the door with a network: in cash with a drawer, by card on the guest's phone, by transfer, and what was not paid before. */

/** An event that begins in an hour with a seat at 24 €, and a link that sells. */
async function makeSellingDoor(request: APIRequestContext, account: Account) {
	const made = await makePricedEvent(request, account, { takesTransfers: true });
	const { api, event } = made;
	await api.call('patch', `/api/events/${event.id}`, {
		startsAt: new Date(Date.now() + 3_600_000).toISOString(),
	});
	const { organisation } = await api.call('get', `/api/events/${event.id}`);
	await api.call('patch', `/api/organisations/${organisation.id}/settings`, { countryCode: 'DE' });
	const link = await api.call('post', `/api/events/${event.id}/staff-links`, {
		label: 'Box office',
		abilities: ['scan', 'search', 'manual_check_in', 'undo', 'sell_at_door'],
	});
	return { ...made, path: new URL(link.url).pathname };
}

/** A device at this door. */
async function openTill(browser: Browser, path: string, hasLongVerdicts = false) {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	const page = await context.newPage();
	await page.addInitScript(() => localStorage.setItem('foyer.device-name', 'Box office'));
	// Not in every journey: it would stretch the wait between two looks at a sale too.
	if (hasLongVerdicts) await stretchVerdicts(page, 10);
	await page.goto(path);
	const sheet = page.getByRole('dialog', { name: 'Sell tickets' });
	return { context, page, sheet };
}

async function openSheet(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Sell tickets' }).click();
	await expect(page.getByRole('dialog', { name: 'Sell tickets' })).toBeVisible();
}

async function openDrawer(page: Page, counted: string): Promise<void> {
	await page.getByRole('button', { name: 'Open drawer' }).click();
	const count = page.getByRole('dialog', { name: 'Open cash drawer' });
	await expect(count.getByLabel('Counted by')).toHaveValue('Box office');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await count.getByRole('button', { name: 'Open drawer' }).click();
	await expect(count.getByText('Enter an amount, like 12.50.')).toBeVisible();
	await count.getByLabel('Counted', { exact: true }).fill(counted);
	await count.getByRole('button', { name: 'Open drawer' }).click();
	await expect(count).toBeHidden();
}

test('two seats in cash: the change, the check-in and the receipt; the drawer is closed with a difference', async ({
	browser,
	request,
	createAccount,
}) => {
	test.slow();
	const { path, api, event } = await makeSellingDoor(request, await createAccount('Till'));
	const { context, page, sheet } = await openTill(browser, path);
	await openSheet(page);
	await expect(sheet.getByText('Cash drawer: not open')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await openDrawer(page, '100');
	await expect(sheet.getByText('In the drawer: €100.00')).toBeVisible();
	await expect(sheet.getByText(/German law asks for .* \(TSE\)/)).toBeVisible();

	const seat = sheet.getByRole('button', { name: /^Seat/ });
	await expect(seat).toContainText('20 left');
	await seat.click();
	await sheet.getByRole('button', { name: 'One more: Seat' }).click();
	await expect(sheet.getByText('€48.00')).toBeVisible();
	await expect(sheet.getByRole('switch', { name: 'Check in now' })).toBeChecked();
	await sheet.getByRole('button', { name: 'Continue to payment' }).click();
	await expect(sheet.getByRole('heading', { name: 'Payment method' })).toBeFocused();
	await sheet.getByRole('button', { name: 'Cash' }).click();
	await sheet.getByLabel('Given', { exact: true }).fill('40');
	await expect(sheet.getByText('€8.00 is missing.')).toBeVisible();
	await expect(sheet.getByRole('button', { name: 'Record sale' })).toBeDisabled();
	await sheet.getByRole('button', { name: '€50.00' }).click();
	await expect(sheet.getByRole('status').filter({ hasText: 'Change' })).toContainText('€2.00');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	// A double press sells once.
	await sheet.getByRole('button', { name: 'Record sale' }).dblclick();
	await expect(sheet.getByText('2 tickets sold')).toBeVisible();
	await expect(sheet.getByRole('status').filter({ hasText: 'Change' })).toContainText('€2.00');
	await expect(sheet.getByText('Checked in', { exact: true })).toBeVisible();
	await expect(sheet.getByRole('img', { name: 'QR code of the receipt and tickets' })).toBeVisible();
	await expect(sheet.getByRole('button', { name: 'Next sale' })).toBeFocused();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await page.keyboard.press('Enter');
	await expect(sheet.getByRole('button', { name: /^Seat/ })).toContainText('18 left');
	await expect(sheet.getByText('In the drawer: €148.00')).toBeVisible();
	const guests = await api.call('get', `/api/events/${event.id}/attendees`);
	expect(guests.data).toHaveLength(2);

	await sheet.getByRole('button', { name: 'Close drawer' }).click();
	const count = page.getByRole('dialog', { name: 'Close cash drawer' });
	await count.getByLabel('Counted', { exact: true }).fill('147.50');
	await expect(count.getByText('€0.50 too little')).toBeVisible();
	await count.getByLabel('Note').fill('A coin rolled away');
	await count.getByRole('button', { name: 'Close drawer' }).click();
	await expect(count).toBeHidden();
	await expect(sheet.getByText('Cash drawer: not open')).toBeVisible();
	const drawers = await api.call('get', `/api/events/${event.id}/cash-drawers`);
	expect(drawers.data).toMatchObject([
		{ sales: 1, soldMinor: 4_800, closed: { countedMinor: 14_750, differenceMinor: -50, by: 'Box office' } },
	]);
	await sheet.getByRole('button', { name: 'Close' }).last().click();
	await context.close();
});

test('a card is paid on the guest’s phone, and the screen of the door turns green', async ({
	browser,
	request,
	createAccount,
	faults,
}) => {
	test.slow();
	faults.watch(browser);
	const { path } = await makeSellingDoor(request, await createAccount('Card'));
	const { context, page, sheet } = await openTill(browser, path);
	await openSheet(page);
	await sheet.getByRole('button', { name: /^Seat/ }).click();
	await sheet.getByText('Guest details (optional)').click();
	await sheet.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await sheet.getByRole('button', { name: 'Continue to payment' }).click();
	const sold = page.waitForResponse(
		(answer) => answer.request().method() === 'POST' && answer.url().includes('/staff-access/sell/'),
	);
	await sheet.getByRole('button', { name: 'Card' }).click();
	const { url } = await (await sold).json();
	await expect(sheet.getByText('Ask the guest to scan this code and pay on their phone.')).toBeVisible();
	await expect(sheet.getByRole('img', { name: 'QR code of the payment page' })).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);

	const phone = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	const checkout = await phone.newPage();
	await checkout.goto(new URL(url).pathname);
	await typeCard(checkout);
	await checkout.getByRole('button', { name: 'Pay €24.00' }).click();
	await checkout.waitForURL(/\/my-ticket\//);
	await phone.close();

	await expect(sheet.getByText('1 ticket sold')).toBeVisible();
	await expect(sheet.getByText('Checked in', { exact: true })).toBeVisible();
	await sheet.getByRole('button', { name: 'Next sale' }).click();

	// One that is not paid is cancelled, and the cart stays.
	await sheet.getByRole('button', { name: /^Seat/ }).click();
	await sheet.getByRole('button', { name: 'Continue to payment' }).click();
	await sheet.getByRole('button', { name: 'Transfer' }).click();
	await expect(sheet.getByText('The ticket is valid once the transfer has arrived.')).toBeVisible();
	await sheet.getByRole('button', { name: 'Cancel sale' }).click();
	await expect(sheet.getByRole('button', { name: /^Seat/ })).toContainText('19 left');
	await expect(sheet.getByText('€24.00', { exact: true })).toBeVisible();
	await context.close();
});

test('a ticket that waits for its payment is paid at the door, and its guest goes in', async ({
	browser,
	request,
	createAccount,
	faults,
}) => {
	test.slow();
	// What was refused, on purpose.
	faults.allow(/status of 4(09|22)/);
	const { path, api, event, hold, pay } = await makeSellingDoor(request, await createAccount('Unpaid'));
	const order = await hold({ name: 'Grace Hopper', email: 'grace@people.example' }, ['Grace Hopper']);
	await pay(order, { method: 'transfer' });
	const held = await api.call('get', `/api/events/${event.id}/attendees?status=held`);
	const code: string = held.data[0].ticketCode;
	const { context, page } = await openTill(browser, path, true);
	// Found by name, when there is no code to scan.
	await page.getByRole('button', { name: 'Sell tickets' }).click();
	const selling = page.getByRole('dialog', { name: 'Sell tickets' });
	await selling.getByText('Take payment for an order').click();
	await selling.getByLabel('Order code or name').fill('hopper');
	await selling.getByRole('button', { name: 'Find' }).click();
	await expect(selling.getByRole('list', { name: 'Unpaid orders' })).toContainText('€24.00');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await selling.getByRole('button', { name: 'Take payment' }).click();
	const found = page.getByRole('dialog', { name: 'Take payment' });
	await expect(found.getByRole('heading', { name: 'Take payment from Grace Hopper' })).toBeVisible();
	await found.getByRole('button', { name: 'Close' }).last().click();
	await expect(found).toBeHidden();
	await page.getByLabel('Ticket code').fill(code);
	await page.getByRole('button', { name: 'Check in', exact: true }).click();
	const verdict = page.locator('[data-verdict]');
	await expect(verdict).toContainText('Not valid');
	await verdict.getByRole('button', { name: 'Take payment' }).click();
	const sheet = page.getByRole('dialog', { name: 'Take payment' });
	await expect(sheet.getByRole('heading', { name: 'Take payment from Grace Hopper' })).toBeVisible();
	await sheet.getByRole('button', { name: 'Cash' }).click();
	await expect(sheet.getByText('The cash drawer is not open')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await sheet.getByRole('button', { name: 'Open drawer' }).last().click();
	const count = page.getByRole('dialog', { name: 'Open cash drawer' });
	await count.getByLabel('Counted', { exact: true }).fill('0');
	await count.getByRole('button', { name: 'Open drawer' }).click();
	await expect(count).toBeHidden();
	await sheet.getByRole('button', { name: 'Show amount due' }).click();
	await expect(sheet.getByText('€24.00')).toBeVisible();
	await sheet.getByRole('button', { name: '€30.00' }).click();
	await sheet.getByRole('button', { name: 'Record sale' }).click();
	await expect(sheet.getByText('The ticket is valid now.')).toBeVisible();
	await expect(sheet.getByText('€6.00')).toBeVisible();
	await expect(sheet.getByText('Checked in', { exact: true })).toBeVisible();
	await sheet.getByRole('button', { name: 'Done' }).click();
	await expect(sheet).toBeHidden();
	await expect(page.getByRole('button', { name: /Take payment/ })).toBeHidden();
	expect(await checkCode(page, code)).toContain('Already checked in');
	await context.close();
});

test('a link that may not sell shows and loads nothing of it', async ({ page, request, createAccount }) => {
	const { api, event } = await makePricedEvent(request, await createAccount('Plain'));
	const link = await api.call('post', `/api/events/${event.id}/staff-links`, {
		label: `Gate ${randomUUID()}`,
	});
	const loaded: string[] = [];
	page.on('request', (one) => loaded.push(new URL(one.url()).pathname));
	await page.goto(new URL(link.url).pathname);
	await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Sell tickets' })).toBeHidden();
	expect(loaded.filter((path) => path.includes('/staff-access/sell/'))).toEqual([]);
});
