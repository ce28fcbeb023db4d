import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { expect, type Fixtures, test } from './support/test.ts';

/** Buying with a code: from a link, typed, refused, for a hidden ticket, and without script. */

const phone = { width: 390, height: 844 };
const box = (page: Page) => page.getByRole('region', { name: 'Get tickets' });
const quantity = (page: Page, name: string) =>
	box(page).getByRole('spinbutton', { name: `Quantity, ${name}` });
const pay = (page: Page) => box(page).getByRole('button', { name: /^Continue to payment/ });

async function fill(page: Page, email: string) {
	await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box(page).getByLabel('Email', { exact: true }).fill(email);
}

/** A seat at 24 € and nothing else, with codes. */
async function makeEvent(made: Fixtures['priced'], ...codes: object[]) {
	await made.api.call('delete', `/api/events/${made.event.id}/ticket-types/${made.event.standardId}`);
	for (const code of codes) await made.api.call('post', `/api/events/${made.event.id}/codes`, code);
	return made;
}

const early = { code: 'EARLY', kind: 'percent', basisPoints: 2_500 };

test('a link with a code shows the lowered price, and that is what is paid', async ({
	page,
	priced,
	freshEmail,
}) => {
	const { event } = await makeEvent(priced, early);
	await page.setViewportSize(phone);
	await page.goto(`${event.path}?code=early`);
	await expect(box(page).getByText('Code EARLY applied')).toBeVisible();
	await expect(box(page).getByRole('listitem')).toContainText('€18.00 instead of €24.00');
	await expect(pay(page)).toHaveText('Continue to payment · €18.00');
	expect(await axeFindings(page)).toEqual([]);
	// The bar of the phone leads to the form of the order, not to that of the code.
	await page.getByRole('button', { name: 'Get tickets' }).click();
	await expect(box(page).getByLabel('Name', { exact: true })).toBeFocused();
	await fill(page, freshEmail('ada'));
	await pay(page).click();

	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('You saved €6.00 with code EARLY.')).toBeVisible();
	await expect(page.getByRole('link', { name: `Back to ${event.title}` })).toHaveAttribute(
		'href',
		`${event.path}?code=EARLY`,
	);
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €18.00' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
});

test('a page with a code is another than the one without it, and not for search engines', async ({
	page,
	priced,
	request,
}) => {
	const { event } = await makeEvent(priced, early);
	const open = async (query: string) => {
		const html = await (await request.get(`${event.path}${query}`)).text();
		return { html, isLowered: html.includes('€18.00'), isIndexed: !html.includes('content="noindex"') };
	};
	const pages = [await open(''), await open('?code=EARLY'), await open(''), await open('?code=EARLY')];
	expect(pages.map(({ isLowered, isIndexed }) => [isLowered, isIndexed])).toEqual([
		[false, true],
		[true, false],
		[false, true],
		[true, false],
	]);
	expect(pages[1]?.html).not.toContain('application/ld+json');
	await page.goto(`${event.path}?code=EARLY`);
	const canonical = page.locator('link[rel=canonical]');
	if ((await canonical.count()) > 0)
		await expect(canonical).toHaveAttribute('href', new RegExp(`${event.path}$`));
});

test('a code is typed, refused in words, applied, kept for the visit and removed', async ({
	page,
	priced,
	faults,
}) => {
	faults.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
	const { event } = await makeEvent(priced, early);
	await page.setViewportSize(phone);
	await page.goto(event.path);
	await expect(pay(page)).toHaveText('Continue to payment · €24.00');
	await box(page).getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box(page).getByText('Have a code?').click();
	const field = box(page).getByRole('textbox', { name: 'Code' });
	await field.fill('WRONG');
	await box(page).getByRole('button', { name: 'Apply' }).click();
	await expect(field).toHaveAccessibleDescription('This code isn’t valid. Check the spelling.');
	await expect(field).toBeFocused();
	await expect(pay(page)).toHaveText('Continue to payment · €24.00');
	expect(await axeFindings(page)).toEqual([]);

	await field.fill('ear-ly');
	await page.context().setOffline(true);
	await field.press('Enter');
	await expect(field).toHaveAccessibleDescription(/offline|connection/i);
	await page.context().setOffline(false);
	await field.press('Enter');
	await expect(box(page).getByText('Code EARLY applied')).toBeVisible();
	await expect(box(page).getByRole('status').filter({ hasText: 'applied' })).toBeFocused();
	await expect(pay(page)).toHaveText('Continue to payment · €18.00');
	await expect(box(page).getByLabel('Name', { exact: true })).toHaveValue('Ada Lovelace');
	await expect(page).toHaveURL(/\?code=EARLY$/);

	// By a link without it, as after a sign-in.
	await page.goto('/events');
	await page.goto(event.path);
	await expect(box(page).getByText('Code EARLY applied')).toBeVisible();
	await box(page).getByRole('button', { name: 'Remove code' }).click();
	await expect(box(page).getByText('Have a code?')).toBeFocused();
	await expect(pay(page)).toHaveText('Continue to payment · €24.00');
	await expect(page).toHaveURL(new RegExp(`${event.path}$`));
	await page.reload();
	await expect(pay(page)).toHaveText('Continue to payment · €24.00');
	await expect(box(page).getByText('Have a code?')).toBeVisible();
});

test('a code offers a hidden ticket; what an order has too little of is said at the code', async ({
	page,
	priced,
	freshEmail,
	faults,
}) => {
	faults.allow(/422/);
	const { api, event } = await makeEvent(priced);
	const hidden = await api.call('post', `/api/events/${event.id}/ticket-types`, {
		name: 'Backstage',
		kind: 'paid',
		priceMinor: 5_000,
		isHidden: true,
	});
	await api.call('post', `/api/events/${event.id}/codes`, {
		code: 'FRIENDS',
		kind: 'percent',
		basisPoints: 10_000,
		ticketTypeIds: [hidden.id],
		minQuantity: 2,
	});
	await page.setViewportSize(phone);
	await page.goto(event.path);
	await expect(quantity(page, 'Backstage')).toHaveCount(0);
	await box(page).getByText('Have a code?').click();
	await box(page).getByRole('textbox', { name: 'Code' }).fill('friends');
	await box(page).getByRole('button', { name: 'Apply' }).click();
	await expect(box(page).getByRole('listitem').filter({ hasText: 'Backstage' })).toContainText(
		'€0.00 instead of €50.00',
	);
	await quantity(page, 'Seat').fill('0');
	await quantity(page, 'Backstage').fill('1');
	await fill(page, freshEmail('friend'));
	await box(page).getByRole('button', { name: 'Register' }).click();
	const refusal = box(page).getByRole('link', { name: 'This code needs at least 2 tickets.' });
	await expect(refusal).toBeVisible();
	await expect(box(page).getByRole('status').filter({ hasText: 'FRIENDS' })).toBeFocused();

	// Nothing is to be paid: the tickets are there at once.
	await quantity(page, 'Backstage').fill('2');
	await box(page).getByRole('button', { name: 'Register' }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
});

test('an event behind a password keeps the code of its link', async ({ page, priced, faults }) => {
	// What the page is until the password is typed.
	faults.allow(/403/);
	const { api, event } = await makeEvent(priced, early);
	await api.call('patch', `/api/events/${event.id}`, { visibility: 'password', password: 'harbour-night' });
	await page.goto(`${event.path}?code=EARLY`);
	await page.getByLabel('Event password').fill('harbour-night');
	await page.getByRole('button', { name: 'View event' }).click();
	await expect(box(page).getByText('Code EARLY applied')).toBeVisible();
	await expect(pay(page)).toHaveText('Continue to payment · €18.00');
});

test('a ticket beside a donation costs what the code says', async ({ page, fundraiser, freshEmail }) => {
	const { api, event, page: path } = fundraiser;
	await api.call('post', `/api/events/${event.id}/codes`, early);
	await page.setViewportSize(phone);
	await page.goto(`${path}?code=EARLY`);
	const donate = page.getByRole('region', { name: 'Donate' });
	await expect(donate.getByText('Code EARLY applied')).toBeVisible();
	await donate.getByRole('radio', { name: '€20.00' }).check();
	await donate.getByText('Add tickets').click();
	await donate.getByRole('spinbutton', { name: 'Quantity, Seat' }).fill('1');
	await donate.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await donate.getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await donate.getByRole('button', { name: 'Continue to payment · €38.00' }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('You saved €6.00 with code EARLY.')).toBeVisible();
});

test('without script a code works from a link and typed, and is refused in words', async ({
	browser,
	priced,
	freshEmail,
}) => {
	const { event } = await makeEvent(priced, early);
	const context = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
	const page = await context.newPage();
	await page.goto(event.path);
	await box(page).getByText('Have a code?').click();
	await box(page).getByRole('textbox', { name: 'Code' }).fill('WRONG');
	await box(page).getByRole('button', { name: 'Apply' }).click();
	await expect(page).toHaveURL(/\?code=WRONG#register$/);
	await expect(box(page).getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(
		'This code isn’t valid. Check the spelling.',
	);
	await box(page).getByRole('textbox', { name: 'Code' }).fill('EARLY');
	await box(page).getByRole('button', { name: 'Apply' }).click();
	await expect(box(page).getByText('Code EARLY applied')).toBeVisible();
	await fill(page, freshEmail('nos'));
	await pay(page).click();
	await expect(page).toHaveURL(/\/checkout\//);
	await expect(page.getByText('You saved €6.00 with code EARLY.')).toBeVisible();
	await context.close();
});
