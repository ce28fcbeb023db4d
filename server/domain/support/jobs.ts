import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { SUPPORT_YEARS } from '#shared/rules/periods.ts';
import type { ScheduledJob } from '../module.ts';

export const supportJobs: ScheduledJob[] = [
	{
		// As the privacy policy says.
		name: 'support.remove-old-messages',
		cron: '21 4 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'contact_messages',
				where: `created_at < now() - interval '${SUPPORT_YEARS} years'`,
			});
		},
	},
];
