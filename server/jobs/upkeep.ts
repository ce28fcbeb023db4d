import { deleteInBatches } from '../db/delete-in-batches.ts';
import type { ScheduledJob } from '../domain/module.ts';
import { removeStaleDelays } from './delayed-work.ts';

/** Rows of the platform that nobody needs any more. */
export const upkeepJobs: ScheduledJob[] = [
	{ name: 'platform.remove-stale-delays', cron: '27 * * * *', run: removeStaleDelays },
	{
		name: 'platform.remove-idempotency-keys',
		cron: '7 * * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'idempotency_keys',
				where: `created_at < now() - interval '1 day'`,
			});
		},
	},
	{
		name: 'platform.remove-dispatched-facts',
		cron: '37 3 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'facts',
				where: `dispatched_at < now() - interval '7 days'`,
			});
		},
	},
];
