import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** Refunds are set as steps, and made by them: nobody decides, nobody writes a mail. */

test('steps and a fee are set by keyboard; a buyer gets back what they say without a person', async ({
	page,
	account,
	priced,
}) => {
	const { api, event, hold, payByCard } = priced;
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/edit#settings`);
	const settings = page.getByRole('region', { name: 'Settings' });
	const refunds = settings.getByLabel('Refunds');
	await refunds.selectOption({ label: 'Full refund until 7 days before' });
	await expect(
		page.getByText('Full refund until 7 days before the event. After that, no refunds.'),
	).toBeVisible();

	await refunds.selectOption({ label: 'Your own steps' });
	const steps = page.getByRole('group', { name: 'What buyers get back' });
	const first = steps.getByRole('group', { name: 'Step 1' });
	await first.getByLabel('Refund').selectOption('75');
	await first.getByLabel('Until').fill('0');
	await expect(first.getByText('From 1 to 365')).toBeVisible();
	await first.getByLabel('Until').fill('2');
	await steps.getByRole('button', { name: 'Add step' }).press('Enter');
	const second = steps.getByRole('group', { name: 'Step 2' });
	await expect(second.getByLabel('Refund')).toBeFocused();
	await second.getByLabel('Refund').selectOption('80');
	await expect(page.getByText('Each step must give back less than the one before')).toBeVisible();
	await second.getByRole('button', { name: 'Remove step 2' }).press('Enter');
	await expect(first.getByLabel('Refund')).toBeFocused();
	await page.getByLabel('Fee you keep per ticket').selectOption({ label: 'An amount' });
	await page.getByLabel('Fee', { exact: true }).fill('1.50');
	const policy =
		'75% refund until 2 days before the event. After that, no refunds. A fee of €1.50 per ticket is kept.';
	await expect(page.getByText(policy)).toBeVisible();
	for (const width of [320, 1440]) {
		await page.setViewportSize({ width, height: 900 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
			0,
		);
	}
	const waiting = page.getByRole('region', { name: 'Unpublished changes' });
	await waiting.getByRole('button', { name: 'Publish changes' }).press('Enter');
	await expect(waiting).toBeHidden();

	const order = await hold({ name: 'Grace Hopper', email: 'grace@people.example' }, ['Grace', 'Alan']);
	await payByCard(order);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(`/events/${event.slug}`);
	await expect(page.getByText(policy)).toBeVisible();
	await page.goto(`/my-ticket/${order.manageToken}`);
	await page.getByRole('button', { name: 'Cancel registration' }).click();
	const dialog = page.getByRole('dialog', { name: 'Cancel tickets?' });
	await expect(dialog).toContainText('You get €33.00 back');
	await expect(dialog).toContainText('75% of €48.00');
	await expect(dialog).toContainText('less a fee of €3.00');
	expect(await axeFindings(page, { inside: 'dialog[open]' })).toEqual([]);
	await dialog.getByRole('button', { name: 'Cancel and get €33.00 back' }).click();
	await expect(dialog).toBeHidden();
	await expect
		.poll(async () => (await api.call('get', `/api/events/${event.id}/orders/${order.id}`)).refundedMinor)
		.toBe(3_300);

	// A colleague may be more generous by now, and nobody less.
	await page.setViewportSize({ width: 1440, height: 900 });
	await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	await page.goto(`/events/${event.id}/edit#settings`);
	await expect(refunds).toHaveValue('steps');
	await expect(settings.getByText(policy)).toBeVisible();
	await first.getByLabel('Refund').selectOption('50');
	await waiting.getByRole('button', { name: 'Publish changes' }).click();
	const sheet = page.getByRole('dialog');
	await expect(sheet.getByText('it can only become more generous')).toBeVisible();
	await page.keyboard.press('Escape');
	await first.getByLabel('Refund').selectOption('100');
	await waiting.getByRole('button', { name: 'Publish changes' }).click();
	await expect(waiting).toBeHidden();
	await expect(settings.getByText('Full refund until 2 days before the event.')).toBeVisible();
});

test('how buyers change tickets is set by keyboard and read by guests, and only becomes more generous', async ({
	page,
	account,
	priced,
}) => {
	const { api, event, hold } = priced;
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/edit#settings`);
	const settings = page.getByRole('region', { name: 'Settings' });
	const changes = settings.getByRole('switch', { name: 'Buyers can change their tickets' });
	const rules = settings.getByRole('group', { name: 'How buyers change their tickets' });
	const waiting = page.getByRole('region', { name: 'Unpublished changes' });
	const publish = waiting.getByRole('button', { name: 'Publish changes' });
	await changes.press('Space');
	const until = rules.getByLabel('Until');
	const fee = rules.getByLabel('Fee you keep per changed ticket');
	await until.fill('');
	await fee.fill('two');
	await publish.click();
	await expect(waiting).toContainText('Not published: check the fields marked red.');
	await expect(until).toBeFocused();
	await expect(until).toHaveAccessibleDescription('From 1 to 365');
	await until.fill('2');
	await expect(fee).toHaveAccessibleDescription(/Please enter a valid amount/);
	await fee.fill('1.50');
	const policy =
		'You can change your tickets until 2 days before the event. Not for tickets that cost less. A fee of €1.50 is kept of each changed ticket.';
	await expect(rules.getByText(policy)).toBeVisible();
	await page.emulateMedia({ colorScheme: 'dark' });
	for (const width of [1440, 390]) {
		await page.setViewportSize({ width, height: 900 });
		expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
			0,
		);
	}
	expect(await axeFindings(page, { inside: '#settings' })).toEqual([]);
	await publish.press('Enter');
	await expect(waiting).toBeHidden();
	// Saved at once: nobody is told of it.
	await settings.getByRole('switch', { name: 'Guests can transfer their tickets' }).press('Space');
	const saved = async () => {
		const { changeRules, allowsTransfers } = await api.call('get', `/api/events/${event.id}`);
		return { changeRules, allowsTransfers };
	};
	const first = { until: { days: 2 }, keepMinor: 150, allowsLower: false };
	await expect.poll(saved).toEqual({ changeRules: first, allowsTransfers: false });
	await page.reload();
	await expect(changes).toBeChecked();
	await expect(fee).toHaveValue('1.50');

	await hold({ name: 'Ada Lovelace', email: 'ada@people.example' }, ['Ada']);
	await changes.press('Space');
	await publish.click();
	await expect(page.getByRole('dialog').getByText(/rules can only become more generous/)).toBeVisible();
	await page.keyboard.press('Escape');
	await changes.press('Space');
	await rules.getByLabel('Counted in').selectOption({ label: 'The event starts' });
	await rules.getByRole('switch', { name: 'Also to tickets that cost less' }).press('Space');
	await publish.click();
	await expect(waiting).toBeHidden();
	await page.goto(`/events/${event.slug}`);
	await expect(page.getByText('You can change your tickets until the event starts.')).toBeVisible();
});

test('a step or a fee that is half typed holds publishing back, and is led to', async ({
	page,
	account,
	priced,
}) => {
	const { api, event } = priced;
	await signInAs(page, account);
	await page.goto(`/events/${event.id}/edit#settings`);
	const settings = page.getByRole('region', { name: 'Settings' });
	await settings.getByLabel('Refunds').selectOption({ label: 'Your own steps' });
	const until = settings.getByRole('group', { name: 'Step 1' }).getByLabel('Until');
	await until.fill('');
	const waiting = page.getByRole('region', { name: 'Unpublished changes' });
	const publish = waiting.getByRole('button', { name: 'Publish changes' });
	await publish.click();
	await expect(waiting).toContainText('Not published: check the fields marked red.');
	const summary = settings.getByRole('alert').filter({ hasText: 'Please fix one thing' });
	await expect(summary).toContainText('Complete the refund policy.');
	await expect(until).toBeFocused();
	await expect(until).toHaveAccessibleDescription('From 1 to 365');
	expect(await axeFindings(page, { inside: '#settings' })).toEqual([]);
	const saved = async () => (await api.call('get', `/api/events/${event.id}`)).refundRules;
	expect(await saved()).toBeNull();

	// It is kept as it was typed, also across a reload.
	await until.fill('3');
	await expect(summary).toBeHidden();
	await settings.getByLabel('Fee you keep per ticket').selectOption({ label: 'An amount' });
	await page.reload();
	const fee = settings.getByLabel('Fee', { exact: true });
	await expect(until).toHaveValue('3');
	await publish.click();
	await expect(fee).toBeFocused();
	await expect(fee).toHaveAccessibleDescription('Enter the fee, or choose “None”.');
	await summary.getByRole('link', { name: 'Complete the refund policy.' }).click();
	await expect(fee).toBeFocused();
	expect(await saved()).toBeNull();
	await fee.fill('2');
	await publish.click();
	await expect(waiting).toBeHidden();
	expect(await saved()).toMatchObject({ steps: [{ percent: 100, until: { days: 3 } }], keepMinor: 200 });
});

test('a draft is not published with half of a refund policy, nor begun with one', async ({
	page,
	createAccount,
}) => {
	await signInAs(page, await createAccount());
	await page.goto('/custom-event');
	const policies = page.getByRole('region', { name: 'Policies' });
	await policies.getByLabel('Refunds').selectOption({ label: 'Your own steps' });
	const until = page.getByRole('group', { name: 'Step 1' }).getByLabel('Until');
	await until.fill('');
	await page.getByLabel('Title').fill('Choir night');
	await page.getByLabel('Starts').fill(`${inDays(20)}T19:00`);
	const form = page.locator('form#basics');
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(form.getByRole('alert')).toContainText('Complete the refund policy.');
	await expect(until).toBeFocused();
	await until.fill('5');
	// Whole again, it is a part of the event that now begins by itself.
	await expect(page).toHaveURL(/\/custom-event\?event=/);
	const settings = page.getByRole('region', { name: 'Settings' });
	await expect(settings.getByText('Full refund until 5 days before the event.')).toBeVisible();
	await until.fill('');
	await expect(page.getByText('Not saved: check the fields marked red.')).toBeVisible();
	await page.getByRole('button', { name: 'Review and publish' }).click();
	await expect(page.getByText('A section could not be saved.')).toBeVisible();
});
