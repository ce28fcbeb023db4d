import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { resaleListings } from '#server/db/tables/waitlist.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Fact } from '#server/domain/facts.ts';
import { newId } from '#shared/lib/ids.ts';
import type { QuoteLine } from '#shared/rules/pricing/quote.ts';
import { endOffers, offerTakenOrLost } from './changes.ts';
import type { ListEvent } from './rows.ts';

/*
 * Tickets that guests resell, as the waitlist reads and writes them. Like entries and offers, they are written while the places of the event
 * are held. Orders and entries at the door are of later modules: only their tables are read.
 */

const ofEvent = ({ organisationId, eventId }: EventScope, of = '') =>
	sql`${sql.raw(of)}organisation_id = ${organisationId} AND ${sql.raw(of)}event_id = ${eventId}`;

/** Listings that nobody is offered or pays for. */
const isAvailable = `state = 'listed' AND offer_id IS NULL AND buyer_order_id IS NULL`;

/** Whether the ticket of the listing `l` was used to enter. */
const isUsed = `EXISTS (SELECT FROM check_ins c WHERE c.organisation_id = l.organisation_id AND c.event_id = l.event_id
	AND c.attendee_id = l.attendee_id AND c.verdict = 'accepted' AND c.annulled_at IS NULL)`;

/**
 * Brings the listings of an event up to date: ends those of a list that is closed and of tickets that were used, makes those available whose
 * offer or order has ended, and ends offers that have lost one of their tickets; who had such an offer waits again at their place.
 */
export async function settleListings(tx: Tx, scope: EventScope, event: ListEvent): Promise<Fact[]> {
	const { rows: lapsed } = await tx.execute<{ id: string; orderId: string; attendeeId: string }>(sql`
		UPDATE resale_listings l SET state = 'lapsed', ended_at = now()
		WHERE ${ofEvent(scope, 'l.')} AND l.state = 'listed' ${event.isClosed ? sql`` : sql`AND ${sql.raw(isUsed)}`}
		RETURNING l.id, l.order_id AS "orderId", l.attendee_id AS "attendeeId"`);
	await tx.execute(sql`
		UPDATE resale_listings l SET offer_id = NULL, buyer_order_id = NULL
		WHERE ${ofEvent(scope, 'l.')} AND l.state = 'listed' AND (
			(l.buyer_order_id IS NOT NULL AND NOT EXISTS (SELECT FROM orders o WHERE o.organisation_id = l.organisation_id
				AND o.event_id = l.event_id AND o.id = l.buyer_order_id AND o.status = 'pending'))
			OR (l.buyer_order_id IS NULL AND l.offer_id IS NOT NULL AND NOT EXISTS (SELECT FROM waitlist_offers f
				WHERE f.organisation_id = l.organisation_id AND f.id = l.offer_id AND f.state = 'open')))`);
	const lost = await endOffers(
		tx,
		scope,
		'withdrawn',
		sql`is_resale AND quantity > (SELECT count(*) FROM resale_listings l
			WHERE l.organisation_id = waitlist_offers.organisation_id AND l.event_id = waitlist_offers.event_id
				AND l.state = 'listed' AND l.buyer_order_id IS NULL AND l.offer_id = waitlist_offers.id)`,
	);
	if (lost.length > 0)
		await tx.execute(sql`
			UPDATE waitlist_entries SET state = 'waiting'
			WHERE ${ofEvent(scope)} AND state = 'offered' AND id = ANY(${plainArray(lost.map(({ entryId }) => entryId))}::uuid[])`);
	const ended = lost.map(({ id: offerId, entryId }) => offerTakenOrLost(scope, { entryId, offerId }));
	const over = lapsed.map(({ id: listingId, orderId, attendeeId }) => ({
		...{ name: 'orders.resale-changed' as const, ...scope },
		payload: { orderId, attendeeId, listingId, state: 'lapsed' as const },
	}));
	return [...ended, ...over];
}

/** Number of tickets listed for resale that are not offered or being paid for, and the lowest price, by ticket type. */
export async function readAvailable(
	db: DbOrTx,
	scope: EventScope,
): Promise<Map<string, { quantity: number; fromMinor: number }>> {
	const { rows } = await db.execute<{ id: string; quantity: number; from: string }>(sql`
		SELECT ticket_type_id AS id, count(*)::int AS quantity, min(price_minor) AS from
		FROM resale_listings WHERE ${ofEvent(scope)} AND ${sql.raw(isAvailable)} GROUP BY 1`);
	return new Map(rows.map(({ id, quantity, from }) => [id, { quantity, fromMinor: Number(from) }]));
}

/** Number of tickets of an event listed for resale, offered or not. */
export async function countListed(db: DbOrTx, scope: EventScope): Promise<number> {
	const { rows } = await db.execute<{ listed: number }>(
		sql`SELECT count(*)::int AS listed FROM resale_listings WHERE ${ofEvent(scope)} AND state = 'listed'`,
	);
	return rows[0]?.listed ?? 0;
}

/** Gives an offer the tickets of a type that have been for sale for longest. As many must be available. */
export async function claimListings(
	tx: Tx,
	scope: EventScope,
	offer: { id: string; ticketTypeId: string; quantity: number },
): Promise<void> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		WITH first AS MATERIALIZED (
			SELECT id FROM resale_listings WHERE ${ofEvent(scope)} AND ${sql.raw(isAvailable)} AND ticket_type_id = ${offer.ticketTypeId}
			ORDER BY id LIMIT ${offer.quantity} FOR UPDATE
		)
		UPDATE resale_listings l SET offer_id = ${offer.id} FROM first WHERE ${ofEvent(scope, 'l.')} AND l.id = first.id
		RETURNING l.id`);
	if (rows.length !== offer.quantity) throw new Error('listings changed although the places were held');
}

/** A listed ticket that is offered to a waitlist entry. */
export interface OfferedListing {
	id: string;
	priceMinor: number;
	feeMinor: number;
	lines: QuoteLine[];
	/** Somebody entered with it. */
	isUsed: boolean;
}

interface ResaleOffer extends EventScope {
	id: string;
}

/**
 * The tickets of an offer that are still for sale, the first to be taken first.
 * @param options.isHeld they stay locked until the end of the transaction
 */
export async function readOffered(
	db: DbOrTx,
	offer: ResaleOffer,
	{ isHeld = false }: { isHeld?: boolean } = {},
): Promise<OfferedListing[]> {
	const { rows } = await db.execute<{
		id: string;
		price: string;
		fee: string;
		lines: QuoteLine[];
		isUsed: boolean;
	}>(sql`
		SELECT l.id, l.price_minor AS price, l.fee_minor AS fee, l.lines, ${sql.raw(isUsed)} AS "isUsed" FROM resale_listings l
		WHERE ${ofEvent(offer, 'l.')} AND l.state = 'listed' AND l.offer_id = ${offer.id} AND l.buyer_order_id IS NULL
		ORDER BY l.id ${isHeld ? sql`FOR UPDATE OF l` : sql``}`);
	return rows.map(({ price, fee, ...row }) => ({
		...row,
		priceMinor: Number(price),
		feeMinor: Number(fee),
	}));
}

/** Notes the order that pays for tickets of an offer; those that it leaves can be offered to the next. */
export async function takeListings(
	tx: Tx,
	offer: ResaleOffer,
	{ orderId, ids }: { orderId: string; ids: readonly string[] },
): Promise<void> {
	const isTaken = sql`id = ANY(${plainArray(ids)}::uuid[])`;
	await tx.execute(sql`
		UPDATE resale_listings SET buyer_order_id = CASE WHEN ${isTaken} THEN ${orderId}::uuid END,
			offer_id = CASE WHEN ${isTaken} THEN offer_id END
		WHERE ${ofEvent(offer)} AND state = 'listed' AND offer_id = ${offer.id}`);
}

/** Ends listings whose tickets were resold: their price is to be refunded. */
export async function sellListings(tx: Tx, scope: EventScope, ids: readonly string[]): Promise<void> {
	if (ids.length === 0) return;
	await tx.execute(sql`
		UPDATE resale_listings SET state = 'sold', offer_id = NULL, ended_at = now(), refund_due_at = now()
		WHERE ${ofEvent(scope)} AND id = ANY(${plainArray(ids)}::uuid[])`);
}

/** Offers a ticket for resale. @returns the listing */
export async function insertListing(
	tx: Tx,
	listing: Omit<typeof resaleListings.$inferInsert, 'id'>,
): Promise<string> {
	const id = newId();
	await tx.insert(resaleListings).values({ ...listing, id });
	return id;
}

/**
 * Cancels the resale of a ticket.
 * @returns the listing, and whether it is being offered or paid for and therefore continues; null if it is not listed
 */
export async function withdrawListing(
	tx: Tx,
	scope: EventScope,
	attendeeId: string,
): Promise<{ id: string; isTaken: boolean } | null> {
	const { rows } = await tx.execute<{ id: string; isTaken: boolean }>(sql`
		SELECT id, offer_id IS NOT NULL OR buyer_order_id IS NOT NULL AS "isTaken" FROM resale_listings
		WHERE ${ofEvent(scope)} AND attendee_id = ${attendeeId} AND state = 'listed' FOR UPDATE`);
	const [listing] = rows;
	if (listing && !listing.isTaken)
		await tx.execute(sql`
			UPDATE resale_listings SET state = 'withdrawn', ended_at = now() WHERE ${ofEvent(scope)} AND id = ${listing.id}`);
	return listing ?? null;
}

/**
 * Takes a refund that is due off the list, while the money of its order is held.
 * @returns null: it was done before, or waits a day for a decision about money that is disputed
 */
export async function takeDueRefund(
	tx: Tx,
	{ organisationId, orderId }: { organisationId: string; orderId: string },
	listingId: string,
): Promise<{ attendeeId: string; keepMinor: number } | null> {
	const { rows } = await tx.execute<{ attendee_id: string; keep_minor: string; is_done: boolean }>(sql`
		UPDATE resale_listings r SET refund_due_at = CASE WHEN EXISTS (
			SELECT FROM payments p JOIN disputes d ON d.organisation_id = p.organisation_id AND d.payment_id = p.id AND d.closed_at IS NULL
			WHERE p.organisation_id = r.organisation_id AND p.subject_id = r.order_id AND p.contested_minor > 0) THEN now() + interval '1 day' END
		WHERE r.organisation_id = ${organisationId} AND r.order_id = ${orderId} AND r.id = ${listingId} AND r.refund_due_at <= now()
		RETURNING attendee_id, keep_minor, refund_due_at IS NULL AS is_done`);
	const [row] = rows;
	return row?.is_done ? { attendeeId: row.attendee_id, keepMinor: Number(row.keep_minor) } : null;
}
