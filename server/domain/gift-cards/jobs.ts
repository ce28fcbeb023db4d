import type { Services } from '#server/services.ts';
import type { Poller, ScheduledJob } from '../module.ts';
import { lapseJob } from './lapse.ts';
import { sendPoller } from './send.ts';

/** An unpaid purchase is removed with its cards after so long. */
const unpaidDays = 7;
const perBatch = 200;

/**
 * Deletes unpaid purchases, except those with an open payment. A later payment for one is refunded automatically.
 * @returns how many were deleted
 */
export async function removeUnpaid({ database }: Pick<Services, 'database'>): Promise<number> {
	let gone = 0;
	for (;;) {
		const { rowCount } = await database.pool.query({
			name: 'gift-cards.remove-unpaid',
			text: `WITH due AS (
				SELECT organisation_id, id FROM gift_card_purchases p
				WHERE state = 'pending' AND created_at < now() - interval '${unpaidDays} days' AND NOT EXISTS (
					SELECT FROM payments q WHERE q.organisation_id = p.organisation_id AND q.subject_id = p.id
						AND q.state IN ('created', 'requires_action', 'processing'))
				ORDER BY created_at LIMIT ${perBatch} FOR UPDATE SKIP LOCKED
			), cards AS (
				DELETE FROM gift_cards g USING due WHERE g.organisation_id = due.organisation_id AND g.purchase_id = due.id
			)
			DELETE FROM gift_card_purchases p USING due WHERE p.organisation_id = due.organisation_id AND p.id = due.id`,
		});
		gone += rowCount ?? 0;
		if ((rowCount ?? 0) < perBatch) return gone;
	}
}

export const giftCardPollers: Poller[] = [sendPoller];

export const giftCardJobs: ScheduledJob[] = [
	lapseJob,
	{
		name: 'gift-cards.remove-unpaid',
		cron: '35 3 * * *',
		async run(services) {
			await removeUnpaid(services);
		},
	},
];
