import { expectAccessibleAt } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** The withdrawal function: on the page of gift cards, by number, and as its organiser decides. */

test.use({ actionTimeout: 15_000 });

test('a buyer withdraws on the page of their gift cards', async ({ page, giftCards, freshEmail, mails }) => {
	const buyer = freshEmail('ada');
	const { buy } = giftCards;
	const { token, number } = await buy(buyer, { amountMinor: 2_500 });
	await page.goto(`/gift-card-orders/${token}`);
	await expect(page.getByText(`Purchase number: ${number}`)).toBeVisible();
	const button = page.getByRole('button', { name: 'Withdraw from contract here' });
	await expect(button).toBeVisible();
	await button.press('Enter');
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByLabel('Name')).toHaveValue('Ada Lovelace');
	await dialog.getByRole('button', { name: 'Continue' }).press('Enter');
	await expect(dialog.getByText('Check your statement')).toBeVisible();
	await expect(dialog.getByText('€25.00 is refunded')).toBeVisible();
	await expectAccessibleAt(page, [320, 1440]);
	await dialog.getByRole('button', { name: 'Confirm withdrawal' }).click();
	await expect(page.getByText('It is accepted: €25.00 is refunded.')).toBeVisible();
	await expect(button).toHaveCount(0);
	const mail = await mails.waitFor(buyer, /withdrawal was received/i);
	expect(mail.text).toContain(number);
});

test.describe('without script', () => {
	test.use({ javaScriptEnabled: false });

	test('a buyer withdraws by the number of their purchase', async ({
		page,
		giftCards,
		freshEmail,
		mails,
	}) => {
		const buyer = freshEmail('ada');
		const { buy, slug } = giftCards;
		const { number } = await buy(buyer, { amountMinor: 2_500 });
		await page.goto('/withdraw');
		await page.getByLabel('Address of the organiser or event').fill(`https://example.org/organisers/${slug}`);
		await page.getByRole('button', { name: 'Continue' }).click();
		await page.waitForURL(`/withdraw/${slug}`);
		await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
		await page.getByLabel('Order or purchase number').fill(number.toLowerCase());
		await page.getByLabel('Email', { exact: true }).fill(buyer);
		await page.getByRole('button', { name: 'Continue' }).click();
		await expect(page.getByRole('heading', { name: 'Check your statement' })).toBeVisible();
		await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
		await expect(page.getByText('We have received your statement')).toBeVisible();
		await mails.waitFor(buyer, /withdrawal was received/i);
	});
});

test('an organiser declines a withdrawal that matches nothing, and the buyer gets their words', async ({
	page,
	account,
	giftCards,
	freshEmail,
	mails,
}) => {
	const sender = freshEmail('mary');
	const { slug } = giftCards;
	await page.goto(`/organisers/${slug}`);
	await page.getByRole('link', { name: 'Withdraw from contract here' }).click();
	await page.waitForURL(`/withdraw/${slug}`);
	await expectAccessibleAt(page, [320, 1440]);
	await page.getByLabel('Name', { exact: true }).fill('Mary Shelley');
	await page.getByLabel('Order or purchase number').fill('ZZZZZZ');
	// Browsers take it for an address.
	await page.getByLabel('Email', { exact: true }).fill('ada@nowhere');
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(/valid email address/);
	await page.getByLabel('Email', { exact: true }).fill(sender);
	await page.getByRole('button', { name: 'Continue' }).click();
	await expectAccessibleAt(page, [320, 1440]);
	await page.getByRole('button', { name: 'Confirm withdrawal' }).click();
	await expect(page.getByText('We have received your statement')).toBeVisible();

	await signInAs(page, account);
	await page.goto('/money/withdrawals');
	await expect(page.getByText('Mary Shelley')).toBeVisible();
	await expectAccessibleAt(page, [320, 1440]);
	await page.getByRole('button', { name: 'Decline' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Message to the buyer').fill('We found no order with this number.');
	await expectAccessibleAt(page, [320, 1440]);
	await dialog.getByRole('button', { name: 'Decline withdrawal' }).click();
	await expect(
		page.getByRole('list', { name: 'Withdrawals' }).getByText('Declined', { exact: true }),
	).toBeVisible();
	const mail = await mails.waitFor(sender, /withdrawal was declined/i);
	expect(mail.text).toContain('We found no order with this number.');
});
