import { expect, type Page, test } from '@playwright/test';
import { axeFindings } from './support/axe.ts';
import { serveHarness } from './support/harness.ts';

/** The design system alone, in a real browser under the product's content policy. */

let harness: Awaited<ReturnType<typeof serveHarness>>;
let faults: string[] = [];

test.beforeAll(async () => {
	harness = await serveHarness('components');
});
test.afterAll(() => harness.close());

test.beforeEach(async ({ page }) => {
	faults = [];
	page.on(
		'console',
		(message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()),
	);
	page.on('pageerror', (error) => faults.push(error.message));
	await page.goto(harness.url);
	await page.evaluate(() => document.fonts.ready);
});
test.afterEach(() => expect(faults).toEqual([]));

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
/** From here on time passes only where a test says so. */
async function stopClock(page: Page) {
	await page.clock.install();
	await page.clock.pauseAt(Date.now() + 60_000);
}

const open = (page: Page, name: string) => page.locator(`[data-open=${name}]`).click();

test.describe('toast', () => {
	test('is open for 5.5 s, marked closed, and gone 5.5 s later; its bar runs as long', async ({ page }) => {
		await stopClock(page);
		await page.locator('[data-toast=success]').click();
		const toast = page.locator('.toast');
		await expect(toast).toHaveAttribute('data-state', 'open');
		await page.mouse.move(2, 2);
		expect(
			await toast.locator('.toast-progress').evaluate((bar) => getComputedStyle(bar).animationDuration),
		).toBe('5.5s');
		await page.clock.runFor(5400);
		await expect(toast).toHaveAttribute('data-state', 'open');
		await page.clock.runFor(200);
		await expect(toast).toHaveAttribute('data-state', 'closed');
		await expect(toast).toBeHidden();
		await page.clock.runFor(5200);
		await expect(toast).toHaveCount(1);
		await page.clock.runFor(400);
		await expect(toast).toHaveCount(0);
	});

	test('is one at a time, and waits under the pointer and the focus', async ({ page }) => {
		await stopClock(page);
		await page.locator('[data-toast=info]').click();
		await page.locator('[data-toast=destructive]').click();
		const toast = page.locator('.toast');
		await expect(toast).toHaveCount(1);
		await expect(page.getByRole('alert').locator('.toast')).toHaveCount(1);
		await toast.hover();
		await page.clock.runFor(20_000);
		await expect(toast).toHaveAttribute('data-state', 'open');
		await toast.getByRole('button', { name: 'Dismiss' }).focus();
		await page.mouse.move(2, 2);
		await page.clock.runFor(20_000);
		await expect(toast).toHaveAttribute('data-state', 'open');
		await page.keyboard.press('Escape');
		await expect(toast).toHaveAttribute('data-state', 'closed');
	});

	test('that was there before the toaster stands whole inside the window', async ({ page }) => {
		await page.goto(`${harness.url}?toast=early`);
		await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 });
	});

	test('stands above an open dialog and can be dismissed there', async ({ page }) => {
		await open(page, 'dialog');
		await page.getByRole('dialog').getByRole('button', { name: 'Add guest' }).click();
		const toast = page.locator('dialog .toast');
		await expect(toast).toBeVisible();
		await toast.getByRole('button', { name: 'Dismiss' }).click();
		await expect(toast).toBeHidden();
	});

	for (const direction of ['ltr', 'rtl']) {
		test(`does not lie over the buttons of a dialog or sheet: ${direction}`, async ({ page }) => {
			await page.goto(`${harness.url}?dir=${direction}`);
			await stopClock(page);
			for (const [name, button] of [
				['dialog', 'Add guest'],
				['sheet', 'Save'],
			] as const) {
				await page.locator('[data-toast=success]').click();
				await open(page, name);
				await expect(page.locator('dialog > .toaster .toast[data-state=open]')).toBeInViewport({ ratio: 1 });
				// Not hidden by anything.
				await page
					.getByRole('dialog')
					.getByRole('button', { name: button, exact: true })
					.click({ trial: true });
				await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
				await page.clock.runFor(12_000);
			}
		});
	}
});

test('a dialog that is taken out of the page leaves its toast, and gives focus back', async ({ page }) => {
	await open(page, 'brief');
	await page.getByRole('button', { name: 'Do it' }).click();
	await expect(page.getByRole('dialog')).toHaveCount(0);
	await expect(page.locator('.toast')).toBeInViewport({ ratio: 1 });
	await expect(page.locator('[data-open=brief]')).toBeFocused();
});

test.describe('dialog', () => {
	test('takes focus to its first field, keeps it inside, and gives it back on Esc', async ({ page }) => {
		await open(page, 'dialog');
		const dialog = page.getByRole('dialog', { name: 'Add a guest' });
		await expect(dialog.getByLabel('Name')).toBeFocused();
		for (let press = 0; press < 12; press++) {
			await page.keyboard.press('Tab');
			// A browser may let focus out to its own bars, never to the page behind.
			expect(
				await page.evaluate(
					() => document.activeElement === document.body || !!document.activeElement?.closest('dialog'),
				),
			).toBe(true);
		}
		await page.keyboard.press('Escape');
		await expect(dialog).toBeHidden();
		await expect(page.locator('[data-open=dialog]')).toBeFocused();

		// A dangerous question starts at the harmless answer.
		await open(page, 'confirm');
		await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
	});

	test('a calendar in it closes by Esc alone, and a press beside the dialog closes that', async ({
		page,
	}) => {
		await open(page, 'dates');
		const dialog = page.getByRole('dialog', { name: 'When' });
		await dialog
			.getByRole('button', { name: /Open calendar/ })
			.first()
			.click();
		const days = dialog.locator('.calendar-day');
		await expect(days.first()).toBeAttached();
		await page.keyboard.press('ArrowRight');
		await page.keyboard.press('Enter');
		await expect(dialog.locator('[data-values]')).toContainText('2027-03-15T19:30');
		await page.keyboard.press('Escape');
		await expect(days).toHaveCount(0);
		await expect(dialog).toBeVisible();
		await page.mouse.click(4, 4);
		await expect(dialog).toBeHidden();
	});
});

test('a date and time are typed, a zone is found by a city without one', async ({ page }) => {
	const dates = page.locator('#dates');
	await dates.locator('[data-type=month]').first().click();
	await page.keyboard.type('12242027830p');
	const zone = dates.getByRole('combobox').first();
	// At the lower edge, where a list has little room: the arrow keys must not scroll the page, which would close it.
	await zone.evaluate((field) => scrollBy(0, field.getBoundingClientRect().bottom - innerHeight + 90));
	await zone.click();
	await page.keyboard.type('san francisco');
	await expect(page.getByRole('option')).toHaveCount(1);
	const scrolled = await page.evaluate(() => scrollY);
	await page.keyboard.press('ArrowDown');
	await expect(page.getByRole('option')).toHaveAttribute('data-focused', 'true');
	expect(await page.evaluate(() => scrollY)).toBe(scrolled);
	await page.keyboard.press('Enter');
	await expect(dates.locator('[data-values]').first()).toContainText('2027-12-24T20:30 America/Los_Angeles');
});

test('a menu by keyboard', async ({ page }) => {
	await test.step('leaves the focus on an item that was gone to before it said that it is open', async () => {
		const item = await page.evaluate(async () => {
			const trigger = document.querySelector<HTMLButtonElement>('[data-open=menu]')!;
			const menu = document.getElementById(trigger.getAttribute('popovertarget')!)!;
			const toggled = new Promise((resolve) => menu.addEventListener('toggle', resolve, { once: true }));
			trigger.click();
			[...menu.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)!.focus();
			await toggled;
			await new Promise(requestAnimationFrame);
			return document.activeElement?.textContent;
		});
		expect(item).toBe('Log out');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('menu', { name: 'Account' })).toBeHidden();
	});
	await test.step('answers to arrows, letters, End and Esc', async () => {
		await open(page, 'menu');
		await expect.poll(() => focused(page)).toBe('Dashboard');
		await page.keyboard.press('ArrowDown');
		expect(await focused(page)).toContain('Settings');
		await page.keyboard.press('End');
		expect(await focused(page)).toBe('Log out');
		await page.keyboard.type('dele');
		expect(await focused(page)).toBe('Delete draft');
		await page.keyboard.press('Escape');
		await expect(page.locator('[data-open=menu]')).toBeFocused();
	});
	await test.step('goes on when the item with the focus goes away', async () => {
		await open(page, 'menu');
		await page.getByRole('menuitemcheckbox', { name: 'Only once' }).press('Enter');
		await expect(page.getByRole('menuitemcheckbox', { name: 'Only once' })).toHaveCount(0);
		await expect(page.getByRole('menuitem', { name: 'Dashboard' })).toBeFocused();
		await page.keyboard.press('End');
		expect(await focused(page)).toBe('Log out');
	});
});

test('a table, a long list, a number and a form', async ({ page }) => {
	await test.step('a table answers to j, k, x and Enter', async () => {
		const row = (index: number) =>
			page.getByRole('region', { name: 'Guests', exact: true }).locator(`[data-row="${index}"]`);
		await row(0).focus();
		await page.keyboard.press('j');
		await expect(row(1)).toBeFocused();
		const before = await row(1).getAttribute('aria-selected');
		await page.keyboard.press('x');
		expect(await row(1).getAttribute('aria-selected')).not.toBe(before);
		await page.keyboard.press('Enter');
		await expect(row(1)).toHaveAttribute('aria-current', 'true');
		await page.keyboard.press('k');
		await expect(row(0)).toBeFocused();
	});
	await test.step('ten thousand rows are a few dozen in the document', async () => {
		const list = page.getByRole('list', { name: 'Guest List' });
		await list.evaluate((box) => box.scrollTo(0, box.scrollHeight));
		await expect(list.locator('[aria-posinset="10000"]')).toBeVisible();
		expect(await list.locator('li').count()).toBeLessThan(60);
	});
	await test.step('a number is stepped by buttons and keys, and what is typed is put right', async () => {
		const number = page.getByRole('spinbutton', { name: 'Tickets' });
		await number.press('ArrowUp');
		await expect(number).toHaveValue('3');
		await number.fill('99');
		await number.blur();
		await expect(number).toHaveValue('10');
		await number.fill('many');
		await number.blur();
		await expect(number).toHaveValue('10');
	});
	await test.step('errors are listed with links, and the first field takes focus', async () => {
		await page.getByRole('button', { name: 'Save' }).click();
		await expect(page.getByLabel('Title')).toBeFocused();
		await expect(page.getByLabel('Title')).toHaveAccessibleDescription(/Please enter a title\. What people/);
		await page.getByRole('alert').getByRole('link', { name: 'Please enter a valid email' }).click();
		await expect(page.getByRole('textbox', { name: 'Email' }).first()).toBeFocused();
	});
});

const OVERLAYS = ['dialog[open]', '[role=menu]'];

for (const [theme, width, direction] of [
	['light', 1280, 'ltr'],
	['dark', 320, 'rtl'],
] as const) {
	test(`nothing to find for axe and nothing beyond the edge: ${theme}, ${width} px, ${direction}`, async ({
		page,
	}) => {
		test.slow();
		await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
		await page.setViewportSize({ width, height: 900 });
		await page.goto(`${harness.url}?dir=${direction}`);
		for (const name of ['', 'dialog', 'menu', 'sheet']) {
			const overlay = page.getByRole(name === 'menu' ? 'menu' : 'dialog');
			if (name) {
				await open(page, name);
				await expect(overlay).toBeVisible();
			}
			// What stands behind an overlay was looked at before it opened.
			expect(await axeFindings(page, name ? { inside: OVERLAYS } : {}), name || 'page').toEqual([]);
			await page.keyboard.press('Escape');
			await expect(overlay).toHaveCount(0);
		}
		for (const one of [width, 390]) {
			await page.setViewportSize({ width: one, height: 900 });
			expect(
				await page.evaluate(
					() => document.documentElement.scrollWidth - document.documentElement.clientWidth,
				),
				`${one} px`,
			).toBe(0);
		}
	});
}
