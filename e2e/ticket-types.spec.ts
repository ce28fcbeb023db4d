import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** What an event offers, as its organiser edits it. */

test('types are added, edited, put in order, shared, closed and deleted; price tiers are set', async ({
	page,
	account,
	api,
	event,
	faults,
}) => {
	faults.allow(/status of (?:412|422)/);
	await api.order(event, { name: 'Guest', email: 'guest@people.example' }, 3);
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/tickets`);
	const section = page.getByRole('region', { name: 'Tickets' });
	const dialog = page.getByRole('dialog');
	const rows = section.locator('[data-type]');
	await expect(rows).toHaveCount(1);
	await expect(rows.first()).toContainText('3 registered · unlimited');

	// Below what is taken: refused at the field, the rest of the form stays.
	await section.getByRole('button', { name: 'Edit Standard' }).click();
	await dialog.getByRole('textbox', { name: 'Capacity' }).fill('2');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(dialog.getByRole('textbox', { name: 'Capacity' })).toHaveAccessibleDescription(
		/Can’t go below 3/,
	);
	await dialog.getByRole('textbox', { name: 'Capacity' }).fill('50');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(rows.first()).toContainText('3 of 50 registered');

	await section.getByRole('button', { name: 'Add shared capacity' }).click();
	await dialog.getByLabel('Name').fill('Great hall');
	await dialog.getByRole('textbox', { name: 'Capacity' }).fill('80');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(section.getByText('0 of 80 registered')).toBeVisible();

	await section.getByRole('button', { name: 'Add ticket type' }).click();
	await dialog.getByLabel('Name').fill('Patron');
	await dialog.getByLabel('Price').selectOption('Paid');
	await dialog.getByRole('button', { name: 'Add ticket type' }).click();
	await expect(dialog.getByLabel('Amount')).toBeFocused();
	await dialog.getByLabel('Amount').fill('12,50');
	await dialog.getByLabel('Shared capacity').selectOption({ index: 1 });
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Add ticket type' }).click();
	await expect(rows).toHaveCount(2);
	await expect(rows.nth(1)).toContainText('Patron');
	await expect(rows.nth(1)).toContainText('12.50');
	await expect(section.getByText('Paid tickets can’t be sold yet')).toBeVisible();

	await section.getByRole('button', { name: 'Edit Patron' }).focus();
	await page.keyboard.press('Alt+ArrowUp');
	await expect(rows.first()).toContainText('Patron');
	await expect(section.getByRole('button', { name: 'Edit Patron' })).toBeFocused();
	await expect(section.getByRole('status').filter({ hasText: 'Patron is now 1 of 2.' })).toBeAttached();
	await expect
		.poll(async () => (await api.call('get', `/api/events/${event.id}/ticket-types`)).data[0].name)
		.toBe('Patron');

	// A colleague saves while the form is open: nothing of theirs is lost.
	await section.getByRole('button', { name: 'Edit Patron' }).click();
	const { data } = await api.call('get', `/api/events/${event.id}/ticket-types`);
	const patron = data.find((type: { name: string }) => type.name === 'Patron');
	await api.call('patch', `/api/events/${event.id}/ticket-types/${patron.id}`, {
		description: 'With a dinner',
	});
	await dialog.getByLabel('Name').fill('Patron of the night');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await dialog.getByRole('button', { name: 'Load theirs' }).click();
	await expect(dialog.getByLabel('Description')).toHaveValue('With a dinner');
	await dialog.getByLabel('Name').fill('Patron of the night');
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(rows.first()).toContainText('Patron of the night');

	await section.getByRole('button', { name: 'More actions for Patron of the night' }).click();
	await page.getByRole('menuitem', { name: 'Stop sales' }).click();
	await expect(rows.first()).toContainText('Closed');
	await section.getByRole('button', { name: 'More actions for Patron of the night' }).click();
	await page.getByRole('menuitem', { name: 'Delete' }).click();
	await dialog.getByRole('button', { name: 'Delete' }).click();
	await expect(rows).toHaveCount(1);
	await section.getByRole('button', { name: 'Delete Great hall' }).click();
	await expect(section.getByText('Great hall')).toHaveCount(0);
	await section.getByRole('button', { name: 'More actions for Standard' }).click();
	await expect(page.getByRole('menuitem', { name: 'Can’t delete: has guests' })).toHaveAttribute(
		'aria-disabled',
		'true',
	);
	await page.keyboard.press('Escape');

	// Price tiers, on a phone: checked where they are typed and shown in their order.
	await page.setViewportSize({ width: 390, height: 844 });
	await section.getByRole('button', { name: 'Add ticket type' }).click();
	await dialog.getByLabel('Name').fill('Seat');
	await dialog.getByLabel('Price', { exact: true }).selectOption('Paid');
	await dialog.getByLabel('Amount').fill('50');
	await dialog.getByRole('button', { name: 'Add price tier' }).click();
	const first = dialog.getByRole('group', { name: 'Price tier 1' });
	await expect(first.getByLabel('Name')).toHaveValue('Early bird');
	await first.getByLabel('Amount').fill('35');
	await dialog.getByRole('button', { name: 'Add ticket type' }).click();
	await expect(first.getByText('Enter a date or a number of tickets')).toBeVisible();
	await first.getByLabel('Until this many are sold').fill('20');
	await dialog.getByRole('button', { name: 'Add price tier' }).click();
	const second = dialog.getByRole('group', { name: 'Price tier 2' });
	await second.getByLabel('Name').fill('Second release');
	await second.getByLabel('Amount').fill('42');
	await second.getByLabel('Until this many are sold').fill('20');
	await dialog.getByRole('button', { name: 'Add ticket type' }).click();
	await expect(second.getByLabel('Until this many are sold')).toHaveAccessibleDescription(
		/higher than that of the price before/,
	);
	await expect(second.getByLabel('Until this many are sold')).toBeFocused();
	await second.getByLabel('Until this many are sold').fill('60');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Add ticket type' }).click();
	await expect(section.locator('[data-type]').nth(1)).toContainText('€35.00 · Early bird · then €42.00');

	await section.getByRole('button', { name: 'Edit Seat' }).click();
	await dialog.getByRole('button', { name: 'Remove price tier 1' }).click();
	await dialog.getByRole('button', { name: 'Save' }).click();
	await expect(section.locator('[data-type]').nth(1)).toContainText('€42.00 · Second release · then €50.00');
});
