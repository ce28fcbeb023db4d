import { NO_HUE } from '#shared/rules/cover/hues.ts';
import { baseCss } from './base-css.ts';
import { h } from './dom.ts';

/**
 * What a page may set, on the element or any element around it:
 * - `--foyer-font`: the typeface; the reader's system has its own otherwise.
 * - `--foyer-font-size`: of running text; the reader's own size otherwise.
 * - `--foyer-radius`: of the corners of the card, 0.875em otherwise; those of fields and buttons follow.
 * - `::part(…)`: `frame`, `card`, `cover`, `title`, `facts`, `state`, `tickets`, `form`, `field`, `input`, `button`, `message`, `footer`.
 */

/**
 * Begins the look of an element anew: empties the root, adopts the sheet that all share, and follows `theme` and `accent` of the element.
 * @returns the `<div part="frame">` to fill, in the root already
 */
export function openFrame(element: HTMLElement, root: ShadowRoot): HTMLElement {
	// Texts of the product are English and run from left to right, whatever the page around does; those of organisers say their own way.
	const frame = h('div', { part: 'frame', class: 'frame hued', lang: 'en', dir: 'ltr' });
	root.adoptedStyleSheets = [];
	adopt(root, baseCss);
	root.replaceChildren(frame);
	const dress = () => {
		const theme = element.getAttribute('theme');
		frame.style.colorScheme = theme === 'light' || theme === 'dark' ? theme : 'light dark';
		const accent = element.getAttribute('accent');
		// Without the accent where its file cannot be had: the event has a colour of its own.
		if (accent !== null || frame.style.getPropertyValue('--accent'))
			import('./accent.ts').then(({ setAccent }) => setAccent(frame, accent)).catch(() => {});
	};
	dress();
	watched.get(element)?.disconnect();
	const observer = new MutationObserver(dress);
	observer.observe(element, { attributeFilter: ['theme', 'accent'] });
	watched.set(element, observer);
	return frame;
}

const watched = new WeakMap<HTMLElement, MutationObserver>();
const sheets = new Map<string, CSSStyleSheet>();

/** Adds a sheet to the root that a node is in, once. Constructed sheets are free of the page's `style-src`. */
export function adopt(node: Node, css: string): void {
	const root = node.getRootNode() as ShadowRoot;
	let sheet = sheets.get(css);
	if (!sheet) {
		sheet = new CSSStyleSheet();
		sheet.replaceSync(css);
		sheets.set(css, sheet);
	}
	if (!root.adoptedStyleSheets.includes(sheet)) root.adoptedStyleSheets.push(sheet);
}

/**
 * Gives a part of a frame the colours of an event, which an accent of the element goes before. The part needs the class `hued`.
 * @param hue degrees of OKLCH, or `NO_HUE`
 */
export function setHue(part: HTMLElement, hue: number): void {
	part.style.setProperty('--event-hue', String(hue % 360));
	part.style.setProperty('--event-tint', hue === NO_HUE ? '0.1' : '1');
}
