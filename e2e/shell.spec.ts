import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { watchBeacons } from './support/beacons.ts';
import { expectSignedOut, logIn } from './support/log-in.ts';
import { type Account, expect, test } from './support/test.ts';

/** The frame around every page: policy, guard, focus, theme, offline, menus. */

/** Keeps the reports of the content security policy, which a page does not show. */
async function watchPolicy(page: Page): Promise<() => Promise<string[]>> {
	await page.addInitScript(() => {
		const reports: string[] = [];
		Object.assign(window, { policyReports: reports });
		document.addEventListener('securitypolicyviolation', (event) =>
			reports.push(`${event.effectiveDirective} ${event.sample} ${event.blockedURI}`),
		);
	});
	return () => page.evaluate(() => (window as unknown as { policyReports: string[] }).policyReports);
}

/** Signs somebody in on a page that is open, from its next load on. */
async function giveToken(page: Page, { token }: Pick<Account, 'token'>) {
	await page.evaluate((value) => localStorage.setItem('token', value), token);
}

/** Signs somebody in for this tab, on a page that was not opened yet. */
async function signInTab(page: Page, { token }: Account) {
	await page.addInitScript((value) => {
		// Axe and the browser open documents of no origin, which have no storage.
		if (location.protocol.startsWith('http')) sessionStorage.setItem('token', value);
	}, token);
}

/** Touches the page, and waits for what the first touch brings: app/shell/idle-loaded.ts. */
async function touch(page: Page) {
	await page.getByRole('navigation', { name: 'Main' }).hover();
	await expect(page.locator('.toaster')).toBeAttached();
}

const focusedTag = (page: Page) => page.evaluate(() => document.activeElement?.tagName);

test('the landing page is whole without script; hydration, navigation, menu and going back leave no report of the policy', async ({
	page,
}) => {
	const reports = await watchPolicy(page);
	await page.setViewportSize({ width: 390, height: 844 });
	const response = await page.goto('/');
	expect(response?.headers()['content-security-policy']).toContain("'sha256-");
	expect(await response?.text()).toContain('<h1');
	await page.getByRole('button', { name: 'Menu' }).click();
	await page.getByRole('dialog').getByRole('link', { name: 'Browse Events' }).click();
	await expect(page).toHaveURL(/\/events$/);
	await page.goBack();
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Professional event management');
	expect(await reports()).toEqual([]);
});

test('text does not become HTML, a foreign script or a foreign worker', async ({ page, faults }) => {
	faults.allow(/requires 'Trusted|TrustedTypePolicy named 'mine'/);
	const reports = await watchPolicy(page);
	await page.goto('/');
	const passed = await page.evaluate(() => {
		const attempts: Record<string, () => void> = {
			html: () => {
				document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>';
			},
			worker: () => new Worker('https://elsewhere.example/x.js'),
			script: () => {
				document.createElement('script').src = 'https://elsewhere.example/x.js';
			},
			text: () => {
				document.createElement('script').textContent = 'alert(1)';
			},
			policy: () => {
				(
					window as unknown as { trustedTypes: { createPolicy(name: string, rules: object): void } }
				).trustedTypes.createPolicy('mine', {});
			},
		};
		return Object.keys(attempts).filter((name) => {
			try {
				attempts[name]?.();
				return true;
			} catch {
				return false;
			}
		});
	});
	expect(passed).toEqual([]);
	expect((await reports()).length).toBeGreaterThanOrEqual(4);
});

test('a page that something changed before hydration recovers', async ({ page, faults }) => {
	faults.allow(/Minified React error #418/);
	const reports = await watchPolicy(page);
	await page.route('/', async (route) => {
		const response = await route.fetch();
		const body = (await response.text()).replace(
			/<h1([^>]*)>[^<]*<\/h1>/,
			'<h1$1>Somebody <b>else’s</b> words</h1>',
		);
		await route.fulfill({ response, body });
	});
	await page.goto('/');
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Professional event management made simple',
	);
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
	await expect(page).toHaveURL(/\/events$/);
	expect(await reports()).toEqual([]);
});

// Without a token: e2e/pages.spec.ts.
test('a token that is no longer good is forgotten; the sign-in leads back to the page with its query', async ({
	page,
	account,
	faults,
}) => {
	faults.allow(/status of 401/);
	await page.addInitScript(() => {
		if (location.pathname === '/admin') localStorage.setItem('token', 'stale');
	});
	await page.goto('/admin?from=mail');
	await expect(page).toHaveURL(`/login?next=${encodeURIComponent('/admin?from=mail')}`);
	await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
	await logIn(page, account);
	await expect(page).toHaveURL('/admin?from=mail');
});

test('logging out clears token and flag, goes to /, and tells the other tab', async ({
	page,
	context,
	createAccount,
}) => {
	await page.goto('/');
	await giveToken(page, await createAccount());
	const other = await context.newPage();
	await other.goto('/admin');
	await page.reload();
	await page.getByRole('button', { name: 'Account menu' }).click();
	await expect(page.getByText('Ada Lovelace')).toBeVisible();
	await page.getByRole('button', { name: 'Log out' }).click();
	await expectSignedOut(page);
	await expect(other).toHaveURL(/\/login/);
});

test('the skip link passes the sections by; the account menu opens by key, closes on Esc and gives the focus back', async ({
	page,
	createAccount,
}) => {
	await signInTab(page, await createAccount());
	await page.goto('/analytics');
	await expect(page.getByRole('link', { name: 'Analytics', exact: true })).toHaveAttribute(
		'aria-current',
		'page',
	);
	await page.getByRole('link', { name: 'Skip to content' }).focus();
	await page.keyboard.press('Enter');
	await expect(page.locator('#content')).toBeFocused();
	await page.keyboard.press('Tab');
	const isInside = () => page.evaluate(() => document.activeElement?.closest('#content') !== null);
	expect(await isInside()).toBe(true);

	const button = page.getByRole('button', { name: 'Account menu' });
	await button.focus();
	await page.keyboard.press('Enter');
	await expect(button).toHaveAttribute('aria-expanded', 'true');
	await page.keyboard.press('Tab');
	await page.keyboard.press('Escape');
	await expect(button).toHaveAttribute('aria-expanded', 'false');
	await expect(button).toBeFocused();
});

test('Ctrl-K finds a page and goes there, for somebody signed in only', async ({ page, createAccount }) => {
	await page.goto('/');
	await touch(page);
	await page.keyboard.press('Control+k');
	await expect(page.getByRole('combobox', { name: 'Command menu' })).toHaveCount(0);
	await giveToken(page, await createAccount());
	await page.reload();
	await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
	await touch(page);
	const field = page.getByRole('combobox', { name: 'Command menu' });
	await expect(async () => {
		await page.keyboard.press('Control+k');
		await expect(field).toBeFocused({ timeout: 1_000 });
	}).toPass();
	await field.fill('scanner');
	await expect(page.getByRole('option', { selected: true })).toHaveText(/^QR Scanner/);
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/qr-scanner$/);
	await expect(field).toHaveCount(0);
});

test('every section is two presses from the dashboard, says where one is, and search has a button', async ({
	page,
	createAccount,
}) => {
	await signInTab(page, await createAccount());
	// Those of a phone's bar come first, the others are in its menu.
	const sections = new Map([
		['Events', '/dashboard/events'],
		['Money', '/money'],
		['Analytics', '/analytics'],
		['Reports', '/custom-reports'],
		['Team', '/staff-management'],
		['Integrations', '/integrations'],
		['Developer', '/developer-portal'],
	]);
	const bar = page.getByRole('navigation', { name: 'Organiser' });
	const expectOn = async (path: string | undefined) => {
		await expect(page).toHaveURL(path ?? '');
		await expect(page.getByRole('dialog')).toHaveCount(0);
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
	};
	// In the wide bar, which is on each of them.
	await page.setViewportSize({ width: 1440, height: 844 });
	await page.goto('/settings');
	await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
	await expectOn('/dashboard');
	for (const [name, path] of sections) {
		const link = bar.getByRole('link', { name, exact: true });
		await link.click();
		await expectOn(path);
		await expect(link).toHaveAttribute('aria-current', 'page');
	}
	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('link', { name: 'Home', exact: true }).first().click();
	await expectOn('/dashboard');
	const menu = page.getByRole('dialog');
	for (const [name, path] of sections) {
		const isInBar = name === 'Events' || name === 'Money';
		if (!isInBar && !(await menu.isVisible())) await bar.getByRole('button', { name: 'More' }).click();
		const link = (isInBar ? bar : menu).getByRole('link', { name, exact: true });
		await expect(link).toHaveAttribute('href', path);
	}
	await menu.getByRole('link', { name: 'Team', exact: true }).click();
	await expectOn(sections.get('Team'));
	await bar.getByRole('link', { name: 'Money', exact: true }).click();
	await expectOn(sections.get('Money'));
	await bar.getByRole('button', { name: 'More' }).click();
	await menu.getByRole('button', { name: 'Search' }).click();
	await expect(page.getByRole('combobox', { name: 'Command menu' })).toBeFocused();
	await page.keyboard.press('Escape');
	await page.setViewportSize({ width: 1440, height: 900 });
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await page.getByRole('button', { name: 'Search', exact: true }).click();
	await expect(page.getByRole('combobox', { name: 'Command menu' })).toBeFocused();
	expect(await axeFindings(page)).toEqual([]);
});

test('a user who could not be read can be read again from the bar, or log out', async ({
	page,
	createAccount,
	faults,
}) => {
	faults.allow(/status of 500 GET .*\/api\/auth\/user$/);
	await page.goto('/');
	await giveToken(page, await createAccount());
	await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, json: { message: 'x' } }));
	await page.reload();
	const trouble = page.getByRole('button', { name: 'Your account could not be loaded' });
	await trouble.click();
	await page.getByRole('button', { name: 'Try Again' }).click();
	await expect(trouble).toBeVisible();
	await page.unroute('**/api/auth/user');
	await trouble.click();
	await page.getByRole('button', { name: 'Try Again' }).click();
	await expect(page.getByRole('button', { name: 'Account menu' })).toBeVisible();
	await page.route('**/api/auth/user', (route) => route.fulfill({ status: 500, json: { message: 'x' } }));
	await page.reload();
	await trouble.click();
	await page.getByRole('button', { name: 'Log out' }).click();
	await expect(
		page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Login' }),
	).toBeVisible();
});

test('page views are told of with the path redacted, and not at all when the visitor switched them off', async ({
	page,
}) => {
	// The first by the document itself, at once; later ones by the router.
	const told = (await watchBeacons(page)) as { properties: { path: string; search: string } }[];
	page.on('request', (request) => {
		const isTold = request.url().endsWith('/api/analytics/track') && request.resourceType() !== 'ping';
		if (isTold) told.push(request.postDataJSON());
	});
	await page.clock.install();
	await page.goto('/events?token=s3cret');
	await expect.poll(() => told.length).toBe(1);
	await page.getByRole('navigation', { name: 'Main' }).hover();
	expect(told[0]?.properties).toMatchObject({ path: '/events', search: '?token=[redacted]' });
	await page.getByRole('switch', { name: 'Analytics: on' }).click();
	// A view is told of 2 s after another at the earliest.
	await page.clock.fastForward(2_100);
	await expect(page.getByRole('switch', { name: 'Analytics: off' })).toBeVisible();
	await page.getByRole('link', { name: 'Foyer, home' }).click();
	// The address is there before the page, whose arrival is not told of while counting is off.
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	await expect(page).toHaveURL('/');
	await page.getByRole('switch', { name: 'Analytics: off' }).click();
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
	await expect.poll(() => told.length).toBe(2);
	expect(told[1]?.properties).toMatchObject({ path: '/events', search: '' });
});

test('the skip link is the first stop; arriving scrolls to top, moves the focus to the heading and sets the title', async ({
	page,
}) => {
	await page.goto('/');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.locator('#content')).toBeFocused();
	await page.evaluate(() => window.scrollTo(0, 600));
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
	await expect(page).toHaveTitle(/^Browse events · /);
	await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
	await expect.poll(() => focusedTag(page)).toBe('H1');
});

test('the theme is kept, and is there before anything is painted', async ({ page }) => {
	await page.goto('/');
	// Known to the browser only: its mark says that the page is hydrated.
	await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
	await page.getByTitle('Dark').click();
	await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
	const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
	const dark = await ground();
	await page.addInitScript(() => {
		new MutationObserver(() => {
			if (document.body) Object.assign(window, { themeAtBody: document.documentElement.dataset.theme });
		}).observe(document, { childList: true, subtree: true });
	});
	await page.reload();
	expect(await page.evaluate(() => (window as unknown as { themeAtBody: string }).themeAtBody)).toBe('dark');
	expect(await ground()).toBe(dark);
	await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
	await page.getByTitle('Light').click();
	await expect.poll(ground).not.toBe(dark);
});

test('without a connection the page says so and stays', async ({ page, context, faults }) => {
	// The view of the page may be sent this late; its failure is ignored.
	faults.allow(/ERR_INTERNET_DISCONNECTED .*\/api\/analytics\/track$/);
	await page.goto('/');
	await touch(page);
	await context.setOffline(true);
	await expect(page.getByText('You appear to be offline. Please check your connection.')).toBeVisible();
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
	await expect(page).toHaveURL('/');
	// The line says it; a toast would say the same again.
	await expect(page.locator('.toast')).toHaveCount(0);
	await expect(page.getByText('You appear to be offline. Please check your connection.')).toHaveCount(1);
	await context.setOffline(false);
	await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse Events' }).click();
	await expect(page).toHaveURL(/\/events$/);
});

test('navigation and footer lead only to screens that exist', async ({ page, request, createAccount }) => {
	const paths = new Set<string>();
	const collect = async () => {
		const links = page.locator('header a[href^="/"], footer a[href^="/"]');
		for (const path of await links.evaluateAll((all) => all.map((one) => one.getAttribute('href'))))
			paths.add(path!);
	};
	await page.goto('/');
	await collect();
	await giveToken(page, await createAccount());
	await page.reload();
	await page.getByRole('button', { name: 'Account menu' }).click();
	await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
	await collect();
	expect(paths.size).toBeGreaterThan(2);
	const answers = await Promise.all(
		[...paths].map(async (path) => `${path} ${(await request.get(path)).status()}`),
	);
	expect(answers).toEqual([...paths].map((path) => `${path} 200`));
});
