import { axeFindings } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { signInAs } from './support/door.ts';
import { makeFundraiser } from './support/money.ts';
import { expect, test } from './support/test.ts';
import { beHasty } from './support/wait-for-hydration.ts';

/** A supporter makes a page in a team, a donor gives through it, the organiser hides it. */
test('a page of a supporter: made, given through, ranked, hidden', async ({
	page,
	account,
	request,
	freshEmail,
	mails,
}) => {
	test.slow();
	const { api, event } = await makeFundraiser(request, account, { supporters: 'open' });
	await api.call('post', `/api/events/${event.id}/fundraiser-pages`, {
		kind: 'team',
		name: 'The Rowers',
		goalMinor: 50_000,
		email: freshEmail('rowers'),
	});

	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/register/${event.slug}`);
	await page.getByRole('button', { name: 'Create your page' }).click();
	const dialog = page.getByRole('dialog', { name: 'Raise money in your own name' });
	const email = freshEmail('ada');
	await dialog.getByRole('button', { name: 'Create page' }).click();
	await expect(dialog.getByLabel('Name on the page')).toHaveAccessibleDescription(/Enter a name/);
	await dialog.getByLabel('Name on the page').fill('Mary Somerville');
	await dialog.getByRole('textbox', { name: 'Goal' }).fill('300');
	await dialog.getByLabel('Story').fill('I row for the roof.');
	await dialog.getByRole('combobox', { name: 'Team' }).selectOption({ label: 'The Rowers' });
	await dialog.getByLabel('Email').fill(email);
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Create page' }).click();
	await page.waitForURL(/\/fundraiser-pages\//);
	const mail = await mails.waitFor(email, /live/);
	expect(mails.linkIn(mail, /fundraiser-pages/)).toContain(new URL(page.url()).pathname);
	await page.getByRole('textbox', { name: 'Goal' }).fill('200');
	await page.getByRole('button', { name: 'Save' }).click();
	await expect(page.getByText('raised of €200.00')).toBeVisible();

	await page.getByRole('link', { name: 'View page' }).click();
	await expect(page.getByRole('heading', { name: 'Mary Somerville' })).toBeVisible();
	const box = page.getByRole('region', { name: 'Donate' });
	await expect(
		box.getByText('Your donation counts for Mary Somerville: €0.00 raised of €200.00.'),
	).toBeVisible();
	const shared = page.url();
	await box.getByRole('radio', { name: '€50.00' }).check();
	await box.getByLabel('Name', { exact: true }).fill('Grace Hopper');
	await box.getByLabel('Email', { exact: true }).fill(freshEmail('grace'));
	await box.getByRole('button', { name: /^Continue/ }).click();
	await page.waitForURL(/\/checkout\//);
	await typeCard(page);
	await page.getByRole('button', { name: /^Pay / }).click();
	await page.waitForURL(/\/my-ticket\//);

	// The page is served from the cache for some seconds.
	await expect(async () => {
		await page.goto(shared);
		const own = page.getByRole('region', { name: 'Mary Somerville' });
		await expect(own.getByText('€50.00')).toBeVisible({ timeout: 1_000 });
	}).toPass();
	await expect(page.getByText('Grace Hopper')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('link', { name: 'View the whole fundraiser' }).click();
	await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toContainText('€50.00');
	await expect(page.getByRole('list', { name: 'Pages' }).getByRole('listitem')).toContainText(
		'Mary Somerville',
	);

	await signInAs(page, account);
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`/events/${event.slug}/fundraiser`);
	const [poster] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download the poster of Mary Somerville' }).click(),
	]);
	expect(poster.suggestedFilename()).toMatch(/^poster-.+\.pdf$/);
	await page.getByRole('button', { name: 'Hide the page of Mary Somerville' }).click();
	const hide = page.getByRole('dialog', { name: 'Hide this page?' });
	await hide.getByLabel('Reason').fill('Not our member');
	await hide.getByRole('button', { name: 'Hide page' }).click();
	const row = page.getByRole('region', { name: 'Supporters' }).getByRole('row', { name: /Mary Somerville/ });
	await expect(row).toContainText('Reason: Not our member');
	await mails.waitFor(email, /hidden/);
	await expect(async () => {
		await page.goto(shared);
		await expect(page.getByText('This supporter’s page isn’t available.')).toBeVisible({ timeout: 1_000 });
	}).toPass();
});

test('what is pressed before the script of a part is there counts', async ({
	page,
	request,
	createAccount,
}) => {
	const { event } = await makeFundraiser(request, await createAccount(), { supporters: 'open' });
	await page.route(/\/assets\/fundraiser-parts/, async (route) => {
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		await route.continue();
	});
	beHasty(page);
	await page.goto(`/register/${event.slug}`);
	const box = page.getByRole('region', { name: 'Donate' });
	await box.getByRole('radio', { name: '€50.00' }).check();
	await page.getByRole('button', { name: 'Create your page' }).click();
	await expect(page.getByRole('dialog', { name: 'Raise money in your own name' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(box.getByRole('button', { name: /^Continue/ })).toHaveText('Continue to payment · €50.00');
});

test('a part whose script cannot be had is used without script', async ({
	page,
	fundraiser,
	freshEmail,
	faults,
}) => {
	faults.allow(/ERR_FAILED|dynamically imported module/);
	const { event } = fundraiser;
	await page.route(/\/assets\/fundraiser-parts/, (route) => route.abort());
	const failed = page.waitForEvent('requestfailed', (one) => one.url().includes('fundraiser-parts'));
	beHasty(page);
	await page.goto(`/register/${event.slug}`);
	const box = page.getByRole('region', { name: 'Donate' });
	await box.getByRole('radio', { name: '€50.00' }).check();
	await failed;
	await box.getByLabel('Name', { exact: true }).fill('Grace Hopper');
	await box.getByLabel('Email', { exact: true }).fill(freshEmail('grace'));
	await box.getByRole('button', { name: /^Continue/ }).click();
	await page.waitForURL(/\/checkout\//);
	await expect(page.getByText('€50.00').first()).toBeVisible();
});
