import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { untilSeenAgain } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** Registering on the event's page: two fields, and everything that can go wrong between two people and a server. */

const phone = { width: 390, height: 844 };

const box = (page: Page) => page.getByRole('region', { name: /^(?:Register|Get tickets)$/ });
/** The button of the form; the bar of a phone is called the same. */
const submit = (page: Page) =>
	box(page)
		.getByRole('button', { name: /^Register/ })
		.and(page.locator('[type=submit]'));

async function fill(page: Page, name: string, email: string) {
	await box(page).getByLabel('Name', { exact: true }).fill(name);
	await box(page).getByLabel('Email', { exact: true }).fill(email);
}

test('two fields and one press lead to the ticket, celebrated once', async ({
	page,
	event,
	freshEmail,
	mails,
}) => {
	const email = freshEmail('vera');
	await page.setViewportSize(phone);
	await page.goto(event.path);
	await fill(page, 'Vera Ångström', email); // F1, F2
	await submit(page).click(); // C1
	await expect(page).toHaveURL(/\/my-ticket\/[\w-]+$/);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re in, Vera');
	await expect(page.getByText(email).first()).toBeVisible();
	const ticket = page.getByRole('article', { name: 'Ticket for Vera Ångström' });
	const qr = await ticket.getByRole('img', { name: /QR code/ }).boundingBox();
	expect(qr?.width).toBeGreaterThanOrEqual(240);
	await expect(page.getByText(event.title).first()).toBeVisible();
	// Said once: by the heading, not by a toast over it.
	await expect(page.getByText('You’re in')).toHaveCount(1);
	expect(await axeFindings(page)).toEqual([]);

	await page.reload();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your ticket');
	await expect(ticket).toBeVisible();
	const mail = await mails.waitFor(email, /Night of the Harbour/);
	expect(new URL(mails.linkIn(mail, /my-ticket/)).pathname).toBe(new URL(page.url()).pathname);
});

test('what is missing is said under the field and on top, and focus goes there; a slip in the address is mended by one press', async ({
	page,
	event,
}) => {
	await page.goto(event.path);
	await submit(page).click();
	await expect(page.getByRole('main').getByRole('alert')).toContainText('Please fix 2 things');
	await expect(box(page).getByLabel('Name', { exact: true })).toBeFocused();
	await fill(page, 'Ada', 'ada@');
	await submit(page).click();
	await expect(box(page).getByLabel('Email', { exact: true })).toBeFocused();
	await expect(box(page).getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
		/valid email address/,
	);
	await expect(box(page).getByLabel('Name', { exact: true })).toHaveValue('Ada');
	await fill(page, 'Ada', 'ada@gmial.com');
	await page.getByLabel('Name', { exact: true }).focus();
	await page.getByRole('button', { name: 'ada@gmail.com' }).click();
	await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@gmail.com');
	await expect(page.getByText('Did you mean')).toBeHidden();
});

test('a device that was asked to remember fills the form by itself', async ({ page, api, freshEmail }) => {
	const [first, second] = [await api.sellingEvent(), await api.sellingEvent({ title: 'Second night' })];
	const email = freshEmail('rita');
	await page.goto(first.path);
	await fill(page, 'Rita', email);
	await page.getByLabel('Save my details on this device').check();
	await submit(page).click();
	await expect(page).toHaveURL(/my-ticket/);
	await page.goto(second.path);
	await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
	await submit(page).click(); // F0 C1
	await expect(page).toHaveURL(/my-ticket/);

	await page.goto(second.path);
	await expect(page.getByLabel('Save my details on this device')).toBeChecked();
	await page.getByLabel('Save my details on this device').uncheck();
	await submit(page).click();
	await expect(page).toHaveURL(/my-ticket/);
	await page.goto(second.path);
	await expect(page.getByLabel('Save my details on this device')).not.toBeChecked();
	await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');
});

test('by keyboard alone, several types in one order, names on the tickets', async ({
	page,
	api,
	event,
	freshEmail,
}) => {
	const types = `/api/events/${event.id}/ticket-types`;
	await api.call('post', types, { name: 'Table', admits: 2, maxPerOrder: 3 });
	await api.call('post', types, { name: 'Patron', priceMinor: 5_000 });
	await page.goto(event.path);
	await expect(box(page).getByText('Not on sale', { exact: true })).toBeVisible();
	const press = async (...keys: string[]) => {
		for (const key of keys) await page.keyboard.press(key);
	};
	await page.getByRole('spinbutton', { name: 'Quantity, Standard' }).focus();
	await press('ArrowUp', 'Tab', 'ArrowUp', 'Tab');
	await page.keyboard.type('Kim');
	await press('Tab');
	await page.keyboard.type(freshEmail('kim'));
	// Its script is fetched with the second ticket.
	await expect(box(page).getByText('Attendee names')).toBeVisible();
	await press('Tab', 'Enter', 'Tab');
	await expect(box(page).getByLabel('Ticket 1: Standard')).toBeFocused();
	await page.keyboard.type('Kim at the door');
	await press('Tab', 'Tab');
	await page.keyboard.type('Lou');
	await press('Enter');
	await expect(page).toHaveURL(/my-ticket/);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	await expect(page.getByRole('article')).toHaveCount(3);
	const guests = await api.attendees(event.id);
	expect(guests.map(({ name }) => name).toSorted()).toEqual(['Kim', 'Kim at the door', 'Lou']);
});

test('sold out between reading and sending: said with what is left, and nothing typed is lost', async ({
	page,
	api,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 422/);
	const event = await api.sellingEvent({}, { capacity: 2 });
	const order = (quantity: number) =>
		api.call('post', `/api/events/${event.id}/orders`, {
			buyer: { name: 'Somebody', email: freshEmail('other') },
			items: [{ ticketTypeId: event.standardId, quantity }],
		});
	await page.goto(event.path);
	await fill(page, 'Late Larry', freshEmail('larry'));
	await box(page).getByRole('button', { name: 'One more' }).click();
	await order(1);
	await submit(page).click();
	await expect(box(page).getByRole('alert').first()).toContainText('Only 1 left of Standard');
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Late Larry');
	await box(page).getByRole('button', { name: 'One less' }).click();
	const other = await order(1);
	await submit(page).click();
	await expect(box(page).getByText('The last tickets just went.')).toBeVisible();
	await expect(box(page).getByText('Sold out', { exact: true }).first()).toBeVisible();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Late Larry');

	// Somebody cancels, the window comes back into view: the place is there.
	await api.call('post', `/api/orders/${other.manageToken}/cancel`, {});
	await untilSeenAgain(page, () =>
		expect(box(page).getByText('The last tickets just went.')).toBeHidden({ timeout: 1_000 }),
	);
	await submit(page).click();
	await expect(page).toHaveURL(/my-ticket/);
});

test('offline in the middle, it waits and goes out once; a lost answer is asked for again, and ends in the same order', async ({
	page,
	context,
	api,
	event,
	freshEmail,
	faults,
}) => {
	// What helps with slips in an address is fetched when somebody types; without it nothing is pointed out.
	faults.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION/);
	await page.goto(event.path);
	await fill(page, 'Train Traveller', freshEmail('train'));
	await context.setOffline(true);
	await submit(page).click();
	await expect(box(page).getByRole('alert')).toContainText('send your registration as soon as you’re back');
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Train Traveller');
	expect(await api.attendees(event.id)).toEqual([]);
	await context.setOffline(false);
	await expect(page).toHaveURL(/my-ticket/);
	expect(await api.attendees(event.id)).toHaveLength(1);

	await page.goto(event.path);
	const keys: (string | undefined)[] = [];
	await page.route('**/orders', async (route) => {
		keys.push(route.request().headers()['idempotency-key']);
		// The server takes the first one; its answer never arrives.
		if (keys.length > 1) return route.continue();
		await route.fetch();
		await route.abort();
	});
	await fill(page, 'Twice Tom', freshEmail('tom'));
	await submit(page).dblclick();
	await expect(page).toHaveURL(/my-ticket/);
	expect(keys).toHaveLength(2);
	expect(new Set(keys).size).toBe(1);
	expect(await api.attendees(event.id)).toHaveLength(2);
});

test('the script that sends cannot be had: the browser sends the form', async ({
	page,
	api,
	event,
	freshEmail,
	faults,
}) => {
	faults.allow(/ERR_FAILED/);
	await page.route('**/assets/sending-*.js', (route) => route.abort());
	await page.goto(event.path);
	const asked = page.waitForEvent('requestfailed', (failed) => failed.url().includes('/assets/sending-'));
	await fill(page, 'Plain Paula', freshEmail('paula'));
	await asked;
	await submit(page).click();
	await expect(page).toHaveURL(/my-ticket/);
	expect(await api.attendees(event.id)).toHaveLength(1);
});

test('limits and windows are told before trying', async ({ page, api, request }) => {
	const opensAt = new Date(Date.now() + 86_400_000).toISOString();
	const later = await api.sellingEvent({}, { salesStartAt: opensAt });
	await page.goto(later.path);
	await expect(
		box(page)
			.getByText(/^Registration opens /)
			.first(),
	).toBeVisible();
	await expect(submit(page)).toHaveCount(0);

	// The server writes it.
	const read = async ({ path }: { path: string }) => (await request.get(path)).text();
	expect(await read(await api.sellingEvent({}, { capacity: 0 }))).toContain('All spots are taken.');
	expect(await read(await api.sellingEvent({}, { isClosed: true }))).toContain('Registration is closed');

	const pairs = await api.sellingEvent({}, { minPerOrder: 2, maxPerOrder: 4 });
	expect(await read(pairs)).not.toMatch(/All spots are taken|Registration is closed/);
	await page.goto(pairs.path);
	await expect(page.getByRole('spinbutton')).toHaveValue('2');
	await expect(box(page).getByText('Minimum 2 per order')).toBeVisible();
});

test('a sale opens on a page that is open', async ({ page, api, freshEmail }) => {
	let opensAtMs = 0;
	// With more time, where a busy machine shows the page only after the sale has opened.
	for (
		let aheadMs = 4_000;
		opensAtMs === 0 || !(await box(page).getByText('Not open yet').isVisible());
		aheadMs *= 3
	) {
		opensAtMs = Date.now() + aheadMs;
		const event = await api.sellingEvent({}, { salesStartAt: new Date(opensAtMs).toISOString() });
		await page.goto(event.path);
	}
	await fill(page, 'Early Eve', freshEmail('eve'));
	await submit(page).click();
	await expect(page).toHaveURL(/my-ticket/);
	expect(Date.now()).toBeGreaterThan(opensAtMs);
});

test.describe('without script', () => {
	test.use({ javaScriptEnabled: false });

	test('the form registers; what is refused comes back whole', async ({ page, api, freshEmail, faults }) => {
		faults.allow(/status of 422/);
		const event = await api.sellingEvent({}, { capacity: 1, maxPerOrder: 4 });
		const types = `/api/events/${event.id}/ticket-types`;
		await api.call('post', types, { name: 'Online' });
		const email = freshEmail('nora');
		await page.goto(event.path);
		await fill(page, 'Nora <b>Script</b>', email);
		await page.getByRole('spinbutton', { name: 'Quantity, Standard' }).fill('2');
		await submit(page).click();
		await expect(page).toHaveURL(new RegExp(`${event.path}\\?resent=1#register$`));
		await expect(page.getByRole('main').getByRole('alert')).toContainText('Only 1 left of Standard');
		await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Nora <b>Script</b>');
		await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
		await expect(page.getByRole('spinbutton', { name: 'Quantity, Standard' })).toHaveValue('2');
		await page.getByRole('spinbutton', { name: 'Quantity, Standard' }).fill('1');
		await submit(page).click();
		await expect(page).toHaveURL(/\/my-ticket\//);
		await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
		await expect(page.getByText('Nora <b>Script</b>').first()).toBeVisible();
		// Nothing is offered that only script could do.
		await expect(page.getByRole('button', { name: /Edit name|Cancel|Change it/ })).toHaveCount(0);
	});

	test('the same form twice is one order', async ({ page, api, event, request, freshEmail, baseURL }) => {
		await page.goto(event.path);
		const form = {
			name: 'Double Dora',
			email: freshEmail('dora'),
			[`quantity.${event.standardId}`]: '1',
		};
		const post = () =>
			request.post(event.path, {
				form,
				maxRedirects: 0,
				headers: { origin: new URL(baseURL ?? '').origin },
			});
		// The browser is given its secret, and sends the form again.
		expect((await post()).status()).toBe(307);
		const [one, two] = await Promise.all([post(), post()]);
		expect([one.status(), two.status()]).toEqual([303, 303]);
		expect(one.headers().location).toBe(two.headers().location);
		expect(await api.attendees(event.id)).toHaveLength(1);
	});
});
