import type { APIRequestContext, Page } from '@playwright/test';
import { inDays } from './support/days.ts';
import { apiOf } from './support/selling.ts';
import { type Account, expect, test } from './support/test.ts';

/** Visitors find events, with script and without. */

/** A worker that is started anew has another instance. */
let areMade = false;

/** What these journeys find, once for the instance: a fair, a course, something past, and more walks than the list shows at once. */
async function makeEvents(request: APIRequestContext, createAccount: () => Promise<Account>): Promise<void> {
	if (areMade) return;
	const { call } = apiOf(request, await createAccount());
	const make = async (event: object) => {
		const { id } = await call('post', '/api/events', { timeZone: 'Europe/Berlin', ...event });
		await call('post', `/api/events/${id}/publish`);
	};
	await make({
		title: 'Quittenfest',
		city: 'Köln',
		countryCode: 'DE',
		startsAtLocal: `${inDays(5)}T15:00`,
		category: 'food',
	});
	await make({
		title: 'Quittenkurs',
		onlineUrl: 'https://meet.example.org/q',
		startsAtLocal: `${inDays(6)}T15:00`,
	});
	await make({ title: 'Quittenrückblick', startsAtLocal: `${inDays(-20)}T15:00` });
	await Promise.all(
		Array.from({ length: 26 }, (_, i) =>
			make({ title: `Spaziergang ${i}`, startsAtLocal: `${inDays(40 + i)}T10:00` }),
		),
	);
	areMade = true;
}

/** A list that somebody asked for a moment ago is shown once more while the new one is made: for each kind of browser by itself. */
async function openFullList(page: Page): Promise<void> {
	await expect(async () => {
		await page.goto('/events');
		await expect(page.getByRole('article')).toHaveCount(24, { timeout: 2_000 });
	}).toPass();
}

const linkedData = (html: string) =>
	JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}');

test('the list narrows while typing, forgives errors, leads on when it is empty, and shows more', async ({
	page,
	request,
	createAccount,
}) => {
	await makeEvents(request, createAccount);

	await test.step('narrows while typing, forgives errors, and goes back', async () => {
		await openFullList(page);
		await expect(page.getByText(/^\d+ events$/)).toBeVisible();
		await page.getByRole('searchbox').pressSequentially('quitenfest');
		await expect(page).toHaveURL(/q=quitenfest/);
		await expect(page.getByRole('article')).toHaveCount(1);
		await expect(page.getByRole('article')).toContainText('Köln');
		await page.getByRole('link', { name: 'Quittenfest' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quittenfest');
		await page.goBack();
		await expect(page).toHaveURL(/q=quitenfest/);
		await expect(page.getByRole('article')).toHaveCount(1);
	});

	await test.step('an empty search leads on', async () => {
		await page.getByRole('searchbox').fill('quittenruckblick');
		await page.getByRole('link', { name: 'Search past events' }).click();
		await expect(page.getByRole('article')).toContainText('Quittenrückblick');
	});

	await test.step('shows more without losing what is there', async () => {
		await openFullList(page);
		await page.getByRole('link', { name: 'Show more' }).click();
		await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(24);
		// By address: other journeys publish events of one name.
		const addresses = await page
			.getByRole('article')
			.evaluateAll((cards) => cards.map((card) => card.querySelector('a')?.getAttribute('href')));
		expect(addresses).not.toContain(undefined);
		expect(new Set(addresses).size).toBe(addresses.length);
	});
});

test('an event is reached by all its names, and by an earlier one', async ({
	page,
	request,
	createAccount,
}) => {
	await makeEvents(request, createAccount);
	const { data } = await (await request.get('/api/events?q=quittenfest')).json();
	const { id, slug, code } = data[0];
	for (const path of [`/${slug}`, `/${id}`, `/${code}`, `/event/${slug}`, `/events/${id}`]) {
		const html = await (await request.get(path)).text();
		expect(html, path).toMatch(/<h1[^>]*>Quittenfest</);
		expect(linkedData(html).url, path).toMatch(new RegExp(`/events/${slug}$`));
	}
	// The bare page for posters: no frame.
	await page.goto(`/events/${code}`);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quittenfest');
	await expect(page.getByRole('banner')).toHaveCount(0);
	await expect(page.getByRole('contentinfo')).toHaveCount(0);
	const missing = await request.get('/no-such-event-anywhere');
	expect(missing.status()).toBe(404);
});

test.describe('without script', () => {
	test.use({ javaScriptEnabled: false });

	test('the list is filtered by a form, and goes on by a link; the event can be read', async ({
		page,
		request,
		createAccount,
	}) => {
		await makeEvents(request, createAccount);
		await page.goto('/events');
		await page.getByRole('searchbox').fill('quittenfest');
		await page.getByRole('button', { name: 'Search' }).click();
		await expect(page).toHaveURL(/q=quittenfest/);
		await expect(page.getByRole('article')).toHaveCount(1);
		await page.getByRole('link', { name: 'Quittenfest' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quittenfest');
		await expect(page.getByText('(Berlin)').first()).toBeVisible();
		expect(linkedData(await page.content())).toMatchObject({ '@type': 'FoodEvent', name: 'Quittenfest' });

		await openFullList(page);
		await page.getByRole('link', { name: 'Show more' }).click();
		await expect(page).toHaveURL(/cursor=/);
		await expect(page.getByRole('article').first()).toBeVisible();
	});
});
