import { and, eq, inArray } from 'drizzle-orm';
import { eventChangeSets } from '#server/db/tables/events.ts';
import { eventSeriesChanges } from '#server/db/tables/series.ts';
import type { Services } from '#server/services.ts';

/**
 * The content of the announcement of a change of several dates, by event; null for deleted events. After the series is dissolved it is
 * read from the change sets of the dates.
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
	const announced = sets.filter(({ notify }) => notify);
	const [first] = announced;
	if (change) return { ...change, sets: announced };
	return first ? { kind: first.kind, state: 'applied' as const, note: first.note, sets: announced } : null;
}
