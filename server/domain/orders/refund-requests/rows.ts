import { and, desc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { refundRequests } from '#server/db/tables/orders.ts';
import type { RefundRequest } from '#shared/contracts/orders.ts';
import type { OrderScope } from '../order-record.ts';

export type RefundRequestRow = typeof refundRequests.$inferSelect;

export const ofOrder = ({ organisationId, eventId, orderId }: OrderScope) =>
	and(
		eq(refundRequests.organisationId, organisationId),
		eq(refundRequests.eventId, eventId),
		eq(refundRequests.orderId, orderId),
	);

/** The last request of an order, which is the open one where there is one. */
export async function findRefundRequest(
	db: DbOrTx,
	scope: OrderScope,
): Promise<RefundRequestRow | undefined> {
	const [row] = await db
		.select()
		.from(refundRequests)
		.where(ofOrder(scope))
		.orderBy(desc(refundRequests.id))
		.limit(1);
	return row;
}

/** One request of an order. */
export async function findRefundRequestById(
	db: DbOrTx,
	scope: OrderScope,
	requestId: string,
): Promise<RefundRequestRow | undefined> {
	const [row] = await db
		.select()
		.from(refundRequests)
		.where(and(ofOrder(scope), eq(refundRequests.id, requestId)));
	return row;
}

/** A request as the buyer and the organiser see it. */
export const presentRefundRequest = (row: RefundRequestRow): RefundRequest => ({
	id: row.id,
	state: row.state,
	attendeeIds: row.attendeeIds,
	wantedMinor: row.wantedMinor,
	reason: row.reason,
	answer: row.answer,
	policy: row.policy,
	createdAt: row.createdAt.toISOString(),
	decidedAt: row.decidedAt?.toISOString() ?? null,
});

/**
 * Settles the open requests of orders whose tickets are all cancelled by now. Held after the orders: who decides about a request writes it
 * last.
 */
export async function settleRefundRequests(
	tx: Tx,
	{ organisationId, eventId }: { organisationId: string; eventId: string },
	orderIds: readonly string[],
): Promise<void> {
	if (orderIds.length === 0) return;
	await tx.execute(sql`
		UPDATE refund_requests r SET state = 'settled', decided_at = now()
		WHERE r.organisation_id = ${organisationId} AND r.event_id = ${eventId} AND r.order_id = ANY(${plainArray(orderIds)}::uuid[])
			AND r.state = 'open' AND NOT EXISTS (
				SELECT FROM attendees a WHERE a.organisation_id = r.organisation_id AND a.event_id = r.event_id AND a.order_id = r.order_id
					AND a.id = ANY(r.attendee_ids) AND a.status = 'active')`);
}
