import { inDays } from './support/days.ts';
import { expect, test } from './support/test.ts';

/** Visitors find events, with script and without. */

test.describe('the list of events', () => {
	test.beforeEach(async ({ page, createAccount }) => {
		const { token } = await createAccount('Org');
		const send = (path: string, data: object = {}) =>
			page.request.post(path, { data, headers: { authorization: `Bearer ${token}` } });
		const make = async (event: object) => {
			const { id } = await (await send('/api/events', { timeZone: 'Europe/Berlin', ...event })).json();
			expect((await send(`/api/events/${id}/publish`)).ok()).toBe(true);
		};
		const known = await (await page.request.get('/api/events?q=Quittenfest')).json();
		if (known.data.length > 0) return;
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
		for (let i = 0; i < 26; i++)
			await make({ title: `Spaziergang ${i}`, startsAtLocal: `${inDays(40 + i)}T10:00` });
	});

	test('narrows while typing, forgives errors, and goes back', async ({ page }) => {
		await page.goto('/events');
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

	test('an empty search leads on', async ({ page }) => {
		await page.goto('/events?q=quittenruckblick');
		await page.getByRole('link', { name: 'Search past events' }).click();
		await expect(page.getByRole('article')).toContainText('Quittenrückblick');
	});

	test('shows more without losing what is there', async ({ page }) => {
		// A list that somebody asked for a moment ago may be shown once more while the new one is made.
		await expect(async () => {
			await page.goto('/events');
			await expect(page.getByRole('article')).toHaveCount(24, { timeout: 1_000 });
		}).toPass();
		await page.getByRole('link', { name: 'Show more' }).click();
		await expect.poll(() => page.getByRole('article').count()).toBeGreaterThan(24);
		// By address: other journeys publish events of one name while this one looks.
		const addresses = await page
			.getByRole('article')
			.evaluateAll((cards) => cards.map((card) => card.querySelector('a')?.getAttribute('href')));
		expect(addresses).not.toContain(undefined);
		expect(new Set(addresses).size).toBe(addresses.length);
	});

	test('an event is reached by all its names, and by an earlier one', async ({ page }) => {
		const { data } = await (await page.request.get('/api/events?q=quittenfest')).json();
		const { id, slug, code } = data[0];
		for (const path of [`/${slug}`, `/${id}`, `/${code}`, `/event/${slug}`, `/events/${id}`]) {
			await page.goto(path);
			await expect(page.getByRole('heading', { level: 1 }), path).toHaveText('Quittenfest');
			const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
			expect(data.url, path).toMatch(new RegExp(`/events/${slug}$`));
		}
		// The bare page for posters: no frame.
		await page.goto(`/events/${code}`);
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quittenfest');
		await expect(page.getByRole('banner')).toHaveCount(0);
		await expect(page.getByRole('contentinfo')).toHaveCount(0);
		const missing = await page.request.get('/no-such-event-anywhere');
		expect(missing.status()).toBe(404);
	});
});

test.describe('without script', () => {
	test.use({ javaScriptEnabled: false });

	test('the list is filtered by a form, and goes on by a link; the event can be read', async ({ page }) => {
		await page.goto('/events');
		await page.getByRole('searchbox').fill('quittenfest');
		await page.getByRole('button', { name: 'Search' }).click();
		await expect(page).toHaveURL(/q=quittenfest/);
		await expect(page.getByRole('article')).toHaveCount(1);
		await page.getByRole('link', { name: 'Quittenfest' }).click();
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Quittenfest');
		await expect(page.getByText('(Berlin)').first()).toBeVisible();
		const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '');
		expect(data).toMatchObject({ '@type': 'FoodEvent', name: 'Quittenfest' });

		await page.goto('/events');
		await page.getByRole('link', { name: 'Show more' }).click();
		await expect(page).toHaveURL(/cursor=/);
		await expect(page.getByRole('article').first()).toBeVisible();
	});
});
