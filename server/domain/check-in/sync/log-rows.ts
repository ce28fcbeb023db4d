import { sql } from 'drizzle-orm';
import type { DoorObjection, DoorScan, DoorUndo } from '#shared/rules/door-log.ts';
import type { Verdict } from '#shared/rules/door-verdict.ts';
import type { Tx } from '../../../db/client.ts';
import { plainArray, textArray } from '../../../db/statement.ts';

/** A guest as a scan found them. */
export interface FoundGuest {
	id: string;
	eventId: string;
	orderId: string;
	name: string;
	status: 'held' | 'active' | 'cancelled';
	cancelledAtMs: number | null;
	ticketTypeId: string;
	ticketTypeName: string;
	/** When the scanned code was replaced by another; null: it is the guest's own. */
	retiredAtMs: number | null;
}

/** A scan as it is stored, with what it means. */
export interface LogRow extends DoorScan {
	id: string;
	listId: string;
	attendeeId: string | null;
	verdict: Verdict;
	device: string;
	isAnnulled: boolean;
	leftAtMs: number | null;
	visit: number;
	conflictKind: string | null;
	conflictWith: string | null;
}

export interface UndoRow extends DoorUndo {
	attendeeId: string | null;
	listId: string;
	reason: string;
}

type Scope = { organisationId: string; eventId: string };
const ms = (value: unknown) => (value === null ? null : new Date(value as string | Date).getTime());

function toGuest(row: Record<string, unknown>): FoundGuest {
	return {
		id: row.id as string,
		eventId: row.event_id as string,
		orderId: row.order_id as string,
		name: row.name as string,
		status: row.status as FoundGuest['status'],
		cancelledAtMs: ms(row.cancelled_at),
		ticketTypeId: row.ticket_type_id as string,
		ticketTypeName: row.type_name as string,
		retiredAtMs: ms(row.retired_at),
	};
}

/** Guests of the organisation by canonical code: by their own, or by one that they had before. */
export async function findByCodes(tx: Tx, scope: Scope, codes: string[]): Promise<Map<string, FoundGuest>> {
	if (codes.length === 0) return new Map();
	const { rows } = await tx.execute<Record<string, unknown>>(sql`
		SELECT a.ticket_code AS code, a.id, a.event_id, a.order_id, a.name, a.status, a.cancelled_at, a.ticket_type_id,
			t.name AS type_name, NULL::timestamptz AS retired_at
		FROM attendees a JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		WHERE a.organisation_id = ${scope.organisationId} AND a.ticket_code = ANY(${textArray(codes)}::text[])
		UNION ALL
		SELECT r.ticket_code, a.id, a.event_id, a.order_id, a.name, a.status, a.cancelled_at, a.ticket_type_id, t.name, r.retired_at
		FROM retired_ticket_codes r
		JOIN attendees a ON a.organisation_id = r.organisation_id AND a.event_id = r.event_id AND a.id = r.attendee_id
		JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		WHERE r.organisation_id = ${scope.organisationId} AND r.ticket_code = ANY(${textArray(codes)}::text[])`);
	return new Map(rows.map((row) => [row.code as string, toGuest(row)]));
}

/** Guests of the event by id, their rows locked in one order, so that two batches about one guest follow each other. */
export async function lockGuests(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, FoundGuest>> {
	if (ids.length === 0) return new Map();
	const { rows } = await tx.execute<Record<string, unknown>>(sql`
		SELECT a.id, a.event_id, a.order_id, a.name, a.status, a.cancelled_at, a.ticket_type_id, NULL::timestamptz AS retired_at,
			(SELECT name FROM ticket_types t WHERE t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id) AS type_name
		FROM attendees a
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
			AND a.id = ANY(${plainArray(ids)}::uuid[])
		ORDER BY a.id FOR NO KEY UPDATE OF a`);
	return new Map(rows.map((row) => [row.id as string, toGuest(row)]));
}

function toLogRow(row: Record<string, unknown>): LogRow {
	return {
		id: row.id as string,
		nonce: row.nonce as string,
		listId: row.list_id as string,
		attendeeId: row.attendee_id as string | null,
		deviceId: (row.device_id as string | null) ?? '',
		device: row.device as string,
		direction: row.direction as 'in' | 'out',
		isAdmitted: row.decision === 'admitted',
		objection: row.objection as DoorObjection | null,
		occurredAtMs: ms(row.occurred_at) as number,
		verdict: row.verdict as Verdict,
		isAnnulled: row.annulled_at !== null,
		leftAtMs: ms(row.left_at),
		visit: row.visit as number,
		conflictKind: row.conflict_kind as string | null,
		conflictWith: row.conflict_with as string | null,
	};
}

const logColumns = sql`id, coalesce(nonce, id::text) AS nonce, list_id, attendee_id, device_id, device, direction, decision, objection,
	occurred_at, verdict, annulled_at, left_at, visit, conflict_kind, conflict_with`;

const ofEvent = (scope: Scope) =>
	sql`organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}`;

/** Scans by their nonces, refused ones too. */
export async function findScans(tx: Tx, scope: Scope, nonces: string[]): Promise<LogRow[]> {
	if (nonces.length === 0) return [];
	const { rows } = await tx.execute<Record<string, unknown>>(sql`
		SELECT ${logColumns} FROM check_ins WHERE ${ofEvent(scope)} AND nonce = ANY(${textArray(nonces)}::text[])`);
	return rows.map(toLogRow);
}

/** Everybody whom these guests' tickets let in or out so far. */
export async function readAdmissions(tx: Tx, scope: Scope, guests: string[]): Promise<LogRow[]> {
	if (guests.length === 0) return [];
	const { rows } = await tx.execute<Record<string, unknown>>(sql`
		SELECT ${logColumns} FROM check_ins
		WHERE attendee_id = ANY(${plainArray(guests)}::uuid[]) AND ${ofEvent(scope)} AND decision = 'admitted'`);
	return rows.map(toLogRow);
}

/** Undos of these guests, of these scans, or by these nonces. */
export async function readUndos(
	tx: Tx,
	scope: Scope,
	of: { guests: string[]; targets: string[]; nonces: string[] },
): Promise<UndoRow[]> {
	const { rows } = await tx.execute<Record<string, unknown>>(sql`
		SELECT nonce, target, attendee_id, list_id, reason, occurred_at FROM check_in_undos
		WHERE attendee_id = ANY(${plainArray(of.guests)}::uuid[]) AND ${ofEvent(scope)}
		UNION SELECT nonce, target, attendee_id, list_id, reason, occurred_at FROM check_in_undos
		WHERE ${ofEvent(scope)} AND target = ANY(${textArray(of.targets)}::text[])
		UNION SELECT nonce, target, attendee_id, list_id, reason, occurred_at FROM check_in_undos
		WHERE ${ofEvent(scope)} AND nonce = ANY(${textArray(of.nonces)}::text[])`);
	return rows.map((row) => ({
		nonce: row.nonce as string,
		target: row.target as string | null,
		attendeeId: row.attendee_id as string | null,
		listId: row.list_id as string,
		reason: row.reason as string,
		occurredAtMs: ms(row.occurred_at) as number,
	}));
}
