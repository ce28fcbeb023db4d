import { sql } from 'drizzle-orm';
import type { ScheduledJob } from '#server/domain/module.ts';

export const bankJobs: ScheduledJob[] = [
	{
		name: 'orders.forget-payers',
		cron: '50 3 * * *',
		/** Who paid and what they wrote is needed for questions of the year; days and amounts stay. */
		async run({ database }) {
			await database.db.execute(sql`
				UPDATE bank_lines SET payer = '', text = '' WHERE created_at < now() - interval '1 year' AND (payer <> '' OR text <> '')`);
		},
	},
];
