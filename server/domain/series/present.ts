import { sql } from 'drizzle-orm';
import type { Services } from '#server/services.ts';
import type { Series } from '#shared/contracts/series.ts';
import { getSeries, isOpen, readSegments, type SeriesScope } from './series-record.ts';

/** A series as its members read it, as it is now. */
export async function presentSeries(services: Services, scope: SeriesScope): Promise<Series> {
	const { db } = services.database;
	const row = await getSeries(db, scope);
	const segments = await readSegments(db, scope);
	const { rows } = await db.execute<Series['counts'] & Record<string, unknown>>(sql`
		SELECT count(*) FILTER (WHERE ends_at >= now())::int AS ahead, count(*) FILTER (WHERE ends_at < now())::int AS past,
			count(*) FILTER (WHERE status = 'draft')::int AS drafts, count(*) FILTER (WHERE status = 'cancelled')::int AS cancelled
		FROM events WHERE organisation_id = ${scope.organisationId} AND series_id = ${scope.seriesId}`);
	const counts = rows[0] ?? { ahead: 0, past: 0, drafts: 0, cancelled: 0 };
	return {
		id: row.id,
		slug: row.slug,
		title: row.title,
		booking: row.booking,
		isStopped: row.stoppedAt !== null,
		isOpen: isOpen(segments),
		segments: segments.map(({ fromKey, rule, count, untilOn, startTimes, lengthMinutes, timeZone }) => ({
			fromKey,
			rule,
			count,
			until: untilOn,
			startTimes,
			lengthMinutes,
			timeZone,
		})),
		counts: { ahead: counts.ahead, past: counts.past, drafts: counts.drafts, cancelled: counts.cancelled },
		version: row.version,
	};
}
