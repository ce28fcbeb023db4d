import type { SyncItem, SyncResult } from '#shared/contracts/door-sync.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';
import type { Tx } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { Services } from '../../../services.ts';
import { type DoorCaller, nameFor } from '../door-caller.ts';
import { type RowMeaning, readLog } from '../guest-log.ts';
import type { LogRow } from '../log-rows.ts';
import {
	codeOf,
	type Desk,
	logOf,
	openDesk,
	type TakeInDevice,
	type TakeInOptions,
} from '../take-in/desk.ts';
import { enterScan } from '../take-in/enter-scan.ts';
import { enterUndo } from '../take-in/enter-undo.ts';
import { save } from '../take-in/save.ts';

const maxRounds = 6;

/**
 * Takes in what devices decided by themselves, and decides what they ask. Every scan is kept once, by its nonce; what it means is
 * worked out from the whole log of its guest, so neither the order of arrival nor repetition changes the outcome
 * (docs/decisions/140-the-door-log.md). All in one transaction: a batch is taken in whole or not at all.
 * @returns one result for each item, in their order
 */
export async function takeIn(
	services: Services,
	door: DoorCaller,
	device: TakeInDevice,
	items: SyncItem[],
	options: TakeInOptions,
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
	device: TakeInDevice,
	items: SyncItem[],
	options: TakeInOptions,
): Promise<SyncResult[]> {
	const desk = await openDesk(services, tx, door, items, options);
	const problems = new Map<string, string>();
	for (const item of items) {
		const problem =
			item.kind === 'scan'
				? enterScan(desk, door, device, item, options)
				: enterUndo(desk, door, device, item, options);
		if (problem) problems.set(item.nonce, problem);
	}
	const meanings = await save(services, tx, door, desk);
	return items.map((item) => resultOf(desk, door, item, meanings, problems.get(item.nonce) ?? null));
}

function resultOf(
	desk: Desk,
	door: DoorCaller,
	item: SyncItem,
	meanings: Map<string, RowMeaning>,
	problem: string | null,
): SyncResult {
	const undo = item.kind === 'undo' ? desk.knownUndos.get(item.nonce) : undefined;
	const row =
		item.kind === 'scan'
			? desk.known.get(item.nonce)
			: [...desk.known.values(), ...desk.admissions].find((one) => one.nonce === undo?.target);
	const now = row ? meanings.get(row.nonce) : undefined;
	const guest = desk.guests.get(row?.attendeeId ?? item.guestId ?? '');
	const isNew =
		item.kind === 'scan'
			? desk.added.has(item.nonce)
			: desk.addedUndos.some((undo) => undo.nonce === item.nonce);
	const code = item.kind === 'scan' && item.guestQrData !== undefined ? codeOf(item.guestQrData) : null;
	const isScanned = code !== null && desk.byCode.get(code)?.id === guest?.id;
	const verdict = item.kind === 'scan' ? (now?.verdict ?? row?.verdict ?? null) : null;
	return {
		nonce: item.nonce,
		outcome: problem ? 'refused' : isNew ? 'recorded' : 'repeated',
		verdict,
		guest: guest
			? nameFor(
					door,
					{ id: guest.id, guestName: guest.name, ticketTypeName: guest.ticketTypeName },
					isScanned,
				)
			: null,
		previous: row ? previousOf(desk, row, now, verdict) : null,
		conflict: (now?.conflictKind ?? null) as SyncResult['conflict'],
		checkInId: row?.id ?? null,
		problem,
	};
}

/** The admission that stands against this one. */
function previousOf(desk: Desk, row: LogRow, now: RowMeaning | undefined, verdict: Verdict | null) {
	if (!row.attendeeId || (verdict !== 'already_checked_in' && verdict !== 'conflict')) return null;
	const list = desk.lists.find((one) => one.id === row.listId);
	if (!list) return null;
	const log = logOf(desk, list, row.attendeeId);
	const standing = [...log.rows.values()].find((one) =>
		now?.conflictWith ? one.id === now.conflictWith : one.nonce === readLog(log).insideBy,
	);
	if (!standing) return null;
	return { checkedInAt: new Date(standing.occurredAtMs).toISOString(), device: standing.device };
}
