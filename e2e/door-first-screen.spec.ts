import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { type Door, makeDoor, readyForOffline, signInAs, stretchVerdicts } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** From the dashboard to an admitted guest, and what the door shows first: the search, the camera's key, who is still to come. */

const FIRST = ['Ada', 'Bo', 'Cleo', 'Dan', 'Eve', 'Flo', 'Gus', 'Hal'];
const LAST = ['Ames', 'Boyd', 'Cole', 'Dale', 'Ellis', 'Frost', 'Gray', 'Hume'];
const NAMES = FIRST.flatMap((first) => LAST.map((last) => `${first} ${last}`));

const phone = { width: 390, height: 844 };
const sizes = [
	{ width: 320, height: 568 },
	phone,
	{ width: 768, height: 1024 },
	{ width: 1440, height: 900 },
];

/** Put into the page: every press of a pointer and every screen, also those that a page before this one has seen. */
function countSteps(): void {
	if (!location.protocol.startsWith('http')) return;
	const note = (kind: string, what: string) => {
		const noted = JSON.parse(sessionStorage.getItem(kind) ?? '[]');
		sessionStorage.setItem(kind, JSON.stringify([...noted, what]));
	};
	addEventListener(
		'click',
		({ isTrusted, detail, target }) => {
			if (isTrusted && detail > 0) note('taps', (target as HTMLElement).outerHTML.slice(0, 80));
		},
		true,
	);
	note('screens', location.pathname);
	const push = history.pushState.bind(history);
	history.pushState = (...change) => {
		push(...change);
		note('screens', location.pathname);
	};
}

/** Put into the page: what moved by itself, from the first paint on. */
function sumShifts(): void {
	const counted = window as unknown as { shifted: number };
	counted.shifted = 0;
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & {
			value: number;
			hadRecentInput: boolean;
		})[])
			if (!entry.hadRecentInput) counted.shifted += entry.value;
	}).observe({ type: 'layout-shift', buffered: true });
}

const noted = (page: Page, kind: 'taps' | 'screens'): Promise<string[]> =>
	page.evaluate((of) => JSON.parse(sessionStorage.getItem(of) ?? '[]'), kind);

/** Whether it stands wholly in the window, without a scroll. */
async function isInView(page: Page, name: string): Promise<boolean> {
	const box = await page.getByRole('button', { name }).boundingBox();
	const { height } = page.viewportSize()!;
	return (
		box !== null && box.y >= 0 && box.y + box.height <= height && (await page.evaluate(() => scrollY)) === 0
	);
}

const topOf = async (page: Page, name: string) =>
	(await page.getByRole('heading', { name, exact: true }).boundingBox())!.y;

test('one of 64 guests is found and admitted from the dashboard in three screens and four taps', async ({
	page,
	account,
	request,
}) => {
	const door = await makeDoor(request, account, []);
	await apiOf(request, account).importGuests(
		door.eventId,
		NAMES.map((name, index) => ({ name, email: `guest${index}@people.example` })),
	);
	await page.setViewportSize(phone);
	await signInAs(page, account);
	await page.addInitScript(countSteps);
	await page.goto('/dashboard');
	await page.getByRole('link', { name: 'Start check-in' }).click();
	await expect(page).toHaveURL(/\/qr-scanner\/[A-Z0-9]+$/);
	await page.getByPlaceholder('Search guests...').click();
	await page.keyboard.type('frost flo');
	// What is found stands right below the search, where the keyboard of a phone leaves room.
	const key = page.getByRole('button', { name: 'Check In Flo Frost' });
	await expect(page.getByRole('button', { name: /^Check In / })).toHaveCount(1);
	expect((await key.boundingBox())!.y).toBeLessThan(phone.height / 2);
	await key.click();
	await expect(page.getByTestId('verdict-status')).toContainText('OK. Flo Frost');
	const [screens, taps] = [await noted(page, 'screens'), await noted(page, 'taps')];
	expect(screens[0]).toBe('/dashboard');
	expect(new Set(screens).size, screens.join(' ')).toBeLessThanOrEqual(3);
	expect(taps.length, taps.join('\n')).toBeGreaterThan(0);
	expect(taps.length, taps.join('\n')).toBeLessThanOrEqual(4);
	await expect
		.poll(async () => (await door.call('get', `/api/events/${door.eventId}/figures`)).checkedIn)
		.toBe(1);
});

test('overview and check-in tab lead into the scanner of this device, staff links come after it; the door leads back', async ({
	page,
	request,
	createAccount,
}) => {
	const account = await createAccount('Wanda');
	const door = await makeDoor(request, account, ['Ada']);
	await signInAs(page, account);
	for (const path of ['overview', 'door']) {
		await page.goto(`/events/${door.eventId}/${path}`);
		const start = page.getByRole('link', { name: 'Start check-in' });
		await expect(start).toBeVisible();
		if (path === 'door') {
			const links = page.getByRole('button', { name: 'New staff link' });
			expect((await start.boundingBox())!.y).toBeLessThan((await links.boundingBox())!.y);
		}
		await start.click();
		await expect(page.getByRole('button', { name: 'Start Scanning' })).toBeVisible();
		await page.getByRole('link', { name: `Back to ${door.title}` }).click();
		await expect(page).toHaveURL(/\/overview$/);
		await expect(page.getByRole('heading', { level: 1, name: door.title })).toBeVisible();
	}
	// A helper comes from another page, and goes back to that one.
	await page.goto(door.path);
	await page.getByRole('link', { name: 'Back to staff access' }).click();
	await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
});

test('at every size the door begins with the search and the camera’s key, without header and footer', async ({
	browser,
	request,
	createAccount,
}) => {
	const account = await createAccount('Sizes');
	const door = await makeDoor(
		request,
		account,
		NAMES.slice(0, 12),
		'A rather long title of an evening at the harbour',
	);
	const { code } = await door.call('get', `/api/events/${door.eventId}`);
	const context = await browser.newContext({ baseURL: process.env.E2E_URL ?? '' });
	await context.addInitScript(sumShifts);
	// The same screen for helpers and for members: each has it in a narrow and in a wide window.
	for (const [place, path] of [door.path, `/qr-scanner/${code}`].entries()) {
		const page = await context.newPage();
		if (path !== door.path) await signInAs(page, account);
		for (const size of sizes.filter((_, index) => index % 2 === place)) {
			const at = `${path} at ${size.width}`;
			await page.setViewportSize(size);
			await page.goto(path);
			await expect(page.getByRole('button', { name: 'Check In Ada Ames' })).toBeVisible();
			expect(await isInView(page, 'Start Scanning'), at).toBe(true);
			const search = (await page.getByPlaceholder('Search guests...').boundingBox())!.y;
			expect(await topOf(page, 'QR Code Scanner'), at).toBeGreaterThan(search);
			expect(await topOf(page, 'Guest List'), at).toBeGreaterThan(search);
			expect(await page.evaluate(() => (window as unknown as { shifted: number }).shifted), at).toBeLessThan(
				0.02,
			);
			await expect(page.getByRole('banner'), at).toHaveCount(0);
			await expect(page.getByRole('contentinfo'), at).toHaveCount(0);
			await expect(page.locator('.feedback-button'), at).toHaveCount(1);
			expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBeLessThanOrEqual(
				size.width,
			);
		}
		await page.close();
	}
	await context.close();
});

test('who is to come stands first, who is in is folded away; no row moves before the next check-in', async ({
	browser,
	doorOf,
	faults,
}) => {
	faults.allow(/409/);
	const door = await doorOf('Folda', ['Ada', 'Bo', 'Cy', 'Di']);
	await checkInElsewhere(door, 0);
	const context = await browser.newContext({ viewport: phone, baseURL: process.env.E2E_URL ?? '' });
	const page = await context.newPage();
	await stretchVerdicts(page, 10);
	await page.goto(door.path);
	await readyForOffline(page);
	const fold = page.getByRole('button', { name: /^Arrived/ });
	const rows = page.getByRole('region', { name: 'Guests', exact: true }).getByRole('listitem');
	await expect(fold).toHaveAccessibleName('Arrived 1');
	await expect(fold).toHaveAttribute('aria-expanded', 'false');
	await expect(page.getByRole('heading', { name: 'Not arrived 3' })).toBeVisible();
	await expect(rows).toHaveText([/^Bo/, /^Cy/, /^Di/]);

	// Another device lets Bo in: Cy and Di stay where they are.
	await checkInElsewhere(door, 1);
	await expect(fold).toHaveAccessibleName('Arrived 2');
	await expect(rows).toHaveText([/^Bo[\s\S]*Checked in at/, /^Cy/, /^Di/]);
	await page.getByRole('button', { name: 'Check In Cy' }).click();
	await page.keyboard.press('Escape');
	await expect(rows).toHaveText([/^Cy[\s\S]*Checked in at/, /^Di/]);
	await expect(rows.first().locator('[data-highlighted]')).toBeVisible();
	await expect(fold).toHaveAccessibleName('Arrived 3');

	// By keyboard.
	await fold.press('Enter');
	await expect(fold).toHaveAttribute('aria-expanded', 'true');
	const arrived = page.getByRole('region', { name: 'Arrived', exact: true }).getByRole('listitem');
	await expect(arrived).toHaveText([/^Ada/, /^Bo/, /^Cy/]);
	await expect(rows).toHaveText([/^Di/]);
	expect(await axeFindings(page)).toEqual([]);
	await fold.press('Enter');
	await expect(arrived).toHaveCount(0);
	// A search tells of those who are in as well.
	await page.getByPlaceholder('Search guests...').fill('ada');
	await expect(arrived).toHaveText([/^Ada[\s\S]*Checked in at/]);
	await expect(page.getByText('No guests found matching your search.')).toHaveCount(0);
	await context.close();
});

/** At a device of somebody else. */
async function checkInElsewhere(door: Door, index: number): Promise<void> {
	const { id } = door.guests[index]!;
	await door.call('post', `/api/staff-access/manual-checkin/${door.token}`, { guestId: id });
}
