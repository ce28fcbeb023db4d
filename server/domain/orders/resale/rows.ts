import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { ResaleState } from '#shared/rules/resale.ts';
import type { TicketScope } from '../transfers/tokens.ts';

/** Publishes how a ticket for resale stands now. */
export function publishResale(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, orderId, attendeeId }: TicketScope,
	{ listingId, state }: { listingId: string; state: ResaleState },
): Promise<void> {
	const payload = { orderId, attendeeId, listingId, state };
	const name = 'orders.resale-changed' as const;
	return services.facts.publish(tx, { name, organisationId, eventId, payload }, services);
}
