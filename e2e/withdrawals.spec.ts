import { randomUUID } from 'node:crypto';
import { expectAccessibleAt } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';

/** The withdrawal function: on the page of gift cards, by number, and as its organiser decides. */

/** An organiser with a priced event that sells gift cards, one of which is bought. */
async function sellCard(request: Parameters<typeof makePricedEvent>[0], account: Account, email: string) {
	const made = await makePricedEvent(request, account);
	const { organisation, organiser } = await made.api.call('get', `/api/events/${made.event.id}`);
	const path = `/api/organisations/${organisation.id}/gift-card-settings`;
	const headers = { authorization: `Bearer ${account.token}` };
	const settings = await (await request.get(path, { headers })).json();
	const saved = await request.put(path, {
		headers: { ...headers, 'If-Match': `"${settings.version}"` },
		data: {
			...{ isOffered: true, currency: 'EUR', amountsMinor: [2_500] },
			...{ leastMinor: 1_000, mostMinor: 50_000, validYears: null, details: '' },
		},
	});
	expect(saved.status(), await saved.text()).toBe(200);
	const slug = organiser.slug as string;
	const buy = async () => {
		const bought = await made.api.call('post', `/api/organisers/${slug}/gift-cards`, {
			buyer: { name: 'Ada Lovelace', email },
			cards: [{ amountMinor: 2_500 }],
		});
		const card = { number: '4242424242424242', expMonth: 12, expYear: 2035, cvc: '123' };
		const { id } = await made.api.call('post', '/api/test-gateway/confirmation-tokens', card);
		await made.api.call(
			'post',
			`/api/gift-card-purchases/${bought.purchaseToken}/payments`,
			{ confirmationToken: id },
			{ 'Idempotency-Key': randomUUID() },
		);
		return { token: bought.purchaseToken as string, number: bought.purchase.number as string };
	};
	return { ...made, slug, buy };
}

test.use({ actionTimeout: 15_000 });

test('a buyer withdraws on the page of their gift cards', async ({
	page,
	request,
	createAccount,
	freshEmail,
	mails,
}) => {
	const buyer = freshEmail('ada');
	const { buy } = await sellCard(request, await createAccount(), buyer);
	const { token, number } = await buy();
	await page.goto(`/gift-card-orders/${token}`);
	await expect(page.getByText(`Purchase number: ${number}`)).toBeVisible();
	const button = page.getByRole('button', { name: 'Withdraw from contract here' });
	await expect(button).toBeVisible();
	await expectAccessibleAt(page, [320, 1440]);
	await button.press('Enter');
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByLabel('Name')).toHaveValue('Ada Lovelace');
	await expectAccessibleAt(page, [320, 1440]);
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
		request,
		createAccount,
		freshEmail,
		mails,
	}) => {
		const buyer = freshEmail('ada');
		const { buy, slug } = await sellCard(request, await createAccount(), buyer);
		const { number } = await buy();
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
	request,
	createAccount,
	freshEmail,
	mails,
}) => {
	const account = await createAccount();
	const sender = freshEmail('mary');
	const { slug } = await sellCard(request, account, freshEmail('ada'));
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
	await expectAccessibleAt(page, [320, 1440]);

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
