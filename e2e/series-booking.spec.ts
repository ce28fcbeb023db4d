import { axeFindings } from './support/axe.ts';
import { makeSeriesOfDates } from './support/series.ts';
import { expect, test } from './support/test.ts';

/** Several dates of a series in one booking. */

test('a course of twelve dates is booked whole on a phone', async ({
	page,
	request,
	createAccount,
	freshEmail,
}) => {
	const { dates } = await makeSeriesOfDates(request, await createAccount(), { count: 12, booking: 'all' });
	await page.setViewportSize({ width: 320, height: 720 });
	await page.goto(`/events/${dates[0]?.slug}`);
	// A single date of it can't be ordered.
	await expect(page.getByRole('heading', { name: 'Registration', exact: true })).toBeVisible();
	await expect(page.getByLabel('Email', { exact: true })).toHaveCount(0);
	await page.getByRole('link', { name: 'Book the course' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book the whole series');
	expect(await axeFindings(page)).toEqual([]);
	await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await page.getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await page.getByRole('button', { name: 'Book 12 dates' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your dates are booked');
	await expect(page.getByRole('link', { name: /Order / })).toHaveCount(12);
	await page
		.getByRole('link', { name: /Order / })
		.first()
		.click();
	await expect(page.getByRole('heading', { name: 'Your other dates' })).toBeVisible();
	await page.getByRole('button', { name: 'Cancel all dates ahead' }).click();
	await page.getByRole('button', { name: 'Cancel all dates', exact: true }).click();
	await expect(page.getByText('All dates cancelled')).toBeVisible();
});

test('three chosen dates; one that is full is named, and the others are booked without it', async ({
	page,
	request,
	createAccount,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 422 POST .*\/orders/);
	const { dates, fill } = await makeSeriesOfDates(request, await createAccount(), {
		count: 4,
		booking: 'any',
	});
	await page.goto(`/events/${dates[0]?.slug}/dates`);
	const boxes = page.getByRole('group', { name: 'Which dates?' }).getByRole('checkbox');
	await page.getByRole('button', { name: 'Book', exact: true }).click();
	await expect(page.getByText('Choose at least one date.')).toBeVisible();
	// The first box stands for all dates.
	for (const index of [1, 2, 3]) await boxes.nth(index).check();
	await page.getByLabel('Name', { exact: true }).fill('Grace Hopper');
	await page.getByLabel('Email', { exact: true }).fill(freshEmail('grace'));
	await fill(1);
	await page.getByRole('button', { name: 'Book 3 dates' }).click();
	await expect(page.locator('p[role=alert]')).toContainText('is sold out');
	await boxes.nth(2).uncheck();
	await page.getByRole('button', { name: 'Book 2 dates' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your dates are booked');
	await expect(page.getByRole('link', { name: /Order / })).toHaveCount(2);
});
