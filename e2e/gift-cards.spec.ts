import { randomUUID } from 'node:crypto';
import type { APIRequestContext, Page } from '@playwright/test';
import { axeFindings, isNarrow } from './support/axe.ts';
import { cardFields, cards, typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { sellGiftCards } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';

/** Gift cards of an organiser: bought on a page, paid by card, sent by email, used at the checkout. */

/** An organiser with a priced event that sells gift cards of 20, 50 and 100 €. */
const sellThree = (request: APIRequestContext, account: Account) =>
	sellGiftCards(request, account, {
		amountsMinor: [2_000, 5_000, 10_000],
		validYears: 3,
		details: 'Also for drinks at the bar of the Old Ferry.',
	});

const codeIn = (text: string) => /[0-9A-HJKMNP-TV-Z]{4}(?:-[0-9A-HJKMNP-TV-Z]{4}){3}/.exec(text)?.[0] ?? '';

/** No sideways scroll at either width; axe looks once, on a phone in the light or on a wide screen in the dark. */
async function expectAccessible(page: Page, theme: 'light' | 'dark'): Promise<void> {
	for (const width of [390, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		expect(await isNarrow(page), `at ${width} px`).toBe(true);
		if ((theme === 'light') !== (width === 390)) continue;
		await page.emulateMedia({ colorScheme: theme });
		expect(await axeFindings(page), `${theme}, ${width} px`).toEqual([]);
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

test.use({ actionTimeout: 15_000 });

test('two cards are bought, one of them is sent, pays a part of an order and gets it back', async ({
	page,
	account,
	request,
	freshEmail,
	mails,
	faults,
}) => {
	test.slow();
	faults.allow(/status of 422/);
	const { api, event, hold, shop } = await sellThree(request, account);
	const [buyer, mary] = [freshEmail('ada'), freshEmail('mary')];
	await page.goto(shop);
	await expect(page.getByRole('heading', { name: 'Give a gift card' })).toBeVisible();
	await page.getByRole('radio', { name: '€20.00' }).check();
	await page.getByLabel('Their name').fill('Mary');
	await page.getByLabel('Their email').fill(mary);
	await page.getByLabel('Message').fill('Happy birthday!');
	await page.getByRole('button', { name: 'Add another card' }).click();
	const second = page.getByRole('group', { name: /Card 2/ });
	await expect(second.getByRole('radio', { name: '€20.00' })).toBeChecked();
	await expect(second.getByRole('radio', { name: '€20.00' })).toBeFocused();
	await second.getByRole('radio', { name: 'Other amount' }).check();
	await second.getByRole('textbox', { name: 'Other amount' }).fill('35');
	await second.getByRole('radio', { name: /give it myself/ }).check();
	await expect(second.getByLabel('Their email')).toBeHidden();
	await expect(page.getByText('€55.00')).toBeVisible();
	await page.getByLabel('Your name').fill('Ada Lovelace');
	await page.getByRole('textbox', { name: 'Your email' }).fill(buyer);
	await expectAccessible(page, 'light');
	await page.getByRole('button', { name: 'Continue to payment' }).click();
	await page.waitForURL(/\/gift-card-orders\//);

	await expect(page.getByRole('heading', { name: 'Pay for your gift cards' })).toBeVisible();
	await expect(page.getByText('Gift card for Mary')).toBeVisible();
	await expect(cardFields(page).getByText('Test mode')).toBeVisible();
	await expectAccessible(page, 'dark');
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €55.00' }).click();
	await expect(page.getByRole('heading', { name: 'Thank you, Ada Lovelace' })).toBeVisible();
	const card = page.getByRole('listitem', { name: 'Card 1, €20.00' });
	await expect(card.getByText('Happy birthday!')).toBeVisible();
	await card.getByRole('button', { name: 'Show code' }).click();
	await expect(card.getByRole('button', { name: 'Copy code' })).toBeVisible();
	const code = codeIn((await card.textContent()) ?? '');
	await expectAccessible(page, 'light');
	await page.reload();
	await expect(card.getByRole('button', { name: 'Show code' })).toBeVisible();
	await expect(page.getByText(code)).toHaveCount(0);

	const mail = await mails.waitFor(mary, /gift card/i);
	expect(codeIn(mail.text ?? '')).toBe(code);
	expect(mail.text).toContain('Happy birthday!');
	await mails.waitFor(buyer, /gift card/i);

	// A seat is 24 €: the card pays 20 €, the bank card the rest.
	const { manageToken, id } = await hold({ name: 'Mary Shelley', email: mary }, ['Mary']);
	await page.goto(`/checkout/${manageToken}`);
	await page.getByText('Use a gift card').click();
	const field = page.getByLabel('Gift card code');
	await field.fill('0000-1111-2222-3333');
	await field.press('Enter');
	await expect(field).toHaveAttribute('aria-invalid', 'true');
	await field.fill(code.toLowerCase().replaceAll('-', ' '));
	await field.press('Enter');
	await expect(page.getByRole('button', { name: 'Pay €4.00' })).toBeVisible();
	await expectAccessible(page, 'dark');
	await page.getByRole('button', { name: /^Remove gift card/ }).click();
	await expect(page.getByRole('button', { name: 'Pay €24.00' })).toBeVisible();
	await page.getByText('Use a gift card').click();
	await field.fill(code);
	await page.getByRole('button', { name: 'Apply' }).click();
	await typeCard(page);
	await page.getByRole('button', { name: 'Pay €4.00' }).click();
	await page.waitForURL(/\/my-ticket\//);

	await page.goto('/gift-cards');
	const checkBalance = async () => {
		await page.getByLabel('Gift card code').fill(code);
		await page.getByRole('button', { name: 'Check balance' }).click();
	};
	await checkBalance();
	await expect(page.getByRole('region', { name: 'Balance' }).getByText('€0.00')).toBeVisible();
	// What a refund gives back is on the card again.
	await api.call(
		'post',
		`/api/events/${event.id}/orders/${id}/refunds`,
		{ isCancelling: true },
		{ 'Idempotency-Key': randomUUID() },
	);
	await checkBalance();
	await expect(page.getByRole('region', { name: 'Balance' }).getByText('€20.00')).toBeVisible();
	await page.getByRole('link', { name: /^Events by/ }).click();
	await page.getByRole('link', { name: 'Buy a gift card' }).click();
	await expect(page).toHaveURL(new RegExp(`${shop}$`));
});

test('a card that is sent later is changed, and a declined payment keeps the order', async ({
	page,
	request,
	createAccount,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 402|ERR_INTERNET_DISCONNECTED/);
	const { shop } = await sellThree(request, await createAccount());
	const mary = freshEmail('mary');
	await page.goto(shop);
	// By keyboard alone.
	const press = (name: string | RegExp) => page.getByRole('button', { name }).press('Enter');
	await press('Continue to payment');
	await expect(page.getByRole('alert').getByText('Please fix 3 things')).toBeVisible();
	await expect(page.getByLabel('Their email')).toBeFocused();
	await page.keyboard.type(mary);
	const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
	await page.getByLabel('Day to send').fill(day);
	await page.getByLabel('Your name').fill('Ada Lovelace');
	await page.getByRole('textbox', { name: 'Your email' }).fill(freshEmail('ada'));
	// Without a network everything that was typed stays.
	await page.context().setOffline(true);
	await press('Continue to payment');
	await expect(page.getByRole('alert').getByText('Check your internet connection')).toBeVisible();
	await expect(page.getByLabel('Their email')).toHaveValue(mary);
	await page.context().setOffline(false);
	await press('Continue to payment');
	await page.waitForURL(/\/gift-card-orders\//);
	await typeCard(page, cards.hasNoFunds);
	await press('Pay €50.00');
	await expect(page.getByRole('main').getByRole('alert')).toContainText('Insufficient funds');
	await typeCard(page, cards.asksBank);
	await press('Pay €50.00');
	await page.waitForURL(/\/test-gateway\/challenge\//);
	await page.getByRole('button', { name: /Complete/ }).click();
	await page.waitForURL(/\/gift-card-orders\//);
	await expect(page.getByText(`Will be sent to ${mary}`)).toBeVisible();
	await expect(page).not.toHaveURL(/returned/);

	await press('Change');
	await page.getByRole('dialog').getByLabel('Their name').fill('Mary Shelley');
	await page.getByRole('dialog').getByLabel('Message').fill('See you there');
	await press('Save');
	await expect(page.getByRole('dialog')).toBeHidden();
	await expect(page.getByText('See you there')).toBeVisible();
	await press('Send now');
	await page.getByRole('dialog').getByRole('button', { name: 'Send' }).press('Enter');
	await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Change' })).toBeHidden();

	await page.evaluate(() => {
		window.print = () => window.dispatchEvent(new Event('beforeprint'));
	});
	await press('Print');
	await page.emulateMedia({ media: 'print' });
	await expect(page.getByText('Enter this code at checkout')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
	expect(
		codeIn((await page.locator('section').filter({ hasText: 'Enter this code' }).textContent()) ?? ''),
	).not.toBe('');
});

test('a buyer cancels, takes a gift card for it and pays the next order with it; a member refunds onto another', async ({
	page,
	account,
	request,
	freshEmail,
	mails,
}) => {
	test.slow();
	const { api, event, hold, payByCard } = await sellThree(request, account);
	await api.call('patch', `/api/events/${event.id}`, { refundPolicy: 'Full refund until 1 day before.' });
	const buyer = { name: 'Grace Hopper', email: freshEmail('grace') };
	const order = await hold(buyer, ['Grace']);
	await payByCard(order);
	await page.goto(`/my-ticket/${order.manageToken}`);
	await page.getByRole('button', { name: 'Cancel registration' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Cancel your ticket?' });
	await expect(dialog.getByRole('radio', { name: /The way you paid/ })).toBeChecked();
	await expect(dialog.getByRole('button', { name: 'Cancel and get €24.00 back' })).toBeVisible();
	await dialog.getByRole('radio', { name: /As a gift card/ }).press('Space');
	await expectAccessible(page, 'light');
	await dialog.getByRole('button', { name: 'Cancel and get a gift card' }).press('Enter');
	await expect(dialog).toBeHidden();
	const refund = page.getByRole('region', { name: 'Your refund is a gift card' });
	await refund.getByRole('button', { name: 'Show code' }).click();
	await expect(refund.getByText('€24.00 left')).toBeVisible();
	const code = codeIn((await refund.textContent()) ?? '');
	const mail = await mails.waitFor(buyer.email, /refund .* gift card/i);
	expect(codeIn(mail.text ?? '')).toBe(code);

	const next = await hold(buyer, ['Grace']);
	await page.goto(`/checkout/${next.manageToken}`);
	await page.getByText('Use a gift card').click();
	await page.getByLabel('Gift card code').fill(code);
	await page.getByRole('button', { name: 'Apply' }).click();
	await page.waitForURL(/\/my-ticket\//);

	const paid = await hold(buyer, ['Grace', 'Alan']);
	await payByCard(paid);
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/orders/${paid.id}`);
	await page.getByRole('button', { name: 'Refund', exact: true }).click();
	const refunding = page.getByRole('dialog', { name: /Refund order/ });
	await refunding.getByRole('radio', { name: /A new gift card/ }).check();
	await expect(refunding.getByText('We email it to', { exact: false })).toBeVisible();
	await expectAccessible(page, 'dark');
	await refunding.getByRole('button', { name: 'Refund €48.00' }).click();
	await expect(page.getByText('€48.00 refunded to a new gift card')).toBeVisible();
	await expect(page.getByText('On a new gift card')).toBeVisible();
});

test('without script a card is ordered and a balance is asked for; an organiser that sells none has no such page', async ({
	browser,
	request,
	createAccount,
	priced,
	freshEmail,
	faults,
}) => {
	faults.allow(/JavaScript/);
	const { organiser } = await priced.api.call('get', `/api/events/${priced.event.id}`);
	const without = await request.get(`/organisers/${organiser.slug}`);
	expect([without.status(), (await without.text()).includes('Buy a gift card')]).toEqual([200, false]);
	expect((await request.get(`/gift-cards/${organiser.slug}`)).status()).toBe(404);
	const { shop } = await sellThree(request, await createAccount());
	const context = await browser.newContext({ javaScriptEnabled: false, baseURL: process.env.E2E_URL ?? '' });
	const page = await context.newPage();
	await page.goto(shop);
	await page.getByText('I’ll give it myself').click();
	await expect(page.getByLabel('Their email')).toBeHidden();
	await page.getByLabel('Your name').fill('Ada Lovelace');
	await page.getByRole('textbox', { name: 'Your email' }).fill(freshEmail('ada'));
	await page.getByRole('button', { name: 'Continue to payment' }).click();
	await expect(page.getByRole('heading', { name: 'Pay for your gift cards' })).toBeVisible();
	await page.goto('/gift-cards');
	await page.getByLabel('Gift card code').fill('hello');
	await page.getByRole('button', { name: 'Check balance' }).click();
	await expect(
		page.getByText('Enter the 16 letters and digits of the code', { exact: false }).first(),
	).toBeVisible();
	await page.getByLabel('Gift card code').fill('0000-1111-2222-3333');
	await page.getByRole('button', { name: 'Check balance' }).click();
	await expect(page.getByRole('alert')).toBeVisible();
	await expect(page.getByLabel('Gift card code')).toHaveValue('0000-1111-2222-3333');
	await context.close();
});
