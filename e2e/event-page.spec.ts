import type { Page } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { untilSeenAgain } from './support/selling.ts';
import { expect, test } from './support/test.ts';

/** What a visitor sees of an event before registering. */

const edges = async (page: Page, selector: string) => {
	const box = await page.locator(selector).boundingBox();
	if (!box) throw new Error(`${selector} is not shown`);
	return box;
};
const cover = 'article img[fetchpriority=high]';

/** How far things on the page have moved since it was opened, half a second of rest included. */
const shiftOf = (page: Page) =>
	page.evaluate(async () => {
		let sum = 0;
		new PerformanceObserver((list) => {
			for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) sum += entry.value;
		}).observe({ type: 'layout-shift', buffered: true });
		await new Promise((resolve) => setTimeout(resolve, 500));
		return sum;
	});

test('names the host, how to reach them and what else they have; one link leads to the place', async ({
	page,
	api,
}) => {
	const place = { address: 'Cais 4', countryCode: 'PT' };
	const event = await api.sellingEvent({
		category: 'other',
		refundPolicy: 'Until the day before.',
		...place,
	});
	const { organisation, organiser } = await api.call('get', event.path.replace('/events', '/api/events'));
	const settings = `/api/organisations/${organisation.id}/settings`;
	await api.call('patch', settings, { replyTo: 'hello@harbour.example' });
	const other = await api.sellingEvent({ title: 'Morning of the Harbour' });
	await page.goto(event.path);

	const host = page.getByRole('region', { name: `Hosted by ${organiser.name}` });
	await expect(host.getByRole('link', { name: 'Contact organiser' })).toHaveAttribute(
		'href',
		/^mailto:hello@harbour\.example\?subject=/,
	);
	const more = page.getByRole('region', { name: `More events by ${organiser.name}` });
	await expect(more.getByRole('article')).toHaveCount(1);
	await expect(more.getByRole('link', { name: 'Morning of the Harbour' })).toHaveAttribute(
		'href',
		other.path,
	);
	await expect(page.getByRole('main').getByText('Other', { exact: true })).toHaveCount(0);
	await expect(page.getByRole('heading', { name: 'Cancellation policy' })).toBeVisible();
	const map = page.getByRole('region', { name: 'When and where' }).getByRole('link', { name: /Old Ferry/ });
	await expect(map).toHaveCount(1);
	await expect(map).toHaveAccessibleName(/Cais 4.*Lisbon.*Portugal.*View map/);
	await expect(map).toHaveAttribute('href', /^https:\/\/www\.google\.com\/maps\//);
	await page.emulateMedia({ colorScheme: 'dark' });
	expect(await axeFindings(page)).toEqual([]);
});

test.describe('on a device of Apple', () => {
	test.use({ userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) Safari/605.1.15' });

	test('the place opens in its own map', async ({ page, event }) => {
		await page.goto(event.path);
		await expect(page.getByRole('link', { name: /Old Ferry/ })).toHaveAttribute(
			'href',
			/^https:\/\/maps\.apple\.com\//,
		);
	});
});

test('sold out is said first, with other events of the host, until a spot is free', async ({
	page,
	api,
	freshEmail,
}) => {
	// With a waitlist the bar of a phone leads there (waitlist.spec.ts).
	const event = await api.sellingEvent({ waitlistMode: 'off' }, { capacity: 1 });
	const order = await api.order(event, { name: 'Ada', email: freshEmail() });
	await api.sellingEvent({ title: 'Morning of the Harbour' });
	const later = await api.sellingEvent({ startsAt: new Date(Date.now() + 21 * 86_400_000).toISOString() });
	await page.goto(event.path);
	const notice = page.getByText('This event is sold out.');
	await expect(notice).toBeVisible();
	expect((await notice.boundingBox())?.y).toBeLessThan((await edges(page, cover)).y);
	await expect(page.getByRole('link', { name: /^Follow / })).toHaveAttribute(
		'href',
		/^\/organisers\/.*#follow$/,
	);
	// They come before what is said of the event, and the bar of a phone leads on.
	expect((await edges(page, '#more-events')).y).toBeLessThan((await edges(page, '#host')).y);
	// The same event at another date comes before other events, though it is later than they are.
	const dates = page.getByRole('region', { name: 'Other dates' });
	await expect(dates.getByRole('link', { name: event.title })).toHaveAttribute('href', later.path);
	const others = page.getByRole('region', { name: /^More events by/ });
	expect((await dates.boundingBox())?.y).toBeLessThan((await others.boundingBox())?.y ?? 0);
	await expect(others.getByRole('link', { name: event.title })).toHaveCount(0);
	const onward = page.getByRole('link', { name: 'See other events' });
	await expect(onward).toBeHidden();
	await page.setViewportSize({ width: 390, height: 844 });
	await expect(onward).toBeInViewport({ ratio: 1 });
	await expect(onward).toHaveAttribute('href', /^\/organisers\//);
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.getByRole('link', { name: /^More events by/ }).click();
	await expect(page.getByRole('link', { name: 'Morning of the Harbour' })).toBeInViewport();

	await api.call('post', `/api/orders/${order.manageToken}/cancel`, {});
	await untilSeenAgain(page, () =>
		expect(page.getByRole('button', { name: 'Register' })).toBeVisible({ timeout: 1_000 }),
	);
	await expect(notice).toHaveCount(0);
});

test('the cover leaves room, two columns begin at 720 pixels, and nothing moves', async ({
	page,
	api,
	event,
}) => {
	const { code } = await api.call('get', event.path.replace('/events', '/api/events'));
	for (const [width, height] of [
		[390, 844],
		[720, 450],
		[768, 1024],
		[1440, 900],
	] as const) {
		await page.setViewportSize({ width, height });
		// The bare page of posters is laid out by the same rules.
		for (const path of width === 390 || width === 720 ? [event.path, `/events/${code}`] : [event.path]) {
			await page.goto(path);
			expect(await shiftOf(page), `${path} at ${width}`).toBeLessThanOrEqual(0.05);
			const picture = await edges(page, cover);
			expect(picture.height, `${path} at ${width}`).toBeLessThanOrEqual(height * 0.4 + 1);
			const card = await edges(page, '#register');
			if (width < 720) continue;
			expect(card.x, `${path} at ${width}`).toBeGreaterThan(picture.x + picture.width);
			expect(Math.abs(card.y - picture.y), `${path} at ${width}`).toBeLessThanOrEqual(1);
		}
	}
});

// The list and the checkout: e2e/pages.spec.ts.
test('nothing moves on the ticket, its questions included', async ({ page, api, event, freshEmail }) => {
	await api.call('post', `/api/events/${event.id}/questions`, { label: 'What do you eat?', kind: 'text' });
	const order = await api.order(event, { name: 'Ada', email: freshEmail() }, 2);
	for (const [width, height] of [
		[390, 844],
		[1440, 900],
	] as const) {
		await page.setViewportSize({ width, height });
		await page.goto(`/my-ticket/${order.manageToken}`);
		await expect(page.getByRole('region', { name: /^Questions from/ })).toBeVisible();
		expect(await shiftOf(page), `at ${width}`).toBeLessThanOrEqual(0.05);
	}
});

test('the heaviest event that may be made stays below 300 kB; its other ticket types come when asked for', async ({
	page,
	api,
	request,
	browser,
	baseURL,
}) => {
	const heavy = (length: number, begin = '') => begin.padEnd(length, '<');
	const event = await api.sellingEvent({
		title: heavy(120, 'Heavy'),
		summary: heavy(200),
		description: heavy(50_000),
		tickets: Array.from({ length: 100 }, (_, index) => ({
			key: `type-${index + 1}`,
			name: heavy(100, `Type ${index + 1} `),
			description: heavy(1_000),
		})),
	});
	const html = await (await request.get(event.path)).text();
	expect(html).toContain('Type 1 ');
	expect(Buffer.byteLength(html)).toBeLessThan(300_000);

	await page.goto(event.path);
	const counts = page.locator('#register').getByRole('spinbutton');
	const first = await counts.count();
	expect(first).toBeGreaterThan(0);
	const fresh = page.waitForResponse(/\/ticket-types$/);
	await page.getByLabel('Name', { exact: true }).focus();
	await fresh;
	await expect(counts).toHaveCount(first);
	await page.getByRole('link', { name: 'More ticket types' }).click();
	await expect(counts).toHaveCount(100);
	await expect(page.getByRole('link', { name: 'More ticket types' })).toHaveCount(0);

	const plain = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
	const read = await plain.newPage();
	await read.goto(event.path);
	await read.getByRole('link', { name: 'More ticket types' }).click();
	await expect(read.locator('#register').getByRole('spinbutton').first()).toHaveAccessibleName(
		new RegExp(`Type ${first + 1} `),
	);
});
