import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { eventPlace } from '#shared/rules/event-place.ts';
import type { Refusal } from '../kit/call.ts';
import { h, outLink } from '../kit/dom.ts';
import { formats, inZone, priceOf, whenParts } from '../kit/facts.ts';
import { atHost, host } from '../kit/host.ts';
import { icon, signs } from '../kit/icon.ts';
import { eventLink } from '../kit/links.ts';
import type { StateNotice } from './state-notice.ts';

export type Heading = 'h2' | 'h3' | 'h4';

/** The picture. Its place has a fixed shape, so that nothing moves when it comes. */
export function coverOf({ cover }: Pick<EmbeddedEvent, 'cover'>): HTMLElement {
	const picture = h('img', {
		alt: cover.alt,
		width: 800,
		height: 400,
		loading: 'lazy',
		decoding: 'async',
		referrerpolicy: 'no-referrer',
		sizes: '(min-width: 45rem) 28rem, 100vw',
		srcset: cover.srcSet.replace(/(^|,\s*)(\S+)/g, (_, before, url) => before + atHost(url)) || null,
		src: atHost(cover.url),
	});
	return h('div', { class: 'cover', part: 'cover' }, picture);
}

/** Title, when, where and what it costs. */
export function headOf(event: EmbeddedEvent, heading: Heading, notice: StateNotice | null): HTMLElement {
	const fact = (name: string, paths: readonly string[], ...words: (HTMLElement | string)[]) =>
		words.some(Boolean) &&
		h(
			'div',
			{},
			icon(...paths),
			h('dt', { class: 'unseen' }, name),
			h('dd', { class: name.toLowerCase() }, ...words),
		);
	const { date, time } = whenParts(event);
	const place = eventPlace(event);
	return h(
		'div',
		{ class: 'head' },
		notice?.badge && h('span', { class: `badge ${notice.tone}`, part: 'state' }, notice.badge),
		h(
			heading,
			{ class: 'title', part: 'title', dir: 'auto' },
			outLink(eventLink(event.slug), {}, event.title),
		),
		h(
			'dl',
			{ class: 'facts', part: 'facts' },
			fact('When', signs.calendar, date, time && ', ', time && h('span', { class: 'time' }, time)),
			fact('Where', signs.place, place && h('bdi', {}, place)),
			fact('Price', signs.ticket, priceOf(event)),
		),
	);
}

export function footerOf({ organiser }: EmbeddedEvent): HTMLElement {
	const link = (path: string, text: string) => outLink(atHost(path), {}, h('bdi', {}, text));
	return h(
		'p',
		{ class: 'footer', part: 'footer' },
		'by ',
		link(`/organisers/${encodeURIComponent(organiser.slug)}`, organiser.name),
		' on ',
		link('/', new URL(host).host),
	);
}

/** Why there is no form, and where to go on. */
export function noticeOf({ title, text, link }: StateNotice, heading: Heading): HTMLElement {
	return h(
		'div',
		{ class: 'notice', part: 'message' },
		h(heading, {}, title),
		h('p', { class: 'muted about', dir: 'auto' }, text),
		outLink(link.href, { class: link.isQuiet ? 'button quiet' : 'button', part: 'button' }, link.label),
	);
}

/** Of a series: its dates, of which one is shown. */
export function datesOf(event: EmbeddedEvent, onChoose: (slug: string) => void): HTMLElement | null {
	const { dates, slug, startsAt, timeZone } = event;
	if (dates.length === 0) return null;
	const isListed = dates.some((date) => date.slug === slug);
	const all = isListed ? dates : [{ slug, startsAt, timeZone, isSoldOut: false }, ...dates];
	const select = h(
		'select',
		{
			id: 'date',
			class: 'input',
			part: 'input',
			onChange: ({ currentTarget }) => onChoose((currentTarget as HTMLSelectElement).value),
		},
		...all.map((date) => h('option', { value: date.slug, selected: date.slug === slug }, dateName(date))),
	);
	return h(
		'div',
		{ class: 'field', part: 'field' },
		h('label', { for: 'date' }, 'Date'),
		h('div', { class: 'select' }, select, icon(...signs.down)),
	);
}

/** A placeholder until the event is loaded, in its shape. */
export function skeleton(): HTMLElement {
	const bone = (more: string) => h('div', { class: `bone ${more}` });
	return h(
		'div',
		{ class: 'layout' },
		h('div', { class: 'cover' }),
		h('div', { class: 'head' }, bone('line'), bone('line'), bone('line short')),
		h('div', { class: 'body' }, bone('tall'), bone('tall'), bone('tall')),
		h('p', { class: 'unseen', role: 'status' }, 'Loading the event'),
	);
}

/** `Sat, Nov 21, 7:30 PM`, and that it is sold out. */
function dateName({ startsAt, timeZone, isSoldOut }: EmbeddedEvent['dates'][number]): string {
	const time = inZone(formats().time(startsAt, timeZone), { startsAt, timeZone });
	return `${formats().shortDate(startsAt, timeZone)}, ${time}${isSoldOut ? ' – sold out' : ''}`;
}

/** That what is shown is not all real. */
export const warningsOf = ({ isSandbox }: Pick<EmbeddedEvent, 'isSandbox'>, isPreview: boolean) =>
	[
		isPreview && 'Preview: try it out. Nothing is sent.',
		isSandbox && 'Sandbox: this is a test event. No ticket is valid.',
	].flatMap((text) => (text ? [h('p', { class: 'message warning', part: 'message' }, text)] : []));

/** In the place of an event that could not be loaded. */
export function failureOf(slug: string, { status, message }: Refusal, onAgain: () => void): HTMLElement {
	const said = (text: string, ...next: HTMLElement[]) =>
		h(
			'div',
			{ class: 'notice head', part: 'message' },
			h('p', { role: 'alert' }, text),
			next.length > 0 && h('div', { class: 'links' }, ...next),
		);
	const page = outLink(eventLink(slug), { class: 'button', part: 'button' }, 'See the event page');
	// What stands between the tags of the element may lead on.
	if (status === 404) return said('This event isn’t available.', h('slot'));
	if (status === 403) return said('This event needs a password. Enter it on the event page.', page);
	const again = { type: 'button', class: 'button quiet', part: 'button', onClick: onAgain };
	return said(`This event couldn’t be loaded. ${message}`, h('button', again, 'Try again'), page);
}
