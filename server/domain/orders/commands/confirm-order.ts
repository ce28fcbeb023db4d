import { sql } from 'drizzle-orm';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { say } from '#shared/errors/sentence.ts';
import type { Tx } from '../../../db/client.ts';
import type { Services } from '../../../services.ts';
import { movePlaces, type PlaceProblem } from '../../tickets/places.ts';
import { stockStore } from '../../tickets/stock-store.ts';
import { lockOrder, type OrderScope } from '../order-record.ts';
import { countByType } from '../rows.ts';

/**
 * Confirms a held order: its places become confirmed ones and its tickets valid. A hold that has ended is confirmed if there is
 * still room, whatever the sale's window: it was taken in time. Twice is once.
 * @throws AppError `hold-ended` when the places are gone, `registration-closed` when the event sells nothing any more,
 *   `order-cancelled`
 */
export async function confirmOrder(services: Services, scope: OrderScope): Promise<void> {
	await services.database.transaction(async (tx) => {
		const order = await lockOrder(tx, scope);
		if (order.status === 'confirmed') return;
		if (order.status === 'cancelled')
			throw ruleViolation('order-cancelled', say`This order was cancelled. Please register again.`);
		if (order.status === 'awaiting_approval')
			throw ruleViolation('order-awaits-approval', say`The organiser hasn’t approved this order yet.`);

		const isLate = order.status === 'expired';
		const tickets = await activate(tx, scope, isLate);
		const changes = countByType(tickets).map(([ticketTypeId, count]) => ({
			ticketTypeId,
			confirmed: count,
			held: isLate ? 0 : -count,
		}));
		await tx.execute(sql`
			UPDATE orders SET status = 'confirmed', confirmed_at = now(), expires_at = NULL, updated_at = now()
			WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND id = ${scope.orderId}`);
		await services.facts.announce(
			tx,
			{
				name: 'orders.order-confirmed',
				organisationId: scope.organisationId,
				eventId: scope.eventId,
				payload: { orderId: scope.orderId, notify: true },
			},
			services,
		);
		// Last, so that sales wait for these places only until the commit; a refusal takes everything back.
		const problem = await movePlaces(tx, scope, changes, { mustBeOpen: true });
		if (problem) throw refusal(problem);
	});
	stockStore(services).forget(scope.eventId);
}

/** The tickets of the hold; of one that has ended, those that nobody cancelled. */
async function activate(tx: Tx, scope: OrderScope, isLate: boolean): Promise<{ ticket_type_id: string }[]> {
	const which = isLate ? sql`status = 'cancelled' AND cancelled_at IS NULL` : sql`status = 'held'`;
	const { rows } = await tx.execute<{ ticket_type_id: string }>(sql`
		UPDATE attendees SET status = 'active', updated_at = now(), version = version + 1
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND order_id = ${scope.orderId} AND ${which}
		RETURNING ticket_type_id`);
	return rows;
}

function refusal(problem: PlaceProblem) {
	if (problem.kind === 'closed')
		return ruleViolation('registration-closed', say`Registration for this event is closed.`);
	const message =
		problem.left === 0
			? say`Your hold expired and the tickets are gone.`
			: say`Your hold expired and there aren’t enough tickets left for your order.`;
	return ruleViolation('hold-ended', message, { left: problem.left });
}
