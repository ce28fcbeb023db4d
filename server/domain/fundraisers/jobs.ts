import { sql } from 'drizzle-orm';
import { takeTurn } from '#server/domain/tickets/places.ts';
import type { ScheduledJob } from '../module.ts';
import { receiveGifts, returnGifts } from './commands/count-gifts.ts';
import { forgetSources } from './supporters/change-page.ts';

export const fundraiserJobs: ScheduledJob[] = [
	{ name: 'fundraisers.forget-sources', cron: '23 * * * *', run: forgetSources },
	{
		name: 'fundraisers.add-missing-donations',
		cron: '37 * * * *',
		/** A process of an earlier version books the gift in the price of a ticket, but makes no donation of it. */
		async run({ database }) {
			const { rows } = await database.db.execute<{
				organisation_id: string;
				event_id: string;
				order_id: string;
			}>(sql`
				SELECT DISTINCT t.organisation_id, t.event_id, t.subject_id AS order_id FROM ledger_transfers t
				JOIN order_lines l ON l.organisation_id = t.organisation_id AND l.event_id = t.event_id AND l.order_id = t.subject_id
					AND l.kind IN ('gift', 'surplus') AND l.gross_minor > 0
				WHERE t.created_at > now() - interval '30 days' AND t.credit = 'gifts' AND t.source_kind = 'order'
					AND NOT EXISTS (SELECT FROM donations d WHERE d.organisation_id = l.organisation_id AND d.order_id = l.order_id
						AND d.ticket_type_id IS NOT DISTINCT FROM l.ticket_type_id)
				ORDER BY 1, 2, 3 LIMIT 1000`);
			for (const { organisation_id: organisationId, event_id: eventId, order_id: orderId } of rows) {
				const order = { organisationId, eventId, orderId };
				await database.transaction(async (tx) => {
					// A refund of it that is under way comes before this or after it.
					await takeTurn(tx, order);
					await receiveGifts(tx, order);
					await returnGifts(tx, order);
				});
			}
		},
	},
];
