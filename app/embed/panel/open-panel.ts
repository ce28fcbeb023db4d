import { baseCss } from '../kit/base-css.ts';
import { h } from '../kit/dom.ts';
import { adopt } from '../kit/frame.ts';
import { icon } from '../kit/icon.ts';
import { eventLink } from '../kit/links.ts';
import { openTab } from './open-tab.ts';
import { panelCss } from './panel-css.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const chosen = ['checkbox', 'radio', 'number', 'button', 'submit', 'hidden'];

/**
 * Watches what is typed inside an element. Text that is still in a field in sight counts; a choice or a number does not, and neither does
 * what has gone with its form.
 */
function watchTyped(inside: HTMLElement): { isAny(): boolean; last(): HTMLElement | undefined } {
	const touched = new Set<Field>();
	inside.addEventListener('input', ({ target }) => {
		const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
		if (!isField || chosen.includes(target.type)) return;
		touched.delete(target);
		touched.add(target);
	});
	const typed = () =>
		[...touched].filter((field) => field.isConnected && field.value.trim() !== '' && field.checkVisibility());
	return { isAny: () => typed().length > 0, last: () => typed().at(-1) };
}

/** Of an event, as kit/frame.ts names them. */
const PARTS = 'cover,title,facts,state,tickets,form,field,input,button,message,footer';

/**
 * Opens an event above the page around: a modal dialog, so that the browser holds the focus inside and gives it back afterwards, and nothing
 * that the page does to what is around the element cuts it off.
 * @param root of the element that opens it; where it has a panel open, nothing happens
 * @param options `event`: id, slug or code; `label`: what the panel is called until the event has been read
 */
export function openPanel(
	root: ShadowRoot,
	options: { event: string; label: string; isPreview: boolean },
): void {
	if (root.querySelector('dialog[open]')) return;
	const { event, label, isPreview } = options;
	adopt(root, panelCss);

	const { inner, into } = innerOf();
	const sheet = h('div', { class: 'sheet' }, inner, closeButton(askOrClose));
	const dialog = h('dialog', { class: 'panel', part: 'panel', 'aria-label': label }, sheet);
	const typed = watchTyped(into);
	let stopShowing = () => {};
	let question: HTMLElement | null = null;

	function askOrClose() {
		if (!typed.isAny()) return dialog.close();
		question ??= questionOf(
			() => dialog.close(),
			() => {
				question?.remove();
				question = null;
				(typed.last() ?? inner).focus();
			},
		);
		sheet.append(question);
		question.querySelector('button')?.focus();
	}

	dialog.addEventListener('keydown', (pressed) => {
		if (pressed.key !== 'Escape' || pressed.defaultPrevented) return;
		// The browser would close a dialog at the second Escape whatever the first one opened.
		pressed.preventDefault();
		pressed.stopPropagation();
		if (question) question.querySelector('button')?.click();
		else askOrClose();
	});
	dialog.addEventListener('cancel', (cancelled) => {
		if (cancelled.target !== dialog) return;
		cancelled.preventDefault();
		askOrClose();
	});
	// Pressed and let go beside the sheet: a selection that ends there is none.
	let isPressedBeside = false;
	dialog.addEventListener('pointerdown', ({ target }) => {
		isPressedBeside = target === dialog;
	});
	dialog.addEventListener('click', ({ target }) => {
		if (target === dialog && isPressedBeside) askOrClose();
	});
	const unlock = lockScroll();
	dialog.addEventListener('close', ({ target }) => {
		if (target !== dialog) return;
		unlock();
		stopShowing();
		dialog.remove();
	});

	(root.querySelector('.frame') ?? root).append(dialog);
	dialog.showModal();

	import('../event/mount.ts').then(
		({ showEvent }) => {
			if (dialog.open) stopShowing = showEvent(into, { event, isPreview, headingLevel: 2 });
		},
		() => {
			if (!dialog.open) return;
			if (openTab(event)) dialog.close();
			else into.replaceChildren(unavailableOf(event));
		},
	);
}

/**
 * Where the event is shown: a root of its own, as its sheets are not those of the element that opened it. Parts of it can be styled all the
 * same.
 */
function innerOf(): { inner: HTMLElement; into: HTMLElement } {
	const inner = h('div', { class: 'inner', tabindex: -1, autofocus: true, exportparts: PARTS });
	const into = h('div', {}, shapeOf());
	inner.attachShadow({ mode: 'open' }).append(into);
	adopt(into, baseCss);
	adopt(into, panelCss);
	return { inner, into };
}

/** The event before it is there, about as large. */
function shapeOf(): HTMLElement {
	return h(
		'div',
		{ class: 'loading', role: 'status' },
		...Array.from({ length: 6 }, () => h('div')),
		h('span', { class: 'unseen' }, 'Loading the event'),
	);
}

function closeButton(close: () => void): HTMLElement {
	const cross = icon('M18 6 6 18', 'm6 6 12 12');
	return h('button', { type: 'button', class: 'close', 'aria-label': 'Close', onClick: close }, cross);
}

/** Confirmed before something that was typed is lost. */
function questionOf(close: () => void, stay: () => void): HTMLElement {
	return h(
		'div',
		{ class: 'question', role: 'alertdialog', 'aria-label': 'Close and lose what you typed?' },
		h('p', {}, 'Close and lose what you typed?'),
		h('button', { type: 'button', class: 'button', part: 'button', onClick: stay }, 'Keep editing'),
		h('button', { type: 'button', class: 'button quiet', onClick: close }, 'Close'),
	);
}

/** Neither the form nor a new tab could be had. */
function unavailableOf(event: string): HTMLElement {
	return h(
		'div',
		{ class: 'unavailable' },
		h('p', { role: 'alert' }, 'This event couldn’t be opened here. Open its page instead.'),
		h(
			'a',
			{ class: 'button', part: 'button', href: eventLink(event), target: '_blank', rel: 'noopener' },
			'Open the event page',
		),
	);
}

/** Holds the page around still, at the place and the width that it has. @returns how to let it go */
function lockScroll(): () => void {
	const page = document.documentElement;
	const before = { overflow: page.style.overflow, padding: page.style.paddingInlineEnd };
	const scrollbar = window.innerWidth - page.clientWidth;
	// Set through the object model, which a page's `style-src` does not forbid.
	if (scrollbar > 0) {
		const padding = Number.parseFloat(getComputedStyle(page).paddingInlineEnd) || 0;
		page.style.paddingInlineEnd = `${padding + scrollbar}px`;
	}
	page.style.overflow = 'hidden';
	return () => {
		page.style.overflow = before.overflow;
		page.style.paddingInlineEnd = before.padding;
	};
}
