import { newId } from '#shared/lib/ids.ts';
import { type DoorObjection, occurredAtMs } from '#shared/rules/door-log.ts';
import { isPassage, judgeScan, objectionTo, type Verdict } from '#shared/rules/door-verdict.ts';
import type { DoorCaller } from '../door-caller.ts';
import type { ListRules } from '../lists/lists.ts';
import { type GuestLog, latestIn, readLog } from './guest-log.ts';
import type { FoundGuest, LogRow } from './log-rows.ts';
import type { NewRow } from './save-log.ts';
import {
	type ApplyOptions,
	bounded,
	codeOf,
	listOf,
	logOf,
	type ScanDevice,
	type ScanItem,
	type SyncContext,
} from './sync-context.ts';

function statusOf(guest: FoundGuest): 'active' | 'unpaid' | 'cancelled' {
	if (guest.status === 'active') return 'active';
	return guest.status === 'held' ? 'unpaid' : 'cancelled';
}

/** Why the ticket was refused when it was scanned. */
function objectionAt(
	guest: FoundGuest | undefined,
	door: DoorCaller,
	list: ListRules,
	isForeignList: boolean,
	at: number,
): DoorObjection | null {
	if (!guest) return 'unknown_code';
	if (guest.eventId !== door.eventId) return 'wrong_event';
	if (door.endedAt && at > door.endedAt.getTime()) return 'link_ended';
	if (isForeignList) return 'wrong_list';
	if (guest.retiredAtMs !== null && guest.retiredAtMs <= at) return 'cancelled';
	const status = statusOf(guest);
	const wasValid = status === 'cancelled' && (guest.cancelledAtMs ?? 0) > at;
	const objection = objectionTo(
		{ status: wasValid ? 'active' : status, ticketTypeId: guest.ticketTypeId },
		list,
		at,
	);
	return objection ?? (wasValid ? 'cancelled_later' : null);
}

/**
 * Stores one scan.
 * @returns why it is rejected, or nothing
 */
export function applyScan(
	context: SyncContext,
	door: DoorCaller,
	device: ScanDevice,
	item: ScanItem,
	options: ApplyOptions,
): string | null {
	const known = context.known.get(item.nonce);
	if (known) {
		upgrade(context, known, item);
		return null;
	}
	const code = item.guestQrData === undefined ? null : codeOf(item.guestQrData);
	const byCode = code === null ? undefined : context.byCode.get(code);
	const guest = byCode ?? (code === null && item.guestId ? context.guests.get(item.guestId) : undefined);
	if (code === null && !guest && !options.isReplayed) return 'This guest is not of this event.';
	const problem = mayEnter(context, door, item, guest, code !== null);
	if (problem) return problem;

	const { list, isForeign } = listOf(context, door, item.listId);
	const scannedAtMs = bounded(Date.parse(item.scannedAt));
	let at = options.isReplayed ? bounded(occurredAtMs(scannedAtMs, item.clockOffsetMs)) : context.nowMs;
	const own = guest?.eventId === door.eventId ? guest : undefined;
	const log = own ? logOf(context, list, own.id) : null;
	if (item.decision === 'ask' && log) at = Math.max(at, latestIn(log) + 1);
	const objection = objectionAt(guest, door, list, isForeign, at);

	let isAdmitted = item.decision === 'admitted';
	let verdict: Verdict = item.shown ?? verdictOf(objection) ?? 'already_checked_in';
	if (item.decision === 'ask') {
		verdict = verdictOf(objection) ?? 'accepted';
		if (own && log && (verdict === 'accepted' || item.direction === 'out')) {
			const state = readLog(log);
			verdict = judgeScan({
				ticket: { status: 'active', ticketTypeId: own.ticketTypeId },
				list: { ...list, ticketTypeIds: null, opensAtMs: null, closesAtMs: null },
				presence: { isInside: state.insideBy !== null, isUsed: state.isUsed },
				direction: item.direction,
				atMs: at,
			});
		}
		isAdmitted = isPassage(verdict);
	} else if (isPassage(verdict) && !isAdmitted) verdict = 'already_checked_in';

	const row: NewRow = {
		id: newId(),
		nonce: item.nonce,
		listId: list.id,
		attendeeId: own?.id ?? null,
		deviceId: item.device?.id ?? device.id ?? '',
		device: item.device?.name || device.name || door.device,
		direction: item.direction,
		isAdmitted,
		objection: isAdmitted && item.direction === 'out' ? null : objection,
		occurredAtMs: at,
		verdict: isAdmitted && !own ? 'conflict' : verdict,
		annulledAtMs: null,
		leftAtMs: null,
		visit: 0,
		conflictKind: isAdmitted && !own ? (objection ?? 'unknown_code') : null,
		conflictWith: null,
		method: item.method,
		gateId: item.gateId ?? device.gateId ?? door.gateId,
		scannedAtMs,
		clockOffsetMs: options.isReplayed ? item.clockOffsetMs : null,
		shownVerdict: item.shown ?? verdict,
		scannedText: own ? '' : (item.guestQrData ?? `guest:${item.guestId ?? ''}`).slice(0, 80),
		isReplayed: options.isReplayed && item.decision !== 'ask',
	};
	context.added.set(row.nonce, row);
	context.known.set(row.nonce, row);
	if (log) {
		if (isAdmitted) log.rows.set(row.nonce, row);
		joinUndos(context, log, row);
	}
	return null;
}

const verdictOf = (objection: DoorObjection | null): Verdict | null => {
	if (objection === null || objection === 'cancelled_later') return null;
	return objection === 'link_ended' ? 'no_longer_valid' : objection;
};

/** Undos that came before their scan, or before it was known to be an admission. */
function joinUndos(context: SyncContext, log: GuestLog, row: LogRow): void {
	for (const undo of context.undos) {
		if (undo.target !== row.nonce) continue;
		const joined = { ...undo, attendeeId: row.attendeeId, listId: row.listId };
		log.undos.set(undo.nonce, joined);
		context.joined.set(undo.nonce, joined);
	}
	for (const undo of context.addedUndos) {
		if (undo.target !== row.nonce) continue;
		undo.attendeeId = row.attendeeId;
		undo.listId = row.listId;
		log.undos.set(undo.nonce, undo);
	}
}

/** Of two reports of one scan the admission stands: the device showed it while the server's refusal was on its way. */
function upgrade(context: SyncContext, known: LogRow, item: ScanItem): void {
	if (known.isAdmitted || item.decision !== 'admitted') return;
	known.isAdmitted = true;
	context.upgraded.add(known);
	const list = context.lists.find((one) => one.id === known.listId);
	if (!known.attendeeId || !list) return;
	const log = logOf(context, list, known.attendeeId);
	log.rows.set(known.nonce, known);
	joinUndos(context, log, known);
}

/** Why the abilities of this way to the door do not cover the scan, or nothing. */
function mayEnter(
	context: SyncContext,
	door: DoorCaller,
	item: ScanItem,
	guest: FoundGuest | undefined,
	isByCode: boolean,
): string | null {
	const { abilities } = door;
	if (isByCode) return abilities.includes('scan') ? null : 'This link may not scan.';
	if (!item.guestId) return 'A scan names a code or a guest.';
	if (abilities.includes('manual_check_in')) return null;
	const isOfParty = Boolean(guest?.partyId && context.scannedParties.has(guest.partyId));
	return abilities.includes('scan') && isOfParty ? null : 'This link may not check in by hand.';
}
