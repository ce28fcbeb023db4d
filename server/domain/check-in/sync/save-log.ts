import { sql } from 'drizzle-orm';
import type { Tx } from '../../../db/client.ts';
import { plainArray } from '../../../db/statement.ts';
import type { DoorCaller } from '../door-caller.ts';
import type { RowMeaning } from './guest-log.ts';
import type { LogRow, UndoRow } from './log-rows.ts';

/** A scan that is new to the server. */
export interface NewRow extends LogRow {
	method: 'scan' | 'manual';
	gateId: string | null;
	nonceGiven: string;
	scannedAtMs: number;
	clockOffsetMs: number | null;
	shownVerdict: string | null;
	scannedText: string;
	isReplayed: boolean;
}

export interface NewUndo extends UndoRow {
	device: string;
	deviceId: string | null;
	scannedAtMs: number;
}

type Scope = Pick<DoorCaller, 'organisationId' | 'eventId'>;

const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
const json = (rows: object[]) => JSON.stringify(rows);

/** Rows whose meaning changed because of what came in; each gets a new sequence number, so that every device hears of it. */
export async function updateMeanings(
	tx: Tx,
	door: Scope,
	changed: { row: LogRow; now: RowMeaning }[],
): Promise<void> {
	if (changed.length === 0) return;
	const rows = changed.map(({ row, now }) => ({
		id: row.id,
		verdict: now.verdict,
		decision: row.isAdmitted ? 'admitted' : 'refused',
		objection: row.objection,
		conflict_kind: now.conflictKind,
		conflict_with: now.conflictWith,
		left_at: iso(now.leftAtMs),
		visit: now.visit,
		is_annulled: now.annulledBy !== null,
		reason: now.annulledBy?.reason ?? '',
	}));
	await tx.execute(sql`
		UPDATE check_ins c SET verdict = n.verdict, decision = n.decision, objection = n.objection,
			conflict_kind = n.conflict_kind, conflict_with = n.conflict_with,
			left_at = n.left_at, visit = n.visit, annulled_reason = n.reason,
			annulled_at = CASE WHEN n.is_annulled THEN coalesce(c.annulled_at, clock_timestamp()) END,
			sequence = nextval(pg_get_serial_sequence('check_ins', 'sequence'))
		FROM jsonb_to_recordset(${json(rows)}::jsonb) AS n(id uuid, verdict text, decision text, objection text, conflict_kind text,
			conflict_with uuid, left_at timestamptz, visit int, is_annulled boolean, reason text)
		WHERE c.organisation_id = ${door.organisationId} AND c.id = n.id`);
}

/** Frees the places in the unique index that rows are about to leave, so that rows may take each other's. */
export async function leaveSlots(tx: Tx, door: Scope, rows: LogRow[]): Promise<void> {
	if (rows.length === 0) return;
	await tx.execute(sql`
		UPDATE check_ins SET visit = -1 - visit
		WHERE organisation_id = ${door.organisationId} AND id = ANY(${plainArray(rows.map((row) => row.id))}::uuid[])`);
}

export async function insertScans(
	tx: Tx,
	door: DoorCaller,
	added: { row: NewRow; now: RowMeaning }[],
): Promise<void> {
	if (added.length === 0) return;
	const rows = added.map(({ row, now }) => ({
		id: row.id,
		list_id: row.listId,
		attendee_id: row.attendeeId,
		verdict: now.verdict,
		method: row.method,
		device: row.device,
		nonce: row.nonceGiven,
		scanned_at: iso(row.scannedAtMs),
		annulled_at: now.annulledBy ? iso(row.occurredAtMs) : null,
		annulled_reason: now.annulledBy?.reason ?? '',
		direction: row.direction,
		decision: row.isAdmitted ? 'admitted' : 'refused',
		objection: row.objection,
		occurred_at: iso(row.occurredAtMs),
		clock_offset_ms: row.clockOffsetMs,
		shown_verdict: row.shownVerdict,
		gate_id: row.gateId,
		device_id: row.deviceId || null,
		scanned_text: row.scannedText,
		is_replayed: row.isReplayed,
		left_at: iso(now.leftAtMs),
		visit: now.visit,
		conflict_kind: now.conflictKind,
		conflict_with: now.conflictWith,
	}));
	await tx.execute(sql`
		INSERT INTO check_ins (id, organisation_id, event_id, staff_link_id, user_id, list_id, attendee_id, verdict, method, device, nonce,
			scanned_at, annulled_at, annulled_reason, direction, decision, objection, occurred_at, clock_offset_ms, shown_verdict,
			gate_id, device_id, scanned_text, is_replayed, left_at, visit, conflict_kind, conflict_with)
		SELECT n.id, ${door.organisationId}::uuid, ${door.eventId}::uuid, ${door.staffLinkId}::uuid, ${door.userId}::uuid, n.list_id,
			n.attendee_id, n.verdict, n.method, n.device, n.nonce, n.scanned_at, n.annulled_at, n.annulled_reason, n.direction,
			n.decision, n.objection, n.occurred_at, n.clock_offset_ms, n.shown_verdict, n.gate_id, n.device_id, n.scanned_text,
			n.is_replayed, n.left_at, n.visit, n.conflict_kind, n.conflict_with
		FROM jsonb_to_recordset(${json(rows)}::jsonb) AS n(id uuid, list_id uuid, attendee_id uuid, verdict text, method text,
			device text, nonce text, scanned_at timestamptz, annulled_at timestamptz, annulled_reason text, direction text,
			decision text, objection text, occurred_at timestamptz, clock_offset_ms bigint, shown_verdict text, gate_id uuid,
			device_id text, scanned_text text, is_replayed boolean, left_at timestamptz, visit int, conflict_kind text,
			conflict_with uuid)`);
}

export async function insertUndos(tx: Tx, door: DoorCaller, undos: NewUndo[]): Promise<void> {
	if (undos.length === 0) return;
	const rows = undos.map((undo) => ({
		nonce: undo.nonce,
		list_id: undo.listId,
		target: undo.target,
		attendee_id: undo.attendeeId,
		reason: undo.reason,
		device: undo.device,
		device_id: undo.deviceId,
		scanned_at: iso(undo.scannedAtMs),
		occurred_at: iso(undo.occurredAtMs),
	}));
	await tx.execute(sql`
		INSERT INTO check_in_undos (organisation_id, event_id, staff_link_id, user_id, nonce, list_id, target, attendee_id, reason, device,
			device_id, scanned_at, occurred_at)
		SELECT ${door.organisationId}::uuid, ${door.eventId}::uuid, ${door.staffLinkId}::uuid, ${door.userId}::uuid, n.nonce, n.list_id,
			n.target, n.attendee_id, n.reason, n.device, n.device_id, n.scanned_at, n.occurred_at
		FROM jsonb_to_recordset(${json(rows)}::jsonb) AS n(nonce text, list_id uuid, target text, attendee_id uuid, reason text,
			device text, device_id text, scanned_at timestamptz, occurred_at timestamptz)
		ON CONFLICT DO NOTHING`);
}

/** An undo that waited for its scan learns whose it was. */
export async function joinUndos(tx: Tx, door: Scope, joined: UndoRow[]): Promise<void> {
	if (joined.length === 0) return;
	const rows = joined.map((undo) => ({
		nonce: undo.nonce,
		attendee_id: undo.attendeeId,
		list_id: undo.listId,
	}));
	await tx.execute(sql`
		UPDATE check_in_undos u SET attendee_id = n.attendee_id, list_id = n.list_id
		FROM jsonb_to_recordset(${json(rows)}::jsonb) AS n(nonce text, attendee_id uuid, list_id uuid)
		WHERE u.organisation_id = ${door.organisationId} AND u.event_id = ${door.eventId} AND u.nonce = n.nonce`);
}
