import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { frameOf } from '../app/shell/layout-rules.ts';
import { axeFindings } from './support/axe.ts';
import { type Site, sharedSite } from './support/shared-site.ts';
import { addressIn, needsSignIn, type SitePage, sitePages } from './support/site-pages.ts';
import { expect, test } from './support/test.ts';

/**
 * Every page: status, title, heading, landmarks, accessibility, movement, the frame of signed-in pages, no sideways scroll from
 * 320 px, and whether what a public page says stays when it hydrates. tests/site-pages.test.ts holds the list against the routes.
 * Errors and reports of the content policy fail it through the fixture `faults`.
 *
 * Each page is loaded on a phone, which is where most people read them, and looked at by axe at one width and in one theme; by their
 * places in the list the pages meet them all. Addresses that lead nowhere show one screen, which is looked at twice; of the others only
 * the answer is read. A newcomer's pages, the screens of organisers without anything on them, are loaded and not looked at. `FULL_WALK=1`
 * (`npm run test:long -- pages`) looks at these and at aliases too, loads each page at every width, looks at it at every width in both
 * themes, and loads it on a phone whose answers come late and in any order; has the public pages read by people who are signed in; and
 * hydrates them in three languages.
 */
const isFull = process.env.FULL_WALK === '1';
const everybody = ['guest', 'newcomer', 'organiser', 'admin'] as const;
const themes = ['light', 'dark'] as const;
type Theme = (typeof themes)[number];
/** The widths that are looked at, and where signed-in pages begin there, and the two widths of these, in pixels. */
const frames = [
	{ width: 390, left: 16, top: 24, widths: [358] },
	{ width: 768, left: 24, top: 32, widths: [720, 680] },
	{ width: 1440, left: 160, top: 32, widths: [1120, 680] },
];
const heights: Record<number, number> = { 390: 844, 768: 1024, 1440: 900 };
const sizes = frames.map(({ width }) => ({ width, height: heights[width] ?? 900 }));
type Size = (typeof sizes)[number];
const phone = sizes[0] as Size;
/** The pages of one test: several workers take them, and none is what a run waits for at its end. */
const pagesAtOnce = 15;
const longestMs = isFull ? 3_600_000 : 1_200_000;

const walked = sitePages.filter(({ isAgain }) => isFull || !isAgain);
const pagesOf = (who: SitePage['who']) => walked.filter((one) => one.who === who);

/** The page for an address that leads nowhere, and for a link to a ticket that is wrong: the same ones for every other such address. */
const notFound = ['/no/such/page', '/my-ticket/no-such-ticket'];
const hasOwnScreen = ({ status, path }: SitePage) => isFull || status !== 404 || notFound.includes(path);

/** At which widths and in which themes a page is looked at by axe; null: it is only loaded. */
function looksAt(one: SitePage): { widths: number[]; themes: readonly Theme[] } | null {
	const widths = sizes.map(({ width }) => width);
	if (isFull) return { widths, themes };
	if (!hasOwnScreen(one) || one.who === 'newcomer') return null;
	const place = pagesOf(one.who).filter(hasOwnScreen).indexOf(one);
	return {
		widths: [widths[place % 3] as number],
		themes: [themes[Math.floor(place / 3) % 2] as Theme],
	};
}

test.describe.configure({ mode: 'parallel' });

/** Sums what moved without anybody having touched anything, from the first paint on. */
function countShifts(): void {
	const counted = window as unknown as { shifted: { sum: number; what: string[] } };
	counted.shifted = { sum: 0, what: [] };
	type Shift = PerformanceEntry & {
		value: number;
		hadRecentInput: boolean;
		sources: { node: Node | null }[];
	};
	new PerformanceObserver((list) => {
		for (const entry of list.getEntries() as Shift[]) {
			if (entry.hadRecentInput) continue;
			counted.shifted.sum += entry.value;
			counted.shifted.what.push(
				...entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : '?')),
			);
		}
	}).observe({ type: 'layout-shift', buffered: true });
}

/** Axe opens empty frames, which have no storage. */
function signIn(token: string): void {
	if (location.protocol.startsWith('http')) localStorage.setItem('token', token);
}

/** The heading is there; no skeleton, nothing that turns and nothing busy is left. Asked at each picture, as a poll would sleep over it. */
const settled = (page: Page) => page.waitForFunction(isSettled, undefined, { timeout: 30_000 });

/** Runs in the page: whether it has been at rest for some pictures, between which one answer may ask for the next. */
function isSettled(): boolean {
	const counted = window as unknown as { restful?: number };
	const isSeen = (one: Element | null) => {
		const box = one?.getBoundingClientRect();
		return Boolean(box?.width && box.height && one?.checkVisibility({ visibilityProperty: true }));
	};
	const waiting = document.querySelectorAll('[aria-busy="true"]:not(button), .skeleton, main .animate-spin');
	const isAtRest = isSeen(document.querySelector('main h1')) && ![...waiting].some(isSeen);
	counted.restful = isAtRest ? (counted.restful ?? 0) + 1 : 0;
	return counted.restful >= 4;
}

/** Brings a page to a size that it does not have: every size is a layout anew. */
async function bringTo(page: Page, size: Size): Promise<void> {
	const now = page.viewportSize();
	if (now?.width !== size.width || now.height !== size.height) await page.setViewportSize(size);
}

/** One look at a page that is open; text says what is wrong. */
async function faultsOf(page: Page, { title }: SitePage): Promise<string[]> {
	const found: string[] = [];
	const shape = await page.evaluate(() => ({
		title: document.title,
		headings: [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility()).length,
		mains: document.querySelectorAll('main').length,
		isFocused: document.activeElement === document.body || document.activeElement?.tagName === 'H1',
		language: document.documentElement.lang,
		shifted: (window as unknown as { shifted: { sum: number; what: string[] } }).shifted,
	}));
	if (!title.test(shape.title)) found.push(`title: ${shape.title}`);
	if (shape.headings !== 1) found.push(`${shape.headings} headings of the first level`);
	if (shape.mains !== 1) found.push(`${shape.mains} main landmarks`);
	if (!shape.language) found.push('no language');
	if (shape.shifted.sum > 0.02) found.push(`moved by ${shape.shifted.sum}: ${shape.shifted.what.join(' ')}`);
	return found;
}

/** What an address that leads nowhere is answered with; text says what is wrong. */
async function answerOf(page: Page, path: string, { status, title }: SitePage): Promise<string[]> {
	const answer = await page.request.get(path);
	const html = await answer.text();
	const found: string[] = [];
	if (answer.status() !== status) found.push(`status ${answer.status()}`);
	if (!title.test(/<title>([^<]*)/.exec(html)?.[1] ?? '')) found.push('no title');
	if (html.split('<h1').length !== 2) found.push('not one heading of the first level');
	return found;
}

/** Loads a page and looks at it at each of its widths; text says what is wrong. */
async function look(page: Page, site: Site, one: SitePage): Promise<string[]> {
	const path = addressIn(site.world, one);
	if (!hasOwnScreen(one)) return answerOf(page, path, one);
	const found: string[] = [];
	const looks = looksAt(one);
	await page.emulateMedia({ colorScheme: looks?.themes[0] ?? 'light', reducedMotion: 'reduce' });
	for (const size of isFull ? sizes : [phone]) {
		await bringTo(page, size);
		const response = await page.goto(path);
		if (response?.status() !== (one.status ?? 200)) found.push(`status ${response?.status()}`);
		await settled(page);
		found.push(...(await faultsOf(page, one)).map((what) => `at ${size.width} px: ${what}`));
	}
	if (isFull) found.push(...(await movementWhenSlow(page, site, one)));
	const hasFrame = needsSignIn(one) && !one.isSheet;
	const inside = isFull ? undefined : one.sample;
	if (looks) found.push(...(await faultsByWidth(page, { ...looks, hasFrame, inside })));
	return found;
}

/** Loads the page again on a phone, each answer up to 700 ms later; fonts excepted, which are another matter. */
async function movementWhenSlow(page: Page, site: Site, one: SitePage): Promise<string[]> {
	await page.setViewportSize(phone);
	await page.route(/\/(api|assets)\/(?!.*woff2)/, async (route) => {
		await sleep(Math.random() * 700);
		await route.continue();
	});
	await page.goto(addressIn(site.world, one));
	await settled(page);
	await page.unrouteAll({ behavior: 'wait' });
	await settled(page);
	return (await faultsOf(page, one)).map((what) => `slow: ${what}`);
}

/** The heading and what stands under it begin where they do on every signed-in page, and end at one of two widths. */
async function offFrame(
	page: Page,
	{ width, left, top, widths }: (typeof frames)[number],
): Promise<string[]> {
	const shape = await page.evaluate(() => {
		window.scrollTo({ top: 0, behavior: 'instant' });
		const heading = document.querySelector('main h1') as Element;
		const header = heading.closest('header');
		const body = header?.nextElementSibling;
		const first = [...(body?.children ?? [])].find((one) => one.checkVisibility());
		return {
			lefts: [heading, body, first].map((one) => one?.getBoundingClientRect().left),
			top:
				(header ?? heading).getBoundingClientRect().top -
				(document.querySelector('main') as Element).getBoundingClientRect().top,
			width: body?.getBoundingClientRect().width ?? 0,
		};
	});
	const isOff = shape.lefts.some((one) => one !== left) || shape.top !== top || !widths.includes(shape.width);
	return isOff ? [`at ${width} px the frame is ${JSON.stringify(shape)}`] : [];
}

/** What is cut off at this width, and what floats over the page's text and controls at rest. */
async function hiddenAt(page: Page, width: number): Promise<string[]> {
	const found: string[] = [];
	const cut = await page.evaluate(cutOff);
	if (cut) found.push(`at ${width} px ${cut}`);
	if (!(await page.evaluate(isButtonRound))) found.push(`at ${width} px the feedback button is not round`);
	// A bar may lie over what goes on below it, in narrow windows the button too, but at the end nothing is left to scroll.
	for (const [top, floating] of [
		...(width < 1264 ? [] : ([[0, '.feedback-button']] as const)),
		[1e6, '.feedback-button, [data-bottom-bar]'],
	] as const) {
		// A bar at the lower edge comes a frame after the page has moved, and a camera may still make the page longer.
		let covered = '';
		const look = async () => {
			await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
			covered = await page.evaluate(coveredBy, floating);
			return covered;
		};
		await expect
			.poll(look)
			.toBe('')
			.catch(() => found.push(`at ${width} px, ${top === 0 ? 'top' : 'end'}: ${covered}`));
	}
	return found;
}

/**
 * At each width, which a page is brought to once: what axe finds, the frame, sideways scroll on the narrowest screen, and what nobody can
 * see. The gate leaves out what the narrowest screen says of the phone, and wider ones where it is not the page's turn for axe.
 */
async function faultsByWidth(
	page: Page,
	looks: { widths: number[]; themes: readonly Theme[]; hasFrame: boolean; inside: string[] | undefined },
): Promise<string[]> {
	const found: string[] = [];
	for (const width of [390, 320, 768, 1440]) {
		const hasAxe = looks.widths.includes(width);
		if (width > phone.width && !hasAxe) continue;
		await bringTo(page, { width, height: heights[width] ?? 640 });
		if (hasAxe) await settled(page);
		for (const theme of hasAxe ? looks.themes : []) {
			await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
			found.push(
				...(await axeFindings(page, looks.inside ? { inside: looks.inside } : {})).map(
					(what) => `${theme} at ${width} px: ${what}`,
				),
			);
		}
		const frame = looks.hasFrame && frames.find((one) => one.width === width);
		if (frame) found.push(...(await offFrame(page, frame)));
		if (width === 320) {
			const needed = await page.evaluate(() => document.documentElement.scrollWidth);
			if (needed > width) found.push(`${needed} px wide at ${width} px`);
		}
		if (width === 320 || width === 1440 || (isFull && width === 390))
			found.push(...(await hiddenAt(page, width)));
	}
	return found;
}

/**
 * The first box with text that nobody can read to its end; empty: none. A table that is too wide scrolls in a box that is reached by
 * keyboard and fades where it goes on; a cell that ends in three dots has the whole text as its title.
 */
function cutOff(): string {
	for (const box of document.querySelectorAll<HTMLElement>('main *')) {
		if (box.scrollWidth <= box.clientWidth + 1 || box.clientWidth < 2 || !box.textContent?.trim()) continue;
		if (!box.checkVisibility() || box.closest('[aria-hidden=true]')) continue;
		const { overflowX, textOverflow } = getComputedStyle(box);
		const is = `${box.outerHTML.slice(0, 120)} "${box.textContent.trim().slice(0, 40)}"`;
		if (['auto', 'scroll'].includes(overflowX)) {
			if (box.querySelector('table') && !box.matches('.scroll-box[tabindex="0"]'))
				return `a table scrolls in ${is}`;
		} else if (overflowX !== 'visible') {
			if (textOverflow !== 'ellipsis') return `a part is cut off: ${is}`;
			if (box.closest('td, th') && !box.closest('[title]')) return `a cell is cut off: ${is}`;
		}
	}
	return '';
}

/** Whether the feedback button, where the page has one, is a whole circle that a finger can press. */
function isButtonRound(): boolean {
	const button = document.querySelector('.feedback-button');
	if (!button) return true;
	const { left, width, height } = button.getBoundingClientRect();
	return left >= 0 && width === height && width >= 44 && getComputedStyle(button).borderRadius === '50%';
}

/** The first text or control that something floating lies over, where the page stands; empty: none. */
function coveredBy(selector: string): string {
	for (const floating of document.querySelectorAll(selector)) {
		const found = underneath(floating);
		if (found) return found;
	}
	return '';

	function underneath(floating: Element): string {
		const button = floating.getBoundingClientRect();
		if (button.width === 0 || getComputedStyle(floating).position === 'static') return '';
		if (button.left < 0 || button.bottom > innerHeight) return 'not wholly visible';
		const isUnder = (box: DOMRect, owner: Element | null): boolean => {
			const left = Math.max(box.left, button.left, 0);
			const right = Math.min(box.right, button.right);
			const top = Math.max(box.top, button.top);
			const bottom = Math.min(box.bottom, button.bottom);
			// A pixel is the edge of a box. What a scrolled strip has cut off is not there.
			if (right - left <= 1 || bottom - top <= 1 || !owner) return false;
			return document.elementsFromPoint((left + right) / 2, (top + bottom) / 2).includes(owner);
		};
		const texts = document.createTreeWalker(
			document.querySelector('main')?.parentElement as Node,
			NodeFilter.SHOW_TEXT,
		);
		for (let node = texts.nextNode(); node; node = texts.nextNode()) {
			if (!node.textContent?.trim() || floating.contains(node)) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			if ([...range.getClientRects()].some((box) => isUnder(box, node.parentElement)))
				return `${floating.className} lies over "${node.textContent}"`;
		}
		for (const control of document.querySelectorAll(
			':is(main, footer) :is(a, button, input, select, textarea)',
		)) {
			if (!floating.contains(control) && isUnder(control.getBoundingClientRect(), control))
				return `${floating.className} lies over ${control.outerHTML.slice(0, 120)}`;
		}
		return '';
	}
}

/** What a page reads as the server wrote it, before any script ran, and as it is the moment after it has hydrated. */
function noteTexts(): void {
	const noted = window as unknown as { texts: { written: string[]; hydrated: string[] } };
	noted.texts = { written: [], hydrated: [] };
	const read = () => {
		const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
		const found: string[] = [];
		for (let node = texts.nextNode(); node; node = texts.nextNode()) {
			const text = node.textContent?.trim();
			if (text && !node.parentElement?.closest('script, style, noscript, template')) found.push(text);
		}
		return found;
	};
	document.addEventListener('readystatechange', () => {
		const isUntouched = noted.texts.hydrated.length === 0;
		if (document.readyState === 'interactive' && isUntouched) noted.texts.written = read();
	});
	// The document's element is not there yet.
	new MutationObserver((_, observer) => {
		if (document.documentElement?.dataset.hydrated === undefined) return;
		observer.disconnect();
		noted.texts.hydrated = read();
		// The scripts do not wait for the end of the document: where they were first, nothing is there to compare.
		if (document.readyState === 'loading') noted.texts.written = noted.texts.hydrated;
	}).observe(document, {
		subtree: true,
		childList: true,
		attributes: true,
		attributeFilter: ['data-hydrated'],
	});
}

/** Pages that say something else once they are hydrated: they read the fragment or the storage, or a device keeps one for all codes. */
const readsTheBrowser = ['/auth/callback', '/reset-password', '/staff-access/{shortCode}'];

const isJoined = (text: string, texts: string[]) => texts.some((one) => one.startsWith(`${text} · `));

/** What a page that is open said before it hydrated and no longer says after it. */
async function goneWords(page: Page, one: SitePage): Promise<string[]> {
	const { written, hydrated } = await page.evaluate(
		() => (window as unknown as { texts: { written: string[]; hydrated: string[] } }).texts,
	);
	const found: string[] = [];
	// The door has neither navigation nor footer: what it says before its script is the way to the content.
	if (written.length < (frameOf(one.path).hasNavigation ? 5 : 1)) found.push('nothing was written');
	if (hydrated.length === 0) found.push('not hydrated');
	if (readsTheBrowser.includes(one.path)) return found;
	// What only the browser knows, such as the time in its own zone, may join what is there.
	const gone = written.filter((text) => !hydrated.includes(text) && !isJoined(text, hydrated));
	if (gone.length > 0) found.push(`"${gone.join('", "')}" went away`);
	return found;
}

/** A page of somebody who is signed in, or of a guest, where what moves is noted, and for the guest what changes its words. */
async function openAs(browser: Browser, site: Site, who: SitePage['who'], options?: BrowserContextOptions) {
	const context = await browser.newContext({ baseURL: site.url, reducedMotion: 'reduce', ...options });
	await context.addInitScript(countShifts);
	if (who === 'guest') await context.addInitScript(noteTexts);
	if (site.tokens[who]) await context.addInitScript(signIn, site.tokens[who]);
	return context.newPage();
}

/** The languages and zones that a guest's browser has: others than the server's, and in the gate the one that differs in both. */
const regions = [
	{ locale: 'de-DE', timezoneId: 'Europe/Berlin' },
	...(isFull
		? [
				{ locale: 'en-US', timezoneId: 'America/Los_Angeles' },
				{ locale: 'en-GB', timezoneId: 'Europe/London' },
			]
		: []),
];

test('over its pages, everybody meets each width in each theme', () => {
	for (const who of everybody.filter((one) => isFull || one !== 'newcomer')) {
		const met = pagesOf(who).flatMap((one) => {
			const looks = looksAt(one);
			return looks ? looks.widths.flatMap((width) => looks.themes.map((theme) => `${width} ${theme}`)) : [];
		});
		const all = sizes.flatMap(({ width }) => themes.map((theme) => `${width} ${theme}`));
		expect([...new Set(met)].sort(), who).toEqual(all.sort());
	}
});

/** Some pages after the others, in a browser of their own. */
function walk(
	title: string,
	pages: SitePage[],
	open: (browser: Browser, site: Site) => Promise<Page>,
	faultsAt: (page: Page, site: Site, one: SitePage) => Promise<string[]>,
): void {
	const times = Math.ceil(pages.length / pagesAtOnce);
	for (let at = 0; at < times; at++) {
		test(`${title}, ${at + 1} of ${times}`, async ({ browser, faults }) => {
			test.setTimeout(longestMs);
			// Pages for links that lead nowhere ask the server about them.
			faults.allow(/status of 4(0[0134]|10)/);
			const site = await sharedSite();
			const page = await open(browser, site);
			const found: string[] = [];
			for (const one of pages.filter((_, index) => index % times === at)) {
				const path = addressIn(site.world, one);
				await test.step(path, async () => {
					found.push(...(await faultsAt(page, site, one)).map((what) => `${path}: ${what}`));
				});
			}
			expect(found).toEqual([]);
			await page.context().close();
		});
	}
}

for (const who of everybody)
	walk(
		`pages of ${who}: title, heading, landmarks, accessibility, movement, width`,
		pagesOf(who),
		(browser, site) => openAs(browser, site, who, who === 'guest' ? regions[0] : {}),
		async (page, site, one) => {
			const found = await look(page, site, one);
			if (who === 'guest' && hasOwnScreen(one)) found.push(...(await goneWords(page, one)));
			return found;
		},
	);

for (const who of isFull ? (['organiser', 'admin'] as const) : [])
	walk(
		`public pages that ${who} reads: title, heading, landmarks, accessibility, movement, width`,
		pagesOf('guest'),
		(browser, site) => openAs(browser, site, who),
		async (page, site, one) => {
			const found = await look(page, site, one);
			if (frameOf(addressIn(site.world, one)).hasNavigation) {
				await page.setViewportSize(sizes.at(-1) as Size);
				await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
			}
			return found;
		},
	);

for (const region of regions.slice(1))
	walk(
		`public pages hydrate without another text in ${region.locale}`,
		pagesOf('guest'),
		(browser, site) => openAs(browser, site, 'guest', region),
		async (page, site, one) => {
			await page.goto(addressIn(site.world, one));
			return goneWords(page, one);
		},
	);

test('an organiser sees a refusal where only administrators may look', async ({ page, account }) => {
	await page.addInitScript(signIn, account.token);
	for (const path of ['/admin', '/feedback-admin']) {
		await page.goto(path);
		await expect(page.getByText("You don't have permission to perform this action.")).toBeVisible();
	}
});
