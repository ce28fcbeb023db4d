import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { openPart, untilSaved } from './support/edit-page.ts';
import { logInInstead } from './support/log-in.ts';
import { type Account, expect, test } from './support/test.ts';
import { beHasty } from './support/wait-for-hydration.ts';

/** An organiser makes, publishes, changes and ends events. */

/** A word that no other event of this instance has in its title. */
const aWord = () => `Q${randomBytes(4).toString('hex')}`;

async function call(page: Page, account: Account, method: string, path: string, data?: object) {
	const answer = await page.request.fetch(path, {
		method,
		headers: { authorization: `Bearer ${account.token}` },
		...(data ? { data } : {}),
	});
	expect(answer.ok(), await answer.text()).toBe(true);
	return answer.json();
}

const makeEvent = (page: Page, account: Account, more: object = {}) =>
	call(page, account, 'POST', '/api/events', {
		title: 'Garden concert',
		startsAtLocal: `${inDays(20)}T19:00`,
		timeZone: 'Europe/Berlin',
		...more,
	});

test('a paid ticket can be bought two screens after publishing, on a phone', async ({
	page,
	browser,
	createAccount,
	freshEmail,
}) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await signInAs(page, await createAccount());
	await page.goto('/create-event');
	const screens: string[] = [];
	page.on('framenavigated', (frame) => {
		if (frame === page.mainFrame()) screens.push(new URL(frame.url()).pathname);
	});
	const title = `Summer concert ${aWord()}`;
	await page.getByLabel('Title').fill(title);
	await page.getByLabel('Starts').fill(`${inDays(30)}T19:30`);
	await page.getByRole('button', { name: 'Publish' }).click();
	await expect(page.getByRole('img', { name: `QR code of ${title}` })).toBeVisible();
	await page.getByRole('link', { name: 'Set a price or a limit' }).click();
	await page.getByRole('button', { name: 'Edit Standard' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Price').selectOption('Paid');
	await dialog.getByLabel('Amount').fill('12');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await page.getByRole('link', { name: 'Payment account' }).click();
	await page.getByRole('combobox', { name: 'Country' }).selectOption('DE');
	await page.getByRole('button', { name: 'Enable now (test mode)' }).click();
	await expect(page.getByText('Enabled', { exact: true })).toBeVisible();
	const [live, ...after] = new Set(screens);
	expect(live).toMatch(/^\/events\/[^/]+\/share$/);
	expect(after).toEqual([live!.replace('share', 'tickets'), '/stripe-connect-demo']);

	// A stranger sees the price, and gets to the form of its payment.
	const stranger = await browser.newPage({ baseURL: process.env.E2E_URL ?? '' });
	await stranger.goto(`/events/${title.toLowerCase().replaceAll(' ', '-')}`);
	const box = stranger.locator('#register');
	await expect(box).toContainText('12.00');
	// What was read before payments were enabled may be seconds old; the page asks anew when it is come back to.
	const name = box.getByLabel('Name', { exact: true });
	await expect(async () => {
		await stranger.evaluate(() => window.dispatchEvent(new Event('focus')));
		await expect(name).toBeVisible({ timeout: 500 });
	}).toPass();
	await name.fill('Grace Hopper');
	await box.getByLabel('Email', { exact: true }).fill(freshEmail('grace'));
	await box.getByRole('button', { name: /^Continue/ }).click();
	await expect(stranger).toHaveURL(/\/checkout\//);
	await expect(stranger.getByRole('button', { name: /^Pay .*12\.00/ })).toBeVisible();
});

test('a draft that was typed signed out: what is missing is said; it survives signing in and is published', async ({
	page,
	account,
}) => {
	const title = `Open workshop ${aWord()}`;
	await page.goto('/create-event');
	// What is missing is said at its field, and nothing typed is lost.
	await page.getByRole('button', { name: 'Publish' }).click();
	const summary = page.getByRole('main').getByRole('alert');
	await expect(summary).toContainText('Please fix 2 things');
	await expect(page.getByLabel('Title')).toBeFocused();
	// What is corrected leaves the list, and whoever types stays where they are.
	await page.getByLabel('Title').pressSequentially(title);
	await expect(page.getByLabel('Title')).toHaveValue(title);
	await expect(page.getByLabel('Title')).toBeFocused();
	await expect(summary).toContainText('Please fix one thing');
	await page.getByRole('button', { name: 'Publish' }).click();
	await expect(summary).toContainText('Please fix one thing');
	await page.getByLabel('Starts').fill(`${inDays(10)}T10:00`);
	await expect(summary).toBeHidden();
	await page.getByText('Location', { exact: true }).click();
	await page.getByLabel(/^City/).fill('Ghent');
	await page.reload();
	await expect(page.getByLabel('Title')).toHaveValue(title);
	await page.getByRole('button', { name: 'Publish' }).click();
	await expect(page).toHaveURL(/\/signup\?next=/);
	await logInInstead(page, account);
	await expect(page).toHaveURL(/\/share$/);
	const { data } = await (await page.request.get(`/api/events?q=${encodeURIComponent(title)}`)).json();
	expect(data.filter((found: { title: string }) => found.title === title)).toEqual([
		expect.objectContaining({ city: 'Ghent' }),
	]);
	// The draft is gone from the browser: the next event begins empty, and there are events to begin with.
	await page.goto('/templates');
	await expect(page.getByLabel('Title')).toHaveValue('');
	await page.getByRole('link', { name: 'duplicate one of your events' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
});

test('what was typed before the page is hydrated is neither lost nor forgotten', async ({ page }) => {
	const { promise: scriptsMayCome, resolve: letScriptsCome } = Promise.withResolvers<void>();
	await page.route('**/*.js', async (route) => {
		await scriptsMayCome;
		await route.continue();
	});
	beHasty(page);
	await page.goto('/create-event', { waitUntil: 'commit' });
	await page.getByLabel('Title').fill('Typed early');
	await page.getByLabel('Starts').fill(`${inDays(10)}T10:00`);
	await page.getByText('Location', { exact: true }).click();
	letScriptsCome();
	await page.getByLabel(/^City/).fill('Ghent');
	await expect(page.getByLabel('Title')).toHaveValue('Typed early');
	await page.reload();
	await expect(page.getByLabel('Title')).toHaveValue('Typed early');
	await expect(page.getByLabel('Starts')).toHaveValue(`${inDays(10)}T10:00`);
});

test('an event is edited: as it is typed, beside a colleague, at a time that is skipped, with a cover, not left unsaved', async ({
	page,
	account,
	faults,
}) => {
	// The colleague, and the file that is no picture.
	faults.allow(/status of 412 PATCH .*\/api\/events\/|status of 400 .*\/cover$|ERR_INTERNET_DISCONNECTED/);
	await signInAs(page, account);
	const event = await makeEvent(page, account, {
		startsAtLocal: '2028-03-26T02:30',
		endsAtLocal: '2028-03-26T05:00',
	});
	expect(event.startsAtLocal).toBe('2028-03-26T03:30');
	await page.goto(`/events/${event.id}/edit`);

	await test.step('texts save themselves; a colleague who saved first is noticed', async () => {
		const basics = page.getByRole('region', { name: 'Basics' });
		await untilSaved(page, () => basics.getByLabel('Summary').fill('Mine'));

		await basics.getByLabel('Summary').fill('Mine again');
		await call(page, account, 'PATCH', `/api/events/${event.id}`, {
			summary: 'Theirs',
			venueName: 'Their hall',
		});
		await expect(basics.getByText('Someone else just saved changes.')).toBeVisible();
		await expect(basics.getByLabel('Summary')).toHaveValue('Mine again');
		await untilSaved(page, () => basics.getByRole('button', { name: 'Overwrite with mine' }).click());
		// Only the fields of this section went over theirs.
		expect(await call(page, account, 'GET', `/api/events/${event.id}`)).toMatchObject({
			summary: 'Mine again',
			venue: { name: 'Their hall' },
		});
		await expect((await openPart(page, 'Location')).getByLabel('Venue')).toHaveValue('Their hall');
	});

	await test.step('a wall time that the clocks skip is said before it is saved', async () => {
		const times = await openPart(page, 'Date and time');
		await times.getByRole('spinbutton', { name: /hour/i }).first().fill('2');
		await expect(times.getByText(/Clocks go forward that night/)).toBeVisible();
		// A date is saved once its segments are left.
		await untilSaved(page, () => page.getByLabel('Title').focus());
		await expect(times.getByText(/Clocks go forward that night: 02:30 became/)).toBeVisible();
	});

	await test.step('a cover is shuffled, uploaded and removed', async () => {
		const cover = await openPart(page, 'Cover');
		const source = () => cover.locator('img').getAttribute('src');
		const choose = (buffer: Buffer) =>
			cover.locator('input[type=file]').setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer });
		const before = await source();
		await cover.getByRole('button', { name: 'Shuffle cover' }).click();
		await expect.poll(source).not.toBe(before);
		await choose(await page.screenshot());
		await expect.poll(source).toMatch(/^\/files\//);
		await expect(cover.getByLabel('Alt text')).toHaveValue('Garden concert');
		await choose(Buffer.from('<svg onload=alert(1)>'));
		await expect(cover.getByText(/JPEG, PNG, WebP, GIF or AVIF picture/)).toBeVisible();
		await cover.getByRole('button', { name: 'Remove image' }).click();
		await expect.poll(source).toMatch(/^\/covers\//);
	});

	await test.step('leaving with something unsaved asks first', async () => {
		const section = await openPart(page, 'Description');
		// Without a connection it can't save itself.
		await page.route(/\/api\/events\/[0-9a-f-]+$/, (route) =>
			route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
		);
		await section.getByRole('tab', { name: 'Markdown' }).click();
		await section.getByRole('textbox', { name: 'Description' }).fill('**Bold** <b>not</b>');
		await section.getByRole('tab', { name: 'Preview' }).click();
		await expect(section.locator('.prose strong')).toHaveText('Bold');
		await expect(section.locator('.prose')).toContainText('<b>not</b>');
		await page.getByRole('link', { name: 'Overview' }).click();
		await expect(page.getByRole('dialog')).toContainText('Leave without saving?');
		await page.getByRole('button', { name: 'Stay' }).click();
		await expect(page.getByRole('dialog')).toBeHidden();
		await expect(page).toHaveURL(/\/edit$/);
		await page.getByRole('link', { name: 'Overview' }).click();
		await page.getByRole('button', { name: 'Leave' }).click();
		await expect(page).toHaveURL(/\/overview$/);
	});
});

test('postponed, on again, cancelled with a message, copied', async ({ page, account }) => {
	await signInAs(page, account);
	const event = await makeEvent(page, account, { title: 'Storm concert' });
	await call(page, account, 'POST', `/api/events/${event.id}/publish`);
	await page.goto(`/events/${event.id}/edit`);
	await page.getByRole('button', { name: 'Postpone' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Postpone', exact: true }).click();
	await expect(page.getByText('This event is postponed')).toBeVisible();
	// The button that was pressed is gone: the focus goes to the heading, not nowhere.
	const heading = page.getByRole('heading', { level: 1 });
	await expect(heading).toBeFocused();
	const republish = page.getByRole('button', { name: 'Republish' });
	await expect(republish).toHaveAttribute('aria-disabled', 'true');
	const times = await openPart(page, 'Date and time');
	await times.getByRole('spinbutton', { name: /hour/i }).first().fill('9');
	await page.getByRole('button', { name: 'Publish changes' }).click();
	await expect(page.getByText('The new date is set.')).toBeVisible();
	await republish.click();
	await expect(page.getByText('Live. Changes appear within a few seconds.')).toBeVisible();
	await expect(heading).toBeFocused();
	await page.getByRole('button', { name: 'Cancel event' }).click();
	await page
		.getByRole('dialog')
		.getByLabel(/Message to guests/)
		.fill('The roof leaks.');
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel event' }).click();
	await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
	await expect(heading).toBeFocused();
	await page.goto(`/events/${event.slug}`);
	await expect(page.getByText('The roof leaks.')).toBeVisible();

	await page.goto(`/events/${event.id}/edit`);
	await page.getByRole('button', { name: 'Duplicate' }).click();
	await expect(page).not.toHaveURL(new RegExp(event.id));
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Storm concert');
	await page.getByRole('button', { name: 'Delete draft' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
	await expect(page).toHaveURL(/\/dashboard$/);
});

test('the dashboard opens with the next event and finds the others', async ({ page, account }) => {
	await signInAs(page, account);
	await page.goto('/dashboard');
	await expect(page.getByText('2 of 4 done')).toBeVisible();
	const [soon, later] = await Promise.all([
		makeEvent(page, account, { title: 'Soon', startsAtLocal: `${inDays(3)}T19:00` }),
		...['Later', 'Unfinished', 'Hardly begun', 'Only thought of'].map((title) =>
			makeEvent(page, account, { title }),
		),
	]);
	for (const { id } of [soon, later]) await call(page, account, 'POST', `/api/events/${id}/publish`);
	await page.reload();
	const next = page.getByRole('region', { name: 'Soon' });
	await expect(next.getByText('in 3 days')).toBeVisible();
	await expect(next.getByRole('link', { name: 'Share event' })).toBeVisible();
	await expect(page.getByText('Get started')).toBeHidden();
	await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(2);
	await page.getByRole('tab', { name: 'Drafts' }).click();
	await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(3);
	await page.getByRole('tab', { name: 'Live' }).click();
	await page.getByRole('searchbox', { name: 'Search your events' }).fill('latre');
	await expect(page.getByRole('tabpanel').getByRole('listitem')).toHaveCount(1);
	await expect(page.getByRole('tabpanel').getByText('Later')).toBeVisible();
});

test('somebody else’s event is not there', async ({ page, createAccount, faults }) => {
	faults.allow(/404/);
	const owner = await createAccount('Own');
	const event = await makeEvent(page, owner);
	await signInAs(page, await createAccount('Strange'));
	await page.goto(`/events/${event.id}/edit`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
});

test('the screens of a long title fit a small phone, and nothing moves on them', async ({
	page,
	account,
}) => {
	await signInAs(page, account);
	const event = await makeEvent(page, account, { title: 'Überlange '.repeat(15).trim() });
	await call(page, account, 'POST', `/api/events/${event.id}/publish`);
	await page.setViewportSize({ width: 320, height: 700 });
	await countShifts(page);
	for (const path of [
		'/dashboard',
		...['edit', 'share', 'guests'].map((name) => `/events/${event.id}/${name}`),
	]) {
		await page.goto(path);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
		// Screens of an event keep a connection open for news: what was asked for is there when nothing says that it is loading.
		await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
		const overflow = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		expect(overflow, `${path} at 320 px`).toBeLessThanOrEqual(0);
		expect(await shiftOf(page), `layout shift of ${path}`).toBeLessThanOrEqual(0.05);
	}
});

test('a full guest list keeps its place while it loads, on a phone and a desk', async ({
	page,
	account,
	api,
}) => {
	await signInAs(page, account);
	const event = await api.sellingEvent({ title: 'A long night of the old harbour and its many lights' });
	await api.importGuests(
		event.id,
		Array.from({ length: 60 }, (_, index) => ({
			name: `Maximiliane Friederike-Charlotte von Hohenstein-Oldenburg ${index}`,
			email: `maximiliane.friederike.charlotte.${index}@department.of.very.long.names.example`,
		})),
	);
	await countShifts(page);
	for (const width of [390, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		await page.goto(`/events/${event.id}/guests`);
		await expect(page.getByRole('row').filter({ hasText: 'Maximiliane' }).first()).toBeVisible();
		await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
		const overflow = await page.evaluate(
			() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
		);
		expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
		expect(await shiftOf(page), `layout shift at ${width} px`).toBeLessThanOrEqual(0.05);
	}
});

/** Counts from the first paint of each page on how far its content is moved. */
async function countShifts(page: Page): Promise<void> {
	await page.addInitScript(() => {
		const counted = window as unknown as { moved: number };
		counted.moved = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries())
				counted.moved += (entry as PerformanceEntry & { value: number }).value;
		}).observe({ type: 'layout-shift', buffered: true });
	});
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { moved: number }).moved);
