import type { Locator } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { expect, test } from './support/test.ts';

/** The feedback widget: any page, no sign-in, by mouse and by keyboard. */

const png = Buffer.from(
	'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAKElEQVR4nO3NsQ0AAAzCMP5/un0CNkuZ41wybXsHAAAAAAAAAAAAxR4yw/wuPL6QkAAAAABJRU5ErkJggg==',
	'base64',
);

/** Hands a picture to an element as a person does who pastes it there or lets go of it there. */
async function pasteOrDrop(target: Locator, how: 'paste' | 'drop', name: string): Promise<void> {
	const file = { how, name, bytes: [...png] };
	await target.evaluate((element, given) => {
		const data = new DataTransfer();
		data.items.add(new File([new Uint8Array(given.bytes)], given.name, { type: 'image/png' }));
		const how = { bubbles: true, cancelable: true };
		element.dispatchEvent(
			given.how === 'paste'
				? new ClipboardEvent('paste', { ...how, clipboardData: data })
				: new DragEvent('drop', { ...how, dataTransfer: data }),
		);
	}, file);
}

test('a bug report with screenshots and console log, from validation to the status page', async ({
	page,
	freshEmail,
}) => {
	await page.goto('/events');
	await page.getByRole('button', { name: 'Report a bug or request a feature' }).click();
	const panel = page.getByRole('dialog', { name: 'Send feedback' });
	await expect(panel.getByLabel('Title')).toBeFocused();
	await expect.poll(async () => (await panel.boundingBox())?.width).toBe(450);
	await expect(panel.getByLabel('Category')).toHaveValue('UI/UX Issue');
	await expect(panel.getByLabel('Browser')).toHaveValue('Chrome');
	await expect(panel.getByLabel('Device')).toHaveValue('Desktop');

	// The checks in their order; each toast takes the place of the one before.
	const submit = panel.getByRole('button', { name: 'Submit' });
	const toast = page.locator('.toast');
	for (const [field, value, refusal] of [
		['Title', 'It is cut off', 'Please enter a title for your report.'],
		['Description', 'The map has no right half.', 'Please enter a description for your report.'],
		['Email', freshEmail('grace'), 'Please enter your email address for follow-up.'],
	] as const) {
		await submit.click();
		await expect(toast).toHaveCount(1);
		await expect(toast).toContainText('Validation Error');
		await expect(toast).toContainText(refusal);
		await expect(panel.getByLabel(field, { exact: true })).toBeFocused();
		await panel.getByLabel(field, { exact: true }).fill(value);
	}
	await panel.getByLabel('Category').selectOption('');
	await submit.click();
	await expect(toast).toContainText('Please select a category for your report.');
	await panel.getByLabel('Category').selectOption('Mobile/Responsive Issue');

	await page.evaluate(() => console.warn('map token=s3cret'));
	await panel.getByLabel('Include the console log').check();
	// Pasted, dropped and chosen: the sixth is left out.
	const chosen = panel.getByRole('list', { name: 'Chosen screenshots' });
	await pasteOrDrop(panel.getByLabel('Description', { exact: true }), 'paste', '0.png');
	await expect(chosen.getByRole('img')).toHaveCount(1);
	await pasteOrDrop(panel.getByText('or drop here'), 'drop', '1.png');
	await expect(chosen.getByRole('img', { name: '1.png' })).toBeVisible();
	await panel
		.locator('input[type="file"]')
		.setInputFiles([2, 3, 4, 5].map((at) => ({ name: `${at}.png`, mimeType: 'image/png', buffer: png })));
	await expect(toast).toContainText('Up to 5 screenshots per report');
	await expect(chosen.getByRole('listitem')).toHaveCount(5);
	await expect(chosen.getByRole('img', { name: '0.png' })).toBeVisible();
	await panel.getByRole('button', { name: 'Remove 4.png' }).click();

	await panel.getByRole('tab', { name: 'Preview' }).click();
	await expect(panel.getByText('map token=[redacted]')).toBeVisible();
	await expect(panel.getByText('The map has no right half.')).toBeVisible();
	const submitted = page.waitForRequest('**/api/feedback/submit');
	await panel.getByRole('button', { name: 'Submit' }).click();
	const body = (await submitted).postDataJSON();
	expect(Object.keys(body).sort()).toEqual(
		[
			...[
				'type',
				'title',
				'description',
				'priority',
				'category',
				'steps',
				'expectedBehavior',
				'actualBehavior',
			],
			...[
				'browser',
				'device',
				'email',
				'includeConsoleLogs',
				'url',
				'userAgent',
				'timestamp',
				'enhancedDescription',
			],
		].sort(),
	);
	expect(body.enhancedDescription).toContain('[4 screenshots attached: 0.png, 1.png, 2.png, 3.png]');
	await expect(toast).toContainText('Feedback submitted successfully!');
	await expect(toast).toContainText(/FB-[A-Z0-9]{8}/);
	await panel.getByRole('link', { name: 'See your report' }).click();
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('It is cut off');
});

test('what is typed survives a failure, minimising and a change of page', async ({ page, faults }) => {
	faults.allow(/status of 503 POST .*\/api\/feedback\/submit$/);
	await page.goto('/feedback-demo');
	await page.getByRole('main').getByRole('button', { name: 'Request a feature' }).click();
	const panel = page.getByRole('dialog', { name: 'Send feedback' });
	await expect(panel.getByLabel('Category')).toHaveValue('User Experience');
	await expect(panel.getByLabel('Steps to reproduce')).toHaveCount(0);
	await panel.getByLabel('Title').fill('Dark tickets');
	await panel.getByLabel('Description').fill('Please.');
	await panel.getByLabel('Email').fill('a@people.example');
	await page.route('**/api/feedback/submit', (route) => route.fulfill({ status: 503, body: '' }));
	await panel.getByRole('button', { name: 'Submit' }).click();
	await expect(page.locator('.toast')).toContainText('Submission failed');
	await panel.getByRole('button', { name: 'Minimise' }).click();
	await expect(panel.getByLabel('Title')).toBeHidden();
	await page.getByRole('link', { name: 'Browse Events' }).first().click();
	await expect(page).toHaveURL(/\/events$/);
	await panel.getByRole('button', { name: 'Expand' }).click();
	await expect(panel.getByLabel('Title')).toHaveValue('Dark tickets');
});

test('the panel is moved by keyboard and by dragging, never out of the window; on a phone it takes the whole width', async ({
	page,
}) => {
	await page.goto('/feedback-demo');
	const button = page.getByRole('button', { name: 'Report a bug or request a feature' });
	await button.focus();
	await page.keyboard.press('Enter');
	const panel = page.getByRole('dialog', { name: 'Send feedback' });
	await expect(panel.getByLabel('Title')).toBeFocused();
	const place = async () => (await panel.boundingBox())!;
	const before = await place();
	const handle = panel.getByRole('button', { name: /^Move/ });
	await handle.focus();
	await page.keyboard.press('ArrowRight');
	await expect.poll(async () => (await place()).x).toBe(before.x + 16);
	await page.keyboard.press('Shift+ArrowRight');
	await expect.poll(async () => (await place()).x).toBe(before.x + 80);
	for (let press = 0; press < 12; press += 1) await page.keyboard.press('Shift+ArrowUp');
	await expect.poll(async () => (await place()).y).toBe(8);
	await page.keyboard.press('Enter');
	const rightEdge = async () => {
		const { x, width } = await place();
		return Math.round(x + width);
	};
	await expect.poll(rightEdge).toBe(page.viewportSize()!.width - 8);

	const head = await panel.getByRole('heading').boundingBox();
	await page.mouse.move(head!.x + 20, head!.y + 10);
	await page.mouse.down();
	await page.mouse.move(40, 2_000, { steps: 5 });
	await page.mouse.up();
	await expect.poll(async () => (await place()).x).toBeLessThan(100);
	const dragged = await place();
	expect(dragged.y + dragged.height).toBeLessThanOrEqual(page.viewportSize()!.height - 7);
	await page.keyboard.press('Escape');
	await expect(panel).toBeHidden();
	await expect(button).toBeFocused();

	await page.setViewportSize({ width: 390, height: 844 });
	await button.click();
	await expect(panel).toBeVisible();
	await expect.poll(place).toMatchObject({ x: 0, width: 390 });
	// The page behind it: e2e/pages.spec.ts.
	for (const colorScheme of ['light', 'dark'] as const) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
		expect(await axeFindings(page, { inside: '.feedback-panel' }), colorScheme).toEqual([]);
	}
});

test('on a phone the button is round and wholly in sight', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('/forgot-password');
	const button = page.getByRole('button', { name: 'Report a bug or request a feature' });
	const box = (await button.boundingBox())!;
	expect([box.x, box.width, box.height]).toEqual([8, 44, 44]);
	await expect(button).toHaveCSS('border-radius', '50%');
	expect(box.y + box.height).toBeLessThanOrEqual(844);
	expect(box.y).toBeGreaterThan(700);
	// The menu has the same, with a target for a finger.
	await page.getByRole('button', { name: 'Menu' }).click();
	const entry = page.getByRole('dialog').getByRole('button', { name: 'Report a bug or request a feature' });
	expect((await entry.boundingBox())?.height).toBeGreaterThanOrEqual(44);
	await entry.click();
	await expect(page.getByRole('dialog', { name: 'Send feedback' })).toBeVisible();
});
