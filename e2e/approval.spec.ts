import type { Browser, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** Orders that need the organiser's approval: requested, approved and paid, or declined. */

const phone = { width: 390, height: 844 };

/** Switches approval on for a ticket type, by keyboard. */
async function needApproval(page: Page, name: string): Promise<void> {
	await page.getByRole('button', { name: `Edit ${name}` }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog');
	await dialog.getByText('Limits and visibility').focus();
	await page.keyboard.press('Enter');
	await dialog.getByRole('checkbox', { name: 'Approve each order' }).focus();
	await page.keyboard.press('Space');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Save' }).focus();
	await page.keyboard.press('Enter');
	await expect(page.locator('[data-type]', { hasText: name })).toContainText('needs approval');
}

/** Sends a request on the event's page; ends on the page of the order. */
async function request(page: Page, path: string, type: string, name: string, email: string): Promise<void> {
	await page.goto(path);
	const box = page.getByRole('region', { name: 'Get tickets' });
	await expect(box.getByText('Approval needed')).toHaveCount(2);
	await box.getByRole('spinbutton', { name: `Quantity, ${type}` }).fill('1');
	await box.getByLabel('Name', { exact: true }).fill(name);
	await box.getByLabel('Email', { exact: true }).fill(email);
	await expect(box.getByText('We’ll send your ticket here.')).toHaveCount(0);
	await expect(box.getByRole('button', { name: /Continue to payment|Register/ })).toHaveCount(0);
	await box.getByRole('button', { name: 'Send request' }).focus();
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your request');
	await expect(page.getByRole('heading', { name: 'Request sent' })).toBeVisible();
	await expect(page.getByText(`1 × ${type}`)).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
}

async function buyer(browser: Browser): Promise<Page> {
	return (await browser.newContext({ viewport: phone, baseURL: process.env.E2E_URL ?? '' })).newPage();
}

const orderNamed = (page: Page, code: string) => page.getByRole('article', { name: `Order ${code}` });

test('requests wait, one is approved and paid, the next is declined with a message, one is taken back', async ({
	page,
	browser,
	request: api,
	account,
	freshEmail,
}) => {
	test.slow();
	const { event, api: made } = await makePricedEvent(api, account);
	await made.call('patch', `/api/events/${event.id}/ticket-types/${event.standardId}`, {
		needsApproval: true,
	});
	/** Sends a request for the free ticket, past the page of the event. */
	const ask = async (name: string, email: string) => {
		const { manageToken } = await made.order(event, { name, email });
		const theirs = await buyer(browser);
		await theirs.goto(`/my-ticket/${manageToken}`);
		return theirs;
	};
	await made.call('post', `/api/events/${event.id}/questions`, {
		label: 'Why do you want to come?',
		kind: 'text',
		isRequired: true,
	});
	await signInAs(page, account);
	await page.goto(`${event.path}/tickets`);
	await needApproval(page, 'Seat');

	const ada = await buyer(browser);
	await request(ada, event.path, 'Seat', 'Ada Lovelace', freshEmail('ada'));
	await expect(ada.getByText('Nothing is charged now. You pay €24.00 once it is approved.')).toBeVisible();
	const asked = ada.getByRole('region', { name: /^Questions from/ });
	await expect(asked.getByRole('status')).toHaveText(
		'1 question left. The organiser reads your answers before they approve.',
	);
	await asked.getByLabel('Why do you want to come?').fill('For the choir');
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByRole('status')).toContainText('All answered');
	const adasTicket = ada.url();
	await ada.goto(adasTicket.replace('/my-ticket/', '/checkout/'));
	await expect(ada.getByText('Waiting for approval')).toBeVisible();
	await expect(ada.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
	await ada.getByRole('link', { name: 'View your request' }).click();
	await expect(ada.getByRole('heading', { name: 'Request sent' })).toBeVisible();

	const alan = await ask('Alan Kay', freshEmail('alan'));
	await expect(alan.getByText('You get your tickets once it is approved.')).toBeVisible();

	const mary = await ask('Mary Shelley', freshEmail('mary'));
	await mary.getByRole('button', { name: 'Cancel request' }).focus();
	await mary.keyboard.press('Enter');
	const sure = mary.getByRole('dialog', { name: 'Cancel your request?' });
	await sure.getByRole('button', { name: 'Cancel request' }).click();
	await expect(mary.getByText('This registration is cancelled')).toBeVisible();

	await page.goto(`${event.path}/orders`);
	await page.getByLabel('Status').selectOption('Awaiting approval');
	const table = page.getByRole('region', { name: 'Orders', exact: true }).getByRole('table');
	await expect(table.getByRole('row')).toHaveCount(3);
	const codeOf = async (name: string) =>
		(await table.getByRole('row', { name }).getByRole('link').first().innerText()).trim();
	const [adas, alans] = [await codeOf('Ada Lovelace'), await codeOf('Alan Kay')];
	await table.getByRole('link', { name: adas }).click();
	const first = orderNamed(page, adas);
	await expect(first).toContainText('Ada Lovelace requests 1 ticket.');
	await expect(first).toContainText('Once approved, the buyer has up to 48 hours to pay €24.00.');
	await expect(first.getByRole('link', { name: 'Guests and their answers' })).toBeVisible();
	await expect(first.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
	expect(await axeFindings(page)).toEqual([]);
	await first.getByRole('button', { name: 'Approve' }).focus();
	await page.keyboard.press('Enter');
	await expect(first).toContainText(/Approved on .+, waits for payment until .+\./);
	await expect(first.getByRole('region', { name: 'Approval' })).toBeFocused();
	await page.keyboard.press('Tab');
	await expect(first.getByRole('link', { name: 'Next request' })).toBeFocused();
	await page.keyboard.press('Enter');

	const second = orderNamed(page, alans);
	await page.setViewportSize(phone);
	await second.getByRole('button', { name: 'Decline…' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Decline this request?' });
	await dialog.getByLabel('Message to the buyer').fill('This evening is for members.\nCome in May.');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Decline request' }).focus();
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(second).toContainText('This evening is for members.');
	await expect(second.getByRole('link', { name: 'Next request' })).toHaveCount(0);

	await alan.reload();
	await expect(alan.getByText('Your request was declined')).toBeVisible();
	await expect(alan.getByText('Come in May.')).toBeVisible();
	await expect(alan.getByText('This registration is cancelled')).toHaveCount(0);
	expect(await axeFindings(alan)).toEqual([]);

	await ada.reload();
	await expect(ada.getByRole('heading', { name: 'Your request is approved' })).toBeVisible();
	await expect(ada.getByText(/^Pay €24\.00 by .+\. Until then your tickets are held\.$/)).toBeVisible();
	await ada.getByRole('link', { name: 'Continue to payment' }).focus();
	await ada.keyboard.press('Enter');
	await ada.waitForURL(/\/checkout\//);
	// Two days are a date, not a clock that counts down.
	await expect(ada.getByRole('timer')).toHaveText(/^Your tickets are held until .*\d{1,2}:\d{2}/);
	await expect(ada.getByRole('timer')).not.toHaveText(/\d{3,}:\d{2}/);
	await typeCard(ada);
	await ada.getByRole('button', { name: 'Pay €24.00' }).click();
	await ada.waitForURL(/\/my-ticket\//);
	await expect(ada.getByRole('article', { name: 'Ticket for Ada Lovelace' })).toContainText('Seat');
	await page.goto(`${event.path}/orders?state=paid`);
	await expect(page.getByText(adas).filter({ visible: true })).toBeVisible();
});
