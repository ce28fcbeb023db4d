import { getWholeEvent } from '#server/domain/events/queries.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import { isOver } from '../event-end.ts';
import type { OrderScope } from '../order-record.ts';

/**
 * Approves an order: one without a price is confirmed, one with a price keeps its places until it is paid, for 48 hours at most. Repeating it
 * changes nothing.
 * @returns whether it was approved by this
 * @throws `registration-closed` when the event sells nothing any more, `order-cancelled`, `nothing-to-approve`
 */
export async function approveOrder(services: Services, scope: OrderScope): Promise<boolean> {
	const event = await getWholeEvent(services, scope);
	return changeOrder(services, { kind: 'approve', scope, isEventOver: isOver(event, services.clock.now()) });
}

/**
 * Declines an order that awaits approval: it is cancelled, and its places go back. Repeating it changes nothing.
 * @param message for the buyer; may be empty
 * @returns whether it was declined by this
 * @throws `order-approved`, `order-cancelled`, `nothing-to-approve`
 */
export function declineOrder(services: Services, scope: OrderScope, message: string): Promise<boolean> {
	return changeOrder(services, { kind: 'decline', scope, message });
}

const name = 'orders.lapse-approvals';
const perRound = 100;

/** Cancels orders that the organiser has not approved in time: their places go back. */
export const approvalPoller = createFairPoller<OrderScope>({
	name,
	idleMs: 5_000,
	...findDue<OrderScope>(
		'orders.find-lapsed-approvals',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", id AS "orderId"
				FROM orders WHERE status = 'awaiting_approval' AND expires_at <= now()
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY expires_at LIMIT ${perRound}`,
	),
	keyOf: ({ orderId }) => orderId,
	atOnce: 1,
	async run(services, [scope]) {
		return (await changeOrder(services, { kind: 'lapse', scope })) ? 1 : 0;
	},
});

/** Cancels all orders whose time for an approval is over. @returns how many */
export const lapseApprovals = runDue(approvalPoller);
