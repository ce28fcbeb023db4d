import { h } from '../kit/dom.ts';
import { formats } from '../kit/facts.ts';
import { adopt } from '../kit/frame.ts';
import { cardOf } from './card.ts';
import { cardsCss } from './cards-css.ts';
import type { Opening } from './open-event.ts';
import { type EventPage, readEvents, type Whose } from './read-events.ts';
import { failureOf, organiserLink } from './states.ts';

/** Widths that covers are shown at, in pixels: the browser picks a file of an uploaded picture by it. */
const COVER_WIDTHS = { grid: 400, list: 200 };
/** Cards without content while the first page is read. */
const MOST_SHAPES = 6;

/** Events as a list or a grid, the next one first, page by page. @returns how to stop */
export function showList(
	content: HTMLElement,
	whose: Whose,
	options: { view: 'list' | 'grid'; limit: number; opening: Opening },
): () => void {
	const { view, limit, opening } = options;
	adopt(content, cardsCss);
	const stopping = new AbortController();
	const list = h('ul', { class: `cards ${view}`, role: 'list' });
	const foot = h('div', { class: 'foot' });
	const status = h('p', { class: 'unseen', role: 'status' });
	let total = 0;

	function add({ data: events, nextCursor }: EventPage, isFirst: boolean) {
		const cards = events.map((event) => cardOf(event, opening, COVER_WIDTHS[view]));
		list.append(...cards);
		foot.replaceChildren();
		if (nextCursor) {
			const button = h('button', { type: 'button', class: 'button quiet', part: 'button' }, 'Show more');
			button.addEventListener('click', () => load(nextCursor, button));
			foot.append(button);
		}
		if (isFirst) return;
		const shown = `${count(events.length)} added`;
		status.textContent = total
			? `${shown}, ${list.childElementCount} of ${formats().number(total)} shown`
			: shown;
		cards[0]?.querySelector('a')?.focus();
	}

	async function load(cursor: string, button?: HTMLButtonElement) {
		button?.setAttribute('aria-disabled', 'true');
		try {
			const page = await readEvents(whose, { limit, cursor }, stopping.signal);
			if (!button) {
				total = page.count ?? 0;
				content.replaceChildren(list, foot, status);
				if (page.data.length === 0) return content.replaceChildren(emptyOf(whose));
			}
			add(page, !button);
		} catch (error) {
			if (stopping.signal.aborted) return;
			const retry = () => {
				if (button) foot.replaceChildren(button);
				else begin();
				(button ?? content).focus();
				load(cursor, button);
			};
			const failure = failureOf(error, retry, !button);
			if (button) foot.replaceChildren(failure);
			else content.replaceChildren(failure);
		} finally {
			button?.removeAttribute('aria-disabled');
		}
	}

	function begin() {
		const shapes = Array.from({ length: Math.min(limit, MOST_SHAPES) }, shapeOf);
		content.replaceChildren(
			h('ul', { class: `cards ${view}`, 'aria-hidden': 'true' }, ...shapes),
			h('p', { class: 'unseen', role: 'status' }, 'Loading events'),
		);
	}

	begin();
	load('');
	return () => stopping.abort();
}

const count = (events: number) => (events === 1 ? '1 event' : `${formats().number(events)} events`);

function emptyOf({ organiser, category }: Whose): HTMLElement {
	return h(
		'div',
		{ class: 'empty' },
		h('p', {}, 'No upcoming events.'),
		organiserLink(organiser, category ? 'See all events of the organiser' : 'Visit the organiser’s page'),
	);
}

/** A card that has nothing yet, as large as one that has. */
function shapeOf(): HTMLElement {
	return h(
		'li',
		{ class: 'card shape' },
		h('div', { class: 'cover' }),
		h(
			'div',
			{ class: 'facts' },
			h('p', { class: 'title' }),
			h('p', { class: 'when' }),
			h('p', { class: 'place' }),
		),
	);
}
