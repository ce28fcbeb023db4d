import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { changeOrder } from '../changes/change-batcher.ts';
import type { OrderScope } from '../order-record.ts';

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
