import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

/** Every journey fails on these faults of a page, whatever else it looks at (the fixture `faults`): so must these. */
const faults: Record<string, (page: Page) => Promise<unknown>> = {
	'throws an error': async (page) => {
		const thrown = page.waitForEvent('pageerror');
		await page.evaluate(() => void setTimeout(() => Promise.reject(new Error('on purpose'))));
		await thrown;
	},
	'writes an error to the console': async (page) => {
		const written = page.waitForEvent('console');
		await page.evaluate(() => console.error('on purpose'));
		await written;
	},
	'is refused what it asked for': async (page) => {
		await page.evaluate(() => fetch('/api/account/notices/unread'));
	},
	'breaks its content policy': async (page) => {
		const reported = page.waitForEvent('console', (message) =>
			message.text().includes('Content Security Policy'),
		);
		await page.evaluate(() => {
			document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/picture.png' }));
		});
		await reported;
	},
};

for (const [what, commit] of Object.entries(faults)) {
	test.fail(`a page that ${what} fails its journey`, async ({ page }) => {
		await page.goto('/about');
		await commit(page);
	});
}

test('a page that learns by asking that its session has ended is at no fault', async ({ page }) => {
	await page.goto('/about');
	const status = await page.evaluate(async () => {
		const headers = { authorization: 'Bearer that-has-ended' };
		return (await fetch('/api/account/notices/unread', { headers })).status;
	});
	expect(status).toBe(401);
});
