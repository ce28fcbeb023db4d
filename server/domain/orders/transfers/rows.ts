import { and, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { ticketTransfers } from '#server/db/tables/orders.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { type AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import type { TransferState } from '#shared/rules/ticket-transfers.ts';
import { refuseAwaiting } from '../approval/rules.ts';
import { lockOrder } from '../order-record.ts';
import type { TicketScope, TransferScope } from './tokens.ts';

export type TransferRow = typeof ticketTransfers.$inferSelect;

export const isTransfer = ({ organisationId, eventId, transferId }: TransferScope) =>
	and(
		eq(ticketTransfers.organisationId, organisationId),
		eq(ticketTransfers.eventId, eventId),
		eq(ticketTransfers.id, transferId),
	);

/** An offer as it stands. @throws not-found */
export async function getTransfer(db: DbOrTx, scope: TransferScope): Promise<TransferRow> {
	const [row] = await db.select().from(ticketTransfers).where(isTransfer(scope));
	if (!row) throw notFound('Transfer');
	return row;
}

/** A ticket that is held with its order until the transaction ends. */
export interface LockedTicket {
	orderStatus: string;
	status: string;
	holderVersion: number | null;
	name: string;
	email: string;
	buyerName: string;
	buyerEmail: string;
}

/** Holds an order and then one ticket of it, as everybody does: whoever changes, cancels or lets in the same one waits. @throws not-found */
export async function lockTicket(tx: Tx, scope: TicketScope): Promise<LockedTicket> {
	const order = await lockOrder(tx, scope);
	const { rows } = await tx.execute<Omit<LockedTicket, 'orderStatus'> & Record<string, unknown>>(sql`
		SELECT a.status, a.holder_version AS "holderVersion", a.name, a.email, o.buyer_name AS "buyerName", o.buyer_email AS "buyerEmail"
		FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.id = ${scope.attendeeId}
			AND a.order_id = ${scope.orderId}
		FOR UPDATE OF a`);
	const ticket = rows[0];
	if (!ticket) throw notFound('Attendee');
	return { ...ticket, orderStatus: order.status };
}

/** The refusal of a call of the buyer about a ticket that somebody else holds. */
export const handedOn = (): AppError =>
	ruleViolation(
		'ticket-handed-on',
		message`This ticket was transferred. Only the person who has it now can change it.`,
	);

const closed = (text: Parameters<typeof ruleViolation>[1]) => ruleViolation('transfer-closed', text);

/** Whether tickets of an event can be transferred now, as far as the event says. */
export const allowsHandingOn = (
	event: Pick<EventWithOrganiser, 'status' | 'startsAt' | 'allowsTransfers'>,
	now: Date,
): boolean => event.status !== 'cancelled' && event.startsAt > now && event.allowsTransfers;

/**
 * Refuses to transfer a ticket that is held, where something stands against it.
 * @throws `transfer-closed`, `order-awaits-approval`
 */
export async function refuseClosed(
	tx: Tx,
	scope: TicketScope,
	{ ticket, event, now }: { ticket: LockedTicket; event: EventWithOrganiser; now: Date },
): Promise<void> {
	if (event.status === 'cancelled')
		throw closed(message`This event is cancelled. Its tickets can no longer be transferred.`);
	if (event.startsAt <= now)
		throw closed(message`This event has started. Its tickets can no longer be transferred.`);
	if (!event.allowsTransfers)
		throw closed(message`The organiser doesn’t allow tickets for this event to be transferred.`);
	refuseAwaiting(ticket.orderStatus);
	if (ticket.orderStatus !== 'confirmed')
		throw closed(message`This order isn’t confirmed, so its tickets can’t be transferred.`);
	// Read after the ticket is held: what was committed while this waited counts.
	const { organisationId, eventId, orderId, attendeeId } = scope;
	const ofEvent = sql`organisation_id = ${organisationId} AND event_id = ${eventId}`;
	const { rows } = await tx.execute<{
		isInside: boolean;
		isAsking: boolean;
		isChanging: boolean;
		isForSale: boolean;
	}>(sql`
		SELECT EXISTS (SELECT FROM check_ins WHERE ${ofEvent} AND attendee_id = ${attendeeId} AND verdict = 'accepted'
				AND annulled_at IS NULL) AS "isInside",
			EXISTS (SELECT FROM refund_requests WHERE ${ofEvent} AND order_id = ${orderId} AND state = 'open'
				AND ${attendeeId}::uuid = ANY (attendee_ids)) AS "isAsking",
			EXISTS (SELECT FROM order_changes WHERE ${ofEvent} AND order_id = ${orderId} AND state = 'awaiting_payment') AS "isChanging",
			EXISTS (SELECT FROM resale_listings WHERE ${ofEvent} AND attendee_id = ${attendeeId} AND state = 'listed') AS "isForSale"`);
	const found = rows[0];
	if (found?.isInside)
		throw closed(message`This ticket was already used at check-in, so it can’t be transferred.`);
	if (found?.isAsking)
		throw closed(
			message`A refund was requested for this ticket. It can be transferred once that request is cancelled or declined.`,
		);
	if (found?.isForSale) throw closed(message`This ticket is for sale. Stop the sale to transfer it.`);
	// Changes are of tickets that the buyer holds.
	if (found?.isChanging && ticket.holderVersion === null)
		throw closed(
			message`A change of this order waits for its payment. Its tickets can be transferred once it is paid or has ended.`,
		);
}

/** Publishes how an offer stands now, for the emails about it. */
export function publishTransfer(
	services: Services,
	tx: Tx,
	{ organisationId, eventId, orderId, attendeeId, transferId }: TransferScope,
	state: Exclude<TransferState, 'withdrawn'>,
): Promise<void> {
	const payload = { orderId, attendeeId, transferId, state };
	const name = 'orders.transfer-changed' as const;
	return services.facts.publish(tx, { name, organisationId, eventId, payload }, services);
}
