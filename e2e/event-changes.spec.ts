import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { openPart } from './support/edit-page.ts';
import { apiOf } from './support/selling.ts';
import { test as base, expect } from './support/test.ts';

/** An organiser on the page that edits a published event, for which a guest has registered. */
const test = base.extend<{
	edited: { api: ReturnType<typeof apiOf>; event: { id: string }; guest: string };
}>({
	edited: async ({ page, createAccount, freshEmail, mails }, use) => {
		const account = await createAccount('Ida');
		const api = apiOf(page.request, account);
		const event = await api.sellingEvent();
		const guest = freshEmail('guest');
		await api.order(event, { name: 'Grace Hopper', email: guest });
		await mails.waitFor(guest, /ticket/);
		await signInAs(page, account);
		await page.goto(`/events/${event.id}/edit`);
		await use({ api, event, guest });
	},
});

test('a published event is moved by keyboard: the sheet says whom it concerns, undo tells nobody, guests are told once', async ({
	page,
	edited: { api, event, guest },
	mails,
}) => {
	const place = await openPart(page, 'Location');
	const waiting = page.getByRole('region', { name: 'Unpublished changes' });
	const sheet = page.getByRole('dialog');
	const bar = page.getByRole('region', { name: 'Latest change' });
	/** Types another venue and publishes it, by keyboard alone. */
	async function move(venue: string) {
		await place.getByLabel('Venue').focus();
		await page.keyboard.press('ControlOrMeta+a');
		await page.keyboard.type(venue);
		await waiting.getByRole('button', { name: 'Publish changes' }).press('Enter');
		await expect(sheet.getByText('1 guest is concerned')).toBeVisible();
	}

	// Thought better of: nothing is saved, and what was typed is still there.
	await move('Harbour Hall');
	await expect(sheet.getByRole('list')).toContainText('Old Ferry');
	await expect(sheet.getByRole('list')).toContainText('Harbour Hall');
	await expect(sheet.getByRole('checkbox', { name: /Email them/ })).toBeChecked();
	await expect(sheet.getByText('In 10 minutes. You can undo the change until then.')).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await page.keyboard.press('Escape');
	await expect(sheet).toBeHidden();
	await expect(place.getByLabel('Venue')).toHaveValue('Harbour Hall');
	await expect(waiting).toContainText('1 change isn’t published yet');

	// Saved, and undone before anybody is told.
	await waiting.getByRole('button', { name: 'Publish changes' }).press('Enter');
	await sheet.getByRole('button', { name: 'Change event' }).press('Enter');
	await expect(bar).toContainText('Changed. 1 guest is emailed at');
	await bar.getByRole('button', { name: 'Undo' }).press('Enter');
	await expect(place.getByLabel('Venue')).toHaveValue('Old Ferry');
	await expect(bar).toBeHidden();

	// Changed for good, with a note, and told now.
	await move('Town Hall');
	await sheet.getByLabel(/Note to guests/).fill('The ferry is being painted.');
	await sheet.getByText('Preview the email').click();
	await expect(sheet.getByText(/New place: Night of the Harbour/)).toBeVisible();
	await sheet.getByRole('button', { name: 'Change event' }).press('Enter');
	await expect(sheet).toBeHidden();
	await bar.getByRole('button', { name: 'Email them now' }).press('Enter');
	await expect(bar.getByRole('button', { name: 'Email them now' })).toBeHidden();
	await expect(bar.getByRole('status')).toBeFocused();
	const mail = await mails.waitFor(guest, /New place/);
	for (const text of ['Town Hall', 'Old Ferry', 'The ferry is being painted.'])
		expect(mail.text).toContain(text);
	expect(mail.text).not.toContain('Harbour Hall');
	expect(mails.all(guest).filter(({ subject }) => subject?.startsWith('New place'))).toHaveLength(1);

	// Sent: what was a time is past, and undoing is told as another change.
	await expect(bar.getByRole('status')).toHaveText('Changed.');

	const history = await openPart(page, 'History');
	await expect(history.getByRole('listitem').filter({ hasText: 'Town Hall' }).first()).toContainText('Ida');
	await expect(history.getByText('Undone')).toBeVisible();

	// What was changed about the door stands there too.
	const list = await api.call('post', `/api/events/${event.id}/check-in-lists`, { name: 'Upper deck' });
	await api.call('patch', `/api/events/${event.id}/check-in-lists/${list.id}`, {
		opensAt: '2030-03-12T17:00:00Z',
	});
	await api.call('post', `/api/events/${event.id}/gates`, { name: 'North' });
	await page.reload();
	await openPart(page, 'History');
	const rows = history.getByRole('listitem');
	await expect(rows.filter({ hasText: 'Upper deck: Check-in list added' }).first()).toBeVisible();
	await expect(rows.filter({ hasText: 'Upper deck: Opens' }).first()).toContainText('2030');
	await expect(rows.filter({ hasText: 'North: Gate added' }).first()).toBeVisible();
	await page.evaluate(() => {
		document.documentElement.dataset.theme = 'dark';
	});
	expect(await axeFindings(page)).toEqual([]);
});

test('a cancelled event is restored within its time; cancelled for good, its guests are told once', async ({
	page,
	edited: { guest },
	mails,
}) => {
	const bar = page.getByRole('region', { name: 'Latest change' });
	const dialog = page.getByRole('dialog');
	async function cancel() {
		await page.getByRole('button', { name: 'Cancel event' }).focus();
		await page.keyboard.press('Enter');
		await expect(dialog.getByText(/You can undo it for 10 minutes/)).toBeVisible();
		await dialog.getByLabel('Message to guests').fill('A storm is coming.');
		await dialog.getByRole('button', { name: 'Cancel event' }).press('Enter');
		await expect(bar).toContainText('Event cancelled. 1 guest is emailed at');
	}
	await cancel();
	// On a phone the round button of feedback stands in the same corner.
	await page.setViewportSize({ width: 390, height: 844 });
	await bar.getByRole('button', { name: 'Undo' }).click({ trial: true });
	await bar.getByRole('button', { name: 'Undo' }).press('Enter');
	await expect(page.getByRole('button', { name: 'Cancel event' })).toBeVisible();
	await expect(bar).toBeHidden();
	await cancel();
	await bar.getByRole('button', { name: 'Email them now' }).press('Enter');
	const told = await mails.waitFor(guest, /^Cancelled/);
	expect(told.text).toContain('A storm is coming.');
	await expect(bar).toBeHidden();
});
