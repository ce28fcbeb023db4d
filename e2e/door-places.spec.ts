import { axeFindings } from './support/axe.ts';
import { checkCode, makeDoor, openDoor, signInAs, waitingOn } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Lists, gates, groups, exits: what a larger door has, on a phone, with and without a network; then what the organiser sees of it. */

const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR|409|422/;

test('a group, two gates, another list, out and in again, without a network too; the organiser counts them', async ({
	browser,
	page: organiserPage,
	request,
	createAccount,
	faults,
}) => {
	test.slow();
	faults.allow(CUT);
	const account = await createAccount('Gates');
	const door = await makeDoor(request, account, ['Ada Alone']);
	const api = `/api/events/${door.eventId}`;
	const types = await door.call('get', `${api}/ticket-types`);
	const group = await door.call('post', `${api}/orders`, {
		buyer: { name: 'Cleo', email: 'cleo@people.example' },
		items: [{ ticketTypeId: types.data[0].id, quantity: 4 }],
		attendees: ['Cleo', 'Dan', 'Eve', 'Flo'].map((name) => ({ name, email: '' })),
	});
	const cleo = group.attendees.find((guest: { name: string }) => guest.name === 'Cleo').ticketCode;
	const vip = await door.call('post', `${api}/ticket-types`, { name: 'Lounge', kind: 'free' });
	await door.call('patch', `${api}/check-in-lists/${door.eventId}`, {
		countsExits: true,
		allowsReentry: true,
	});
	await door.call('post', `${api}/check-in-lists`, { name: 'Upstairs', ticketTypeIds: [vip.id] });
	for (const name of ['North gate', 'South gate']) await door.call('post', `${api}/gates`, { name });

	const context = await browser.newContext({
		viewport: { width: 390, height: 844 },
		locale: 'en-GB',
		baseURL: process.env.E2E_URL ?? '',
	});
	const page = await openDoor(context, door, 'Phone');
	await page.getByLabel('Gate', { exact: true }).selectOption({ label: 'North gate' });
	expect(await checkCode(page, cleo)).toContain('OK');
	const bar = page.getByRole('region', { name: 'Group' });
	await expect(bar).toContainText('3 more in this group aren’t checked in');
	await bar.getByRole('button', { name: 'Check in 2 more' }).click();
	await expect(page.getByText('2 of 2 more in the group checked in.')).toBeVisible();
	await expect(bar).toBeHidden();

	// Flo stays outside; Cleo goes out, once, and comes back.
	const direction = page.getByRole('group', { name: 'Direction' });
	await direction.getByRole('button', { name: 'Out' }).click();
	expect(await checkCode(page, cleo)).toMatch(/^Out/);
	expect(await checkCode(page, cleo)).toContain('Let them out; they weren’t scanned in.');
	await direction.getByRole('button', { name: 'In' }).click();
	expect(await checkCode(page, cleo)).toContain('OK');

	const ada = door.guests[0]!.ticketCode;
	const list = page.getByLabel('List', { exact: true });
	await list.selectOption({ label: 'Upstairs' });
	expect(await checkCode(page, ada)).toContain('isn’t for this entrance');
	await list.selectOption({ index: 0 });

	await context.setOffline(true);
	await expect(page.getByText('Offline Mode', { exact: true })).toBeVisible();
	expect(await checkCode(page, ada)).toMatch(/OK[\s\S]*Checked offline/);
	await direction.getByRole('button', { name: 'Out' }).click();
	expect(await checkCode(page, ada)).toMatch(/^Out/);
	await direction.getByRole('button', { name: 'In' }).click();
	await page.getByLabel('Gate', { exact: true }).selectOption({ label: 'South gate' });
	expect(await checkCode(page, ada)).toContain('OK');
	await expect.poll(() => waitingOn(page)).toBe(3);
	await context.setOffline(false);
	await expect.poll(() => waitingOn(page)).toBe(0);
	await context.close();

	await signInAs(organiserPage, account);
	await organiserPage.goto(`/events/${door.eventId}/door?tab=live`);
	const figure = (label: string) => organiserPage.locator('[class*="group/tile"]').filter({ hasText: label });
	await expect(figure('On site')).toContainText(/4$/);
	await expect(figure('Not arrived')).toContainText(/1$/);
	const section = (name: string) => organiserPage.getByRole('region', { name });
	await expect(section('Per gate')).toContainText(/North gate\s*5 · 2 exits/);
	await expect(section('Per gate')).toContainText(/South gate\s*1/);
	await expect(section('Per device')).toContainText('Phone');
	await section('Arrivals').getByText('Show as a table').click();
	await expect(section('Arrivals').getByRole('table')).toContainText(/\d:\d\d/);
	await expect(organiserPage.getByText('Wrong check-in list')).toBeVisible();
	expect(await axeFindings(organiserPage)).toEqual([]);
});
