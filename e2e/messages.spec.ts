import { axeFindings, isNarrow } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** Messages to guests: written, previewed, sent, received, unsubscribed from; what goes out automatically, edited. */

test('an organiser writes to guests, each reads it with their own name, and one unsubscribes', async ({
	page,
	browser,
	request,
	createAccount,
	freshEmail,
	mails,
	faults,
}) => {
	test.slow();
	// What signs in runs in the frame of the preview too, which has no storage.
	faults.allow(/The document is sandboxed/);
	const account = await createAccount('Ida');
	const api = apiOf(request, account);
	const event = await api.sellingEvent();
	const guests = [
		{ name: 'Ada Lovelace', email: freshEmail('ada') },
		{ name: 'Grace Hopper', email: freshEmail('grace') },
	];
	await api.importGuests(event.id, guests);
	await signInAs(page, account);

	await page.goto(`${event.path}/messages`);
	await expect(page.getByText('No messages yet.')).toBeVisible();
	await page.getByRole('link', { name: 'Write to guests' }).click();
	await expect(page.getByText('2 addresses', { exact: true })).toBeVisible();

	// A condition that is added takes the focus; one that nothing was chosen of is said, with a way to it.
	await page.getByRole('button', { name: 'Only some guests' }).click();
	await page.getByRole('menuitem', { name: 'How they registered' }).click();
	await expect(page.getByRole('combobox', { name: 'Whom “How they registered” leaves' })).toBeFocused();
	await page.getByRole('button', { name: 'Save draft' }).click();
	await expect(page.getByRole('link', { name: /Complete each condition/ })).toBeVisible();
	await page.getByRole('checkbox', { name: 'Import' }).check();
	await expect(page.getByText('2 addresses', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Remove condition: How they registered' }).click();

	// A name in braces that is no placeholder is said at its field, and nothing is sent.
	await page.getByRole('textbox', { name: 'Subject' }).fill('Doors for {seat}');
	await expect(page.getByText(/\{seat\} is not a placeholder/).first()).toBeVisible();
	await page.getByRole('textbox', { name: 'Subject' }).fill('Doors open early, {first_name}');
	await page.getByRole('tab', { name: 'Markdown' }).click();
	await page.getByRole('textbox', { name: 'Text' }).fill('Hello ');
	await page.getByRole('button', { name: 'Insert into the text' }).click();
	await page.getByRole('menuitem', { name: /First name/ }).click();
	await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Hello {first_name}');
	await page.getByRole('textbox', { name: 'Text' }).fill('Hello {first_name}, the doors open **at six**.');

	// As each of the two reads it.
	const preview = page.getByRole('region', { name: 'Preview' });
	await expect(preview.getByText(/^Doors open early, (Ada|Grace)$/)).toBeVisible();
	const first = await preview.getByText(/^Doors open early, /).innerText();
	await preview.getByRole('button', { name: 'Next recipient' }).click();
	await expect(preview.getByText(/^Doors open early, /)).not.toHaveText(first);
	await preview.getByRole('searchbox', { name: 'Find a recipient' }).fill('Grace');
	await expect(preview.getByText('Doors open early, Grace')).toBeVisible();
	await preview.getByRole('tab', { name: 'Text only' }).click();
	await expect(preview.getByText(/Hello Grace, the doors open/)).toBeVisible();
	await expect(preview.getByText(/of 2 recipients/)).toBeHidden();
	await expect(preview.locator('[aria-busy="false"]')).toBeVisible();

	await page.getByRole('button', { name: 'Save draft' }).click();
	await expect(page).toHaveURL(/\/messages\/[0-9a-f-]{36}$/);
	await page.getByRole('button', { name: 'Send me a test' }).click();
	await mails.waitFor(account.email, /Doors open early/);

	await page.getByRole('button', { name: 'Send now…' }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByText('It goes to 2 addresses.')).toBeVisible();
	// The recipients are read while every email waits, and no later than the page learns that all were sent.
	let isRead = false;
	let isOver = false;
	await page.route(/\/api\/events\/[^/]+\/messages\/[0-9a-f-]{36}(\/recipients\?.*)?$/, async (route) => {
		if (route.request().method() !== 'GET') return route.continue();
		const response = await route.fetch();
		const json = await response.json();
		if (route.request().url().includes('/recipients')) {
			isRead = true;
			if (!isOver) for (const recipient of json.data) recipient.state = 'waiting';
		} else if (json.state === 'sent') {
			isOver ||= isRead && json.counts.waiting === 0;
			if (!isOver) Object.assign(json, { state: 'sending', counts: { ...json.counts, sent: 0, waiting: 2 } });
		}
		await route.fulfill({ response, json });
	});
	await dialog.getByRole('button', { name: 'Send now' }).click();
	await expect(page.getByText('Recipients', { exact: true }).first()).toBeVisible();
	const grace = page.getByRole('row', { name: /Grace Hopper/ });
	await expect(grace.getByRole('cell', { name: 'Waiting', exact: true })).toBeVisible();
	for (const guest of guests) {
		const [firstName = ''] = guest.name.split(' ');
		const mail = await mails.waitFor(guest.email, /Doors open early/);
		expect(mail.subject).toContain(firstName);
		expect(mail.text).toContain(`Hello ${firstName}, the doors open`);
		expect(mails.all(guest.email).filter(({ subject }) => /Doors open/.test(subject ?? ''))).toHaveLength(1);
	}
	await expect(grace.getByRole('cell', { name: 'Sent', exact: true })).toBeVisible();
	await page.unrouteAll({ behavior: 'wait' });
	expect(await axeFindings(page)).toEqual([]);

	// The link of the email ends such messages, and says so to the organiser.
	const address = guests[1]?.email ?? '';
	const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
	const reader = await context.newPage();
	await reader.goto(mails.linkIn(await mails.waitFor(address, /Doors open early/), /unsubscribe/));
	await reader.getByRole('button', { name: /Unsubscribe/ }).click();
	await expect(reader.getByText(/unsubscribed/i).first()).toBeVisible();

	await page.goto(`${event.path}/messages`);
	await expect(page.getByRole('link', { name: /Doors open early.*1 unsubscribed/ })).toBeVisible();
	await page.getByRole('link', { name: 'Write to guests' }).click();
	await expect(page.getByText('1 address, 1 does not want such email')).toBeVisible();
});

test('a reminder gets words of the organiser, and a message before the start is added', async ({
	page,
	account,
	event,
}) => {
	await page.setViewportSize({ width: 390, height: 800 });
	await signInAs(page, account);
	await page.goto(`${event.path}/messages`);
	await page.getByRole('button', { name: /^Edit: Reminder/ }).click();
	const sheet = page.getByRole('dialog');
	await sheet.getByRole('tab', { name: 'Markdown' }).click();
	await sheet.getByRole('textbox', { name: 'Text' }).fill('Bring warm clothes.');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await sheet.getByRole('button', { name: 'Save' }).click();
	await expect(sheet).toBeHidden();
	await expect(page.getByText('Bring warm clothes.')).toBeVisible();

	await page.getByRole('button', { name: 'Add a message before or after' }).click();
	await sheet.getByRole('textbox', { name: 'Subject' }).fill('See you soon');
	await sheet.getByRole('tab', { name: 'Markdown' }).click();
	await sheet.getByRole('textbox', { name: 'Text' }).fill('In two days, {first_name}.');
	await sheet.getByRole('button', { name: 'Save' }).click();
	await expect(sheet).toBeHidden();
	await expect(page.getByText(/^2 days before the start/)).toBeVisible();
	const added = page.getByRole('switch', { name: /^Message before the start/ });
	await expect(added).toBeChecked();
	await added.press('Space');
	await expect(added).not.toBeChecked();
	await page.reload();
	await expect(added).not.toBeChecked();
	expect(await isNarrow(page)).toBe(true);
});
