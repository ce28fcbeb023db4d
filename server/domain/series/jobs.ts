import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import { createFairJob } from '#server/jobs/fair-poller.ts';
import { HISTORY_DAYS } from '#shared/rules/periods.ts';
import type { ScheduledJob } from '../module.ts';
import { extendIfDue, findDue } from './commands/extend-series.ts';
import type { SeriesScope } from './series-record.ts';

const perRound = 200;

/** Jobs of series. */
export const seriesJobs: ScheduledJob[] = [
	// Open series keep so many weeks and dates ahead.
	createFairJob<SeriesScope>({
		name: 'series.make-dates',
		cron: '23 1 * * *',
		dueInSandboxes: true,
		createFind() {
			let after = '00000000-0000-0000-0000-000000000000';
			return async (services) => {
				const due = await findDue(services, after, perRound);
				after = due.at(-1)?.seriesId ?? after;
				return due;
			};
		},
		ownerOf: ({ organisationId }) => organisationId,
		keyOf: ({ seriesId }) => seriesId,
		atOnce: 1,
		async run(services, [scope]) {
			await extendIfDue(services, scope);
			return 1;
		},
	}),
	{
		name: 'series.remove-old-changes',
		cron: '44 3 * * *',
		async run({ database }) {
			await deleteInBatches(database.pool, {
				table: 'event_series_changes',
				where: `created_at < now() - interval '${HISTORY_DAYS + 1} days'`,
				values: [],
			});
		},
	},
];
