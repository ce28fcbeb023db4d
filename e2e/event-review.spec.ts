import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { type Account, expect, test } from './support/test.ts';

/** An event before it is published. */

async function makeDraft(page: Page, account: Account, data: object = {}): Promise<string> {
	await page.goto('/');
	await page.evaluate((token) => localStorage.setItem('token', token), account.token);
	const made = await page.request.post('/api/events', {
		headers: { authorization: `Bearer ${account.token}` },
		data: { title: 'Lantern walk', startsAtLocal: `${inDays(20)}T19:00`, timeZone: 'Europe/Berlin', ...data },
	});
	return (await made.json()).id;
}

test('advice leads to its field; publishing is planned, moved and taken back', async ({
	page,
	createAccount,
}) => {
	const id = await makeDraft(page, await createAccount('Ida'));
	await page.goto(`/events/${id}/edit`);
	await page.getByRole('link', { name: 'Review', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Review and publish');
	await expect(page.getByText('There is no description.').first()).toBeVisible();
	await expect(page.getByText('Everyone. It’s listed')).toBeVisible();
	for (const theme of ['light', 'dark']) {
		await page.evaluate((name) => {
			document.documentElement.dataset.theme = name;
		}, theme);
		expect(await axeFindings(page), theme).toEqual([]);
	}
	await page.getByLabel('Publish at').fill(`${inDays(3)}T08:00`);
	await page.getByRole('button', { name: 'Publish later' }).click();
	await expect(page.getByText(/^Planned for .*\(Berlin\)$/)).toBeVisible();
	await page.getByRole('link', { name: 'Back to editing' }).click();
	await expect(page.getByText(/It is published by itself on/)).toBeVisible();
	await page.getByRole('link', { name: 'Review', exact: true }).click();
	await page.getByRole('button', { name: 'Cancel plan' }).click();
	await expect(page.getByText(/^Planned for/)).toBeHidden();
	await page.getByRole('link', { name: /Change.*There is no description/ }).click();
	await expect(page).toHaveURL(/\/edit#page$/);
});

test('what stands against publishing holds the button; settled, it publishes', async ({
	page,
	createAccount,
}) => {
	const account = await createAccount('Mo');
	const id = await makeDraft(page, account, { startsAtLocal: `${inDays(-2)}T19:00` });
	await page.goto(`/event-review?event=${id}`);
	await expect(page.getByText('The event starts in the past.').first()).toBeVisible();
	await page.getByRole('button', { name: 'Publish now' }).click({ force: true });
	await expect(page).toHaveURL(/event-review/);
	await page.request.patch(`/api/events/${id}`, {
		headers: { authorization: `Bearer ${account.token}` },
		data: { startsAtLocal: `${inDays(9)}T19:00` },
	});
	await page.reload();
	await page.getByRole('button', { name: 'Publish now' }).click();
	await expect(page).toHaveURL(/\/share$/);
});
