import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { chooseItem } from './support/menu.ts';
import { expect, test } from './support/test.ts';

/** An offline donation gets a receipt and one over its year, and is moved to a supporter’s page, whose owner asks for its link again. */
test('an organiser issues receipts of an offline donation and moves it; a supporter gets their link again', async ({
	page,
	account,
	priced,
	freshEmail,
	mails,
	faults,
}) => {
	test.slow();
	// Without the address that a receipt of this amount needs.
	faults.allow(/status of 422 .*\/receipt/);
	const { api, event } = priced;
	await api.call('put', `/api/events/${event.id}/fundraiser`, {
		goalMinor: 100_000,
		currency: 'EUR',
		story: '',
		presetsMinor: [2_000],
		supporters: 'open',
	});
	await api.call('post', `/api/events/${event.id}/fundraiser/publish`, {});
	const { id: organisation } = (await api.call('get', `/api/events/${event.id}`)).organisation;
	const settings = { legalName: 'Harbour Hall', address: 'Pier 1\nBerlin' };
	await api.call('patch', `/api/organisations/${organisation}/settings`, settings);
	await api.call('put', `/api/organisations/${organisation}/gift-receipt-settings`, {
		...{ regime: 'de', number: '27/123/45678', purpose: 'Kunst und Kultur', taxOffice: 'Berlin I' },
		...{ noticeDate: '2025-06-30', assessmentPeriod: '2024', isAutomatic: false },
	});
	const email = freshEmail('mary');
	await api.call('post', `/api/events/${event.id}/fundraiser-pages`, {
		name: 'Mary Somerville',
		goalMinor: 50_000,
		email,
	});
	const year = new Date().getUTCFullYear() - 1;
	const donor = freshEmail('grace');
	for (const [amountMinor, day] of [
		[40_000, `${year}-03-01`],
		[5_000, `${year}-04-01`],
	])
		await api.call('post', `/api/events/${event.id}/donations`, {
			...{ amountMinor, receivedOn: day, donorName: 'Grace Hopper', donorEmail: donor },
		});

	await signInAs(page, account);
	await page.goto(`/events/${event.id}/fundraiser`);
	// Of the list: once it is moved, the supporter's own row has the amount too.
	const row = page
		.getByRole('region', { name: 'Donations', exact: true })
		.getByRole('row', { name: /400\.00/ });
	const act = async (name: string) => {
		await row.getByRole('button', { name: 'Actions for Grace Hopper' }).click();
		await chooseItem(page, name);
	};
	await act('Issue receipt');
	const receipt = page.getByRole('dialog', { name: 'Donation receipt' });
	await receipt.getByRole('button', { name: 'Issue receipt' }).click();
	await expect(receipt.getByText('A receipt of this amount needs the donor’s address.')).toBeVisible();
	await receipt.getByRole('textbox', { name: 'Address' }).fill('Road 2\nLeeds');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		receipt.getByRole('button', { name: 'Issue receipt' }).click(),
	]);
	expect(file.suggestedFilename()).toBe('DON-000001.pdf');
	await mails.waitFor(donor, /receipt/);

	await act('Issue receipt');
	await receipt.getByRole('radio', { name: /A whole year/ }).check();
	await receipt.getByRole('textbox', { name: 'Address' }).fill('Road 2\nLeeds');
	await expect(receipt.getByRole('textbox', { name: 'Year' })).toHaveValue(`${year}`);
	const [yearly] = await Promise.all([
		page.waitForEvent('download'),
		receipt.getByRole('button', { name: 'Issue receipt' }).click(),
	]);
	expect(yearly.suggestedFilename()).toBe('DON-000002.pdf');

	await act('Move to another page');
	const move = page.getByRole('dialog', { name: 'Move donation' });
	await move.getByRole('radio', { name: /Mary Somerville/ }).check();
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await move.getByRole('button', { name: 'Move donation' }).click();
	// It stands in the row until it has faded.
	await expect(row.getByRole('dialog', { includeHidden: true })).toHaveCount(0);
	await expect(row.getByText('Mary Somerville')).toBeVisible();

	// Those without a receipt get theirs together; one needs an address first.
	for (const amountMinor of [30_001, 900])
		await api.call('post', `/api/events/${event.id}/donations`, {
			...{ amountMinor, receivedOn: `${year}-05-01`, donorName: 'Mary Somerville', donorEmail: email },
		});
	await page.reload();
	await page.getByRole('button', { name: 'Issue receipts' }).click();
	const all = page.getByRole('dialog', { name: 'Issue receipts' });
	await expect(all.getByText('2 donations have no receipt.')).toBeVisible();
	await all.getByRole('button', { name: 'Issue receipts for 2 donations' }).click();
	await expect(all.getByText('1 receipt issued.')).toBeVisible();
	await expect(all.getByText(/1 needs the donor’s address/)).toBeVisible();
	await expect(all.getByRole('progressbar', { name: 'Donations' })).toHaveAttribute('aria-valuenow', '2');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await mails.waitFor(email, /receipt/);
	await all.getByRole('button', { name: 'Close' }).last().click();
	await expect(all).toBeHidden();

	await page.goto(`/register/${event.slug}`);
	await page.getByRole('button', { name: 'Create your page' }).click();
	await page.getByRole('button', { name: 'Already have a page? Get its link again' }).click();
	const lost = page.getByRole('dialog', { name: 'Get your page’s link again' });
	await lost.getByRole('button', { name: 'Email me the link' }).click();
	await expect(lost.getByLabel('Email')).toHaveAccessibleDescription(/Enter your email address/);
	await lost.getByLabel('Email').fill(email);
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await lost.getByRole('button', { name: 'Email me the link' }).click();
	await expect(page.getByText('its link is on the way to your inbox')).toBeVisible();
});
