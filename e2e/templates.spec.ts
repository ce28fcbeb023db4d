import type { Page } from '@playwright/test';
import { expectAccessibleIn } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { logInInstead } from './support/log-in.ts';
import { type Account, expect, test } from './support/test.ts';

/** Templates: from the gallery to an event, and from an event to a template. */

const ticketsOf = async (page: Page, account: Account, event: string) => {
	const answer = await page.request.get(`/api/events/${event}/ticket-types`, {
		headers: { authorization: `Bearer ${account.token}` },
	});
	return (await answer.json()).data.map(({ name }: { name: string }) => name);
};

test('the gallery is whole without script, and filtered by purpose and word', async ({ page, request }) => {
	const html = await (await request.get('/templates')).text();
	expect(html.match(/<h3/g)).toHaveLength(18);
	expect(html).toContain('Book launch');

	await page.goto('/templates');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('What are you planning?');
	await page.getByRole('button', { name: 'Sport', exact: true }).click();
	await expect(page.getByRole('heading', { level: 3 })).toHaveText([
		'Charity run',
		'Sports day or tournament',
	]);
	await page.getByRole('button', { name: 'All', exact: true }).click();
	await page.getByRole('searchbox', { name: 'Search templates' }).fill('wedd');
	await expect(page.getByRole('heading', { level: 3 })).toHaveText(['Wedding']);
	await page.getByRole('searchbox', { name: 'Search templates' }).fill('nothing like it');
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await expect(page.getByRole('heading', { level: 3 })).toHaveCount(18);
});

test('a preview shows what comes with it; two clicks make a draft', async ({ page, createAccount }) => {
	const account = await createAccount('Ida');
	await signInAs(page, account);
	await page.goto('/templates');
	await page.getByRole('button', { name: 'Preview Conference' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText('Early bird', { exact: true })).toBeVisible();
	await expect(dialog.getByText('T-shirt size')).toBeVisible();
	await expect(dialog.getByRole('heading', { name: 'Code of conduct' })).toBeVisible();
	await expectAccessibleIn(page, 'dark');
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();

	// Click 1.
	await page.getByRole('button', { name: 'Use Conference' }).click();
	await expect(page.getByLabel('Title')).toHaveValue('Conference');
	await expect(page.getByLabel('Title')).toBeFocused();
	await expect(page.getByLabel('Starts')).toHaveValue(/T09:00$/);
	// Click 2.
	await page.getByRole('button', { name: 'Save as draft' }).click();
	await expect(page).toHaveURL(/\/events\/[0-9a-f-]{36}\/edit$/);
	const [, event] = /events\/([0-9a-f-]{36})/.exec(page.url()) ?? [];
	expect(await ticketsOf(page, account, event as string)).toEqual([
		'Early bird',
		'Regular',
		'Last minute',
		'Student',
		'Speaker and crew',
	]);
});

test('signed out, by keyboard alone: the template survives the sign-in and is published in two fields', async ({
	page,
	account,
}) => {
	await page.goto('/templates');
	await page.getByRole('button', { name: 'Use Meetup' }).focus();
	await page.keyboard.press('Enter');
	// The title is selected: typing replaces it.
	const title = page.getByLabel('Title');
	await expect(title).toBeFocused();
	await page.keyboard.type('Night of the moths');
	await expect(title).toHaveValue('Night of the moths');
	await page.getByLabel('Starts').fill(`${inDays(40)}T21:00`);
	await page.reload();
	await expect(page.getByLabel('Title')).toHaveValue('Night of the moths');
	await expect(page.getByText('Template: Meetup')).toBeVisible();
	await page.getByRole('button', { name: 'Publish' }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/signup\?next=/);
	await logInInstead(page, account);
	// What the template left to be filled in is not published in silence.
	const asked = page.getByRole('dialog', { name: 'Before you publish' });
	await expect(asked.getByText('[title, speaker]')).toBeVisible();
	await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused();
	await page.keyboard.press('Tab');
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/share$/);
	const [, id] = /events\/([0-9a-f-]{36})\/share$/.exec(page.url()) ?? [];
	const event = await (await page.request.get(`/api/events/${id}`)).json();
	expect(event.description).toContain('**20:45** Doors open');
	// A minute after two and a half hours: the length of the template.
	expect(Date.parse(event.endsAt) - Date.parse(event.startsAt)).toBe(150 * 60_000);
});

test('an event becomes a template, a newer version of it, and the next event', async ({
	page,
	account,
	faults,
}) => {
	faults.allow(/status of 409 POST .*\/templates$/);
	await signInAs(page, account);
	const made = await page.request.post('/api/events', {
		headers: { authorization: `Bearer ${account.token}` },
		data: {
			title: 'Choir evening',
			startsAtLocal: `${inDays(20)}T19:00`,
			timeZone: 'Europe/Berlin',
			venueName: 'Old barn',
		},
	});
	const { id } = await made.json();
	await page.goto('/templates');
	await expect(page.getByText('No templates yet.')).toBeVisible();
	await page.goto(`/events/${id}/edit`);
	await page.getByRole('button', { name: 'Save as template' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByLabel('Name')).toHaveValue('Choir evening');
	await expectAccessibleIn(page, 'light');
	await dialog.getByRole('button', { name: 'Save template' }).click();
	await expect(page.getByText('Template saved')).toBeVisible();

	await page.getByRole('button', { name: 'Save as template' }).click();
	await dialog.getByRole('button', { name: 'Save template' }).click();
	await expect(dialog.getByText('You already have a template with this name.').first()).toBeVisible();
	await dialog.getByLabel('Save as').selectOption({ label: 'New version of “Choir evening”' });
	await dialog.getByRole('button', { name: 'Save template' }).click();
	await expect(dialog).toBeHidden();

	await page.goto('/templates');
	const own = page.getByRole('region', { name: 'Your templates' });
	await own.getByRole('button', { name: 'Actions for Choir evening' }).click();
	await page.getByRole('menuitem', { name: 'Rename' }).click();
	await page.getByRole('dialog').getByLabel('Name').fill('Choir');
	await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
	await expect(own.getByRole('heading', { level: 3 })).toHaveText('Choir');
	await expectAccessibleIn(page, 'dark');
	await own.getByRole('button', { name: 'Use Choir' }).click();
	await expect(own.getByRole('button', { name: 'Chosen: Choir' })).toBeVisible();
	await page.getByLabel('Title').fill('Choir in spring');
	await page.getByRole('button', { name: 'Publish' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
	await expect(page).toHaveURL(/\/share$/);
	const { data } = await (await page.request.get('/api/events?q=choir+in+spring')).json();
	expect(data[0]).toMatchObject({ venueName: 'Old barn', timeZone: 'Europe/Berlin' });

	await page.goto('/templates');
	await own.getByRole('button', { name: 'Actions for Choir' }).click();
	await page.getByRole('menuitem', { name: 'Archive' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Archive' }).click();
	await expect(page.getByText('No templates yet.')).toBeVisible();
});

test('on a phone the gallery is at most 4,000 px high, and what is chosen is previewed beside the form', async ({
	page,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/templates');
	await expect(page.getByRole('article')).toHaveCount(18);
	expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4_000);
	await page.getByRole('button', { name: 'Use Meetup' }).click();
	const preview = page.getByRole('region', { name: 'Preview', exact: true });
	await expect(preview).toContainText('Meetup');
	await page.getByLabel('Title').fill('Night of the moths');
	await expect(preview).toContainText('Night of the moths');
	await page.setViewportSize({ width: 320, height: 700 });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	// A link names a template; another start from scratch leaves it. No draft waits for either.
	await page.evaluate(() => localStorage.clear());
	await page.goto('/create-event?template=gala');
	await expect(page.getByText('Template: Gala dinner')).toBeVisible();
	await expect(page.getByLabel('Title')).toHaveValue('Gala dinner');
	await page.getByRole('button', { name: 'Start from scratch' }).click();
	await expect(page.getByLabel('Title')).toHaveValue('');
	await expect(page.getByText('Template:')).toBeHidden();
});

test('the cards stay where they are when the fonts come late', async ({ page }) => {
	const fonts = Promise.withResolvers<void>();
	await page.route(/\.woff2$/, async (route) => {
		await fonts.promise;
		await route.continue();
	});
	await page.setViewportSize({ width: 1440, height: 900 });
	// The fonts that are held back are part of the load.
	await page.goto('/templates', { waitUntil: 'domcontentloaded' });
	const cards = page.getByRole('article');
	await expect(cards).toHaveCount(18);
	const tops = () =>
		cards.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
	// With a face of the system in their place.
	await expect.poll(() => page.evaluate(() => document.fonts.status)).toBe('loading');
	const before = await tops();
	fonts.resolve();
	await expect.poll(() => page.evaluate(() => document.fonts.check('16px "Inter Variable"'))).toBe(true);
	const moved = (await tops()).map((top, index) => Math.abs(top - (before[index] ?? 0)));
	expect(Math.max(...moved)).toBeLessThan(10);
});
