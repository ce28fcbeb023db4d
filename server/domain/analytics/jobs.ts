import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { addUpDays } from './add-up-days.ts';

const retentionDays = 90;

async function removeOldViews({ database }: Services): Promise<void> {
	await deleteInBatches(database.pool, {
		table: 'page_views',
		where: `viewed_at < now() - interval '${retentionDays} days'`,
	});
}

export const analyticsJobs: ScheduledJob[] = [
	{ name: 'analytics.add-up-days', cron: '25 0 * * *', run: addUpDays },
	{ name: 'analytics.remove-old-views', cron: '55 3 * * *', run: removeOldViews },
];
