import { Refusal } from '../kit/call.ts';
import { h, outLink } from '../kit/dom.ts';
import { atHost } from '../kit/host.ts';

/** A link to all that the organiser has, for whatever the element does not show. */
export function organiserLink(organiser: string, words: string): HTMLAnchorElement {
	const href = atHost(`/organisers/${encodeURIComponent(organiser)}`);
	return outLink(href, {}, words);
}

/** Why nothing is shown, with what stands between the tags of the element, and a way to try again. */
export function failureOf(error: unknown, retry: () => void, hasSlot: boolean): HTMLElement {
	const isOffline = error instanceof Refusal && error.code === 'NETWORK_ERROR';
	return h(
		'div',
		{ class: 'failure' },
		hasSlot && h('slot'),
		h(
			'p',
			{ role: 'alert' },
			isOffline
				? 'The events couldn’t be loaded. Check your connection and try again.'
				: 'The events can’t be shown right now. Try again in a moment.',
		),
		h('button', { type: 'button', class: 'button quiet', part: 'button', onClick: retry }, 'Try again'),
	);
}
