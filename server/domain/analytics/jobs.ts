import { deleteInBatches } from '#server/db/delete-in-batches.ts';
import type { Services } from '#server/services.ts';
import type { ScheduledJob } from '../module.ts';
import { markRecentViews } from './figures/marks.ts';
import { recountMarked } from './figures/recount.ts';

const retentionDays = 90;
/** Pages that no event owns are counted for the most looked at; invented addresses fall out. */
const mostPagesADay = 1_000;

/**
 * Adds up every finished day that still has its marks, then clears them. Doing it twice gives the same: a day is counted from
 * its rows while the marks are there, and never after.
 */
export async function addUpDays(services: Services): Promise<void> {
	const { database } = services;
	// Without the marks, visitors of events can no longer be counted.
	await markRecentViews(services);
	await recountMarked(services);
	await database.pool.query(`
		WITH finished AS (
			SELECT (viewed_at AT TIME ZONE 'UTC')::date AS viewed_on, path, organisation_id, event_id, source,
				count(*)::int AS views, count(DISTINCT visitor)::int AS visitors
			FROM page_views
			WHERE visitor IS NOT NULL AND step = 'view'
				AND viewed_at < date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
			GROUP BY 1, 2, 3, 4, 5
		), ranked AS (
			SELECT *, row_number() OVER (PARTITION BY viewed_on, event_id IS NULL ORDER BY views DESC, path) AS place FROM finished
		)
		INSERT INTO page_view_days (id, viewed_on, path, organisation_id, event_id, source, views, visitors)
		SELECT gen_random_uuid(), viewed_on, path, organisation_id, event_id, source, views, visitors FROM ranked
		WHERE event_id IS NOT NULL OR place <= ${mostPagesADay}
		ON CONFLICT (viewed_on, path, event_id, source)
		DO UPDATE SET views = excluded.views, visitors = excluded.visitors`);
	await database.pool.query(`
		UPDATE page_views SET visitor = NULL
		WHERE visitor IS NOT NULL AND viewed_at < date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' - interval '1 day'`);
}

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
