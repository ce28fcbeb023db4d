import type { EventCard } from '#shared/contracts/events.ts';
import { eventPlace } from '#shared/rules/event-place.ts';
import { h } from '../kit/dom.ts';
import { formats, whenOf } from '../kit/facts.ts';
import { setHue } from '../kit/frame.ts';
import { atHost } from '../kit/host.ts';
import { noteOf } from './note.ts';
import { linkTo, type Opening } from './open-event.ts';

/** An event in a list or a grid; the whole card is one link, named by the title. */
export function cardOf(event: EventCard, opening: Opening, width: number): HTMLLIElement {
	const note = noteOf(event);
	const { month, day } = formats().tile(event.startsAt, event.timeZone);
	const place = eventPlace(event);
	const more = event.series?.moreDates ?? 0;
	const card = h(
		'li',
		{ class: 'card hued', part: 'card' },
		h(
			'div',
			{ class: 'cover', part: 'cover' },
			picture(event, width),
			h('span', { class: 'tile', 'aria-hidden': 'true' }, h('b', {}, month), h('span', {}, day)),
		),
		h(
			'div',
			{ class: 'facts' },
			h(
				'a',
				{ class: 'title', part: 'title', dir: 'auto', ...linkTo(event.slug, event.title, opening) },
				event.title,
			),
			h(
				'p',
				{ class: 'when' },
				whenOf(event),
				more > 0 && ` and ${more === 1 ? '1 more date' : `${formats().number(more)} more dates`}`,
			),
			place && h('p', { class: 'place', dir: 'auto' }, place),
		),
		note.text && h('p', { class: note.isOff ? 'note off' : 'note' }, note.text),
	);
	setHue(card, event.themeHue);
	return card;
}

/** The cover; where the page around does not let it be loaded, the colour of the event stays in its place. */
function picture({ cover }: EventCard, width: number) {
	return h('img', {
		src: atHost(cover.url),
		srcset: cover.srcSet && wholeSet(cover.srcSet),
		sizes: cover.srcSet && `${width}px`,
		alt: cover.isGenerated ? '' : cover.alt,
		loading: 'lazy',
		decoding: 'async',
		width: 640,
		height: 360,
		onError: (event) => (event.target as HTMLElement).remove(),
	});
}

/** A `srcset` whose addresses are whole ones. */
function wholeSet(srcSet: string): string {
	return srcSet
		.split(', ')
		.map((candidate) => {
			const [address = '', ...size] = candidate.split(' ');
			return [atHost(address), ...size].join(' ');
		})
		.join(', ');
}
