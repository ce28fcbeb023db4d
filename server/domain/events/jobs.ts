import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { HISTORY_DAYS } from '#shared/rules/periods.ts';
import type { ScheduledJob } from '../module.ts';

/** An event is over permanently some time after its end, by the clock of the application and by the database's. */
const overAfterMs = 3_600_000;
const perBatch = 5_000;

export const eventJobs: ScheduledJob[] = [
	{
		name: 'events.mark-what-is-over',
		cron: '*/10 * * * *',
		dueInSandboxes: true,
		async run({ database, clock }) {
			const before = new Date(clock.now().getTime() - overAfterMs);
			for (;;) {
				const { rowCount } = await database.pool.query(
					`UPDATE events SET is_over = true WHERE id IN (
						SELECT id FROM events WHERE NOT is_over AND ends_at < $1 ORDER BY ends_at LIMIT ${perBatch} FOR NO KEY UPDATE SKIP LOCKED
					)`,
					[before],
				);
				if (!rowCount || rowCount < perBatch) return;
			}
		},
	},
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
	{
		name: 'events.remove-old-changes',
		cron: '41 3 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'event_change_sets',
				where: `created_at < now() - interval '${HISTORY_DAYS} days'`,
				values: [],
			});
		},
	},
];
