import type { Locator, Page } from '@playwright/test';
import { readyForOffline, storedRecords } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** Selling at the door without a network: out of what is set aside for the device, kept on it, and sent once the network is back. */

async function openSheet(page: Page) {
	await page.getByRole('button', { name: 'Sell tickets' }).click();
	const sheet = page.getByRole('dialog', { name: 'Sell tickets' });
	await expect(sheet).toBeVisible();
	return sheet;
}

async function sellOneSeat(sheet: Locator) {
	await sheet.getByRole('button', { name: /^Seat/ }).click();
	await sheet.getByRole('button', { name: 'Continue to payment' }).click();
	await sheet.getByRole('button', { name: 'Cash' }).click();
	await sheet.getByRole('button', { name: 'Record sale' }).click();
	await expect(sheet.getByText('Saved on this device')).toBeVisible();
}

/** What a page without a network logs. */
const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/;
test.beforeEach(({ faults }) => faults.allow(CUT));

const unsyncedSales = async (page: Page) =>
	Number(/(\d+) unsynced sales?/.exec(await page.getByTestId('door-sync').innerText())?.[1] ?? 0);

test('sold in cash without a network, also after a reload: all of it arrives, the cash is right, the guests are in', async ({
	browser,
	request,
	createAccount,
}) => {
	test.slow();
	const { api, event } = await makePricedEvent(request, await createAccount('Cellar'));
	await api.call('patch', `/api/events/${event.id}`, {
		startsAt: new Date(Date.now() + 3_600_000).toISOString(),
	});
	await api.call('put', `/api/events/${event.id}/door-sales/settings`, {
		ticketTypeIds: null,
		ways: ['cash', 'card'],
		allotmentSize: 5,
	});
	const link = await api.call('post', `/api/events/${event.id}/staff-links`, {
		label: 'Box office',
		abilities: ['scan', 'search', 'manual_check_in', 'undo', 'sell_at_door'],
	});
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	const page = await context.newPage();
	page.on('dialog', (dialog) => void dialog.accept());
	await page.addInitScript(() => localStorage.setItem('foyer.device-name', 'Box office'));
	await page.goto(new URL(link.url).pathname);
	await readyForOffline(page);
	let sheet = await openSheet(page);
	await sheet.getByRole('button', { name: 'Open drawer' }).click();
	const count = page.getByRole('dialog', { name: 'Open cash drawer' });
	await count.getByLabel('Counted', { exact: true }).fill('100');
	await count.getByRole('button', { name: 'Open drawer' }).click();
	await expect(sheet.getByText('In the drawer: €100.00')).toBeVisible();

	await context.setOffline(true);
	// A tenth of the 20 seats at a time, so that one device does not take the whole sale.
	await expect(sheet.getByText(/Left for this device: .*Seat: 2/)).toBeVisible();
	await sellOneSeat(sheet);
	expect(await storedRecords(page)).toMatchObject({ queue: 1 });
	await page.reload();
	await expect.poll(() => unsyncedSales(page)).toBe(1);
	sheet = await openSheet(page);
	await expect(sheet.getByText(/Left for this device: .*Seat: 1/)).toBeVisible();
	await expect(sheet.getByText('In the drawer: €124.00')).toBeVisible();
	await sellOneSeat(sheet);
	await sheet.getByRole('button', { name: 'Next sale' }).click();
	await expect(sheet.getByText(/Left for this device: .*Seat: 0/)).toBeVisible();

	await context.setOffline(false);
	await expect.poll(() => storedRecords(page).then(({ queue }) => queue)).toBe(0);
	await expect.poll(() => unsyncedSales(page)).toBe(0);
	await expect(sheet.getByText('In the drawer: €148.00')).toBeVisible();
	const drawers = await api.call('get', `/api/events/${event.id}/cash-drawers`);
	expect(drawers.data).toMatchObject([{ expectedMinor: 14_800, sales: 2, soldMinor: 4_800 }]);
	const { data: sales } = await api.call('get', `/api/events/${event.id}/door-sales`);
	expect(sales.map(({ isOffline, way }: { isOffline: boolean; way: string }) => [isOffline, way])).toEqual([
		[true, 'cash'],
		[true, 'cash'],
	]);
	await expect
		.poll(async () => {
			const { data } = await api.call('get', `/api/events/${event.id}/attendees`);
			return data.map(({ checkedInAt }: { checkedInAt: string | null }) => checkedInAt !== null);
		})
		.toEqual([true, true]);
	await context.close();
});
