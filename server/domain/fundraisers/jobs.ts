import { sql } from 'drizzle-orm';
import { takeTurn } from '#server/domain/tickets/place-locks.ts';
import { isNotDelayed } from '#server/jobs/delayed-work.ts';
import { createFairJob, findOnce } from '#server/jobs/fair-poller.ts';
import type { EventScope } from '../event-scope.ts';
import type { ScheduledJob } from '../module.ts';
import { announceGoal } from './commands/announce-goal.ts';
import { receiveGifts, returnGifts } from './commands/count-gifts.ts';
import { forgetSources } from './supporters/change-page.ts';

/**
 * A process of an earlier version books the gift in the price of a ticket, but makes no donation of it: this makes it, with what was
 * refunded of it since.
 * @param how.since SQL: which transfers of the books are looked through, by `t.created_at`
 */
const addMissingDonations = (how: { name: string; cron: string; since: string }): ScheduledJob =>
	createFairJob<EventScope & { orderId: string }>({
		name: how.name,
		cron: how.cron,
		createFind: () =>
			findOnce(async ({ database }) => {
				const { rows } = await database.db.execute<EventScope & { orderId: string }>(sql`
				SELECT DISTINCT t.organisation_id AS "organisationId", t.event_id AS "eventId", t.subject_id AS "orderId" FROM ledger_transfers t
				JOIN order_lines l ON l.organisation_id = t.organisation_id AND l.event_id = t.event_id AND l.order_id = t.subject_id
					AND l.kind IN ('gift', 'surplus') AND l.gross_minor > 0
				WHERE ${sql.raw(how.since)} AND t.credit = 'gifts' AND t.source_kind = 'order'
					AND NOT EXISTS (SELECT FROM donations d WHERE d.organisation_id = l.organisation_id AND d.order_id = l.order_id
						AND d.ticket_type_id IS NOT DISTINCT FROM l.ticket_type_id)
					AND ${sql.raw(isNotDelayed(how.name, 't.subject_id'))}
				ORDER BY 1, 2, 3 LIMIT 1000`);
				return rows;
			}),
		ownerOf: ({ organisationId }) => organisationId,
		keyOf: ({ orderId }) => orderId,
		atOnce: 1,
		async run(services, [order]) {
			await services.database.transaction(async (tx) => {
				// A refund of it that is under way comes before this or after it.
				await takeTurn(tx, order);
				await receiveGifts(tx, order);
				await returnGifts(tx, order);
				await announceGoal(services, tx, order);
			});
			return 1;
		},
	});

export const fundraiserJobs: ScheduledJob[] = [
	{ name: 'fundraisers.forget-sources', cron: '23 * * * *', run: forgetSources },
	addMissingDonations({
		name: 'fundraisers.add-missing-donations',
		cron: '37 * * * *',
		since: "t.created_at > now() - interval '30 days'",
	}),
	// Reads the books from their beginning, so at night alone.
	addMissingDonations({
		name: 'fundraisers.add-older-donations',
		cron: '17 3 * * *',
		since: "t.created_at <= now() - interval '30 days'",
	}),
];
