import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { axeFindings } from './support/axe.ts';
import { caretToEnd } from './support/caret.ts';
import type { Instance } from './support/instance.ts';
import { makePricedEvent } from './support/money.ts';
import { type Account, expect, test } from './support/test.ts';
import { turnOnTwoFactor } from './support/two-factor.ts';

/** What administrators do in the browser: read a mail, look at the product as somebody else, and write the texts of its pages. */

async function becomeAdministrator(page: Page, link: string, email: string): Promise<void> {
	await page.goto(link);
	await expect(page).not.toHaveURL(/token/);
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill('the boss of it all');
	await page.getByRole('button', { name: 'Create admin account' }).click();
	await page.waitForURL('**/admin');
	await turnOnTwoFactor(page);
}

async function readMail(page: Page, email: string): Promise<void> {
	await page.getByRole('link', { name: 'Email outbox' }).click();
	await page.getByRole('searchbox').fill(email);
	const row = page.getByRole('row').filter({ hasText: email });
	await expect(row).toHaveCount(1);
	await row.focus();
	await page.keyboard.press('Enter');
	const detail = page.getByRole('dialog');
	await expect(detail.getByText('Sent', { exact: true }).first()).toBeVisible();
	const body = detail.frameLocator('iframe');
	await expect(body.getByRole('heading', { name: 'Verify your email' })).toBeVisible();
	await expect(body.getByText('(link left out)')).toBeVisible();
	await detail.getByRole('tab', { name: 'Plain text' }).click();
	await expect(detail.locator('pre')).toContainText('You (or someone) signed up');
	await page.keyboard.press('Escape');
	await expect(detail).toHaveCount(0);

	await page.getByRole('link', { name: 'Failed jobs' }).click();
	await expect(page.getByText('No failed jobs')).toBeVisible();
}

async function blockAddress(page: Page): Promise<void> {
	await page.getByRole('link', { name: 'Blocked addresses' }).click();
	await expect(page.getByText('No blocked addresses')).toBeVisible();
	await page.getByRole('button', { name: 'Block an address' }).click();
	const dialog = page.getByRole('dialog');
	await dialog.getByLabel('Email').fill('Guest@example.com');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Block', exact: true }).click();
	await expect(dialog).toHaveCount(0);
	await page.getByRole('searchbox').fill('guest@example.com');
	const row = page.getByRole('row').filter({ hasText: 'G•••@example.com' });
	await expect(row).toContainText('Blocked by an administrator');
	await row.click();
	await dialog.getByRole('button', { name: 'Unblock' }).click();
	await expect(page.getByText('This address isn’t blocked')).toBeVisible();
}

async function viewAsSomebody(page: Page, somebody: Account): Promise<void> {
	const row = page.getByRole('row').filter({ hasText: somebody.email });
	await page.getByRole('link', { name: 'Accounts', exact: true }).click();
	await row.click();
	await page.getByRole('button', { name: 'Impersonate (read-only)' }).click();
	await page.waitForURL('**/dashboard');
	const banner = page.getByRole('region', { name: 'Viewing as Grace Lovelace' });
	await expect(banner).toContainText('Viewing as Grace Lovelace, read-only');
	await expect(banner).toContainText(/1[45]:\d\d/);
	expect(await axeFindings(page)).toEqual([]);

	// On every page, also on those that need no sign-in, and nothing can be changed on any.
	await page.goto('/settings');
	await expect(banner).toBeVisible();
	const name = page.getByLabel('First name');
	await expect(name).toHaveValue('Grace');
	await name.fill('Changed');
	await page.getByRole('button', { name: /save/i }).first().click();
	await expect(page.getByText(/viewing as another user, read-only/).first()).toBeVisible();
	await page.goto('/about');
	await expect(banner).toBeVisible();

	await banner.getByRole('button', { name: 'Stop viewing' }).click();
	await page.waitForURL('**/admin/people');
	await expect(row).toBeVisible();
	await expect(banner).toHaveCount(0);
	await page.goto('/admin/audit');
	await expect(page.getByRole('row').filter({ hasText: 'Stopped viewing as user' })).toBeVisible();
	await expect(page.getByRole('row').filter({ hasText: 'Viewed as user' })).toBeVisible();
}

/** While cards are tested on an event, the overview says so. When that is the case: server/domain/payments/attempt-limits.test.ts. */
async function seeTestedCards(page: Page): Promise<void> {
	const overview = '**/api/admin/overview*';
	await page.route(overview, async (route) => {
		const answer = await (await route.fetch()).json();
		await route.fulfill({ json: { ...answer, attention: { ...answer.attention, eventsWithTriedCards: 1 } } });
	});
	await page.goto('/admin');
	const told = page
		.getByRole('listitem')
		.filter({ hasText: 'Cards were tested on 1 event in the last 24 hours.' });
	await expect(told).toBeVisible();
	await told.getByRole('link', { name: 'View' }).click();
	await page.waitForURL('**/admin/payments?filter=failed');
	await expect(page.getByRole('combobox', { name: 'Filter' })).toHaveValue('failed');
	await page.unroute(overview);
}

/** A picture needs words; it is uploaded, and stands in the text where the cursor was. */
async function addPicture(page: Page): Promise<void> {
	const text = page.getByRole('textbox', { name: 'Text' });
	await caretToEnd(page, text);
	await page.getByRole('button', { name: 'Image' }).click();
	const dialog = page.getByRole('dialog', { name: 'Add an image' });
	await dialog
		.locator('input[type="file"]')
		.setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: await lamp() });
	await dialog.getByRole('button', { name: 'Add', exact: true }).click();
	await expect(dialog.getByText('This field is required.')).toBeVisible();
	await dialog.getByLabel('Alt text').fill('A lamp above an open door');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Add', exact: true }).click();
	await expect(dialog).toBeHidden();
	await expect(text.getByRole('img', { name: 'A lamp above an open door' })).toBeVisible();
}

/** Money that is stuck: a payment without an answer, and an event of the provider about an account that no organisation has. */
async function makeStuck(page: Page, account: Account, instance: Instance): Promise<string> {
	const { hold, pay, api } = await makePricedEvent(page.request, account);
	const order = await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada Lovelace']);
	const card = { number: '4000002760003184', expMonth: 12, expYear: 2035, cvc: '123' };
	const { id } = await api.call('post', '/api/test-gateway/confirmation-tokens', card);
	await pay(order, { method: 'card', confirmationToken: id });
	await makeLate(instance, order.id);
	await instance.query(
		`INSERT INTO provider_events (gateway, id, account, type, object_id, settled_at, outcome)
		VALUES ('test', 'evt_elsewhere', 'acct_elsewhere', 'payment charge.succeeded', 'pi_elsewhere', now(), 'unknown-account')`,
	);
	return order.id;
}

/** As if the provider had not answered for an hour. */
const makeLate = (instance: Instance, orderId: string) =>
	instance.query(
		`UPDATE payments SET state = 'processing', created_at = now() - interval '1 hour', next_check_at = now() + interval '1 hour'
		WHERE subject_id = $1`,
		[orderId],
	);

/** Late payments are asked for, an unmatched event is set aside, and plans are filtered. */
async function seeToMoney(page: Page, instance: Instance, orderId: string): Promise<void> {
	await page.goto('/admin/payments');
	await page.getByRole('link', { name: 'Awaiting provider' }).click();
	await expect(page).toHaveURL(/filter=late/);
	const late = page.getByRole('row').filter({ hasText: 'Night of the Harbour' });
	// An event that was still on its way settles the payment once more.
	await expect(async () => {
		await makeLate(instance, orderId);
		await page.reload();
		await expect(late).toHaveCount(1, { timeout: 3_000 });
	}).toPass();
	await page.getByRole('button', { name: 'Ask the provider for all of them' }).press('Enter');
	// The poller may have come first.
	const answer = /Asking the provider for 1 payment\.|All of them are being asked for already\./;
	await expect(page.getByText(answer)).toBeVisible();
	// The provider says that the payer has yet to confirm it, so it is not late.
	await expect(async () => {
		await page.reload();
		await expect(page.getByText('No matching payments')).toBeVisible({ timeout: 2_000 });
	}).toPass();

	await page.goto('/admin/provider-events?filter=unmatched');
	const unmatched = page.getByRole('row').filter({ hasText: 'No organisation here has this account.' });
	await unmatched.click();
	const sheet = page.getByRole('dialog');
	await sheet.getByRole('button', { name: 'Set aside…' }).press('Enter');
	await sheet.getByLabel('Reason').fill('Of the installation before this one');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await sheet.getByRole('button', { name: 'Set aside', exact: true }).press('Enter');
	await expect(sheet).toHaveCount(0);
	await expect(unmatched).toHaveCount(0);
	await page.getByLabel('Filter').selectOption('all');
	await page.getByRole('row').filter({ hasText: 'Set aside' }).click();
	await expect(sheet.getByText('Note: Of the installation before this one')).toBeVisible();
	await page.keyboard.press('Escape');

	await page.goto('/admin/operator');
	await page.getByRole('link', { name: 'Plans of all organisations' }).click();
	await expect(page.getByRole('row').filter({ hasText: 'Free' }).first()).toBeVisible();
	await page.getByLabel('Filter').selectOption('unpaid');
	await expect(page.getByText('No matching organisations')).toBeVisible();
	await page.getByRole('button', { name: 'Clear filters' }).click();
	await expect(page.getByRole('row').filter({ hasText: 'Free' }).first()).toBeVisible();
}

const lamp = () =>
	sharp({ create: { width: 64, height: 48, channels: 3, background: '#c05621' } })
		.png()
		.toBuffer();

async function writeText(page: Page): Promise<void> {
	await page.goto('/admin/content');
	// The filter, which arrives after the type of a new text.
	await page.getByLabel('Type').nth(1).selectOption('page');
	await page
		.getByRole('row')
		.getByRole('link', { name: /^about/i })
		.click();
	const text = page.getByRole('textbox', { name: 'Text' });
	await caretToEnd(page, text);
	await page.keyboard.press('Enter');
	await page.getByRole('button', { name: 'Bold' }).click();
	await page.keyboard.type('Written in the journey');
	await page.getByRole('button', { name: 'Bold' }).click();
	await page.keyboard.press('Shift+Home');
	await page.getByRole('button', { name: 'Link' }).click();
	await page.getByRole('dialog').getByLabel('Address').fill('https://example.org/');
	await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
	await expect(text.locator('a[href="https://example.org/"] strong')).toHaveText('Written in the journey');
	await addPicture(page);
	await page.getByRole('button', { name: 'Save draft' }).click();
	await expect(page.getByText('Draft saved')).toBeVisible();
	await page.getByRole('tab', { name: 'Preview' }).click();
	const preview = page.getByRole('tabpanel').getByRole('link', { name: 'Written in the journey' });
	await expect(preview).toHaveAttribute('href', 'https://example.org/');
	const picture = page.getByRole('tabpanel').getByRole('img', { name: 'A lamp above an open door' });
	await expect(picture).toHaveJSProperty('complete', true);
	await expect(picture).toHaveJSProperty('naturalWidth', 64);
	expect(await (await page.request.get('/about')).text()).not.toContain('Written in the journey');

	await page.getByLabel('Publish at').fill('2035-05-02T10:00');
	await page.getByRole('button', { name: 'Schedule' }).click();
	await expect(page.getByText('Publication scheduled')).toBeVisible();
	await page.getByRole('tab', { name: /History/ }).click();
	await expect(page.getByText('Scheduled', { exact: true }).first()).toBeVisible();
	await page.getByRole('button', { name: 'Preview' }).last().click();
	await page.getByRole('button', { name: 'Restore this revision' }).click();
	await page.getByRole('tab', { name: 'Edit' }).click();
	await expect(text).not.toContainText('Written in the journey');
	await expect(text).not.toBeEmpty();
}

test('the first administrator, by the printed link: reads a mail in the outbox, views as somebody, read-only, sees to stuck money, and writes a text of the pages', async ({
	page,
	createAccount,
	freshEmail,
	mails,
	faults,
	instance,
}) => {
	test.slow();
	// The one save that is refused while viewing.
	faults.allow(/status of 403/);
	// The frame of the mail runs nothing, not even what the test looks in with.
	faults.allow(/Blocked script execution in 'about:/);
	const somebody = await createAccount('Grace');
	await becomeAdministrator(page, await instance.administratorLink(), freshEmail('root'));
	// Of somebody who has not proven the address: the mail to others is left out when they did that before it went.
	const unproven = freshEmail('mary');
	const data = { firstName: 'Mary', lastName: 'Lovelace', email: unproven, password: 'hummus and regret' };
	expect((await page.request.post('/api/auth/register', { data })).status()).toBeLessThan(300);
	await mails.waitFor(unproven, /verify/i);
	await readMail(page, unproven);
	await blockAddress(page);
	await viewAsSomebody(page, somebody);
	await seeTestedCards(page);
	await seeToMoney(page, instance, await makeStuck(page, await createAccount('Mia'), instance));
	await writeText(page);
});
