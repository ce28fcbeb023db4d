import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expectSignedOut } from './support/log-in.ts';
import { type Account, expect, test } from './support/test.ts';

/** The settings and the bell: sections saved one by one, two tabs at once, a logo, what is told and read. */

async function enter(page: Page, { token }: Account, path: string) {
	await page.addInitScript((value) => {
		if (location.protocol === 'http:') sessionStorage.setItem('token', value);
	}, token);
	await page.goto(path);
}

const green =
	'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKElEQVR4nO3NsQ0AAAzCMP5/un0CNkuZ41wybXsHAAAAAAAAAAAAxR4yw/wuPL6QkAAAAABJRU5ErkJggg==';

test('two tabs save one section: the later one is told, and loses nothing; a logo is cut and shown', async ({
	page,
	context,
	account,
	faults,
}) => {
	faults.allow(/status of 412 PATCH .*\/api\/organisations\//);
	const other = await context.newPage();
	for (const tab of [page, other]) {
		await enter(tab, account, '/settings/organisation');
		await expect(tab.getByLabel('Tax ID / VAT number')).toBeVisible();
	}
	const section = (tab: Page) => tab.locator('#organisation');
	await page.getByLabel('Tax ID / VAT number').fill('DE 1');
	await other.getByLabel('Tax ID / VAT number').fill('DE 2');
	// Another section is another matter.
	await other.getByLabel('Refund policy').fill('Until a week before.');
	let goOn = () => {};
	const held = new Promise<void>((resolve) => {
		goOn = resolve;
	});
	await page.route('**/api/organisations/**', async (route) => {
		if (route.request().method() === 'PATCH') await held;
		await route.continue();
	});
	const saved = page.waitForResponse((answer) => answer.request().method() === 'PATCH');
	await section(page).getByRole('button', { name: 'Save' }).click();
	// What is typed while the section is being saved is not saved yet, and stays.
	await section(page).getByLabel('Country').selectOption({ label: 'Germany' });
	goOn();
	expect((await saved).status()).toBe(200);
	await expect(section(page).getByRole('status')).toHaveText('Unsaved changes');
	await expect(section(page).getByLabel('Country')).toHaveValue('DE');
	await section(other).getByRole('button', { name: 'Save' }).click();
	await expect(section(other).getByText('Someone else just saved changes.')).toBeVisible();
	await expect(other.getByLabel('Tax ID / VAT number')).toHaveValue('DE 2');
	await section(other).getByRole('button', { name: 'Load theirs' }).click();
	await expect(other.getByLabel('Tax ID / VAT number')).toHaveValue('DE 1');
	await expect(other.getByLabel('Refund policy')).toHaveValue('Until a week before.');

	await page
		.locator('#logo input[type="file"]')
		.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from(green, 'base64') });
	const dialog = page.getByRole('dialog', { name: 'Crop image' });
	await dialog.getByRole('button', { name: 'Use image' }).click();
	const logo = page.getByAltText('Logo');
	await expect(logo).toBeVisible();
	await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
});

test('the bell counts what is new, the list leads there, and one kind is turned off in one channel', async ({
	page,
	account,
	request,
}) => {
	await enter(page, account, '/notifications');
	await expect(page.getByText('You’re all caught up')).toBeVisible();
	const changed = await request.post('/api/account/password', {
		headers: { authorization: `Bearer ${account.token}` },
		data: { currentPassword: account.password, newPassword: 'marmots sing quietly' },
	});
	expect(changed.status()).toBe(200);
	await enter(page, { ...account, token: (await changed.json()).token }, '/notifications');
	await expect(page.getByRole('link', { name: 'Notifications, 1 new' })).toBeVisible();
	// By day, over the width of the page, with the days at the side of a wide screen.
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.getByRole('navigation', { name: 'Days' }).getByRole('link', { name: 'Today' }).click();
	const today = page.getByRole('region', { name: 'Today' });
	await expect(today.getByRole('listitem')).toHaveCount(1);
	const { x = 0, width = 0 } = (await today.boundingBox()) ?? {};
	expect(x + width).toBe(1280);
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('link', { name: /Your password was changed/ }).click();
	await expect(page).toHaveURL(/\/settings\/security$/);
	await expect(page.getByRole('link', { name: 'Notifications', exact: true }).first()).toBeVisible();
	await expect(page.getByRole('link', { name: 'Notifications, 1 new' })).toHaveCount(0);

	await page.goto('/settings/notifications');
	const inApp = page.getByRole('switch', { name: 'Registrations for your events: In the app' });
	const byMail = page.getByRole('switch', { name: 'Registrations for your events: Email' });
	await expect(inApp).toBeChecked();
	await expect(byMail).not.toBeChecked();
	const saved = page.waitForResponse(
		(answer) => answer.url().endsWith('/api/account/notifications') && answer.request().method() !== 'GET',
	);
	await inApp.click();
	await expect(inApp).not.toBeChecked();
	await saved;
	await page.reload();
	await expect(inApp).not.toBeChecked();
	await expect(byMail).not.toBeChecked();
});

test('settings use the width: their pages at the side of a wide screen, in a row on a phone', async ({
	page,
	createAccount,
}) => {
	await signInAs(page, await createAccount());
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto('/settings/security');
	const list = page.getByRole('navigation', { name: 'Settings', exact: true });
	const boxes = async () => {
		const links = [list.getByRole('link', { name: 'Profile' }), list.getByRole('link', { name: 'My data' })];
		const [first, last] = await Promise.all(links.map((link) => link.boundingBox()));
		if (!first || !last) throw new Error('no links');
		return { first, last };
	};
	const card = page.locator('main section').first();
	await expect(card).toBeVisible();
	const wide = await boxes();
	expect(wide.last.x).toBe(wide.first.x);
	expect(wide.last.y).toBeGreaterThan(wide.first.y + 100);
	const side = await card.boundingBox();
	expect(side?.x).toBeGreaterThan(wide.first.x + 200);
	expect(side?.width).toBeGreaterThan(800);

	await page.setViewportSize({ width: 390, height: 844 });
	await expect.poll(async () => (await card.boundingBox())?.x).toBeLessThan(100);
	const narrow = await boxes();
	expect(narrow.last.y).toBe(narrow.first.y);
	expect((await card.boundingBox())?.width).toBeGreaterThan(340);

	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto('/integrations');
	await page
		.getByRole('navigation', { name: 'On this page' })
		.getByRole('link', { name: 'Exports and API' })
		.click();
	await expect(page.getByRole('heading', { name: 'Exports and API' })).toBeInViewport();

	await page.setViewportSize({ width: 390, height: 844 });
	await expect(page.getByRole('navigation', { name: 'On this page' })).toBeHidden();
});

test('without a connection nothing is lost and nothing hangs; then the account is deleted, and its owner is at the start', async ({
	page,
	context,
	account,
	faults,
}) => {
	faults.allow(/ERR_INTERNET_DISCONNECTED|status of 400 .*deletion/);
	await enter(page, account, '/settings');
	await page.getByLabel('Last name').fill('Byron');
	await page
		.locator('#photo input[type="file"]')
		.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(green, 'base64') });
	const crop = page.getByRole('dialog', { name: 'Crop image' });
	const use = crop.getByRole('button', { name: 'Use image' });
	const offline = 'You appear to be offline. Please check your connection.';
	await expect(use).toBeEnabled();
	await context.setOffline(true);
	await use.click();
	await expect(crop.getByText(offline)).toBeVisible();
	await page.keyboard.press('Escape');
	await page.locator('#name').getByRole('button', { name: 'Save' }).click();
	await expect(page.locator('#name').getByRole('alert')).toContainText(offline);
	await expect(page.getByLabel('Last name')).toHaveValue('Byron');
	await context.setOffline(false);
	await page.locator('#name').getByRole('button', { name: 'Save' }).click();
	await expect(page.locator('#name').getByRole('status')).toHaveText('Saved');

	await page.getByRole('link', { name: 'My data' }).click();
	await page.getByRole('button', { name: 'Delete my account' }).click();
	const field = page.getByRole('dialog').getByLabel('Your email');
	await expect(field).toBeFocused();
	await page.keyboard.type('somebody@else.example');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('dialog').getByText('This isn’t the email of your account.')).toHaveCount(2);
	await field.fill(account.email);
	await page.keyboard.press('Enter');
	await expect(page.getByText('Your account is deleted')).toBeVisible();
	await expectSignedOut(page);
});
