import type { EventCard } from '#shared/contracts/events.ts';
import { priceOf } from '../kit/facts.ts';

/** Why guests cannot attend, or the price. */
export function noteOf(event: EventCard): { text: string; isOff: boolean; isCalledOff: boolean } {
	if (event.status === 'cancelled') return { text: 'Cancelled', isOff: true, isCalledOff: true };
	if (event.status === 'postponed') return { text: 'Postponed', isOff: true, isCalledOff: true };
	if (event.isSoldOut) return { text: 'Sold out', isOff: true, isCalledOff: false };
	return { text: priceOf(event), isOff: false, isCalledOff: false };
}
