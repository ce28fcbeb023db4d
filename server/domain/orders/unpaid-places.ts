import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { type EventStock, poolsOf } from '#server/domain/tickets/stock.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import { networksOf } from '#server/platform/network.ts';
import { makeSignedIds, readSignedIds } from '#server/platform/signed-ids.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { OrderRecord, OrderScope } from './order-record.ts';

/** Hours for which places to be paid at the door are held while nobody has confirmed the buyer's address. */
export const UNCONFIRMED_HOURS = 24;

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

/** The most unpaid places that a mailbox or network may hold of what an order takes its places from; unlimited places have no limit. */
async function mostUnpaidOf(services: Services, order: OrderRecord): Promise<number> {
	const stock = await stockStore(services).get(order.eventId, 1_000);
	const room = stock ? roomOf(stock, order) : Number.POSITIVE_INFINITY;
	return Math.max(mostUnpaid, Math.ceil(room * mostUnpaidShare));
}

/** The size of the smallest pool that an order takes places from. */
function roomOf(stock: EventStock, order: OrderRecord): number {
	const types = new Set(order.attendees.map(({ ticketTypeId }) => ticketTypeId));
	const sizes = [...types].flatMap((id) => {
		const terms = stock.types.get(id);
		return terms
			? poolsOf(stock, terms).flatMap(({ isPlan, size }) => (isPlan || size === null ? [] : [size]))
			: [];
	});
	return Math.min(Number.POSITIVE_INFINITY, ...sizes);
}

/**
 * Refuses an order that is to be paid later when its mailbox (sub-addresses counted as one) or network already holds many unpaid places of the event:
 * nobody empties an event without paying. A first order is never refused, since its type limits it. Orders of an event pass here one after the other.
 * @throws `too-many-unpaid-places`
 */
export async function limitUnpaidPlaces(services: Services, tx: Tx, order: OrderRecord): Promise<void> {
	const most = await mostUnpaidOf(services, order);
	if (most === Number.POSITIVE_INFINITY) return;
	await tx.execute(
		sql`SELECT pg_advisory_xact_lock(hashtextextended(${`unpaid places of ${order.eventId}`}, 0))`,
	);
	const { rows } = await tx.execute<{ own: number; mailbox: number; network: number }>(sql`
		SELECT coalesce(sum(i.places) FILTER (WHERE o.id = own.id), 0)::int AS own,
			coalesce(sum(i.places) FILTER (WHERE o.id <> own.id AND foyer_mailbox(o.buyer_email) = foyer_mailbox(own.buyer_email)), 0)::int AS mailbox,
			coalesce(sum(i.places) FILTER (WHERE o.id <> own.id AND o.held_from = own.held_from), 0)::int AS network
		FROM orders own
		JOIN orders o ON o.organisation_id = own.organisation_id AND o.event_id = own.event_id
			AND o.status = 'pending' AND o.held_from IS NOT NULL
		JOIN order_items i ON i.organisation_id = o.organisation_id AND i.event_id = o.event_id AND i.order_id = o.id
		WHERE own.organisation_id = ${order.organisationId} AND own.event_id = ${order.eventId} AND own.id = ${order.id}`);
	const { own, mailbox, network } = rows[0] as (typeof rows)[number];
	const others = Math.max(mailbox, network);
	if (own === 0 || others === 0 || others + own <= most) return;
	throw ruleViolation(
		'too-many-unpaid-places',
		message`Many unpaid tickets are already held with your email address or from your network. Pay for them first, pay this order by card, or contact the organiser.`,
		{ limit: most },
	);
}

const purpose = 'order-address';

/** What only the email of an order says: who sends it back has read the email. */
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
