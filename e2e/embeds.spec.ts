import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { test } from './support/foreign-site.ts';
import { apiOf } from './support/selling.ts';
import { makeSeriesOfDates } from './support/series.ts';
import { expect } from './support/test.ts';

/** Events on a site of somebody else, under a content policy that allows nothing inline. */

/** Fills the form of an element, by keyboard alone. */
async function registerByKeyboard(page: Page, name: string, email: string) {
	await page.getByLabel('Name', { exact: true }).focus();
	await page.keyboard.type(name);
	await page.keyboard.press('Tab');
	await page.keyboard.type(email);
	await page.keyboard.press('Enter');
}

test('an event is registered for inside a foreign page: one screen, two fields, no cookie, nothing stored', async ({
	page,
	event,
	site,
	freshEmail,
	instance,
	mails,
}) => {
	const email = freshEmail('vera');
	const address = site.page(
		`<foyer-event event="${event.slug}"><a href="${instance.url}${event.path}">${event.title}</a></foyer-event>`,
	);
	const sent: Record<string, string>[] = [];
	page.on('request', (one) => {
		const { pathname, origin } = new URL(one.url());
		if (origin === instance.url && pathname.startsWith('/api/')) sent.push(one.headers());
	});
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(address);
	await expect(page.getByRole('heading', { name: event.title })).toBeVisible();
	await registerByKeyboard(page, 'Vera Ångström', email); // F1, F2
	await expect(page.getByRole('heading', { name: /registered/ })).toBeFocused();
	expect(await axeFindings(page, { inside: 'foyer-event' })).toEqual([]);
	expect(page.url()).toBe(address);
	const mail = await mails.waitFor(email, /Night of the Harbour/);
	expect(mails.linkIn(mail, /my-ticket/)).toContain(instance.url);

	expect(await page.context().cookies()).toEqual([]);
	expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
	expect(sent.length).toBeGreaterThan(1);
	for (const { cookie, authorization, referer = '' } of sent)
		expect({ cookie, authorization, referer }).toEqual({ referer: '' });
});

/** What a hostile page does before the elements come: it listens to all that goes through the browser's own functions. */
const EAVESDROPPER = `(() => {
	window.heard = [];
	const hear = (text) => window.heard.push(String(text));
	const { fetch } = window;
	window.fetch = async (...given) => {
		hear(given[1]?.body);
		window.sent = { url: given[0], ...given[1] };
		const response = await fetch(...given);
		response.clone().text().then(hear, hear);
		return response;
	};
	for (const name of ['open', 'postMessage']) {
		const before = window[name];
		window[name] = (...given) => { hear(given[0]); return before.apply(window, given); };
	}
	window.addEventListener('message', (event) => hear(JSON.stringify(event.data)));
	const { attachShadow } = Element.prototype;
	Element.prototype.attachShadow = function (init) { return attachShadow.call(this, { ...init, mode: 'open' }); };
	window.readAll = (root = document) => [...root.querySelectorAll('*')].map((one) =>
		[...one.attributes].map(({ value }) => value).join(' ') + ' ' + (one.value ?? '') + ' ' + (one.shadowRoot ? window.readAll(one.shadowRoot) : '')).join(' ') + ' ' + (root.textContent ?? '');
})();`;

test('a hostile page that listens, restyles, frames and replays learns no ticket and no link', async ({
	page,
	event,
	request,
	site,
	faults,
	freshEmail,
	instance,
	mails,
}) => {
	const email = freshEmail('vera');
	await page.goto(
		site.page(
			`<foyer-event event="${event.slug}"></foyer-event><iframe title="Event" src="${instance.url}${event.path}"></iframe>
			<iframe title="Card" src="${instance.url}/embed/${event.slug}"></iframe>`,
			EAVESDROPPER,
		),
	);
	faults.allow(/frame-ancestors/);
	await registerByKeyboard(page, 'Vera', email);
	await expect(page.getByRole('heading', { name: /registered/ })).toBeVisible();
	const mail = await mails.waitFor(email, /Night of the Harbour/);
	const manageToken = new URL(mails.linkIn(mail, /my-ticket/)).pathname.split('/')[2] ?? '';
	const managed = await (await request.get(`/api/orders/${manageToken}`)).json();
	const [{ ticketCode }] = managed.attendees;
	expect(ticketCode).toBeTruthy();

	// Sent again as it was, from the page: the same answer.
	const again = await page.evaluate(async () => {
		const { url, ...init } = (window as unknown as { sent: RequestInit & { url: string } }).sent;
		const response = await fetch(url, init);
		return { status: response.status, text: await response.text() };
	});
	expect(again.status).toBe(201);
	const heard = await page.evaluate(() => {
		const hostile = window as unknown as { heard: string[]; readAll: () => string };
		return [...hostile.heard, hostile.readAll()].join('\n');
	});
	expect(heard, 'the page hears what it should').toContain(managed.code);
	for (const secret of [manageToken, ticketCode]) expect(heard).not.toContain(secret);

	// And with a program of its own, with all that it heard, where an order answers its link.
	const { key, body } = await page.evaluate(() => {
		const { headers, body: sent } = (
			window as unknown as { sent: { headers: Record<string, string>; body: string } }
		).sent;
		return { key: headers['Idempotency-Key'] ?? '', body: sent };
	});
	const { buyer, items } = JSON.parse(body);
	for (const data of [
		{ buyer, items },
		{ buyer, items, quoteHash: 'nothing-to-pay' },
	]) {
		for (const guess of [key, `embed${key}`, `embed%20${key}`]) {
			const replay = await request.post(`/api/events/${event.id}/orders`, {
				data,
				headers: { 'idempotency-key': guess },
			});
			expect(await replay.text()).not.toContain(manageToken);
		}
	}
	// A frame of the event page shows nothing; the card has no form.
	await expect(page.frameLocator('[title=Event]').getByText(event.title)).toHaveCount(0);
	const card = page.frameLocator('[title=Card]');
	await expect(card.getByRole('link', { name: event.title })).toBeVisible();
	await expect(card.locator('form, input, button')).toHaveCount(0);
});

test('a list and a calendar of an organiser open the panel, which asks before what was typed is lost', async ({
	page,
	api,
	site,
	freshEmail,
}) => {
	// Never in the month of today.
	const startsAt = new Date(Date.now() + 45 * 86_400_000).toISOString();
	const event = await api.sellingEvent({ title: 'Harbour walk', startsAt, timeZone: 'Europe/Berlin' });
	const { organiser } = await api.call('get', `/api/events/${event.id}`);
	const attributes = `organiser="${organiser.slug}" theme="dark" accent="#7a1f3d"`;
	const address = site.page(
		`<foyer-events ${attributes}></foyer-events><foyer-events view="month" ${attributes}></foyer-events>`,
	);
	await page.setViewportSize({ width: 768, height: 1024 });
	await page.goto(address);
	const [list, calendar] = [page.locator('foyer-events').first(), page.locator('foyer-events').last()];
	const inList = list.getByRole('link', { name: event.title });
	const panel = page.getByRole('dialog', { name: event.title });
	await inList.click();
	await expect(panel.getByRole('heading', { name: event.title })).toBeVisible();
	await panel.getByLabel('Name', { exact: true }).focus();
	await page.keyboard.type('Vera Ångström');
	await page.keyboard.press('Escape');
	const question = panel.getByRole('alertdialog');
	await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
	expect(await axeFindings(page)).toEqual([]);
	await page.keyboard.press('Enter');
	await expect(panel.getByLabel('Name', { exact: true })).toBeFocused();
	await expect(question).toHaveCount(0);
	await page.keyboard.press('Tab');
	await page.keyboard.type(freshEmail('vera'));
	await page.keyboard.press('Enter');
	await expect(panel.getByRole('heading', { name: /registered/ })).toBeFocused();
	// Nothing is left to lose.
	await page.keyboard.press('Escape');
	await expect(panel).toHaveCount(0);
	await expect(inList).toBeFocused();
	expect(page.url()).toBe(address);
	expect(await api.attendees(event.id)).toHaveLength(1);

	const inMonth = calendar.getByRole('link', { name: event.title }).filter({ visible: true });
	await expect(calendar.getByText(/^No events in /)).toBeVisible();
	await calendar.getByRole('button', { name: /^Show / }).click();
	await expect(inMonth).toBeVisible();
	await expect(calendar.getByRole('button', { name: 'Next month' })).toBeFocused();
	await calendar.getByRole('button', { name: 'Previous month' }).click();
	await expect(inMonth).toHaveCount(0);
	await calendar.getByRole('button', { name: 'Next month' }).click();
	await inMonth.press('Enter');
	await expect(panel.getByRole('heading', { name: event.title })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(inMonth).toBeFocused();
});

test('a button has words of its own; what costs money goes on at the event page with what was chosen', async ({
	page,
	priced,
	site,
	instance,
}) => {
	const { event, typeId } = priced;
	await page.setViewportSize({ width: 320, height: 640 });
	await page.goto(
		site.page(
			`<foyer-button event="${event.slug}" theme="light">Come <b>&amp;</b> dance</foyer-button>
			<foyer-button event="${event.slug}" opens="tab"></foyer-button>`,
		),
	);
	// Without words it says what can be done.
	await expect(page.getByRole('link', { name: /Register|Get tickets/ })).toHaveAttribute('target', '_blank');
	await page.getByRole('button', { name: 'Come & dance' }).click();
	const panel = page.getByRole('dialog');
	await panel.getByRole('button', { name: 'More, Seat' }).click();
	await panel.getByRole('button', { name: 'More, Seat' }).click();
	await expect(panel.getByText(`You pay at ${new URL(instance.url).host}, in a new tab.`)).toBeVisible();
	await expect(panel.getByLabel('Email')).toBeHidden();
	expect(await axeFindings(page)).toEqual([]);
	expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
	const opening = page.waitForEvent('popup');
	await panel.getByRole('link', { name: /Get tickets/ }).click();
	const tab = await opening;
	const { origin, pathname, searchParams } = new URL(tab.url());
	expect(origin + pathname).toBe(instance.url + event.path);
	expect(Object.fromEntries(searchParams)).toEqual({
		tickets: expect.stringContaining(`${typeId}.2`),
		utm_source: new URL(site.url).hostname,
		utm_medium: 'embed',
	});
	await expect(tab.getByRole('spinbutton', { name: /Seat/ })).toHaveValue('2');
	expect(await tab.evaluate(() => window.opener)).toBeNull();
});

test('without a network, and while the server is busy, one press makes one order', async ({
	page,
	api,
	event,
	site,
	faults,
	freshEmail,
}) => {
	faults.allow(/^status of 503 /);
	faults.allow(/^Failed to load resource: net::/);
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto(site.page(`<foyer-event event="${event.slug}" theme="dark"></foyer-event>`));
	await expect(page.getByRole('heading', { name: event.title })).toBeVisible();
	await page.context().setOffline(true);
	await registerByKeyboard(page, 'Vera Ångström', freshEmail('vera'));
	await expect(page.getByText('You’re offline. Keep this page open')).toBeVisible();
	await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Vera Ångström');
	expect(await axeFindings(page)).toEqual([]);
	// The first try arrives, and its answer does not.
	const keys: string[] = [];
	await page.route('**/api/embed/orders', async (route) => {
		keys.push(route.request().headers()['idempotency-key'] ?? '');
		if (keys.length > 1) return route.continue();
		await route.fetch();
		await route.abort('connectionreset');
	});
	await page.context().setOffline(false);
	await expect(page.getByRole('heading', { name: /registered/ })).toBeFocused();
	expect(keys.length).toBe(2);
	expect(new Set(keys).size).toBe(1);
	expect(await api.attendees(event.id)).toHaveLength(1);

	await page.unroute('**/api/embed/orders');
	let tries = 0;
	await page.route('**/api/embed/orders', (route) => {
		tries += 1;
		if (tries > 2) return route.continue();
		return route.fulfill({
			status: 503,
			headers: { 'access-control-allow-origin': '*' },
			json: { code: 'SERVER_OVERLOADED', userMessage: 'The server is busy.' },
		});
	});
	await page.getByRole('button', { name: 'Register someone else' }).click();
	await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
	await registerByKeyboard(page, 'Ida', freshEmail('ida'));
	await expect(page.getByRole('heading', { name: /registered/ })).toBeFocused();
	expect(tries).toBe(3);
	expect((await api.attendees(event.id)).map(({ name }) => name).sort()).toEqual(['Ida', 'Vera Ångström']);
});

test('of a series another date is chosen; a course is booked on its page', async ({
	page,
	account,
	request,
	site,
	freshEmail,
}) => {
	const series = await makeSeriesOfDates(request, account, { count: 3, booking: 'any' });
	const course = await makeSeriesOfDates(request, account, { count: 2, booking: 'all' });
	await series.fill(1);
	const [first, , third] = series.dates;
	await page.setViewportSize({ width: 1440, height: 900 });
	await page.goto(
		site.page(
			`<foyer-event event="${first?.slug}"></foyer-event><foyer-event event="${course.dates[0]?.slug}"></foyer-event>`,
		),
	);
	const [element, whole] = [page.locator('foyer-event').first(), page.locator('foyer-event').last()];
	const dates = element.getByLabel('Date');
	await expect(dates.getByRole('option')).toHaveCount(3);
	await expect(dates.getByRole('option').nth(1)).toContainText('sold out');
	await element.getByLabel('Name', { exact: true }).fill('Vera');
	await dates.selectOption({ index: 2 });
	await expect(dates).toBeFocused();
	// What was typed is for whichever date.
	await expect(element.getByLabel('Name', { exact: true })).toHaveValue('Vera');
	await expect(whole.getByRole('heading', { name: 'Register on the event page' })).toBeVisible();
	await expect(whole.getByRole('link', { name: /^Register/ })).toHaveAttribute(
		'href',
		new RegExp(`/events/${course.dates[0]?.slug}\\?`),
	);
	await expect(whole.locator('form')).toHaveCount(0);
	expect(await axeFindings(page)).toEqual([]);
	await element.getByLabel('Email').fill(freshEmail('vera'));
	await element.getByLabel('Email').press('Enter');
	await expect(element.getByRole('heading', { name: /registered/ })).toBeFocused();
	const api = apiOf(request, account);
	expect((await api.attendees(third?.id ?? '')).map(({ name }) => name)).toEqual(['Vera']);
	expect(await api.attendees(first?.id ?? '')).toEqual([]);
});

test('a single-page site takes elements away, puts them back and changes them', async ({
	page,
	api,
	site,
	freshEmail,
}) => {
	const [one, two] = [await api.sellingEvent(), await api.sellingEvent({ title: 'Lantern walk' })];
	await page.emulateMedia({ colorScheme: 'dark' });
	await page.goto(
		site.page(
			`<foyer-event id="one" event="${one.slug}"></foyer-event><foyer-event id="two" event="${two.slug}"></foyer-event>`,
		),
	);
	const [first, second] = [page.locator('#one'), page.locator('#two')];
	await expect(first.getByRole('heading', { name: one.title })).toBeVisible();
	await second.getByLabel('Name', { exact: true }).fill('Vera');
	await page.evaluate(() => {
		const element = document.querySelector('#one') as HTMLElement;
		Object.assign(window, { element });
		element.remove();
	});
	await expect(page.getByRole('heading', { name: one.title })).toHaveCount(0);
	await page.evaluate(() =>
		document.querySelector('main')?.append((window as never as { element: Node }).element),
	);
	await expect(first.getByRole('heading', { name: one.title })).toBeVisible();
	// Moved in one go, it keeps what was typed; and so it does while it is dressed anew.
	await page.evaluate(() => {
		const element = document.querySelector('#two') as HTMLElement;
		document.querySelector('main')?.append(element);
		element.setAttribute('theme', 'light');
		element.setAttribute('accent', '#0a5');
	});
	await expect(second.getByRole('button', { name: 'Register' })).toHaveCSS(
		'background-color',
		'rgb(0, 170, 85)',
	);
	await expect(second.getByLabel('Name', { exact: true })).toHaveValue('Vera');
	// Another event in its place, changed twice in one go.
	const read: string[] = [];
	page.on('request', (sent) => read.push(new URL(sent.url()).pathname));
	await page.evaluate(
		([slug]) => {
			const element = document.querySelector('#one') as HTMLElement;
			element.setAttribute('event', 'nothing');
			element.setAttribute('event', slug as string);
		},
		[two.slug],
	);
	await expect(first.getByRole('heading', { name: two.title })).toBeVisible();
	expect(read.filter((path) => path.startsWith('/api/'))).toEqual([`/api/embed/events/${two.slug}`]);
	await first.getByLabel('Name', { exact: true }).fill('Ida');
	await first.getByLabel('Email').fill(freshEmail('ida'));
	await first.getByRole('button', { name: 'Register' }).click();
	await expect(first.getByRole('heading', { name: /registered/ })).toBeFocused();
	expect((await api.attendees(two.id)).map(({ name }) => name)).toEqual(['Ida']);
});
