import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { settleRefund } from './refund.ts';

/** Refunds that wait for the provider's answer at the same time: its limit is what a cancelled event takes, not the way there. */
const atOnce = 4;

type DueRefund = { organisationId: string; refundId: string };

/** Sends refunds and asks for those that are under way. */
export const refundPoller = createFairPoller<DueRefund>({
	name: 'payments.settle-refunds',
	idleMs: 1_000,
	...findDue<DueRefund>(
		'payments.claim-refunds',
		`UPDATE refunds SET next_check_at = now() + interval '30 seconds'
				WHERE (organisation_id, id) IN (
					SELECT organisation_id, id FROM refunds WHERE next_check_at <= now() AND organisation_id <> ALL ($1::uuid[])
					ORDER BY next_check_at LIMIT 20 FOR UPDATE SKIP LOCKED)
				RETURNING organisation_id AS "organisationId", id AS "refundId"`,
	),
	keyOf: ({ refundId }) => refundId,
	atOnce,
	async run(services, [scope]) {
		await settleRefund(services, scope);
		return 1;
	},
});

/** Sends or checks all refunds that are due. */
export const settleDueRefunds = runDue(refundPoller);
