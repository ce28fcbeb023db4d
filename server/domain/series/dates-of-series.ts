import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { wallTimeOf } from '#shared/rules/event-times.ts';
import type { SeriesScope } from './series-record.ts';

/** The existing dates of a series, as far as new ones depend on them. */
export interface ExistingDates {
	/** The date that begins last: settings that no edit changes are copied from it. */
	latestId: string | null;
	/** Whether new dates are open to the public at once: some date ahead is, or the latest one. */
	isPublished: boolean;
	/** Dates that are not over. */
	ahead: number;
}

/** Reads the existing dates of a series. The caller locks the series before creating dates. */
export async function readExistingDates(
	db: DbOrTx,
	{ organisationId, seriesId }: SeriesScope,
): Promise<ExistingDates> {
	const { rows } = await db.execute<{
		latestId: string | null;
		isPublished: boolean | null;
		ahead: number;
	}>(sql`
		SELECT (array_agg(id ORDER BY starts_at DESC, id DESC))[1] AS "latestId",
			bool_or(status = 'published' AND ends_at > now()) OR
				(array_agg(status ORDER BY starts_at DESC, id DESC))[1] = 'published' AS "isPublished",
			count(*) FILTER (WHERE ends_at > now())::int AS ahead
		FROM events WHERE organisation_id = ${organisationId} AND series_id = ${seriesId}`);
	const [row] = rows;
	return {
		latestId: row?.latestId ?? null,
		isPublished: row?.isPublished === true,
		ahead: row?.ahead ?? 0,
	};
}

/** Keys that dates have on a day or later, made by the rule or manually. */
export async function keysFrom(
	db: DbOrTx,
	{ organisationId, seriesId }: SeriesScope,
	day: string,
): Promise<string[]> {
	const { rows } = await db.execute<{ key: string }>(sql`
		SELECT series_key AS key FROM events
		WHERE organisation_id = ${organisationId} AND series_id = ${seriesId} AND ltrim(series_key, '+') >= ${day}`);
	return rows.map(({ key }) => key);
}

/** Keys of one day with the wall times at which their dates begin. */
export async function datesOfDay(
	db: DbOrTx,
	{ organisationId, seriesId }: SeriesScope,
	day: string,
): Promise<{ key: string; startsAtLocal: string }[]> {
	const { rows } = await db.execute<{ key: string; starts_at: Date | string; time_zone: string }>(sql`
		SELECT series_key AS key, starts_at, time_zone FROM events
		WHERE organisation_id = ${organisationId} AND series_id = ${seriesId} AND ltrim(series_key, '+') LIKE ${`${day}/%`}`);
	return rows.map(({ key, starts_at, time_zone }) => ({
		key,
		startsAtLocal: wallTimeOf(new Date(starts_at), time_zone),
	}));
}
