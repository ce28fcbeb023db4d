import { Secret, TOTP } from 'otpauth';
import { axeFindings } from './support/axe.ts';
import { cards, typeCard } from './support/card.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

/** Plans, from the operator who charges them to the organiser who meets a limit, buys a plan and ends it. */

const quota = 'You have exceeded your quota. Please upgrade your plan.';

type Call = ReturnType<typeof caller>;

/** Three live events, which is all that the free plan has, and a draft. @returns the draft */
async function makeEvents(call: Call, token: string): Promise<string> {
	const make = (title: string) =>
		call('/api/events', { title, startsAtLocal: `${inDays(14)}T19:30`, timeZone: 'Europe/Berlin' }, token);
	for (const title of ['First', 'Second', 'Third'])
		await call(`/api/events/${(await make(title)).id}/publish`, {}, token);
	return (await make('Fourth')).id ?? '';
}

/** Two factors, as an administrator needs. @returns the token of the session with them */
async function turnOnTwoFactor(call: Call, token: string): Promise<string> {
	const { secret = '' } = await call('/api/account/two-factor/set-up', {}, token);
	const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
	return (await call('/api/account/two-factor', { code }, token)).token ?? '';
}

test('plans are charged, a limit is met, a plan is bought with a card, and ended', async ({
	page,
	browser,
	instance,
	account,
	createAccount,
	faults,
}) => {
	faults.allow(/status of 402/);
	test.slow();
	const call = caller(instance.url);
	// The link of the first start makes one administrator, in another journey.
	const operator = await createAccount('Root');
	await instance.query('UPDATE users SET is_admin = true WHERE email = $1', [operator.email]);
	const [draftId, token] = await Promise.all([
		makeEvents(call, account.token),
		turnOnTwoFactor(call, operator.token),
	]);
	const context = await browser.newContext({ baseURL: instance.url });
	const admin = await context.newPage();
	const charged = admin.getByRole('switch', { name: 'Charge plans' });
	try {
		await page.goto('/pricing');
		await expect(page.getByText('Everything is free today')).toBeVisible();
		await expect(page.getByRole('link', { name: 'Choose Pro' })).toHaveCount(0);

		await signInAs(admin, { token });
		await admin.goto('/admin/operator');
		await charged.click();
		await expect(charged).toBeChecked();

		// The fourth event is one too many: said before the press, then in a toast and in place, with the way to the plans.
		await signInAs(page, account);
		await page.goto(`/events/${draftId}/edit`);
		await expect(page.getByRole('main').getByText('Your Free plan includes 3 live events')).toBeVisible();
		await page.getByRole('button', { name: 'Publish' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
		await expect(page.locator('.toast[data-variant="upgrade"]')).toContainText(quota);
		await expect(page.getByRole('main').getByRole('alert').filter({ hasText: quota })).toBeVisible();
		await page.getByRole('main').getByRole('link', { name: 'See plans' }).click();
		await page.waitForURL('**/settings/plan');
		await expect(page.getByText('3 of 3')).toBeVisible();
		expect(await axeFindings(page)).toEqual([]);

		await page.getByRole('radio', { name: /^Pro/ }).check();
		await typeCard(page, cards.hasNoFunds);
		await page.getByRole('button', { name: 'Pay €29.00' }).click();
		await expect(page.getByText('Insufficient funds. Please use a different payment method.')).toBeVisible();
		await typeCard(page);
		await page.getByRole('button', { name: 'Pay €29.00' }).click();
		await expect(page.getByText('€29.00 per month.')).toBeVisible();
		await expect(page.getByText('Active', { exact: true })).toBeVisible();
		await expect(page.getByRole('listitem').filter({ hasText: 'Paid' })).toContainText('€29.00');

		await page.goto(`/events/${draftId}/edit`);
		await page.getByRole('button', { name: 'Publish' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
		await page.waitForURL(/\/share/);

		await page.goto('/settings/plan');
		await page.getByRole('button', { name: 'End plan' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'End plan' }).click();
		await expect(page.getByText('Ending', { exact: true })).toBeVisible();
		await page.getByRole('button', { name: 'Let 32 days pass (test mode)' }).click();
		await expect(page.getByText('You pay nothing for this plan.')).toBeVisible();
	} finally {
		// The other journeys of this instance have no plans.
		const off = { areCharged: false };
		const headers = { authorization: `Bearer ${token}` };
		const answer = await page.request.put('/api/admin/plans', { headers, data: off });
		expect(answer.ok(), await answer.text()).toBe(true);
		await context.close();
	}
});
