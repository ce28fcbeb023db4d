import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { eventChangeSets, events, names } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import type { EventRow } from '../event-rows.ts';
import { freeSlug } from '../names.ts';
import { slugFromTitle } from '../slug.ts';

/**
 * Makes an event a date of a series, gives it another key there, or makes it stand alone again (null). The event is locked.
 * @param place.coverSeed what the generated cover of the series is made from, where the event is to have the same
 */
export async function joinSeries(
	services: Services,
	tx: Tx,
	scope: EventScope,
	place: { seriesId: string; seriesKey: string; coverSeed?: string } | null,
): Promise<void> {
	await tx
		.update(events)
		.set({
			seriesId: place?.seriesId ?? null,
			seriesKey: place?.seriesKey ?? null,
			repeat: null,
			...(place?.coverSeed && { coverSeed: place.coverSeed }),
			version: sql`${events.version} + 1`,
			updatedAt: services.clock.now(),
		})
		.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
}

/** Names a draft that nobody has seen after its day, so that its series can have the name of its title. The event is locked. */
export async function nameByDay(tx: Tx, row: EventRow, day: string): Promise<void> {
	const slug = await freeSlug(tx, slugFromTitle(`${row.title} ${day}`));
	await tx.delete(names).where(and(eq(names.kind, 'event'), eq(names.name, row.slug)));
	await tx
		.update(events)
		.set({ slug })
		.where(and(eq(events.organisationId, row.organisationId), eq(events.id, row.id)));
}

/** Holds the series of an event, if it has one, before the event is locked: the order of all changes of series. */
export async function holdSeriesOf(tx: Tx, { organisationId, eventId }: EventScope): Promise<void> {
	await tx.execute(sql`
		SELECT FROM event_series WHERE organisation_id = ${organisationId} AND id = (
			SELECT series_id FROM events WHERE organisation_id = ${organisationId} AND id = ${eventId})
		FOR NO KEY UPDATE`);
}

/**
 * Makes all dates of a series single events, whose changes are each date’s own from now on. What guests are being notified of stays in its change, by
 * which they get one email. The series and its dates are locked.
 */
export async function leaveSeries(
	services: Services,
	tx: Tx,
	{ organisationId, seriesId }: { organisationId: string; seriesId: string },
): Promise<void> {
	const left = await tx
		.update(events)
		.set({
			seriesId: null,
			seriesKey: null,
			version: sql`${events.version} + 1`,
			updatedAt: services.clock.now(),
		})
		.where(and(eq(events.organisationId, organisationId), eq(events.seriesId, seriesId)))
		.returning({ id: events.id });
	await tx
		.update(eventChangeSets)
		.set({ seriesChangeId: null })
		.where(
			and(
				eq(eventChangeSets.organisationId, organisationId),
				inArray(
					eventChangeSets.eventId,
					left.map(({ id }) => id),
				),
				sql`${eventChangeSets.seriesChangeId} IS NOT NULL`,
				isNull(eventChangeSets.notifiedAt),
			),
		);
}

/** Lets the names of a series that is about to go, and its id, lead to one of its events. */
export async function leadOn(
	tx: Tx,
	{ organisationId, seriesId }: { organisationId: string; seriesId: string },
	eventId: string,
): Promise<void> {
	await tx
		.update(names)
		.set({ targetId: eventId })
		.where(
			and(eq(names.kind, 'event'), eq(names.organisationId, organisationId), eq(names.targetId, seriesId)),
		);
	await tx.insert(names).values({ kind: 'event', name: seriesId, organisationId, targetId: eventId });
}

/** Whose series it was that was dissolved under an id; null for none. */
export async function findDissolved(
	db: DbOrTx,
	seriesId: string,
): Promise<{ organisationId: string } | null> {
	const [row] = await db
		.select({ organisationId: names.organisationId })
		.from(names)
		.where(and(eq(names.kind, 'event'), eq(names.name, seriesId)));
	return row ?? null;
}

/** Gives dates of a series other keys, which may be those that others of them had. The dates are locked. */
export async function rekeyDates(
	tx: Tx,
	{ organisationId, seriesId }: { organisationId: string; seriesId: string },
	keys: readonly { id: string; key: string }[],
): Promise<void> {
	if (keys.length === 0) return;
	const ids = keys.map(({ id }) => id);
	const ofThese = and(
		eq(events.organisationId, organisationId),
		eq(events.seriesId, seriesId),
		inArray(events.id, ids),
	);
	await tx
		.update(events)
		.set({ seriesKey: sql`'~' || ${events.id}::text` })
		.where(ofThese);
	await tx
		.update(events)
		.set({
			seriesKey: sql`(SELECT w.key FROM unnest(${sql.param(ids)}::uuid[], ${sql.param(keys.map(({ key }) => key))}::text[]) AS w(id, key)
				WHERE w.id = ${events.id})`,
		})
		.where(ofThese);
}
