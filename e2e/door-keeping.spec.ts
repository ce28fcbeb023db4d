import { readFile } from 'node:fs/promises';
import { checkCode, openDoor, readyForOffline, storedRecords, waitingOn } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** What waits on a device is not lost. */

const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/;
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };
const DAY_MS = 86_400_000;

test.beforeEach(({ faults }) => {
	test.slow();
	faults.allow(CUT);
});

test('a day after the event the list is gone by time alone; what waits stays without names, and is handed in', async ({
	browser,
	doorOf,
}) => {
	const door = await doorOf('Late', ['Ada Lovelace', 'Bo']);
	const context = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
	const page = await openDoor(context, door, 'Gate');
	await context.setOffline(true);
	expect(await checkCode(page, door.guests[0]!.ticketCode)).toContain('OK');
	await expect.poll(async () => (await storedRecords(page)).records).toBeGreaterThan(0);

	await page.clock.setFixedTime(Date.now() + 3 * DAY_MS);
	page.on('dialog', (dialog) => void dialog.accept());
	await page.reload();
	await expect.poll(() => storedRecords(page)).toEqual({ records: 0, queue: 1 });
	await expect(page.getByText('1 scan isn’t synced')).toBeVisible();
	await expect(page.getByText('Ada Lovelace')).toHaveCount(0);
	// The file still says whose scans they are.
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export unsynced scans' }).click();
	expect(JSON.parse(await readFile(await (await download).path(), 'utf8'))).toMatchObject({
		eventId: door.eventId,
		scans: [{ guestName: '' }],
	});

	await page.clock.setFixedTime(new Date());
	await context.setOffline(false);
	await readyForOffline(page);
	await expect.poll(() => waitingOn(page)).toBe(0);
	expect((await door.call('get', `/api/events/${door.eventId}/figures`)).checkedIn).toBe(1);
	await context.close();
});
