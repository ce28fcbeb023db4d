import type { ScheduledJob } from '../module.ts';

export const eventJobs: ScheduledJob[] = [
	{
		// Words that no event has any more would be offered as what a mistyped word may have meant.
		name: 'events.forget-unused-words',
		cron: '17 3 * * *',
		async run({ database }) {
			await database.pool.query(`
				DELETE FROM event_words WHERE word NOT IN (
					SELECT word FROM ts_stat(
						$$SELECT title_vector FROM events WHERE status = 'published' AND visibility = 'public'$$)
				)`);
		},
	},
];
