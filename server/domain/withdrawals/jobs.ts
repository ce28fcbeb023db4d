import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { WITHDRAWAL_RECORD_YEARS } from '#shared/rules/periods.ts';
import type { ScheduledJob } from '../module.ts';

export const withdrawalJobs: ScheduledJob[] = [
	{
		// Claims of buyers lapse three years after the end of the year in most of the countries whose law this follows.
		name: 'withdrawals.remove-old',
		cron: '37 4 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'withdrawals',
				where: `received_at < now() - interval '${WITHDRAWAL_RECORD_YEARS} years'`,
			});
			await database.pool.query(
				`UPDATE withdrawals SET source = NULL WHERE source IS NOT NULL AND received_at < now() - interval '1 day'`,
			);
		},
	},
];
