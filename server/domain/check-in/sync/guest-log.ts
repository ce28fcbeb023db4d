import { type ConflictKind, type DoorState, readDoorLog } from '#shared/rules/door-log.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';
import type { ListRules } from '../lists/lists.ts';
import type { LogRow, UndoRow } from './log-rows.ts';

/** The log of one guest at one list, while a batch is worked in. */
export interface GuestLog {
	list: ListRules;
	attendeeId: string;
	rows: Map<string, LogRow>;
	undos: Map<string, UndoRow>;
}

/** Reads what the log says now. */
export function readLog(log: GuestLog): DoorState {
	return readDoorLog(
		[...log.rows.values()].filter((row) => row.isAdmitted),
		log.undos.values(),
		log.list,
	);
}

/** Latest instant in the log: what is decided now comes after it, however far a device's clock ran ahead. */
export function latestIn(log: GuestLog): number {
	let latest = 0;
	for (const row of log.rows.values()) latest = Math.max(latest, row.occurredAtMs);
	for (const undo of log.undos.values()) latest = Math.max(latest, undo.occurredAtMs);
	return latest;
}

/** What a row says after its log was read. */
export interface RowMeaning {
	verdict: Verdict;
	conflictKind: ConflictKind | null;
	conflictWith: string | null;
	leftAtMs: number | null;
	visit: number;
	annulledBy: UndoRow | null;
}

/** The meaning of every admitted row of a log, by nonce. */
export function meaningsOf(log: GuestLog): Map<string, RowMeaning> {
	const { meanings } = readLog(log);
	const found = new Map<string, RowMeaning>();
	for (const [nonce, one] of meanings) {
		const withNonce = one.conflict?.withNonce ?? null;
		found.set(nonce, {
			verdict: one.outcome === 'refused' ? 'already_checked_in' : one.outcome,
			conflictKind: one.conflict?.kind ?? null,
			conflictWith: withNonce === null ? null : (log.rows.get(withNonce)?.id ?? null),
			leftAtMs: one.leftAtMs,
			visit: one.visit,
			annulledBy: one.annulledBy === null ? null : (log.undos.get(one.annulledBy) ?? null),
		});
	}
	return found;
}

export function isChanged(row: LogRow, now: RowMeaning): boolean {
	return (
		row.verdict !== now.verdict ||
		row.conflictKind !== now.conflictKind ||
		row.conflictWith !== now.conflictWith ||
		row.leftAtMs !== now.leftAtMs ||
		row.visit !== now.visit ||
		(row.annulledAtMs !== null) !== (now.annulledBy !== null)
	);
}

/** The place in the unique index that an accepted entry takes; null: none. */
export const slotOf = (one: Pick<RowMeaning, 'verdict' | 'visit'>, isAnnulled: boolean): number | null =>
	one.verdict === 'accepted' && !isAnnulled ? one.visit : null;
