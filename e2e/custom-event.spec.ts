import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { logInInstead } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

/** The long form: every field of an event, saved as it is typed. */

const overflowOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

test('by keyboard: a draft is made of a title and a start, saved as typed, reviewed and published', async ({
	page,
	account,
	faults,
}) => {
	// A save is cut off below.
	faults.allow(/ERR_INTERNET_DISCONNECTED/);
	await signInAs(page, account);
	await page.goto('/custom-event');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Plan every detail');
	const create = Promise.withResolvers<void>();
	await page.route('**/api/events', async (route) => {
		await create.promise;
		await route.continue();
	});
	await page.getByLabel('Starts').fill(`${inDays(30)}T19:00`);
	const title = page.getByLabel('Title');
	await title.focus();
	const isCreating = page.waitForRequest('**/api/events');
	await page.keyboard.type('Night of the moths');
	await isCreating;
	// The draft is created, and its sections replace the first form, while somebody types.
	await page.keyboard.type(', again');
	create.resolve();
	await page.keyboard.type(' and again and again', { delay: 50 });
	await expect(page).toHaveURL(/custom-event\?event=[0-9a-f-]{36}$/);
	await expect(page.getByLabel('Venue')).toBeVisible();
	await expect(title).toBeFocused();
	await expect(title).toHaveValue('Night of the moths, again and again and again');
	const state = page.getByRole('status').filter({ hasText: /^(Saving|Saved|Not saved)/ });
	await expect(state).toHaveText(/^Saved \d/);
	const preview = page.getByRole('region', { name: 'What guests will see' });
	await expect(preview).toContainText('again and again and again');

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
	await expect(page.getByLabel('Title')).toHaveValue('Night of the moths, again and again and again');

	// Without a connection it stays on the device, through a reload, and is saved once there is one.
	const isEvent = /\/api\/events\/[0-9a-f-]+$/;
	await page.route(isEvent, (route) =>
		route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
	);
	const city = page.getByRole('textbox', { name: /^City/ });
	await city.fill('Bonn');
	await expect(state).toHaveText('Not saved: no connection. Kept on this device.');
	await expect(city).toBeFocused();
	await page.reload();
	await expect(city).toHaveValue('Bonn');
	await expect(state).toHaveText('Not saved: no connection. Kept on this device.');
	await page.unroute(isEvent);
	await page.evaluate(() => dispatchEvent(new Event('online')));
	await expect(state).toHaveText(/^Saved \d/);

	expect(await axeFindings(page)).toEqual([]);
	await page.setViewportSize({ width: 390, height: 844 });
	await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);

	// Typed just before: saved on the way.
	await page.getByLabel('Venue').fill('New barn');
	await page.getByRole('button', { name: 'Review and publish' }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/event-review\?event=/);
	await expect(preview).toContainText('New barn');
	await page.getByRole('button', { name: 'Publish now' }).focus();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/share$/);
});

test('before the sign-in: tickets, questions and policies wait in the browser, with progress, and come with the event', async ({
	page,
	createAccount,
}) => {
	const account = await createAccount('Bo');
	await page.goto('/custom-event');
	const progress = page.getByRole('navigation', { name: 'Sections' });
	await expect(progress.getByRole('link', { name: 'Basics, missing' })).toBeVisible();
	await page.getByLabel('Title').fill('Night of the owls');
	await page.getByLabel('Starts').fill(`${inDays(30)}T19:00`);
	await expect(progress.getByRole('link', { name: 'Basics, done' })).toBeVisible();
	await page.getByLabel('Refund policy').fill('Until the day before.');

	const dialog = page.getByRole('dialog');
	await page.getByRole('button', { name: 'Add ticket type' }).first().focus();
	await page.keyboard.press('Enter');
	await dialog.getByLabel('Name').fill('Perch');
	await dialog.getByLabel('Price').selectOption('paid');
	await dialog.getByLabel('Amount').fill('12.50');
	await dialog.getByLabel('Capacity').fill('40');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await page.getByRole('button', { name: 'Add question' }).click();
	await dialog.getByLabel('Question', { exact: true }).fill('Which owl?');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(progress.getByRole('link', { name: 'Tickets, done' })).toBeVisible();
	const prices = page.getByRole('listitem').filter({ hasText: 'You get' });
	await expect(prices).toHaveText('PerchGuest pays €12.50You get €12.50');

	// Step by step back, across sections; the button keeps the focus, and the last step leaves nothing to undo.
	await page.getByRole('button', { name: 'More actions for Perch' }).click();
	await page.getByRole('menuitem', { name: 'Delete' }).click();
	await dialog.getByRole('button', { name: 'Delete' }).click();
	await expect(page.locator('[data-type]')).toHaveCount(0);
	const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
	const undone = page.getByRole('status').filter({ hasText: /^Undone/ });
	await undo.focus();
	await page.keyboard.press('Enter');
	await expect(undone).toHaveText('Undone: Tickets (Perch)');
	await expect(page.locator('[data-type]', { hasText: 'Perch' })).toBeVisible();
	await expect(undo).toBeFocused();
	await page.getByLabel('Refund policy').fill('No refunds.');
	await expect(page.getByText('Saved on this device')).toBeVisible();
	await undo.click();
	await expect(undone).toHaveText(/^Undone: Refund policy/);
	await expect(page.getByLabel('Refund policy')).toHaveValue('Until the day before.');
	await undo.click();
	await expect(undone).toHaveText('Undone: Questions (Which owl?)');
	// At the end of the form as at its beginning, at a phone too, and no field with the focus is below it.
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('button', { name: 'Continue' }).focus();
	await expect(undo).toBeInViewport({ ratio: 1 });
	const policy = page.getByLabel('Refund policy');
	await policy.evaluate((field) => {
		scrollBy({ top: field.getBoundingClientRect().top + 40, behavior: 'instant' });
		field.focus();
	});
	await expect
		.poll(async () => {
			const bar = await page.locator('[data-top-bar]').boundingBox();
			const field = await policy.boundingBox();
			return (field?.y ?? 0) - ((bar?.y ?? 0) + (bar?.height ?? 0));
		})
		.toBeGreaterThanOrEqual(0);
	await page.setViewportSize({ width: 1280, height: 800 });
	await expect(page.locator('bdi', { hasText: 'Which owl?' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Add question' }).first().click();
	await dialog.getByLabel('Answer', { exact: true }).selectOption('File');
	await dialog.getByLabel('Question', { exact: true }).fill('Which owl?');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await page.reload();
	await expect(page.locator('[data-type]', { hasText: 'Perch' })).toBeVisible();
	await expect(page.getByText('€12.50', { exact: true })).toBeVisible();
	await expect(page.locator('bdi', { hasText: 'Which owl?' })).toBeVisible();
	await expect(page.getByLabel('Refund policy')).toHaveValue('Until the day before.');
	await page.setViewportSize({ width: 390, height: 844 });
	await expect.poll(() => overflowOf(page)).toBeLessThanOrEqual(0);
	await page.evaluate(() => {
		document.documentElement.dataset.theme = 'dark';
	});
	expect(await axeFindings(page)).toEqual([]);

	await page.getByRole('button', { name: 'Continue' }).press('Enter');
	await logInInstead(page, account);
	await expect(page).toHaveURL(/custom-event\?event=/);
	await expect(page.getByLabel('Title')).toHaveValue('Night of the owls');
	await expect(page.locator('[data-type]', { hasText: 'Perch' })).toBeVisible();
	await expect(page.getByText('Standard', { exact: true })).toBeHidden();
	await expect(page.locator('[data-row]', { hasText: 'Which owl?' })).toContainText('File · every guest');
	await expect(page.getByLabel('Refund policy')).toHaveValue('Until the day before.');
});

test('a browser whose storage is full says so', async ({ page }) => {
	await page.addInitScript(() => {
		Storage.prototype.setItem = () => {
			throw new DOMException('full', 'QuotaExceededError');
		};
	});
	await page.goto('/custom-event');
	await page.getByLabel('Title').fill('Night of the owls');
	await expect(page.getByText('Not saved: this browser has no room for it.')).toBeVisible();
	await expect(page.getByText('Saved on this device')).toHaveCount(0);
	// Its history is remembered by the page, and begins with what was typed while the page was still loading.
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect(page.getByLabel('Title')).toHaveValue('');
});

test('what a template brings can be changed before the sign-in, and waits with it in the browser', async ({
	page,
}) => {
	await page.goto('/custom-event?template=concert');
	const title = page.getByLabel('Title');
	await expect(title).toHaveValue('Concert');
	await title.fill('Night of the bats');
	await expect(page.getByText('Saved on this device')).toBeVisible();
	await page.reload();
	await expect(title).toHaveValue('Night of the bats');
	await page.getByRole('button', { name: 'Change tickets and questions' }).click();
	const remove = page.getByRole('button', { name: /^More actions for/ });
	await expect(remove.first()).toBeVisible();
	await page.getByRole('button', { name: 'Use the template’s tickets and questions' }).click();
	await expect(remove).toHaveCount(0);
});

test('a blank that was typed last is there when the sections take over; Undo goes back step by step', async ({
	page,
	account,
	faults,
}) => {
	// Undo is refused below.
	faults.allow(/status of 4\d\d/);
	await signInAs(page, account);
	await page.goto('/custom-event');
	await page.getByLabel('Starts').fill(`${inDays(30)}T19:00`);
	const title = page.getByLabel('Title');
	await title.focus();
	await page.keyboard.type('Night ');
	await expect(page).toHaveURL(/custom-event\?event=/);
	await expect(title).toBeFocused();
	const isSaved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
	await page.keyboard.type('of ');
	// And when it is saved without that blank, too.
	await isSaved;
	const state = page.getByRole('status').filter({ hasText: /^(Saving|Saved|Not saved)/ });
	await expect(state).toHaveText(/^Saved \d/);
	await page.keyboard.type('owls');
	await expect(title).toHaveValue('Night of owls');
	await expect(state).toHaveText(/^Saved \d/);
	await page.reload();
	await expect(title).toHaveValue('Night of owls');

	// What is typed is saved first and is the last change then, with its blank; what was saved before this page was read comes next.
	const undo = page.getByRole('button', { name: 'Undo', exact: true }).first();
	await page.getByLabel('Summary').fill('After dark ');
	await undo.focus();
	await page.keyboard.press('Enter');
	const undone = page.getByRole('status').filter({ hasText: /^Undone/ });
	await expect(undone).toHaveText(/^Undone: Summary/);
	await expect(page.getByLabel('Summary')).toHaveValue('');
	await expect(undo).toBeFocused();
	await undo.click();
	// The URL follows the title, and was typed by none.
	await expect(undone).toHaveText(/^Undone: Title\s*$/);
	await expect(title).toHaveValue('Night');
	await expect(undo).toHaveAttribute('aria-disabled', 'true');

	// What another changed since is not overwritten.
	await page.getByLabel('Venue').fill('Old barn');
	await expect(state).toHaveText(/^Saved \d/);
	await expect(undo).not.toHaveAttribute('aria-disabled', 'true');
	const id = new URL(page.url()).searchParams.get('event');
	const headers = { authorization: `Bearer ${account.token}` };
	const { organisation } = await (await page.request.get(`/api/events/${id}`, { headers })).json();
	const key = await page.request.post(`/api/organisations/${organisation.id}/api-keys`, {
		headers,
		data: { name: 'Colleague', scopes: ['events:read', 'events:write'] },
	});
	const { token } = await key.json();
	const change = await page.request.patch(`/api/events/${id}`, {
		headers: { authorization: `Bearer ${token}` },
		data: { venueName: 'New barn' },
	});
	expect(change.status()).toBe(200);
	await undo.click();
	await expect(
		page.getByRole('alert').filter({ hasText: 'part of it was changed again since' }),
	).toBeVisible();
	await page.getByRole('link', { name: 'See each change in the history' }).click();
	await expect(page).toHaveURL(/\/edit#history$/);
	await expect(page.getByText('API key “Colleague”')).toBeVisible();
});
