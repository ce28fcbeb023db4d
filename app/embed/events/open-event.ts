import { eventLink } from '../kit/links.ts';
import { openTab } from '../panel/open-tab.ts';

/** How an element opens its events: inside the page, or on the event page in a new tab. */
export interface Opening {
	root: ShadowRoot;
	isInPanel: boolean;
	isPreview: boolean;
}

/** How an element opens events, from its attributes: the panel unless they say `tab`. */
export function openingOf(element: HTMLElement, root: ShadowRoot): Opening {
	return {
		root,
		isInPanel: element.getAttribute('opens') !== 'tab',
		isPreview: element.hasAttribute('preview'),
	};
}

/** Whether a click asks for what is pressed and not for a new tab, a new window or a file. */
function isPlain(event: MouseEvent): boolean {
	const { button, metaKey, ctrlKey, shiftKey, altKey } = event;
	return button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey && !event.defaultPrevented;
}

/** Attributes of a link to an event: a plain click opens the panel where that is requested, every other click stays that of a link. */
export function linkTo(slug: string, label: string, opening: Opening) {
	return {
		href: eventLink(slug),
		target: '_blank',
		rel: 'noopener',
		'aria-haspopup': opening.isInPanel && 'dialog',
		onClick: (event: Event) => {
			if (!opening.isInPanel || !isPlain(event as MouseEvent)) return;
			event.preventDefault();
			openInPanel(event.currentTarget as HTMLElement, slug, label, opening);
		},
	};
}

/**
 * Opens an event in the panel, whose script is loaded with the first; where it cannot be had, on the event page in a new tab.
 * @param control what was pressed: it shows that it is being opened, and has the focus again afterwards
 */
export function openInPanel(control: HTMLElement, event: string, label: string, opening: Opening): void {
	if (control.hasAttribute('data-opening')) return;
	control.setAttribute('data-opening', '');
	import('../panel/open-panel.ts')
		.then(({ openPanel }) => {
			if (!control.isConnected) return;
			control.focus({ preventScroll: true });
			openPanel(opening.root, { event, label, isPreview: opening.isPreview });
		})
		.catch(() => openTab(event))
		.finally(() => control.removeAttribute('data-opening'));
}
