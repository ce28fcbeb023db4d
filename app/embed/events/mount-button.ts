import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { call } from '../kit/call.ts';
import { h } from '../kit/dom.ts';
import { adopt, openFrame } from '../kit/frame.ts';
import { eventLink, nameIn } from '../kit/links.ts';
import { openInPanel, openingOf } from './open-event.ts';

type Said = Pick<EmbeddedEvent, 'state' | 'minPriceMinor'>;

/** The default text of an event’s button: the possible action, or why there is none. */
export function wordsOf({ state, minPriceMinor }: Said): string {
	switch (state) {
		case 'open':
		case 'on-page':
			return minPriceMinor ? 'Get tickets' : 'Register';
		case 'elsewhere':
			return 'Register';
		case 'sold-out':
			return 'Sold out';
		case 'cancelled':
			return 'Cancelled';
		case 'postponed':
			return 'Postponed';
		default:
			return 'View event';
	}
}

/** The button by itself. It adds to kit/base-css.ts. */
export const buttonCss = `
:host { display: inline-block; max-inline-size: 100% }
/* Ink, unless the element has an accent: what the event's own colour is only its answer says, and the colour must not change then. */
.opener { --solid: var(--accent, var(--ink)); --on-solid: var(--on-accent, var(--surface)); --off-solid: var(--off-accent, var(--surface)); max-inline-size: 100%; transition: background-color 120ms, color 120ms }
.opener[data-reading] { min-inline-size: 8.5em; color: transparent }
.opener[data-opening] { cursor: progress; opacity: 0.75 }
`;

/** A button is read shortly before it comes into sight. */
const NEAR = '300px';

/**
 * `<foyer-button>`: opens one event. It has the words that stand between its tags; where there are none it reads the event, once it comes near,
 * and says what can be done. What stands between the tags is taken as text: a link in it, for readers without script, would be a control inside
 * of a control.
 */
export function mount(element: HTMLElement, root: ShadowRoot): () => void {
	const event = nameIn(element, 'event');
	if (!event) {
		root.replaceChildren(h('slot'));
		return () => root.replaceChildren();
	}
	const frame = openFrame(element, root);
	adopt(root, buttonCss);
	const opening = openingOf(element, root);
	const looks = { class: 'button opener', part: 'button' };
	const control = opening.isInPanel
		? h('button', { type: 'button', 'aria-haspopup': 'dialog', ...looks })
		: h('a', { href: eventLink(event), target: '_blank', rel: 'noopener', ...looks });
	if (opening.isInPanel)
		control.addEventListener('click', () => openInPanel(control, event, control.textContent, opening));
	frame.append(control);

	const stopping = new AbortController();
	let said = '';
	let wasRead = false;
	const near = new IntersectionObserver(
		(entries) => {
			if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
			near.disconnect();
			read();
		},
		{ rootMargin: NEAR },
	);

	async function read() {
		if (wasRead) return;
		wasRead = true;
		control.setAttribute('data-reading', '');
		try {
			const path = `/api/embed/events/${encodeURIComponent(event)}`;
			said = wordsOf(await call<EmbeddedEvent>(path, { signal: stopping.signal }));
		} catch {
			// The button opens the event all the same, which says why.
		}
		control.removeAttribute('data-reading');
		say();
	}

	function say() {
		const own = element.textContent.replace(/\s+/g, ' ').trim();
		control.textContent = own || said || 'Register';
		if (own || wasRead) near.disconnect();
		else near.observe(element);
	}

	const words = new MutationObserver(say);
	words.observe(element, { childList: true, characterData: true, subtree: true });
	say();
	return () => {
		stopping.abort();
		words.disconnect();
		near.disconnect();
		root.querySelector('dialog')?.close();
		root.replaceChildren();
	};
}
