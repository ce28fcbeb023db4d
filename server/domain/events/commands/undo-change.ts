import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { eventChangeSets, eventChanges, events } from '#server/db/tables/events.ts';
import { type EventScope, isOfEvent } from '#server/domain/event-scope.ts';
import type { Services } from '#server/services.ts';
import { AppError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { versionConflict } from '#shared/errors/version-conflict.ts';
import type { Author } from '../changes/author.ts';
import { isCancelWaiting } from '../changes/guest-notices.ts';
import { readRows, restoreRows } from '../changes/parts.ts';
import { insertChangeSet } from '../changes/record-changes.ts';
import { compareRows, isSameJson, type RowChange, valueAt } from '../changes/rows.ts';
import { type EventRow, lockEvent } from '../event-rows.ts';
import { holdOrganisation, requireOpening } from './change-status.ts';
import { removeUnusedCover } from './cover.ts';

type SetRow = typeof eventChangeSets.$inferSelect;

export interface UndoOptions extends EventScope {
	changeSetId: string;
	ifMatch: number | undefined;
	by: Author;
	/** Whether changes of tickets and questions may be taken back. */
	mayEditTickets: boolean;
	/** Whether the cancelling of an event may be taken back. */
	mayPublish: boolean;
}

/**
 * Takes a change set back as a whole, as a change set of its own. Guests who were not notified yet get no notification; others get another one.
 * Idempotent.
 * @returns the id of the change set that undid it; null when it was undone already
 * @throws not-found, version conflict (412), `undo-blocked` when something of it was changed or sold since
 */
export async function undoChange(services: Services, how: UndoOptions): Promise<string | null> {
	const scope = { organisationId: how.organisationId, eventId: how.eventId };
	const { undoneBy, covers } = await services.database.transaction(async (tx) => {
		await holdOrganisation(tx, scope.organisationId);
		const before = await lockEvent(tx, scope);
		const set = await lockSet(tx, scope, how.changeSetId);
		if (set.state === 'undone') return { undoneBy: null, covers: [] };
		if (set.kind === 'cancel')
			return { undoneBy: await undoCancel(services, tx, { ...scope, set, before, how }), covers: [] };
		if (how.ifMatch !== undefined && how.ifMatch !== before.version) throw versionConflict(before.version);
		const { changes, covers } = await restoreSet(services, tx, scope, set, how.mayEditTickets);
		const undoneBy = await insertChangeSet(tx, scope, {
			by: how.by,
			kind: 'undo',
			undoOf: set.id,
			before,
			changes,
			notice: { notify: set.notify, note: '' },
		});
		await markUndone(tx, scope, set.id);
		return { undoneBy, covers };
	});
	await services.database.afterCommit(async () => {
		for (const stem of covers) await removeUnusedCover(services, stem);
	});
	return undoneBy;
}

/**
 * Takes one change set of an event that is locked back. Its history is the caller’s.
 * @returns what that changed, and covers that may be in use no more
 * @throws `undo-blocked`
 */
export async function restoreSet(
	services: Services,
	tx: Tx,
	scope: EventScope,
	set: { id: string; createdAt: Date },
	mayEditTickets: boolean,
): Promise<{ changes: RowChange[]; covers: string[] }> {
	const changes = await readChanges(tx, scope, set.id);
	if (!mayEditTickets && changes.some(({ part }) => part !== 'event' && part !== 'lists'))
		throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	const parts = [...new Set(changes.map(({ part }) => part))];
	const rows = await readRows(services, tx, scope, parts);
	await refuseBlocked(tx, scope, set, changes, (path) => valueAt(rows, path));
	await restore(services, tx, scope, changes);
	const restored = await readRows(services, tx, scope, parts);
	for (const { path, before: value, inverse } of changes)
		if (!('value' in inverse) && !isSameJson(valueAt(restored, path) ?? null, value ?? null))
			throw undoBlocked(message`something else depends on it now.`);
	return {
		changes: compareRows(rows, restored),
		covers: changes.flatMap(({ path, after }) => (path === 'event.coverFile' ? [after as string] : [])),
	};
}

/** Marks a change set that was taken back, once the history of that is written: pending notifications are settled by then. */
export async function markUndone(tx: Tx, scope: EventScope, id: string): Promise<void> {
	await tx.update(eventChangeSets).set({ state: 'undone' }).where(isSet(scope, id));
}

const isSet = (scope: EventScope, id: string) =>
	and(eq(eventChangeSets.organisationId, scope.organisationId), eq(eventChangeSets.id, id));

/** Locks a change set against the poller that notifies guests of it. */
async function lockSet(tx: Tx, scope: EventScope, id: string) {
	const [set] = await tx
		.select()
		.from(eventChangeSets)
		.where(and(isSet(scope, id), eq(eventChangeSets.eventId, scope.eventId)))
		.for('no key update');
	if (!set) throw notFound('Change');
	return set;
}

async function readChanges(tx: Tx, scope: EventScope, changeSetId: string): Promise<RowChange[]> {
	return tx
		.select({
			part: eventChanges.part,
			path: eventChanges.path,
			subject: eventChanges.subject,
			before: eventChanges.before,
			after: eventChanges.after,
			inverse: eventChanges.inverse,
		})
		.from(eventChanges)
		.where(and(isOfEvent(eventChanges, scope), eq(eventChanges.changeSetId, changeSetId)));
}

export const undoBlocked = (why: TranslatableMessage) =>
	ruleViolation('undo-blocked', message`This can’t be undone as a whole: ${why}`);

/** Gives a cancelled event its former status back, while no one was notified and no order was touched. */
async function undoCancel(
	services: Services,
	tx: Tx,
	{ set, before, how, ...scope }: EventScope & { set: SetRow; before: EventRow; how: UndoOptions },
): Promise<string | null> {
	if (!how.mayPublish) throw new AppError('AUTH_INSUFFICIENT_PERMISSIONS');
	if (how.ifMatch !== undefined && how.ifMatch !== before.version) throw versionConflict(before.version);
	const changes = await restoreCancelled(services, tx, { ...scope, set, before });
	return insertChangeSet(tx, scope, { by: how.by, kind: 'undo', undoOf: set.id, before, changes });
}

/**
 * Gives a cancelled event that is locked its former status back. The history is the caller’s.
 * @throws `undo-blocked`, what `requireOpening` throws
 */
export async function restoreCancelled(
	services: Services,
	tx: Tx,
	{ set, before, ...scope }: EventScope & { set: SetRow; before: EventRow },
): Promise<RowChange[]> {
	if (!isCancelWaiting(set)) throw undoBlocked(message`its guests have been emailed.`);
	if (before.status !== 'cancelled') throw undoBlocked(message`part of it was changed again since.`);
	const changes = await readChanges(tx, scope, set.id);
	const former = (field: string) => changes.find(({ path }) => path === `event.${field}`)?.before;
	const isOnSale = former('status') === 'published';
	if (isOnSale) await requireOpening(services, tx, before);
	await tx
		.update(events)
		.set({
			status: isOnSale ? 'published' : 'postponed',
			cancelledAt: null,
			statusMessage: String(former('statusMessage') ?? ''),
			version: sql`${events.version} + 1`,
			updatedAt: services.clock.now(),
		})
		.where(and(eq(events.organisationId, scope.organisationId), eq(events.id, scope.eventId)));
	await services.facts.publish(
		tx,
		{ name: 'events.cancellation-undone', ...scope, payload: { eventId: scope.eventId, isOnSale } },
		services,
	);
	await markUndone(tx, scope, set.id);
	return changes.map((change) => ({ ...change, before: change.after, after: change.before }));
}

/** What a change set left must still be there, and nobody may have bought under rules that it brought. */
async function refuseBlocked(
	tx: Tx,
	scope: EventScope,
	set: { id: string; createdAt: Date },
	changes: readonly RowChange[],
	now: (path: string) => unknown,
): Promise<void> {
	if (changes.some(({ inverse }) => inverse.do === 'none'))
		throw undoBlocked(message`the previous value isn’t stored.`);
	const secrets = changes.filter(({ inverse }) => 'value' in inverse).map(({ path }) => path);
	for (const { path, after } of changes)
		if (!secrets.includes(path) && !isSameJson(now(path) ?? null, after ?? null))
			throw undoBlocked(message`part of it was changed again since.`);
	if (secrets.length > 0) {
		const [later] = await tx
			.select({ path: eventChanges.path })
			.from(eventChanges)
			.where(
				and(
					isOfEvent(eventChanges, scope),
					gt(eventChanges.changeSetId, set.id),
					inArray(eventChanges.path, secrets),
				),
			)
			.limit(1);
		if (later) throw undoBlocked(message`part of it was changed again since.`);
	}
	const isChanged = (...fields: string[]) => changes.some(({ path }) => fields.includes(path));
	const isPolicyChanged = isChanged('event.refundPolicy', 'event.refundRules');
	if (!isPolicyChanged && !isChanged('event.changeRules', 'event.resaleRules')) return;
	const { rows } = await tx.execute<{ id: string }>(sql`
		SELECT id FROM orders
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId} AND created_at >= ${set.createdAt.toISOString()}::timestamptz
		LIMIT 1`);
	if (rows[0])
		throw undoBlocked(
			isPolicyChanged
				? message`people have ordered under the new refund policy.`
				: isChanged('event.changeRules')
					? message`people have ordered under the new rules for changing tickets.`
					: message`people have ordered under the new rules for reselling tickets.`,
		);
}

/** Restores rows; what their rules refuse is why it cannot be undone. */
async function restore(
	services: Services,
	tx: Tx,
	scope: EventScope,
	changes: readonly RowChange[],
): Promise<void> {
	try {
		await restoreRows(services, tx, scope, changes);
	} catch (error) {
		if (!(error instanceof AppError) || error.status >= 500) throw error;
		const why = error.messages.userMessage ?? error.messages.details[0];
		throw undoBlocked(why ?? message`something else depends on it now.`);
	}
}
