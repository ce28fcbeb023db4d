import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { CRASH_DAYS } from '#shared/rules/periods.ts';
import type { ScheduledJob } from '../module.ts';

export const errorLogJobs: ScheduledJob[] = [
	{
		name: 'error-log.remove-old-errors',
		cron: '5 4 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'error_reports',
				where: `last_seen_at < now() - interval '${CRASH_DAYS} days'`,
			});
		},
	},
];
