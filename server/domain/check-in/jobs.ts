import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { oldestCursorDays } from './feed/cursor.ts';

/** A device whose place in the changes is older begins anew; a day more, for transactions and clocks that ran long. */
export const changesRetentionDays = oldestCursorDays + 1;

/** Deletes guest changes that are older than the oldest valid cursor. */
export async function removeOldChanges({ database }: Services): Promise<number> {
	return deleteInBatches(database.pool, {
		table: 'door_changes',
		where: `at < now() - interval '${changesRetentionDays} days'`,
	});
}

export const checkInJobs: ScheduledJob[] = [
	{
		name: 'check-in.remove-old-changes',
		cron: '35 3 * * *',
		async run(services) {
			const gone = await removeOldChanges(services);
			services.log.info({ gone }, 'check-in.old-changes-removed');
		},
	},
];
