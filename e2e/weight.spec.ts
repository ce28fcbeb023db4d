import type { Page } from '@playwright/test';
import { budgets, listRouteWeights } from '#scripts/route-files.ts';
import { expect, test } from './support/test.ts';

/** What a stranger's first page costs, as it travels. docs/decisions/022-light-public-pages.md has the budget of script. */
const STYLE_BUDGET = 25_000;
/** Files name each other by what is in them: with each build they are packed some bytes larger or smaller. */
const NAMES = 100;
/** The worker that writes dates and numbers, which no route names. */
const WORKER = 250;

test('no route of the build makes a first visit load more script of ours than its budget', async () => {
	const weights = await listRouteWeights();
	expect(weights.length).toBeGreaterThan(60);
	const heavy = weights.filter(({ ours, budget }) => ours > budget);
	expect(heavy.map(({ route, ours }) => `${route}: ${ours}`)).toEqual([]);
	for (const { script, ours } of weights) expect(script - ours).toBeGreaterThan(80_000);
});

async function weigh(page: Page, path: string) {
	// What a page fetches after seconds of rest (app/shell/idle-loaded.ts) is no part of its first view, however slow the machine.
	await page.addInitScript(() => {
		const start = setTimeout;
		window.setTimeout = ((work: () => void, ms = 0, ...rest: []) =>
			ms < 5_000 ? start(work, ms, ...rest) : 0) as typeof setTimeout;
	});
	const response = await page.goto(path);
	expect(response?.status()).toBe(200);
	await page.waitForLoadState('networkidle');
	return page.evaluate(() => {
		const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
		const sum = (ending: RegExp) =>
			files
				.filter(({ name }) => ending.test(new URL(name).pathname))
				.reduce((bytes, { encodedBodySize }) => bytes + encodedBodySize, 0);
		return { script: sum(/\.js$/), style: sum(/\.css$/), files: files.length };
	});
}

test('landing, list and event page stay within the budget of script and style', async ({ page, event }) => {
	const [first] = await listRouteWeights();
	const framework = first!.script - first!.ours;
	const pages = {
		'/': budgets.public,
		'/events': budgets.public,
		[`/events/${event.slug}`]: budgets.event,
	};
	for (const [path, budget] of Object.entries(pages)) {
		const { script, style } = await weigh(page, path);
		console.log(
			`${path}: ${(script / 1000).toFixed(1)} kB of script, ${(style / 1000).toFixed(1)} kB of style`,
		);
		expect(script, `script of ${path}`).toBeGreaterThan(framework);
		expect(script - framework, `script of ours of ${path}`).toBeLessThanOrEqual(budget + NAMES + WORKER);
		expect(style, `style of ${path}`).toBeLessThanOrEqual(STYLE_BUDGET);
	}
});

test('structured data stands once in the document of an event', async ({ request, api }) => {
	const title = 'Structured </script><b>evening';
	const event = await api.sellingEvent({ title });
	const html = await (await request.get(`/events/${event.slug}`)).text();
	const found = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)];
	expect(found).toHaveLength(1);
	expect(JSON.parse(found[0]![1]!).name).toBe(title);
});

test('the page of an event stays below 300 kB, whatever its description is made of', async ({
	page,
	request,
	api,
}) => {
	for (const piece of ['<', '&', 'a@b.co ', '字']) {
		const event = await api.sellingEvent({ description: piece.repeat(50_000 / piece.length) });
		const bytes = (await (await request.get(`/events/${event.slug}`)).body()).byteLength;
		console.log(`a description of ${JSON.stringify(piece)}: ${(bytes / 1000).toFixed(1)} kB`);
		expect(bytes).toBeLessThan(300_000);
		// Sent once, it is there for both: what reads the document, and the page once it answers.
		if (piece !== '字') continue;
		await page.goto(`/events/${event.slug}`);
		await expect(page.getByText('字'.repeat(100))).toBeVisible();
		await page.getByRole('link', { name: 'Browse Events' }).first().click();
		await expect(page).toHaveURL(/\/events$/);
		await page.goBack();
		await expect(page.getByText('字'.repeat(100))).toBeVisible();
	}
});
