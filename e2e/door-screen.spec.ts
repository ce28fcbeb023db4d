import { axeFindings } from './support/axe.ts';
import { checkCode, makeDoor, readyForOffline, storedRecords, stretchVerdicts } from './support/door.ts';
import { apiOf } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** All that is to be seen while there is a verdict. */
const SHOWN = ['.door-verdict', '.toaster'];

test('by keyboard alone, read out, nothing for axe to find, and no toast over the verdict', async ({
	page,
	doorOf,
	faults,
}) => {
	faults.allow(/409|404/);
	const door = await doorOf('Kay', ['Ada Lovelace', 'Bo Diddley']);
	await page.setViewportSize({ width: 390, height: 844 });
	await stretchVerdicts(page, 100);
	await page.goto(door.path);
	await readyForOffline(page);
	expect(await axeFindings(page)).toEqual([]);

	const search = page.getByPlaceholder('Search guests...');
	await search.focus();
	await page.keyboard.type('lov');
	await expect(page.getByRole('button', { name: 'Check In Ada Lovelace' })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Check In Bo Diddley' })).toHaveCount(0);
	await page.keyboard.press('Tab');
	await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'Check In Ada Lovelace' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('verdict-status')).toContainText('OK. Ada Lovelace');
	const verdict = page.locator('[data-verdict]');
	await expect(verdict).toBeVisible();
	const toast = page.locator('.toast[data-state="open"]');
	await expect(toast).toContainText('Manual Check-in Successful!');
	for (const [width, height] of [
		[1440, 900],
		[768, 1024],
		[390, 844],
	] as const) {
		await page.setViewportSize({ width, height });
		const boxes = [toast, page.getByTestId('verdict-word'), verdict.getByRole('button', { name: 'Next' })];
		const [toastBox, wordBox, keyBox] = await Promise.all(boxes.map((one) => one.boundingBox()));
		expect(toastBox!.y, `${width}`).toBeGreaterThanOrEqual(wordBox!.y + wordBox!.height);
		const isBeside = toastBox!.x >= keyBox!.x + keyBox!.width;
		expect(isBeside || toastBox!.y >= keyBox!.y + keyBox!.height, `${width}`).toBe(true);
		expect(keyBox!.height).toBeGreaterThanOrEqual(64);
	}
	expect(await axeFindings(page, { inside: SHOWN })).toEqual([]);
	await expect(search).toBeFocused();
	await page.keyboard.press('Escape');
	await expect(verdict).toBeHidden();

	await page.getByLabel('Ticket code').fill(door.guests[0]!.ticketCode);
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('verdict-alert')).toContainText(/Already checked in\. Ada Lovelace/);
	await expect(page.getByTestId('verdict-alert')).toContainText('Ask for another ticket, or');
	expect(await axeFindings(page, { inside: SHOWN })).toEqual([]);
	await page.keyboard.press('Escape');
	expect(await checkCode(page, 'nothing')).toContain('This code isn’t');
});

test('in by the short code and the PIN, the device named once; a revoked link closes and forgets', async ({
	page,
	doorOf,
	faults,
}) => {
	faults.allow(/401|404/);
	const door = await doorOf('Pina', ['Ada']);
	const link = await door.call('post', `/api/events/${door.eventId}/staff-links`, {
		label: 'Side door',
		pin: '4711',
	});
	await page.goto('/staff-access/enter');
	await page
		.getByLabel('Access code')
		.fill(`${link.shortCode.slice(0, 4)} ${link.shortCode.slice(4).toLowerCase()}`);
	await page.getByLabel('Device name').fill('Side gate');
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByLabel('PIN').fill('4711');
	await page.getByRole('button', { name: 'Continue' }).click();
	await page.getByRole('link', { name: 'Start scanning' }).click();
	await expect(page).toHaveURL(/\/scan\//);
	await readyForOffline(page);
	await expect.poll(() => page.evaluate(() => localStorage.getItem('foyer.device-name'))).toBe('Side gate');
	const stored = async () => (await storedRecords(page)).records;
	await expect.poll(stored).toBeGreaterThan(0);
	await door.call('post', `/api/events/${door.eventId}/staff-links/${link.id}/revoke`);
	await page.reload();
	await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
	await expect.poll(stored).toBe(0);
});

test('a cut link says so without asking the server; the page that the device keeps fits any link', async ({
	page,
	context,
	doorOf,
	faults,
}) => {
	faults.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
	const door = await doorOf('Cut', ['Ada']);
	const asked: string[] = [];
	page.on('request', (one) => asked.push(new URL(one.url()).pathname));
	const incomplete = page.getByText('This link is incomplete. Open it again from the message');
	const cut = door.token.slice(0, -5);
	for (const path of [`/scan/${cut}`, `/staff-scanner/${cut}`, `/staff-access/${cut}`]) {
		await page.goto(path);
		await expect(incomplete).toBeVisible();
	}
	// Without a load too: from one page of the app to the next.
	await page.goto('/staff-access/enter');
	await expect(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
	await page.evaluate((path) => {
		history.pushState(null, '', path);
		dispatchEvent(new PopStateEvent('popstate'));
	}, `/scan/${cut}`);
	await expect(incomplete).toBeVisible();
	// A whole address whose token is cut, typed or scanned.
	await page.getByRole('link', { name: 'Enter access code' }).click();
	await page.getByLabel('Access code').fill(`https://foyer.example/scan/${cut}`);
	await page.getByRole('button', { name: 'Continue' }).click();
	await expect(incomplete).toBeVisible();
	expect(asked.filter((path) => path.startsWith('/api/staff-access/'))).toEqual([]);

	await page.goto(door.path);
	await readyForOffline(page);
	await context.setOffline(true);
	// A page that is hydrated with what the server did not render fails the test by its error.
	await page.goto(`/staff-access/${door.shortCode}`);
	await expect(page.getByLabel('Access code')).toHaveValue(door.shortCode);
	await page.goto(door.path);
	await expect(page.getByRole('heading', { name: door.title })).toBeVisible();
});

test('guests beyond the first 5,000 show their address once in view, and are found by part of it', async ({
	page,
	account,
	request,
}) => {
	const door = await makeDoor(request, account, []);
	const guests = Array.from({ length: 5_050 }, (_, index) => ({
		name: `Guest ${10_000 + index}`,
		email: `box${index}@people.example`,
	}));
	await apiOf(request, account).importGuests(door.eventId, guests);
	await page.goto(door.path);
	await readyForOffline(page);
	const list = page.getByRole('region', { name: 'Guests' });
	await expect(list.getByText('box0@people.example')).toBeVisible();
	await list.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
	await expect(list.getByRole('listitem').filter({ hasText: 'Guest 15049' })).toContainText(
		'box5049@people.example',
	);
	await page.getByPlaceholder('Search guests...').fill('ox5007');
	await expect(list.getByRole('listitem')).toHaveText([/Guest 15007\s*box5007@people\.example/]);
});
