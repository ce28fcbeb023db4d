import { sql } from 'drizzle-orm';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { say } from '#shared/errors/sentence.ts';
import type { Tx } from '../../../db/client.ts';
import type { Services } from '../../../services.ts';
import { movePlaces } from '../../tickets/places.ts';
import { stockStore } from '../../tickets/stock-store.ts';
import { type LockedOrder, lockOrder, type OrderScope } from '../order-record.ts';
import { countByType } from '../rows.ts';

export interface CancelOptions {
	/** One ticket of the order; all of them when absent. */
	attendeeId?: string | undefined;
	/** Whether the guest is told by mail. */
	notify: boolean;
}

/**
 * Cancels an order or one ticket of it: the places go back at once, exactly once, and the tickets are refused at the door. With its
 * last ticket the order itself is cancelled. Twice changes nothing the second time.
 * @returns whether anything was changed
 */
export async function cancelOrder(
	services: Services,
	scope: OrderScope,
	options: CancelOptions,
): Promise<boolean> {
	const isChanged = await services.database.transaction((tx) => cancelInside(services, tx, scope, options));
	if (isChanged) stockStore(services).forget(scope.eventId);
	return isChanged;
}

/** Gives a hold back before it ends. A confirmed order is cancelled, not released. */
export async function releaseHold(services: Services, scope: OrderScope): Promise<void> {
	const isChanged = await services.database.transaction(async (tx) => {
		const order = await lockOrder(tx, scope);
		if (order.status === 'confirmed')
			throw ruleViolation('order-confirmed', say`This order is already confirmed. Cancel it instead.`);
		return cancelInside(services, tx, scope, { notify: false }, order);
	});
	if (isChanged) stockStore(services).forget(scope.eventId);
}

/** The same inside a transaction of the caller. */
export async function cancelInside(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	options: CancelOptions,
	held?: LockedOrder,
): Promise<boolean> {
	const order = held ?? (await lockOrder(tx, scope));
	const one = options.attendeeId ? sql`AND id = ${options.attendeeId}` : sql``;
	const { rows: tickets } = await tx.execute<{ id: string; ticket_type_id: string; was: string }>(sql`
		WITH gone AS (
			SELECT id, status FROM attendees
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND order_id = ${scope.orderId}
				AND (status <> 'cancelled' OR cancelled_at IS NULL) ${one}
			FOR UPDATE
		)
		UPDATE attendees a SET status = 'cancelled', cancelled_at = now(), updated_at = now(), version = version + 1
		FROM gone
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId} AND a.id = gone.id
		RETURNING a.id, a.ticket_type_id, gone.status AS was`);
	if (options.attendeeId && tickets.length === 0) await mustBelong(tx, scope, options.attendeeId);

	const { rows: ended } = await tx.execute<{ id: string }>(sql`
		UPDATE orders o SET status = 'cancelled', cancelled_at = now(), expires_at = NULL, updated_at = now()
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}
			AND status <> 'cancelled' AND NOT EXISTS (
				SELECT FROM attendees a
				WHERE a.organisation_id = o.organisation_id AND a.event_id = o.event_id AND a.order_id = o.id
					AND (a.status <> 'cancelled' OR a.cancelled_at IS NULL))
		RETURNING id`);
	const valid = tickets.filter((ticket) => ticket.was === 'active');
	if (valid.length > 0) {
		await services.facts.announce(
			tx,
			{
				name: 'orders.order-cancelled',
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				payload: {
					orderId: scope.orderId,
					attendeeIds: valid.map((ticket) => ticket.id),
					notify: options.notify,
				},
			},
			services,
		);
	}
	// Last, so that sales wait for these places only until the commit.
	const changes = countByType(tickets.filter((ticket) => ticket.was !== 'cancelled'));
	const isHold = order.status === 'pending';
	await movePlaces(
		tx,
		scope,
		changes.map(([ticketTypeId, count]) => ({
			ticketTypeId,
			confirmed: isHold ? 0 : -count,
			held: isHold ? -count : 0,
		})),
	);
	return tickets.length > 0 || ended.length > 0;
}

/** A ticket that was cancelled before is fine; one of another order does not exist. */
async function mustBelong(tx: Tx, scope: OrderScope, attendeeId: string): Promise<void> {
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM attendees WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND order_id = ${scope.orderId} AND id = ${attendeeId}`);
	if (rows.length === 0) throw notFound('Attendee');
}
