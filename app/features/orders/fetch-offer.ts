import { api } from '#app/lib/api-client.ts';
import { EVENT_ACCESS_HEADER } from '#shared/contracts/events.ts';
import { listTicketTypes } from '#shared/contracts/tickets.ts';
import type { Offer } from './use-live-types.ts';

/** What an event offers now, as everybody sees it who has the code. */
export async function fetchOffer(event: string, eventAccess?: string, code?: string): Promise<Offer> {
	const { data, ...offer } = await api.call(listTicketTypes, {
		params: { event },
		query: code ? { code } : {},
		hasBearer: false,
		headers: eventAccess ? { [EVENT_ACCESS_HEADER]: eventAccess } : {},
	});
	return { types: data, ...offer };
}
