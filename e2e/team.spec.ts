import { Secret, TOTP } from 'otpauth';
import { axeFindings } from './support/axe.ts';
import { chooseItem } from './support/menu.ts';
import { pickEvent } from './support/pick-event.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';
import { setUpTwoFactor } from './support/two-factor.ts';

test('a colleague is invited, joins as a newcomer, sees one event and no other, and becomes the owner', async ({
	page,
	browser,
	baseURL,
	createAccount,
	freshEmail,
	mails,
	faults,
}) => {
	faults.allow(/404|403/);
	const owner = await createAccount('Ada');
	const call = caller(baseURL ?? '');
	const make = (title: string) =>
		call('/api/events', { title, startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' }, owner.token);
	const theirs = await make('Harbour concert');
	const other = await make('Secret auction');
	await page.addInitScript((value) => localStorage.setItem('token', value), owner.token);
	await page.goto('/staff-management');
	await expect(page.getByText('You’re the only member.')).toBeVisible();

	// By keyboard alone.
	const email = freshEmail('grace');
	await page.getByRole('button', { name: 'Invite people' }).press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Invite people' });
	await dialog.getByRole('textbox', { name: 'Emails' }).fill(email);
	await dialog.getByLabel('Events').selectOption('chosen');
	await pickEvent(dialog, 'Add event', 'Harbour');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Send invitations' }).press('Enter');
	await expect(page.getByText(email)).toBeVisible();

	const link = mails.linkIn(await mails.waitFor(email, /Join/), /\/invitations\//);
	const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
	const guest = await context.newPage();
	await guest.goto(link);
	await expect(guest.getByText('Harbour concert')).toBeVisible();
	expect(await axeFindings(guest)).toEqual([]);
	await guest.getByLabel('First name').fill('Grace');
	await guest.getByRole('textbox', { name: 'Password' }).fill('Correct-horse-9271');
	await guest.getByRole('button', { name: 'Create account and join' }).click();
	await expect(guest).toHaveURL(/\/dashboard/);
	await expect(guest.getByText('Harbour concert').first()).toBeVisible();
	await expect(guest.getByText('Secret auction')).toHaveCount(0);
	await guest.goto(`/events/${theirs.slug}/guests`);
	await expect(guest.getByRole('heading', { level: 1 })).toContainText(/Harbour concert|Guest/);
	await guest.goto(`/events/${other.slug}/guests`);
	await expect(guest.getByRole('heading', { level: 1 })).not.toContainText(/Secret auction/);
	await guest.goto(link);
	await expect(guest.getByText('This invitation was accepted already.')).toBeVisible();

	// The colleague gets all events, and then the organisation.
	await page.reload();
	const act = async (name: string) => {
		await page.getByRole('button', { name: 'Actions for Grace' }).press('Enter');
		await chooseItem(page, name);
	};
	await act('Hand over ownership');
	await page.getByRole('button', { name: 'Offer ownership', exact: true }).click();
	await expect(page.getByText('Ownership offered to Grace')).toBeVisible();
	await expect(page.getByRole('listitem').filter({ hasText: 'Grace' })).toContainText('Ownership offered');
	await act('Cancel offer');
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel offer' }).click();
	await expect(page.getByText('Offer cancelled')).toBeVisible();
	await act('Hand over ownership');
	await page.getByRole('button', { name: 'Offer ownership', exact: true }).click();
	await expect(page.getByText('Ownership offered to Grace')).toBeVisible();
	await mails.waitFor(email, /Become the owner/);
	await guest.goto('/staff-management');
	await expect(guest.getByText(/Become the owner of/)).toBeVisible();
	await guest.getByRole('button', { name: 'Accept ownership' }).press('Enter');
	await expect(guest.getByText(/You’re now the owner of/)).toBeVisible();
	await page.reload();
	await expect(page.getByRole('listitem').filter({ hasText: 'Grace' })).toContainText('Owner');
	await page.getByRole('tab', { name: 'Activity' }).click();
	await expect(page.getByText('Accept ownership of an organisation').first()).toBeVisible();
	expect(await axeFindings(page, { inside: 'main' })).toEqual([]);
	await expect(guest.getByRole('button', { name: 'Invite people' })).toBeVisible();
});

test('open invitations beyond the first page are shown on demand', async ({
	page,
	createAccount,
	freshEmail,
}) => {
	const owner = await createAccount('Ada');
	await page.addInitScript((value) => localStorage.setItem('token', value), owner.token);
	// A day has fewer invitations than a page.
	await page.route(/\/invitations\?limit=50/, (route) =>
		route.continue({ url: route.request().url().replace('limit=50', 'limit=2') }),
	);
	await page.goto('/staff-management');
	const emails = ['one', 'two', 'three'].map((name) => freshEmail(name));
	await page.getByRole('button', { name: 'Invite people' }).click();
	const dialog = page.getByRole('dialog', { name: 'Invite people' });
	await dialog.getByRole('textbox', { name: 'Emails' }).fill(emails.join('\n'));
	await dialog.getByRole('button', { name: 'Send invitations' }).click();
	const more = page.getByRole('button', { name: 'Show more invitations' });
	await expect(more).toBeVisible();
	const rowOf = (email: string) => page.getByRole('listitem').filter({ hasText: email });
	const shown = async () =>
		(await Promise.all(emails.map((email) => rowOf(email).count()))).reduce((sum, count) => sum + count, 0);
	await expect.poll(shown).toBe(2);
	await more.press('Enter');
	for (const email of emails) await expect(rowOf(email)).toBeVisible();
	await expect(more).toBeHidden();
});

test('the last of 110 events is found by a word, beyond the first page by scrolling, and named when it is shown again', async ({
	page,
	baseURL,
	createAccount,
}) => {
	const owner = await createAccount('Ada');
	const call = caller(baseURL ?? '');
	const make = (title: string, day: number) =>
		call(
			'/api/events',
			{ title, startsAtLocal: `2031-05-${String(day).padStart(2, '0')}T19:30`, timeZone: 'Europe/Berlin' },
			owner.token,
		);
	const first = await make('Harbour concert', 1);
	// Some at a time, each under an address of its own.
	for (let at = 1; at < 110; at += 10)
		await Promise.all(
			Array.from({ length: Math.min(10, 110 - at) }, (_, index) =>
				make(`Yoga class ${at + index}`, 2 + ((at + index) % 28)),
			),
		);
	await page.addInitScript((value) => localStorage.setItem('token', value), owner.token);
	await page.goto('/staff-management');
	await page.getByRole('button', { name: 'Invite people' }).click();
	const dialog = page.getByRole('dialog', { name: 'Invite people' });
	await dialog.getByLabel('Events').selectOption('chosen');
	const field = dialog.getByRole('combobox', { name: 'Add event' });
	await field.fill('nothing of this name');
	await expect(page.getByText('No event matches. Try another word of its title.')).toBeVisible();
	await field.fill('yoga');
	await expect(page.getByRole('option')).toHaveCount(20);
	await page.getByRole('option').last().scrollIntoViewIfNeeded();
	await expect.poll(() => page.getByRole('option').count()).toBeGreaterThan(20);
	await pickEvent(dialog, 'Add event', 'Harbour');
	await expect(dialog.getByRole('list', { name: 'Chosen events' })).toContainText('Harbour concert');

	await page.goto(`/analytics?event=${first.id}`);
	await expect(page.getByRole('combobox', { name: 'Event', exact: true })).toHaveValue(/^Harbour concert/);
});

test('an owner requires two factors, and a member without them is led to set them up', async ({
	page,
	browser,
	baseURL,
	createAccount,
	freshEmail,
	mails,
	faults,
}) => {
	faults.allow(/403/);
	const owner = await createAccount('Ada');
	const call = caller(baseURL ?? '');
	// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
	const { organisations }: any = await call('/api/auth/user', undefined, owner.token);
	const email = freshEmail('grace');
	const invitation = { emails: [email], role: 'event_manager' };
	await call(`/api/organisations/${organisations[0].id}/invitations`, invitation, owner.token);
	const link = mails.linkIn(await mails.waitFor(email, /Join/), /\/invitations\//);
	// biome-ignore lint/suspicious/noExplicitAny: an answer of the API
	const joined: any = await call(`/api/invitations/${new URL(link).pathname.split('/').at(-1)}`, {
		firstName: 'Grace',
		password: 'Correct-horse-9271',
	});
	const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
	const guest = await context.newPage();
	// Setting up two factors begins another session, which is kept.
	for (const [one, { token }] of [
		[page, owner],
		[guest, joined.session],
	])
		await one.addInitScript((value: string) => {
			if (!localStorage.getItem('token')) localStorage.setItem('token', value);
		}, token);
	await page.goto('/staff-management');

	// Whoever requires them has them first.
	await page.getByRole('button', { name: 'Require 2FA' }).press('Enter');
	const asked = page.getByRole('dialog', { name: 'Require 2FA for the team?' });
	await expect(asked.getByRole('button', { name: 'Require 2FA' })).toBeDisabled();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await expect(asked.getByRole('link', { name: 'Set up 2FA' })).toHaveAttribute(
		'href',
		/^\/settings\/security/,
	);
	const { secret = '' } = await call('/api/account/two-factor/set-up', {}, owner.token);
	const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
	const { token = '' } = await call('/api/account/two-factor', { code }, owner.token);
	await page.evaluate((value) => localStorage.setItem('token', value), token);
	await page.reload();
	await page.getByRole('button', { name: 'Require 2FA' }).press('Enter');
	await asked.getByLabel('Required').selectOption('14');
	await asked.getByRole('button', { name: 'Require 2FA' }).press('Enter');
	await expect(page.getByText(/Required from/)).toBeVisible();
	await expect(page.getByText('1 member doesn’t have it yet.')).toBeVisible();

	await mails.waitFor(email, /Set up 2FA/);
	await guest.goto('/staff-management');
	await expect(guest.getByText(/requires 2FA from/)).toBeVisible();
	await setUpTwoFactor(guest, guest.getByRole('link', { name: 'Set up 2FA' }));
	await expect(guest.getByText(/requires 2FA from/)).toHaveCount(0);
	await page.reload();
	await expect(page.getByText('All members have it.')).toBeVisible();

	// Of a team that has them they can be required at once; whoever turns theirs off is warned, and reads what to do.
	await page.getByRole('button', { name: 'Change date' }).press('Enter');
	await asked.getByLabel('Required').selectOption('0');
	await asked.getByRole('button', { name: 'Require 2FA' }).press('Enter');
	// The field of the dialog that is closing is called the same.
	await expect(page.getByText('Required', { exact: true }).and(page.locator('span'))).toBeVisible();
	await guest.getByRole('button', { name: 'Turn off' }).press('Enter');
	const warned = guest.getByRole('dialog', { name: 'Turn off two-factor authentication?' });
	await expect(warned.getByText(/You can’t change anything there/)).toBeVisible();
	await warned.getByRole('button', { name: 'Turn off' }).press('Enter');
	await expect(guest.getByText(/Set it up to make changes again/)).toBeVisible();
	await page.reload();
	await expect(page.getByText('1 member doesn’t have it yet.')).toBeVisible();
});
