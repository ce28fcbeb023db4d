import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { offerPlacesWithin } from '#server/domain/waitlist/offer-places.ts';
import { openOffer } from '#server/domain/waitlist/taken-offer.ts';
import type { WaitlistScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { SaleOrder, SaleOutcome } from './sale-order.ts';
import { findOrderOfKey, sellInside } from './sell.ts';
import { openResale } from './sell-resold.ts';

/**
 * Sells an order the tickets that the waitlist offers to an entry, and what it takes beside them. Its own transaction holds the places of the
 * event, so the offered ones go to this order or stay with the offer.
 * @throws what `placeOrder` throws, `offer-ended`, `offer-taken`, `above-offer`, `resale-alone`
 */
export async function sellOffered(
	services: Services,
	order: SaleOrder,
	entry: WaitlistScope,
): Promise<SaleOutcome> {
	if (entry.eventId !== order.eventId) throw notFound('Waitlist entry');
	const { result, stock } = await services.database.transaction(async (tx) => {
		// The same key again is answered with its order, also once the offer is taken.
		const before = await findOrderOfKey(tx, order);
		if (before instanceof Error) throw before;
		if (before) return { result: before, stock: null };
		const { offer, take } = await openOffer(services, tx, entry);
		const item = order.items.find(({ ticketTypeId }) => ticketTypeId === offer.ticketTypeId);
		if (!item) throw fieldError('items', message`Choose the tickets that you are offered.`);
		if (item.quantity > offer.quantity)
			throw ruleViolation(
				'above-offer',
				message`You are offered ${offer.quantity} tickets. Choose at most as many.`,
				{
					quantity: offer.quantity,
				},
			);
		const resale = offer.isResale ? await openResale(tx, order, offer, item.quantity) : null;
		order.offered = { ticketTypeId: offer.ticketTypeId, pricedAtMs: offer.createdAt.getTime() };
		const { results, stock } = await sellInside(services, tx, [order]);
		const [result] = results;
		// Rolled back: the offer stays as it was.
		if (!result || result instanceof Error) throw result ?? new Error('nothing came of the order');
		const type = stock.types.get(offer.ticketTypeId);
		if (!type) throw notFound('Ticket type');
		if (result.kind === 'sold') await resale?.settle(result);
		await take({ id: order.id, quantity: item.quantity, type });
		// What came free, the poller finds by its savings; what guests resell has none.
		if (resale?.isLeft) await offerPlacesWithin(services, tx, entry);
		return { result, stock };
	});
	if (stock) stockStore(services).forget(order.eventId);
	return result;
}
