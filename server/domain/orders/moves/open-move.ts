import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventScope } from '#server/domain/event-scope.ts';
import { MAX_MOVED_GUESTS } from '#shared/contracts/attendee-moves.ts';
import { type AppError, fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message, type TranslatableMessage } from '#shared/errors/translatable-message.ts';
import { type AttendeeDetails, attendeeFieldNames } from '#shared/rules/attendee-fields.ts';
import { columnOf } from '../attendee-columns.ts';

/** The date that guests are moved to. */
export interface OtherDate {
	eventId: string;
	startsAt: Date;
	timeZone: string;
}

/** A ticket that is moved, with the order that it leaves. */
export interface MovingTicket extends AttendeeDetails {
	id: string;
	orderId: string;
	ticketTypeId: string;
	name: string;
	email: string;
	notes: string;
	buyerName: string;
	buyerEmail: string;
	locale: string;
	cameBy: string | null;
	source: 'web' | 'manual' | 'import' | 'door';
	createdBy: string | null;
}

interface TicketRow extends Record<string, unknown> {
	id: string;
	status: string;
	orderStatus: string;
	totalMinor: number;
	isHandedOn: boolean;
	isGrouped: boolean;
	isCheckedIn: boolean;
}

/**
 * The other date, once it is sure that guests of this one can be moved to it.
 * @throws not-found; `other-series`, `date-over`, `date-not-published`
 */
export async function openOtherDate(tx: Tx, scope: EventScope, toEventId: string): Promise<OtherDate> {
	const { rows } = await tx.execute<{
		id: string;
		series_id: string | null;
		starts_at: string;
		time_zone: string;
		status: string;
		is_over: boolean;
	}>(sql`
		SELECT id, series_id, starts_at, time_zone, status, ends_at <= now() AS is_over FROM events
		WHERE organisation_id = ${scope.organisationId} AND id IN (${scope.eventId}, ${toEventId})`);
	const from = rows.find(({ id }) => id === scope.eventId);
	const to = rows.find(({ id }) => id === toEventId.toLowerCase());
	if (!from || !to) throw notFound('Event');
	if (from === to || from.series_id === null || from.series_id !== to.series_id)
		throw ruleViolation(
			'other-series',
			message`Guests can be moved to another date of the same series. Choose one.`,
		);
	if (from.is_over)
		throw ruleViolation('date-over', message`This date is over. Its guests stay where they are.`);
	if (to.is_over) throw ruleViolation('date-over', message`That date is over. Choose one that is ahead.`);
	if (to.status !== 'published')
		throw ruleViolation(
			'date-not-published',
			message`That date isn’t published. Publish it first, or choose another one.`,
		);
	return { eventId: to.id, startsAt: new Date(to.starts_at), timeZone: to.time_zone };
}

/** Obstacles to moving single tickets, in the order in which they are shown. */
const obstacles: {
	is: (row: TicketRow) => boolean;
	rule: string;
	text: (count: number) => TranslatableMessage;
}[] = [
	{
		is: (row) => row.orderStatus === 'pending' || row.orderStatus === 'awaiting_approval',
		rule: 'order-not-confirmed',
		text: (count) =>
			message`${count} of these guests have an order that isn’t confirmed yet. Leave them out, or confirm or cancel their orders first.`,
	},
	{
		is: (row) => row.status !== 'active',
		rule: 'ticket-not-valid',
		text: (count) => message`${count} of these tickets aren’t valid any more. Leave them out.`,
	},
	{
		is: (row) => Number(row.totalMinor) > 0,
		rule: 'order-has-money',
		text: (count) =>
			message`${count} of these guests are on orders with a price, which can’t be moved. Refund and cancel those orders, and have the guests book the other date.`,
	},
	{
		is: (row) => row.isCheckedIn,
		rule: 'guest-checked-in',
		text: (count) =>
			message`${count} of these guests were checked in. Leave them out, or undo their check-ins first.`,
	},
	{
		is: (row) => row.isHandedOn,
		rule: 'ticket-handed-on',
		text: (count) => message`${count} of these tickets were transferred to another person. Leave them out.`,
	},
	{
		is: (row) => row.isGrouped,
		rule: 'ticket-of-group',
		text: (count) =>
			message`${count} of these guests come with a group. Leave them out: a group has its spots on one date.`,
	},
];

/**
 * Holds the tickets that are moved, and the orders that they leave. The turns of both dates are taken.
 * @param ids tickets; null: all that are valid
 * @throws the obstacle of those that can't be moved, with their ids; VALIDATION_FAILED for tickets of another event
 */
export async function holdTickets(
	tx: Tx,
	{ organisationId, eventId }: EventScope,
	ids: readonly string[] | null,
): Promise<MovingTicket[]> {
	const ofEvent = sql`a.organisation_id = ${organisationId} AND a.event_id = ${eventId}`;
	const wanted = ids
		? sql`a.id = ANY(${plainArray([...new Set(ids.map((id) => id.toLowerCase()))])}::uuid[])`
		: sql`a.status = 'active'`;
	const { rows: chosen } = await tx.execute<{ order_id: string }>(
		sql`SELECT a.order_id FROM attendees a WHERE ${ofEvent} AND ${wanted} ORDER BY a.id LIMIT ${MAX_MOVED_GUESTS + 1}`,
	);
	if (chosen.length > MAX_MOVED_GUESTS)
		throw ruleViolation(
			'too-many-guests',
			message`Limit ${MAX_MOVED_GUESTS} guests at a time. Choose some of them and move the others afterwards.`,
			{ limit: MAX_MOVED_GUESTS },
		);
	const orderIds = plainArray([...new Set(chosen.map((row) => row.order_id))]);
	await tx.execute(sql`
		SELECT id FROM orders WHERE organisation_id = ${organisationId} AND event_id = ${eventId} AND id = ANY(${orderIds}::uuid[])
		ORDER BY id FOR UPDATE`);
	await tx.execute(sql`
		SELECT a.id FROM attendees a WHERE ${ofEvent} AND a.order_id = ANY(${orderIds}::uuid[]) ORDER BY a.id FOR UPDATE`);
	const details = sql.raw(attendeeFieldNames.map((field) => `a.${columnOf(field)} AS "${field}"`).join(', '));
	const { rows } = await tx.execute<TicketRow & MovingTicket>(sql`
		SELECT a.id, a.order_id AS "orderId", a.ticket_type_id AS "ticketTypeId", a.name, a.email, ${details}, a.status, a.notes,
			a.holder_version IS NOT NULL AS "isHandedOn", a.group_id IS NOT NULL AS "isGrouped",
			o.buyer_name AS "buyerName", o.buyer_email AS "buyerEmail", o.locale, o.came_by AS "cameBy", o.source, o.created_by AS "createdBy",
			o.status AS "orderStatus", o.total_minor AS "totalMinor", EXISTS (
				SELECT FROM check_ins c WHERE c.organisation_id = a.organisation_id AND c.event_id = a.event_id AND c.attendee_id = a.id
					AND c.verdict = 'accepted' AND c.annulled_at IS NULL) AS "isCheckedIn"
		FROM attendees a JOIN orders o ON o.organisation_id = a.organisation_id AND o.event_id = a.event_id AND o.id = a.order_id
		WHERE ${ofEvent} AND a.order_id = ANY(${orderIds}::uuid[]) AND ${wanted}
		ORDER BY a.order_id, a.id`);
	if (ids && rows.length < new Set(ids.map((id) => id.toLowerCase())).size)
		throw fieldError(
			'attendeeIds',
			message`One of these guests is not of this event. Choose the guests again.`,
		);
	const refusal = obstacleOf(rows);
	if (refusal) throw refusal;
	if (rows.length === 0)
		throw ruleViolation('no-guests', message`This date has no guests that could be moved.`);
	return rows;
}

function obstacleOf(rows: readonly TicketRow[]): AppError | null {
	for (const { is, rule, text } of obstacles) {
		const found = rows.filter(is);
		if (found.length > 0)
			return ruleViolation(rule, text(found.length), {
				count: found.length,
				attendeeIds: found.slice(0, 50).map(({ id }) => id),
			});
	}
	return null;
}
