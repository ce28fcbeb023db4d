import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { h, outLink } from '../kit/dom.ts';
import { adopt } from '../kit/frame.ts';
import { atHost } from '../kit/host.ts';
import { icon, signs } from '../kit/icon.ts';
import type { Heading } from './parts.ts';
import type { Placed } from './send.ts';

/** The confirmation, which comes with its own file. It adds to event-css.ts. */
const confirmationCss = `
.tick { display: grid; place-items: center; inline-size: 3em; aspect-ratio: 1; border-radius: 50%; background: var(--success-tint); color: var(--success) }
.tick svg { inline-size: 1.5em; block-size: 1.5em }
.done h3, .done h4 { font-size: 1.375em; font-weight: 650; line-height: 1.15; letter-spacing: -0.02em }
.code { font-family: ui-monospace, monospace; font-size: 0.9375em }
@media (forced-colors: active) { .tick { border: 1px solid } }
`;

/** The content shown instead of the form once the order is placed; `placed` is null in a preview, which sends nothing. */
export function confirmation(
	event: EmbeddedEvent,
	{ placed, email, heading }: { placed: Placed | null; email: string; heading: Heading },
	onAgain: () => void,
): { element: HTMLElement; title: HTMLElement } {
	const isRequest = placed?.status === 'awaiting_approval';
	const title = h(heading, { tabindex: -1 }, isRequest ? 'Request sent' : 'You’re registered');
	const address = h('bdi', {}, email);
	const sent = event.isSandbox
		? h('p', {}, 'This is a sandbox: the email to ', address, ' isn’t delivered.')
		: isRequest
			? h(
					'p',
					{},
					h('bdi', {}, event.organiser.name),
					' decides on your request. We’ll email you at ',
					address,
					'. Check your inbox, and spam too.',
				)
			: h('p', {}, 'We’ve sent your ticket to ', address, '. Check your inbox, and spam too.');
	const element = h(
		'div',
		{ class: 'done', part: 'message' },
		h('div', { class: 'tick' }, icon(...signs.tick)),
		title,
		placed ? sent : h('p', {}, 'This is a preview: nothing was sent, and no ticket was made.'),
		placed && h('p', { class: 'muted small' }, 'Order ', h('span', { class: 'code' }, placed.code)),
		h(
			'div',
			{ class: 'links' },
			outLink(
				atHost(`/api/events/${encodeURIComponent(event.slug)}/calendar.ics`),
				{ class: 'button quiet', part: 'button' },
				'Add to calendar',
			),
			h(
				'button',
				{ type: 'button', class: 'button quiet', part: 'button', onClick: onAgain },
				'Register someone else',
			),
		),
	);
	// Once it is in its place, which is before it is painted.
	queueMicrotask(() => element.isConnected && adopt(element, confirmationCss));
	return { element, title };
}
