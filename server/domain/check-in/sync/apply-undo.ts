import { occurredAtMs } from '#shared/rules/door-log.ts';
import type { DoorCaller } from '../door-caller.ts';
import { meaningsOf, readLog } from './guest-log.ts';
import type { NewUndo } from './save-log.ts';
import {
	type ApplyOptions,
	bounded,
	listOf,
	logOf,
	type ScanDevice,
	type SyncContext,
	type UndoItem,
} from './sync-context.ts';

/**
 * Stores one undo.
 * @returns why it is rejected, or nothing
 */
export function applyUndo(
	context: SyncContext,
	door: DoorCaller,
	device: ScanDevice,
	item: UndoItem,
	options: ApplyOptions,
): string | null {
	if (context.knownUndos.has(item.nonce)) return null;
	if (!door.abilities.includes('undo')) return 'This link may not undo.';
	if (item.target === undefined && item.guestId === undefined) return 'An undo names a scan or a guest.';
	const scannedAtMs = bounded(Date.parse(item.scannedAt));
	const undo: NewUndo = {
		nonce: item.nonce,
		target: item.target ?? null,
		attendeeId: null,
		listId: listOf(context, door, item.listId).list.id,
		reason: item.reason,
		occurredAtMs: options.isReplayed ? bounded(occurredAtMs(scannedAtMs, item.clockOffsetMs)) : context.nowMs,
		device: item.device?.name || device.name || door.device,
		deviceId: item.device?.id ?? device.id,
		scannedAtMs,
	};
	if (item.target === undefined) {
		const guest = context.guests.get(item.guestId ?? '');
		if (!guest) return 'This guest is not of this event.';
		undo.attendeeId = guest.id;
		if (!options.isReplayed) return undoValidCheckIn(context, undo);
	} else {
		const scan = context.known.get(item.target);
		if (scan) {
			undo.attendeeId = scan.attendeeId;
			undo.listId = scan.listId;
		}
	}
	context.addedUndos.push(undo);
	context.knownUndos.set(undo.nonce, undo);
	const list = context.lists.find((one) => one.id === undo.listId);
	if (undo.attendeeId && list) logOf(context, list, undo.attendeeId).undos.set(undo.nonce, undo);
	return null;
}

/**
 * Takes back the entry that stands now and what was let in beside it, each by name: an entry that is not known yet and comes in
 * later is not touched.
 */
function undoValidCheckIn(context: SyncContext, undo: NewUndo): null {
	const list = context.lists.find((one) => one.id === undo.listId);
	if (!list || !undo.attendeeId) return null;
	const log = logOf(context, list, undo.attendeeId);
	const meanings = meaningsOf(log);
	const entry = log.rows.get(readLog(log).latestEntry ?? '');
	if (!entry) return null;
	const beside = [...log.rows.values()].filter((row) => {
		const now = meanings.get(row.nonce);
		return now?.conflictWith === entry.id && !now.annulledBy;
	});
	for (const [index, row] of [entry, ...beside].entries()) {
		const one = { ...undo, nonce: index === 0 ? undo.nonce : `${undo.nonce}:${index}`, target: row.nonce };
		context.addedUndos.push(one);
		context.knownUndos.set(one.nonce, one);
		log.undos.set(one.nonce, one);
	}
	return null;
}
