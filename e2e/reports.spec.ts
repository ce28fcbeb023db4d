import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { chooseItem } from './support/menu.ts';
import { pickEvent } from './support/pick-event.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

test('a report is built by keyboard alone, saved, exported, scheduled and mailed; its link is opened by a stranger and revoked', async ({
	page,
	browser,
	account,
	mails,
	baseURL,
	faults,
}) => {
	test.setTimeout(180_000);
	faults.allow(/404/);
	const call = caller(baseURL ?? '');
	const event = await call(
		'/api/events',
		{ title: 'Jazz night', startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' },
		account.token,
	);
	for (const name of ['Ada', 'Grace'])
		await call(`/api/events/${event.id}/attendees`, { name, email: `${name}@people.example` }, account.token);
	const other = await call(
		'/api/events',
		{ title: 'Blues night', startsAtLocal: '2031-06-02T19:30', timeZone: 'Europe/Berlin' },
		account.token,
	);
	await call(
		`/api/events/${other.id}/attendees`,
		{ name: 'Bessie', email: 'bessie@people.example' },
		account.token,
	);
	await signInAs(page, account);

	await page.goto('/custom-reports');
	await expect(page.getByRole('link', { name: 'No-shows' })).toBeVisible();
	await page.getByRole('link', { name: 'New report' }).press('Enter');

	// Columns: one moved up, one taken out.
	const preview = page.getByRole('region', { name: 'Preview' });
	await expect(preview.getByRole('columnheader').first()).toHaveText('Name');
	await page.getByRole('button', { name: 'Move Email up' }).press('Enter');
	await expect(preview.getByRole('columnheader').first()).toHaveText('Email');
	await page.getByRole('button', { name: 'Remove Ticket status' }).press('Enter');
	await expect(preview.getByRole('columnheader', { name: 'Ticket status' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Add filter' }).press('Enter');
	await page.keyboard.type('Name');
	await chooseItem(page, 'Name');
	await page.getByRole('textbox', { name: 'Value of Name' }).fill('gra');
	await expect(preview.getByRole('row')).toHaveCount(2);
	// One or the other.
	await page.getByRole('button', { name: 'Add filter' }).press('Enter');
	await page.keyboard.type('Email');
	await chooseItem(page, 'Email');
	await page.getByRole('textbox', { name: 'Value of Email' }).fill('bessie');
	await expect(preview.getByText('No results for these filters.')).toBeVisible();
	await page.getByRole('combobox', { name: 'How Email joins the filter above' }).focus();
	await page.keyboard.type('Or');
	await expect(preview.getByRole('row')).toHaveCount(3);
	expect(await axeFindings(page, { inside: 'main' })).toEqual([]);
	await page.getByRole('button', { name: 'Remove filter Name' }).press('Enter');
	await expect(preview.getByRole('row')).toHaveCount(2);
	await page.getByRole('button', { name: 'Remove filter Email' }).press('Enter');

	// Groups and totals.
	await page.getByRole('radio', { name: 'Single rows' }).focus();
	await page.keyboard.press('ArrowDown');
	await page.getByRole('button', { name: 'Add group' }).press('Enter');
	await chooseItem(page, 'Event');
	await expect(preview.getByRole('row', { name: /Jazz night 2/ })).toBeVisible();

	// The share of each event in all of them; one event of two.
	await page.getByRole('button', { name: 'Add group' }).press('Enter');
	await chooseItem(page, 'Registered');
	const form = page.getByRole('combobox', { name: 'Form of Number of tickets' });
	await form.focus();
	await page.keyboard.type('running');
	await expect(preview.getByRole('columnheader', { name: 'Number of tickets, running total' })).toBeVisible();
	await form.focus();
	await page.keyboard.type('value');
	await page.getByRole('button', { name: 'Remove Registered' }).press('Enter');
	await expect(preview.getByRole('row', { name: /Jazz night 2/ })).toBeVisible();
	await page.getByRole('combobox', { name: 'Events' }).focus();
	await page.keyboard.type('Chosen');
	await pickEvent(page.locator('main'), 'Add event', 'Jazz');
	await pickEvent(page.locator('main'), 'Add event', 'Blues');
	await expect(page.getByText('2 events chosen')).toBeVisible();
	await expect(preview.getByRole('row', { name: /Blues night 1/ })).toBeVisible();
	await page.getByRole('button', { name: /^Remove Blues night/ }).press('Enter');
	await expect(preview.getByRole('row', { name: /Blues night/ })).toHaveCount(0);

	await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
	const save = page.getByRole('dialog', { name: 'Save as a new report' });
	await save.getByRole('textbox', { name: 'Name' }).fill('Tickets by event');
	await save.getByRole('textbox', { name: 'Name' }).press('Enter');
	await expect(page).toHaveURL(/\/custom-reports\/[0-9a-f-]{36}/);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets by event');

	await page.getByRole('button', { name: 'Export' }).press('Enter');
	const saved = page.waitForEvent('download');
	await chooseItem(page, 'CSV');
	expect((await saved).suggestedFilename()).toBe('Tickets by event.csv');

	await page.getByRole('button', { name: 'Schedule' }).press('Enter');
	const schedule = page.getByRole('dialog', { name: 'Schedule Tickets by event' });
	await schedule.getByRole('button', { name: 'Add schedule' }).press('Enter');
	await schedule.getByRole('button', { name: /Send now/ }).press('Enter');
	// Beside an event: which, and how long before it.
	await schedule.getByRole('combobox', { name: 'How often' }).focus();
	await page.keyboard.type('Before');
	await schedule.getByRole('button', { name: 'Add schedule' }).press('Enter');
	await expect(schedule.getByText('Choose an event.').first()).toBeVisible();
	await pickEvent(schedule, 'Event', 'Jazz');
	await schedule.getByRole('spinbutton', { name: 'Hours' }).fill('3');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await schedule.getByRole('button', { name: 'Add schedule' }).press('Enter');
	await expect(schedule.getByText(/^3 hours before Jazz night/)).toBeVisible();
	const mail = await mails.waitFor(account.email, /Report: Tickets by event/);
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: 'Share link' }).press('Enter');
	const share = page.getByRole('dialog', { name: 'Share Tickets by event' });
	await share.getByRole('button', { name: 'Create link' }).press('Enter');
	const link = await share.getByTestId('report-link').innerText();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	const stranger = await browser.newContext();
	const visitor = await stranger.newPage();
	await visitor.goto(new URL(link).pathname);
	await expect(visitor.getByRole('row', { name: /Jazz night 2/ })).toBeVisible();
	expect(await visitor.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
	await share.getByRole('button', { name: /^Revoke/ }).press('Enter');
	await expect(share.getByText('Revoked', { exact: true })).toBeVisible();
	await visitor.reload();
	await expect(visitor.getByText('We couldn’t find this report')).toBeVisible();
	await stranger.close();

	// The mail leads to the file.
	await page.goto(`${new URL(mails.linkIn(mail, /custom-reports/)).pathname}?view=files`);
	await expect(page.getByRole('button', { name: 'Download Tickets by event' }).first()).toBeVisible();
	expect(await axeFindings(page, { inside: 'main' })).toEqual([]);
});

test('the answers to a question are a column, a filter and a group; what was deleted is said', async ({
	page,
	account,
	api,
	faults,
}) => {
	faults.allow(/400/);
	const { call, sellingEvent } = api;
	const path = `/api/events/${(await sellingEvent()).id}`;
	const ask = (label: string) =>
		call('post', `${path}/questions`, { label, kind: 'text', scope: 'attendee' });
	const wording = 'What do you eat, and what must never be anywhere near your plate?';
	const named = `Question: ${wording}`;
	const diet = await ask(wording);
	const shirt = await ask('Shirt');
	for (const [name, value] of [
		['Ada', 'Everything'],
		['Grace', 'No nuts'],
	]) {
		const email = `${name}@people.example`;
		const guest = await call('post', `${path}/attendees`, { name, email });
		await call('patch', `${path}/attendees/${guest.id}/answers`, { answers: { [diet.id]: value } });
	}
	await signInAs(page, account);

	await page.goto('/custom-reports/new');
	const preview = page.getByRole('region', { name: 'Preview' });
	await page.getByRole('button', { name: 'Add column' }).press('Enter');
	await page.keyboard.type('Question');
	await chooseItem(page, named);
	await expect(preview.getByRole('columnheader', { name: wording })).toBeVisible();
	await expect(preview.getByRole('row', { name: /Ada.*Everything/ })).toBeVisible();
	await page.getByRole('button', { name: 'Add filter' }).press('Enter');
	await page.keyboard.type('Question');
	await chooseItem(page, named);
	await page.getByRole('textbox', { name: `Value of ${named}` }).fill('NUT');
	await expect(preview.getByRole('row')).toHaveCount(2);
	// A long question widens no page.
	await page.setViewportSize({ width: 390, height: 844 });
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
	// On a phone the answer is in the first screen and what it asks in a sheet; it follows what is changed there.
	await expect(preview.getByRole('row', { name: /Grace/ })).toBeInViewport();
	await expect(page.getByRole('region', { name: 'What the report shows' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Edit report' }).press('Enter');
	const sheet = page.getByRole('dialog', { name: 'What the report shows' });
	await expect(sheet.getByRole('radio', { name: 'Single rows' })).toBeChecked();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await sheet.getByRole('textbox', { name: `Value of ${named}` }).fill('Every');
	await sheet.getByRole('button', { name: 'Show report' }).press('Enter');
	await expect(sheet).toBeHidden();
	await expect(preview.getByRole('row', { name: /Ada/ })).toBeInViewport();
	await expect(page.getByRole('button', { name: 'Edit report' })).toBeFocused();
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.getByRole('button', { name: `Remove filter ${named}` }).press('Enter');
	await page.getByRole('radio', { name: 'Single rows' }).focus();
	await page.keyboard.press('ArrowDown');
	await page.getByRole('button', { name: 'Add group' }).press('Enter');
	await page.keyboard.type('Question');
	await chooseItem(page, named);
	await expect(preview.getByRole('row', { name: /No nuts 1/ })).toBeVisible();

	// A question that nobody answered is deleted while a report shows it.
	await page.getByRole('button', { name: 'Add group' }).press('Enter');
	await page.keyboard.type('Question');
	await chooseItem(page, 'Question: Shirt');
	await expect(preview.getByRole('columnheader', { name: 'Shirt' })).toBeVisible();
	await call('delete', `${path}/questions/${shirt.id}`);
	await page.getByRole('button', { name: 'Add total' }).press('Enter');
	await chooseItem(page, 'Active tickets');
	await expect(preview.getByText(/the question was deleted. Remove it/)).toBeVisible();
	await page.getByRole('button', { name: 'Remove Question: Shirt' }).press('Enter');
	await expect(preview.getByRole('row', { name: /No nuts 1 1/ })).toBeVisible();
});
