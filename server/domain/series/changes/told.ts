import { and, eq, inArray } from 'drizzle-orm';
import { eventChangeSets } from '#server/db/tables/events.ts';
import { eventSeriesChanges } from '#server/db/tables/series.ts';
import type { Services } from '#server/services.ts';

/**
 * What guests are told of a change of several dates, by event; null where it is gone. Once their series is dissolved, the change sets of the
 * dates alone say it.
 */
export async function findAnnouncedSeries(
	services: Services,
	{ organisationId, seriesChangeId }: { organisationId: string; seriesChangeId: string },
	eventIds: readonly string[],
) {
	const { db } = services.database;
	const [change] = await db
		.select({
			kind: eventSeriesChanges.kind,
			state: eventSeriesChanges.state,
			note: eventSeriesChanges.note,
		})
		.from(eventSeriesChanges)
		.where(
			and(eq(eventSeriesChanges.organisationId, organisationId), eq(eventSeriesChanges.id, seriesChangeId)),
		);
	const sets = await db
		.select({
			eventId: eventChangeSets.eventId,
			summary: eventChangeSets.summary,
			state: eventChangeSets.state,
			kind: eventChangeSets.kind,
			note: eventChangeSets.note,
			notify: eventChangeSets.notify,
			notifiedAt: eventChangeSets.notifiedAt,
		})
		.from(eventChangeSets)
		.where(
			and(
				eq(eventChangeSets.organisationId, organisationId),
				eq(eventChangeSets.seriesChangeId, seriesChangeId),
				inArray(eventChangeSets.eventId, [...eventIds]),
			),
		);
	const told = sets.filter(({ notify }) => notify);
	const [first] = told;
	if (change) return { ...change, sets: told };
	return first ? { kind: first.kind, state: 'applied' as const, note: first.note, sets: told } : null;
}
