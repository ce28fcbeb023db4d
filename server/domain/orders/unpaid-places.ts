import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { bytesArray, plainArray, textArray } from '#server/db/statement.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { type EventStock, poolsOf } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { networksOf } from '#server/platform/network.ts';
import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';
import { type AppError, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { UNCONFIRMED_HOURS } from '#shared/rules/periods.ts';
import type { OrderRecord, OrderScope } from './order-record.ts';
import type { SaleOrder } from './sale/sale-order.ts';

/** Unpaid places of an event that one mailbox, and one network, may hold: so many, or this part of what there is. */
const mostUnpaid = 20;
const mostUnpaidShare = 0.1;

/**
 * Until when places to be paid at the door are held: until the event ends once the buyer has confirmed their address, for a day until then. Nobody has to
 * confirm who buys within the day before the event, or where no email can be sent.
 */
export function doorHold(
	{ clock, mailer }: Services,
	event: EventWithOrganiser,
	{ attendees }: Pick<OrderRecord, 'attendees'>,
) {
	const soonMs = clock.now().getTime() + UNCONFIRMED_HOURS * 3_600_000;
	// A donation alone holds no places.
	const mustConfirm = attendees.length > 0 && mailer.canSend && event.startsAt.getTime() > soonMs;
	const endsAt = sql`${event.endsAt.toISOString()}::timestamptz`;
	const hours = sql`make_interval(hours => ${UNCONFIRMED_HOURS})`;
	// From when the order was placed: choosing it again does not begin another day.
	const until = mustConfirm
		? sql`least(${endsAt}, now() + ${hours}, greatest(o.expires_at, o.created_at + ${hours}))`
		: endsAt;
	return { mustConfirm, until };
}

/** A network within an event, as it stands with an order: it can be compared there, and nothing can be read from it. */
export const networkHash = (services: Services, eventId: string, address: string): Buffer =>
	createHmac('sha256', services.secret)
		.update(`unpaid-places\0${eventId}\0${networksOf(address).wide}`)
		.digest()
		.subarray(0, 16);

/** The most unpaid places that a mailbox or network may hold of the smallest pool that these types take from; unlimited places have no limit. */
function mostUnpaidOf(stock: EventStock | null, ticketTypeIds: readonly string[]): number {
	const sizes = [...new Set(ticketTypeIds)].flatMap((id) => {
		const terms = stock?.types.get(id);
		return stock && terms
			? poolsOf(stock, terms).flatMap(({ isPlan, size }) => (isPlan || size === null ? [] : [size]))
			: [];
	});
	const room = Math.min(Number.POSITIVE_INFINITY, ...sizes);
	return Math.max(mostUnpaid, Math.ceil(room * mostUnpaidShare));
}

/** Whoever counts the unpaid places of an event waits for those who did before. */
const lockCount = (tx: Tx, eventId: string) =>
	tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`unpaid places of ${eventId}`}, 0))`);

/** Places that a buyer holds without money. `heldFrom` is a network in hexadecimal digits. */
interface Held {
	orderId: string;
	email: string;
	heldFrom: string | null;
	places: number;
}

const placesOf = ({ items }: SaleOrder, { types }: EventStock) =>
	items.reduce((sum, item) => sum + item.quantity * (types.get(item.ticketTypeId)?.admits ?? 1), 0);

/**
 * How many places of the event the mailbox (sub-addresses counted as one) or the network of an order holds with other orders that are to be
 * paid later or wait for approval.
 * @param ahead orders that are about to be written
 */
async function countHeld(
	tx: Tx,
	{ organisationId, eventId }: Pick<OrderScope, 'organisationId' | 'eventId'>,
	own: Omit<Held, 'places'>,
	ahead: readonly Held[] = [],
): Promise<number> {
	const { rows } = await tx.execute<{ held: number }>(sql`
		SELECT greatest(coalesce(sum(places) FILTER (WHERE foyer_mailbox(email) = foyer_mailbox(${own.email})), 0),
			coalesce(sum(places) FILTER (WHERE held_from = decode(${own.heldFrom}, 'hex')), 0))::int AS held
		FROM (
			SELECT o.buyer_email AS email, o.held_from, i.places FROM orders o
			JOIN order_items i ON i.organisation_id = o.organisation_id AND i.event_id = o.event_id AND i.order_id = o.id
			WHERE o.organisation_id = ${organisationId} AND o.event_id = ${eventId} AND o.id <> ${own.orderId}
				AND o.status IN ('pending', 'awaiting_approval') AND (o.status = 'awaiting_approval' OR o.held_from IS NOT NULL)
			UNION ALL SELECT * FROM unnest(${textArray(ahead.map(({ email }) => email))}::text[],
				${bytesArray(ahead.map(({ heldFrom }) => heldFrom))}::bytea[], ${plainArray(ahead.map(({ places }) => places))}::int[])
		) AS others`);
	return rows[0]?.held ?? 0;
}

/**
 * Refuses an order that is to be paid later when its mailbox or network already holds many places of the event without money: nobody empties an
 * event without paying. A first order is never refused, since its type limits it. Orders of an event pass here one after the other.
 * @throws `too-many-unpaid-places`
 */
export async function limitUnpaidPlaces(
	services: Services,
	tx: Tx,
	order: OrderRecord,
	heldFrom: Buffer,
): Promise<void> {
	const { id: orderId, attendees, buyer } = order;
	const stock = await stockStore(services).get(order.eventId, 1_000);
	const limit = mostUnpaidOf(
		stock,
		attendees.map(({ ticketTypeId }) => ticketTypeId),
	);
	if (limit === Number.POSITIVE_INFINITY || attendees.length === 0) return;
	await lockCount(tx, order.eventId);
	const others = await countHeld(tx, order, {
		...{ orderId, email: buyer.email, heldFrom: heldFrom.toString('hex') },
	});
	if (others === 0 || others + attendees.length <= limit) return;
	throw ruleViolation(
		'too-many-unpaid-places',
		message`Many unpaid tickets are already held with your email address or from your network. Pay for them first, pay this order by card, or contact the organiser.`,
		{ limit },
	);
}

/**
 * The same for an order that is to be approved, in the transaction that writes it; notes the network that holds its places.
 * @param ahead orders to be approved that are written with it
 * @returns why it cannot be taken, or null
 */
export async function limitRequests(
	services: Services,
	tx: Tx,
	{ order, stock, ahead }: { order: SaleOrder; stock: EventStock; ahead: readonly SaleOrder[] },
): Promise<AppError | null> {
	const heldOf = (one: SaleOrder): Held => ({
		...{ orderId: one.id, email: one.buyer.email, heldFrom: one.heldFrom ?? null },
		places: placesOf(one, stock),
	});
	order.heldFrom = order.address && networkHash(services, order.eventId, order.address).toString('hex');
	const limit = mostUnpaidOf(
		stock,
		order.items.map(({ ticketTypeId }) => ticketTypeId),
	);
	if (limit === Number.POSITIVE_INFINITY) return null;
	await lockCount(tx, order.eventId);
	const own = heldOf(order);
	const others = await countHeld(tx, order, own, ahead.map(heldOf));
	if (others === 0 || others + own.places <= limit) return null;
	return ruleViolation(
		'too-many-unpaid-places',
		message`Many tickets are already held with your email address or from your network. Wait until the organiser has answered, or contact them.`,
		{ limit },
	);
}

const purpose = 'order-address';

/** A secret in an order’s email only: whoever sends it back has read the email. */
export const addressProof = (
	secret: Buffer,
	{ eventId, id, manageVersion }: Pick<OrderRecord, 'eventId' | 'id' | 'manageVersion'>,
): string => makeSignedIds(secret, purpose, { first: eventId, second: id, version: manageVersion });

/** Whether a text is the proof of an order. */
export function isAddressProof(
	secret: Buffer,
	{ eventId, orderId }: OrderScope,
	manageVersion: number,
	text: string,
): boolean {
	const claim = readSignedIds(secret, purpose, text);
	return claim?.first === eventId && claim.second === orderId && claim.version === manageVersion;
}
