import { axeFindings } from './support/axe.ts';
import { cardFields, cards, typeCard } from './support/card.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** The second of two screens: a held order is paid by card, by transfer or at the door. */

test('a declined card keeps the order, the next one pays it, and the tickets are there', async ({
	page,
	priced,
	faults,
}) => {
	faults.allow(/status of 402/);
	const { hold } = priced;
	const { manageToken } = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada', 'Mary']);
	await page.goto(`/checkout/${manageToken}`);
	await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
	await expect(page.getByText('2 × Seat')).toBeVisible();
	await expect(cardFields(page).getByText('Test mode')).toBeVisible();

	await typeCard(page, cards.hasNoFunds);
	await page.getByRole('button', { name: 'Pay €48.00' }).click();
	await expect(page.getByRole('main').getByRole('alert')).toContainText(
		'Insufficient funds. Please use a different payment method.',
	);
	expect(await axeFindings(page)).toEqual([]);

	await typeCard(page);
	// Enter in the card form is the same press.
	await cardFields(page)
		.getByLabel(/CVC|Security code/)
		.press('Enter');
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
	// Paid: the checkout leads to the tickets from now on.
	await page.goto(`/checkout/${manageToken}`);
	await page.waitForURL(/\/my-ticket\//);
});

test('on a phone all of it is one screen: what, for whom, how it comes back, and the button; the hold is extended at its end only', async ({
	page,
	priced,
}) => {
	const { api, event, hold } = priced;
	await api.call('patch', `/api/events/${event.id}`, {
		refundPolicy: 'Full refund until 7 days before the event.',
	});
	const { manageToken } = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Mary Shelley']);
	await page.clock.install();
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(`/checkout/${manageToken}`);
	await expect(cardFields(page).getByLabel('Card number')).toBeVisible();
	await expect(cardFields(page).getByRole('button', { name: 'Succeeds' })).toBeHidden();
	await expect(page.getByRole('button', { name: 'Pay €24.00' })).toBeInViewport({ ratio: 1 });
	await expect(page.getByText('For Mary Shelley, sent to ada@people.example')).toBeInViewport();
	await expect(page.getByText(/^Full refund until \d/)).toBeInViewport();
	await expect(page.locator('#summary + div img')).toBeInViewport();
	expect(await axeFindings(page)).toEqual([]);
	expect(await page.evaluate(() => window.scrollY)).toBe(0);
	await expect(page.getByRole('contentinfo').getByRole('navigation')).toHaveCount(0);
	const extend = page.getByRole('button', { name: 'Extend by 15 minutes' });
	await expect(page.getByRole('timer')).toHaveText(/1[0-5]:\d\d$/);
	await expect(extend).toBeHidden();
	await page.clock.fastForward('12:30');
	await expect(page.getByRole('timer')).toHaveText(/[0-2]:\d\d$/);
	await extend.click();
	await expect(extend).toBeHidden();
	await page.getByRole('link', { name: 'Back to Night of the Harbour' }).click();
	await expect(page).toHaveURL(new RegExp(`${event.path}$`));
});

test('the bank asks for a confirmation, and the buyer comes back to their tickets', async ({
	page,
	priced,
}) => {
	const { hold } = priced;
	const { manageToken } = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	await page.goto(`/checkout/${manageToken}`);
	await typeCard(page, cards.asksBank);
	await page.getByRole('button', { name: 'Pay €24.00' }).click();
	await page.waitForURL(/\/test-gateway\/challenge\//);
	await page.getByRole('button', { name: /Fail/ }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByRole('button', { name: 'Pay €24.00' })).toBeVisible();

	await typeCard(page, cards.asksBank);
	await page.getByRole('button', { name: 'Pay €24.00' }).click();
	await page.waitForURL(/\/test-gateway\/challenge\//);
	await page.getByRole('button', { name: /Complete/ }).click();
	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
});

test('a transfer is shown with its reference, and the door can be chosen instead', async ({
	page,
	request,
	createAccount,
}) => {
	const ways = { takesTransfers: true, takesMoneyAtDoor: true };
	const { hold } = await makePricedEvent(request, await createAccount(), ways);
	const { manageToken } = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	await page.goto(`/checkout/${manageToken}`);
	await page.getByRole('radio', { name: /Bank transfer/ }).check();
	await page.getByRole('button', { name: 'Order and transfer €24.00' }).click();
	await expect(page.getByRole('heading', { name: 'Your tickets are held' })).toBeVisible();
	await expect(page.getByText('DE89 3704 0044 0532 0130 00')).toBeVisible();
	await expect(page.getByText(/^RF\d\d/)).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByText('Pay another way').click();
	await page.getByRole('radio', { name: /Pay at the door/ }).check();
	await page.getByRole('button', { name: 'Order and pay €24.00 at the door' }).click();
	await expect(page.getByText('Show your order there.')).toBeVisible();
});
