import { sql } from 'drizzle-orm';
import type { ScheduledJob } from '../module.ts';

export const documentJobs: ScheduledJob[] = [
	{
		name: 'documents.erase-recipients',
		cron: '40 3 * * *',
		/** Once the retention period of a document is over, whom it was issued to is erased; numbers and amounts stay. */
		async run({ database, clock }) {
			const today = clock.now().toISOString().slice(0, 10);
			for (;;) {
				const { rows } = await database.db.execute<{ id: string }>(sql`
					UPDATE documents SET recipient = NULL WHERE (organisation_id, id) IN (
						SELECT organisation_id, id FROM documents
						WHERE retain_until < ${today}::date AND recipient IS NOT NULL LIMIT 1000)
					RETURNING id`);
				if (rows.length === 0) return;
			}
		},
	},
];
