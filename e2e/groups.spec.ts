import type { Browser, Page } from '@playwright/test';
import { axeFindings, isNarrow } from './support/axe.ts';
import { typeCard } from './support/card.ts';
import { linkIn } from './support/mails.ts';
import { untilSeenAgain } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** People who come together: a buyer shares an order and its guests claim places, or each guest orders a place that is held for them. */

/** A phone of somebody who has nothing but a link. */
async function phoneOf(browser: Browser): Promise<Page> {
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	return context.newPage();
}

async function claim(page: Page, link: string, guest: { name: string; email: string }) {
	await page.goto(link);
	await page.getByLabel('Name', { exact: true }).fill(guest.name);
	await page.getByLabel('Email', { exact: true }).fill(guest.email);
	await page.getByRole('button', { name: 'Claim spot' }).press('Enter');
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const stub = (page: Page, whose: string) => page.getByRole('article', { name: `Ticket for ${whose}` });

test('a table of ten is shared: claimed by the link and by an invitation, released, claimed again and used', async ({
	browser,
	page,
	api,
	freshEmail,
	mails,
	faults,
}) => {
	test.slow();
	faults.allow(/status of 4\d\d/);
	const event = await api.sellingEvent({}, { name: 'Table', admits: 10 });
	await api.call('post', `/api/events/${event.id}/questions`, {
		label: 'What do you eat?',
		kind: 'text',
		scope: 'attendee',
		isRequired: true,
	});
	const order = await api.order(event, { name: 'Ada Lovelace', email: freshEmail('ada') });
	const [grace, bob, dan, eve] = ['grace', 'bob', 'dan', 'eve'].map((name) => freshEmail(name)) as [
		...[string, string, string, string],
	];

	// The buyer shares the order from its page.
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(`/my-ticket/${order.manageToken}`);
	await page.getByRole('button', { name: 'Share with your group' }).press('Enter');
	const dialog = page.getByRole('dialog');
	const groupName = dialog.getByLabel('Group name');
	await groupName.press('Enter');
	await expect(groupName).toHaveAccessibleDescription(/Please enter a name\./);
	await expect(dialog.getByRole('checkbox')).toBeChecked();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await groupName.fill('Table of the Lovelaces');
	await groupName.press('Enter');
	await page.waitForURL(/\/group\//);
	await expect(heading(page)).toHaveText('Table of the Lovelaces');
	const progress = page.getByRole('progressbar');
	await expect(progress).toHaveAttribute('aria-valuemax', '9');
	await expect(progress).toHaveAttribute('aria-valuenow', '0');
	await expect(page.getByText('You haven’t invited anyone by email yet.')).toBeVisible();
	const answer = await page.request.get(page.url());
	expect(answer.headers()).toMatchObject({
		'cache-control': 'private, no-store',
		'x-robots-tag': 'noindex',
	});
	expect(await isNarrow(page)).toBe(true);

	// Invitations: what is no address is said, and stays.
	const addresses = page.getByLabel('Email addresses');
	await addresses.fill(`Bob <${bob}>\nno address`);
	await page.getByRole('button', { name: 'Send invitations' }).press('Enter');
	await expect(addresses).toBeFocused();
	await expect(addresses).toHaveAccessibleDescription(/no address isn’t an email address\./);
	await addresses.fill(`Bob <${bob}>\n${eve}`);
	await page.getByRole('button', { name: 'Send invitations' }).press('Enter');
	await expect(page.getByRole('button', { name: 'Cancel the invitation of Bob' })).toBeVisible();
	await expect(addresses).toHaveValue('');
	await page.getByRole('button', { name: 'Remind all' }).press('Enter');
	await expect(page.getByText('Reminders sent')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Remind all' })).toHaveAccessibleDescription(/next reminder/);
	expect(await axeFindings(page)).toEqual([]);

	// Grace claims by the link that is shared: a form that names nobody else, and a ticket with a code of its own.
	const group = new URL(page.url()).pathname;
	const { claimToken } = await api.call('get', `/api/groups/${group.split('/')[2]}`);
	const gracesPhone = await phoneOf(browser);
	await gracesPhone.goto(`/claim/${claimToken}`);
	expect(await axeFindings(gracesPhone)).toEqual([]);
	expect(await isNarrow(gracesPhone)).toBe(true);
	const name = gracesPhone.getByLabel('Name', { exact: true });
	await name.press('Enter');
	await expect(name).toBeFocused();
	await expect(name).toHaveAccessibleDescription('Please enter a name.');
	// What only the server finds wrong is said at its field too.
	await claim(gracesPhone, `/claim/${claimToken}`, { name: 'Grace Hopper', email: 'grace@example..org' });
	await expect(gracesPhone.getByLabel('Email', { exact: true })).toBeFocused();
	await expect(gracesPhone.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
		/valid email address/,
	);
	await claim(gracesPhone, `/claim/${claimToken}`, { name: 'Grace Hopper', email: grace });
	await gracesPhone.waitForURL(/\/ticket\//);
	await expect(stub(gracesPhone, 'Grace Hopper').getByRole('img', { name: /QR code/ })).toBeVisible();
	const asked = gracesPhone.getByRole('region', { name: /^Questions from/ });
	await expect(asked.getByRole('status')).toHaveText('You’re registered. 1 question left.');
	await asked.getByLabel('What do you eat?').fill('Anything');
	await asked.getByRole('button', { name: 'Save answers' }).press('Enter');
	await expect(asked.getByRole('status')).toHaveText(/^All answered/);
	expect(await isNarrow(gracesPhone)).toBe(true);

	// Bob claims by his invitation, which holds one place and no more.
	const bobsPhone = await phoneOf(browser);
	const invitation = new URL(linkIn(await mails.waitFor(bob, /invites you/), /\/claim\//)).pathname;
	await bobsPhone.goto(invitation);
	await expect(heading(bobsPhone)).toHaveText('Ada Lovelace has a spot for you');
	await expect(bobsPhone.getByLabel('Name', { exact: true })).toHaveValue('Bob');
	await expect(bobsPhone.getByLabel('Email', { exact: true })).toHaveValue(bob);
	await bobsPhone.getByRole('button', { name: 'Claim spot' }).press('Enter');
	await bobsPhone.waitForURL(/\/ticket\//);
	await expect(stub(bobsPhone, 'Bob')).toBeVisible();
	await bobsPhone.goto(invitation);
	await expect(bobsPhone.getByText('You claimed this spot')).toBeVisible();

	// The leader releases the place of Grace, and Dan claims it.
	await untilSeenAgain(page, () => expect(progress).toHaveAttribute('aria-valuenow', '2', { timeout: 500 }));
	await page.getByRole('button', { name: 'Release the spot of Grace Hopper' }).press('Enter');
	await expect(dialog).toContainText('Release the spot of Grace Hopper?');
	await dialog.getByRole('button', { name: 'Release spot' }).press('Enter');
	await expect(dialog).toHaveCount(0);
	await expect(progress).toHaveAttribute('aria-valuenow', '1');
	await expect(page.getByText('Grace Hopper')).toHaveCount(0);
	await mails.waitFor(grace, /no longer valid/);
	expect((await gracesPhone.reload())?.status()).toBe(404);
	const dansPhone = await phoneOf(browser);
	await claim(dansPhone, `/claim/${claimToken}`, { name: 'Dan', email: dan });
	await dansPhone.waitForURL(/\/ticket\//);
	await expect(stub(dansPhone, 'Dan')).toBeVisible();

	// Whoever is inside keeps the place.
	const guests = await api.attendees(event.id);
	const inside = guests.find((guest) => guest.name === 'Dan') as { id: string } & (typeof guests)[number];
	await api.call(
		'post',
		`/api/events/${event.id}/check-ins`,
		{ guestId: inside.id },
		{ 'idempotency-key': `door-${inside.id}` },
	);
	await page.goto(`/my-ticket/${order.manageToken}`);
	await expect(page.getByText('Claimed by Bob')).toBeVisible();
	await expect(page.getByText('Claimed by Dan')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await page.getByRole('link', { name: 'Group: Table of the Lovelaces' }).press('Enter');
	await page.waitForURL(/\/group\//);
	await expect(page.getByRole('listitem').filter({ hasText: 'Dan' })).toContainText('Used at check-in');
	await expect(page.getByRole('button', { name: 'Release the spot of Bob' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Release the spot of Dan' })).toHaveCount(0);

	// A new link in place of the old one.
	await page.getByRole('button', { name: 'Replace link' }).press('Enter');
	await dialog.getByRole('button', { name: 'Replace link' }).press('Enter');
	await expect(dialog).toHaveCount(0);
	expect((await dansPhone.goto(`/claim/${claimToken}`))?.status()).toBe(404);
});

test('guests of a group pay for themselves; then all of its places are taken', async ({
	browser,
	page,
	priced,
	freshEmail,
}) => {
	const { api, event, typeId } = priced;
	const { groupToken } = await api.call('post', `/api/events/${event.id}/groups`, {
		pays: 'each',
		name: 'Rowing club',
		leaderName: 'Ada Lovelace',
		leaderEmail: freshEmail('ada'),
		ticketTypeId: typeId,
		places: 1,
		deadlineAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
	});
	await page.goto(`/group/${groupToken}`);
	await expect(heading(page)).toHaveText('Rowing club');
	await expect(page.getByText('Each person pays €24.00.')).toBeVisible();
	const { claimToken } = await api.call('get', `/api/groups/${groupToken}`);
	const phone = await phoneOf(browser);
	await phone.goto(`/claim/${claimToken}`);
	await expect(phone.getByText('You pay €24.00, all fees included.')).toBeVisible();
	await phone.getByLabel('Name', { exact: true }).fill('Grace Hopper');
	await phone.getByLabel('Email', { exact: true }).fill(freshEmail('grace'));
	await phone.getByRole('button', { name: 'Continue to payment' }).press('Enter');
	await phone.waitForURL(/\/checkout\//);
	await page.reload();
	await expect(page.getByText('Not paid yet')).toBeVisible();
	await typeCard(phone);
	await phone.getByRole('button', { name: 'Pay €24.00' }).click();
	await phone.waitForURL(/\/my-ticket\//);
	await expect(heading(phone)).toHaveText('You’re in, Grace');
	await phone.goto(`/claim/${claimToken}`);
	await expect(phone.getByText('All spots are taken')).toBeVisible();
	expect(await axeFindings(phone)).toEqual([]);
	await page.reload();
	await expect(page.getByText('All spots are claimed')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Release the spot of Grace Hopper' })).toHaveCount(0);
});
