import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { checkCode, makeDoor, openDoor, readyForOffline, signInAs } from './support/door.ts';
import { hold, launchWithVideo, qrFrame, writeY4m } from './support/fake-camera.ts';
import { expect, test } from './support/test.ts';

/** The way in for volunteers, and what the organiser sees and does of it. */

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };

test('the poster is scanned, the PIN asked for, the device made ready; the organiser sees it at work and puts it out at once', async ({
	page: organiserPage,
	request,
	createAccount,
	faults,
}) => {
	test.slow();
	// What is refused is answered with 401.
	faults.allow(/401/);
	const account = await createAccount('Postra');
	const door = await makeDoor(request, account, ['Ada Lovelace', 'Bo Diddley']);
	const gate = await door.call('post', `/api/events/${door.eventId}/gates`, { name: 'North gate' });
	const endsAt = new Date(Date.now() + 6 * 3_600_000).toISOString();
	const link = await door.call('post', `/api/events/${door.eventId}/staff-links`, {
		label: 'Early shift',
		pin: '4711',
		gateId: gate.id,
		endsAt,
	});
	await signInAs(organiserPage, account);
	await organiserPage.goto(`/events/${door.eventId}/door/poster/${link.id}`);
	await expect(organiserPage.getByText(link.shortCode, { exact: true })).toBeVisible();
	await expect(
		organiserPage.getByRole('img', { name: 'QR code of the staff link Early shift' }),
	).toBeVisible();
	await expect(organiserPage.getByText('Enter the PIN from the organiser.')).toBeVisible();

	const folder = await mkdtemp(join(tmpdir(), 'foyer-poster-'));
	const video = join(folder, 'poster.y4m');
	const entrance = `${process.env.E2E_URL}/staff-access/${link.shortCode}`;
	await writeY4m(video, hold(qrFrame(entrance), 0.5, 10), 10);
	const browser = await launchWithVideo(video);
	faults.watch(browser);
	try {
		const context = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
		const page = await context.newPage();
		await page.goto('/staff-access/enter');
		await page.getByLabel('Device name').fill('Phone of Ines');
		await page.getByRole('button', { name: 'Test camera' }).click();
		// Nothing but the poster in front of the camera: whose door it is, and its PIN.
		await expect(page.getByRole('region', { name: 'Your event' })).toContainText(
			/Night of the Harbour\s*Early shift · North gate\s*Your shift: until /,
		);
		await page.getByLabel('PIN').fill('4711');
		await page.getByRole('button', { name: 'Continue' }).click();

		await expect(page.getByRole('heading', { name: door.title })).toBeFocused();
		await readyForOffline(page);
		await expect(page.getByText(/2 guests, .* MB, encrypted/)).toBeVisible();
		await expect(page.getByTestId('door-sync')).toContainText(/synced \d/);
		await page.getByRole('button', { name: 'Test camera' }).click();
		await expect(page.getByText('Your camera works.')).toBeVisible();
		await page.getByText('Troubleshooting').click();
		await expect(page.getByText('Keep scanning. The device uses its own list')).toBeVisible();
		expect(await axeFindings(page)).toEqual([]);
		await page.getByRole('link', { name: 'Start scanning' }).click();
		await expect(page).toHaveURL(/\/scan\//);
		await readyForOffline(page);

		expect(await checkCode(page, door.guests[0]!.ticketCode)).toContain('OK');
		await undoLater(page, 'Ada Lovelace', 'Wrong person, same name');
		await expect(page.getByRole('button', { name: 'Check In Ada Lovelace' })).toBeVisible();
		expect(await checkCode(page, door.guests[1]!.ticketCode)).toContain('OK');

		await organiserPage.goto(`/events/${door.eventId}/door`);
		const row = organiserPage.getByRole('listitem').filter({ hasText: 'Early shift' });
		await row.getByRole('button', { name: '1 device' }).click();
		const sheet = organiserPage.getByRole('dialog', { name: 'Devices of Early shift' });
		await expect(sheet).toContainText('Phone of Ines');
		await expect(sheet).toContainText('Active');
		await expect(sheet).toContainText('2 scans in the last hour, 2 total');
		expect(await axeFindings(organiserPage, { inside: 'dialog' })).toEqual([]);
		await organiserPage.keyboard.press('Escape');
		// The same where all events are: its code for a phone beside you, and its devices.
		await organiserPage.goto('/staff-management');
		await organiserPage.getByRole('tab', { name: 'Access links' }).click();
		await expect(organiserPage.getByRole('button', { name: '1 device' })).toBeVisible();
		const early = organiserPage.getByRole('listitem').filter({ hasText: 'Early shift' }).last();
		await early.getByRole('button', { name: 'Show QR code' }).click();
		const code = organiserPage.getByRole('dialog', { name: 'Early shift' });
		await expect(code.getByRole('img', { name: 'QR code of the staff link Early shift' })).toBeVisible();
		await expect(code).toContainText(link.shortCode);
		expect(await axeFindings(organiserPage, { inside: 'dialog' })).toEqual([]);
		await organiserPage.goto(`/events/${door.eventId}/door`);
		const act = async (name: string) => {
			await row.getByRole('button', { name: 'Actions for Early shift' }).click();
			await organiserPage.getByRole('menuitem', { name }).click();
		};
		// Renewed: the phone is out at once, its guest list with it; the new code is another one.
		await act('Renew');
		const renewing = organiserPage.getByRole('dialog', { name: 'Renew Early shift?' });
		await expect(renewing).toContainText('1 device loses access at its next scan.');
		await renewing.getByRole('button', { name: 'Renew' }).click();
		const fresh = organiserPage.getByText('You won’t see this link again.');
		await expect(fresh).toBeVisible();
		await expect(row).not.toContainText(link.shortCode);
		await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
		await act('Revoke');
		await organiserPage.getByRole('button', { name: 'Revoke' }).click();
		await expect(row).toContainText('Ended');
		await page.goto(entrance);
		await page.getByRole('button', { name: 'Continue' }).click();
		await expect(page.getByText('Invalid or expired scanner access.')).toBeVisible();
	} finally {
		await browser.close();
		await rm(folder, { recursive: true, force: true });
	}
	// What was taken back says why, in the file that the organiser's helpers fetch.
	const files = await door.call('post', `/api/events/${door.eventId}/staff-links`, {
		label: 'Office',
		abilities: ['export'],
	});
	const csv = await (await request.get(`/api/staff-access/export/${files.token}/scans`)).text();
	expect(csv).toMatch(/Ada Lovelace.*Wrong person, same name/);
});

/** Beside the guest in the list, long after the ten seconds: with a reason. */
async function undoLater(page: Page, name: string, reason: string): Promise<void> {
	await page.getByRole('button', { name: `Undo check-in of ${name}` }).click();
	const dialog = page.getByRole('dialog', { name: 'Undo check-in' });
	const undo = dialog.getByRole('button', { name: 'Undo check-in' });
	await expect(undo).toBeDisabled();
	await dialog.getByLabel('Reason').fill(reason);
	await undo.click();
	await expect(dialog).toBeHidden();
}

test('a list opens when the organiser says so; what happened last is seen before a door is chosen', async ({
	browser,
	page: organiserPage,
	request,
	createAccount,
	faults,
}) => {
	faults.allow(/status of 4\d\d/);
	const account = await createAccount('Early');
	const door = await makeDoor(request, account, ['Ada Lovelace']);
	await signInAs(organiserPage, account);
	await organiserPage.goto(`/events/${door.eventId}/door?tab=places`);
	const edit = async () => {
		await organiserPage.getByRole('button', { name: 'Edit Entrance' }).click();
		return organiserPage.getByRole('dialog', { name: 'Edit check-in list' });
	};
	const dialog = await edit();
	const opens = lisbonTime(new Date(Date.now() + 3_600_000));
	await dialog.getByRole('group', { name: 'Opens' }).getByRole('spinbutton').first().click();
	await organiserPage.keyboard.type(opens.typed);
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
	await expect(organiserPage.getByRole('list').filter({ hasText: 'All tickets' })).toContainText(opens.shown);

	const context = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
	const page = await openDoor(context, door, 'Gate');
	await expect(page.getByText(`This entrance opens at ${opens.shown}.`)).toBeVisible();
	const refusal = await checkCode(page, door.guests[0]!.ticketCode);
	expect(refusal.replaceAll(/\s/g, ' ')).toContain(`come back at ${opens.shown}`);
	// Without a network it is the same.
	await context.setOffline(true);
	expect(await checkCode(page, door.guests[0]!.ticketCode)).toMatch(/isn’t valid yet[\s\S]*Checked offline/);
	await context.setOffline(false);

	await edit();
	await dialog.getByRole('button', { name: 'Clear Opens' }).click();
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog).toBeHidden();
	// A device asks for the hours each minute, and when it is opened.
	await page.reload();
	await readyForOffline(page);
	await expect(page.getByText('This entrance opens')).toHaveCount(0);
	expect(await checkCode(page, door.guests[0]!.ticketCode)).toContain('OK');

	await organiserPage.goto('/qr-scanner');
	const recent = organiserPage.getByRole('region', { name: 'Recent check-ins' });
	await expect(recent).toContainText(/Ada Lovelace[\s\S]*Gate[\s\S]*Checked in/);
	await expect(recent).toContainText('Not yet valid');
	await context.close();
});

/** Wall time at the event: as typed into the field's parts, and as shown. */
function lisbonTime(instant: Date): { typed: string; shown: string } {
	const format = (options: Intl.DateTimeFormatOptions) =>
		new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Lisbon', ...options });
	const two = '2-digit' as const;
	const parts = format({ day: two, month: two, year: 'numeric', hour: two, minute: two }).formatToParts(
		instant,
	);
	const typed = (['day', 'month', 'year', 'hour', 'minute'] as const).map(
		(type) => parts.find((part) => part.type === type)?.value ?? '',
	);
	const shown = format({ hour: two, minute: two }).format(instant);
	return { typed: typed.join(''), shown };
}

test('one link for a series: it says when the next date opens, opens the one that is on, and is put up as a poster', async ({
	page: organiserPage,
	browser,
	account,
	request,
	faults,
}) => {
	// A date that is not open yet is refused with 422.
	faults.allow(/422/);
	const { call } = await makeDoor(request, account, []);
	const made = await call('post', '/api/events', {
		title: 'Morning Swim',
		startsAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
		repeat: { rule: 'FREQ=WEEKLY', count: 3 },
	});
	const [first] = made.dates;
	await call('post', `/api/events/${first.id}/publish`);
	await signInAs(organiserPage, account);
	await organiserPage.goto(`/events/${first.id}/door`);
	const links = organiserPage.getByRole('region', { name: 'Staff links for all dates' });
	await links.getByRole('button', { name: 'New staff link' }).click();
	await organiserPage.getByLabel('Label').fill('Pool desk');
	await organiserPage.getByRole('button', { name: 'Create link' }).click();
	await expect(links.getByText(/Next date .*, opens /)).toBeVisible();
	const [link] = (await call('get', `/api/series/${made.series.id}/staff-links`)).data;
	await organiserPage.goto(`/series/${made.series.id}/door/poster/${link.id}`);
	await expect(organiserPage.getByRole('heading', { name: 'Morning Swim' })).toBeVisible();
	await expect(organiserPage.getByText(link.shortCode, { exact: true })).toBeVisible();

	const context = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
	const page = await context.newPage();
	await page.goto(`/staff-access/${link.shortCode}`);
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByText(/Check-in for the next date opens at /)).toBeVisible();
	await call('patch', `/api/series/${made.series.id}/staff-links/${link.id}`, { opensBeforeMinutes: 1_440 });
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(page.getByRole('heading', { name: 'Morning Swim' })).toBeFocused();
	await context.close();
});
