import { and, inArray, sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { insertRows, updateRows } from '#server/db/row-sets.ts';
import { checkIns, checkInUndos } from '#server/db/tables/check-in.ts';
import { isOfEvent } from '#server/domain/event-scope.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';
import type { DoorCaller } from '../door-caller.ts';
import type { RowMeaning } from './guest-log.ts';
import type { LogRow, UndoRow } from './log-rows.ts';

/** A scan that is new to the server. */
export interface NewRow extends LogRow {
	method: 'scan' | 'manual';
	gateId: string | null;
	scannedAtMs: number;
	clockOffsetMs: number | null;
	shownVerdict: Verdict | null;
	scannedText: string;
	isReplayed: boolean;
}

export interface NewUndo extends UndoRow {
	device: string;
	deviceId: string | null;
	scannedAtMs: number;
}

type Scope = Pick<DoorCaller, 'organisationId' | 'eventId'>;
const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms));
const callerColumns = ({ organisationId, eventId, staffLinkId, userId }: DoorCaller) => ({
	organisationId,
	eventId,
	staffLinkId,
	userId,
});

/** The columns that follow from the whole log of the guest. */
const meaningColumns = (row: LogRow, now: RowMeaning, annulledAtMs: number) => ({
	verdict: now.verdict,
	decision: row.isAdmitted ? ('admitted' as const) : ('refused' as const),
	objection: row.objection,
	conflictKind: now.conflictKind,
	conflictWith: now.conflictWith,
	leftAt: dateOf(now.leftAtMs),
	visit: now.visit,
	annulledAt: now.annulledBy ? new Date(row.annulledAtMs ?? annulledAtMs) : null,
	annulledReason: now.annulledBy?.reason ?? '',
});

/** Rows whose meaning changed because of what came in; each gets a new sequence number, so that every device receives it. */
export const updateMeanings = (
	tx: Tx,
	{ organisationId, eventId }: Scope,
	changed: { row: LogRow; now: RowMeaning }[],
	nowMs: number,
): Promise<void> =>
	updateRows(
		tx,
		checkIns,
		['organisationId', 'eventId', 'id'],
		changed.map(({ row, now }) => ({
			organisationId,
			eventId,
			id: row.id,
			...meaningColumns(row, now, nowMs),
		})),
		sql`sequence = nextval(pg_get_serial_sequence('check_ins', 'sequence'))`,
	);

/** Frees the places in the unique index that rows are about to leave, so that rows may take each other's. */
export async function leaveSlots(tx: Tx, scope: Scope, rows: LogRow[]): Promise<void> {
	if (rows.length === 0) return;
	await tx
		.update(checkIns)
		.set({ visit: sql`-1 - ${checkIns.visit}` })
		.where(
			and(
				isOfEvent(checkIns, scope),
				inArray(
					checkIns.id,
					rows.map(({ id }) => id),
				),
			),
		);
}

export const insertScans = (
	tx: Tx,
	door: DoorCaller,
	added: { row: NewRow; now: RowMeaning }[],
): Promise<void> =>
	insertRows(
		tx,
		checkIns,
		added.map(({ row, now }) => ({
			...callerColumns(door),
			id: row.id,
			listId: row.listId,
			attendeeId: row.attendeeId,
			direction: row.direction,
			method: row.method,
			gateId: row.gateId,
			deviceId: row.deviceId || null,
			device: row.device,
			nonce: row.nonce,
			scannedAt: new Date(row.scannedAtMs),
			occurredAt: new Date(row.occurredAtMs),
			clockOffsetMs: row.clockOffsetMs,
			shownVerdict: row.shownVerdict,
			scannedText: row.scannedText,
			isReplayed: row.isReplayed,
			...meaningColumns(row, now, row.occurredAtMs),
		})),
	);

export const insertUndos = (tx: Tx, door: DoorCaller, undos: NewUndo[]): Promise<void> =>
	insertRows(
		tx,
		checkInUndos,
		undos.map(({ scannedAtMs, occurredAtMs, ...undo }) => ({
			...undo,
			...callerColumns(door),
			scannedAt: new Date(scannedAtMs),
			occurredAt: new Date(occurredAtMs),
		})),
		'skip',
	);

/** An undo that came before its scan is joined to the guest and the list of the scan. */
export const joinUndos = (
	tx: Tx,
	{ organisationId, eventId }: Scope,
	joined: Iterable<UndoRow>,
): Promise<void> =>
	updateRows(
		tx,
		checkInUndos,
		['organisationId', 'eventId', 'nonce'],
		[...joined].map(({ nonce, attendeeId, listId }) => ({
			organisationId,
			eventId,
			nonce,
			attendeeId,
			listId,
		})),
	);
