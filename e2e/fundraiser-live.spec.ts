import { axeFindings, isNarrow } from './support/axe.ts';
import { makeFundraiser } from './support/money.ts';
import { expect, test } from './support/test.ts';

/** A picture of 32 by 24 pixels. */
const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAIAAAAUMWhjAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAMElEQVRIiWM4YyxIU8QwaoHxaBAJjqaiM6MZTXC0qDgzWpoaj1Y4Z0arTOPB3aoAAFOnMC6cIQxDAAAAAElFTkSuQmCC',
	'base64',
);

test('the live total follows donations without a sign-in, names donors, and comes back after an outage', async ({
	page,
	context,
	fundraiser,
	faults,
}) => {
	test.slow();
	faults.allow(/ERR_INTERNET_DISCONNECTED/);
	const { api, event } = fundraiser;
	const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
	const add = (amountMinor: number, donorName: string) =>
		api.call('post', `/api/events/${event.id}/donations`, { amountMinor, receivedOn: day, donorName });
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(`/fundraisers/${event.slug}/live`);
	await expect(page.getByText('€0.00')).toBeVisible();
	await expect(page.getByRole('img', { name: 'QR code to donate' })).toBeVisible();
	await expect(page.getByRole('navigation')).toHaveCount(0);
	await add(25_000, 'Grace Hopper');
	await expect(page.getByText('Grace Hopper')).toBeVisible({ timeout: 4_000 });
	const total = page.getByText('€250.00').first();
	expect((await total.boundingBox())?.height).toBeGreaterThan(200);
	await expect(page.getByText('25% of €1,000.00')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);

	await context.setOffline(true);
	await expect(page.getByText(/No connection/)).toBeVisible({ timeout: 30_000 });
	await add(80_000, 'Ada Lovelace');
	await context.setOffline(false);
	await expect(page.getByText('Goal of €1,000.00 reached. Thank you!')).toBeVisible({ timeout: 20_000 });
	await expect(page.getByText(/No connection/)).toHaveCount(0);
	for (const width of [390, 768]) {
		await page.setViewportSize({ width, height: 844 });
		expect(await isNarrow(page)).toBe(true);
	}
});

test('a supporter adds a picture, copies a text and prints a poster; a visitor reports the page', async ({
	page,
	request,
	createAccount,
	freshEmail,
}) => {
	const { api, event } = await makeFundraiser(request, await createAccount(), { supporters: 'open' });
	const made = (await api.call('post', `/api/events/${event.id}/fundraiser-pages`, {
		name: 'Mary Somerville',
		goalMinor: 30_000,
		email: freshEmail('mary'),
	})) as { token: string; slug: string };
	await page.setViewportSize({ width: 390, height: 844 });
	// The script of this part comes late: the picture is chosen before.
	const choose = Promise.withResolvers<void>();
	await page.route(/\/assets\/picture-part-.*\.js$/, async (route) => {
		await choose.promise;
		await route.continue();
	});
	await page.goto(`/fundraiser-pages/${made.token}`, { waitUntil: 'commit' });
	await page.getByLabel('Add picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: png });
	choose.resolve();
	await expect(page.getByRole('img', { name: 'Mary Somerville' })).toBeVisible();
	await expect(page.getByText(/I’m raising €300.00 for/)).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	const [file] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('link', { name: 'Poster as PDF' }).click(),
	]);
	expect(file.suggestedFilename()).toBe(`poster-${made.slug}.pdf`);
	await page.getByRole('link', { name: 'Poster', exact: true }).click();
	await expect(page.getByRole('img', { name: 'QR code of the page of Mary Somerville' })).toBeVisible();
	await expect(page.getByText('Help raise €300.00')).toBeVisible();
	await expect(page.getByText(made.token)).toHaveCount(0);
	expect(await axeFindings(page)).toEqual([]);

	await page.goto(`/register/${event.slug}?for=${made.slug}`);
	await expect(page.getByRole('img', { name: 'Mary Somerville' })).toBeVisible();
	await page.getByRole('button', { name: 'Report this page' }).click();
	const dialog = page.getByRole('dialog', { name: 'Report this page?' });
	await dialog.getByRole('radio', { name: 'It looks like fraud' }).check();
	await dialog.getByRole('button', { name: 'Report page' }).click();
	await expect(page.getByText('Page reported. The organiser will check it.')).toBeVisible();
});
