import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** What a visitor does on the page of a series. */

test('picks another date of a series and registers for it, in a wide window and on a phone', async ({
	page,
	api,
}) => {
	const year = new Date().getUTCFullYear() + 1;
	const made = await api.call('post', '/api/events', {
		title: 'Evenings of drawing',
		startsAtLocal: `${year}-03-02T19:30`,
		timeZone: 'Europe/Lisbon',
		city: 'Lisbon',
		repeat: { rule: 'FREQ=WEEKLY', count: 8 },
	});
	await api.call('post', `/api/series/${made.series.id}/publish`);
	for (const width of [1440, 390]) {
		await page.setViewportSize({ width, height: 844 });
		await page.goto(`/events/${made.series.slug}`);

		const dates = page.getByRole('region', { name: 'Dates', exact: true });
		await expect(dates.getByRole('link', { name: /19:30|7:30/ }).first()).toHaveAttribute(
			'aria-current',
			'date',
		);
		if (width === 390) expect(await axeFindings(page)).toEqual([]);
		await dates.getByRole('link', { name: 'Next month' }).click();
		await expect(dates.getByText(`April ${year}`)).toBeVisible();
		await dates
			.getByRole('link', { name: /19:30|7:30/ })
			.first()
			.click();
		await expect(page).toHaveURL(new RegExp(`/events/evenings-of-drawing-${year}-04`));
	}
	await page.getByLabel('Name', { exact: true }).fill('Ines Duarte');
	await page.getByLabel('Email', { exact: true }).fill('ines@example.org');
	await page
		.locator('#registration')
		.getByRole('button', { name: /^Register/ })
		.click();
	await expect(page).toHaveURL(/\/my-ticket\//);
	await expect(page.getByText('Ines Duarte').first()).toBeVisible();
});
