import { axeFindings } from './support/axe.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

test('a report is built by keyboard alone, saved, exported, scheduled and mailed; its link is opened by a stranger and revoked', async ({
	page,
	browser,
	createAccount,
	mails,
	baseURL,
	faults,
}) => {
	test.setTimeout(180_000);
	faults.allow(/404/);
	const account = await createAccount();
	const call = caller(baseURL ?? '');
	const event = await call(
		'/api/events',
		{ title: 'Jazz night', startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' },
		account.token,
	);
	for (const name of ['Ada', 'Grace'])
		await call(`/api/events/${event.id}/attendees`, { name, email: `${name}@people.example` }, account.token);
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);

	await page.goto('/custom-reports');
	await expect(page.getByRole('link', { name: 'No-shows' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
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
	await page.getByRole('menuitem', { name: 'Name', exact: true }).press('Enter');
	await page.getByRole('textbox', { name: 'Value of Name' }).fill('gra');
	await expect(preview.getByRole('row')).toHaveCount(2);
	await page.getByRole('button', { name: 'Remove filter Name' }).press('Enter');

	// Groups and totals.
	await page.getByRole('radio', { name: 'Single rows' }).focus();
	await page.keyboard.press('ArrowDown');
	await page.getByRole('button', { name: 'Add group' }).press('Enter');
	await page.getByRole('menuitem', { name: 'Event', exact: true }).press('Enter');
	await expect(preview.getByRole('row', { name: /Jazz night 2/ })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
	const save = page.getByRole('dialog', { name: 'Save as a new report' });
	await save.getByRole('textbox', { name: 'Name' }).fill('Tickets by event');
	await save.getByRole('textbox', { name: 'Name' }).press('Enter');
	await expect(page).toHaveURL(/\/custom-reports\/[0-9a-f-]{36}/);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tickets by event');

	await page.getByRole('button', { name: 'Export' }).press('Enter');
	const saved = page.waitForEvent('download');
	await page.getByRole('menuitem', { name: 'CSV' }).press('Enter');
	expect((await saved).suggestedFilename()).toBe('Tickets by event.csv');

	await page.getByRole('button', { name: 'Schedule' }).press('Enter');
	const schedule = page.getByRole('dialog', { name: 'Schedule Tickets by event' });
	await schedule.getByRole('button', { name: 'Add schedule' }).press('Enter');
	await schedule.getByRole('button', { name: /Send now/ }).press('Enter');
	expect(await axeFindings(page)).toEqual([]);
	const mail = await mails.waitFor(account.email, /Report: Tickets by event/);
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: 'Share link' }).press('Enter');
	const share = page.getByRole('dialog', { name: 'Share Tickets by event' });
	await share.getByRole('button', { name: 'Make link' }).press('Enter');
	const link = await share.getByTestId('report-link').innerText();
	expect(await axeFindings(page)).toEqual([]);
	const stranger = await browser.newContext();
	const other = await stranger.newPage();
	await other.goto(new URL(link).pathname);
	await expect(other.getByRole('row', { name: /Jazz night 2/ })).toBeVisible();
	expect(await other.locator('meta[name=robots]').getAttribute('content')).toBe('noindex');
	expect(await axeFindings(other)).toEqual([]);
	await share.getByRole('button', { name: /^Revoke/ }).press('Enter');
	await expect(share.getByText('Revoked', { exact: true })).toBeVisible();
	await other.reload();
	await expect(other.getByText('We couldn’t find this report')).toBeVisible();
	await stranger.close();

	// The mail leads to the file.
	await page.goto(`${new URL(mails.linkIn(mail, /custom-reports/)).pathname}?view=files`);
	await expect(page.getByRole('button', { name: 'Download Tickets by event' }).first()).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});
