import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import type { OrderScope } from '../order-record.ts';
import { endChange } from './change-order.ts';

const name = 'orders.lapse-changes';
const perRound = 100;

/** Expires changes that were not paid in time and releases their spots. */
export const changePoller = createFairPoller<OrderScope & { changeId: string }>({
	name,
	idleMs: 5_000,
	...findDue<OrderScope & { changeId: string }>(
		'orders.find-due-changes',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", id AS "changeId"
				FROM order_changes WHERE state = 'awaiting_payment' AND expires_at <= now()
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY expires_at LIMIT ${perRound}`,
	),
	keyOf: ({ changeId }) => changeId,
	atOnce: 1,
	async run(services, [{ changeId, ...order }]) {
		return (await endChange(services, order, changeId, 'lapsed')) ? 1 : 0;
	},
});

/** Ends all changes whose time is over. @returns how many */
export const lapseChanges = runDue(changePoller);
