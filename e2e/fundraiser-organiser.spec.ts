import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { chooseItem } from './support/menu.ts';
import { expect, test } from './support/test.ts';

/** An organiser makes a fundraiser by keyboard alone: prepares, previews, publishes, records, says something, closes. */
test('a fundraiser is made, published, filled and closed by keyboard', async ({
	page,
	account,
	priced,
	request,
}) => {
	// Many steps: on a busy machine they take longer than an ordinary journey.
	test.slow();
	const { event } = priced;
	await signInAs(page, account);
	const press = async (name: string) => {
		// A dialog that closes gives the focus back, wherever it is by then.
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await page.getByRole('button', { name, exact: true }).press('Enter');
	};
	await page.goto(`/events/${event.slug}/orders`);
	await page.getByRole('navigation', { name: 'Event' }).getByRole('link', { name: 'Fundraiser' }).focus();
	await page.keyboard.press('Enter');
	await press('Create fundraiser');
	await page.getByLabel('Goal').focus();
	await page.keyboard.type('a lot');
	await press('Save');
	await expect(page.getByLabel('Goal')).toHaveAccessibleDescription(/Enter an amount/);
	await page.getByLabel('Goal').fill('1000');
	await page.getByRole('textbox', { name: 'Story' }).fill('The hall needs a **new roof**.');
	await press('Add amount');
	await page.getByLabel('Amount 1', { exact: true }).fill('20');
	await page.getByLabel('What it makes possible').fill('One row of tiles');
	await press('Save');
	await expect(page.getByText('Draft', { exact: true })).toBeVisible();

	await page.getByRole('link', { name: 'Preview', exact: true }).focus();
	await page.keyboard.press('Enter');
	await expect(page.getByText('Only your team sees this.')).toBeVisible();
	await expect(page.getByRole('radio', { name: /€20.00/ })).toBeVisible();
	await expect(page.getByText('One row of tiles')).toBeVisible();
	await page.goBack();

	await press('Publish');
	await expect(page.getByText('Live', { exact: true })).toBeVisible();
	await press('Add donation');
	const dialog = page.getByRole('dialog', { name: 'Add donation' });
	await dialog.getByLabel('Amount', { exact: true }).fill('250');
	await dialog.getByLabel('Donor', { exact: true }).fill('Grace Hopper');
	await dialog.getByLabel('Message').fill('Good luck');
	await page.keyboard.press('Tab');
	await dialog.getByLabel('Note').press('Enter');
	await expect(dialog).toBeHidden();
	const row = page.getByRole('row', { name: /Grace Hopper/ });
	await expect(row).toContainText('€250.00');
	await expect(page.getByText('25% of €1,000.00')).toBeVisible();

	await row.getByRole('button', { name: 'Actions for Grace Hopper' }).focus();
	await page.keyboard.press('Enter');
	await chooseItem(page, 'Hide message');
	await expect(page.getByText('Message hidden', { exact: true })).toBeVisible();

	await press('Add sponsor');
	const sponsor = page.getByRole('dialog', { name: 'Add sponsor' });
	await sponsor.getByLabel('Sponsor', { exact: true }).fill('Acme Ltd');
	await sponsor.getByLabel('At most').fill('500');
	await sponsor.getByLabel('At most').press('Enter');
	await expect(page.getByText('100% of each donation, up to €500.00')).toBeVisible();

	await press('Edit Acme Ltd');
	const change = page.getByRole('dialog', { name: 'Edit sponsor' });
	await change.getByLabel('At most').fill('750');
	await change.getByLabel('At most').press('Enter');
	await expect(page.getByText('100% of each donation, up to €750.00')).toBeVisible();

	await press('Post update');
	const update = page.getByRole('dialog', { name: 'Post update' });
	await update.getByLabel('Title').fill('A quarter done');
	await update.getByRole('textbox', { name: 'Text' }).fill('Thank you *all*.');
	await update.getByRole('button', { name: 'Post', exact: true }).press('Enter');
	await expect(page.getByRole('heading', { name: 'A quarter done' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	const shown = await request.get(`/api/events/${event.id}/fundraiser`);
	expect((await shown.json()).updates[0].title).toBe('A quarter done');

	await press('Close fundraiser');
	await page
		.getByRole('dialog', { name: 'Close this fundraiser?' })
		.getByRole('button', { name: 'Close fundraiser' })
		.press('Enter');
	await expect(page.getByText('Closed', { exact: true })).toBeVisible();
});
