import { and, eq, notInArray } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventChangeSets } from '#server/db/tables/events.ts';
import { eventSeriesChanges, eventSeriesExceptions } from '#server/db/tables/series.ts';
import type { Author } from '#server/domain/events/changes/author.ts';
import { type ChangedEvent, lockSetsOf } from '#server/domain/events/changes/change-many.ts';
import { holdRows } from '#server/domain/events/changes/parts.ts';
import { isSameJson } from '#server/domain/events/changes/rows.ts';
import { holdOrganisation, requireOpening } from '#server/domain/events/commands/change-status.ts';
import { removeUnusedCover } from '#server/domain/events/commands/cover.ts';
import { rekeyDates } from '#server/domain/events/commands/series-columns.ts';
import {
	markUndone,
	restoreCancelled,
	restoreSet,
	undoBlocked,
} from '#server/domain/events/commands/undo-change.ts';
import { type EventRow, lockEvents } from '#server/domain/events/event-rows.ts';
import type { Services } from '#server/services.ts';
import { AppError } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { readExistingDates } from '../dates-of-series.ts';
import { makeDates } from '../make-dates.ts';
import {
	lockSeries,
	readSegments,
	type Segment,
	type SeriesRow,
	type SeriesScope,
	segmentOf,
	touchSeries,
	writeSegments,
} from '../series-record.ts';
import { type Difference, seriesParts, withDifferences } from '../series-rows.ts';
import { strayKeys } from '../stray-keys.ts';
import {
	type ChangeRow,
	digestOf,
	insertSeriesChange,
	isChange,
	lockChange,
	readBefore,
} from './change-record.ts';
import { reaches } from './change-segments.ts';
import { type DateRef, readDateRefs } from './dates-in-scope.ts';
import { deleteDates } from './delete-dates.ts';
import { valueIn } from './follow-dates.ts';

export interface UndoSeriesOptions extends SeriesScope {
	changeId: string;
	by: Author;
	mayEditTickets: boolean;
	mayPublish: boolean;
}

/**
 * Undoes a change of several dates as a whole, as a change of its own. Guests who were not emailed yet get no email; others get another
 * one. Repeating it changes nothing.
 * @returns id of the change that undid it; null if it was already undone
 * @throws not-found, `undo-blocked`: something in it was changed or sold since
 */
export async function undoSeriesChange(services: Services, how: UndoSeriesOptions): Promise<string | null> {
	const scope = { organisationId: how.organisationId, seriesId: how.seriesId };
	const { undoneBy, covers } = await services.database.transaction(async (tx) => {
		await holdOrganisation(tx, scope.organisationId);
		const series = await lockSeries(tx, scope);
		const change = await lockChange(tx, scope, how.changeId);
		if (change.state === 'undone') return { undoneBy: null, covers: [] };
		return undo(services, tx, { scope, series, change, how });
	});
	await services.database.afterCommit(async () => {
		for (const stem of covers) await removeUnusedCover(services, stem);
	});
	return undoneBy;
}

async function undo(
	services: Services,
	tx: Tx,
	of: { scope: SeriesScope; series: SeriesRow; change: ChangeRow; how: UndoSeriesOptions },
): Promise<{ undoneBy: string; covers: string[] }> {
	const { scope, series, change, how } = of;
	const { organisationId } = scope;
	const isCancel = change.kind === 'cancel';
	if (isCancel && !how.mayPublish) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	const segments = await readSegments(tx, scope);
	const before = await readBefore(tx, scope, series, segments);
	const refs = await readDateRefs(tx, scope, services.clock.now());
	// The keys that dates have now: those that they had before come back with the segments.
	for (const id of Object.keys(change.before.keys)) {
		const key = refs.find((ref) => ref.id === id)?.key;
		if (key !== undefined) before.keys[id] = key;
	}
	const made = madeSince(change, refs);
	const found = await readSets(tx, organisationId, change.id);
	const rows = new Map(
		(
			await lockEvents(tx, organisationId, [
				...found.map(({ eventId }) => eventId),
				...Object.keys(change.before.keys),
			])
		).map((row) => [row.id, row]),
	);
	// Locked only now: dates come before their histories, as everywhere.
	const sets = (await lockSetsOf(tx, organisationId, change.id)).filter(({ state }) => state !== 'undone');
	await holdRows(services, tx, organisationId, [...rows.keys()], seriesParts);
	await restoreSeries(tx, { scope, series, segments, change });
	await noteRemovedSince(tx, scope, change, refs);
	const again = await makeRemoved(services, tx, { scope, change, refs, made });
	if (made.length > 0)
		await deleteDates(services, tx, scope, made, () =>
			undoBlocked(message`people have ordered for its new dates.`),
		);
	const restored: ChangedEvent[] = [];
	const covers: string[] = [];
	// The newest first, where one date has several.
	for (const set of sets.toReversed()) {
		const row = rows.get(set.eventId) as EventRow;
		const event = { organisationId, eventId: row.id };
		const done = isCancel
			? { changes: await restoreCancelled(services, tx, { ...event, set, before: row }), covers: [] }
			: await restoreSet(services, tx, event, set, how.mayEditTickets);
		restored.push({ before: row, changes: done.changes, undoOf: set.id });
		covers.push(...done.covers);
	}
	await rekeyDates(
		tx,
		scope,
		Object.entries(change.before.keys).flatMap(([id, key]) => (key === null ? [] : [{ id, key }])),
	);
	for (const id of again) before.keys[id] = null;
	before.removed = made.flatMap((id) => {
		const key = refs.find((ref) => ref.id === id)?.key;
		return key === undefined ? [] : [{ eventId: id, key }];
	});
	const id = newId();
	await insertSeriesChange(
		tx,
		scope,
		series,
		{
			id,
			kind: 'undo',
			reach: change.scope,
			fromKey: change.fromKey,
			by: how.by,
			moreDates: made.length + again.length,
			notify: !isCancel && change.notify,
			note: '',
			before: { ...before, isMoved: change.before.isMoved ?? false, edited: inverse(change) },
			undoOf: change.id,
		},
		restored.toReversed(),
	);
	for (const set of sets) await markUndone(tx, { organisationId, eventId: set.eventId }, set.id);
	await tx.update(eventSeriesChanges).set({ state: 'undone' }).where(isChange(scope, change.id));
	return { undoneBy: id, covers };
}

const inverse = ({ before: { edited = [] } }: ChangeRow) =>
	edited.map((one) => ({ ...one, before: one.after, after: one.before }));

/**
 * Dates that a change deleted, made again as their series has them: nobody had ordered, so they come back under other ids. The dates that
 * the change made are still there, as one of them may be all that is left to copy settings from.
 */
async function makeRemoved(
	services: Services,
	tx: Tx,
	of: { scope: SeriesScope; change: ChangeRow; refs: readonly DateRef[]; made: readonly string[] },
): Promise<string[]> {
	const { scope, refs } = of;
	const { removed, segments } = of.change.before;
	if (removed.length === 0) return [];
	const staying = refs.filter(({ id }) => !of.made.includes(id));
	const like = staying.find(({ isPast }) => !isPast) ?? staying.at(-1) ?? refs[0];
	const [model] = like ? await lockEvents(tx, scope.organisationId, [like.id]) : [];
	const { isPublished } = await readExistingDates(tx, scope);
	if (isPublished && model) await requireOpening(services, tx, model);
	return makeDates(services, tx, scope, {
		dates: removed.map(({ key }) => ({ key })),
		segments,
		model: model?.id ?? null,
		isPublished,
		createdBy: null,
		isDemo: model?.isDemo ?? false,
	});
}

/** Which dates have a history of a change, without locking it. */
async function readSets(tx: Tx, organisationId: string, seriesChangeId: string) {
	return tx
		.select({ eventId: eventChangeSets.eventId })
		.from(eventChangeSets)
		.where(
			and(
				eq(eventChangeSets.organisationId, organisationId),
				eq(eventChangeSets.seriesChangeId, seriesChangeId),
			),
		);
}

/**
 * The series as it was before a change: as a whole where its segments are as the change left them, else what it changed of the fields alone.
 * @throws `undo-blocked`
 */
async function restoreSeries(
	tx: Tx,
	of: { scope: SeriesScope; series: SeriesRow; segments: readonly Segment[]; change: ChangeRow },
): Promise<void> {
	const { scope, series, segments, change } = of;
	const was = change.before;
	const ending = {
		stoppedAt: was.stoppedAt === null ? null : new Date(was.stoppedAt),
		extendOn: was.extendOn,
	};
	if (change.kind === 'cancel') return touchSeries(tx, scope, ending);
	if (change.scope === 'this' && !was.isMoved) return touchSeries(tx, scope);
	const isAsLeft = was.left === digestOf(segments);
	if (was.isMoved && !isAsLeft) throw undoBlocked(message`the series was changed again since.`);
	await writeSegments(tx, scope, isAsLeft ? was.segments : await segmentsBeside(tx, scope, segments, change));
	if (was.isMoved) await restoreExceptions(tx, scope, was.exceptions);
	const title = series.title === titleAfter(change, series) ? was.title : series.title;
	// One that was stopped since stays so.
	const isEnding = was.isMoved && change.kind !== 'edit' && series.stoppedAt === null;
	await touchSeries(tx, scope, { title, ...(isEnding && ending) });
}

/** Segments without the fields that a change set in them, as far as they are still as it left them. */
async function segmentsBeside(
	tx: Tx,
	scope: SeriesScope,
	segments: readonly Segment[],
	change: ChangeRow,
): Promise<Segment[]> {
	const { edited = [], segments: former } = change.before;
	const [undone] =
		change.undoOf === null
			? []
			: await tx
					.select({ before: eventSeriesChanges.before })
					.from(eventSeriesChanges)
					.where(isChange(scope, change.undoOf));
	const valueAt = (from: readonly Segment[], key: string, one: Difference) =>
		valueIn(segmentOf(key, from).blueprint, one) ?? null;
	return segments.map((segment) => {
		if (!reaches(segment, change.scope, change.fromKey)) return segment;
		const { fromKey } = segment;
		const back = (edited as Difference[]).flatMap((one) => {
			const left = undone ? valueAt(undone.before.segments, fromKey, one) : (one.after ?? null);
			return isSameJson(valueIn(segment.blueprint, one) ?? null, left)
				? [{ ...one, before: left, after: valueAt(former, fromKey, one) }]
				: [];
		});
		return { ...segment, blueprint: withDifferences(segment.blueprint, back) };
	});
}

/** The title that a change gave the series. */
const titleAfter = ({ before: { edited = [] } }: ChangeRow, series: SeriesRow) =>
	edited.find(({ path }) => path === 'event.title')?.after ?? series.title;

/** Exceptions that another rule made go with it, and those that it replaced come back. Dates that were removed since stay removed. */
async function restoreExceptions(
	tx: Tx,
	{ organisationId, seriesId }: SeriesScope,
	exceptions: ChangeRow['before']['exceptions'],
): Promise<void> {
	await tx.delete(eventSeriesExceptions).where(
		and(
			eq(eventSeriesExceptions.organisationId, organisationId),
			eq(eventSeriesExceptions.seriesId, seriesId),
			eq(eventSeriesExceptions.kind, 'skipped'),
			notInArray(
				eventSeriesExceptions.key,
				exceptions.map(({ key }) => key),
			),
		),
	);
	if (exceptions.length === 0) return;
	await tx
		.insert(eventSeriesExceptions)
		.values(exceptions.map((one) => ({ organisationId, seriesId, ...one })))
		.onConflictDoNothing();
}

/** Dates that the series makes no more once its rule is back: those that the change made, and those that were made by its rule since. */
function madeSince(change: ChangeRow, refs: readonly DateRef[]): string[] {
	const { keys, segments, isMoved } = change.before;
	const made = refs.filter(({ id }) => keys[id] === null);
	if (!isMoved || change.kind === 'edit') return made.map(({ id }) => id);
	const others = refs.filter(({ id }) => keys[id] === undefined);
	const stray = new Set(
		strayKeys(
			others.map(({ key }) => key),
			segments,
		),
	);
	return [...made, ...others.filter(({ key }) => stray.has(key))].map(({ id }) => id);
}

/** Dates that were removed since another rule had moved them: the key that they had before is not made again either. */
async function noteRemovedSince(
	tx: Tx,
	scope: SeriesScope,
	{ before: { keys, isMoved } }: ChangeRow,
	refs: readonly DateRef[],
): Promise<void> {
	if (!isMoved) return;
	const gone = Object.entries(keys).flatMap(([id, key]) =>
		key === null || refs.some((ref) => ref.id === id) ? [] : [key],
	);
	if (gone.length === 0) return;
	await tx
		.insert(eventSeriesExceptions)
		.values(gone.map((key) => ({ ...scope, key, kind: 'removed' as const })))
		.onConflictDoNothing();
}
