import { type RunningApp, startApp } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { cards, typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makeAdministrator } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

/** Plans, from the operator who charges them to the organiser who meets a limit, buys a plan and ends it. */

const quota = 'You have exceeded your quota. Please upgrade your plan.';

/** An organiser with three live events, which is all that the free plan has, and a draft. */
async function makeOrganiser(app: RunningApp): Promise<{ token: string; draftId: string }> {
	const call = async (method: string, path: string, body?: object, token?: string) => {
		const answer = await fetch(`${app.url}${path}`, {
			method,
			headers: {
				'Content-Type': 'application/json',
				...(token && { authorization: `Bearer ${token}` }),
			},
			...(body && { body: JSON.stringify(body) }),
		});
		expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true);
		return answer.json();
	};
	const credentials = { email: 'grace@people.example', password: 'hummus and regret' };
	await call('POST', '/api/auth/register', { firstName: 'Grace', lastName: 'Hopper', ...credentials });
	const { token } = await call('POST', '/api/auth/login', { ...credentials, rememberMe: false });
	const ids: string[] = [];
	for (const title of ['First', 'Second', 'Third', 'Fourth']) {
		const startsAt = new Date(Date.now() + 14 * 86_400_000).toISOString();
		const event = await call('POST', '/api/events', { title, startsAt, timeZone: 'Europe/Berlin' }, token);
		if (title !== 'Fourth') await call('POST', `/api/events/${event.id}/publish`, undefined, token);
		ids.push(event.id);
	}
	return { token, draftId: ids[3] ?? '' };
}

test('plans are charged, a limit is met, a plan is bought with a card, and ended', async ({
	browser,
	faults,
}) => {
	faults.allow(/status of 402/);
	test.slow();
	const app = await startApp();
	const context = await browser.newContext({ baseURL: app.url });
	const own = await browser.newContext({ baseURL: app.url });
	try {
		const { token, draftId } = await makeOrganiser(app);
		const page = await own.newPage();
		await page.goto('/pricing');
		await expect(page.getByText('Everything is free today')).toBeVisible();
		await expect(page.getByRole('link', { name: 'Choose Pro' })).toHaveCount(0);

		const admin = await context.newPage();
		const findLink = () =>
			app.lines.map((line) => /first-administrator\?token=(\S+)/.exec(line)?.[1]).find(Boolean);
		await expect.poll(findLink).toBeTruthy();
		await signInAs(admin, { token: await makeAdministrator(app.url, findLink() ?? '') });
		await admin.goto('/admin/operator');
		await admin.getByRole('switch', { name: 'Charge plans' }).click();
		await expect(admin.getByRole('switch', { name: 'Charge plans' })).toBeChecked();

		// The fourth event is one too many: said before the press, then in a toast and in place, with the way to the plans.
		await page.addInitScript((value) => localStorage.setItem('token', value), token);
		await page.goto(`/events/${draftId}/edit`);
		await expect(page.getByRole('main').getByText('Your Free plan includes 3 live events')).toBeVisible();
		await page.getByRole('button', { name: 'Publish' }).click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
		await expect(page.locator('.toast[data-variant="upgrade"]')).toContainText(quota);
		await expect(page.getByRole('main').getByRole('alert').filter({ hasText: quota })).toBeVisible();
		expect(await axeFindings(page)).toEqual([]);
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
		await context.close();
		await own.close();
		await app.stop();
	}
});
