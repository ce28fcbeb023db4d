import { and, asc, eq, sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { eventSeries, eventSeriesExceptions, eventSeriesSegments } from '#server/db/tables/series.ts';
import { findDissolved } from '#server/domain/events/commands/series-columns.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { isUuid } from '#shared/lib/ids.ts';
import { keyOrder } from '#shared/rules/series/date-times.ts';

/** Which series of which organisation: rows are found by both. */
export interface SeriesScope {
	organisationId: string;
	seriesId: string;
}

export type SeriesRow = typeof eventSeries.$inferSelect;
export type Segment = Omit<typeof eventSeriesSegments.$inferSelect, 'organisationId' | 'seriesId'>;

export const isSeries = ({ organisationId, seriesId }: SeriesScope) =>
	and(eq(eventSeries.organisationId, organisationId), eq(eventSeries.id, seriesId));

/** Whose series it is, for the access checks of every call about one. */
export async function findSeries(
	services: Services,
	reference: string,
): Promise<{ organisationId: string } | null> {
	if (!isUuid(reference)) return null;
	const [row] = await services.database.db
		.select({ organisationId: eventSeries.organisationId })
		.from(eventSeries)
		.where(eq(eventSeries.id, reference.toLowerCase()));
	// The call that dissolved it is answered again as it was; all others do not find it.
	return row ?? findDissolved(services.database.db, reference.toLowerCase());
}

/** @throws not-found */
export async function getSeries(db: DbOrTx, scope: SeriesScope): Promise<SeriesRow> {
	const [row] = await db.select().from(eventSeries).where(isSeries(scope));
	if (!row) throw notFound('Series');
	return row;
}

/** Locks a series against other changes of it, before any of its dates is locked. @throws not-found */
export async function lockSeries(tx: Tx, scope: SeriesScope): Promise<SeriesRow> {
	const [row] = await tx.select().from(eventSeries).where(isSeries(scope)).for('no key update');
	if (!row) throw notFound('Series');
	return row;
}

/** The segments of a series in order. */
export async function readSegments(
	db: DbOrTx,
	{ organisationId, seriesId }: SeriesScope,
): Promise<Segment[]> {
	const rows = await db
		.select()
		.from(eventSeriesSegments)
		.where(
			and(eq(eventSeriesSegments.organisationId, organisationId), eq(eventSeriesSegments.seriesId, seriesId)),
		)
		.orderBy(asc(eventSeriesSegments.position));
	return rows.map(({ organisationId: _1, seriesId: _2, ...segment }) => segment);
}

/** Replaces the segments of a series, numbered in their order. The series is locked. */
export async function writeSegments(tx: Tx, scope: SeriesScope, segments: readonly Segment[]): Promise<void> {
	const { organisationId, seriesId } = scope;
	await tx
		.delete(eventSeriesSegments)
		.where(
			and(eq(eventSeriesSegments.organisationId, organisationId), eq(eventSeriesSegments.seriesId, seriesId)),
		);
	await tx
		.insert(eventSeriesSegments)
		.values(segments.map((segment, position) => ({ ...segment, organisationId, seriesId, position })));
}

/** The segment that says how a date is: the last that begins with it or before. */
export function segmentOf(key: string, segments: readonly Segment[]): Segment {
	const order = keyOrder(key);
	const found = segments.findLast(({ fromKey }) => keyOrder(fromKey) <= order) ?? segments[0];
	if (!found) throw new Error('A series has a segment.');
	return found;
}

/** Whether the series is open-ended. */
export const isOpen = (segments: readonly Segment[]): boolean => {
	const last = segments.at(-1);
	return last !== undefined && last.rule !== '' && last.count === null && last.untilOn === null;
};

/** Keys that no rule makes again. */
export async function readExceptions(
	db: DbOrTx,
	{ organisationId, seriesId }: SeriesScope,
): Promise<{ key: string; kind: 'skipped' | 'removed' }[]> {
	return db
		.select({ key: eventSeriesExceptions.key, kind: eventSeriesExceptions.kind })
		.from(eventSeriesExceptions)
		.where(
			and(
				eq(eventSeriesExceptions.organisationId, organisationId),
				eq(eventSeriesExceptions.seriesId, seriesId),
			),
		)
		.orderBy(asc(eventSeriesExceptions.key));
}

/** Raises the version of a series that is locked. */
export async function touchSeries(tx: Tx, scope: SeriesScope, set: Partial<SeriesRow> = {}): Promise<void> {
	await tx
		.update(eventSeries)
		.set({ ...set, version: sql`${eventSeries.version} + 1` })
		.where(isSeries(scope));
}
