import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { expect, test } from './support/test.ts';

/** The long form: every field of an event, saved as it is typed. */

test('by keyboard: a draft is made of a title and a start, saved as typed, reviewed and published', async ({
	page,
	createAccount,
}) => {
	const account = await createAccount('Ida');
	await page.goto('/');
	await page.evaluate((token) => localStorage.setItem('token', token), account.token);
	await page.goto('/custom-event');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan every detail');
	await page.getByLabel('Starts').fill(`${inDays(30)}T19:00`);
	await page.getByLabel('Title').focus();
	await page.keyboard.type('Night of the moths');
	// The draft is made under the hands of whoever types: the focus stays, and nothing typed is lost.
	await expect(page).toHaveURL(/custom-event\?event=[0-9a-f-]{36}$/);
	const title = page.getByLabel('Title');
	await expect(title).toBeFocused();
	await page.keyboard.type(', again');
	await expect(title).toHaveValue('Night of the moths, again');
	const state = page.getByRole('status').filter({ hasText: /^(Saving|Saved|Not saved)/ });
	await expect(state).toHaveText(/^Saved \d/);
	await expect(page.getByText('Night of the moths, again').first()).toBeVisible();

	// Two sections, one right after the other.
	await page.keyboard.press('Tab');
	await page.keyboard.type('Bring a lamp');
	await page.getByLabel('Venue').focus();
	await page.keyboard.type('Old barn');
	await expect(page.getByLabel('Sections').getByRole('link', { name: 'Location, done' })).toBeVisible();
	await expect(state).toHaveText(/^Saved \d/);
	await page.reload();
	await expect(page.getByLabel('Venue')).toHaveValue('Old barn');
	await expect(page.getByLabel('Summary')).toHaveValue('Bring a lamp');
	await expect(page.getByLabel('Title')).toHaveValue('Night of the moths, again');

	// Without a connection it stays here, and is saved once there is one.
	await page.context().setOffline(true);
	await page.getByRole('textbox', { name: 'City', exact: true }).fill('Bonn');
	await expect(state).toHaveText('Not saved: no connection. Kept on this device.');
	await page.context().setOffline(false);
	await expect(state).toHaveText(/^Saved \d/);

	for (const theme of ['light', 'dark']) {
		await page.evaluate((name) => {
			document.documentElement.dataset.theme = name;
		}, theme);
		expect(await axeFindings(page), theme).toEqual([]);
	}
	await page.setViewportSize({ width: 390, height: 844 });
	const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
	expect(overflow).toBeLessThanOrEqual(0);

	// Typed just before: saved on the way.
	await page.getByLabel('Venue').fill('New barn');
	await page.getByRole('button', { name: 'Review and publish' }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/event-review\?event=/);
	await expect(page.getByText('New barn').first()).toBeVisible();
	await page.getByRole('button', { name: 'Publish now' }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/share$/);
});

test('signed out it waits in the browser and survives the sign-in', async ({ page, createAccount }) => {
	const account = await createAccount('Mo');
	await page.goto('/custom-event?template=meetup');
	const title = page.getByLabel('Title');
	await expect(title).toHaveValue('Meetup');
	await title.fill('Night of the bats');
	await expect(page.getByText('Saved on this device')).toBeVisible();
	await page.reload();
	await expect(title).toHaveValue('Night of the bats');
	await page.getByRole('button', { name: 'Continue' }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/signup\?next=/);
	await page
		.getByRole('tab', { name: 'Log in' })
		.or(page.getByRole('link', { name: 'Log in' }))
		.first()
		.click();
	await page.getByLabel('Email').fill(account.email);
	await page.getByLabel('Password', { exact: true }).fill(account.password);
	await page.getByRole('button', { name: 'Log in' }).click();
	await expect(page).toHaveURL(/custom-event\?event=/);
	await expect(page.getByLabel('Title')).toHaveValue('Night of the bats');
});
