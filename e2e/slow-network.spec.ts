import type { Page } from '@playwright/test';
import { signInAs } from './support/door.ts';
import { expect, test } from './support/test.ts';

/** What a person sees whose network takes seconds: the old screen with a sign of life, and never a white one. */

/** Keeps back what matches until `letIn` is called. */
async function keepBack(page: Page, pattern: RegExp): Promise<() => void> {
	const { promise, resolve } = Promise.withResolvers<void>();
	await page.route(pattern, async (route) => {
		await promise;
		await route.continue();
	});
	return resolve;
}

/** Sums in `window.shift` what moves without having been touched. */
function countShift(): void {
	Object.assign(window, { shift: 0 });
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as (PerformanceEntry & {
			value: number;
			hadRecentInput: boolean;
		})[])
			if (!entry.hadRecentInput) (window as unknown as { shift: number }).shift += entry.value;
	}).observe({ type: 'layout-shift', buffered: true });
}

/** Milliseconds from the press on a link to the frame that shows the line at the upper edge. */
function pressAndSeeLine(page: Page, href: string): Promise<number> {
	return page.evaluate(async (to) => {
		const link = document.querySelector<HTMLElement>(`header nav a[href="${to}"]`);
		const start = performance.now();
		link?.click();
		for (;;) {
			const now = await new Promise<number>(requestAnimationFrame);
			const line = document.querySelector('.under-way');
			if (line && getComputedStyle(line).opacity === '1') return now - start;
			if (now - start > 10_000) return Number.POSITIVE_INFINITY;
		}
	}, href);
}

test('a change of screen shows at once that it is under way, keeps the old one, and ends in the new one', async ({
	page,
}) => {
	await page.goto('/');
	const letIn = await keepBack(page, /\/events\.data|\/assets\/events-/);
	// The line waits for 50 ms by itself; what comes on top is the machine's business.
	const waitedMs = await pressAndSeeLine(page, '/events');
	console.log(`the line stands ${Math.round(waitedMs)} ms after the press`);
	expect(waitedMs).toBeLessThan(10_000);
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(
		'Professional event management made simple',
	);
	letIn();
	await expect(page).toHaveURL(/\/events$/);
	await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
	await expect(page.locator('.under-way')).toHaveCount(0);
});

test('the server answers after seconds: what is typed stays, the page does not move, and the answer is shown', async ({
	page,
}) => {
	await page.goto('/contact');
	await page.evaluate(countShift);
	const letIn = await keepBack(page, /\/contact\.data/);
	await page.locator('main form').getByLabel('Name').fill('Ada Lovelace');
	await page.locator('main form').getByLabel('Email').fill('ada@people.example');
	await page.getByRole('textbox', { name: /message/i }).fill('Is the door wide enough for a piano?');
	await page.locator('main form').getByRole('button', { name: /send/i }).click();
	await expect(page.locator('.under-way')).toHaveCount(1);
	await expect(page.getByRole('textbox', { name: /message/i })).toHaveValue(/piano/);
	expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(0.02);
	letIn();
	await expect(page.locator('.under-way')).toHaveCount(0);
	await expect(page.getByText('Message received')).toBeVisible();
});

for (const { path, width, late, before, after } of [
	{
		path: '/templates',
		width: 1440,
		late: /\/assets\/own-templates|\/api\/templates/,
		before: 'Start from a template',
		after: 'No templates yet.',
	},
	{
		path: '/integrations',
		width: 390,
		late: /\/api\/organisations\/[^/]+\/connections/,
		before: 'Exports and API',
		after: 'No connections yet',
	},
])
	test(`${path}: what comes last has its place from the start`, async ({ page, createAccount }) => {
		const account = await createAccount('Lena');
		await signInAs(page, account);
		await page.setViewportSize({ width, height: 900 });
		const letIn = await keepBack(page, late);
		await page.goto(path);
		await expect(page.getByText(before).filter({ visible: true }).first()).toBeVisible();
		await expect(page.locator('.skeleton').first()).toBeVisible();
		await page.evaluate(countShift);
		letIn();
		await expect(page.getByText(after)).toBeVisible();
		await expect(page.locator('.skeleton')).toHaveCount(0);
		expect(await page.evaluate(() => (window as unknown as { shift: number }).shift)).toBeLessThanOrEqual(
			0.02,
		);
	});

const shapes = [
	{ path: '/dashboard', shape: 'hero', after: 'Night of the Harbour' },
	{ path: '/dashboard/events', shape: 'rows', after: 'Night of the Harbour' },
	{ path: '/events/{event}/guests', shape: 'rows', after: 'Ida Rhodes' },
	{ path: '/events/{event}/orders', shape: 'rows', after: 'Ida Rhodes' },
	{ path: '/events/{event}/overview', shape: 'figures', after: 'Next steps' },
	{ path: '/events/{event}/edit', shape: 'form', after: 'Description' },
	{ path: '/events/{event}/share', shape: 'hero', after: 'WhatsApp' },
	{ path: '/custom-reports', shape: 'rows', after: 'Ready-made' },
	{ path: '/notifications', shape: 'rows', after: 'Kept for 90 days' },
	{ path: '/settings', shape: 'form', after: 'First name' },
];

test('each page has its shape on a phone until it is read, and nothing moves then', async ({
	page,
	account,
	api,
	event,
}) => {
	await api.order(event, { name: 'Ida Rhodes', email: 'ida@people.example' });
	await signInAs(page, account);
	await page.addInitScript(countShift);
	await page.setViewportSize({ width: 390, height: 844 });
	const main = page.locator('main');
	for (const { path, shape, after } of shapes)
		await test.step(path, async () => {
			const letIn = await keepBack(page, /\/api\//);
			await page.goto(path.replace('{event}', event.id));
			await expect(main.locator(`[data-shape="${shape}"]`)).toBeVisible();
			await expect(main.locator('[aria-busy="true"]')).toHaveText('Loading');
			// While the user is read, a spinner stands beside it.
			await expect(main.locator('.animate-spin')).toHaveCount(1);
			letIn();
			await expect(main.getByText(after).filter({ visible: true }).first()).toBeVisible();
			await expect(page.locator('.page-skeleton')).toHaveCount(0);
			const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift);
			expect(shift, path).toBeLessThanOrEqual(0.02);
			await page.unrouteAll({ behavior: 'wait' });
		});
});
