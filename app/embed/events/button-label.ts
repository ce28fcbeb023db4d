import type { EmbeddedEvent } from '#shared/contracts/embeds.ts';

type Said = Pick<EmbeddedEvent, 'state' | 'minPriceMinor'>;

/** What the button of an event says where the page gave it no words: what can be done, or why nothing can. */
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
