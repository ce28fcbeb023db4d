import { and, eq, sql } from 'drizzle-orm';
import { ticketTransfers } from '#server/db/tables/orders.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairPoller, findDue, runDue } from '#server/jobs/fair-poller.ts';
import { isTransfer, publishTransfer } from './rows.ts';
import type { TransferScope } from './tokens.ts';

const name = 'orders.lapse-transfers';
const perRound = 100;

/** Ends offers of tickets whose time is over; whoever made them is notified, once. */
export const transferPoller = createFairPoller<TransferScope>({
	name,
	idleMs: 60_000,
	...findDue<TransferScope>(
		'orders.find-lapsed-transfers',
		`SELECT organisation_id AS "organisationId", event_id AS "eventId", order_id AS "orderId", attendee_id AS "attendeeId",
					id AS "transferId"
				FROM ticket_transfers WHERE state = 'offered' AND expires_at <= now()
					AND organisation_id <> ALL ($1::uuid[]) AND ${isNotDelayed(name, 'id')}
				ORDER BY expires_at LIMIT ${perRound}`,
	),
	keyOf: ({ transferId }) => transferId,
	atOnce: 1,
	async run(services, [transfer]) {
		await services.database.transaction(async (tx) => {
			// It may be accepted by now, or another worker has come first.
			const [lapsed] = await tx
				.update(ticketTransfers)
				.set({ state: 'lapsed', endedAt: sql`now()` })
				.where(and(isTransfer(transfer), eq(ticketTransfers.state, 'offered')))
				.returning({ id: ticketTransfers.id });
			if (lapsed) await publishTransfer(services, tx, transfer, 'lapsed');
		});
		return 1;
	},
});

/** Ends all offers whose time is over. @returns how many */
export const lapseTransfers = runDue(transferPoller);
