import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { caller } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

test('an organiser writes a page, a visitor finds it, follows and confirms', async ({
	page,
	browser,
	baseURL,
	createAccount,
	freshEmail,
	mails,
}) => {
	const owner = await createAccount();
	const call = caller(baseURL ?? '');
	const event = await call(
		'/api/events',
		{ title: 'Harbour concert', startsAtLocal: '2031-05-02T19:30', timeZone: 'Europe/Berlin' },
		owner.token,
	);
	await call(`/api/events/${event.id}/publish`, {}, owner.token);
	await signInAs(page, owner);
	await page.goto('/settings/organisation');
	const section = page.getByRole('region', { name: 'Organiser page' });
	await section.getByRole('tab', { name: 'Markdown' }).click();
	await section.getByRole('textbox', { name: 'About' }).fill('We play **by the water**.');
	await section.getByLabel('Links').fill('Website https://example.org');
	await section.getByRole('button', { name: 'Save' }).press('Enter');
	await expect(section.getByText('Saved')).toBeVisible();
	await expect(page.getByText('No followers yet')).toBeVisible();

	const context = await browser.newContext({ viewport: { width: 390, height: 800 } });
	const visitor = await context.newPage();
	await visitor.goto(`/events/${event.slug}`);
	await visitor
		.getByRole('heading', { name: /Hosted by/ })
		.getByRole('link')
		.click();
	await expect(visitor).toHaveURL(/\/organisers\//);
	await expect(visitor.getByRole('heading', { name: 'About' })).toBeVisible();
	await expect(visitor.locator('strong', { hasText: 'by the water' })).toBeVisible();
	await expect(visitor.getByRole('link', { name: 'Harbour concert' })).toBeVisible();
	expect(await axeFindings(visitor)).toEqual([]);
	const email = freshEmail('grace');
	await visitor.getByLabel('Email').fill(email);
	await visitor.getByRole('button', { name: 'Follow' }).press('Enter');
	await expect(visitor.getByText('Almost done')).toBeVisible();

	await visitor.goto(mails.linkIn(await mails.waitFor(email, /Follow/), /\/followers\//));
	await visitor.getByRole('button', { name: 'Confirm' }).click();
	await expect(visitor.getByRole('heading', { name: /^You follow/ })).toBeVisible();
	expect(await axeFindings(visitor)).toEqual([]);
	await page.reload();
	await expect(page.getByText(email)).toBeVisible();
});

test('cards of past events are as wide as those of coming ones', async ({ page, api }) => {
	let organiser = '';
	for (const [title, day] of [
		['Harbour concert', inDays(20)],
		['First concert', inDays(-20)],
		['Second concert', inDays(-30)],
	]) {
		const values = { title, startsAtLocal: `${day}T19:30`, timeZone: 'Europe/Berlin' };
		const event = await api.call('post', '/api/events', values);
		organiser = event.organiser.slug;
		await api.call('post', `/api/events/${event.id}/publish`);
	}
	await page.goto(`/organisers/${organiser}`);
	for (const width of [390, 768, 1024, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		const widthIn = async (name: string) => {
			const card = page.getByRole('region', { name }).getByRole('article').first();
			return (await card.boundingBox())?.width;
		};
		expect(await widthIn('Past events'), `${width}`).toBeCloseTo((await widthIn('Upcoming events')) ?? 0, 0);
	}
});
