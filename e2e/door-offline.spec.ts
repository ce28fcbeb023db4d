import { readFile } from 'node:fs/promises';
import { checkCode, openDoor, readyForOffline, verdictMs, waitingOn } from './support/door.ts';
import { expect, test } from './support/test.ts';

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };
/** What a page without a network logs. */
const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|status of 4\d\d/;

test('the network goes and comes back: nobody waits, nothing is lost, also when the page is opened anew', async ({
	browser,
	doorOf,
}) => {
	const door = await doorOf('Nora', ['Ada', 'Bo', 'Cy']);
	const [ada, bo, cy] = door.guests;
	const context = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
	const page = await openDoor(context, door, 'Gate 1');
	await context.setOffline(true);
	await expect(page.getByText('Offline Mode', { exact: true })).toBeVisible();
	expect(await checkCode(page, ada!.ticketCode)).toMatch(/OK[\s\S]*Ada[\s\S]*Checked offline/);
	expect(await checkCode(page, ada!.ticketCode)).toMatch(/Already checked in[\s\S]*Gate 1/);
	expect(await checkCode(page, 'no ticket of ours')).toContain(
		'This code isn’t in the guest list on this device.',
	);
	await expect.poll(() => waitingOn(page)).toBe(3);
	console.log(`verdict without a network after ${await verdictMs(page, 'another unknown code')} ms`);
	await expect(page.getByRole('button', { name: 'Undo check-in of Ada' })).toBeVisible();

	page.on('dialog', (dialog) => void dialog.accept());
	await page.reload();
	await expect(page.getByRole('heading', { name: door.title })).toBeVisible();
	await expect.poll(() => waitingOn(page)).toBe(4);
	expect(await checkCode(page, ada!.ticketCode)).toContain('Already checked in');
	await page.getByRole('button', { name: 'Check In Bo' }).click();
	await expect(page.locator('[data-verdict="success"]')).toContainText('Bo');
	await expect(page.getByText('Manual Check-in Successful!')).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Undo check-in', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Check In Bo' })).toBeVisible();
	await page.getByRole('button', { name: 'Check In Cy' }).click();

	await context.setOffline(false);
	await expect(page.getByText('Connected')).toBeVisible();
	await expect.poll(() => waitingOn(page)).toBe(0);
	const guests = await door.call('get', `/api/events/${door.eventId}/attendees?sort=name&limit=50`);
	const isIn = Object.fromEntries(
		guests.data.map((guest: { name: string; checkedInAt: string | null }) => [
			guest.name,
			guest.checkedInAt !== null,
		]),
	);
	expect(isIn).toEqual({ Ada: true, Bo: false, Cy: true });
	expect([bo, cy].every(Boolean)).toBe(true);
	await context.close();
});

test('a device that dies with a full queue hands it in when it is opened again, or by a file', async ({
	browser,
	doorOf,
}) => {
	const names = Array.from({ length: 3 }, (_, n) => `Guest ${n + 1}`);
	const door = await doorOf('Kill', names);
	const context = await browser.newContext({
		...phone,
		baseURL: process.env.E2E_URL ?? '',
		acceptDownloads: true,
	});
	const page = await openDoor(context, door, 'Old phone');
	await context.setOffline(true);
	for (const { ticketCode } of door.guests) await checkCode(page, ticketCode);
	await expect.poll(() => waitingOn(page)).toBe(3);
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export unsynced scans' }).click();
	const file = await (await download).path();
	expect(await readFile(file, 'utf8')).toContain('"foyer-door-queue"');
	// Killed: no goodbye, no time to write anything.
	await page.close({ runBeforeUnload: false });

	const other = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
	const second = await openDoor(other, door, 'New phone');
	await second.getByLabel('Unsynced-scans file').setInputFiles(file);
	await expect(second.getByText('3 of 3 scans imported. Syncing now.')).toBeVisible();
	await expect.poll(() => waitingOn(second)).toBe(0);
	await expect(second.locator('dl').first()).toContainText('100');

	await context.setOffline(false);
	const again = await context.newPage();
	await again.goto(door.path);
	await readyForOffline(again);
	await expect.poll(() => waitingOn(again)).toBe(0);
	// Handed in twice, counted once.
	const figures = await door.call('get', `/api/events/${door.eventId}/figures`);
	expect(figures.checkedIn).toBe(3);
	await expect(again.getByTestId('door-notices')).toBeHidden();
	await context.close();
	await other.close();
});

test.beforeEach(({ faults }) => faults.allow(CUT));
