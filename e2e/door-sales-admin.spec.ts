import { randomUUID } from 'node:crypto';
import { axeFindings, isNarrow } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { makePricedEvent } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** What an organiser sets up and sees of selling at the door; what devices do is done by their calls. */

test('an organiser sets up selling at the door, makes a link that sells, sees the cash and releases what is set aside', async ({
	page,
	account,
	request,
}) => {
	test.slow();
	const { api, event, typeId } = await makePricedEvent(request, account, { takesMoneyAtDoor: true });
	await signInAs(page, account);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(`${event.path}/door?tab=sales`);

	// Nothing yet: each list says what brings its first row.
	await expect(page.getByText('No cash drawers yet')).toBeVisible();
	await expect(page.getByText('No sales at the door yet')).toBeVisible();
	await expect(page.getByText('No reserved tickets', { exact: true })).toBeVisible();

	// Which tickets, in which ways, how many without a network.
	await page.getByRole('radio', { name: /Chosen ticket types/ }).check();
	const types = page.getByRole('group', { name: 'Ticket types', exact: true });
	for (const one of await types.getByRole('checkbox').all()) await one.uncheck();
	await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
	await expect(page.getByText('Choose at least one ticket type.').first()).toBeVisible();
	await types.getByRole('checkbox', { name: 'Seat' }).check();
	const ways = page.getByRole('group', { name: 'Payment methods' });
	await ways.getByRole('checkbox', { name: 'Bank transfer' }).uncheck();
	const size = page.getByRole('spinbutton', { name: 'Offline tickets per device' });
	await size.fill('5');
	await size.press('Tab');
	await page.getByRole('button', { name: 'Save', exact: true }).press('Enter');
	await expect(page.getByText('Saved', { exact: true })).toBeVisible();
	expect(await api.call('get', `/api/events/${event.id}/door-sales/settings`)).toEqual({
		ticketTypeIds: [typeId],
		ways: ['cash', 'card'],
		allotmentSize: 5,
	});

	// A link that sells: the form comes with the permission.
	await page.getByRole('link', { name: 'Create a staff link with door sales' }).press('Enter');
	const dialog = page.getByRole('dialog');
	await expect(dialog.getByLabel('Label')).toHaveValue('Box office');
	await expect(dialog.getByRole('checkbox', { name: 'Sell tickets at the door' })).toBeChecked();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Create link' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByText('Sells tickets', { exact: true })).toBeVisible();
	const { data: links } = await api.call('get', `/api/events/${event.id}/staff-links`);
	expect(links).toMatchObject([{ label: 'Box office' }]);
	expect(links[0].abilities).toContain('sell_at_door');

	// A device opens its drawer, sells one seat and has two set aside: a tenth of what is left.
	const { token } = await api.call('post', `/api/events/${event.id}/staff-links`, {
		label: 'Till',
		abilities: ['scan', 'sell_at_door'],
	});
	const device = { id: randomUUID(), name: 'North door' };
	const post = (path: string, body: object) =>
		api.call('post', `/api/staff-access/${path}/${token}`, { ...body, device });
	await post('cash', { action: 'open', countedMinor: 5_000, name: 'Grace' });
	await post('allotments', {});
	await post('sell', {
		...{ items: [{ ticketTypeId: typeId, quantity: 1 }], way: 'cash', given: 5_000 },
		nonce: randomUUID(),
	});

	await page.goto(`${event.path}/door?tab=sales`);
	const drawers = page.getByRole('region', { name: 'Cash drawers' });
	await expect(drawers.getByRole('row', { name: /North door/ })).toContainText('Opened by Grace');
	await expect(drawers).toContainText('€74.00');
	await drawers.getByRole('button', { name: 'Close the drawer of North door' }).press('Enter');
	await dialog.getByRole('button', { name: 'Close drawer' }).press('Enter');
	await expect(dialog.getByLabel('Counted')).toBeFocused();
	await dialog.getByLabel('Counted').fill('70');
	await expect(dialog.getByText('−€4.00 too little')).toBeVisible();
	await dialog.getByLabel('Note').fill('One coin fell down.');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Close drawer' }).press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.locator('#cash-drawers')).toBeFocused();
	await expect(drawers).toContainText('−€4.00 too little');
	await expect(drawers).toContainText('One coin fell down.');

	// Its sale, with the way to the order.
	await drawers.getByRole('button', { name: 'Sales of North door' }).press('Enter');
	await expect(page.getByText('Sales in cash of North door')).toBeVisible();
	const sales = page.getByRole('region', { name: 'Sold at the door' });
	await expect(sales).toContainText('€50.00 given, €26.00 change');
	await page.getByRole('button', { name: 'Show all sales' }).press('Enter');
	await expect(page.locator('#sold-at-door')).toBeFocused();

	// What is set aside becomes available again.
	const allotments = page.getByRole('region', { name: 'Reserved for devices' });
	await expect(allotments).toContainText('2 tickets');
	await allotments.getByRole('button', { name: 'Release Seat of North door' }).press('Enter');
	await expect(dialog).toContainText('2 tickets become available to others.');
	await dialog.getByRole('button', { name: 'Release' }).press('Enter');
	await expect(page.locator('#set-aside')).toBeFocused();
	await expect(page.getByText('No reserved tickets', { exact: true })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	expect(await isNarrow(page)).toBe(true);
	for (const [width, colorScheme] of [
		[320, 'light'],
		[768, 'dark'],
		[1440, 'light'],
	] as const) {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width, height: 900 });
		expect(await isNarrow(page)).toBe(true);
	}

	// The difference stands under the bell, and the order says where it was sold.
	await page.goto('/notifications');
	await expect(page.getByText(/The cash counted in a drawer at .* is not what was expected/)).toBeVisible();
	await page.goto(`${event.path}/door?tab=sales`);
	await sales.getByRole('link').press('Enter');
	await page.waitForURL(/\/orders\//);
	await expect(page.getByText('At the door', { exact: true })).toBeVisible();
});
