import type { Tx } from '#server/db/client.ts';
import { eventChangeSets, eventChanges } from '#server/db/tables/events.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { newId } from '#shared/lib/ids.ts';
import { type EventRow, lockEvent } from '../event-rows.ts';
import type { Author } from './author.ts';
import {
	countBuyers,
	countGuests,
	notifyTime,
	questionsIn,
	requiredQuestions,
	settleAnnouncement,
} from './guest-notices.ts';
import { mergeIntoRecent } from './merge-typed.ts';
import { readRows } from './parts.ts';
import { compareRows, type RowChange } from './rows.ts';

/** Whether guests are notified of an edit, and what the organiser adds. */
export interface Notice {
	notify: boolean;
	note: string;
}

interface SetOptions {
	by: Author;
	kind?: 'edit' | 'cancel' | 'undo';
	undoOf?: string;
	/** Left out: no one is notified. */
	notice?: Notice | undefined;
	/** Whether it may have been saved while its author types: one entry of the history for what is typed within minutes. */
	isTyped?: boolean;
}

const rowsOfStatement = 500;

/**
 * Writes the history of an edit in its transaction, and settles what guests are notified of it. The event is locked, and its row is as the
 * edit left it.
 * @param before the event's row before the edit
 * @returns the id of the change set, which may be the author's recent one; null when nothing changed
 */
export async function insertChangeSet(
	tx: Tx,
	scope: EventScope,
	options: SetOptions & { before: Pick<EventRow, 'startsAt'>; changes: readonly RowChange[] },
): Promise<string | null> {
	const { changes, by, kind = 'edit', undoOf = null, notice, before } = options;
	if (changes.length === 0) return null;
	const after = await lockEvent(tx, scope);
	// Always notified: it takes effect with it.
	const isCancelled = kind === 'cancel';
	const isNotified = isCancelled || (notice?.notify && ['published', 'postponed'].includes(after.status));
	const guests = isNotified ? await countGuests(tx, scope) : 0;
	const questions = kind === 'edit' ? requiredQuestions(changes) : {};
	const summary = await settleAnnouncement(tx, scope, { changes, questions }, guests > 0);
	const addresses = questionsIn(summary).length > 0 ? await countBuyers(tx, scope) : guests;
	const notify = isCancelled || Object.keys(summary).length > 0;
	if (options.isTyped && !notify) {
		const merged = await mergeIntoRecent(tx, scope, { by, changes, eventVersion: after.version });
		if (merged) return merged;
	}
	const id = newId();
	const { organisationId, eventId } = scope;
	const earliest = before.startsAt < after.startsAt ? before.startsAt : after.startsAt;
	await tx.insert(eventChangeSets).values({
		id,
		organisationId,
		eventId,
		kind,
		actorKind: by.kind,
		actorId: by.id,
		summary,
		guests: notify ? addresses : 0,
		notify,
		note: notice?.note ?? '',
		notifyAt: notify ? notifyTime(earliest) : null,
		undoOf,
		eventVersion: after.version,
	});
	for (let from = 0; from < changes.length; from += rowsOfStatement)
		await tx
			.insert(eventChanges)
			.values(
				changes
					.slice(from, from + rowsOfStatement)
					.map((change) => ({ organisationId, eventId, changeSetId: id, ...change })),
			);
	return id;
}

/**
 * Runs an edit and writes its history: whatever rows of the event it changes, in whichever part.
 * @param notice left out: no one is notified
 * @returns what the edit returned
 */
export async function withHistory<T>(
	services: Services,
	tx: Tx,
	scope: EventScope,
	by: Author,
	edit: () => Promise<T>,
	notice?: Notice,
): Promise<T> {
	const { organisationId, eventId } = scope;
	const event = { organisationId, eventId };
	const before = await lockEvent(tx, event);
	const rows = await readRows(services, tx, event);
	const result = await edit();
	const changes = compareRows(rows, await readRows(services, tx, event));
	await insertChangeSet(tx, event, { by, before, changes, notice });
	return result;
}
