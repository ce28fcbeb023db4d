import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { openPlace } from '#server/domain/groups/each.ts';
import { getInvitation, settleInvitation } from '#server/domain/groups/invitations.ts';
import { lockGroup } from '#server/domain/groups/rows.ts';
import { lockPlaces } from '#server/domain/tickets/places.ts';
import { stockStore } from '#server/domain/tickets/stock-store.ts';
import type { ClaimScope } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { expireHoldsOf } from '../expire-holds.ts';
import type { SaleOrder } from './sale-order.ts';
import { sellInside } from './sell.ts';

/**
 * Sells an order one place that is held for a group. Its own transaction holds the places of the event, so the place goes to this order or stays with
 * the group.
 * @returns the order, or the one that the invitation has already
 * @throws what `openPlace` and `placeOrder` throw
 */
export async function sellGrouped(
	services: Services,
	order: SaleOrder,
	claim: ClaimScope,
): Promise<{ orderId: string }> {
	const sold = await services.database.transaction(async (tx) => {
		await lockPlaces(tx, claim);
		// Places reserved for unpaid orders of the group return to it first.
		await expireHoldsOf(tx, claim);
		const group = await lockGroup(tx, claim);
		const before = await findOrderOfInvitation(tx, claim);
		if (before !== null) return { orderId: before, isNew: false };
		const { type, nowMs } = await openPlace(tx, group);
		order.offered = { ticketTypeId: type.id, pricedAtMs: nowMs, isOfGroup: true };
		const { results } = await sellInside(services, tx, [order]);
		const [result] = results;
		// Rolled back: the place stays with the group.
		if (!result || result instanceof Error) throw result ?? new Error('nothing came of the order');
		await tx.execute(sql`
			UPDATE attendees SET group_id = ${claim.groupId}
			WHERE organisation_id = ${claim.organisationId} AND event_id = ${claim.eventId} AND order_id = ${order.id}`);
		await settleInvitation(tx, claim, { orderId: order.id });
		return { orderId: order.id, isNew: true };
	});
	if (sold.isNew) stockStore(services).forget(order.eventId);
	return { orderId: sold.orderId };
}

/** The order that an invitation came to, while it has a ticket or may still have one; null: none. The group is held. */
async function findOrderOfInvitation(tx: Tx, claim: ClaimScope): Promise<string | null> {
	const invitation = await getInvitation(tx, claim);
	if (invitation?.state === 'cancelled') throw notFound('Group');
	if (!invitation?.orderId) return null;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM orders WHERE organisation_id = ${claim.organisationId} AND event_id = ${claim.eventId}
			AND id = ${invitation.orderId} AND status NOT IN ('expired', 'cancelled')`);
	return rows[0]?.id ?? null;
}
