import { and, eq, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { isAdmissionTicket } from '#server/db/admissions.ts';
import type { Tx } from '#server/db/client.ts';
import { plainArray, selectList, textArray } from '#server/db/statement.ts';
import { checkIns, checkInUndos } from '#server/db/tables/check-in.ts';
import { isOfEvent } from '#server/domain/event-scope.ts';

/** A guest as a scan found them. */
export interface FoundGuest {
	id: string;
	eventId: string;
	/** Whom they come with: a group, or else an order; null: whom a ticket was transferred to comes by themself. */
	partyId: string | null;
	name: string;
	status: 'held' | 'active' | 'cancelled';
	cancelledAtMs: number | null;
	ticketTypeId: string;
	ticketTypeName: string;
	/** Whether the ticket lets somebody in. */
	isAdmission: boolean;
	/** When the scanned code was replaced by another; null: it is the guest's own. */
	retiredAtMs: number | null;
	/** Their code as it is now, of those whose row is locked. */
	ticketCode: string;
}

type Scope = { organisationId: string; eventId: string };
type Found = Omit<FoundGuest, 'cancelledAtMs' | 'retiredAtMs'> & {
	code: string;
	cancelledAt: string | null;
	retiredAt: string | null;
};
const ms = (value: string | null) => (value === null ? null : Date.parse(value));

/** Of attendee `a`. */
const guestColumns = sql.raw(
	selectList({
		id: 'a.id',
		eventId: 'a.event_id',
		partyId: 'coalesce(a.group_id, CASE WHEN a.holder_version IS NULL THEN a.order_id END)',
		name: 'a.name',
		status: 'a.status',
		cancelledAt: 'a.cancelled_at',
		ticketTypeId: 'a.ticket_type_id',
		ticketTypeName: `(
			SELECT t.name FROM ticket_types t
			WHERE t.organisation_id = a.organisation_id AND t.event_id = a.event_id AND t.id = a.ticket_type_id
		)`,
		isAdmission: isAdmissionTicket('a'),
		ticketCode: 'a.ticket_code',
	}),
);

const toGuest = ({ code: _, cancelledAt, retiredAt, ...guest }: Found): FoundGuest => ({
	...guest,
	cancelledAtMs: ms(cancelledAt),
	retiredAtMs: ms(retiredAt),
});

/** Guests of the organisation by canonical code: by their own, or by one that they had before. */
export async function findByCodes(tx: Tx, scope: Scope, codes: string[]): Promise<Map<string, FoundGuest>> {
	if (codes.length === 0) return new Map();
	const { rows } = await tx.execute<Found>(sql`
		SELECT a.ticket_code AS code, NULL::timestamptz AS "retiredAt", ${guestColumns}
		FROM attendees a
		WHERE a.organisation_id = ${scope.organisationId} AND a.ticket_code = ANY(${textArray(codes)}::text[])
		UNION ALL
		SELECT r.ticket_code, r.retired_at, ${guestColumns}
		FROM retired_ticket_codes r
		JOIN attendees a ON a.organisation_id = r.organisation_id AND a.event_id = r.event_id AND a.id = r.attendee_id
		WHERE r.organisation_id = ${scope.organisationId} AND r.ticket_code = ANY(${textArray(codes)}::text[])`);
	return new Map(rows.map((row) => [row.code, toGuest(row)]));
}

/** Guests of the event by id, their rows locked in one order, so that two batches about one guest follow each other. */
export async function lockGuests(tx: Tx, scope: Scope, ids: string[]): Promise<Map<string, FoundGuest>> {
	if (ids.length === 0) return new Map();
	const { rows } = await tx.execute<Found>(sql`
		SELECT NULL::timestamptz AS "retiredAt", ${guestColumns}
		FROM attendees a
		WHERE a.organisation_id = ${scope.organisationId} AND a.event_id = ${scope.eventId}
			AND a.id = ANY(${plainArray(ids)}::uuid[])
		ORDER BY a.id FOR NO KEY UPDATE OF a`);
	return new Map(rows.map((row) => [row.id, toGuest(row)]));
}

const readRows = async (tx: Tx, scope: Scope, where: SQL) => {
	const rows = await tx
		.select({
			id: checkIns.id,
			nonce: sql<string>`coalesce(${checkIns.nonce}, ${checkIns.id}::text)`,
			listId: checkIns.listId,
			attendeeId: checkIns.attendeeId,
			deviceId: sql<string>`coalesce(${checkIns.deviceId}, '')`,
			device: checkIns.device,
			direction: checkIns.direction,
			decision: checkIns.decision,
			objection: checkIns.objection,
			occurredAt: checkIns.occurredAt,
			verdict: checkIns.verdict,
			annulledAt: checkIns.annulledAt,
			leftAt: checkIns.leftAt,
			visit: checkIns.visit,
			conflictKind: checkIns.conflictKind,
			conflictWith: checkIns.conflictWith,
		})
		.from(checkIns)
		.where(and(isOfEvent(checkIns, scope), where));
	return rows.map(({ decision, occurredAt, annulledAt, leftAt, ...row }) => ({
		...row,
		isAdmitted: decision === 'admitted',
		occurredAtMs: occurredAt.getTime(),
		annulledAtMs: annulledAt?.getTime() ?? null,
		leftAtMs: leftAt?.getTime() ?? null,
	}));
};

/** A scan as it is stored, with what it means. */
export type LogRow = Awaited<ReturnType<typeof readRows>>[number];

/** Scans by their nonces, refused ones too. */
export const findScans = async (tx: Tx, scope: Scope, nonces: string[]): Promise<LogRow[]> =>
	nonces.length === 0 ? [] : readRows(tx, scope, sql`${checkIns.nonce} = ANY(${textArray(nonces)}::text[])`);

/** Everybody whom these guests' tickets let in or out so far. */
export const readAdmissions = async (tx: Tx, scope: Scope, guests: string[]): Promise<LogRow[]> =>
	guests.length === 0
		? []
		: readRows(
				tx,
				scope,
				sql`${checkIns.attendeeId} = ANY(${plainArray(guests)}::uuid[]) AND ${checkIns.decision} = 'admitted'`,
			);

/** Undos of these guests, of these scans, or by these nonces. */
export async function readUndos(
	tx: Tx,
	scope: Scope,
	of: { guests: string[]; targets: string[]; nonces: string[] },
) {
	const { nonce, target, attendeeId, listId, reason, occurredAt, organisationId, eventId } = checkInUndos;
	const read = (where: SQL) =>
		tx
			.select({ nonce, target, attendeeId, listId, reason, occurredAt })
			.from(checkInUndos)
			.where(and(eq(organisationId, scope.organisationId), eq(eventId, scope.eventId), where));
	const rows = await union(
		read(sql`${attendeeId} = ANY(${plainArray(of.guests)}::uuid[])`),
		read(sql`${target} = ANY(${textArray(of.targets)}::text[])`),
		read(sql`${nonce} = ANY(${textArray(of.nonces)}::text[])`),
	);
	return rows.map(({ occurredAt, ...row }) => ({ ...row, occurredAtMs: occurredAt.getTime() }));
}

export type UndoRow = Awaited<ReturnType<typeof readUndos>>[number];
