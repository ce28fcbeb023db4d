import type { Page } from '@playwright/test';
import { axeFindings, isNarrow } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** Events that repeat: made, changed for one, for the following and for all dates, and made single events again. */

/** The Tuesday that is at least so many days ahead. */
function tuesdayIn(days: number): string {
	const at = new Date(Date.now() + days * 86_400_000);
	at.setUTCDate(at.getUTCDate() + ((9 - at.getUTCDay()) % 7));
	return at.toISOString().slice(0, 10);
}

async function weekly(api: ReturnType<typeof apiOf>, count: number, published = true) {
	const first = await api.call('post', '/api/events', {
		title: 'Choir practice',
		startsAtLocal: `${tuesdayIn(14)}T19:30`,
		timeZone: 'Europe/Berlin',
		venueName: 'Old school',
		repeat: { rule: 'FREQ=WEEKLY;BYDAY=TU', count },
	});
	if (published) await api.call('post', `/api/series/${first.series.id}/publish`);
	return first as { id: string; series: { id: string }; dates: { id: string; slug: string }[] };
}

test('52 dates of a weekly event with a paid ticket: two screens, five typed fields; a date that is left out stays out', async ({
	page,
	account,
	request,
}) => {
	test.slow();
	await signInAs(page, account);
	/** Typed by hand: everything else is pressed. */
	let typed = 0;
	const type = async (field: ReturnType<Page['getByLabel']>, text: string) => {
		typed += 1;
		await field.fill(text);
	};
	// The first screen: title, start and how it repeats; the draft is made of it, and its tickets follow below.
	await page.goto('/custom-event');
	await page.getByRole('radio', { name: 'Repeats' }).check({ force: true });
	await type(page.getByLabel('Starts'), `${tuesdayIn(14)}T19:30`);
	await type(page.getByRole('spinbutton', { name: 'Number of dates' }), '52');
	await page.getByRole('spinbutton', { name: 'Number of dates' }).press('Enter');
	await expect(page.getByRole('status').filter({ hasText: /^52 dates/ })).toBeVisible();
	await type(page.getByLabel('Title'), 'Choir practice');
	await expect(page).toHaveURL(/custom-event\?event=[0-9a-f-]{36}$/);
	await expect(page.getByRole('radio', { name: 'Repeats' })).toBeChecked();
	await expect(page.getByRole('status').filter({ hasText: /^Saved \d/ })).toBeVisible();
	await page.getByRole('switch', { name: /^Skip/ }).first().check();
	await expect(page.getByRole('status').filter({ hasText: /^51 dates/ })).toBeVisible();
	await expect(page.getByRole('status').filter({ hasText: /^Saved \d/ })).toBeVisible();
	await page.reload();
	await expect(page.getByRole('status').filter({ hasText: /^51 dates/ })).toBeVisible();
	await expect(page.getByRole('switch', { name: /^Skip/ }).first()).toBeChecked();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('button', { name: 'Add ticket type' }).first().click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Price', { exact: true }).selectOption('paid');
	await type(dialog.getByLabel('Name', { exact: true }), 'Supporter');
	await type(dialog.getByLabel('Amount'), '10');
	await dialog.getByRole('button', { name: 'Add ticket type' }).click();
	await expect(dialog).toBeHidden();
	// The second screen: what publishing makes.
	await page.getByRole('button', { name: 'Review and publish' }).click();
	await expect(page).toHaveURL(/event-review\?event=/);
	await expect(page.getByText('Publishing creates 51 dates.')).toBeVisible();
	expect(typed).toBe(5);
	const id = new URL(page.url()).searchParams.get('event') ?? '';
	const event = await apiOf(request, account).call('get', `/api/events/${id}`);
	expect(event.organisation.repeat).toMatchObject({ rule: 'FREQ=WEEKLY;BYDAY=TU', count: 52 });
});

test('one date, the following and all dates are changed, seen before, and undone', async ({
	page,
	account,
	api,
}) => {
	test.slow();
	const { series, dates } = await weekly(api, 6);
	await signInAs(page, account);
	const third = dates[2]?.id ?? '';
	const venueOf = async (place: number) =>
		(await api.call('get', `/api/events/${dates[place]?.id}`)).venue.name as string;

	await page.goto(`/events/${third}/edit`);
	const bar = page.getByRole('region', { name: 'Series' });
	await expect(bar).toContainText('date 3 of 6');
	await page.getByRole('heading', { name: 'Location' }).click();
	const venue = page.getByLabel('Venue');
	const publish = page.getByRole('button', { name: 'Publish changes' });
	const sheet = page.getByRole('dialog');

	// This date alone.
	await venue.fill('New school');
	await publish.click();
	await expect(page.getByRole('region', { name: 'Unpublished changes' })).toBeHidden();
	expect([await venueOf(1), await venueOf(2), await venueOf(3)]).toEqual([
		'Old school',
		'New school',
		'Old school',
	]);

	// This and the following: three dates, and the email would go to nobody yet.
	await bar.getByRole('radio', { name: 'This and following dates' }).check();
	await venue.fill('Town hall');
	await publish.click();
	await expect(sheet.getByRole('button', { name: 'Change 4 dates' })).toBeVisible();
	await expect(sheet).toContainText('Venue');
	await expect(sheet).toContainText('Town hall');
	await sheet.getByRole('button', { name: 'Change 4 dates' }).click();
	await expect(bar).toContainText('4 dates changed.');
	expect([await venueOf(1), await venueOf(3)]).toEqual(['Old school', 'Town hall']);
	await bar.getByRole('button', { name: 'Undo' }).click();
	await expect.poll(() => venueOf(3)).toBe('Old school');

	// All dates, of which nothing is written when the sheet is closed.
	await bar.getByRole('radio', { name: 'All dates' }).check();
	await venue.fill('Church');
	await publish.click();
	await sheet.getByRole('button', { name: 'Cancel' }).click();
	expect(await venueOf(0)).toBe('Old school');

	await page.goto(`/series/${series.id}`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choir practice');
	await expect(page.getByRole('list', { name: 'Dates of the series' }).getByRole('listitem')).toHaveCount(6);
	await page.setViewportSize({ width: 390, height: 844 });
	await expect.poll(() => isNarrow(page)).toBe(true);
});

test('a single event becomes a series, a date is removed, and the series becomes single events again', async ({
	page,
	account,
	api,
	event,
}) => {
	test.slow();
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/edit`);
	await page.getByRole('button', { name: 'Make it a series' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByRole('status').filter({ hasText: /^12 dates/ })).toBeVisible();
	await dialog.getByRole('button', { name: 'Make series' }).click();
	await expect(page).toHaveURL(/\/series\/[0-9a-f-]{36}$/);
	const rows = page.getByRole('list', { name: 'Dates of the series' }).getByRole('listitem');
	await expect(rows).toHaveCount(12);

	await rows
		.last()
		.getByRole('button', { name: /^Remove/ })
		.click();
	await dialog.getByRole('button', { name: 'Remove date' }).click();
	await expect(rows).toHaveCount(11);

	await page.getByRole('button', { name: 'Turn into single events' }).click();
	await dialog.getByRole('button', { name: 'Turn into single events' }).click();
	await expect(page).toHaveURL(/\/dashboard\/events/);
	const single = await api.call('get', `/api/events/${event.id}`);
	expect([single.series, single.slug]).toEqual([null, event.slug]);
});
