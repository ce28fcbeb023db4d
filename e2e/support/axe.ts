import AxeBuilder from '@axe-core/playwright';
import type { JSHandle, Page } from '@playwright/test';

export interface AxeOptions {
	/** Only what stands inside these. */
	inside?: string | string[];
	/** Only these rules; all of them unless told. */
	rules?: string[];
}

/** Describing each element that a rule passed, and making a selector for it, is a third of the work; nobody reads either. */
const violationsOnly = { resultTypes: ['violations'], selectors: false } satisfies Parameters<
	AxeBuilder['options']
>[0];

/**
 * What axe finds wrong on a page, as "rule: the elements". Nothing moves or fades meanwhile: a toast that is half gone has the
 * colours of neither state, and on a busy machine axe takes longer than a fade. Every check by axe goes through here.
 */
export async function axeFindings(page: Page, { inside, rules }: AxeOptions = {}): Promise<string[]> {
	const still = await holdStill(page);
	// A frame that is still loading never answers axe; one that stays empty is its to judge.
	for (const frame of await page.locator('iframe').all()) {
		const first = frame.contentFrame().locator('body *').first();
		await first.waitFor({ state: 'attached', timeout: 10_000 }).catch(() => {});
	}
	// Put together in the page itself: no frame of ours is of another origin, and a second page for each look takes its time.
	const axe = new AxeBuilder({ page }).setLegacyMode(true).options(violationsOnly);
	for (const selector of [inside ?? []].flat()) axe.include(selector);
	if (rules) axe.withRules(rules);
	const { violations } = await axe.analyze();
	await letMove(page, still);
	return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}

/** Everything jumps to where it was going, and stays so. A style element would break the pages' content policy. */
async function holdStill(page: Page): Promise<JSHandle<CSSStyleSheet>> {
	const still = await page.evaluateHandle(() => {
		const sheet = new CSSStyleSheet();
		sheet.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
		document.adoptedStyleSheets.push(sheet);
		return sheet;
	});
	// Colours are those of the next picture.
	await page.waitForFunction(() =>
		document.getAnimations().every(({ playState }) => playState !== 'running'),
	);
	return still;
}

async function letMove(page: Page, still: JSHandle<CSSStyleSheet>): Promise<void> {
	await page.evaluate((sheet) => {
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
	}, still);
	await still.dispose();
}
