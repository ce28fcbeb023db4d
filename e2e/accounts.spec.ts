import type { Page } from '@playwright/test';
import { startApp } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';
import { turnOnTwoFactor } from './support/two-factor.ts';

const open = async (page: Page, path: string) => {
	await page.goto(path);
	await page.waitForLoadState('networkidle');
};
const stored = (page: Page) =>
	page.evaluate(() => ({
		session: sessionStorage.getItem('token'),
		persistent: localStorage.getItem('token'),
		rememberMe: localStorage.getItem('rememberMe'),
	}));
async function logIn(page: Page, email: string, password: string) {
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill(password);
	await page.getByRole('button', { name: 'Log in' }).click();
}

test('somebody signs up, confirms the address by the mail, and is known', async ({
	page,
	mails,
	freshEmail,
}) => {
	const email = freshEmail('grace');
	await open(page, '/signup');
	await expect(page.getByRole('contentinfo')).toHaveCount(0);
	await page.getByLabel('First name').fill('Grace');
	await page.getByLabel('Last name').fill('Hopper');
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill('hummus and regret');
	await page.getByLabel('Password', { exact: true }).press('Enter');
	await page.waitForURL('**/dashboard');

	const mail = await mails.waitFor(email, /confirm/i);
	await page.goto(mails.linkIn(mail, /verify-email/));
	await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
	// The secret has left the address.
	expect(page.url()).not.toContain('token');
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
});

test('an address that has an account: same screen for a stranger, a mail for the owner', async ({
	page,
	mails,
	createAccount,
	faults,
}) => {
	faults.allow(/401/);
	const account = await createAccount();
	await open(page, '/signup');
	await page.getByLabel('Email').fill(account.email);
	await page.getByLabel('Password', { exact: true }).fill('another person altogether');
	await page.getByRole('button', { name: 'Sign up' }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'Please check your mail' })).toBeVisible();
	expect(await stored(page)).toMatchObject({ session: null, persistent: null });
	await mails.waitFor(account.email, /already have an account/i);
});

test('a wrong password keeps what was typed, and the right one leads back to where the way began', async ({
	page,
	createAccount,
	faults,
}) => {
	faults.allow(/401/);
	const account = await createAccount();
	await open(page, '/admin/jobs');
	await page.waitForURL('**/login?next=%2Fadmin%2Fjobs');
	await logIn(page, account.email, 'not the password');
	const summary = page.getByRole('alert').filter({ hasText: 'That did not work' });
	await expect(summary).toContainText('Invalid email or password. Please try again.');
	await expect(summary).toBeFocused();
	await expect(page.getByLabel('Email')).toHaveValue(account.email);
	await expect(page.getByLabel('Password', { exact: true })).toHaveValue('not the password');

	await page.getByLabel('Password', { exact: true }).fill(account.password);
	await page.getByRole('button', { name: 'Log in' }).click();
	await page.waitForURL('**/admin/jobs');
	// The way was kept; the right is another matter.
	await expect(page.getByText("You don't have permission to perform this action.")).toBeVisible();
});

test('the token lives in the tab, or in the browser when asked; logging out clears it everywhere', async ({
	page,
	createAccount,
	request,
}) => {
	const account = await createAccount();
	await open(page, '/login');
	await logIn(page, account.email, account.password);
	await page.waitForURL('**/dashboard');
	const plain = await stored(page);
	expect(plain).toMatchObject({ persistent: null, rememberMe: null });
	expect(plain.session).toHaveLength(43);
	await page.getByRole('button', { name: /menu/i }).first().click();
	await page
		.getByRole('menuitem', { name: 'Log out' })
		.or(page.getByRole('button', { name: 'Log out' }))
		.click();
	await page.waitForURL((url) => url.pathname === '/');
	await expect.poll(() => stored(page)).toEqual({ session: null, persistent: null, rememberMe: null });
	const headers = { Authorization: `Bearer ${plain.session}` };
	await expect.poll(async () => (await request.get('/api/auth/user', { headers })).status()).toBe(401);

	await open(page, '/login');
	await page.getByLabel('Keep me signed in').check();
	await logIn(page, account.email, account.password);
	await page.waitForURL('**/dashboard');
	const kept = await stored(page);
	expect(kept).toMatchObject({ session: null, rememberMe: 'true' });
	expect(kept.persistent).toHaveLength(43);

	await open(page, '/login');
	await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible();
});

test('a forgotten password is replaced by the mail, by keyboard alone', async ({
	page,
	mails,
	createAccount,
	faults,
}) => {
	faults.allow(/status of 400 .*reset-password/);
	const account = await createAccount();
	await open(page, '/login');
	await page.getByLabel('Email').fill(account.email);
	await page.getByRole('link', { name: 'Forgot your password?' }).focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
	// The address is asked for once.
	await expect(page.getByLabel('Email')).toHaveValue(account.email);
	await page.getByLabel('Email').press('Enter');
	await expect(page.getByText('If this address has an account')).toBeVisible();

	const mail = await mails.waitFor(account.email, /new password/i);
	await open(page, mails.linkIn(mail, /reset-password/));
	expect(page.url()).not.toContain('token');
	const field = page.getByLabel('New password');
	await field.fill('password1');
	await field.press('Enter');
	await expect(page.getByText(/too easy to guess/).last()).toBeVisible();
	await expect(field).toBeFocused();
	await expect(field).toHaveValue('password1');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Space');
	await expect(field).toHaveAttribute('type', 'text');
	await field.fill('marmots sing quietly');
	await field.press('Enter');
	await expect(page.getByRole('heading', { name: 'Your new password is set' })).toBeVisible();
	await page.getByRole('link', { name: 'Log in' }).click();
	await logIn(page, account.email, 'marmots sing quietly');
	await page.waitForURL('**/dashboard');
});

test('the first administrator: by the printed link to the outbox, where a mail is read', async ({
	page,
	createAccount,
	freshEmail,
	faults,
}) => {
	// The frame of the mail runs nothing, not even what the test looks in with.
	faults.allow(/Blocked script execution in 'about:/);
	const account = await createAccount();
	await open(page, process.env.E2E_ADMIN_LINK ?? '');
	expect(page.url()).not.toContain('token');
	await page.getByLabel('Email').fill(freshEmail('root'));
	await page.getByLabel('Password', { exact: true }).fill('the boss of it all');
	await page.getByRole('button', { name: 'Make administrator' }).click();
	await page.waitForURL('**/admin');

	await turnOnTwoFactor(page);

	await page.getByRole('link', { name: 'Mail outbox' }).click();
	await page.getByRole('searchbox').fill(account.email);
	const row = page.getByRole('row').filter({ hasText: account.email });
	await expect(row).toHaveCount(1);
	await row.focus();
	await page.keyboard.press('Enter');
	const detail = page.getByRole('dialog');
	await expect(detail.getByText('Sent', { exact: true }).first()).toBeVisible();
	const body = detail.frameLocator('iframe');
	await expect(body.getByRole('heading', { name: 'Confirm your email address' })).toBeVisible();
	await expect(body.getByText('(link left out)')).toBeVisible();
	await detail.getByRole('tab', { name: 'As plain text' }).click();
	await expect(detail.locator('pre')).toContainText('Somebody, most likely you, made an account');
	await page.keyboard.press('Escape');
	await expect(detail).toHaveCount(0);

	await page.getByRole('link', { name: 'Failed jobs' }).click();
	await expect(page.getByText('Nothing has failed.')).toBeVisible();
});

test('without a mail server nothing is lost: the outbox says so, and the administrator passes the link on', async ({
	browser,
	faults,
}) => {
	// As above: the frame of the mail runs nothing.
	faults.allow(/Blocked script execution in 'about:/);
	const app = await startApp();
	const [person, office] = [
		await browser.newContext({ baseURL: app.url }),
		await browser.newContext({ baseURL: app.url }),
	];
	try {
		const page = await person.newPage();
		await open(page, '/signup');
		await page.getByLabel('Email').fill('grace@people.example');
		await page.getByLabel('Password', { exact: true }).fill('hummus and regret');
		await page.getByRole('button', { name: 'Sign up' }).click();
		await expect(page.getByText('No mail server is set here yet')).toBeVisible();
		await page.waitForURL('**/dashboard');

		const admin = await office.newPage();
		const link = app.lines.map((line) => /http\S+first-administrator\S+/.exec(line)?.[0]).find(Boolean);
		await open(admin, link ?? '');
		await admin.getByLabel('Email').fill('root@people.example');
		await admin.getByLabel('Password', { exact: true }).fill('the boss of it all');
		await admin.getByRole('button', { name: 'Make administrator' }).click();
		await admin.waitForURL('**/admin');
		await turnOnTwoFactor(admin);
		await admin.getByRole('link', { name: 'Mail outbox' }).click();
		await expect(admin.getByText('No mail server is set: mails are kept here')).toBeVisible();
		await admin.getByRole('row').filter({ hasText: 'grace@people.example' }).click();
		await admin.getByRole('tab', { name: 'As plain text' }).click();
		const text = await admin.locator('pre').innerText();
		const passedOn = /https?:\/\/\S+\/verify-email\?token=\S+/.exec(text)?.[0];

		await page.goto(passedOn ?? '');
		await expect(page.getByRole('heading', { name: 'Your email address is confirmed' })).toBeVisible();
	} finally {
		// First: pages that are open ask on.
		await Promise.all([person.close(), office.close()]);
		await app.stop();
	}
});

for (const colorScheme of ['light', 'dark'] as const) {
	test(`the account screens have no accessibility faults (${colorScheme})`, async ({ page, faults }) => {
		faults.allow(/400/);
		await page.emulateMedia({ colorScheme });
		const secret = 'x'.repeat(43);
		for (const path of [
			...[
				'/login',
				'/signup',
				'/forgot-password',
				'/verify-email',
				'/reset-password',
				'/first-administrator',
			],
			...[`/reset-password?token=${secret}`, `/verify-email?token=${secret}`],
			...[`/first-administrator?token=${secret}`, `/unsubscribe?token=${secret}`],
		]) {
			await open(page, path);
			const submit = page.locator('button[type=submit]');
			if ((await submit.count()) > 0) await submit.click();
			expect(await axeFindings(page), path).toEqual([]);
			expect(await page.locator('h1').count(), path).toBe(1);
		}
	});
}
