import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

const list = [
	'Vorname;Name;E-Mail;Bemerkung',
	'Siobhán;O’Brien;siobhan@people.example;vegan',
	'Zoë;Ångström;zoe@people.example;',
	';;nobody@people.example;',
	'Bad;Address;bad(at)people.example;',
	'SIOBHÁN;O’BRIEN;Siobhan@People.example;',
].join('\r\n');

const csv = (name: string, text: string) => ({
	name,
	mimeType: 'text/csv',
	buffer: Buffer.from(text, 'latin1'),
});

test('an organiser brings a guest list in, sees first what would happen, and takes it back', async ({
	page,
	account,
	request,
	faults,
}) => {
	// The browser logs the refusal of the broken file.
	faults.allow(/status of 400 POST /);
	const made = await request.post('/api/events', {
		data: { title: 'Spring gala', startsAt: new Date(Date.now() + 5 * 86_400_000).toISOString() },
		headers: { Authorization: `Bearer ${account.token}` },
	});
	const { id } = await made.json();
	await signInAs(page, account);
	await page.goto(`/events/${id}/guests`);
	await page.getByRole('link', { name: 'Import' }).click();

	const file = page.locator('input[type=file]');
	await file.setInputFiles(csv('broken.csv', 'Name,Email\nAna,"Silva\n'));
	await expect(page.getByText('Row 2 begins a quote (") that is never closed.')).toBeVisible();
	await page.getByRole('button', { name: 'Choose another file' }).click();

	// Windows-1252, semicolons, German names of columns: all found out.
	await file.setInputFiles(csv('gäste.csv', list.replaceAll('’', '\x92')));
	await expect(page.getByRole('heading', { name: 'gäste.csv' })).toBeFocused();
	await expect(page.getByLabel('First name')).toHaveValue('0');
	await expect(page.getByLabel('Last name')).toHaveValue('1');
	await expect(page.getByLabel('Text encoding')).toHaveValue('windows-1252');
	const left = page.getByRole('table');
	await expect(left.getByRole('row', { name: /^4 .*No name/ })).toBeVisible();
	await expect(left.getByRole('row', { name: /^5 .*Invalid email/ })).toBeVisible();
	await expect(left.getByRole('row', { name: /^6 .*Duplicate row.*The same as row 2/ })).toBeVisible();
	await page.getByRole('tab', { name: /To import/ }).click();
	await expect(page.getByRole('row', { name: /Zoë Ångström/ })).toBeVisible();

	await page.getByLabel('Last name').selectOption('');
	await expect(page.getByRole('row', { name: /^3 Zoë zoe@people\.example/ })).toBeVisible();
	await page.getByLabel('Last name').selectOption('1');
	await page.getByRole('button', { name: 'Import 2 guests' }).click();
	await expect(page.getByText('2 guests imported')).toBeVisible();

	await page.getByRole('link', { name: 'View guest list' }).click();
	await expect(page.getByRole('row', { name: /Siobhán O’Brien siobhan@people\.example/ })).toBeVisible();
	await expect(page.getByRole('row', { name: /Zoë Ångström/ })).toBeVisible();

	await page.getByRole('button', { name: 'Guest list actions' }).click();
	await page.getByRole('menuitem', { name: 'Import guests' }).click();
	await page.getByRole('button', { name: 'Undo' }).click();
	await page.getByRole('button', { name: 'Undo import' }).click();
	await expect(page.getByText('Undone', { exact: true })).toBeVisible();
	await page.goto(`/events/${id}/guests`);
	await expect(page.getByText('No guests yet')).toBeVisible();
});

test('on a phone a row says ticket and state, and checks its guest in; personal data is erased, and what stays is said before', async ({
	page,
	account,
	api,
	event,
}) => {
	await api.importGuests(event.id, [
		{ name: 'Zoë Ångström', email: 'zoe@guests.example' },
		{ name: 'Lou Reed', email: 'lou@guests.example' },
	]);
	await signInAs(page, account);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.slug}/guests`);
	await expect(page.getByText('2 guests · 0 in')).toBeVisible();
	const row = page.getByRole('row').filter({ hasText: 'Lou Reed' });
	await expect(row.getByText('Standard').filter({ visible: true })).toBeVisible();
	await row.getByRole('button', { name: 'Check in Lou Reed' }).click();
	await expect(row.getByText(/^Checked in \d/)).toBeVisible();
	await expect(page.getByText('2 guests · 1 in')).toBeVisible();
	// Nothing of the table is cut off.
	const box = page.getByRole('region', { name: 'Guests', exact: true });
	expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);

	await page.getByRole('button', { name: 'Actions for Zoë Ångström' }).click();
	await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Erase Zoë Ångström’s personal data?' });
	await expect(dialog.getByText('This can’t be undone.')).toBeVisible();
	await expect(dialog.getByText('its QR code still lets someone in')).toBeVisible();
	await dialog.getByRole('button', { name: 'Erase personal data' }).click();
	await expect(page.getByText('Personal data erased')).toBeVisible();
	await expect(page.getByRole('row', { name: /Erased person/ })).toBeVisible();
	await expect(row).toBeVisible();
	await expect(page.getByText('Zoë Ångström')).toHaveCount(0);
});
