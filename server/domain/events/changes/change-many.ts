import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventChangeSets, eventChanges, events } from '#server/db/tables/events.ts';
import { isOfEvent } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { sharePictures } from '../commands/pictures.ts';
import { type EventRow, lockEvents } from '../event-rows.ts';
import type { Author } from './author.ts';
import {
	type ChangeSummary,
	countGuestsOfMany,
	notifyTime,
	requiredQuestions,
	settleAnnouncements,
} from './guest-notices.ts';
import type { RowChange } from './rows.ts';

/*
 * One change of several events of an organisation, such as the dates of a series: written together, each with a change set of its own.
 */

export type EventColumns = Partial<typeof events.$inferInsert>;

const rowsOfStatement = 500;

/** Columns of several events as they are to be, which the caller has judged. The events are locked. */
export async function writeEvents(
	services: Services,
	tx: Tx,
	organisationId: string,
	edits: readonly { row: EventRow; columns: EventColumns }[],
): Promise<void> {
	const alike = Map.groupBy(edits, ({ columns }) => JSON.stringify(columns));
	for (const same of alike.values()) {
		const [first] = same;
		if (!first) continue;
		await tx
			.update(events)
			.set({ ...first.columns, version: sql`${events.version} + 1`, updatedAt: services.clock.now() })
			.where(
				and(
					eq(events.organisationId, organisationId),
					inArray(
						events.id,
						same.map(({ row }) => row.id),
					),
				),
			);
	}
	for (const { row, columns } of edits)
		if (columns.description)
			await sharePictures(tx, { organisationId, eventId: row.id }, columns.description);
	await announceUpdates(services, tx, organisationId, edits);
}

async function announceUpdates(
	services: Services,
	tx: Tx,
	organisationId: string,
	edits: readonly { row: EventRow; columns: EventColumns }[],
): Promise<void> {
	await services.facts.publishAll(
		tx,
		edits.map(({ row, columns }) => ({
			name: 'events.event-updated' as const,
			organisationId,
			eventId: row.id,
			payload: { eventId: row.id, fields: Object.keys(columns) },
		})),
		services,
	);
	const moved = edits.filter(
		({ row, columns }) =>
			(columns.startsAt !== undefined || columns.previousPlace !== undefined) && row.status !== 'draft',
	);
	if (moved.length === 0) return;
	await services.facts.publishAll(
		tx,
		moved.map(({ row }) => ({
			name: 'events.event-rescheduled' as const,
			organisationId,
			eventId: row.id,
			payload: { eventId: row.id },
		})),
		services,
	);
}

/** One event of a change of several, with what changed of it. */
export interface ChangedEvent {
	/** The row before the change. */
	before: EventRow;
	changes: readonly RowChange[];
	undoOf?: string | null;
}

export interface ChangedSet {
	id: string;
	eventId: string;
	summary: ChangeSummary;
	notify: boolean;
}

/**
 * Stores the history of a change of several events and determines the notification of guests. The caller holds the locks of the events.
 * @param how.notify whether guests of public events are notified
 * @returns the change sets, with the number of addresses and the time of the notification
 */
export async function insertChangeSets(
	tx: Tx,
	organisationId: string,
	made: readonly ChangedEvent[],
	how: {
		by: Author;
		kind: 'edit' | 'cancel' | 'undo';
		/** Null: it is no change of a series that can be undone as one. */
		seriesChangeId: string | null;
		notify: boolean;
		note: string;
	},
): Promise<{ sets: ChangedSet[]; guests: number; earliest: Date | null }> {
	const sets = made.filter(({ changes }) => changes.length > 0);
	if (sets.length === 0) return { sets: [], guests: 0, earliest: null };
	const isCancelled = how.kind === 'cancel';
	const rows = new Map(
		(
			await lockEvents(
				tx,
				organisationId,
				sets.map(({ before }) => before.id),
			)
		).map((row) => [row.id, row]),
	);
	const shown = sets.flatMap(({ before }) => {
		const status = rows.get(before.id)?.status ?? '';
		return isCancelled || (how.notify && ['published', 'postponed'].includes(status)) ? [before.id] : [];
	});
	const counted = await countGuestsOfMany(tx, organisationId, shown);
	const summaries = await settleAnnouncements(
		tx,
		organisationId,
		sets.map(({ before, changes }) => ({
			eventId: before.id,
			changes,
			questions: how.kind === 'edit' ? requiredQuestions(changes) : {},
			isAnnounced: (counted.byEvent.get(before.id) ?? 0) > 0,
		})),
	);
	const written = sets.map(({ before }, index) => ({
		id: newId(),
		eventId: before.id,
		summary: summaries[index] ?? {},
		notify: isCancelled || Object.keys(summaries[index] ?? {}).length > 0,
	}));
	const notifiedIds = written.filter(({ notify }) => notify).map(({ eventId }) => eventId);
	const starts = sets
		.filter(({ before }) => notifiedIds.includes(before.id))
		.map(({ before }) => Math.min(+before.startsAt, +(rows.get(before.id)?.startsAt ?? before.startsAt)));
	const earliest = starts.length === 0 ? null : new Date(Math.min(...starts));
	await tx.insert(eventChangeSets).values(
		written.map(({ id, eventId, summary, notify }, index) => ({
			id,
			organisationId,
			eventId,
			kind: how.kind,
			actorKind: how.by.kind,
			actorId: how.by.id,
			summary,
			guests: notify ? (counted.byEvent.get(eventId) ?? 0) : 0,
			notify,
			note: how.note,
			notifyAt: notify && earliest ? notifyTime(earliest) : null,
			undoOf: sets[index]?.undoOf ?? null,
			seriesChangeId: how.seriesChangeId,
			eventVersion: rows.get(eventId)?.version ?? 0,
		})),
	);
	const changes = sets.flatMap(({ before, changes }, index) =>
		changes.map((change) => ({
			organisationId,
			eventId: before.id,
			changeSetId: written[index]?.id as string,
			...change,
		})),
	);
	for (let from = 0; from < changes.length; from += rowsOfStatement)
		await tx.insert(eventChanges).values(changes.slice(from, from + rowsOfStatement));
	const guests =
		notifiedIds.length === shown.length
			? counted.all
			: (await countGuestsOfMany(tx, organisationId, notifiedIds)).all;
	return { sets: written, guests, earliest };
}

/** Locks the change sets of one change of several events, in event order, against the poller that notifies guests. */
export async function lockSetsOf(tx: Tx, organisationId: string, seriesChangeId: string) {
	return tx
		.select()
		.from(eventChangeSets)
		.where(
			and(
				eq(eventChangeSets.organisationId, organisationId),
				eq(eventChangeSets.seriesChangeId, seriesChangeId),
			),
		)
		.orderBy(eventChangeSets.eventId, eventChangeSets.id)
		.for('no key update');
}

/** Makes change sets of one event that stand alone part of a change of several. */
export async function adoptSets(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	ids: readonly string[],
	seriesChangeId: string,
): Promise<void> {
	if (ids.length === 0) return;
	await tx
		.update(eventChangeSets)
		.set({ seriesChangeId })
		.where(
			and(
				isOfEvent(eventChangeSets, scope),
				inArray(eventChangeSets.id, [...ids]),
				isNull(eventChangeSets.seriesChangeId),
			),
		);
}

/** Changes of one event’s change sets, the newest first; those that are undone, or part of another change, are left out. */
export async function readSetsOf(
	tx: Tx,
	scope: { organisationId: string; eventId: string },
	ids: readonly string[],
): Promise<{ id: string; changes: RowChange[] }[]> {
	const sets = await tx
		.select({ id: eventChangeSets.id })
		.from(eventChangeSets)
		.where(
			and(
				isOfEvent(eventChangeSets, scope),
				inArray(eventChangeSets.id, [...ids]),
				eq(eventChangeSets.kind, 'edit'),
				sql`${eventChangeSets.state} <> 'undone'`,
				isNull(eventChangeSets.seriesChangeId),
			),
		)
		.orderBy(sql`${eventChangeSets.id} DESC`);
	if (sets.length === 0) return [];
	const changes = await tx
		.select()
		.from(eventChanges)
		.where(
			and(
				isOfEvent(eventChanges, scope),
				inArray(
					eventChanges.changeSetId,
					sets.map(({ id }) => id),
				),
			),
		);
	return sets.map(({ id }) => ({ id, changes: changes.filter(({ changeSetId }) => changeSetId === id) }));
}

/**
 * Marks the pending notifications of a change of several events as sent.
 * @returns the sets that were pending, with their content
 */
export async function claimSets(tx: Tx, organisationId: string, seriesChangeId: string) {
	return tx
		.update(eventChangeSets)
		.set({ notifiedAt: sql`now()` })
		.where(
			and(
				eq(eventChangeSets.organisationId, organisationId),
				eq(eventChangeSets.seriesChangeId, seriesChangeId),
				eq(eventChangeSets.state, 'applied'),
				eq(eventChangeSets.notify, true),
				isNull(eventChangeSets.notifiedAt),
			),
		)
		.returning({
			id: eventChangeSets.id,
			eventId: eventChangeSets.eventId,
			kind: eventChangeSets.kind,
		});
}
