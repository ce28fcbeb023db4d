import { and, eq, isNull, sql } from 'drizzle-orm';
import { refundRequests } from '#server/db/tables/orders.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { REFUND_REMINDER_DAYS } from '#shared/rules/periods.ts';
import type { RequestScope } from './requests.ts';
import { ofOrder } from './rows.ts';

const name = 'orders.remind-of-refund-requests';
const perRound = 100;
const patience = `interval '${REFUND_REMINDER_DAYS} days'`;

/** Reminds buyer and organiser, once, of refund requests that are undecided after seven days. */
export const refundRequestPoller = createFairPoller<RequestScope>({
	name,
	idleMs: 60_000,
	...findDue<RequestScope>(
		'orders.find-waiting-refund-requests',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", id AS "requestId"
				FROM refund_requests WHERE state = 'open' AND reminded_at IS NULL AND created_at <= now() - ${patience}
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY created_at LIMIT ${perRound}`,
	),
	keyOf: ({ requestId }) => requestId,
	atOnce: 1,
	async run(services, [{ requestId, ...order }]) {
		await services.database.transaction(async (tx) => {
			// It may be decided by now, or another worker has come first.
			const [waiting] = await tx
				.update(refundRequests)
				.set({ remindedAt: sql`now()` })
				.where(
					and(
						ofOrder(order),
						eq(refundRequests.id, requestId),
						eq(refundRequests.state, 'open'),
						isNull(refundRequests.remindedAt),
					),
				)
				.returning({ id: refundRequests.id });
			if (!waiting) return;
			const { organisationId, eventId, orderId } = order;
			const payload = { orderId, requestId };
			const fact = { name: 'orders.refund-request-waits' as const, organisationId, eventId, payload };
			await services.facts.publish(tx, fact, services);
		});
		return 1;
	},
});

/** Reminds of all that waits. @returns how many requests */
export const remindOfRefundRequests = runDue(refundRequestPoller);
