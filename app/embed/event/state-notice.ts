import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';
import { formats } from '../kit/facts.ts';
import { atHost } from '../kit/host.ts';
import { eventLink } from '../kit/links.ts';

export interface StateNotice {
	/** Beside the title, where a word says it; else empty. */
	badge: string;
	tone: 'danger' | 'warning' | '';
	title: string;
	text: string;
	/** Where to go on, in a new tab. */
	link: { label: string; href: string; isQuiet: boolean };
}

type EventState = Pick<
	EmbeddedEvent,
	'state' | 'slug' | 'organiser' | 'statusMessage' | 'opensAt' | 'externalUrl' | 'timeZone'
>;

/** Why there is no form and what to do next; null where there is one. */
export function stateNotice(event: EventState): StateNotice | null {
	const { organiser, statusMessage, opensAt, timeZone } = event;
	const page = (label: string) => ({ label, href: eventLink(event.slug), isQuiet: false });
	const others = {
		label: 'See other events',
		href: atHost(`/organisers/${encodeURIComponent(organiser.slug)}`),
		isQuiet: true,
	};
	const plain = { badge: '', tone: '' } as const;
	switch (event.state) {
		case 'open':
			return null;
		case 'on-page':
			return {
				...plain,
				title: 'Register on the event page',
				text: 'Your ticket is shown there as soon as you’ve registered.',
				link: page('Register'),
			};
		case 'elsewhere': {
			const address = webAddress(event.externalUrl);
			return {
				...plain,
				title: 'Registration is on another site',
				text: `${organiser.name} takes registrations${address ? ` at ${address.hostname}` : ' elsewhere'}.`,
				link: address
					? { label: 'Register there', href: address.href, isQuiet: false }
					: page('See the event page'),
			};
		}
		case 'sold-out':
			return {
				badge: 'Sold out',
				tone: 'warning',
				title: 'Sold out',
				text: 'All spots are taken. If one becomes available, it’s on the event page, and so is the waitlist if there is one.',
				link: page('See the event page'),
			};
		case 'not-yet':
			return {
				...plain,
				title: opensAt
					? `Registration opens ${formats().dateTime(opensAt, timeZone)}`
					: 'Registration isn’t open yet',
				text: opensAt
					? `That’s ${formats().relative(opensAt)}. The form will appear here.`
					: 'There are no tickets for this event yet. Check back later.',
				link: page('See the event page'),
			};
		case 'sale-ended':
			return {
				badge: 'Closed',
				tone: '',
				title: 'Registration is closed',
				text: 'This event no longer takes registrations.',
				link: others,
			};
		case 'unavailable':
			return {
				...plain,
				title: 'Not on sale',
				text: `Tickets aren’t available right now. Check back later, or ask ${organiser.name}.`,
				link: page('See the event page'),
			};
		case 'cancelled':
			return {
				badge: 'Cancelled',
				tone: 'danger',
				title: 'This event was cancelled',
				text: statusMessage || 'Registration is closed.',
				link: others,
			};
		case 'postponed':
			return {
				badge: 'Postponed',
				tone: 'warning',
				title: 'This event was postponed',
				text: [statusMessage, 'Registration reopens once there’s a new date.'].filter(Boolean).join('\n'),
				link: page('See the event page'),
			};
		case 'over':
			return {
				badge: 'Over',
				tone: '',
				title: 'This event is over',
				text: `See what else ${organiser.name} has planned.`,
				link: others,
			};
	}
}

/** An address of the web, which alone a link may lead to. */
function webAddress(typed: string): URL | null {
	const url = URL.canParse(typed) ? new URL(typed) : null;
	return url && /^https?:$/.test(url.protocol) ? url : null;
}
