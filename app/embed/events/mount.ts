import { h } from '../kit/dom.ts';
import { adopt, openFrame } from '../kit/frame.ts';
import { nameIn } from '../kit/links.ts';
import { openingOf } from './open-event.ts';

/** Shared by all views of events: the container that they are sized by, and their states. It adds to kit/base-css.ts. */
export const eventsCss = `
.events { container-type: inline-size; position: relative }
.foot { display: flex; justify-content: center; margin-block-start: 1.25em }
.foot:empty { display: none }
.empty, .failure { display: flex; flex-direction: column; align-items: center; gap: 0.75em; padding: 2.5em 1.25em; border: 1px solid var(--hairline); border-radius: var(--radius); background: var(--surface); text-align: center }
.empty a { display: inline-flex; align-items: center; min-block-size: 44px }
.foot .failure { flex: 1; padding: 1.25em }
`;

const LARGEST = 100;

/** `<foyer-events>`: the public events of one organiser as a list, a grid or a month. */
export function mount(element: HTMLElement, root: ShadowRoot): () => void {
	const organiser = nameIn(element, 'organiser');
	if (!organiser) {
		// Without its name these would be the events of all organisers.
		root.replaceChildren(h('slot'));
		return () => root.replaceChildren();
	}
	const frame = openFrame(element, root);
	adopt(root, eventsCss);
	const whose = { organiser, category: element.getAttribute('category')?.trim() ?? '' };
	const view = element.getAttribute('view');
	const opening = openingOf(element, root);
	const content = h('div', { class: 'events', tabindex: -1 }, h('slot'));
	frame.append(content);

	let isStopped = false;
	let stop = () => {};
	const loadShow = async () => {
		if (view === 'month') {
			const { showMonth } = await import('./month-view.ts');
			return () => showMonth(content, whose, opening);
		}
		const { showList } = await import('./list-view.ts');
		const limit = limitOf(element.getAttribute('limit'));
		return () => showList(content, whose, { view: view === 'grid' ? 'grid' : 'list', limit, opening });
	};
	loadShow().then(
		(show) => {
			if (!isStopped) stop = show();
		},
		// The part cannot be had: what stands between the tags stays.
		() => content.replaceChildren(h('slot')),
	);
	return () => {
		isStopped = true;
		stop();
		root.querySelector('dialog')?.close();
		root.replaceChildren();
	};
}

/** Events of a page: 12 unless the element says otherwise. */
function limitOf(attribute: string | null): number {
	const limit = Math.floor(Number(attribute));
	return limit >= 1 ? Math.min(limit, LARGEST) : 12;
}
