import { createHash } from 'node:crypto';
import { and, desc, eq, lt, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { users } from '#server/db/tables/accounts.ts';
import { apiKeys } from '#server/db/tables/developer.ts';
import { eventSeriesChanges, type SeriesBefore } from '#server/db/tables/series.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import { type ChangedEvent, insertChangeSets } from '#server/domain/events/changes/change-many.ts';
import { notifyTime } from '#server/domain/events/changes/guest-notices.ts';
import { decodeCursor } from '#server/http/cursor.ts';
import type { Services } from '#server/services.ts';
import type { SeriesChange } from '#shared/contracts/series-changes.ts';
import { notFound } from '#shared/errors/app-error.ts';
import type { SeriesScope as Reach } from '#shared/rules/series/repeat.ts';
import type { Segment, SeriesRow, SeriesScope } from '../series-record.ts';
import { readExceptions, readSegments } from '../series-record.ts';

export type ChangeRow = typeof eventSeriesChanges.$inferSelect;

/** A series before a change. */
export async function readBefore(
	tx: Tx,
	scope: SeriesScope,
	series: SeriesRow,
	segments: readonly Segment[],
): Promise<SeriesBefore> {
	return {
		title: series.title,
		booking: series.booking,
		stoppedAt: series.stoppedAt?.toISOString() ?? null,
		extendOn: series.extendOn,
		segments: segments.map((segment) => ({ ...segment })),
		exceptions: await readExceptions(tx, scope),
		keys: {},
		removed: [],
	};
}

/** Digest of segments, as they are stored. */
export const digestOf = (segments: readonly Segment[]): string =>
	createHash('sha256').update(JSON.stringify(segments)).digest('base64url');

export interface NewChange {
	id: string;
	kind: ChangeRow['kind'];
	reach: Reach;
	fromKey: string;
	by: Author;
	/** Dates that it made or removed, beside those with a history. */
	moreDates: number;
	notify: boolean;
	note: string;
	before: SeriesBefore;
	undoOf?: string;
}

/**
 * Stores a change of several dates: its own row and the history of each date. The caller holds the locks of the series and its dates,
 * and has applied the change.
 * @returns the announcement to guests
 */
export async function insertSeriesChange(
	tx: Tx,
	scope: SeriesScope,
	series: SeriesRow,
	change: NewChange,
	made: readonly ChangedEvent[],
) {
	const kind = change.kind === 'repeat' ? 'edit' : change.kind;
	const inserted = await insertChangeSets(tx, scope.organisationId, made, {
		by: change.by,
		kind,
		seriesChangeId: change.id,
		notify: change.notify,
		note: change.note,
	});
	const notify = inserted.sets.some((set) => set.notify);
	await tx.insert(eventSeriesChanges).values({
		id: change.id,
		organisationId: scope.organisationId,
		seriesId: scope.seriesId,
		kind: change.kind,
		scope: change.reach,
		fromKey: change.fromKey,
		actorKind: change.by.kind,
		actorId: change.by.id,
		dates: inserted.sets.length + change.moreDates,
		guests: inserted.guests,
		notify,
		note: change.note,
		notifyAt: notify && inserted.earliest ? notifyTime(inserted.earliest) : null,
		undoOf: change.undoOf ?? null,
		before: { ...change.before, left: digestOf(await readSegments(tx, scope)) },
		seriesVersion: series.version + 1,
	});
	return { ...inserted, notify };
}

/** @throws not-found */
export async function lockChange(tx: Tx, scope: SeriesScope, id: string): Promise<ChangeRow> {
	const [row] = await tx.select().from(eventSeriesChanges).where(isChange(scope, id)).for('no key update');
	if (!row) throw notFound('Change');
	return row;
}

export const isChange = ({ organisationId, seriesId }: SeriesScope, id: string) =>
	and(
		eq(eventSeriesChanges.organisationId, organisationId),
		eq(eventSeriesChanges.seriesId, seriesId),
		eq(eventSeriesChanges.id, id),
	);

/** Changes of a series, newest first. Returns one more than `limit` if there are more. */
export async function listChangeRows(
	services: Services,
	{ organisationId, seriesId }: SeriesScope,
	query: { id?: string; cursor?: string | undefined; limit: number },
): Promise<SeriesChange[]> {
	const [before] = query.cursor ? decodeCursor(query.cursor, 1) : [];
	const columns = {
		id: eventSeriesChanges.id,
		kind: eventSeriesChanges.kind,
		scope: eventSeriesChanges.scope,
		fromKey: eventSeriesChanges.fromKey,
		actorKind: eventSeriesChanges.actorKind,
		dates: eventSeriesChanges.dates,
		guests: eventSeriesChanges.guests,
		notify: eventSeriesChanges.notify,
		note: eventSeriesChanges.note,
		state: eventSeriesChanges.state,
		notifyAt: eventSeriesChanges.notifyAt,
		notifiedAt: eventSeriesChanges.notifiedAt,
		undoOf: eventSeriesChanges.undoOf,
		createdAt: eventSeriesChanges.createdAt,
	};
	const rows = await services.database.db
		.select({
			...columns,
			isLast: sql<boolean>`NOT EXISTS (SELECT FROM event_series_changes l WHERE l.organisation_id = ${organisationId}
				AND l.series_id = ${seriesId} AND l.id > ${eventSeriesChanges.id} AND l.state <> 'undone' AND l.undo_of IS NULL)`,
			undoneKind: sql<ChangeRow['kind'] | null>`(SELECT u.kind FROM event_series_changes u
				WHERE u.organisation_id = ${organisationId} AND u.id = ${eventSeriesChanges.undoOf})`,
			actorName: sql<string>`coalesce(nullif(trim(concat(${users.firstName}, ' ', ${users.lastName})), ''), ${apiKeys.name}, '')`,
		})
		.from(eventSeriesChanges)
		.leftJoin(
			users,
			and(eq(eventSeriesChanges.actorKind, 'member'), eq(users.id, eventSeriesChanges.actorId)),
		)
		.leftJoin(
			apiKeys,
			and(
				eq(eventSeriesChanges.actorKind, 'key'),
				eq(apiKeys.organisationId, organisationId),
				eq(apiKeys.id, eventSeriesChanges.actorId),
			),
		)
		.where(
			and(
				eq(eventSeriesChanges.organisationId, organisationId),
				eq(eventSeriesChanges.seriesId, seriesId),
				query.id === undefined ? undefined : eq(eventSeriesChanges.id, query.id),
				before === undefined ? undefined : lt(eventSeriesChanges.id, before),
			),
		)
		.orderBy(desc(eventSeriesChanges.id))
		.limit(query.limit);
	return rows.map((row) => ({
		id: row.id,
		kind: row.kind,
		scope: row.scope,
		fromKey: row.fromKey,
		actor: { kind: row.actorKind, name: row.actorName },
		dates: row.dates,
		guests: row.guests,
		notify: row.notify,
		notifyAt: row.notifyAt?.toISOString() ?? null,
		notifiedAt: row.notifiedAt?.toISOString() ?? null,
		note: row.note,
		state: row.state,
		undoOf: row.undoOf,
		canUndo: canUndo(row),
		createdAt: row.createdAt.toISOString(),
	}));
}

/** Whether undoing is offered. What the dates are like by now may still block it. */
function canUndo(row: {
	kind: ChangeRow['kind'];
	undoneKind: ChangeRow['kind'] | null;
	state: ChangeRow['state'];
	notifiedAt: Date | null;
	isLast: boolean;
}): boolean {
	if (row.state === 'undone' || row.undoneKind === 'cancel') return false;
	if (row.kind === 'cancel') return row.notifiedAt === null;
	return (row.undoneKind ?? row.kind) !== 'repeat' || row.isLast;
}

/** @throws not-found */
export async function getChange(services: Services, scope: SeriesScope, id: string): Promise<SeriesChange> {
	const [row] = await listChangeRows(services, scope, { id, limit: 1 });
	if (!row) throw notFound('Change');
	return row;
}
