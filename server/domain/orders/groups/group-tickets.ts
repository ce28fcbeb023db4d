import { sql } from 'drizzle-orm';
import type { DbOrTx, Tx } from '#server/db/client.ts';
import { plainArray, textArray } from '#server/db/statement.ts';
import type { GroupRow } from '#server/domain/groups/rows.ts';
import type { GroupScope } from '#server/http/handler.ts';
import { placeName } from '#shared/rules/groups.ts';
import type { OrderScope } from '../order-record.ts';

/** A ticket of a group. */
export interface GroupTicket {
	id: string;
	orderId: string;
	/** Of its place: from 1, in the order in which the tickets were made. Tickets that were cancelled keep theirs. */
	number: number;
	name: string;
	email: string;
	status: 'held' | 'active' | 'cancelled';
	holderVersion: number | null;
	ticketTypeId: string;
	ticketTypeName: string;
	/** The total of its order. */
	totalMinor: number;
	isCheckedIn: boolean;
	/** It is offered to somebody else, for sale, with a refund request, or its order waits for the payment of a change. */
	isBusy: boolean;
}

const isInside = sql`EXISTS (SELECT FROM check_ins c WHERE c.organisation_id = a.organisation_id AND c.event_id = a.event_id
	AND c.attendee_id = a.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL)`;

/** Obstacles to transferring a ticket. */
const isBusyAt = (now: Date) => sql`(
	EXISTS (SELECT FROM ticket_transfers f WHERE f.organisation_id = a.organisation_id AND f.event_id = a.event_id
		AND f.attendee_id = a.id AND f.state = 'offered' AND f.expires_at > ${now.toISOString()}::timestamptz)
	OR EXISTS (SELECT FROM resale_listings l WHERE l.organisation_id = a.organisation_id AND l.event_id = a.event_id
		AND l.attendee_id = a.id AND l.state = 'listed')
	OR EXISTS (SELECT FROM refund_requests q WHERE q.organisation_id = a.organisation_id AND q.event_id = a.event_id
		AND q.order_id = a.order_id AND q.state = 'open' AND a.id = ANY (q.attendee_ids))
	OR EXISTS (SELECT FROM order_changes h WHERE h.organisation_id = a.organisation_id AND h.event_id = a.event_id
		AND h.order_id = a.order_id AND h.state = 'awaiting_payment'))`;

const ofGroup = ({ organisationId, eventId, groupId }: GroupScope) =>
	sql`a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.group_id = ${groupId}`;

/** The tickets of a group in the order of their places; of `leader` also those that were cancelled. */
export async function readGroupTickets(
	db: DbOrTx,
	scope: GroupScope,
	{ pays, now }: { pays: GroupRow['pays']; now: Date },
): Promise<GroupTicket[]> {
	const { rows } = await db.execute<GroupTicket & { totalMinor: string | number } & Record<string, unknown>>(
		sql`SELECT a.id, a.order_id AS "orderId", (row_number() OVER (ORDER BY a.id))::int AS number, a.name, a.email, a.status,
				a.holder_version AS "holderVersion", t.id AS "ticketTypeId", t.name AS "ticketTypeName", o.total_minor AS "totalMinor",
				${isInside} AS "isCheckedIn", ${isBusyAt(now)} AS "isBusy"
			FROM attendees a
			JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
			JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
			WHERE ${ofGroup(scope)} ${pays === 'each' ? sql`AND a.status <> 'cancelled'` : sql``}
			ORDER BY a.id`,
	);
	return rows.map((row) => ({ ...row, totalMinor: Number(row.totalMinor) }));
}

/** Whether the place of a ticket of `leader` is open, claimed or its buyer’s own; null: it was cancelled. */
export function placeState(
	ticket: Pick<GroupTicket, 'id' | 'status' | 'holderVersion'>,
	{ keptIds }: Pick<GroupRow, 'keptIds'>,
): 'open' | 'claimed' | 'own' | null {
	if (ticket.status !== 'active') return null;
	if (keptIds.includes(ticket.id)) return 'own';
	return ticket.holderVersion === null ? 'open' : 'claimed';
}

/** Whether an open place of `leader` can be claimed now. */
export const isClaimable = (ticket: GroupTicket, group: Pick<GroupRow, 'keptIds'>): boolean =>
	placeState(ticket, group) === 'open' && !ticket.isCheckedIn && !ticket.isBusy;

/** Holds the first open place of a group that can be claimed. Its order is held. @returns its ticket; null: there is none */
export async function lockOpenPlace(
	tx: Tx,
	scope: GroupScope,
	{ order, keptIds, now }: { order: OrderScope; keptIds: readonly string[]; now: Date },
): Promise<string | null> {
	const passed = [...keptIds];
	for (;;) {
		const { rows } = await tx.execute<{ id: string }>(sql`
			SELECT a.id FROM attendees a
			WHERE ${ofGroup(scope)} AND a.order_id = ${order.orderId} AND a.status = 'active' AND a.holder_version IS NULL
				AND a.id <> ALL (${plainArray(passed)}::uuid[]) AND NOT ${isInside} AND NOT ${isBusyAt(now)}
			ORDER BY a.id LIMIT 1 FOR UPDATE OF a`);
		const id = rows[0]?.id;
		if (id === undefined) return null;
		// Read again once it is held: somebody may have been let in with it meanwhile.
		const { rows: used } = await tx.execute<Record<string, unknown>>(
			sql`SELECT FROM attendees a WHERE ${ofGroup(scope)} AND a.id = ${id} AND ${isInside}`,
		);
		if (used.length === 0) return id;
		passed.push(id);
	}
}

/** A ticket of an order that its buyer could share, held with the order. */
export interface OwnTicket {
	id: string;
	name: string;
	groupId: string | null;
	isAdmission: boolean;
	buyerName: string;
	buyerEmail: string;
	locale: string;
}

/** Holds the valid tickets of an order that its buyer holds. The order is held. */
export async function lockOwnTickets(tx: Tx, order: OrderScope): Promise<OwnTicket[]> {
	const { rows } = await tx.execute<OwnTicket & Record<string, unknown>>(sql`
		SELECT a.id, a.name, a.group_id AS "groupId", t.is_admission AS "isAdmission", o.buyer_name AS "buyerName",
			o.buyer_email AS "buyerEmail", o.locale
		FROM attendees a
		JOIN ticket_types t ON t.organisation_id = a.organisation_id AND t.id = a.ticket_type_id
		JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE a.organisation_id = ${order.organisationId} AND a.event_id = ${order.eventId} AND a.order_id = ${order.orderId}
			AND a.status = 'active' AND a.holder_version IS NULL
		ORDER BY a.id FOR UPDATE OF a`);
	return rows;
}

/** Writes into tickets, which are held, which group they are of and how they are named; without a name they keep theirs. */
export async function writeGroupTickets(
	tx: Tx,
	{ organisationId, eventId, groupId }: GroupScope,
	tickets: readonly { id: string; name: string | null }[],
): Promise<void> {
	if (tickets.length === 0) return;
	await tx.execute(sql`
		UPDATE attendees a SET group_id = ${groupId}, name = coalesce(nullif(g.name, ''), a.name), version = a.version + 1, updated_at = now()
		FROM unnest(${plainArray(tickets.map(({ id }) => id))}::uuid[], ${textArray(tickets.map(({ name }) => name ?? ''))}::text[]) AS g(id, name)
		WHERE a.organisation_id = ${organisationId} AND a.event_id = ${eventId} AND a.id = g.id`);
}

/** The name of the place of a ticket of a group. */
export function placeNameOf(group: string, tickets: readonly GroupTicket[], ticketId: string): string {
	return placeName(group, tickets.find(({ id }) => id === ticketId)?.number ?? 1);
}
