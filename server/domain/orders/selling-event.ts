import { getVisibleEvent, type Viewer } from '#server/domain/events/access.ts';
import { findEventId } from '#server/domain/tickets/event-reference.ts';
import type { EventStock } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';

/** Terms that are sold on for longer than this are read again beside the sale. */
const staleMs = 5_000;

/**
 * What the event sells, for somebody who may see it; from memory, since the sale itself decides. Its waitlist's offer is enough to see it.
 * @param more.maxAgeMs how old the terms may be that say who may see it; without it, as old as they are
 * @throws AppError not-found, also for a slug of a series; RESOURCE_ACCESS_DENIED with the rule `password-needed`
 */
export async function sellingEvent(
	services: Services,
	reference: string,
	viewer: Viewer,
	{ offer, maxAgeMs }: { offer?: WaitlistScope | undefined; maxAgeMs?: number } = {},
): Promise<EventStock> {
	const eventId = await findEventId(services, reference);
	if (!eventId) throw notFound('Event');
	const store = stockStore(services);
	const stock = await store.get(eventId, maxAgeMs ?? Number.POSITIVE_INFINITY);
	if (!stock) throw notFound('Event');
	if (performance.now() - stock.readAtMs > staleMs) store.get(eventId, staleMs).catch(() => {});
	if (offer?.eventId === eventId) return stock;
	if (stock.visibility === 'password' || stock.visibility === 'invite_only')
		await getVisibleEvent(services, reference, viewer);
	return stock;
}
