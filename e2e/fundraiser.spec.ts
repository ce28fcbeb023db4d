import type { Locator, Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** The page of a live fundraiser: giving alone and beside tickets, up to the thanks. */

const box = (page: Page) => page.getByRole('region', { name: 'Donate' });

async function pay(page: Page, number: string): Promise<void> {
	await typeCard(page, number);
	await page.getByRole('button', { name: /^Pay / }).click();
}

test('a donation alone: a declined card keeps it, the next one pays it', async ({
	page,
	fundraiser,
	request,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 402 POST .*\/payments$/);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(fundraiser.page);
	await expect(page.getByText('raised of €1,000.00')).toBeVisible();
	await expect(page.getByText('new roof')).toBeVisible();
	// Goal and story come before the form, and the way to it stays in sight.
	const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
	expect(await top(page.getByText('raised of €1,000.00'))).toBeLessThan(
		await top(page.getByText('new roof')),
	);
	expect(await top(page.getByText('new roof'))).toBeLessThan(await top(box(page)));
	const bar = page.getByRole('button', { name: 'Donate' });
	await expect(bar).toBeInViewport({ ratio: 1 });
	await expect(page.getByText('0% raised')).toBeInViewport();
	await bar.click();
	await expect(box(page).getByRole('button', { name: /^Continue/ })).toBeVisible();
	await expect(box(page).getByRole('radio', { name: '€20.00' })).toBeInViewport();
	// The page scrolls smoothly.
	await expect(async () => {
		const rows = await Promise.all(
			['€20.00', '€50.00', '€100.00'].map((name) => top(box(page).getByRole('radio', { name }))),
		);
		expect(new Set(rows).size).toBe(1);
	}).toPass();
	await expect(box(page).getByRole('textbox', { name: 'Other amount' })).toBeHidden();
	await expect(page.getByText('No donations yet. Be the first.')).toBeVisible();

	const total = box(page).getByRole('button', { name: /^Continue/ });
	// Nothing is chosen for the donor.
	for (const name of ['€20.00', '€50.00', 'Other amount', 'No donation'])
		await expect(box(page).getByRole('radio', { name })).not.toBeChecked();
	await expect(total).toHaveText('Continue');
	await box(page).getByRole('radio', { name: '€50.00' }).check();
	await expect(total).toHaveText('Continue to payment · €50.00');
	const cover = box(page).getByRole('checkbox', { name: 'Add €1.80 to cover the card fees' });
	await expect(cover).not.toBeChecked();
	await cover.check();
	await expect(total).toHaveText('Continue to payment · €51.80');
	await box(page).getByText('Add a message or dedication').click();
	await box(page).getByLabel('Message').fill('For the roof');
	await box(page).getByLabel('Name for the dedication').fill('Charles');
	await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box(page).getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await total.click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('Card fees', { exact: true })).toBeVisible();
	await pay(page, '4000000000000002');
	await expect(page.getByRole('main').getByRole('alert')).toContainText('Card declined.');
	await pay(page, '4242424242424242');
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'Thank you, Ada' })).toBeVisible();
	await expect(page.getByRole('main').getByText('€51.80')).toBeVisible();
	await expect(page.getByText(/^Confirmation sent to/)).toBeVisible();
	const thanks = page.getByRole('region', { name: 'Your support' });
	await expect(thanks.getByText('For the roof')).toBeVisible();
	await expect(thanks.getByText('In honour of Charles')).toBeVisible();
	await expect(thanks.getByText('Ada Lovelace')).toBeVisible();
	await expect(thanks.getByText('€50.00 raised of €1,000.00')).toBeVisible();
	await expect(thanks.getByRole('progressbar', { name: 'Raised' })).toHaveAttribute('aria-valuenow', '5000');
	expect(await top(thanks)).toBeLessThan(await top(page.getByRole('region', { name: 'Your order' })));
	await expect(thanks.getByRole('link', { name: 'Back to the fundraiser' })).toHaveAttribute(
		'href',
		fundraiser.page,
	);
	expect(await axeFindings(page)).toEqual([]);

	// The page is served from the cache for some seconds, and shown once more by a browser that has it.
	await expect
		.poll(async () => (await request.get(fundraiser.page)).text(), { intervals: [250] })
		.toContain('For the roof');
	await expect(async () => {
		await page.goto(fundraiser.page);
		await expect(page.getByText('In honour of Charles')).toBeVisible({ timeout: 2_000 });
	}).toPass();
	await expect(page.getByText('5% of the goal')).toBeVisible();
	await expect(page.getByText('For the roof')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});

test('a donation that comes in while somebody looks is in the total and in the list', async ({
	page,
	fundraiser,
}) => {
	await page.clock.install();
	await page.goto(fundraiser.page);
	await expect(page.getByText('No donations yet. Be the first.')).toBeVisible();
	await fundraiser.api.call('post', `/api/events/${fundraiser.event.id}/donations`, {
		amountMinor: 25_000,
		receivedOn: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
		donorName: 'Grace Hopper',
	});
	await page.clock.fastForward(20_500);
	await expect(page.getByText('Grace Hopper')).toBeVisible();
	await expect(page.getByText('25% of the goal')).toBeVisible();
});

test('another amount with a ticket is one payment, by keyboard alone', async ({
	page,
	fundraiser,
	freshEmail,
}) => {
	await page.goto(fundraiser.page);
	const other = box(page).getByRole('textbox', { name: 'Other amount' });
	await box(page).getByRole('radio', { name: '€20.00' }).focus();
	for (let steps = 0; steps < 3; steps += 1) await page.keyboard.press('ArrowDown');
	await expect(box(page).getByRole('radio', { name: 'Other amount' })).toBeChecked();
	await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box(page).getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await page.keyboard.press('Enter');
	await expect(other).toBeFocused();
	await expect(other).toHaveAccessibleDescription(/Enter an amount/);
	await page.keyboard.type('12,50');
	await box(page).getByText('Add tickets').focus();
	await page.keyboard.press('Enter');
	await box(page).getByRole('spinbutton', { name: 'Quantity, Seat' }).fill('1');
	await page.keyboard.press('Tab');
	const total = box(page).getByRole('button', { name: /^Continue/ });
	await expect(total).toHaveText('Continue to payment · €36.50');
	await total.focus();
	await page.keyboard.press('Enter');
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('1 × Seat')).toBeVisible();
	await expect(page.getByText('€12.50')).toBeVisible();
	await pay(page, '4242424242424242');
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
	// The ticket first, then the same thanks as for a donation alone.
	const thanks = page.getByRole('region', { name: 'Your support' });
	await expect(thanks.getByText('€12.50 raised of €1,000.00')).toBeVisible();
	await expect(thanks.getByText('Ada Lovelace')).toBeVisible();
	await expect(thanks.getByRole('button', { name: 'Copy link' })).toBeVisible();
	const top = async (of: Locator) => (await of.boundingBox())?.y ?? 0;
	expect(await top(page.getByRole('region', { name: 'Tickets' }))).toBeLessThan(await top(thanks));
});

test('a form in which only a ticket was chosen charges the ticket alone, on every page that sells', async ({
	page,
	fundraiser,
}) => {
	const { api, event } = fundraiser;
	const types = `/api/events/${event.id}/ticket-types`;
	await api.call('post', types, {
		name: 'Supporter',
		kind: 'donation',
		priceMinor: 0,
		suggestedMinor: 2_000,
	});
	await api.call('post', types, { name: 'T-shirt', kind: 'add_on', priceMinor: 1_800 });
	const selling = [
		{ path: event.path, region: 'Get tickets' },
		{ path: fundraiser.page, region: 'Donate' },
	];
	for (const [index, { path, region }] of selling.entries()) {
		await page.goto(path);
		const form = page.getByRole('region', { name: region });
		if (region === 'Donate') await form.getByText('Add tickets').click();
		await form.getByRole('spinbutton', { name: 'Quantity, Seat' }).fill('1');
		await form.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
		await form.getByLabel('Email', { exact: true }).fill(`ada${index}@people.example`);
		const total = form.getByRole('button', { name: /^Continue/ });
		await expect(total).toHaveText('Continue to payment · €24.00');
		await total.click();
		await page.waitForURL(/\/checkout\//);
		await expect(page.getByRole('button', { name: 'Pay €24.00' })).toBeVisible();
	}
});

test.describe('without script', () => {
	test.use({ javaScriptEnabled: false });

	test('the form leads to the checkout', async ({ page, fundraiser, freshEmail }) => {
		await page.goto(fundraiser.page);
		await box(page).getByRole('radio', { name: '€100.00' }).check();
		await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
		await box(page).getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
		await box(page)
			.getByRole('button', { name: /^Continue/ })
			.click();
		await page.waitForURL(/\/checkout\//);
		await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
	});

	test('without a live fundraiser the page is the ordinary registration', async ({ page, priced }) => {
		const { event } = priced;
		await page.goto(`/register/${event.id}`);
		await expect(page.getByRole('region', { name: 'Get tickets' })).toBeVisible();
		await expect(box(page)).toBeHidden();
	});
});

test('a monthly donation: begun with a card, charged the next month, stopped by its donor, seen by its organiser', async ({
	page,
	account,
	fundraiser,
	freshEmail,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(fundraiser.page);
	await box(page).getByRole('radio', { name: '€20.00' }).check();
	await box(page).getByRole('radio', { name: 'Monthly' }).check();
	await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box(page).getByLabel('Email', { exact: true }).fill(freshEmail('monthly'));
	await box(page)
		.getByRole('button', { name: /^Continue/ })
		.click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('Donation, each month')).toBeVisible();
	await expect(page.getByText(/to charge this card €20.00 each month until you stop/)).toBeVisible();
	await pay(page, '4242424242424242');
	await page.waitForURL(/\/my-ticket\//);
	await page.getByRole('link', { name: 'Manage monthly donation' }).click();
	await page.waitForURL(/\/agreements\//);
	const main = page.getByRole('main');
	await expect(main.getByText('1 donation so far: €20.00')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('button', { name: 'Let 32 days pass (test mode)' }).click();
	await expect(main.getByText('2 donations so far: €40.00')).toBeVisible();
	await page.getByRole('button', { name: 'Change amount' }).click();
	await page.getByRole('dialog').getByLabel('Amount').fill('35');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expect(main.getByText('€35.00', { exact: true })).toBeVisible();
	const donor = page.url();
	await signInAs(page, account);
	await page.goto(`/events/${fundraiser.event.id}/fundraiser`);
	const table = page.getByRole('region', { name: 'Monthly donations' });
	await expect(table).toBeVisible();
	const here = page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Fundraiser' });
	await expect(here).toBeInViewport({ ratio: 0.9 });
	await page.setViewportSize({ width: 1440, height: 900 });
	const gift = table.getByRole('row', { name: /Ada Lovelace/ });
	await expect(gift).toContainText('€35.00');
	await expect(gift).toContainText('€40.00');
	await gift.getByRole('button', { name: 'End the monthly donation of Ada Lovelace' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
	await page.getByRole('combobox', { name: 'State', exact: true }).selectOption('paused');
	await expect(page.getByText('No matching monthly donations')).toBeVisible();
	await page.goto(donor);
	await page.getByRole('button', { name: 'Stop donation' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Stop donation' }).click();
	await expect(main.getByText('This monthly donation has ended')).toBeVisible();
});
