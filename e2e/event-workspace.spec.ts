import { signInAs } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** The pages of one event, as its organiser works with them. */

const all = ['Overview', 'Guests', 'Orders', 'Tickets', 'Share', 'Check-in', 'Money', 'Fundraiser', 'Edit'];

test('on a phone the tab of each page is in view, and older addresses of tickets and questions lead to theirs', async ({
	page,
	createAccount,
}) => {
	const account = await createAccount('Ida');
	const event = await apiOf(page.request, account).sellingEvent();
	await signInAs(page, account);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.id}/overview`);
	const tabs = page.getByRole('navigation', { name: 'Event', exact: true });
	await expect(tabs.getByRole('link')).toHaveText(all);
	for (const name of ['Tickets', 'Money', 'Edit', 'Overview']) {
		await tabs.getByRole('link', { name }).click();
		await expect(tabs.locator('[aria-current=page]')).toHaveText(name);
		await expect(tabs.locator('[aria-current=page]')).toBeInViewport({ ratio: 0.95 });
	}
	await page.goto(`/events/${event.id}/edit#ticket-types`);
	await expect(page).toHaveURL(/\/tickets#tickets$/);
	await expect(page.getByRole('button', { name: 'Edit Standard' })).toBeVisible();
	await page.goto(`/events/${event.id}/edit#questions`);
	await expect(page).toHaveURL(/\/tickets#questions$/);
	await expect(page.getByRole('heading', { name: 'Questions' })).toBeInViewport();
});
