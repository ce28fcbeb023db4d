import type { Page } from '@playwright/test';
import { type RunningApp, startApp } from './support/app.ts';
import { axeFindings } from './support/axe.ts';
import { inDays } from './support/days.ts';
import { signInAs } from './support/door.ts';
import { logIn } from './support/log-in.ts';
import { makeAdministrator } from './support/site-world.ts';
import { expect, test } from './support/test.ts';

const stored = (page: Page) =>
	page.evaluate(() => ({
		session: sessionStorage.getItem('token'),
		persistent: localStorage.getItem('token'),
		rememberMe: localStorage.getItem('rememberMe'),
	}));

test('a sign-up is verified by the link in the email, which logs in anywhere', async ({
	page,
	mails,
	freshEmail,
}) => {
	const email = freshEmail('grace');
	await page.goto('/signup');
	await expect(page.getByRole('contentinfo')).toHaveCount(0);
	await page.getByLabel('First name').fill('Grace');
	await page.getByLabel('Last name').fill('Hopper');
	await page.getByLabel('Email').fill(email);
	await page.getByLabel('Password', { exact: true }).fill('hummus and regret');
	await page.getByLabel('Password', { exact: true }).press('Enter');
	await page.waitForURL('**/dashboard');

	const mail = await mails.waitFor(email, /verify/i);
	await page.goto(mails.linkIn(mail, /verify-email/));
	await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
	// The secret has left the address.
	await expect(page).not.toHaveURL(/token/);
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();
});

test('an address that has an account: same screen for a stranger, a mail for the owner', async ({
	page,
	mails,
	account,
	faults,
}) => {
	faults.allow(/status of 401 POST .*\/api\/auth\//);
	await page.goto('/signup');
	await page.getByLabel('Email').fill(account.email);
	await page.getByLabel('Password', { exact: true }).fill('another person altogether');
	await page.getByRole('button', { name: 'Create account' }).click();
	await expect(page.getByRole('alert').filter({ hasText: 'Check your email' })).toBeVisible();
	expect(await stored(page)).toMatchObject({ session: null, persistent: null });
	await mails.waitFor(account.email, /already have an account/i);
});

test('a wrong password keeps what was typed, and the right one leads back to where the way began', async ({
	page,
	account,
	faults,
}) => {
	faults.allow(/status of 401 POST .*\/api\/auth\/login/);
	await page.goto('/admin/jobs');
	await page.waitForURL('**/login?next=%2Fadmin%2Fjobs');
	await logIn(page, { ...account, password: 'not the password' });
	const summary = page.getByRole('alert').filter({ hasText: 'Something went wrong' });
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
	account,
	request,
}) => {
	await page.goto('/login');
	await logIn(page, account);
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

	await page.goto('/login');
	await page.getByLabel('Keep me logged in').check();
	await logIn(page, account);
	await page.waitForURL('**/dashboard');
	const kept = await stored(page);
	expect(kept).toMatchObject({ session: null, rememberMe: 'true' });
	expect(kept.persistent).toHaveLength(43);

	await page.goto('/login');
	await expect(page.getByRole('heading', { name: 'You’re logged in' })).toBeVisible();
});

test('a forgotten password is replaced by the mail, by keyboard alone', async ({
	page,
	mails,
	account,
	faults,
}) => {
	faults.allow(/status of 400 .*reset-password/);
	await page.goto('/login');
	await page.getByLabel('Email').fill(account.email);
	await page.getByRole('link', { name: 'Forgot your password?' }).focus();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
	// The address is asked for once.
	await expect(page.getByLabel('Email')).toHaveValue(account.email);
	await page.getByLabel('Email').press('Enter');
	await expect(page.getByText('If this email has an account')).toBeVisible();

	const mail = await mails.waitFor(account.email, /new password/i);
	await page.goto(mails.linkIn(mail, /reset-password/));
	await expect(page).not.toHaveURL(/token/);
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
	await logIn(page, { ...account, password: 'marmots sing quietly' });
	await page.waitForURL('**/dashboard');
});

/** From / to the end of the sign-up, as a visitor takes it; returns the screens it took and the fields that were typed. */
async function publishAsVisitor(page: Page, email: string, template?: string) {
	const screens: string[] = [];
	const fields: string[] = [];
	const at = () => screens.push(new URL(page.url()).pathname);
	const type = async (label: string, value: string) => {
		fields.push(label);
		await page.getByLabel(label, { exact: true }).fill(value);
	};
	await page.goto('/');
	at();
	await page.getByRole('main').getByRole('link', { name: 'Create Event' }).first().click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('What are you planning?');
	await page.waitForURL('**/templates');
	at();
	if (template) {
		await page.getByRole('button', { name: `Use ${template}` }).click();
		// Its script is loaded by the press; what is published before has no start.
		await expect(page.getByRole('button', { name: `Chosen: ${template}` })).toBeVisible();
	}
	await type('Title', 'Winter readings');
	// A template proposes it.
	if (!template) await type('Starts', `${inDays(30)}T19:30`);
	await page.getByRole('button', { name: 'Publish' }).click();
	await page.waitForURL('**/signup?**');
	at();
	await type('Email', email);
	await type('Password', 'hummus and regret');
	await page.getByRole('button', { name: /^Create account/ }).click();
	return { screens, fields };
}

/** By the link that the start prints, after it has said that it is ready. */
async function administratorOf(app: RunningApp): Promise<string> {
	const link = () =>
		app.lines.map((line) => /http\S+first-administrator\?token=(\S+)/.exec(line)?.[1]).find(Boolean);
	await expect.poll(link).toBeTruthy();
	return makeAdministrator(app.url, link() ?? '');
}

test('without a mail server: from / to a published first event in 3 screens and 3 typed fields, and links to pass on', async ({
	browser,
}) => {
	const app = await startApp();
	const [person, office] = [
		await browser.newContext({ baseURL: app.url }),
		await browser.newContext({ baseURL: app.url }),
	];
	try {
		const page = await person.newPage();
		const { screens, fields } = await publishAsVisitor(page, 'nora.winter@people.example', 'Open house');
		// What a template brings and nothing in sight says is asked about on the way.
		await page.getByRole('dialog').getByRole('button', { name: 'Publish anyway' }).click();
		await page.waitForURL(/\/events\/[0-9a-f-]{36}\/share$/);
		expect(screens).toEqual(['/', '/templates', '/signup']);
		expect(fields).toEqual(['Title', 'Email', 'Password']);
		await page.goto('/events/winter-readings');
		await expect(page.getByText('Nora Winter').first()).toBeVisible();
		await page.goto('/forgot-password');
		await expect(page.getByText('Email isn’t set up on this site.')).toBeVisible();

		expect(app.lines.join('\n')).toContain('Email is not set up');
		const admin = await office.newPage();
		await signInAs(admin, { token: await administratorOf(app) });
		await admin.goto('/admin');
		await expect(admin.getByText('Anyone can sign up and publish at once')).toBeVisible();
		await admin.getByRole('link', { name: 'Email outbox' }).click();
		await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Email outbox');
		await expect(admin.getByText('Email isn’t set up: nothing is sent')).toBeVisible();
		await admin.getByRole('link', { name: 'Accounts', exact: true }).click();
		// The outbox has a row with the address too.
		await expect(admin.getByRole('heading', { level: 1 })).toHaveText('Accounts');
		await admin.getByRole('row').filter({ hasText: 'nora.winter@people.example' }).click();
		await admin.getByRole('button', { name: 'Copy verification link' }).click();
		const passedOn = await admin.getByText(/^https?:\/\/\S+\/verify-email\?token=/).innerText();
		await page.goto(passedOn);
		await expect(page.getByRole('heading', { name: 'Your email is verified' })).toBeVisible();

		await admin.goto('/admin/operator');
		await admin.getByRole('switch', { name: 'Visitors can sign up' }).click();
		const visitor = await (await browser.newContext({ baseURL: app.url })).newPage();
		await expect
			.poll(async () => {
				await visitor.goto('/signup');
				return visitor.getByText('Sign-up is closed on this site').isVisible();
			})
			.toBe(true);
		await visitor.context().close();
	} finally {
		// First: pages that are open ask on.
		await Promise.all([person.close(), office.close()]);
		await app.stop();
	}
});

test('with a mail server it is 4 typed fields from scratch, and the link in the email logs in and publishes the draft, in any browser', async ({
	page,
	browser,
	mails,
	freshEmail,
	faults,
}) => {
	faults.allow(/422/);
	const email = freshEmail('nora');
	const { screens, fields } = await publishAsVisitor(page, email);
	await page.waitForURL(/\/events\/[0-9a-f-]{36}\/edit$/);
	expect(screens).toEqual(['/', '/templates', '/signup']);
	expect(fields).toEqual(['Title', 'Starts', 'Email', 'Password']);
	await expect(page.getByText('It publishes this draft.')).toBeVisible();
	const link = mails.linkIn(await mails.waitFor(email, /verify/i), /verify-email/);
	const elsewhere = await browser.newContext({ baseURL: new URL(page.url()).origin });
	try {
		const phone = await elsewhere.newPage();
		await phone.goto(link);
		await phone.waitForURL(/\/events\/[0-9a-f-]{36}\/share$/);
		await expect(phone.getByRole('img', { name: 'QR code of Winter readings' })).toBeVisible();
	} finally {
		await elsewhere.close();
	}
});

/** Empty, they are among the pages of e2e/pages.spec.ts. */
test('the account screens have no accessibility faults when something was refused', async ({
	page,
	faults,
}) => {
	faults.allow(/status of 40[04]/);
	const secret = 'x'.repeat(43);
	const paths = [
		...['/login', '/signup', '/forgot-password', '/first-administrator'],
		...[`/reset-password?token=${secret}`, `/verify-email?token=${secret}`],
		...[`/first-administrator?token=${secret}`, `/unsubscribe?token=${secret}`],
	];
	for (const [index, path] of paths.entries()) {
		await page.emulateMedia({ colorScheme: index % 2 ? 'dark' : 'light' });
		await page.goto(path);
		await expect(page.locator('h1'), path).toHaveCount(1);
		const submit = page.locator('button[type=submit]');
		if ((await submit.count()) > 0) await submit.click();
		expect(await axeFindings(page), path).toEqual([]);
		await expect(page.locator('h1'), path).toHaveCount(1);
	}
});
