import { readFileSync } from 'node:fs';
import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Consent to news: asked in a question, confirmed by email, listed and exported with its words and times, ended by another answer. */
test('a guest agrees to news, confirms it, is listed with what they agreed to, and stops', async ({
	page,
	browser,
	account,
	event,
	request,
	freshEmail,
	mails,
}) => {
	await signInAs(page, account);

	// The ready question, which can't be required.
	await page.goto(`/events/${event.id}/tickets#questions`);
	const section = page.getByRole('region', { name: 'Questions' });
	const dialog = page.getByRole('dialog');
	await section.getByRole('button', { name: 'Ask for consent to news' }).click();
	const label = dialog.getByLabel('Question', { exact: true });
	await expect(label).toHaveValue(/^Email me about new events and news of .+\. I can stop at any time\.$/);
	const words = await label.inputValue();
	await expect(dialog.getByRole('switch', { name: 'Ask for consent to your news by email' })).toBeChecked();
	await expect(dialog.getByRole('checkbox', { name: 'Required' })).toBeDisabled();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Add question' }).click();
	await expect(section.locator('[data-row]')).toContainText('Consent to news');
	await expect(section.getByRole('button', { name: 'Ask for consent to news' })).toHaveCount(0);

	// A guest agrees on the page of the ticket, and confirms by email.
	const email = freshEmail('grace');
	const made = await request.post(`/api/events/${event.id}/orders`, {
		data: {
			buyer: { name: 'Grace Hopper', email },
			items: [{ ticketTypeId: event.standardId, quantity: 1 }],
		},
	});
	const { manageToken } = await made.json();
	const guest = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
	await guest.goto(`/my-ticket/${manageToken}`);
	const asked = guest.getByRole('region', { name: /^Questions from/ });
	await asked.getByLabel(words).check();
	await expect(asked.getByText('We send you an email to confirm.')).toBeVisible();
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(asked.getByText('open the link in the email we sent you')).toBeVisible();

	await page.goto('/settings/organisation#followers');
	const followers = page.locator('#followers');
	await expect(followers.getByText('No followers yet')).toBeVisible();
	await followers.getByLabel('Show').selectOption('Waiting for confirmation');
	await expect(followers.getByText(email)).toBeVisible();

	const link = mails.linkIn(await mails.waitFor(email, /news|Follow/i), /\/followers\//);
	await guest.goto(link);
	await expect(guest.getByRole('heading', { name: /^Get news from/ })).toBeVisible();
	await expect(guest.getByText(words)).toBeVisible();
	await guest.getByRole('button', { name: 'Confirm' }).press('Enter');
	await expect(guest.getByRole('heading', { name: /^You get news from/ })).toBeVisible();
	expect(await axeFindings(guest)).toEqual([]);

	// The list and the file hold the words and the times.
	await followers.getByLabel('Show').selectOption('Confirmed');
	await page.reload();
	const row = followers.getByRole('listitem').filter({ hasText: email });
	await row.getByText(email).click();
	await expect(row.getByText(words)).toBeVisible();
	await expect(row.getByText('Grace Hopper')).toBeVisible();
	await expect(row.getByRole('link', { name: /^Questions of/ })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await followers.getByRole('button', { name: 'Download' }).click();
	const started = page.waitForEvent('download');
	await page.getByRole('menuitem', { name: 'Confirmed: CSV' }).press('Enter');
	const file = readFileSync(await (await started).path(), 'utf8');
	expect(file).toContain(email);
	expect(file).toContain(words);
	expect(file).toMatch(/20\d\d-\d\d-\d\d/);

	// Another answer ends it; the proof stays.
	await guest.goto(`/my-ticket/${manageToken}`);
	await asked.getByLabel(words).uncheck();
	await asked.getByRole('button', { name: 'Save answers' }).click();
	await expect(guest.getByText('Answers saved')).toBeVisible();
	await page.reload();
	await expect(followers.getByText('No followers yet')).toBeVisible();
	await followers.getByLabel('Show').selectOption('Left');
	await row.getByText(email).click();
	await expect(row.getByText('By another answer to the question')).toBeVisible();
	await expect(row.getByText(words)).toBeVisible();
	await guest.goto(link);
	await expect(guest.getByRole('heading', { name: /^You get no news from/ })).toBeVisible();
});

test('a person with an account sees what they agreed to, and stops it', async ({
	page,
	api,
	createAccount,
}) => {
	const { id } = await api.sellingEvent();
	const { organiser } = await api.call('get', `/api/events/${id}`);
	const person = await createAccount('Grace');
	await api.call('post', `/api/organisers/${organiser.slug}/followers`, { email: person.email });
	await signInAs(page, person);
	await page.goto('/settings/notifications#following');
	const card = page.locator('#following');
	await card.getByRole('link', { name: /^Confirm news from/ }).click();
	await page.getByRole('button', { name: 'Confirm' }).click();
	await expect(page.getByRole('heading', { name: /^You follow/ })).toBeVisible();
	await page.goto('/settings/notifications#following');
	const stop = card.getByRole('button', { name: /^Stop news from/ });
	await expect(stop).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await stop.press('Enter');
	await expect(card.getByRole('link', { name: /^Get news again/ })).toBeVisible();
});
