import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import type { Services } from '#server/services.ts';
import type { SyncItem } from '#shared/contracts/door-sync.ts';
import { parseTicketPayload } from '#shared/rules/ticket-code.ts';
import type { DoorCaller } from '../door-caller.ts';
import { type ListRules, openLists, readLists } from '../lists/lists.ts';
import type { GuestLog } from './guest-log.ts';
import {
	type FoundGuest,
	findByCodes,
	findScans,
	type LogRow,
	lockGuests,
	readAdmissions,
	readUndos,
	type UndoRow,
} from './log-rows.ts';
import type { NewRow, NewUndo } from './save-log.ts';

export type ScanItem = Extract<SyncItem, { kind: 'scan' }>;
export type UndoItem = Extract<SyncItem, { kind: 'undo' }>;

export interface ScanDevice {
	id: string | null;
	name: string;
	gateId?: string | null | undefined;
}

export interface ApplyOptions {
	/** False for a single call that somebody waits for: the server's clock says when it happened. */
	isReplayed: boolean;
}

const earliestMs = Date.UTC(1970, 0, 1);
const latestMs = Date.UTC(2200, 0, 1);
/** No database holds every year that a device may claim. */
export const bounded = (ms: number) => Math.min(latestMs, Math.max(earliestMs, ms));

/** The lookup key of a scan: its canonical code, or a text that matches no ticket. */
export const codeOf = (text: string) => parseTicketPayload(text) ?? `unreadable:${text.slice(0, 60)}`;
const unique = <T>(values: Iterable<T | null | undefined>) => [
	...new Set([...values].filter((value): value is T => value !== null && value !== undefined)),
];

/** Everything a batch needs to know, read after the guests' rows are locked. */
export interface SyncContext {
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
	/** Groups and orders of which a ticket was scanned: their other guests may be let in with it. */
	scannedParties: Set<string>;
	nowMs: number;
}

export async function openSyncContext(
	services: Services,
	tx: Tx,
	door: DoorCaller,
	items: SyncItem[],
	options: ApplyOptions,
): Promise<SyncContext> {
	const scope = { organisationId: door.organisationId, eventId: door.eventId };
	const scans = items.filter((item): item is ScanItem => item.kind === 'scan');
	const undoItems = items.filter((item): item is UndoItem => item.kind === 'undo');
	const scanNonces = unique(scans.map((item) => item.nonce));
	const targets = unique(undoItems.map((item) => item.target));

	// An undo may overtake its scan: one that names a scan that is not here, or, handed in late, whatever stood at its time. Then this
	// batch goes alone, after every scan that is being written now.
	const isOwn = new Set(scanNonces);
	const waiting = targets.filter((target) => !isOwn.has(target));
	const found = await findScans(tx, scope, waiting);
	const isOpen = (item: UndoItem) => options.isReplayed && item.target === undefined;
	const isAlone = found.length < waiting.length || undoItems.some(isOpen);
	await tx.execute(
		isAlone
			? sql`SELECT pg_advisory_xact_lock(hashtextextended(${door.eventId}, 5))`
			: sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${door.eventId}, 5))`,
	);

	const codes = unique(
		scans.map((item) => (item.guestQrData === undefined ? null : codeOf(item.guestQrData))),
	);
	let byCode = await findByCodes(tx, scope, codes);
	const before = await findScans(tx, scope, [...scanNonces, ...targets]);
	const involved = unique([
		...[...byCode.values()].filter((guest) => guest.eventId === door.eventId).map((guest) => guest.id),
		...items.map((item) => item.guestId),
		...before.map((row) => row.attendeeId),
	]).sort();
	const guests = await lockGuests(tx, scope, involved);
	// A code that was replaced while this waited for its guest is refused.
	const isReplaced = ([code, { id, retiredAtMs }]: [string, FoundGuest]) =>
		retiredAtMs === null && guests.has(id) && guests.get(id)?.ticketCode !== code;
	if ([...byCode].some(isReplaced)) byCode = await findByCodes(tx, scope, codes);
	// Read again under the lock: what the others wrote meanwhile counts.
	const [known, admissions, undos, lists, clock] = [
		await findScans(tx, scope, [...scanNonces, ...targets]),
		await readAdmissions(tx, scope, [...guests.keys()]),
		await readUndos(tx, scope, {
			guests: [...guests.keys()],
			targets: [...scanNonces, ...targets],
			nonces: undoItems.map((item) => item.nonce),
		}),
		await readLists(tx, scope),
		await tx.execute<{ now: string | Date }>(sql`SELECT clock_timestamp() AS now`),
	];
	const open = openLists(lists, door.listIds);
	const context: SyncContext = {
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
		scannedParties: new Set(),
		nowMs: new Date(clock.rows[0]?.now ?? services.clock.now()).getTime(),
	};
	for (const item of scans) {
		const guest = item.guestQrData === undefined ? undefined : byCode.get(codeOf(item.guestQrData));
		if (guest?.eventId === door.eventId && guest.partyId) context.scannedParties.add(guest.partyId);
	}
	return context;
}

/** The log of a guest at a list, as stored and with what this batch added so far. */
export function logOf(context: SyncContext, list: ListRules, attendeeId: string): GuestLog {
	const key = `${list.id}:${attendeeId}`;
	let log = context.logs.get(key);
	if (!log) {
		const rows = context.admissions.filter((row) => row.attendeeId === attendeeId && row.listId === list.id);
		log = { list, attendeeId, rows: new Map(rows.map((row) => [row.nonce, row])), undos: new Map() };
		for (const undo of context.undos) {
			const isOfScan = undo.target !== null && log.rows.has(undo.target);
			const isOfGuest = undo.target === null && undo.attendeeId === attendeeId && undo.listId === list.id;
			if (isOfScan || isOfGuest) log.undos.set(undo.nonce, undo);
		}
		context.logs.set(key, log);
	}
	return log;
}

/** The list that an item names, if this way to the door opens it; else its first one, and the scan says so. */
export function listOf(context: SyncContext, door: DoorCaller, listId: string | undefined) {
	const open = openLists(context.lists, door.listIds);
	const list = listId === undefined ? context.first : open.find((one) => one.id === listId);
	return { list: list ?? context.first, isForeign: list === undefined };
}
