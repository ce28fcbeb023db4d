import type { Tx } from '#server/db/client.ts';
import { isUniqueViolation } from '#server/db/errors.ts';
import type { Services } from '#server/services.ts';
import type { SyncItem, SyncResult } from '#shared/contracts/door-sync.ts';
import { countsAt, type Verdict } from '#shared/rules/door-verdict.ts';
import { type DoorCaller, nameFor } from '../door-caller.ts';
import { applyScan } from './apply-scan.ts';
import { applyUndo } from './apply-undo.ts';
import { type RowMeaning, readLog } from './guest-log.ts';
import type { FoundGuest, LogRow } from './log-rows.ts';
import { save } from './save.ts';
import {
	type ApplyOptions,
	codeOf,
	logOf,
	openSyncContext,
	type ScanDevice,
	type SyncContext,
} from './sync-context.ts';

const maxRounds = 6;

/**
 * Stores scans that devices decided offline, and decides those sent for a decision. Each scan is stored once, by its nonce. Its meaning
 * is computed from the whole log of the guest, so neither the order of arrival nor repetition changes the result
 * (docs/decisions/140-check-in-log.md). One transaction: a batch is stored as a whole or not at all.
 * @returns one result for each item, in their order
 */
export async function applyScans(
	services: Services,
	door: DoorCaller,
	device: ScanDevice,
	items: SyncItem[],
	options: ApplyOptions,
): Promise<SyncResult[]> {
	if (items.length === 0) return [];
	for (let round = 1; ; round += 1) {
		try {
			return await services.database.transaction((tx) => work(services, tx, door, device, items, options));
		} catch (error) {
			// A single scan at another door got between reading and writing; the second look sees it.
			const isRace =
				isUniqueViolation(error, 'check_ins_admitted_once') ||
				isUniqueViolation(error, 'check_ins_nonce_unique');
			if (!isRace || round >= maxRounds) throw error;
		}
	}
}

async function work(
	services: Services,
	tx: Tx,
	door: DoorCaller,
	device: ScanDevice,
	items: SyncItem[],
	options: ApplyOptions,
): Promise<SyncResult[]> {
	const context = await openSyncContext(services, tx, door, items, options);
	const problems = new Map<string, string>();
	for (const item of items) {
		const problem =
			item.kind === 'scan'
				? applyScan(context, door, device, item, options)
				: applyUndo(context, door, device, item, options);
		if (problem) problems.set(item.nonce, problem);
	}
	const meanings = await save(services, tx, door, context);
	return items.map((item) => resultOf(context, door, item, meanings, problems.get(item.nonce) ?? null));
}

function resultOf(
	context: SyncContext,
	door: DoorCaller,
	item: SyncItem,
	meanings: Map<string, RowMeaning>,
	problem: string | null,
): SyncResult {
	const undo = item.kind === 'undo' ? context.knownUndos.get(item.nonce) : undefined;
	const row =
		item.kind === 'scan'
			? context.known.get(item.nonce)
			: [...context.known.values(), ...context.admissions].find((one) => one.nonce === undo?.target);
	const now = row ? meanings.get(row.nonce) : undefined;
	const isNew =
		item.kind === 'scan'
			? context.added.has(item.nonce)
			: context.addedUndos.some((undo) => undo.nonce === item.nonce);
	const code = item.kind === 'scan' && item.guestQrData !== undefined ? codeOf(item.guestQrData) : null;
	const found = code === null ? undefined : context.byCode.get(code);
	const verdict = item.kind === 'scan' ? (now?.verdict ?? row?.verdict ?? null) : null;
	// The bearer of a code that was replaced is not shown who has the ticket now.
	const isReplaced = verdict === 'cancelled' && !row?.isAdmitted && typeof found?.retiredAtMs === 'number';
	const guest = isReplaced ? undefined : context.guests.get(row?.attendeeId ?? item.guestId ?? '');
	return {
		nonce: item.nonce,
		outcome: problem ? 'refused' : isNew ? 'recorded' : 'repeated',
		verdict,
		isCounted: isCounted(context, row, guest),
		guest: guest
			? nameFor(
					door,
					{ id: guest.id, guestName: guest.name, ticketTypeName: guest.ticketTypeName },
					found?.id === guest.id,
				)
			: null,
		previous: row ? previousOf(context, row, now, verdict) : null,
		conflict: (now?.conflictKind ?? null) as SyncResult['conflict'],
		checkInId: row?.id ?? null,
		problem,
	};
}

/** Whether the scan is of a guest of its list. What is unknown is no add-on. */
function isCounted(context: SyncContext, row: LogRow | undefined, guest: FoundGuest | undefined): boolean {
	const list = context.lists.find((one) => one.id === row?.listId) ?? context.first;
	return !guest || countsAt(list, guest);
}

/** The admission that stands against this one. */
function previousOf(context: SyncContext, row: LogRow, now: RowMeaning | undefined, verdict: Verdict | null) {
	if (!row.attendeeId || (verdict !== 'already_checked_in' && verdict !== 'conflict')) return null;
	const list = context.lists.find((one) => one.id === row.listId);
	if (!list) return null;
	const log = logOf(context, list, row.attendeeId);
	const validCheckIn = [...log.rows.values()].find((one) =>
		now?.conflictWith ? one.id === now.conflictWith : one.nonce === readLog(log).insideBy,
	);
	if (!validCheckIn) return null;
	return { checkedInAt: new Date(validCheckIn.occurredAtMs).toISOString(), device: validCheckIn.device };
}
