import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { openPlaces } from '#server/domain/tickets/places.ts';
import { readOffered, takeListings } from '#server/domain/waitlist/resale-listings.ts';
import { getEntry, type OfferRow } from '#server/domain/waitlist/rows.ts';
import { offerEnded } from '#server/domain/waitlist/taken-offer.ts';
import { resaleProblem } from './resale-quote.ts';
import type { SaleOrder, SaleOutcome } from './sale-order.ts';

/*
 * An order of tickets that guests resell costs what was paid for these, line by line. While it waits for its payment the places are the
 * sellers': its own tickets take none until it is confirmed.
 */

/** Tickets that guests resell, whose places are free until the order that buys them is written. */
export interface OpenedResale {
	/** Lets the order wait for its payment with the tickets it buys, and gives their places back to the sellers. */
	settle(sold: Extract<SaleOutcome, { kind: 'sold' }>): Promise<void>;
	/** Whether some are left for the next. */
	isLeft: boolean;
}

/**
 * Prices an order at what the tickets that it is offered were sold for, and frees their places for it. The places of the event are held.
 * @throws `resale-alone`, `offer-ended` where one of the offered tickets is not for sale any more
 */
export async function openResale(
	tx: Tx,
	order: SaleOrder,
	offer: OfferRow,
	quantity: number,
): Promise<OpenedResale> {
	const entry = await getEntry(tx, offer);
	const problem = resaleProblem({ ...order, code: order.typedCode }, entry);
	if (problem) throw problem;
	order.typedCode = null;
	const listings = await readOffered(tx, offer, { isHeld: true });
	if (listings.length !== offer.quantity || listings.some(({ isUsed }) => isUsed)) throw offerEnded();
	const taken = listings.slice(0, quantity);
	order.resale = taken;
	const { ticketTypeId } = offer;
	await moveSellers(tx, order, { ticketTypeId, confirmed: -quantity, held: 0 });
	return {
		isLeft: quantity < listings.length,
		async settle({ attendees }) {
			await moveSellers(tx, order, { ticketTypeId, confirmed: quantity, held: -quantity });
			const ofOrder = sql`organisation_id = ${order.organisationId} AND event_id = ${order.eventId} AND order_id = ${order.id}`;
			await tx.execute(sql`UPDATE attendees SET status = 'cancelled', cancelled_at = NULL WHERE ${ofOrder}`);
			const ids = taken.flatMap(({ lines }, index) => lines.map(() => attendees[index]?.id as string));
			await tx.execute(sql`
				UPDATE order_lines l SET attendee_id = n.id
				FROM unnest(${plainArray(ids)}::uuid[]) WITH ORDINALITY AS n(id, place)
				WHERE ${ofOrder} AND l.line = n.place - 1`);
			await takeListings(tx, offer, { orderId: order.id, ids: taken.map(({ id }) => id) });
		},
	};
}

/** Takes the places of tickets for resale from their sellers, or gives them back; nobody who waits is to have them in between. */
async function moveSellers(
	tx: Tx,
	order: SaleOrder,
	change: { ticketTypeId: string; confirmed: number; held: number },
): Promise<void> {
	const book = await openPlaces(tx, order, [change.ticketTypeId]);
	if (book.move([change]) !== null) throw new Error('the pools changed although they were held');
	await book.write({ isForNow: true });
}
