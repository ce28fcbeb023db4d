import { createRequire } from 'node:module';
import type { AxeBuilder } from '@axe-core/playwright';
import { expect, type Frame, type Page } from '@playwright/test';

export interface AxeOptions {
	/** Only what stands inside these. */
	inside?: string | string[];
	/** Only these rules; all of them unless told. */
	rules?: string[];
}

type RunOptions = Parameters<AxeBuilder['options']>[0];
interface Axe {
	source: string;
	run(context: Document | { include: string[] }, options: RunOptions): ReturnType<AxeBuilder['analyze']>;
}

/** Axe itself: its builder for Playwright would put these 650 kB twice into each page. What its name alone leads to is 1.5 MB. */
const { source } = createRequire(import.meta.resolve('@axe-core/playwright'))('axe-core/axe.min.js') as Axe;

/** A screen that is still being read has neither title nor heading; one that never gets them is axe’s to judge. */
const longestReadMs = 10_000;

/** A frame that is still loading never answers axe; one that stays empty is its to judge. */
const longestFrameMs = 10_000;

/**
 * What axe finds wrong on a page, as "rule: the elements". Nothing moves or fades meanwhile: a toast that is half gone has the
 * colours of neither state, and on a busy machine axe takes longer than a fade. Every check by axe goes through here.
 */
export async function axeFindings(page: Page, { inside, rules }: AxeOptions = {}): Promise<string[]> {
	// Once into each document: to send these 650 kB and to read them costs more than the question.
	if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`void (() => { ${source} })()`);
	await Promise.all(
		page
			.frames()
			.filter((frame) => frame !== page.mainFrame())
			.map(putIntoFrame),
	);
	// Describing each element that a rule passed, and making a selector for it, is a third of the work; nobody reads either.
	const options: RunOptions = { resultTypes: ['violations'], selectors: false };
	if (rules) options.runOnly = { type: 'rule', values: rules };
	else if (!inside) await untilRead(page);
	return page.evaluate(runAxe, { include: inside ? [inside].flat() : undefined, options });
}

/** Whether a page does without scrolling sideways. */
export const isNarrow = (page: Page): Promise<boolean> =>
	page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth);

/**
 * A page at these widths, in pixels: without scrolling sideways at any, and without a finding of axe in the light at the first of them
 * and in the dark at the last. With `FULL_WALK=1` axe looks at each width in both.
 */
export async function expectAccessibleAt(page: Page, widths: readonly number[]): Promise<void> {
	const isFull = process.env.FULL_WALK === '1';
	for (const width of widths) {
		await page.setViewportSize({ width, height: 900 });
		expect(await isNarrow(page), `at ${width} px`).toBe(true);
		for (const colorScheme of ['light', 'dark'] as const) {
			if (!isFull && width !== widths.at(colorScheme === 'light' ? 0 : -1)) continue;
			await page.emulateMedia({ colorScheme });
			expect(await axeFindings(page), `${colorScheme}, ${width} px`).toEqual([]);
		}
	}
	await page.emulateMedia({ colorScheme: 'light' });
}

/** A page in a theme that was chosen on it: without a finding of axe. */
export async function expectAccessibleIn(page: Page, theme: 'light' | 'dark'): Promise<void> {
	await page.evaluate((name) => {
		document.documentElement.dataset.theme = name;
	}, theme);
	expect(await axeFindings(page), theme).toEqual([]);
}

async function untilRead(page: Page): Promise<void> {
	const isRead = () => document.title !== '' && document.querySelector('h1') !== null;
	await page.waitForFunction(isRead, undefined, { timeout: longestReadMs }).catch(() => {});
}

async function putIntoFrame(frame: Frame): Promise<void> {
	const first = frame.locator('body *').first();
	await first.waitFor({ state: 'attached', timeout: longestFrameMs }).catch(() => {});
	// A frame may be gone by now, or never come.
	const limit = AbortSignal.timeout(longestFrameMs);
	const isLate = new Promise<void>((resolve) => limit.addEventListener('abort', () => resolve()));
	await Promise.race([frame.evaluate(source).catch(() => {}), isLate]);
}

/** Runs in the page. Everything jumps to where it was going, and stays so until axe has looked. */
async function runAxe({
	include,
	options,
}: {
	include: string[] | undefined;
	options: RunOptions;
}): Promise<string[]> {
	// A style element would break the pages' content policy.
	const still = new CSSStyleSheet();
	still.replaceSync('*, ::before, ::after { transition: none !important; animation: none !important; }');
	document.adoptedStyleSheets.push(still);
	// In a part that is folded away an animation stays as it was.
	const isSeen = ({ effect }: Animation) =>
		(effect as KeyframeEffect | null)?.target?.checkVisibility() ?? true;
	// Colours are those of the next picture.
	do await new Promise(requestAnimationFrame);
	while (document.getAnimations().some((one) => one.playState === 'running' && isSeen(one)));
	try {
		const { axe } = window as unknown as { axe: Axe };
		const { violations } = await axe.run(include ? { include } : document, options);
		return violations.map(
			({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`,
		);
	} finally {
		document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== still);
	}
}
