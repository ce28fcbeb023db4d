import type { Author } from '#server/domain/events/changes/author.ts';
import type { ChangedEvent } from '#server/domain/events/changes/change-many.ts';
import { cancelWithin } from '#server/domain/events/commands/change-status.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { keyOrder } from '#shared/rules/series/date-times.ts';
import { lockSeries, readSegments, type SeriesScope, touchSeries } from '../series-record.ts';
import { insertSeriesChange, readBefore } from './change-record.ts';
import { lockShownDates } from './dates-in-scope.ts';

/**
 * Cancels all published upcoming dates of a series and stops it. Sales end immediately; guests get one email about all their dates after
 * the undo period. Repeating it changes nothing.
 * @returns id of the change; null if there was nothing to cancel and the series is stopped
 */
export async function cancelSeries(
	services: Services,
	how: SeriesScope & { message: string; by: Author },
): Promise<string | null> {
	const scope = { organisationId: how.organisationId, seriesId: how.seriesId };
	return services.database.transaction(async (tx) => {
		const series = await lockSeries(tx, scope);
		const now = services.clock.now();
		const segments = await readSegments(tx, scope);
		const before = await readBefore(tx, scope, series, segments);
		const rows = await lockShownDates(tx, scope, now);
		if (rows.length === 0 && series.stoppedAt !== null) return null;
		await touchSeries(tx, scope, { stoppedAt: series.stoppedAt ?? now, extendOn: null });
		if (rows.length === 0) return null;
		const made: ChangedEvent[] = [];
		for (const row of rows)
			made.push({ before: row, changes: await cancelWithin(services, tx, row, how.message) });
		const id = newId();
		const keys = rows.map(({ seriesKey }) => seriesKey as string);
		await insertSeriesChange(
			tx,
			scope,
			series,
			{
				id,
				kind: 'cancel',
				reach: 'all',
				fromKey: keys.toSorted((a, b) => (keyOrder(a) < keyOrder(b) ? -1 : 1))[0] as string,
				by: how.by,
				moreDates: 0,
				notify: true,
				note: how.message,
				before,
			},
			made,
		);
		return id;
	});
}
