import type { Page } from '@playwright/test';
import { cardFields, typeCard } from './support/card.ts';
import { expect, test } from './support/test.ts';

/** How much of the page moved since it was opened, without what a press caused (web.dev/cls). */
const shiftOf = (page: Page) =>
	page.evaluate(
		() =>
			new Promise<number>((resolve) => {
				let sum = 0;
				const observer = new PerformanceObserver((list) => {
					for (const entry of list.getEntries() as (PerformanceEntry & {
						value: number;
						hadRecentInput: boolean;
					})[])
						if (!entry.hadRecentInput) sum += entry.value;
				});
				observer.observe({ type: 'layout-shift', buffered: true });
				setTimeout(() => resolve(sum), 500);
			}),
	);

test('a paid ticket on a phone is three screens, each with its button in the first look, and nothing moves', async ({
	page,
	priced,
	freshEmail,
}) => {
	const { api, event } = priced;
	// One ticket type alone: nothing is to be chosen.
	await api.call('delete', `/api/events/${event.id}/ticket-types/${event.standardId}`);
	const screens: string[] = [];
	page.on('framenavigated', (frame) => {
		if (frame === page.mainFrame()) screens.push(new URL(frame.url()).pathname.split('/')[1] ?? '');
	});
	await page.setViewportSize({ width: 390, height: 844 });

	await page.goto(event.path);
	// Without a summary the upper edge of the form is in sight, its button is not.
	await expect(page.locator('#register')).toBeInViewport();
	const bar = page.getByRole('button', { name: 'Get tickets' });
	await expect(bar).toBeInViewport({ ratio: 1 });
	await bar.click();
	const box = page.locator('#register');
	// It leads to the form, and goes once the button of the form is in sight.
	await expect(box.getByRole('button', { name: /^Continue/ })).toBeInViewport({ ratio: 1 });
	await expect(bar).toHaveCount(0);
	await box.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
	await box.getByLabel('Email', { exact: true }).fill(freshEmail('ada'));
	await box.getByRole('button', { name: /^Continue/ }).click();

	await page.waitForURL(/\/checkout\//);
	await expect(cardFields(page).getByLabel('Card number')).toBeVisible();
	expect(await shiftOf(page)).toBeLessThan(0.02);
	const pay = page.getByRole('button', { name: /^Pay / });
	await expect(pay).toBeInViewport({ ratio: 1 });
	await typeCard(page);
	await expect(pay).toBeInViewport({ ratio: 1 });
	// Below the fold there is nothing to fill in and nothing to press but choices.
	expect(
		await page.evaluate(() =>
			[...document.querySelectorAll('main input, main button, main select, main textarea')]
				.filter((one) => one.checkVisibility() && one.getBoundingClientRect().top >= innerHeight)
				.filter((one) => !one.matches('[type=radio], [type=checkbox]'))
				.map((one) => one.outerHTML),
		),
	).toEqual([]);
	await pay.click();

	await page.waitForURL(/\/my-ticket\//);
	await expect(page.getByRole('heading', { name: 'You’re in, Ada' })).toBeVisible();
	await expect(page.getByRole('img', { name: /^QR code of the ticket/ }).first()).toBeInViewport({
		ratio: 1,
	});
	expect([...new Set(screens)]).toEqual(['events', 'checkout', 'my-ticket']);
});
