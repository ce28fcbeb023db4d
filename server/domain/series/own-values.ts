import type { DbOrTx } from '#server/db/client.ts';
import { readRowsOfMany } from '#server/domain/events/changes/parts.ts';
import { wholeTimes } from '#server/domain/events/event-times.ts';
import type { Services } from '#server/services.ts';
import { dateTimes } from '#shared/rules/series/date-times.ts';
import { type Segment, segmentOf } from './series-record.ts';
import { type DateOf, differences, seriesParts, toSeries } from './series-rows.ts';

/** A date with what its own values are found by. */
export interface DateOfSeries extends DateOf {
	key: string;
	endsAt: Date;
}

/** The path of start, length and time zone, which are one own value. */
const timesPath = 'times';

/** Start and end of a date as its series has them, stretched where the series is of whole days. */
function timesInSeries(key: string, segment: Segment): { startsAt: Date; endsAt: Date } {
	const { startsAt, endsAt } = dateTimes(key, segment);
	const isAllDay = segment.blueprint.event?.event?.values.isAllDay === true;
	return wholeTimes({ startsAt, endsAt, timeZone: segment.timeZone, isAllDay });
}

/** Whether a date begins, ends or counts its hours otherwise than its series says. */
function hasOwnTimes(date: DateOfSeries, segment: Segment): boolean {
	const { startsAt, endsAt } = timesInSeries(date.key, segment);
	return (
		date.timeZone !== segment.timeZone ||
		date.startsAt.getTime() !== startsAt.getTime() ||
		date.endsAt.getTime() !== endsAt.getTime()
	);
}

/**
 * Own values of dates: whatever differs from their segment, in the paths of the series. All of them are read at once, without locks:
 * a statement or two for each part.
 * @param segments all segments of the series, in order
 * @returns paths by the id of the date; none for one that is as its series
 */
export async function readOwnPaths(
	services: Services,
	db: DbOrTx,
	organisationId: string,
	dates: readonly DateOfSeries[],
	segments: readonly Segment[],
): Promise<Map<string, string[]>> {
	const ids = dates.map(({ id }) => id);
	const all = await readRowsOfMany(services, db, organisationId, ids, seriesParts);
	return new Map(
		dates.map((date) => {
			const segment = segmentOf(date.key, segments);
			const { blueprint } = segment;
			const { rows } = toSeries(all.get(date.id) ?? new Map(), date);
			const paths = differences(blueprint, rows)
				// A field that was not there yet when the series was written is none of its own.
				.filter(({ part, path }) => {
					const at = path.lastIndexOf('.');
					const values = blueprint[part]?.[path.slice(0, at)]?.values;
					return values === undefined || path.slice(at + 1) in values;
				})
				.map(({ path }) => path);
			if (hasOwnTimes(date, segment)) paths.push(timesPath);
			return [date.id, paths];
		}),
	);
}
