import type { EventRow } from './event-rows.ts';

type Place = Pick<EventRow, 'venueName' | 'address' | 'city' | 'region'>;

/** Where an event is, in a line; empty when nothing is known. */
export function placeLine({ venueName, address, city, region }: Place): string {
	return [venueName, address, city, region].filter((part) => part.trim() !== '').join(', ');
}
