import { readFile } from 'node:fs/promises';
import { devices, type Page } from '@playwright/test';
import { stayInOneDay } from '#tests/support/one-day.ts';
import { expectAccessibleIn } from './support/axe.ts';
import { makeDoor, signInAs } from './support/door.ts';
import { pickEvent } from './support/pick-event.ts';
import { makeSeriesOfDates } from './support/series.ts';
import { expect, test } from './support/test.ts';

/** Figures: from a tracking link over a visit and a registration to a check-in, and back to the organiser. */

/** Charts are drawn anew for another width. */
const expectNothingBeyond = (page: Page, width: number) =>
	expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);

const isTracked = (name: string) => (request: { url(): string; postData(): string | null }) =>
	request.url().endsWith('/api/analytics/track') && request.postData()?.includes(`"${name}"`) === true;
/** The view of a page that was loaded: a beacon, whose body a browser does not show. */
const isFirstView = (request: { url(): string; resourceType(): string }) =>
	request.url().endsWith('/api/analytics/track') && request.resourceType() === 'ping';

// Far west of the events: for ten hours of a day they are a day ahead, and figures go by their days.
test.use({ timezoneId: 'Pacific/Honolulu' });

test('tracking links beyond the first fifty are shown on demand', async ({ page, createAccount }) => {
	const account = await createAccount('Noor');
	// In an hour, which is tomorrow late in the evening.
	const startsAt = new Date(Date.now() + 3_600_000).toISOString();
	const door = await makeDoor(page.request, account, [], 'Harbour Lights', startsAt);
	const organisation = (await door.call('get', '/api/auth/user')).organisations[0].id as string;
	const add = (place: number) =>
		door.call('post', `/api/organisations/${organisation}/tracking-links`, {
			event: door.eventId,
			label: `Poster ${place}`,
		});
	// The first one is the oldest; the others are in no order.
	await add(1);
	await Promise.all(Array.from({ length: 50 }, (_, index) => add(index + 2)));
	await signInAs(page, account);
	await page.goto(`/analytics?event=${door.eventId}`);
	await expect(page.getByText('Poster 2', { exact: true })).toBeVisible();
	await expect(page.getByText('Poster 1', { exact: true })).toBeHidden();
	await page.getByRole('button', { name: 'Show more links' }).press('Enter');
	await expect(page.getByText('Poster 1', { exact: true })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Show more links' })).toBeHidden();
});

test('the figures of a series are reached from its page, and add its dates up', async ({ page, account }) => {
	const made = await makeSeriesOfDates(page.request, account, { count: 3, booking: 'any' });
	await made.register(0, 'Alan Turing');
	await made.register(1, 'Grace Hopper');
	await signInAs(page, account);
	await page.goto(`/series/${made.series.id}`);
	await page.locator('main').getByRole('link', { name: 'Analytics', exact: true }).press('Enter');
	await expect(page).toHaveURL(new RegExp(`/analytics\\?organisation=.*&series=${made.series.id}`));
	await expect(page.getByText('All dates of')).toContainText('Night of the Harbour');
	await expect(async () => {
		await page.reload();
		const hours = page.getByRole('slider', { name: 'Registrations by weekday and hour' });
		await expect(hours).toBeVisible({ timeout: 3_000 });
		await expect(page.getByText(/Half register at least \d+ days before the start/)).toBeVisible();
	}).toPass({ timeout: 60_000 });
	await page.setViewportSize({ width: 390, height: 844 });
	await expectNothingBeyond(page, 390);
	await expectAccessibleIn(page, 'dark');
	await page.getByRole('button', { name: 'Show all events' }).click();
	await expect(page).not.toHaveURL(/series=/);
	// From a date, whose pace stands beside that of earlier ones, to all of them.
	await page.goto(`/analytics?event=${made.dates[0]?.id}`);
	await page.getByRole('button', { name: 'Figures of the whole series' }).click();
	await expect(page).toHaveURL(new RegExp(`series=${made.series.id}`));
});

test('a visit by a tracking link, a registration and a check-in are in the funnel, the table and the file', async ({
	page,
	browser,
	createAccount,
}) => {
	test.setTimeout(600_000);
	await stayInOneDay('Europe/Lisbon');
	const account = await createAccount('Mara');
	// In an hour, which is tomorrow late in the evening.
	const startsAt = new Date(Date.now() + 3_600_000).toISOString();
	const door = await makeDoor(page.request, account, [], 'Harbour Lights', startsAt);
	const organisation = (await door.call('get', '/api/auth/user')).organisations[0].id as string;
	// Another one, to be compared with.
	const other = await makeDoor(page.request, account, ['Grace Hopper'], 'Autumn Lights', startsAt);
	await signInAs(page, account);

	// Nothing yet, and what to do about it.
	await page.goto(`/analytics?event=${door.eventId}`);
	await expect(
		page.getByText('Nothing in this period. Share your event to get the first visitors.'),
	).toBeVisible();
	await page.getByLabel('Where you will use it').fill('Poster at the harbour');
	await page.keyboard.press('Enter');
	await expect(page.getByText('Poster at the harbour', { exact: true })).toBeVisible();
	const address = await page.getByText(/\?l=/).innerText();

	// A visitor; a browser that says that it is automatic is not counted.
	const context = await browser.newContext({ userAgent: devices['Desktop Firefox'].userAgent });
	const visitor = await context.newPage();
	const viewed = visitor.waitForRequest(isFirstView);
	await visitor.goto(new URL(address).pathname + new URL(address).search);
	await viewed;
	// As if some seconds had passed: what is sent within two of the last is left out.
	await visitor.evaluate(() => sessionStorage.setItem('viewsTold', '[]'));
	const begun = visitor.waitForRequest(isTracked('registration_opened'));
	await visitor.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await begun;
	await visitor.getByLabel('Email', { exact: true }).fill('ada@people.example');
	await visitor
		.locator('#register')
		.getByRole('button', { name: /register/i })
		.click();
	await visitor.waitForURL(/my-ticket/);
	await context.close();

	const { data } = await door.call('get', `/api/events/${door.eventId}/attendees?limit=10`);
	await door.call('post', `/api/staff-access/checkin/${door.token}`, {
		guestQrData: data[0].ticketCode,
		nonce: `e2e-${door.eventId}`,
	});
	const funnel = () =>
		door
			.call('get', `/api/organisations/${organisation}/funnel?event=${door.eventId}`)
			.then((answer) =>
				answer.data.map(({ step, count }: { step: string; count: number }) => `${step},${count}`),
			);
	const expected = ['visitors,1', 'forms,1', 'registrations,1', 'tickets,1', 'attended,1'];
	await expect.poll(funnel, { timeout: 45_000 }).toEqual(expected);

	await page.reload();
	const steps = page.getByRole('list', { name: 'From visit to check-in' }).getByRole('listitem');
	await expect(steps).toHaveText([
		/Visitors\s*1/,
		/Started registering\s*1/,
		/Registrations\s*1/,
		/Tickets\s*1/,
		/Attended\s*1/,
	]);

	// By keyboard: the group of sources, the table, the days.
	await page.getByLabel('Group').selectOption('link');
	await expect(page.getByRole('list', { name: 'By tracking link' }).getByRole('listitem')).toHaveText([
		/Poster at the harbour\s*1 visitor · 1 registration$/,
	]);
	const slider = page.getByRole('slider', { name: 'Registrations by day' });
	await slider.focus();
	await expect(slider).toHaveAttribute('aria-valuetext', /: 1, before: 0$/);
	await page.keyboard.press('ArrowLeft');
	await expect(slider).toHaveAttribute('aria-valuetext', /: 0, before: 0$/);
	const asTable = page.getByRole('button', { name: 'From visit to check-in: show as table' });
	await asTable.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('region', { name: 'Steps' }).getByRole('row')).toHaveCount(6);

	// When people register and arrive: charts that are walked by keyboard, and their tables.
	await expect(page.getByText(/Half register at least (0 days|1 day) before the start/)).toBeVisible();
	const hours = page.getByRole('slider', { name: 'Registrations by weekday and hour' });
	await hours.focus();
	await expect(hours).toHaveAttribute('aria-valuetext', /^Mon, 00:00: 0|^Mon, 00:00: 1/);
	await page.keyboard.press('ArrowDown');
	await page.keyboard.press('End');
	await expect(hours).toHaveAttribute('aria-valuetext', /^Tue, 23:00: /);
	await page.getByRole('button', { name: 'When people register: show as table' }).click();
	await expect(page.getByRole('region', { name: 'Weekdays and hours' }).getByRole('row')).toHaveCount(2);
	const arrivals = page.getByRole('slider', { name: 'Guests checked in by quarter of an hour' });
	await arrivals.focus();
	await expect(arrivals).toHaveAttribute('aria-valuetext', /: 1 guest$/);

	// Beside another event: in the tiles, in the chart of the pace, and gone again.
	await page.getByLabel('Compare with', { exact: true }).selectOption('event');
	await pickEvent(page.locator('main'), 'Other event', 'Autumn');
	await expect(page).toHaveURL(new RegExp(`event=${door.eventId}&compare=event&with=${other.eventId}`));
	await expect(page.getByText('Before: Autumn Lights, as many days before its start.')).toBeVisible();
	const pace = page.getByRole('slider', { name: 'Tickets in total by day' });
	await pace.focus();
	await expect(pace).toHaveAttribute('aria-valuetext', /1 ticket and Autumn Lights, .+: 1$/);
	await page.getByLabel('Compare with', { exact: true }).selectOption('before');
	await pickEvent(page.locator('main'), 'Compare pace with', 'Autumn');
	await expect(pace).toHaveAttribute('aria-valuetext', /1 ticket and Autumn Lights, .+: 1$/);
	await page.getByRole('button', { name: /^Remove Autumn Lights/ }).press('Enter');
	await expect(pace).toHaveAttribute('aria-valuetext', /: 1 ticket$/);

	const downloading = page.waitForEvent('download');
	await page.getByRole('button', { name: 'From visit to check-in: download CSV' }).click();
	const file = await readFile(await (await downloading).path(), 'utf8');
	expect(file.replace('\ufeff', '').trim().split('\r\n')).toEqual(['Step,Count', ...expected]);
	await expectAccessibleIn(page, 'light');
	await page.setViewportSize({ width: 390, height: 844 });
	await expectNothingBeyond(page, 390);

	await page.goto('/dashboard');
	await expect(page.getByRole('heading', { name: 'Harbour Lights' })).toBeVisible();
	await expect(page.getByText('Nothing needs you right now.')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Registrations' })).toBeVisible();
	await expectNothingBeyond(page, 390);
	// The figure leads to its days.
	await page.getByRole('link', { name: 'Visitors' }).click();
	await expect(page).toHaveURL(/\/analytics\?organisation=.*range=30/);
});
