import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import type { Services } from '#server/services.ts';
import { notFound } from '#shared/errors/app-error.ts';
import { refundableByTicket } from '#shared/rules/ticket-prices.ts';
import { type WithdrawalObstacle, withdrawalEndsAt } from '#shared/rules/withdrawals.ts';
import { cancelOrder } from '../orders/commands/cancel-order.ts';
import { refundOrder } from '../orders/commands/refund-order.ts';
import { refundable } from '../orders/commands/request-refunds.ts';
import { type AttendeeRecord, getOrder, type OrderRecord, type OrderScope } from '../orders/order-record.ts';
import { ownTickets } from '../orders/present.ts';
import { readTicketRefunds } from '../orders/ticket-refunds.ts';
import { countItems, type Decision, type Found } from './found.ts';

interface TypeTerms extends Record<string, unknown> {
	id: string;
	kind: string;
}

/**
 * The parts of an order that can be withdrawn from: tickets that its buyer holds, of types that say so. The period of an add-on begins when the event
 * ends, where it is handed over; that of others when the order is confirmed.
 * @param attendeeIds without them, all such tickets
 * @throws not-found
 */
export async function findOrderSubject(
	services: Services,
	db: DbOrTx,
	scope: OrderScope,
	attendeeIds?: readonly string[],
): Promise<Found> {
	const order = await getOrder(services, scope);
	if (attendeeIds?.some((id) => !order.attendees.some((one) => one.id === id))) throw notFound('Attendee');
	const event = await getWholeEvent(services, scope);
	const types = await readTypes(db, order);
	const nameOf = ({ ticketTypeName }: AttendeeRecord) => ticketTypeName;
	const own = ownTickets(order).filter(({ id }) => attendeeIds?.includes(id) ?? true);
	const may = own.filter(({ hasWithdrawal }) => hasWithdrawal);
	const meant = may.length > 0 ? may : own;
	const [used, now] = await Promise.all([readUsed(db, scope, meant), readNow(db)]);
	const money = await readMoney(db, order);
	const endOf = (ticket: AttendeeRecord) =>
		withdrawalEndsAt(
			types.get(ticket.ticketTypeId)?.kind === 'add_on' ? event.endsAt : (order.confirmedAt ?? now),
			event.timeZone,
		);
	const obstacleOf = (ticket: AttendeeRecord): WithdrawalObstacle | null => {
		if (order.status !== 'confirmed') return 'unpaid';
		if (money.contestedMinor > 0) return 'disputed';
		if (used.has(ticket.id)) return 'used';
		if (ticket.resale?.state === 'listed') return 'for-sale';
		return endOf(ticket) <= now ? 'late' : null;
	};
	const obstacles = may.map(obstacleOf);
	const obstacle =
		order.status === 'pending' || order.status === 'awaiting_approval'
			? 'unpaid'
			: may.length === 0
				? 'no-right'
				: (obstacles.find((one) => one !== null) ?? null);
	const prices = new Map(
		refundableByTicket(
			{ ...order, ticketRefunds: money.ticketRefunds },
			may.map(({ id }) => id),
		).map(({ id, minor }) => [id, minor]),
	);
	return {
		...{ name: order.buyer.name, email: order.buyer.email, reference: order.code, currency: order.currency },
		open: may
			.filter((_, index) => obstacles[index] === null)
			.map((ticket) => ({
				id: ticket.id,
				name: nameOf(ticket),
				refundMinor: Math.min(prices.get(ticket.id) ?? 0, money.refundableMinor),
				endsAt: endOf(ticket).toISOString(),
			})),
		meant: { ids: meant.map(({ id }) => id), items: countItems(meant.map(nameOf)) },
		obstacle,
		carryOut: (inUnit, _tx, decision) =>
			giveUp(inUnit, scope, { order, attendeeIds: meant.map(({ id }) => id) }, decision),
	};
}

/** Cancels tickets and refunds all that was paid for them, with the service fee. The money of the order is held. */
async function giveUp(
	services: Services,
	scope: OrderScope,
	{ order, attendeeIds }: { order: OrderRecord; attendeeIds: string[] },
	{ note, userId, requireAmount }: Decision,
): Promise<number> {
	const { db } = services.database;
	const money = await readMoney(db, order);
	const minor = refundableByTicket({ ...order, ticketRefunds: money.ticketRefunds }, attendeeIds).reduce(
		(sum, ticket) => sum + ticket.minor,
		0,
	);
	const refundMinor = Math.min(minor, money.refundableMinor);
	if (refundMinor > 0)
		await refundOrder(services, scope, {
			...{ attendeeIds, kind: 'withdrawal', reason: note, userId, requireAmount },
			isCancelling: false,
		});
	const active = order.attendees.filter(({ status }) => status === 'active');
	if (active.length === attendeeIds.length)
		await cancelOrder(services, scope, { notify: true, isByBuyer: true });
	else
		for (const attendeeId of attendeeIds)
			await cancelOrder(services, scope, { attendeeId, notify: true, isByBuyer: true });
	return refundMinor;
}

/** The ticket types of an order. */
async function readTypes(db: DbOrTx, order: OrderRecord): Promise<Map<string, TypeTerms>> {
	const ids = [...new Set(order.attendees.map(({ ticketTypeId }) => ticketTypeId))];
	const { rows } = await db.execute<TypeTerms>(sql`
		SELECT id, kind FROM ticket_types
		WHERE organisation_id = ${order.organisationId} AND id = ANY(${plainArray(ids)}::uuid[])`);
	return new Map(rows.map((row) => [row.id, row]));
}

/** Which of some tickets were used to enter. */
async function readUsed(
	db: DbOrTx,
	scope: OrderScope,
	tickets: readonly AttendeeRecord[],
): Promise<Set<string>> {
	const { rows } = await db.execute<{ id: string }>(sql`
		SELECT DISTINCT attendee_id AS id FROM check_ins
		WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND attendee_id = ANY(${plainArray(tickets.map(({ id }) => id))}::uuid[]) AND verdict = 'accepted' AND annulled_at IS NULL`);
	return new Set(rows.map(({ id }) => id));
}

/** When the transaction began: a statement that waits for others is in time by then. */
export async function readNow(db: DbOrTx): Promise<Date> {
	const { rows } = await db.execute<{ now: string }>(sql`SELECT now()::text AS now`);
	return new Date(rows[0]?.now ?? '');
}

/** The refundable amount of an order, refunds of single tickets, and the amount that a dispute holds. */
async function readMoney(db: DbOrTx, order: OrderRecord) {
	const payments = await listPayments(db, { organisationId: order.organisationId, subjectId: order.id });
	const paid = refundable(payments);
	return {
		ticketRefunds: await readTicketRefunds(db, { ...order, orderId: order.id }),
		contestedMinor: paid.reduce((sum, { payment }) => sum + payment.contestedMinor, 0),
		refundableMinor: paid.reduce((sum, { leftMinor }) => sum + leftMinor, 0),
	};
}
