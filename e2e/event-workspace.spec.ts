import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { openPart, untilSaved } from './support/edit-page.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** The pages of one event, as its organiser works with them. */

const all = [
	'Overview',
	'Guests',
	'Orders',
	'Tickets',
	'Messages',
	'Share',
	'Check-in',
	'Money',
	'Fundraiser',
	'Edit',
];

test('on a phone the tab of each page is in view, and older addresses of tickets and questions lead to theirs', async ({
	page,
	account,
}) => {
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

test('a published event is edited in little room: texts save themselves, what guests are told of waits in one bar', async ({
	page,
	account,
}) => {
	const api = apiOf(page.request, account);
	const event = await api.sellingEvent();
	const stored = () => api.call('get', `/api/events/${event.id}`);
	await signInAs(page, account);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.id}/edit`);
	const basics = page.getByRole('region', { name: 'Basics' });
	await expect(basics.getByLabel('Title')).toHaveValue('Night of the Harbour');
	await expect(page.getByText('Old Ferry, Lisbon')).toBeVisible();
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(3_000);

	await untilSaved(page, () => basics.getByLabel('Summary').fill('Music on the water'));
	expect((await stored()).summary).toBe('Music on the water');
	await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
	const bar = page.getByRole('region', { name: 'Unpublished changes' });
	await expect(bar).toBeHidden();

	// Two sections, one of them folded again: nothing is sent, and a reload loses nothing.
	const place = await openPart(page, 'Location');
	await place.getByLabel('Venue').fill('Town Hall');
	await expect(bar).toContainText('1 change isn’t published yet');
	const times = await openPart(page, 'Date and time');
	const [, begun] = /:(\d\d)/.exec((await stored()).startsAtLocal) ?? [];
	const minute = begun === '17' ? '18' : '17';
	await times
		.getByRole('spinbutton', { name: /minute/i })
		.first()
		.fill(minute);
	await expect(bar).toContainText('3 changes aren’t published yet');
	await place.locator('summary').click();
	await expect(page.getByText('Town Hall, Lisbon')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.reload();
	await expect(bar).toContainText('3 changes aren’t published yet');
	await expect(page.getByText('Town Hall, Lisbon')).toBeVisible();
	const before = await stored();
	expect(before.venue.name).toBe('Old Ferry');

	// Nobody has a ticket yet, so there is nothing to ask.
	await bar.getByRole('button', { name: 'Publish changes' }).click();
	await expect(bar).toBeHidden();
	const after = await stored();
	expect(after.venue.name).toBe('Town Hall');
	expect(after.startsAtLocal).toMatch(new RegExp(`:${minute}(?::00)?$`));
	expect(after.summary).toBe('Music on the water');

	await (await openPart(page, 'Location')).getByLabel('Venue').fill('Somewhere else');
	await bar.getByRole('button', { name: 'Discard' }).click();
	await expect(bar).toBeHidden();
	await expect(page.getByRole('region', { name: 'Location' }).getByLabel('Venue')).toHaveValue('Town Hall');
	await page.reload();
	await expect(page.getByText('Town Hall, Lisbon')).toBeVisible();
	await expect(bar).toBeHidden();
});
