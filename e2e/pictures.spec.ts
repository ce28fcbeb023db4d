import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { axeFindings } from './support/axe.ts';
import { caretToEnd } from './support/caret.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { describeMarket, openPart } from './support/edit-page.ts';
import { logInInstead } from './support/log-in.ts';
import { expect, test } from './support/test.ts';

const draw = (background: string) =>
	sharp({ create: { width: 1500, height: 1000, channels: 3, background } })
		.jpeg()
		.toBuffer();

test('a picture is added to a description by keyboard, with its alt text, also after the network was lost', async ({
	page,
	createAccount,
	faults,
}) => {
	// An upload is cut off below.
	faults.allow(/ERR_INTERNET_DISCONNECTED/);
	const { section } = await describeMarket(page, await createAccount('Ida'));
	const text = section.locator('[contenteditable=true]');
	await section.getByRole('textbox', { name: 'Description' }).focus();
	await expect(text).toBeFocused();
	await caretToEnd(page, text);

	const tool = section.getByRole('button', { name: 'Picture' });
	await tool.focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Add a picture' });
	await expect(dialog).toBeVisible();
	await dialog.getByRole('button', { name: 'Add' }).focus();
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Choose a picture.')).toBeVisible();
	const chooser = page.waitForEvent('filechooser');
	await dialog.getByLabel('Picture').focus();
	await page.keyboard.press('Enter');
	await (await chooser).setFiles({
		name: 'stalls.jpg',
		mimeType: 'image/jpeg',
		buffer: await draw('#b4532a'),
	});
	await expect(dialog.getByRole('button', { name: 'Replace picture' })).toBeVisible();
	const alt = dialog.getByLabel('Alt text');
	await alt.focus();
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Describe the picture in a few words.')).toBeVisible();
	await expect(alt).toHaveAttribute('aria-invalid', 'true');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);

	// The network is lost while it uploads; what was chosen and typed stays.
	await page.route('**/pictures?*', async (route) => {
		await expect(dialog.getByText('Uploading…')).toBeVisible();
		await route.abort('internetdisconnected');
	});
	await alt.fill('Stalls [in] the snow');
	await page.keyboard.press('Enter');
	await expect(dialog.getByRole('alert').getByText('Network error')).toBeVisible();
	await expect(dialog.getByText('Uploading…')).toBeHidden();
	await page.unroute('**/pictures?*');
	await alt.focus();
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(text).toBeFocused();
	await expect(text.getByRole('img', { name: 'Stalls [in] the snow' })).toBeVisible();
	await page.keyboard.press('Enter');
	await page.keyboard.type('Come in.');

	await expect(text).toContainText('Come in.');
});

test('the space of a picture is kept while it loads', async ({ page, createAccount }) => {
	const { token } = await createAccount('Ida');
	const headers = { authorization: `Bearer ${token}` };
	const created = await page.request.post('/api/events', {
		headers,
		data: { title: 'Winter market', startsAtLocal: `${inDays(30)}T10:00`, timeZone: 'Europe/Berlin' },
	});
	const { id } = await created.json();
	const file = { name: 'a.jpg', mimeType: 'image/jpeg', buffer: await draw('#b4532a') };
	const uploaded = await page.request.post(`/api/events/${id}/pictures?alt=Stalls`, {
		headers,
		multipart: { file },
	});
	const { stem } = await uploaded.json();
	const description = `![Stalls](picture:${stem})\n\nBelow it.`;
	await page.request.patch(`/api/events/${id}`, { headers, data: { description } });
	await page.request.post(`/api/events/${id}/publish`, { headers });
	const send = Promise.withResolvers<void>();
	await page.route('**/files/*', async (route) => {
		await send.promise;
		await route.continue();
	});
	await page.goto(`/events/${id}`, { waitUntil: 'domcontentloaded' });
	const shown = page.getByRole('img', { name: 'Stalls' });
	const below = page.getByText('Below it.');
	await shown.scrollIntoViewIfNeeded();
	await expect(shown).toHaveJSProperty('complete', false);
	const topOf = () => below.evaluate((element) => element.getBoundingClientRect().top + scrollY);
	const before = await topOf();
	send.resolve();
	await expect(shown).toHaveJSProperty('complete', true);
	expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	// The copy is rounded to whole pixels.
	expect(Math.abs((await topOf()) - before)).toBeLessThan(1);
});

test('where no event is yet the editor has no pictures, and whoever types in it goes on when the draft is saved', async ({
	page,
	createAccount,
}) => {
	await page.goto('/create-event');
	await page.getByText('Add description').click();
	const first = page.getByRole('textbox', { name: 'Description' });
	await first.focus();
	const editor = page.locator('.prose[contenteditable=true]');
	await expect(editor).toBeFocused();
	await page.keyboard.type('## Food');
	await expect(editor.getByRole('heading', { name: 'Food' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Bold' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Picture' })).toBeHidden();
	await page.reload();
	await page.getByText('# Food').click();
	await page.getByRole('textbox', { name: 'Description' }).focus();
	await expect(editor.getByRole('heading', { name: 'Food' })).toBeVisible();

	const { token } = await createAccount('Ida');
	await page.evaluate((value) => {
		localStorage.clear();
		localStorage.setItem('token', value);
	}, token);
	await page.goto('/custom-event');
	const create = Promise.withResolvers<void>();
	await page.route('**/api/events', async (route) => {
		await create.promise;
		await route.continue();
	});
	await page.getByLabel('Starts').fill(`${inDays(30)}T19:00`);
	await page.getByRole('textbox', { name: 'Description' }).focus();
	await expect(editor).toBeFocused();
	await page.keyboard.type('Come **early** for');
	await page.getByLabel('Title').fill('Night of the moths');
	const isCreating = page.waitForRequest('**/api/events');
	await caretToEnd(page, editor);
	await isCreating;
	create.resolve();
	await page.keyboard.type(' the lamps - and a coat', { delay: 60 });
	await expect(page).toHaveURL(/custom-event\?event=[0-9a-f-]{36}$/);
	await expect(editor).toBeFocused();
	await expect(editor).toHaveText('Come early for the lamps - and a coat');
	await expect(page.getByRole('button', { name: 'Picture' })).toBeVisible();
});

test('a picture for the cover is chosen while creating, before there is an account, and is the cover of the event', async ({
	page,
	createAccount,
}) => {
	const account = await createAccount('Ida');
	// The browser hands its file chooser over only a while after it was asked to.
	page.on('filechooser', () => {});
	await page.goto('/create-event');
	await page.getByLabel('Title').fill('Winter market');
	await page.getByLabel('Starts').fill(`${inDays(30)}T10:00`);
	const line = page.locator('details').filter({ hasText: 'Generated cover' });
	await line.locator('summary').press('Enter');
	const choose = page.getByLabel('Upload image');
	// Each that is refused is said, also the second for the same reason.
	for (const name of ['list.pdf', 'plan.pdf']) {
		await choose.setInputFiles({ name, mimeType: 'application/pdf', buffer: Buffer.from('%PDF') });
		await expect(choose).toHaveAccessibleDescription(/Use a JPEG, PNG, WebP, AVIF or GIF up to 10 MB\./);
	}
	await choose.setInputFiles({
		name: 'broken.png',
		mimeType: 'image/png',
		buffer: Buffer.from('no picture'),
	});
	await expect(page.getByText('We couldn’t read this image. Try another file.')).toBeVisible();
	const chooser = page.waitForEvent('filechooser');
	await choose.press('Enter');
	await (await chooser).setFiles({
		name: 'stalls.jpg',
		mimeType: 'image/jpeg',
		buffer: await draw('#2a53b4'),
	});
	await page.getByRole('button', { name: 'Remove image' }).press('Enter');
	await expect(page.getByRole('button', { name: 'Shuffle cover' })).toBeVisible();
	await choose.setInputFiles({
		name: 'stalls.jpg',
		mimeType: 'image/jpeg',
		buffer: await draw('#b4532a'),
	});
	await page.getByLabel('Alt text').fill('Stalls in the snow');
	await expect(page.getByRole('button', { name: 'Shuffle cover' })).toHaveCount(0);
	expect(await axeFindings(page)).toEqual([]);

	// It waits in this browser: across a reload, and the sign-in.
	await page.reload();
	const preview = page.getByRole('region', { name: 'Preview' }).getByAltText('Stalls in the snow');
	await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1500);
	await page.getByRole('button', { name: 'Save as draft' }).click();
	await expect(page).toHaveURL(/\/signup/);
	await logInInstead(page, account);
	await expect(page).toHaveURL(/\/events\/[^/]+\/edit/);
	const section = await openPart(page, 'Cover');
	const cover = section.getByAltText('Stalls in the snow');
	await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
	await expect(cover).toHaveAttribute('src', /^\/files\/|^http/);
	await expect(section.getByRole('button', { name: 'Remove image' })).toBeVisible();
	// A picture without colour gives ink.
	const light = section.locator('.event-theme');
	const read = (element: Element) =>
		['--event', '--primary'].map((name) => getComputedStyle(element).getPropertyValue(name));
	expect(new Set(await light.evaluate(read)).size).toBe(2);
	await section
		.getByLabel('Upload image')
		.setInputFiles({ name: 'fog.jpg', mimeType: 'image/jpeg', buffer: await draw('#9a9a9a') });
	await expect.poll(async () => new Set(await light.evaluate(read)).size).toBe(1);
	// Nothing of it is left for the next draft.
	expect(await countWaiting(page)).toBe(0);
});

test('a picture that could not be uploaded with its event waits in the editor until it is', async ({
	page,
	createAccount,
	faults,
}) => {
	faults.allow(/ERR_INTERNET_DISCONNECTED/);
	await signInAs(page, await createAccount('Ida'));
	await page.goto('/create-event');
	await page.getByLabel('Title').fill('Summer market');
	await page.getByLabel('Starts').fill(`${inDays(30)}T10:00`);
	await page.locator('details').filter({ hasText: 'Generated cover' }).locator('summary').press('Enter');
	const picture = { name: 'stalls.jpg', mimeType: 'image/jpeg', buffer: await draw('#b4532a') };
	await page.getByLabel('Upload image').setInputFiles(picture);
	await expect(page.getByRole('button', { name: 'Remove image' })).toBeVisible();
	await page.route(/\/cover$/, (route) => route.abort('internetdisconnected'));
	await page.getByRole('button', { name: 'Save as draft' }).click();
	await expect(page).toHaveURL(/\/events\/[^/]+\/edit/);
	await expect(page.getByText('Your image wasn’t uploaded').first()).toBeVisible();
	await page.reload();
	const section = await openPart(page, 'Cover');
	const again = section.getByRole('button', { name: 'Try again' });
	const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/cover'));
	await again.click();
	await failed;
	await expect(again).toBeVisible();
	await page.unroute(/\/cover$/);
	await again.click();
	await expect(section.getByRole('button', { name: 'Remove image' })).toBeVisible();
	await expect(again).toHaveCount(0);
	expect(await countWaiting(page)).toBe(0);
});

/** Pictures that this browser keeps for drafts. */
const countWaiting = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				const opening = indexedDB.open('event-draft');
				opening.onsuccess = () => {
					const count = opening.result.transaction('picture').objectStore('picture').count();
					count.onsuccess = () => resolve(count.result);
				};
			}),
	);
