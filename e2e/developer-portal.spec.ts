import { axeFindings } from './support/axe.ts';
import { signInAs } from './support/door.ts';
import { chooseItem } from './support/menu.ts';
import { expect, test } from './support/test.ts';

test('a key is made, calls the API, is rotated and revoked; the log shows its calls', async ({
	page,
	account,
	request,
}) => {
	await signInAs(page, account);
	await page.goto('/developer-portal');
	await expect(
		page.getByText('No keys yet. A test key comes with a sandbox to try things in.'),
	).toBeVisible();
	const me = (key: string) => request.get('/api/me', { headers: { authorization: `Bearer ${key}` } });
	const token = page.getByTestId('api-key-token');

	// By keyboard alone.
	await page.getByRole('button', { name: 'New API key' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'New API key' });
	await dialog.getByRole('button', { name: 'Create key' }).focus();
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('Name: Enter a name.')).toBeVisible();
	await dialog.getByLabel('Name').focus();
	await page.keyboard.type('Website');
	await dialog.getByLabel('organisation:read').focus();
	await page.keyboard.press('Space');
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await dialog.getByLabel('Name').focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'Your new key: Website' })).toBeFocused();
	const first = await token.innerText();
	expect(first).toMatch(/^fyr_live_[0-9A-Za-z]{49}$/);
	const answer = await (await me(first)).json();
	expect(answer).toMatchObject({ kind: 'key', scopes: ['events:read', 'organisation:read'] });
	expect(await axeFindings(page)).toEqual([]);

	await page.getByRole('button', { name: 'Actions for Website' }).press('Enter');
	await chooseItem(page, 'Edit');
	const edit = page.getByRole('dialog', { name: 'Edit API key' });
	await expect(edit.getByLabel('Name')).toHaveValue('Website');
	await edit.getByLabel('orders:read').press('Space');
	await edit.getByRole('combobox', { name: 'Expires' }).selectOption({ label: 'Never' });
	await edit.getByLabel('Name').fill('Website');
	await edit.getByLabel('Name').press('Enter');
	await expect(page.getByText('events:read · organisation:read · orders:read')).toBeVisible();
	await expect(page.getByText('never expires')).toBeVisible();
	expect((await (await me(first)).json()).scopes).toContain('orders:read');

	await page.getByRole('button', { name: 'Actions for Website' }).press('Enter');
	await chooseItem(page, 'Rotate');
	const rotate = page.getByRole('dialog', { name: 'Rotate Website?' });
	await expect(rotate).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await rotate.getByRole('button', { name: 'Rotate' }).press('Enter');
	await expect(token).not.toHaveText(first);
	const second = await token.innerText();
	expect([(await me(first)).status(), (await me(second)).status()]).toEqual([200, 200]);
	await expect(page.getByText('Being replaced')).toBeVisible();

	// The old one stays in the list, below its successor.
	await page.getByRole('button', { name: 'Actions for Website' }).first().press('Enter');
	await chooseItem(page, 'Revoke');
	await page.getByRole('button', { name: 'Revoke', exact: true }).press('Enter');
	await expect(page.getByText('Revoked', { exact: true })).toBeVisible();
	expect([(await me(first)).status(), (await me(second)).status()]).toEqual([200, 401]);

	await page.reload();
	await expect(page.getByText('Being replaced')).toBeVisible();
	await expect(page.getByText(second)).toHaveCount(0);
	await page.getByRole('tab', { name: 'Requests' }).click();
	await expect(page.getByRole('row', { name: /GET \/api\/me/ }).first()).toBeVisible();
	await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
	await page.getByRole('combobox', { name: 'Status' }).selectOption('');
	await page
		.getByRole('row', { name: /GET \/api\/me/ })
		.first()
		.press('Enter');
	await expect(
		page.getByRole('dialog', { name: 'API call' }).getByText('Request ID', { exact: true }),
	).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await page.keyboard.press('Escape');
	await page.getByRole('tab', { name: 'Guide' }).click();
	await expect(page.getByText('Who am I?')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});

/** Of a month: server/domain/developer/sandbox/clock.test.ts. */
test('a test key brings a sandbox; a day passes in it and its emails are kept', async ({
	page,
	account,
	api,
	request,
	faults,
}) => {
	// What signs in runs in the frame of the email too, which has no storage.
	faults.allow(/The document is sandboxed/);
	// A reset reads everything anew, the ticket types of an event that went with it too.
	faults.allow(/status of 404 GET .+\/ticket-types$/);
	await signInAs(page, account);
	await page.goto('/developer-portal');
	await page.getByRole('tab', { name: 'Sandbox' }).click();
	await expect(
		page.getByText('No keys yet. A test key comes with a sandbox to try things in.'),
	).toBeVisible();

	await page.getByRole('tab', { name: 'Keys' }).click();
	await page.getByRole('button', { name: 'New API key' }).click();
	const dialog = page.getByRole('dialog', { name: 'New API key' });
	await dialog.getByLabel('Name').fill('Trial');
	await dialog.getByRole('radio', { name: /^Test/ }).check();
	await dialog.getByRole('button', { name: 'Create key' }).click();
	const key = await page.getByTestId('api-key-token').innerText();
	expect(key).toMatch(/^fyr_test_[0-9A-Za-z]{49}$/);
	const headers = { authorization: `Bearer ${key}` };
	const me = await (await request.get('/api/me', { headers })).json();
	expect(me.livemode).toBe(false);

	await page.getByRole('tab', { name: 'Sandbox' }).click();
	await expect(page.getByRole('heading', { name: me.organisation.name })).toBeVisible();
	await expect(page.getByText('110 guests')).toBeVisible();
	const rehearsal = await api.sellingEvent({
		title: 'Rehearsal',
		startsAt: new Date(Date.now() + 36 * 3_600_000).toISOString(),
		organisationId: me.organisation.id,
	});
	await api.order(rehearsal, { name: 'Grace Hopper', email: 'grace@example.org' });
	const orders = page.getByRole('region', { name: 'Create test orders' });
	await orders.getByLabel('Event').selectOption({ label: 'Sandbox Concert' });
	await orders.getByLabel('Ticket type').selectOption({ label: 'Seat' });
	await orders.getByLabel('Outcome').selectOption({ label: 'Confirmed, paid by test card' });
	await orders.getByLabel('Orders').fill('0');
	await orders.getByRole('button', { name: 'Create orders' }).click();
	await expect(orders.getByText('Enter a whole number from 1 to 100.').first()).toBeVisible();
	await orders.getByLabel('Orders').fill('2');
	await orders.getByRole('button', { name: 'Create orders' }).click();
	await expect(page.getByText('2 test orders made')).toBeVisible();
	await expect(page.getByText('42 guests')).toBeVisible();

	await page.getByLabel('Move forward by').fill('1');
	await page.getByRole('button', { name: 'Move forward' }).click();
	const clock = page.getByRole('region', { name: 'Move the clock forward' });
	await expect(page.getByText('Moved on by 1 day')).toBeVisible();
	await expect(clock.getByText(/^Moved forward since it was created or reset: 1 day$/)).toBeVisible();
	const reminder = page.getByRole('row', { name: /^Soon: Rehearsal/ });
	await expect(reminder).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
	await reminder.press('Enter');
	await expect(page.getByText(/^To .*, not sent$/)).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: 'Reset', exact: true }).click();
	const reset = page.getByRole('dialog', { name: 'Reset the sandbox?' });
	await expect(reset).toBeVisible();
	expect(await axeFindings(page, { inside: 'dialog' })).toEqual([]);
	await reset.getByRole('button', { name: 'Reset' }).click();
	await expect(page.getByText('The clock shows the current time.')).toBeVisible();
	await expect(page.getByText('40 guests')).toBeVisible();
	await expect(page.getByText('No emails yet')).toBeVisible();
});

test('the API docs list the errors of a call, each a link to what it means', async ({ page }) => {
	await page.goto('/api-docs');
	await page.getByRole('searchbox', { name: 'Search endpoints' }).fill('connections {connection} test');
	const call = page.locator('[id="integrations.testConnection"]');
	await call.locator('summary').click();
	const error = call.getByRole('link', { name: '422 BUSINESS_RULE_VIOLATION' });
	await error.click();
	await expect(page).toHaveURL(/#error-BUSINESS_RULE_VIOLATION$/);
	await expect(page.locator('#error-BUSINESS_RULE_VIOLATION')).toBeInViewport();
	await expect(page.getByRole('heading', { name: 'Webhooks' })).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
});
