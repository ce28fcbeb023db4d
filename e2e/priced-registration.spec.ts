import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** The first of two screens: tickets with a price on the event's page, up to the checkout. */

const box = (page: Page) => page.getByRole('region', { name: 'Get tickets' });
const quantity = (page: Page, name: string) =>
	box(page).getByRole('spinbutton', { name: `Quantity, ${name}` });

async function fill(page: Page, email: string) {
	await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box(page).getByLabel('Email', { exact: true }).fill(email);
}

test('two fields and one press lead to the checkout, and the event’s page leads back to it', async ({
	page,
	priced,
	freshEmail,
}) => {
	const { api, event } = priced;
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(event.path);
	await expect(box(page).getByText('Free – €24.00')).toBeVisible();
	await expect(box(page).getByText('€24.00', { exact: true })).toBeVisible();
	await expect(box(page).getByText('incl. 19% tax')).toBeVisible();
	await quantity(page, 'Seat').fill('2');
	await fill(page, freshEmail('ada'));
	await expect(box(page).getByText('Includes €7.66 tax')).toBeVisible();
	await expect(box(page).getByText('Test mode')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await box(page).getByRole('button', { name: 'Continue to payment · €48.00' }).click();
	await page.waitForURL(/\/checkout\/[\w-]+$/);
	await expect(page.getByText('2 × Seat')).toBeVisible();
	const checkout = page.url();

	await page.goto(event.path);
	await expect(box(page).getByText('2 tickets are held for you')).toBeVisible();
	await expect(box(page).getByText(/^1[45]:\d\d left$/)).toBeVisible();
	await page.goto('/checkout');
	await expect(page.getByText(event.title)).toBeVisible();
	await page.getByRole('link', { name: 'Continue' }).click();
	await expect(page).toHaveURL(checkout);

	await api.call('delete', `/api/orders/${new URL(checkout).pathname.split('/').at(-1)}/hold`);
	await page.goto('/checkout');
	await expect(page.getByText('Your cart is empty.')).toBeVisible();
	await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer.holds'))).toBe('[]');
});

test('a free ticket is registered at once; a donation, an add-on and a free ticket in one order', async ({
	page,
	priced,
	freshEmail,
}) => {
	const { api, event } = priced;
	await page.goto(event.path);
	await quantity(page, 'Standard').fill('1');
	await fill(page, freshEmail('fay'));
	await box(page).getByRole('button', { name: 'Register' }).click();
	await expect(page).toHaveURL(/\/my-ticket\//);

	const types = `/api/events/${event.id}/ticket-types`;
	await api.call('post', types, {
		name: 'Supporter',
		kind: 'donation',
		priceMinor: 500,
		suggestedMinor: 2_000,
	});
	await api.call('post', types, { name: 'T-shirt', kind: 'add_on', priceMinor: 1_800 });
	await page.goto(event.path);
	const total = box(page).getByRole('button', { name: /^Continue to payment/ });
	await quantity(page, 'Standard').fill('1');
	await quantity(page, 'Supporter').fill('2');
	await quantity(page, 'T-shirt').fill('1');
	await fill(page, freshEmail('sue'));
	// Two gifts of the suggested amount.
	await expect(total).toHaveText('Continue to payment · €58.00');
	const amount = box(page).getByLabel('Amount for each');
	await expect(amount).toHaveAccessibleDescription(
		'Minimum €5.00: the price of admission. What you add is a donation.',
	);
	await amount.fill('4,50');
	await box(page).getByRole('button', { name: 'Register' }).click();
	await expect(amount).toHaveAccessibleDescription(/The minimum is €5.00/);
	await expect(amount).toBeFocused();
	await amount.fill('7,50');
	await expect(total).toHaveText('Continue to payment · €33.00');
	await total.click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('2 × Supporter')).toBeVisible();
	await expect(page.getByText('€10.00')).toBeVisible();
	await expect(page.getByText('Donation in the price of Supporter')).toBeVisible();
});

test('a price that has changed is shown beside the old one, and ordered only when it was confirmed', async ({
	page,
	priced,
	freshEmail,
	faults,
}) => {
	faults.allow(/422/);
	const { api, event, typeId } = priced;
	await page.goto(event.path);
	await quantity(page, 'Seat').fill('1');
	await fill(page, freshEmail('pia'));
	await api.call('patch', `/api/events/${event.id}/ticket-types/${typeId}`, { priceMinor: 2_600 });
	await box(page).getByRole('button', { name: 'Continue to payment · €24.00' }).click();
	await expect(box(page).getByText('The price has changed', { exact: true })).toBeVisible();
	await expect(box(page).getByText('€24.00 is now €26.00.')).toBeVisible();
	await box(page).getByRole('button', { name: 'Continue to payment · €26.00' }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('€26.00').first()).toBeVisible();
});

test('without script the order is priced by the server and leads to the checkout', async ({
	browser,
	priced,
	freshEmail,
}) => {
	const { api, event } = priced;
	await api.call('post', `/api/events/${event.id}/ticket-types`, {
		name: 'Supporter',
		kind: 'donation',
		priceMinor: 500,
	});
	const context = await browser.newContext({ javaScriptEnabled: false });
	const page = await context.newPage();
	await page.goto(event.path);
	await quantity(page, 'Seat').fill('2');
	await quantity(page, 'Supporter').fill('1');
	await box(page).getByLabel('Amount for each').fill('12,50');
	await fill(page, freshEmail('nos'));
	await box(page).getByRole('button', { name: 'Get tickets' }).click();
	await expect(page).toHaveURL(/\/checkout\//);
	await expect(page.getByText('€60.50', { exact: true })).toBeVisible();
	await context.close();
});

test('an early price is shown with its end and charged; an order beyond it has both prices', async ({
	page,
	priced,
	freshEmail,
	faults,
}) => {
	faults.allow(/422/);
	const { api, event, typeId, hold } = priced;
	const path = `/api/events/${event.id}/ticket-types/${typeId}`;
	const early = { name: 'Early bird', priceMinor: 1_800, endsAt: null, soldUpTo: 3 };
	await api.call('patch', path, { priceTiers: [early] });
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(event.path);
	await expect(box(page).getByText('Early bird · 3 left at this price · then €24.00')).toBeVisible();
	const pay = box(page).getByRole('button', { name: /^Continue to payment/ });
	await quantity(page, 'Seat').fill('4');
	await quantity(page, 'Seat').press('Tab');
	await expect(pay).toHaveText('Continue to payment · €78.00');
	await quantity(page, 'Seat').fill('2');
	await fill(page, freshEmail('eve'));
	await expect(pay).toHaveText('Continue to payment · €36.00');

	// Sold to somebody else while the form was filled in.
	await hold({ name: 'Faster', email: freshEmail('faster') }, ['Faster', 'Fastest']);
	await pay.click();
	await expect(box(page).getByText('The price has changed', { exact: true })).toBeVisible();
	await expect(pay).toHaveText('Continue to payment · €42.00');
	await pay.click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('€18.00')).toBeVisible();
	await expect(page.getByText('€24.00')).toBeVisible();
});

test('a tax that is added to prices is in every price that is shown, from the list to the checkout', async ({
	page,
	priced,
	freshEmail,
}) => {
	const { api, event } = priced;
	await api.call('patch', `/api/events/${event.id}`, { pricesIncludeTax: false });
	await api.call('post', `/api/events/${event.id}/ticket-types`, {
		...{ name: 'Supporter', kind: 'donation', priceMinor: 500, taxBasisPoints: 1_900, suggestedMinor: 2_000 },
	});
	// 24.00 and 19 % of it.
	const { organiser } = await api.call('get', `/api/events/${event.id}`);
	await page.goto(`/organisers/${organiser.slug}`);
	await expect(page.getByText('Free – €28.56')).toBeVisible();
	await page.goto(event.path);
	await expect(box(page).getByText('€28.56', { exact: true })).toBeVisible();
	const html = await page.content();
	expect(html).toContain('"price":"28.56"');
	// Not as part of a time: `…24.006Z`.
	expect(html).not.toMatch(/24\.00(?!\d)/);
	await expect(box(page).getByText('Donation from €5.95')).toBeVisible();
	await quantity(page, 'Supporter').fill('1');
	await fill(page, freshEmail('ada'));
	await expect(box(page).getByLabel('Amount')).toHaveAccessibleDescription(
		/^Minimum €5\.00, €5\.95 in total/,
	);
	// The minimum with its tax, and what is given beyond it without.
	await expect(box(page).getByText('Includes €0.95 tax and €15.00 donation')).toBeVisible();
	await quantity(page, 'Supporter').fill('0');
	await quantity(page, 'Seat').fill('1');
	await quantity(page, 'Seat').blur();
	await expect(box(page).getByText('Includes €4.56 tax')).toBeVisible();
	await box(page).getByRole('button', { name: 'Continue to payment · €28.56' }).click();
	await page.waitForURL(/\/checkout\/[\w-]+$/);
	await expect(page.getByText('€28.56').first()).toBeVisible();
	await expect(page.getByText('€24.00')).toHaveCount(0);
});
