import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindings, isNarrow } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';

/** Tickets that are sold out: guests wait for them, get them when they become available, or leave; the organiser sees who waits. */

/** An event whose only ticket, a seat at 24 €, is sold out: both seats went to one buyer. */
async function makeSoldOut(request: APIRequestContext, account: Account) {
	const made = await makePricedEvent(request, account);
	const { api, event, typeId } = made;
	await api.call('delete', `/api/events/${event.id}/ticket-types/${event.standardId}`);
	await api.call('patch', `/api/events/${event.id}/ticket-types/${typeId}`, { capacity: 2 });
	const order = await made.hold({ name: 'Grace Hopper', email: 'grace@people.example' }, ['Grace', 'Alan']);
	await made.payByCard(order);
	return {
		...made,
		/** Frees both seats. */
		cancel: () => api.call('post', `/api/events/${event.id}/orders/${order.id}/cancel`, { notify: false }),
	};
}

/** The page of an entry asks anew when it is come back to. */
const untilSeen = (page: Page, heading: string) =>
	expect(async () => {
		await page.evaluate(() => window.dispatchEvent(new Event('focus')));
		await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading, { timeout: 500 });
	}).toPass();

test('a party of two waits on a phone by keyboard, is offered the seats that are freed, and pays', async ({
	page,
	account,
	request,
	freshEmail,
}) => {
	const { event, cancel } = await makeSoldOut(request, account);
	const email = freshEmail('ada');
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(event.path);
	// In the bar of the phone as beside the notice.
	await expect(page.getByRole('link', { name: 'Join the waitlist' })).toHaveCount(2);
	await page.locator('[data-bottom-bar]').getByRole('link', { name: 'Join the waitlist' }).press('Enter');
	await page.waitForURL(`${event.path}/waitlist`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Join the waitlist');
	await expect(page.getByRole('spinbutton', { name: 'How many tickets' })).toHaveValue('1');
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
	await page.getByRole('button', { name: 'Join the waitlist' }).press('Enter');
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
	await expect(page.getByLabel('Name', { exact: true })).toHaveAccessibleDescription(
		'Please enter your name.',
	);
	await page.getByRole('spinbutton', { name: 'How many tickets' }).press('ArrowUp');
	await expect(page.getByRole('checkbox', { name: 'Fewer would do too' })).toBeVisible();
	await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await page.getByLabel('Email', { exact: true }).fill(email);
	await page.keyboard.press('Enter');
	const heading = page.getByRole('heading', { level: 1 });
	await expect(heading).toHaveText('You’re on the waitlist');
	await expect(heading).toBeFocused();
	await expect(page.getByText('You’re number 1 in line')).toBeVisible();
	await expect(page.getByText(`We’ve sent a link to ${email}.`)).toBeVisible();

	const entry = (await page.getByRole('link', { name: 'See my position' }).getAttribute('href')) ?? '';
	const answer = await page.goto(entry);
	expect(answer?.headers()).toMatchObject({
		'cache-control': 'private, no-store',
		'x-robots-tag': 'noindex',
	});
	await expect(heading).toHaveText('You’re number 1 in line');
	await expect(page.getByText('2 tickets', { exact: true })).toBeVisible();

	await cancel();
	await untilSeen(page, 'We’re holding tickets for you');
	await expect(heading).toBeFocused();
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
	await page.getByRole('spinbutton', { name: 'How many tickets' }).press('ArrowDown');
	await expect(page.getByRole('button', { name: 'Continue to payment · €24.00' })).toBeVisible();
	await page.getByRole('spinbutton', { name: 'How many tickets' }).press('ArrowUp');
	await page.getByRole('button', { name: 'Continue to payment · €48.00' }).press('Enter');
	await page.waitForURL(/\/checkout\//);
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €48.00' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
	await page.goto(entry);
	await expect(page.getByText('You took these tickets')).toBeVisible();
	await page.getByRole('link', { name: 'Open order' }).press('Enter');
	await page.waitForURL(/\/my-ticket\//);

	await signInAs(page, account);
	await page.setViewportSize({ width: 1280, height: 900 });
	await page.goto(`${event.path}/tickets/waitlist?state=bought`);
	await expect(page.getByRole('row', { name: /Ada Lovelace/ })).toContainText('Got tickets');
	await page
		.getByRole('row', { name: /Ada Lovelace/ })
		.getByRole('link')
		.click();
	await page.waitForURL(/\/orders\//);
});

test('the organiser sets the waitlist up, passes over others with a reason, and removes an entry', async ({
	page,
	account,
	request,
	freshEmail,
	faults,
}) => {
	// Passing over others without a reason is refused.
	faults.allow(/status of 422/);
	const { api, event, typeId, cancel } = await makeSoldOut(request, account);
	const join = (name: string, party: number) =>
		api.call('post', `/api/events/${event.id}/waitlist`, {
			...{ name, party, email: freshEmail(name.toLowerCase()), ticketTypeIds: [typeId] },
		});
	await signInAs(page, account);
	await page.goto(`${event.path}/tickets`);
	await page.getByRole('region', { name: 'Waitlist' }).getByRole('link', { name: 'Waitlist' }).click();
	await expect(page.getByText('No entries yet')).toBeVisible();
	await page.getByRole('radio', { name: /I offer them myself/ }).check();
	await page.getByRole('combobox', { name: 'An offer holds for up to' }).selectOption('12 hours');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('Saved')).toBeVisible();

	await join('Ada', 1);
	await join('Bob', 1);
	const { token } = await join('Carol', 1);
	await cancel();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.reload();
	await expect(page.getByText('2 tickets are available')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
	const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
	const menu = async (name: string, item: string) => {
		await row(name)
			.getByRole('button', { name: `More actions for ${name}` })
			.press('Enter');
		await page.getByRole('menuitem', { name: item }).press('Enter');
	};
	await menu('Carol', 'Offer now');
	const dialog = page.getByRole('dialog');
	await dialog.getByRole('button', { name: 'Offer tickets' }).press('Enter');
	await expect(dialog.getByText('Others are ahead of Carol')).toBeVisible();
	await dialog.getByRole('button', { name: 'Offer tickets' }).press('Enter');
	await expect(dialog.getByLabel('Why they go first')).toHaveAccessibleDescription('Enter a reason.');
	await dialog.getByLabel('Why they go first').fill('She speaks on stage.');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Offer tickets' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(row('Carol')).toContainText('Offered until');
	await menu('Bob', 'Remove');
	await dialog.getByRole('button', { name: 'Remove' }).press('Enter');
	await expect(row('Bob')).toHaveCount(0);

	// Carol goes on waiting, then leaves.
	await page.goto(`/waitlist/${token}`);
	await page.getByRole('button', { name: 'Stay on the list' }).press('Enter');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re number 2 in line');
	await page.getByRole('button', { name: 'Leave the waitlist' }).press('Enter');
	await dialog.getByRole('button', { name: 'Leave the waitlist' }).press('Enter');
	await expect(page.getByText('You left the waitlist')).toBeVisible();
});
