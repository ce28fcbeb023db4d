import type { Locator, Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** The main flows by keyboard alone: nothing here points, clicks or puts a value into a field. */

/** Tab, until the focus is there; it must be seen where it stands. */
async function tabTo(page: Page, target: Locator): Promise<void> {
	await expect(target).toBeVisible();
	for (let presses = 0; presses < 90; presses += 1) {
		await page.keyboard.press('Tab');
		if (await target.evaluate((element) => element === document.activeElement)) {
			await expect(target).toBeInViewport();
			return;
		}
	}
	throw new Error(`No way by Tab leads to ${target}.`);
}

async function go(page: Page, target: Locator): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.press('Enter');
}

async function type(page: Page, target: Locator, text: string): Promise<void> {
	await tabTo(page, target);
	await page.keyboard.type(text);
}

test('somebody signs up', async ({ page, freshEmail }) => {
	await page.goto('/signup');
	await type(page, page.getByLabel('First name'), 'Grace');
	await type(page, page.getByLabel('Email'), freshEmail('grace'));
	await type(page, page.getByLabel('Password', { exact: true }), 'hummus and regret');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/dashboard$/);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an organiser logs in, publishes, keeps the guest list and makes a way to the door; a visitor registers and cancels', async ({
	page,
	browser,
	baseURL,
	account,
	freshEmail,
}) => {
	test.slow();
	const title = `Keys and Chords ${Date.now().toString(36)}`;
	await page.goto('/login');
	await type(page, page.getByLabel('Email'), account.email);
	await type(page, page.getByLabel('Password', { exact: true }), account.password);
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/dashboard$/);

	await go(page, page.getByRole('main').getByRole('link', { name: 'Create Event' }));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create an event');
	await type(page, page.getByLabel('Title'), title);
	// The parts of a date come in the order of the browser's language: the fifth of the fifth in each of them.
	await type(page, page.getByLabel('Starts'), '05052031');
	await page.keyboard.press('ArrowRight');
	await page.keyboard.type('0730p');
	await go(page, page.getByRole('button', { name: 'Publish' }));
	await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}\/share$/);

	const visitor = await browser.newContext({ baseURL: baseURL ?? '' });
	const guest = await visitor.newPage();
	await guest.goto('/events');
	await type(guest, guest.getByRole('searchbox'), title);
	await expect(guest.getByRole('article')).toHaveCount(1);
	await go(guest, guest.getByRole('link', { name: title }));
	await expect(guest.getByRole('heading', { level: 1 })).toHaveText(title);
	const form = guest.getByRole('region', { name: 'Register' });
	await type(guest, form.getByLabel('Name', { exact: true }), 'Kim');
	await type(guest, form.getByLabel('Email', { exact: true }), freshEmail('kim'));
	await guest.keyboard.press('Enter');
	await expect(guest).toHaveURL(/my-ticket/);
	await go(guest, guest.getByRole('button', { name: 'Cancel registration' }));
	// The question begins at the harmless answer.
	const question = guest.getByRole('dialog');
	await expect(question.getByRole('button', { name: /Keep/ })).toBeFocused();
	await go(guest, question.getByRole('button', { name: 'Cancel registration' }));
	await expect(guest.getByText('This registration is cancelled')).toBeVisible();
	await visitor.close();

	await go(
		page,
		page.getByRole('navigation', { name: 'Event', exact: true }).getByRole('link', { name: 'Guests' }),
	);
	await go(page, page.getByRole('button', { name: 'Add guest' }));
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByLabel('Name')).toBeFocused();
	await page.keyboard.type('Lou');
	await type(page, dialog.getByLabel('Email'), freshEmail('lou'));
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await go(page, page.getByRole('button', { name: 'Actions for Lou' }));
	await expect(page.getByRole('menuitem').first()).toBeFocused();
	await page.keyboard.type('edit');
	await page.keyboard.press('Enter');
	await expect(dialog.getByLabel('Name')).toBeFocused();
	await page.keyboard.press('End');
	await page.keyboard.type(' Reed');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Actions for Lou Reed' })).toBeVisible();

	await go(
		page,
		page.getByRole('navigation', { name: 'Event', exact: true }).getByRole('link', { name: 'Check-in' }),
	);
	await go(page, page.getByRole('button', { name: 'New staff link' }).first());
	await expect(dialog.getByLabel('Label')).toBeFocused();
	// A name stands there already.
	await page.keyboard.press('Control+a');
	await page.keyboard.type('Main gate');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('img', { name: 'QR code of the staff link Main gate' })).toBeVisible();
});
