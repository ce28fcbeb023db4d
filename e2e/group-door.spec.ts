import type { APIRequestContext } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { checkCode, type Door, makeDoor, openDoor, signInAs, waitingOn } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Groups as the organiser makes them, and as they come to the door: who of them is there goes in, with and without a network. */

/** What a page without a network logs. */
const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|status of 4\d\d/;

/** An order of four tickets that its buyer shares, of which three are claimed. @returns codes by name */
async function shareFour(request: APIRequestContext, door: Door, [buyer, ...others]: [string, ...string[]]) {
	const types = await door.call('get', `/api/events/${door.eventId}/ticket-types`);
	const order = await door.call('post', `/api/events/${door.eventId}/orders`, {
		buyer: { name: buyer, email: `${buyer.toLowerCase()}@people.example` },
		items: [{ ticketTypeId: types.data[0].id, quantity: others.length + 1 }],
	});
	const { groupToken } = await door.call('post', `/api/orders/${order.manageToken}/group`, {
		name: `Table of ${buyer}`,
		keepIds: [order.attendees[0].id],
	});
	const { claimToken } = await door.call('get', `/api/groups/${groupToken}`);
	for (const name of others) {
		const claimed = await request.post(`/api/claims/${claimToken}`, {
			data: { name, email: `${name.toLowerCase()}@people.example` },
		});
		expect(claimed.status(), await claimed.text()).toBe(201);
	}
	const { data } = await door.call('get', `/api/events/${door.eventId}/attendees?limit=200&sort=name`);
	const codeOf = (name: string): string =>
		data.find((guest: Door['guests'][number]) => guest.name === name).ticketCode;
	return { codeOf, orderId: order.id as string };
}

test('of a group of four, those who are there go in together; also without a network', async ({
	browser,
	doorOf,
	request,
	faults,
}) => {
	test.slow();
	faults.allow(CUT);
	const door = await doorOf('Tables', ['Alone']);
	const first = await shareFour(request, door, ['Cleo', 'Dan', 'Eve', 'Flo']);
	const second = await shareFour(request, door, ['Gus', 'Hal', 'Ida', 'Jo']);
	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	const page = await openDoor(context, door, 'Phone');
	const bar = page.getByRole('region', { name: 'Group' });
	const list = page.getByRole('dialog', { name: 'Who is coming in?' });

	// A claimed ticket has a code of its own, and shows its group.
	expect(await checkCode(page, first.codeOf('Dan'))).toContain('OK');
	await expect(bar).toContainText('3 more in this group aren’t checked in');
	await bar.getByRole('button', { name: 'Choose who' }).click();
	await expect(list.getByRole('button', { name: 'Check in 0 of 3' })).toBeDisabled();
	await list.getByRole('checkbox', { name: /^Cleo/ }).check();
	await list.getByRole('checkbox', { name: /^Flo/ }).focus();
	await page.keyboard.press('Space');
	expect(await axeFindings(page)).toEqual([]);
	await list.getByRole('button', { name: 'Check in 2 of 3' }).click();
	await expect(page.getByText('2 of 2 more in the group checked in.')).toBeVisible();
	await expect(bar).toBeHidden();
	expect(await checkCode(page, first.codeOf('Eve'))).toContain('OK');
	await expect(bar).toBeHidden();

	// Without a network, and one of them comes in by another door while the list is open here.
	await context.setOffline(true);
	await expect(page.getByText('Offline Mode', { exact: true })).toBeVisible();
	expect(await checkCode(page, second.codeOf('Gus'))).toMatch(/OK[\s\S]*Checked offline/);
	await bar.getByRole('button', { name: 'Choose who' }).click();
	await list.getByRole('button', { name: 'Select all' }).click();
	await list.getByRole('checkbox', { name: /^Jo/ }).uncheck();
	const elsewhere = await request.post(`/api/staff-access/checkin/${door.token}`, {
		data: { guestQrData: second.codeOf('Hal'), device: 'Tablet' },
	});
	expect(elsewhere.ok()).toBe(true);
	await context.setOffline(false);
	await expect(list.getByRole('checkbox', { name: /^Hal/ })).toBeDisabled();
	await list.getByRole('button', { name: 'Check in 1 of 2' }).click();
	await expect(page.getByText('1 of 1 more in the group checked in.')).toBeVisible();
	await expect.poll(() => waitingOn(page)).toBe(0);
	expect(await checkCode(page, second.codeOf('Jo'))).toContain('OK');
	await context.close();
});

test('an organiser holds spots for a group, changes it, hands on its link, and ends it; shares an order as a group from its page', async ({
	page,
	request,
	createAccount,
}) => {
	const account = await createAccount('Groups');
	const door = await makeDoor(
		request,
		account,
		['Alone'],
		'Night of the Harbour',
		new Date(Date.now() + 21 * 86_400_000).toISOString(),
	);
	await signInAs(page, account);
	await page.goto(`/events/${door.eventId}/tickets`);
	await page.getByRole('region', { name: 'Groups' }).getByRole('link', { name: 'Groups' }).click();
	await expect(page.getByText('No groups yet')).toBeVisible();
	await page.getByRole('button', { name: 'New group' }).click();
	const dialog = page.getByRole('dialog', { name: 'New group' });
	await dialog.getByRole('button', { name: 'Create group' }).click();
	await expect(dialog.getByLabel('Name', { exact: true })).toBeFocused();
	await dialog.getByLabel('Name', { exact: true }).fill('Chess club');
	await dialog.getByLabel('Leader’s name').fill('Ada Lovelace');
	await dialog.getByLabel('Leader’s email').fill('ada@people.example');
	await dialog.getByLabel('Ticket').selectOption({ index: 1 });
	await dialog.getByLabel('Places').fill('12');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Create group' }).click();
	const row = page.getByRole('row', { name: /Chess club/ });
	await expect(row).toContainText('0 of 12');

	const menu = () => row.getByRole('button', { name: 'More actions for Chess club' }).click();
	await menu();
	await page.getByRole('menuitem', { name: 'Edit' }).click();
	const edit = page.getByRole('dialog', { name: 'Edit group' });
	await edit.getByLabel('Places').fill('10');
	await edit.getByRole('button', { name: 'Save' }).click();
	await expect(row).toContainText('0 of 10');
	expect(await axeFindings(page)).toEqual([]);

	await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
	await menu();
	await page.getByRole('menuitem', { name: 'Copy leader’s link' }).click();
	await expect(page.getByText('Leader’s link copied')).toBeVisible();
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/group\/\S{20,}$/);

	await menu();
	await page.getByRole('menuitem', { name: 'End group' }).click();
	const end = page.getByRole('dialog', { name: 'End Chess club?' });
	await expect(end).toContainText('10 spots that are held for it become available');
	await end.getByRole('button', { name: 'End group' }).click();
	await expect(row).toContainText('Ended');

	const types = await door.call('get', `/api/events/${door.eventId}/ticket-types`);
	const order = await door.call('post', `/api/events/${door.eventId}/orders`, {
		buyer: { name: 'Cleo', email: 'cleo@people.example' },
		items: [{ ticketTypeId: types.data[0].id, quantity: 3 }],
	});
	await page.goto(`/events/${door.eventId}/orders/${order.id}`);
	await page.getByRole('button', { name: 'Share as group' }).click();
	const share = page.getByRole('dialog', { name: 'Share as group' });
	await expect(share.getByLabel('Name')).toHaveValue('Cleo’s group');
	await share.getByLabel('Name').fill('Table 7');
	await share.getByRole('button', { name: 'Share as group' }).click();
	await expect(share).toBeHidden();
	await expect(page.getByRole('button', { name: 'Share as group' })).toBeHidden();
	await page.getByRole('link', { name: 'Table 7', exact: true }).click();
	await expect(page.getByRole('row', { name: /Table 7/ })).toContainText('0 of 3');
});
