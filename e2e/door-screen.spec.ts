import { axeFindings } from './support/axe.ts';
import { checkCode, keptRecords, makeDoor, readyForOffline, stretchVerdicts } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** All that is to be seen while there is a verdict. */
const SHOWN = ['.door-verdict', '.toaster'];

test('by keyboard alone, read out, nothing for axe to find, and no toast over the verdict', async ({
	page,
	request,
	createAccount,
	faults,
}) => {
	faults.allow(/409|404/);
	const door = await makeDoor(request, await createAccount('Kay'), ['Ada Lovelace', 'Bo Diddley']);
	await page.setViewportSize({ width: 390, height: 844 });
	await stretchVerdicts(page, 100);
	await page.goto(door.path);
	await readyForOffline(page);
	expect(await axeFindings(page)).toEqual([]);

	const search = page.getByPlaceholder('Search guests...');
	await search.focus();
	await page.keyboard.type('lov');
	await expect(page.getByRole('button', { name: 'Check In Ada Lovelace' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Check In Bo Diddley' })).toHaveCount(0);
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'Check In Ada Lovelace' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('verdict-status')).toContainText('OK. Ada Lovelace');
	const verdict = page.locator('[data-verdict]');
	await expect(verdict).toBeVisible();
	const toast = page.locator('.toast[data-state="open"]');
	await expect(toast).toContainText('Manual Check-in Successful!');
	for (const [width, height] of [
		[1440, 900],
		[768, 1024],
		[390, 844],
	] as const) {
		await page.setViewportSize({ width, height });
		const boxes = [toast, page.getByTestId('verdict-word'), verdict.getByRole('button', { name: 'Next' })];
		const [toastBox, wordBox, keyBox] = await Promise.all(boxes.map((one) => one.boundingBox()));
		expect(toastBox!.y, `${width}`).toBeGreaterThanOrEqual(wordBox!.y + wordBox!.height);
		const isBeside = toastBox!.x >= keyBox!.x + keyBox!.width;
		expect(isBeside || toastBox!.y >= keyBox!.y + keyBox!.height, `${width}`).toBe(true);
		expect(keyBox!.height).toBeGreaterThanOrEqual(64);
	}
	expect(await axeFindings(page, { inside: SHOWN })).toEqual([]);
	await expect(search).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(verdict).toBeHidden();

	await page.getByLabel('Ticket code').fill(door.guests[0]!.ticketCode);
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('verdict-alert')).toContainText(/Already checked in\. Ada Lovelace/);
	await expect(page.getByTestId('verdict-alert')).toContainText('Ask for another ticket, or');
	expect(await axeFindings(page, { inside: SHOWN })).toEqual([]);
	await page.keyboard.press('Escape');
	expect(await checkCode(page, 'nothing')).toContain('This code isn’t');
});

test('in by the short code and the PIN, the device named once; a revoked link closes and forgets', async ({
	page,
	request,
	createAccount,
	faults,
}) => {
	faults.allow(/401|404/);
	const door = await makeDoor(request, await createAccount('Pina'), ['Ada']);
	const link = await door.call('post', `/api/events/${door.eventId}/staff-links`, {
		label: 'Side door',
		pin: '4711',
	});
	await page.goto('/staff-access/enter');
	expect(await axeFindings(page)).toEqual([]);
	await page
		.getByLabel('Access code')
		.fill(`${link.shortCode.slice(0, 4)} ${link.shortCode.slice(4).toLowerCase()}`);
	await page.getByLabel('Device name').fill('Side gate');
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByLabel('PIN').fill('4711');
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByRole('link', { name: 'Start scanning' }).click();
	await expect(page).toHaveURL(/\/scan\//);
	await readyForOffline(page);
	expect(await page.evaluate(() => localStorage.getItem('foyer.device-name'))).toBe('Side gate');
	const kept = async () => (await keptRecords(page)).records;
	expect(await kept()).toBeGreaterThan(0);
	await door.call('post', `/api/events/${door.eventId}/staff-links/${link.id}/revoke`);
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
	await expect.poll(kept).toBe(0);
});
