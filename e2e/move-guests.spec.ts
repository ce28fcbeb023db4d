import { signInAs } from './support/door.ts';
import { makeSeriesOfDates } from './support/series.ts';
import { expect, test } from './support/test.ts';

/** Guests who are moved to another date of their series. */

test('an organiser moves all guests of a date to the next one, and sees how much room it has; a date with guests is not removed, and leads to moving them', async ({
	page,
	account,
	request,
	faults,
}) => {
	faults.allow(/status of 422 DELETE .*\/dates/);
	const { series, dates, register } = await makeSeriesOfDates(request, account, { count: 3, booking: 'any' });
	await register(0, 'Ada Lovelace');
	await register(0, 'Grace Hopper');
	await signInAs(page, account);
	await page.goto(`/events/${dates[0]?.id}/guests`);
	await page.getByRole('button', { name: 'Guest list actions' }).click();
	await page.getByRole('menuitem', { name: 'Move all guests to another date…' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Date').selectOption({ index: 1 });
	await expect(dialog.getByText('2 spots are left on that date.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Move 2 guests' }).click();
	await expect(page.getByText('2 guests moved')).toBeVisible();
	await page.goto(`/events/${dates[1]?.id}/guests`);
	await expect(page.getByTitle('Ada Lovelace')).toBeVisible();
	await expect(page.getByTitle('Grace Hopper')).toBeVisible();

	// The second date has guests by now.
	await page.setViewportSize({ width: 320, height: 720 });
	await page.goto(`/series/${series.id}`);
	await page
		.getByRole('button', { name: /^Remove / })
		.nth(1)
		.click();
	await page.getByRole('button', { name: 'Remove date', exact: true }).click();
	await page.getByRole('link', { name: 'Move all guests' }).click();
	await dialog.getByLabel('Date').selectOption({ index: 2 });
	await dialog.getByLabel('Note to guests').fill('The hall is being painted.');
	await dialog.getByRole('button', { name: 'Move 2 guests' }).click();
	await expect(page.getByText('2 guests moved')).toBeVisible();
});
