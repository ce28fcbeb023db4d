import { h } from '../kit/dom.ts';
import { openFrame } from '../kit/frame.ts';
import { nameIn } from '../kit/links.ts';
import { showEvent } from './show-event.ts';

// The panel has it from here, so that both are one file.
export { showEvent };

/** Shows the event that the element names; without a name, what stands between its tags. */
export function mount(element: HTMLElement, root: ShadowRoot): () => void {
	const event = nameIn(element, 'event');
	if (!event) {
		root.replaceChildren(document.createElement('slot'));
		return () => root.replaceChildren();
	}
	const card = h('div', { class: 'card', part: 'card' });
	openFrame(element, root).append(card);
	return showEvent(card, { event, isPreview: element.hasAttribute('preview') });
}
