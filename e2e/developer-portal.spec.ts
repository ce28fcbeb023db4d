import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

test('a key is made, calls the API, is rotated and revoked; the log shows its calls', async ({
	page,
	request,
	createAccount,
}) => {
	const account = await createAccount();
	await page.addInitScript((token) => localStorage.setItem('token', token), account.token);
	await page.goto('/developer-portal');
	await expect(page.getByText('No API keys yet')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
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
	expect(await axeFindings(page)).toEqual([]);
	await dialog.getByLabel('Name').focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'Your new key: Website' })).toBeFocused();
	const first = await token.innerText();
	expect(first).toMatch(/^fyr_live_[0-9A-Za-z]{49}$/);
	const answer = await (await me(first)).json();
	expect(answer).toMatchObject({ kind: 'key', scopes: ['events:read', 'organisation:read'] });
	expect(await axeFindings(page)).toEqual([]);

	await page.getByRole('button', { name: 'Actions for Website' }).press('Enter');
	await page.getByRole('menuitem', { name: 'Rotate' }).press('Enter');
	const rotate = page.getByRole('dialog', { name: 'Rotate Website?' });
	expect(await axeFindings(page)).toEqual([]);
	await rotate.getByRole('button', { name: 'Rotate' }).press('Enter');
	await expect(token).not.toHaveText(first);
	const second = await token.innerText();
	expect([(await me(first)).status(), (await me(second)).status()]).toEqual([200, 200]);
	await expect(page.getByText('Being replaced')).toBeVisible();

	// The old one stays in the list, below its successor.
	await page.getByRole('button', { name: 'Actions for Website' }).first().press('Enter');
	await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
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
	expect(await axeFindings(page)).toEqual([]);
	await page.keyboard.press('Escape');
	await page.getByRole('tab', { name: 'Guide' }).click();
	await expect(page.getByText('Who am I?')).toBeVisible();
	expect(await axeFindings(page)).toEqual([]);
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
