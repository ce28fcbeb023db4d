import type { Page } from '@playwright/test';
import { checkCode, makeDoor, openDoor, signInAs, waitingOn } from './support/door.ts';
import { expect, test } from './support/test.ts';

const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };
/** What a page logs without a network, and when the server would not have let somebody in who is in. */
const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|status of 409/;

test('two doors apart let in the same guest: both are told, the dashboard says so, both doors and times are named, it is settled', async ({
	browser,
	request,
	createAccount,
	page,
	faults,
}) => {
	// Three pages, two of them made ready to do without a network.
	test.slow();
	faults.allow(CUT);
	const account = await createAccount('Doris');
	const door = await makeDoor(request, account, ['Ada', 'Bo']);
	const [ada, bo] = door.guests;
	const devices: Page[] = [];
	for (const name of ['North gate', 'South gate']) {
		const context = await browser.newContext({ ...phone, baseURL: process.env.E2E_URL ?? '' });
		const device = await openDoor(context, door, name);
		devices.push(device);
		await context.setOffline(true);
		expect(await checkCode(device, ada!.ticketCode)).toContain('OK');
	}
	const [north, south] = devices as [Page, Page];
	expect(await checkCode(south, bo!.ticketCode)).toContain('OK');
	for (const device of devices) {
		await device.context().setOffline(false);
		await expect.poll(() => waitingOn(device)).toBe(0);
	}
	for (const [device, says] of [
		[north, 'Ada was checked in twice'],
		[south, 'Ada may have entered twice'],
	] as const) {
		const notices = device.getByTestId('door-notices');
		await expect(notices).toContainText(says);
		await expect(notices).toContainText('North gate');
	}
	// Each hears of the other's guests by itself.
	await expect(north.getByRole('button', { name: 'Undo check-in of Bo' })).toBeVisible();
	for (const device of devices) await device.context().close();

	await signInAs(page, account);
	await page.goto('/dashboard');
	const notice = page.getByRole('region', { name: 'Needs you' });
	await expect(notice).toContainText('1 check-in conflict');
	await notice.getByRole('link', { name: door.title }).click();

	const conflict = page.getByRole('region', { name: 'Conflicts' }).getByRole('listitem');
	await expect(conflict).toContainText(/Ada[\s\S]*Checked in twice/);
	const side = (name: string) => conflict.getByRole('definition').filter({ hasText: name });
	for (const name of ['North gate', 'South gate']) await expect(side(name)).toContainText(/\d:\d\d/);
	await expect(conflict.getByRole('definition').first()).toContainText('North gate');
	await conflict.getByRole('button', { name: 'Resolve' }).click();
	const dialog = page.getByRole('dialog', { name: 'Resolve conflict' });
	await dialog.getByLabel('Resolution note').fill('Her sister had a ticket of her own.');
	await dialog.getByRole('button', { name: 'Resolve' }).click();
	await expect(dialog).toBeHidden();
	await expect(conflict).toContainText(/Her sister had a ticket of her own\.[\s\S]*resolved/);

	const { organisation } = await door.call('get', `/api/events/${door.eventId}`);
	const { needsYou } = await door.call('get', `/api/organisations/${organisation.id}/dashboard`);
	expect(needsYou).toEqual([]);
	await page.goto('/dashboard');
	await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
	await expect(page.getByText('check-in conflict')).toHaveCount(0);
});
