import type { APIRequestContext } from '@playwright/test';
import { spoil } from '#tests/support/spoil.ts';
import { axeFindings } from './support/axe.ts';
import type { SellingEvent } from './support/selling.ts';
import { expect, test } from './support/test.ts';
import { beHasty } from './support/wait-for-hydration.ts';

/** The page behind the signed link of an order: read, mend, give back. */

async function order(
	request: APIRequestContext,
	event: SellingEvent,
	values: { name: string; email: string; quantity?: number; hold?: boolean; names?: string[] },
): Promise<string> {
	const response = await request.post(`/api/events/${event.id}/orders`, {
		data: {
			buyer: { name: values.name, email: values.email },
			items: [{ ticketTypeId: event.standardId, quantity: values.quantity ?? 1 }],
			hold: values.hold ?? false,
			...(values.names ? { attendees: values.names.map((name) => ({ name, email: '' })) } : {}),
		},
	});
	expect(response.status(), await response.text()).toBe(201);
	return (await response.json()).manageToken;
}

test('the link is a secret: no referrer, no cache, no index; a wrong one is nothing', async ({
	page,
	event,
	request,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 404 GET .*\/my-ticket\//);
	const token = await order(request, event, { name: 'Ada', email: freshEmail() });
	const response = await page.goto(`/my-ticket/${token}`);
	const headers = response?.headers() ?? {};
	expect(headers['referrer-policy']).toBe('no-referrer');
	expect(headers['cache-control']).toContain('no-store');
	await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
	for (const wrong of [`${token}x`, 'short']) {
		const answer = await request.get(`/my-ticket/${wrong}`);
		expect([answer.status(), await answer.text()], wrong).toEqual([
			404,
			expect.stringContaining('We couldn’t find this ticket'),
		]);
	}
	expect((await page.goto(`/my-ticket/${spoil(token)}`))?.status()).toBe(404);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('We couldn’t find this ticket');
	await expect(page.getByRole('link', { name: 'Find my ticket' })).toHaveAttribute(
		'href',
		'/help#find-my-ticket',
	);
});

test('each opening shows the order as it is then, and each link its own order', async ({
	api,
	event,
	request,
	freshEmail,
}) => {
	const [ada, bob] = [
		await order(request, event, { name: 'Grace Hopper', email: freshEmail() }),
		await order(request, event, { name: 'Bob Noyce', email: freshEmail() }),
	];
	const open = async (token: string) => (await request.get(`/my-ticket/${token}`)).text();
	for (let opening = 1; opening <= 2; opening += 1) {
		const [ofAda, ofBob] = await Promise.all([open(ada), open(bob)]);
		expect([ofAda.includes('Grace Hopper'), ofAda.includes('Bob Noyce'), ofAda.includes(bob)]).toEqual([
			true,
			false,
			false,
		]);
		expect([ofBob.includes('Bob Noyce'), ofBob.includes('Grace Hopper')]).toEqual([true, false]);
	}
	const { attendees } = await (await request.get(`/api/orders/${ada}`)).json();
	await request.patch(`/api/orders/${ada}/attendees/${attendees[0].id}`, { data: { name: 'Grace Murray' } });
	expect(await open(ada)).toContain('Grace Murray');
	await api.call('patch', `/api/events/${event.id}`, { title: 'Night of the Lighthouse' });
	expect(await open(ada)).toContain('Night of the Lighthouse');
	expect(await open(bob)).toContain('Night of the Lighthouse');
});

test('a name is mended, a wrong address changed, one ticket given back, then all', async ({
	page,
	api,
	request,
	freshEmail,
	mails,
}) => {
	const event = await api.sellingEvent({}, { capacity: 3 });
	const names = ['Ada', 'Charles', 'Mary'];
	const [wrong, right] = [freshEmail('wrong'), freshEmail('right')];
	const token = await order(request, event, { name: 'Ada', email: wrong, quantity: 3, names });
	await page.goto(`/my-ticket/${token}`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your tickets');
	const ticket = (name: string) => page.getByRole('article', { name: `Ticket for ${name}` });
	await expect(ticket('Charles')).toContainText('2 of 3');
	// Date and place stand once, whatever the number of tickets.
	await expect(page.getByText('Old Ferry').filter({ visible: true })).toHaveCount(1);
	await page.evaluate(() => localStorage.setItem('foyer.buyer', '{"name":"Ada","email":"ada@example.org"}'));
	await page.getByRole('button', { name: 'Edit names' }).click();
	await page.getByRole('dialog').getByLabel('Ticket 2: Standard').fill('Charlotte');
	await page.getByRole('dialog').getByLabel('Ticket 1: Standard').fill('Ada Lovelace');
	await page.keyboard.press('Enter');
	await expect(ticket('Charlotte')).toBeVisible();
	await expect(ticket('Ada Lovelace')).toBeVisible();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect
		.poll(async () => JSON.parse((await page.evaluate(() => localStorage.getItem('foyer.buyer'))) ?? ''))
		.toEqual({ name: 'Ada Lovelace', email: 'ada@example.org' });

	// The tickets go to the right address, and their link leads here.
	await page.getByRole('button', { name: 'Change it' }).click();
	await page.getByRole('dialog').getByLabel('Email').fill(right);
	await page.getByRole('button', { name: 'Save and resend' }).click();
	await expect(page.getByRole('main').getByText(right).first()).toBeVisible();
	const mail = await mails.waitFor(right, /Night of the Harbour/);
	await page.goto(new URL(mails.linkIn(mail, /my-ticket/)).pathname);
	await expect(page.getByRole('img', { name: /QR code/ })).toHaveCount(3);

	await ticket('Mary').getByRole('button', { name: 'Cancel ticket' }).click();
	await expect(page.getByRole('dialog')).toContainText('The spot will be released');
	await expect(page.getByRole('button', { name: 'Keep ticket' })).toBeFocused();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel ticket' }).click();
	await expect(ticket('Mary')).toHaveCount(0);
	const confirmed = async () =>
		(await api.call('get', `/api/events/${event.id}/ticket-types`)).data[0].organiser.confirmed;
	await expect.poll(confirmed).toBe(2);

	await page.getByRole('button', { name: 'Cancel registration' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel registration' }).click();
	await expect(page.getByText('This registration is cancelled')).toBeVisible();
	await expect(page.getByRole('article')).toHaveCount(0);
	const guests = await api.attendees(event.id);
	expect(guests.every(({ status }) => status === 'cancelled')).toBe(true);
});

test('a hold counts down, is extended once, confirmed, or given back', async ({
	page,
	api,
	request,
	freshEmail,
	faults,
}) => {
	faults.allow(/status of 422 POST .*\/api\/orders\//);
	const event = await api.sellingEvent({}, { capacity: 2 });
	const token = await order(request, event, { name: 'Hal', email: freshEmail(), quantity: 2, hold: true });
	// What is pressed before the script of the panel is there counts.
	const { promise: panelMayCome, resolve: letPanelCome } = Promise.withResolvers<void>();
	await page.route(/\/assets\/hold-panel/, async (route) => {
		await panelMayCome;
		await route.continue();
	});
	beHasty(page);
	await page.goto(`/my-ticket/${token}`);
	await expect(page.getByRole('heading', { name: 'We’re holding 2 tickets for you' })).toBeVisible();
	await page.getByRole('button', { name: 'Extend by 15 minutes' }).click();
	letPanelCome();
	await expect(page.getByRole('timer')).toHaveText(/^(29|30):\d\d$/);
	await page.getByRole('button', { name: 'Extend by 15 minutes' }).click();
	await expect(page.getByRole('main').getByRole('alert')).toContainText('once');
	await page.getByRole('button', { name: 'Confirm registration' }).click();
	await expect(page.getByRole('article')).toHaveCount(2);

	const other = await api.sellingEvent();
	const second = await order(request, other, { name: 'Hal', email: freshEmail(), hold: true });
	await page.goto(`/my-ticket/${second}`);
	await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
	await page.getByRole('button', { name: 'Release tickets' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Release tickets' }).click();
	await expect(page.getByText('This registration is cancelled')).toBeVisible();
});

test('one ticket a sheet, its code at least 35 mm wide; readable in the dark; none once the event is called off', async ({
	page,
	api,
	event,
	request,
	freshEmail,
}) => {
	const token = await order(request, event, { name: 'Ada', email: freshEmail(), quantity: 2 });
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(`/my-ticket/${token}`);
	expect(await axeFindings(page)).toEqual([]);
	const codes = page.getByRole('img', { name: /QR code/ });
	await expect(codes.first()).toHaveCSS(
		'background-color',
		/^(?:lab\(100 0 0\)|rgb\(255, 255, 255\)|oklch\(1 0 0\))$/,
	);

	await page.emulateMedia({ media: 'print' });
	await expect(page.getByRole('button', { name: 'Cancel registration' })).toBeHidden();
	const width = (await codes.first().boundingBox())?.width ?? 0;
	// 25 of the 33 modules across are the code, the others its quiet zone.
	expect((width / 96) * 25.4 * (25 / 33)).toBeGreaterThanOrEqual(35);
	const pdf = await page.pdf({ format: 'A4' });
	expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(2);

	await page.emulateMedia({ media: 'screen' });
	await api.call('post', `/api/events/${event.id}/postpone`, {});
	await page.reload();
	await expect(page.getByText('This event was postponed')).toBeVisible();
	await expect(codes).toHaveCount(2);
	await api.call('post', `/api/events/${event.id}/cancel`, {});
	await page.reload();
	await expect(page.getByText('This event was cancelled')).toBeVisible();
	await expect(codes).toHaveCount(0);
});

test('at a phone’s size the code is in the first screen; pressed, it has a white screen that stays on, and every ticket is a swipe away', async ({
	page,
	event,
	request,
	freshEmail,
}) => {
	const names = ['Ada', 'Charles', 'Mary'];
	const token = await order(request, event, { name: 'Ada', email: freshEmail(), quantity: 3, names });
	await page.addInitScript(() => {
		const seen = window as unknown as { locks: number };
		seen.locks = 0;
		Object.defineProperty(navigator, 'wakeLock', {
			value: {
				async request() {
					seen.locks += 1;
					return {
						released: false,
						async release() {
							seen.locks -= 1;
						},
					};
				},
			},
		});
	});
	const locks = () => page.evaluate(() => (window as unknown as { locks: number }).locks);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
	await page.goto('/events');
	await page.goto(`/my-ticket/${token}?new`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re in, Ada');
	const code = page.getByRole('img', { name: 'QR code of the ticket for Ada', exact: true });
	await expect(code.first()).toBeInViewport({ ratio: 1 });
	// Whole, also above a bar at the lower edge.
	const box = await code.first().boundingBox();
	expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(844 - 56);

	const screen = page.getByRole('dialog');
	// The button lies over the code.
	const press = () => page.mouse.click(195, (box?.y ?? 0) + 20);
	await press();
	await expect(screen).toBeVisible();
	await expect(screen.getByRole('img', { name: /for Ada$/ })).toBeInViewport({ ratio: 1 });
	expect(await screen.boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
	await expect(screen.locator('> div')).toHaveCSS(
		'background-color',
		/^(?:lab\(100 0 0\)|rgb\(255, 255, 255\)|oklch\(1 0 0\))$/,
	);
	await expect.poll(locks).toBe(1);
	expect(await axeFindings(page)).toEqual([]);
	await page.keyboard.press('ArrowRight');
	await expect(screen.getByRole('img', { name: /for Charles$/ })).toBeInViewport({ ratio: 1 });
	await expect(screen.getByRole('img', { name: /for Ada$/ })).not.toBeInViewport();
	await page.keyboard.press('Escape');
	await expect(screen).toHaveCount(0);
	await expect.poll(locks).toBe(0);

	// "Back" closes it, also without a connection, and the next "back" leaves the page. Dialogs are loaded while the page rests.
	const loaded = () =>
		page.evaluate(
			() =>
				performance.getEntriesByType('resource').filter(({ name }) => /(requested|change)-dialog/.test(name))
					.length,
		);
	await expect.poll(loaded).toBeGreaterThanOrEqual(2);
	await page.context().setOffline(true);
	await page
		.getByRole('article', { name: 'Ticket for Mary' })
		.getByRole('button', { name: 'Full screen' })
		.click();
	await expect(screen.getByRole('img', { name: /for Mary$/ })).toBeInViewport({ ratio: 1 });
	await page.goBack();
	await expect(screen).toHaveCount(0);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('You’re in, Ada');
	await page.context().setOffline(false);
	await page.evaluate(() => window.scrollTo(0, 0));
	await press();
	await screen.getByRole('img', { name: /for Ada$/ }).click();
	await expect(screen).toHaveCount(0);
	await page.goBack();
	await expect(page).toHaveURL(/\/events$/);
});

test('the link of a ticket is copied, and sent by the device or by email', async ({
	page,
	event,
	request,
	freshEmail,
}) => {
	const token = await order(request, event, { name: 'Ada', email: freshEmail() });
	await page.addInitScript(() => {
		Object.defineProperty(navigator, 'clipboard', {
			value: { writeText: async (text: string) => Object.assign(window, { copied: text }) },
		});
		Object.defineProperty(navigator, 'share', {
			value: async (data: object) => Object.assign(window, { shared: data }),
		});
	});
	const noted = (name: string) =>
		page.evaluate((key) => (window as unknown as Record<string, unknown>)[key], name);
	await page.goto(`/my-ticket/${token}`);
	const url = new URL(`/my-ticket/${token}`, page.url()).href;
	await page.getByRole('button', { name: 'Copy link' }).click();
	await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
	expect(await noted('copied')).toBe(url);
	const send = page.getByRole('link', { name: 'Send link' });
	// Where there is no sharing, and without script: the email program.
	expect(await send.getAttribute('href')).toBe(
		`mailto:?subject=${encodeURIComponent('Your ticket: Night of the Harbour')}&body=${encodeURIComponent(url)}`,
	);
	await send.click();
	await expect.poll(() => noted('shared')).toEqual({ title: 'Your ticket: Night of the Harbour', url });
});
