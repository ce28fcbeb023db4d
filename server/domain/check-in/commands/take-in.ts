import { sql } from 'drizzle-orm';
import type { SyncItem, SyncResult } from '#shared/contracts/door-sync.ts';
import { newId } from '#shared/lib/ids.ts';
import { type DoorObjection, occurredAtMs } from '#shared/rules/door-log.ts';
import { isPassage, judgeScan, objectionTo, type Verdict } from '#shared/rules/door-verdict.ts';
import { parseTicketPayload } from '#shared/rules/ticket-code.ts';
import type { Tx } from '../../../db/client.ts';
import { isUniqueViolation } from '../../../db/errors.ts';
import type { Services } from '../../../services.ts';
import type { DoorCaller } from '../door-caller.ts';
import {
	type GuestLog,
	isChanged,
	latestIn,
	meaningsOf,
	type RowMeaning,
	readLog,
	slotOf,
} from '../guest-log.ts';
import { type ListRules, openLists, readLists } from '../lists.ts';
import {
	type FoundGuest,
	findByCodes,
	findScans,
	type LogRow,
	lockGuests,
	readAdmissions,
	readUndos,
	type UndoRow,
} from '../log-rows.ts';
import {
	insertScans,
	insertUndos,
	joinUndos,
	leaveSlots,
	type NewRow,
	type NewUndo,
	updateMeanings,
} from '../save-log.ts';

type ScanItem = Extract<SyncItem, { kind: 'scan' }>;
type UndoItem = Extract<SyncItem, { kind: 'undo' }>;

export interface TakeInDevice {
	id: string | null;
	name: string;
	gateId?: string | null | undefined;
}

export interface TakeInOptions {
	/** False for a single call that somebody waits for: the server's clock says when it happened. */
	isReplayed: boolean;
}

const maxRounds = 6;
const earliestMs = Date.UTC(1970, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);
const bounded = (ms: number) => Math.min(latestMs, Math.max(earliestMs, ms));

/** What is looked up for a scan: its canonical code, or text that finds nobody. */
const codeOf = (text: string) => parseTicketPayload(text) ?? `unreadable:${text.slice(0, 60)}`;
const unique = <T>(values: Iterable<T | null | undefined>) => [
	...new Set([...values].filter((value): value is T => value !== null && value !== undefined)),
];

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

/** Everything a batch needs to know, read after the guests' rows are locked. */
interface Desk {
	lists: ListRules[];
	first: ListRules;
	byCode: Map<string, FoundGuest>;
	guests: Map<string, FoundGuest>;
	/** Scans known by nonce; new ones join them. */
	known: Map<string, LogRow>;
	knownUndos: Map<string, UndoRow>;
	logs: Map<string, GuestLog>;
	admissions: LogRow[];
	undos: UndoRow[];
	added: Map<string, NewRow>;
	addedUndos: NewUndo[];
	joined: Map<string, UndoRow>;
	upgraded: Set<LogRow>;
	/** Orders of which a ticket was scanned: their other guests may be let in with it. */
	scannedOrders: Set<string>;
	nowMs: number;
}

async function work(
	services: Services,
	tx: Tx,
	door: DoorCaller,
	device: TakeInDevice,
	items: SyncItem[],
	options: TakeInOptions,
): Promise<SyncResult[]> {
	const desk = await openDesk(services, tx, door, items);
	const problems = new Map<string, string>();
	for (const item of items) {
		const problem =
			item.kind === 'scan'
				? enterScan(desk, door, device, item, options)
				: enterUndo(desk, door, device, item, options);
		if (problem) problems.set(item.nonce, problem);
	}
	const meanings = await save(services, tx, door, desk);
	return items.map((item) => resultOf(desk, item, meanings, problems.get(item.nonce) ?? null));
}

async function openDesk(services: Services, tx: Tx, door: DoorCaller, items: SyncItem[]): Promise<Desk> {
	const scope = { organisationId: door.organisationId, eventId: door.eventId };
	const scans = items.filter((item): item is ScanItem => item.kind === 'scan');
	const undoItems = items.filter((item): item is UndoItem => item.kind === 'undo');
	const scanNonces = unique(scans.map((item) => item.nonce));
	const targets = unique(undoItems.map((item) => item.target));

	// An undo whose scan is not here yet may pass it on the way: then this batch goes alone.
	const isOwn = new Set(scanNonces);
	const waiting = targets.filter((target) => !isOwn.has(target));
	const found = await findScans(tx, door.eventId, waiting);
	const isAlone = found.length < waiting.length;
	await tx.execute(
		isAlone
			? sql`SELECT pg_advisory_xact_lock(hashtextextended(${door.eventId}, 5))`
			: sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${door.eventId}, 5))`,
	);

	const byCode = await findByCodes(
		tx,
		scope,
		unique(scans.map((item) => (item.guestQrData === undefined ? null : codeOf(item.guestQrData)))),
	);
	const before = await findScans(tx, door.eventId, [...scanNonces, ...targets]);
	const involved = unique([
		...[...byCode.values()].filter((guest) => guest.eventId === door.eventId).map((guest) => guest.id),
		...items.map((item) => item.guestId),
		...before.map((row) => row.attendeeId),
	]).sort();
	const guests = await lockGuests(tx, scope, involved);
	// Read again under the lock: what the others wrote meanwhile counts.
	const [known, admissions, undos, lists, clock] = [
		await findScans(tx, door.eventId, [...scanNonces, ...targets]),
		await readAdmissions(tx, door.eventId, [...guests.keys()]),
		await readUndos(tx, door.eventId, {
			guests: [...guests.keys()],
			targets: [...scanNonces, ...targets],
			nonces: undoItems.map((item) => item.nonce),
		}),
		await readLists(tx, scope),
		await tx.execute<{ now: string | Date }>(sql`SELECT clock_timestamp() AS now`),
	];
	const open = openLists(lists, door.listIds);
	const desk: Desk = {
		lists,
		first: open[0] as ListRules,
		byCode,
		guests,
		known: new Map(known.map((row) => [row.nonce, row])),
		knownUndos: new Map(undos.map((undo) => [undo.nonce, undo])),
		logs: new Map(),
		admissions,
		undos,
		added: new Map(),
		addedUndos: [],
		joined: new Map(),
		upgraded: new Set(),
		scannedOrders: new Set(),
		nowMs: new Date(clock.rows[0]?.now ?? services.clock.now()).getTime(),
	};
	for (const item of scans) {
		const guest = item.guestQrData === undefined ? undefined : byCode.get(codeOf(item.guestQrData));
		if (guest?.eventId === door.eventId) desk.scannedOrders.add(guest.orderId);
	}
	return desk;
}

/** The log of a guest at a list, as stored and with what this batch added so far. */
function logOf(desk: Desk, list: ListRules, attendeeId: string): GuestLog {
	const key = `${list.id}:${attendeeId}`;
	let log = desk.logs.get(key);
	if (!log) {
		const rows = desk.admissions.filter((row) => row.attendeeId === attendeeId && row.listId === list.id);
		log = { list, attendeeId, rows: new Map(rows.map((row) => [row.nonce, row])), undos: new Map() };
		for (const undo of desk.undos) {
			const isOfScan = undo.target !== null && log.rows.has(undo.target);
			const isOfGuest = undo.target === null && undo.attendeeId === attendeeId && undo.listId === list.id;
			if (isOfScan || isOfGuest) log.undos.set(undo.nonce, undo);
		}
		desk.logs.set(key, log);
	}
	return log;
}

/** The list that an item names, if this way to the door opens it; else its first one, and the scan says so. */
function listOf(desk: Desk, door: DoorCaller, listId: string | undefined) {
	const open = openLists(desk.lists, door.listIds);
	const list = listId === undefined ? desk.first : open.find((one) => one.id === listId);
	return { list: list ?? desk.first, isForeign: list === undefined };
}

function statusOf(guest: FoundGuest): 'active' | 'unpaid' | 'cancelled' {
	if (guest.status === 'active') return 'active';
	return guest.status === 'held' ? 'unpaid' : 'cancelled';
}

/** What spoke against the ticket when it was scanned. */
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

/** Enters one scan. @returns why it is not kept, or nothing. */
function enterScan(
	desk: Desk,
	door: DoorCaller,
	device: TakeInDevice,
	item: ScanItem,
	options: TakeInOptions,
): string | null {
	const known = desk.known.get(item.nonce);
	if (known) {
		upgrade(desk, known, item);
		return null;
	}
	const code = item.guestQrData === undefined ? null : codeOf(item.guestQrData);
	const byCode = code === null ? undefined : desk.byCode.get(code);
	const guest = byCode ?? (code === null && item.guestId ? desk.guests.get(item.guestId) : undefined);
	const problem = mayEnter(desk, door, item, guest, code !== null);
	if (problem) return problem;

	const { list, isForeign } = listOf(desk, door, item.listId);
	const scannedAtMs = bounded(Date.parse(item.scannedAt));
	let at = options.isReplayed ? bounded(occurredAtMs(scannedAtMs, item.clockOffsetMs)) : desk.nowMs;
	const own = guest?.eventId === door.eventId ? guest : undefined;
	const log = own ? logOf(desk, list, own.id) : null;
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
				standing: { isInside: state.insideBy !== null, isSpent: state.isSpent },
				direction: item.direction,
				atMs: at,
			});
		}
		isAdmitted = isPassage(verdict);
	} else if (isPassage(verdict) && !isAdmitted) verdict = 'already_checked_in';

	const row: NewRow = {
		id: newId(),
		nonce: item.nonce,
		nonceGiven: item.nonce,
		listId: list.id,
		attendeeId: own?.id ?? null,
		deviceId: item.device?.id ?? device.id ?? '',
		device: item.device?.name || device.name || door.device,
		direction: item.direction,
		isAdmitted,
		objection: isAdmitted && item.direction === 'out' ? null : objection,
		occurredAtMs: at,
		verdict: isAdmitted && !own ? 'conflict' : verdict,
		isAnnulled: false,
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
	desk.added.set(row.nonce, row);
	desk.known.set(row.nonce, row);
	if (log) {
		if (isAdmitted) log.rows.set(row.nonce, row);
		// An undo that came before its scan.
		for (const undo of desk.undos) {
			if (undo.target !== row.nonce) continue;
			const joined = { ...undo, attendeeId: own?.id ?? null, listId: list.id };
			log.undos.set(undo.nonce, joined);
			desk.joined.set(undo.nonce, joined);
		}
		for (const undo of desk.addedUndos) {
			if (undo.target !== row.nonce) continue;
			undo.attendeeId = own?.id ?? null;
			undo.listId = list.id;
			log.undos.set(undo.nonce, undo);
		}
	}
	return null;
}

const verdictOf = (objection: DoorObjection | null): Verdict | null => {
	if (objection === null || objection === 'cancelled_later') return null;
	return objection === 'link_ended' ? 'no_longer_valid' : objection;
};

/** Of two reports of one scan the admission stands: the device showed it while the server's refusal was on its way. */
function upgrade(desk: Desk, known: LogRow, item: ScanItem): void {
	if (known.isAdmitted || item.decision !== 'admitted') return;
	known.isAdmitted = true;
	desk.upgraded.add(known);
	const list = desk.lists.find((one) => one.id === known.listId);
	if (known.attendeeId && list) logOf(desk, list, known.attendeeId).rows.set(known.nonce, known);
}

/** Why the abilities of this way to the door do not cover the scan, or nothing. */
function mayEnter(
	desk: Desk,
	door: DoorCaller,
	item: ScanItem,
	guest: FoundGuest | undefined,
	isByCode: boolean,
): string | null {
	const { abilities } = door;
	if (isByCode) return abilities.includes('scan') ? null : 'This link may not scan.';
	if (!item.guestId) return 'A scan names a code or a guest.';
	if (abilities.includes('manual_check_in')) return null;
	const isOfParty = guest !== undefined && desk.scannedOrders.has(guest.orderId);
	return abilities.includes('scan') && isOfParty ? null : 'This link may not check in by hand.';
}

function enterUndo(
	desk: Desk,
	door: DoorCaller,
	device: TakeInDevice,
	item: UndoItem,
	options: TakeInOptions,
): string | null {
	if (desk.knownUndos.has(item.nonce)) return null;
	if (!door.abilities.includes('undo')) return 'This link may not undo.';
	if (item.target === undefined && item.guestId === undefined) return 'An undo names a scan or a guest.';
	const scannedAtMs = bounded(Date.parse(item.scannedAt));
	const undo: NewUndo = {
		nonce: item.nonce,
		target: item.target ?? null,
		attendeeId: null,
		listId: listOf(desk, door, item.listId).list.id,
		reason: item.reason,
		occurredAtMs: options.isReplayed ? bounded(occurredAtMs(scannedAtMs, item.clockOffsetMs)) : desk.nowMs,
		device: item.device?.name || device.name || door.device,
		deviceId: item.device?.id ?? device.id,
		scannedAtMs,
	};
	if (item.target === undefined) {
		const guest = desk.guests.get(item.guestId ?? '');
		if (!guest) return 'This guest is not of this event.';
		undo.attendeeId = guest.id;
		if (!options.isReplayed) return undoStanding(desk, undo);
	} else {
		const scan = desk.known.get(item.target);
		if (scan) {
			undo.attendeeId = scan.attendeeId;
			undo.listId = scan.listId;
		}
	}
	desk.addedUndos.push(undo);
	desk.knownUndos.set(undo.nonce, undo);
	const list = desk.lists.find((one) => one.id === undo.listId);
	if (undo.attendeeId && list) logOf(desk, list, undo.attendeeId).undos.set(undo.nonce, undo);
	return null;
}

/**
 * Takes back the entry that stands now and what was let in beside it, each by name: an entry that is not known yet and comes in
 * later is not touched.
 */
function undoStanding(desk: Desk, undo: NewUndo): null {
	const list = desk.lists.find((one) => one.id === undo.listId);
	if (!list || !undo.attendeeId) return null;
	const log = logOf(desk, list, undo.attendeeId);
	const meanings = meaningsOf(log);
	const entry = log.rows.get(readLog(log).latestEntry ?? '');
	if (!entry) return null;
	const beside = [...log.rows.values()].filter((row) => {
		const now = meanings.get(row.nonce);
		return now?.conflictWith === entry.id && !now.annulledBy;
	});
	for (const [index, row] of [entry, ...beside].entries()) {
		const one = { ...undo, nonce: index === 0 ? undo.nonce : `${undo.nonce}:${index}`, target: row.nonce };
		desk.addedUndos.push(one);
		desk.knownUndos.set(one.nonce, one);
		log.undos.set(one.nonce, one);
	}
	return null;
}

/** Writes what changed: places in the unique index are left first, then taken. */
async function save(
	services: Services,
	tx: Tx,
	door: DoorCaller,
	desk: Desk,
): Promise<Map<string, RowMeaning>> {
	const meanings = new Map<string, RowMeaning>();
	const changed: { row: LogRow; now: RowMeaning }[] = [];
	for (const log of desk.logs.values()) {
		for (const [nonce, now] of meaningsOf(log)) {
			meanings.set(nonce, now);
			const row = log.rows.get(nonce);
			if (!row || desk.added.has(nonce)) continue;
			if (isChanged(row, now) || desk.upgraded.has(row)) changed.push({ row, now });
		}
	}
	const allUndos = [...desk.undos, ...desk.addedUndos];
	const undoOf = (row: LogRow) => allUndos.find((undo) => undo.target === row.nonce) ?? null;
	for (const row of desk.known.values()) {
		// Scans that named no guest of this event have no log; each stands for itself.
		if (row.attendeeId || desk.added.has(row.nonce)) continue;
		const isConflict = row.isAdmitted && desk.upgraded.has(row);
		const now = standsAlone(
			isConflict ? { ...row, verdict: 'conflict', conflictKind: row.objection ?? 'unknown_code' } : row,
			undoOf(row),
		);
		meanings.set(row.nonce, now);
		if (isConflict || isChanged(row, now)) changed.push({ row, now });
	}
	const added = [...desk.added.values()].map((row) => {
		const now = meanings.get(row.nonce) ?? standsAlone(row, row.isAdmitted ? undoOf(row) : null);
		meanings.set(row.nonce, now);
		return { row, now };
	});
	const moved = changed.filter(({ row, now }) => {
		const before = slotOf(row);
		return before !== null && before !== slotOf({ ...now, isAnnulled: now.annulledBy !== null });
	});
	await leaveSlots(
		tx,
		moved.map(({ row }) => row),
	);
	await insertScans(tx, door, added);
	await updateMeanings(tx, changed);
	await insertUndos(tx, door, desk.addedUndos);
	await joinUndos(tx, door.eventId, [...desk.joined.values()]);
	if (services.facts.isAwaited('check-in.conflict-found')) {
		for (const { row, now } of [...added, ...changed]) {
			if (now.conflictKind === null || now.annulledBy || row.conflictKind === now.conflictKind) continue;
			await services.facts.announce(
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

function resultOf(
	desk: Desk,
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
	const verdict = item.kind === 'scan' ? (now?.verdict ?? row?.verdict ?? null) : null;
	return {
		nonce: item.nonce,
		outcome: problem ? 'refused' : isNew ? 'recorded' : 'repeated',
		verdict,
		guest: guest ? { id: guest.id, guestName: guest.name, ticketTypeName: guest.ticketTypeName } : null,
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
