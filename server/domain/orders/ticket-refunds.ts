import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { refundedTickets } from '#server/db/tables/orders.ts';
import type { PricedTickets, RefundableTicket } from '#shared/rules/ticket-prices.ts';
import type { OrderScope } from './order-record.ts';

/** Refunds of single tickets of an order, and separately those that failed. */
export async function readTicketRefunds(
	db: DbOrTx,
	scope: OrderScope,
): Promise<PricedTickets['ticketRefunds'][number][]> {
	const { rows } = await db.execute<{ id: string; refunded: string; failed: string }>(sql`
		SELECT t.attendee_id AS id, coalesce(sum(t.amount_minor) FILTER (WHERE r.state <> 'failed'), 0) AS refunded,
			coalesce(sum(t.amount_minor) FILTER (WHERE r.state = 'failed'), 0) AS failed
		FROM refunded_tickets t JOIN refunds r ON r.organisation_id = t.organisation_id AND r.id = t.refund_id
		WHERE t.organisation_id = ${scope.organisationId} AND t.event_id = ${scope.eventId} AND t.order_id = ${scope.orderId}
		GROUP BY t.attendee_id`);
	return rows.map((row) => ({
		attendeeId: row.id,
		refundedMinor: Number(row.refunded),
		failedMinor: Number(row.failed),
	}));
}

/** Notes what of a refund is for which ticket, so that none is refunded twice. Of less than they cost the first ones get theirs. */
export async function noteTicketRefunds(
	tx: Tx,
	{ organisationId, eventId, orderId }: OrderScope,
	refund: { refundId: string; tickets: readonly RefundableTicket[]; amountMinor: number },
): Promise<void> {
	let leftMinor = refund.amountMinor;
	const rows = refund.tickets.flatMap(({ id: attendeeId, minor }) => {
		const amountMinor = Math.min(minor, leftMinor);
		leftMinor -= amountMinor;
		const { refundId } = refund;
		return amountMinor > 0 ? [{ organisationId, eventId, orderId, attendeeId, refundId, amountMinor }] : [];
	});
	if (rows.length > 0) await tx.insert(refundedTickets).values(rows);
}

/** Notes for a refund that is sent in place of a failed one what of it is for which ticket. Without an event it is for no tickets. */
export async function moveTicketRefunds(
	tx: Tx,
	scope: { organisationId: string | null; eventId: string | null; orderId: string },
	refund: { refundId: string; failedId: string },
): Promise<void> {
	if (scope.organisationId === null || scope.eventId === null) return;
	await tx.execute(sql`
		INSERT INTO refunded_tickets (organisation_id, event_id, order_id, attendee_id, refund_id, amount_minor)
		SELECT organisation_id, event_id, order_id, attendee_id, ${refund.refundId}, amount_minor FROM refunded_tickets
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}
			AND refund_id = ${refund.failedId}
		ON CONFLICT DO NOTHING`);
}
