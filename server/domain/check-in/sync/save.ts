import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { DoorCaller } from '../door-caller.ts';
import { isChanged, meaningsOf, type RowMeaning, slotOf } from './guest-log.ts';
import type { LogRow, UndoRow } from './log-rows.ts';
import { insertScans, insertUndos, joinUndos, leaveSlots, updateMeanings } from './save-log.ts';
import type { SyncContext } from './sync-context.ts';

/** Writes what changed: places in the unique index are left first, then taken. */
export async function save(
	services: Services,
	tx: Tx,
	door: DoorCaller,
	context: SyncContext,
): Promise<Map<string, RowMeaning>> {
	const meanings = new Map<string, RowMeaning>();
	const changed: { row: LogRow; now: RowMeaning }[] = [];
	for (const log of context.logs.values()) {
		for (const [nonce, now] of meaningsOf(log)) {
			meanings.set(nonce, now);
			const row = log.rows.get(nonce);
			if (!row || context.added.has(nonce)) continue;
			if (isChanged(row, now) || context.upgraded.has(row)) changed.push({ row, now });
		}
	}
	const allUndos = [...context.undos, ...context.addedUndos];
	const undoOf = (row: LogRow) => allUndos.find((undo) => undo.target === row.nonce) ?? null;
	for (const row of context.known.values()) {
		// Scans that named no guest of this event have no log; each stands for itself.
		if (row.attendeeId || context.added.has(row.nonce)) continue;
		const isConflict = row.isAdmitted && context.upgraded.has(row);
		const now = standsAlone(
			isConflict ? { ...row, verdict: 'conflict', conflictKind: row.objection ?? 'unknown_code' } : row,
			row.isAdmitted ? undoOf(row) : null,
		);
		meanings.set(row.nonce, now);
		if (isConflict || isChanged(row, now)) changed.push({ row, now });
	}
	const added = [...context.added.values()].map((row) => {
		const now = meanings.get(row.nonce) ?? standsAlone(row, row.isAdmitted ? undoOf(row) : null);
		meanings.set(row.nonce, now);
		return { row, now };
	});
	const moved = changed.filter(({ row, now }) => {
		const before = slotOf(row, row.annulledAtMs !== null);
		return before !== null && before !== slotOf(now, now.annulledBy !== null);
	});
	await leaveSlots(
		tx,
		door,
		moved.map(({ row }) => row),
	);
	await insertScans(tx, door, added);
	await updateMeanings(tx, door, changed, context.nowMs);
	await insertUndos(tx, door, context.addedUndos);
	await joinUndos(tx, door, context.joined.values());
	if (services.facts.isAwaited('check-in.conflict-found')) {
		for (const { row, now } of [...added, ...changed]) {
			if (now.conflictKind === null || now.annulledBy || row.conflictKind === now.conflictKind) continue;
			await services.facts.publish(
				tx,
				{
					name: 'check-in.conflict-found',
					organisationId: door.organisationId,
					eventId: door.eventId,
					payload: { checkInId: row.id },
				},
				services,
			);
		}
	}
	return meanings;
}

const standsAlone = (row: LogRow, annulledBy: UndoRow | null): RowMeaning => ({
	verdict: row.verdict,
	conflictKind: row.conflictKind,
	conflictWith: null,
	leftAtMs: null,
	visit: 0,
	annulledBy,
});
