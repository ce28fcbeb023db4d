import type { Page } from '@playwright/test';
import {
	checkCode,
	type Door,
	makeDoor,
	openDoor,
	readyForOffline,
	storedRecords,
	waitingOn,
} from './support/door.ts';
import { withNextBuild } from './support/next-build.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** What waits on a device is not lost: leaving, logging out, a new build of the product. */

const CUT = /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/;
const phone = { viewport: { width: 390, height: 844 }, locale: 'en-GB' };

test.beforeEach(({ faults }) => {
	test.slow();
	faults.allow(CUT);
});

/** Whether the page would ask before it is left. */
const asksToStay = (page: Page) =>
	page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));

/** Which service workers the door has in this browser, as one of its pages sees them. */
const workersOf = (page: Page, path: string) =>
	page.evaluate(async (scope) => {
		const registration = await navigator.serviceWorker.getRegistration(scope);
		const kept = await caches.keys();
		return {
			isWaiting: Boolean(registration?.waiting),
			hasNext: kept.some((name) => name.startsWith('door-next-')),
			isControlled: navigator.serviceWorker.controller !== null,
		};
	}, path);

/** Puts the next build in place, and waits until the browser has it beside the one that is at work. */
async function deployBeside(page: Page, door: Door, build: Awaited<ReturnType<typeof withNextBuild>>) {
	build.deploy();
	await page.evaluate(
		async (path) => (await navigator.serviceWorker.getRegistration(path))?.update(),
		door.path,
	);
	await expect.poll(async () => (await workersOf(page, door.path)).isWaiting).toBe(true);
}

test('leaving and logging out with scans that wait are asked about; they go out at the next opening', async ({
	page,
	request,
	createAccount,
}) => {
	const account = await createAccount('Leo');
	const door = await makeDoor(request, account, ['Ada', 'Bo']);
	const { code } = await door.call('get', `/api/events/${door.eventId}`);
	await page.goto('/');
	await page.evaluate((token) => localStorage.setItem('token', token), account.token);
	await page.goto('/qr-scanner');
	await page.getByRole('link', { name: new RegExp(door.title) }).click();
	await expect(page).toHaveURL(new RegExp(`/qr-scanner/${code}$`));
	await expect(page.getByText(/\d guests, .* MB, encrypted/)).toBeVisible();
	// The network is there, the server is not.
	const server = /\/api\/events\/[^/]+\/(check-ins|door\/sync)/;
	await page.route(server, (route) => route.abort());
	expect(await checkCode(page, door.guests[0]!.ticketCode)).toMatch(/OK[\s\S]*Checked offline/);
	await expect.poll(() => waitingOn(page)).toBe(1);
	await expect.poll(() => asksToStay(page)).toBe(true);

	const logOut = async (answer: boolean) => {
		await page.evaluate((told) => {
			window.confirm = (text) => {
				document.documentElement.dataset.asked = text;
				return told;
			};
		}, answer);
		await page.getByRole('button', { name: 'Account menu' }).click();
		await page.getByRole('button', { name: 'Log out' }).click();
		await expect(page.locator('html')).toHaveAttribute('data-asked', /^1 scan or sale isn’t synced yet\./);
	};
	// The door has the screen for itself: one leaves it first.
	const back = page.getByRole('link', { name: `Back to ${door.title}` });
	await back.click();
	await logOut(false);
	await page.getByRole('link', { name: 'Start check-in' }).click();
	await expect(page.getByText('1 unsynced scan')).toBeVisible();
	await back.click();
	await logOut(true);
	await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull();
	// The guest list is gone with the session, the scan is not.
	await expect.poll(() => storedRecords(page)).toEqual({ records: 0, queue: 1 });

	await page.unroute(server);
	const { email, password } = account;
	const again = await request.post('/api/auth/login', { data: { email, password, rememberMe: true } });
	const { token } = await again.json();
	await page.evaluate((fresh) => localStorage.setItem('token', fresh), token);
	await page.goto(`/qr-scanner/${code}`);
	await page.getByRole('button', { name: 'Arrived 1' }).click();
	await expect(page.getByRole('button', { name: 'Undo check-in of Ada' })).toBeVisible();
	await expect.poll(() => waitingOn(page)).toBe(0);
	const { call } = apiOf(request, { ...account, token });
	expect((await call('get', `/api/events/${door.eventId}/figures`)).checkedIn).toBe(1);
});

test('a new build waits while somebody scans, takes over when the door is opened anew, and loses nothing', async ({
	browser,
	doorOf,
}) => {
	const door = await doorOf('Build', ['Ada', 'Bo']);
	const build = await withNextBuild();
	const context = await browser.newContext({ ...phone, baseURL: build.url });
	let page = await openDoor(context, door, 'Gate');
	await context.setOffline(true);
	for (const { ticketCode } of door.guests) expect(await checkCode(page, ticketCode)).toContain('OK');
	build.refuse(/\/api\/staff-access\/(checkin|sync)\//);
	await context.setOffline(false);
	await deployBeside(page, door, build);
	await expect.poll(() => waitingOn(page)).toBe(2);
	expect(await checkCode(page, door.guests[0]!.ticketCode)).toContain('Already checked in');
	expect((await workersOf(page, door.path)).isWaiting).toBe(true);

	// Closed and opened anew, as after a break: at the same moment, Chromium keeps the older worker until it was idle for a while.
	const aside = await context.newPage();
	await aside.goto('/robots.txt');
	await page.close({ runBeforeUnload: false });
	await expect.poll(async () => (await workersOf(aside, door.path)).isWaiting).toBe(false);
	await aside.close();
	page = await context.newPage();
	await page.goto(door.path);
	await readyForOffline(page);
	await expect
		.poll(() => workersOf(page, door.path))
		.toEqual({ isWaiting: false, hasNext: true, isControlled: true });
	await expect.poll(() => waitingOn(page)).toBe(3);
	// The new worker alone is enough to open the door.
	await context.setOffline(true);
	page.on('dialog', (dialog) => void dialog.accept());
	await page.reload();
	await expect(page.getByRole('heading', { name: door.title })).toBeVisible();
	expect(await checkCode(page, door.guests[1]!.ticketCode)).toContain('Already checked in');
	build.refuse(null);
	await context.setOffline(false);
	await expect.poll(() => waitingOn(page)).toBe(0);
	expect((await door.call('get', `/api/events/${door.eventId}/figures`)).checkedIn).toBe(2);
	await context.close();
	await build.close();
});

test('a second page at the door is opened while a new build waits: both go on, and know what the other decided', async ({
	browser,
	doorOf,
}) => {
	const door = await doorOf('Pages', ['Ada', 'Bo', 'Cy']);
	const [ada, bo, cy] = door.guests.map(({ ticketCode }) => ticketCode);
	const build = await withNextBuild();
	const context = await browser.newContext({ ...phone, baseURL: build.url });
	const first = await openDoor(context, door, 'Gate');
	expect(await checkCode(first, ada!)).toContain('OK');
	await deployBeside(first, door, build);
	const second = await openDoor(context, door, 'Gate');
	// It lets the new build take over; whether the browser has let go of the older worker by now or does so in the middle, both go on.
	await context.setOffline(true);
	expect(await checkCode(first, bo!)).toContain('OK');
	expect(await checkCode(second, cy!)).toContain('OK');
	expect(await checkCode(second, bo!)).toContain('Already checked in');
	// Not reloaded: under the test runner, which attaches to service workers, a page opened without a network while workers change is
	// never answered. Chromium by itself answered 48 of 48 such pages, the slowest after 1.3 s.
	expect(await checkCode(first, cy!)).toContain('Already checked in');
	await context.setOffline(false);
	await expect
		.poll(async () => (await door.call('get', `/api/events/${door.eventId}/figures`)).checkedIn)
		.toBe(3);
	await context.close();
	await build.close();
});
