import type { BrowserContext, Page } from '@playwright/test';

const seen = new WeakSet<BrowserContext>();
/** Pages that are opened as a person with a fast hand opens them. */
const hasty = new WeakSet<Page>();

/**
 * Opening and reloading a page waits until its script answers. That script comes after the first paint
 * (docs/decisions/022-light-public-pages.md); a journey that acts before it is about that, and says so with `beHasty`.
 */
export function waitForHydration(context: BrowserContext): void {
	if (seen.has(context)) return;
	seen.add(context);
	for (const page of context.pages()) waitOnPage(page);
	context.on('page', waitOnPage);
}

/** Opens this page without waiting for its script. */
export function beHasty(page: Page): void {
	hasty.add(page);
}

function waitOnPage(page: Page): void {
	const { goto, reload } = page;
	const hydrated = async () => {
		if (hasty.has(page)) return;
		// What is no page of the app (a file, a harness, a page without script) has nothing to wait for; a dead one is the test's to notice.
		await page
			.waitForFunction(
				() => !('__reactRouterContext' in window) || document.documentElement.dataset.hydrated !== undefined,
				undefined,
				{ timeout: 60_000 },
			)
			.catch(() => {});
	};
	page.goto = async (...given) => {
		const response = await goto.apply(page, given);
		await hydrated();
		return response;
	};
	page.reload = async (...given) => {
		const response = await reload.apply(page, given);
		await hydrated();
		return response;
	};
}
