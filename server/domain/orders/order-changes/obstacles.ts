import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import type { EventWithOrganiser } from '#server/domain/events/event-rows.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import type { EventStock, SaleTerms } from '#server/domain/tickets/stock.ts';
import type { ChangeObstacle } from '#shared/contracts/order-changes.ts';
import { deadlineOf } from '#shared/rules/refund-policy.ts';
import { refundableByTicket, ticketPrices } from '#shared/rules/ticket-prices.ts';
import { canBeHad } from '../event-end.ts';
import type { OrderRecord } from '../order-record.ts';
import { findRefundRequest } from '../refund-requests/rows.ts';
import { readTicketRefunds } from '../ticket-refunds.ts';

/** Who changes an order. Buyers are bound by the event’s rules for changes, members only by capacity. */
export type ChangeAuthor = 'buyer' | 'organiser';

/** Until when buyers can change tickets of an event; null: they cannot at all. */
export const changesEnd = (
	event: Pick<EventWithOrganiser, 'changeRules' | 'startsAt' | 'timeZone'>,
): Date | null => event.changeRules && deadlineOf(event.changeRules.until, event);

/** Why nothing of an order can be changed, as far as the order itself and its event say. */
export function orderObstacle(
	order: OrderRecord,
	event: EventWithOrganiser,
	now: Date,
	author: ChangeAuthor,
): ChangeObstacle | null {
	const until = author === 'buyer' ? changesEnd(event) : event.endsAt;
	if (until === null || !canBeHad(event, now)) return 'no-changes';
	if (order.status !== 'confirmed') return 'not-confirmed';
	if (now >= until) return 'too-late';
	return order.change ? 'payment-in-progress' : null;
}

/** Why nothing of an order can be changed: a decision about its money is under way. */
export async function moneyObstacle(
	db: DbOrTx,
	order: OrderRecord,
): Promise<Extract<ChangeObstacle, 'refund-requested' | 'disputed'> | null> {
	const request = await findRefundRequest(db, { ...order, orderId: order.id });
	if (request?.state === 'open') return 'refund-requested';
	const payments = await listPayments(db, { organisationId: order.organisationId, subjectId: order.id });
	return payments.some(({ contestedMinor }) => contestedMinor > 0) ? 'disputed' : null;
}

/** Whether a ticket of a type can be changed, or be what another one is changed to: it is for one person, and sold for what it is worth. */
export const isChangeable = (terms: SaleTerms): boolean =>
	(terms.kind === 'free' || terms.kind === 'paid') && terms.admits === 1 && terms.fairValueMinor === null;

/** The full price of each valid ticket of an order, and why it cannot be changed. */
export interface ChangeableTicket {
	attendeeId: string;
	ticketTypeId: string;
	priceMinor: number;
	obstacle: ChangeObstacle | null;
}

/** The valid tickets of an order: for its buyer only their own, for a member those that were transferred too. */
export async function readTickets(
	db: DbOrTx,
	order: OrderRecord,
	stock: EventStock,
	author: ChangeAuthor,
): Promise<ChangeableTicket[]> {
	const ids = order.attendees.filter(({ status }) => status === 'active').map(({ id }) => id);
	const { rows } = await db.execute<{
		id: string;
		is_inside: boolean;
		is_offered: boolean;
		is_gone: boolean;
	}>(sql`
		SELECT a.id, a.holder_version IS NOT NULL AS is_gone,
			EXISTS (SELECT FROM check_ins c WHERE c.organisation_id = a.organisation_id AND c.event_id = a.event_id
				AND c.attendee_id = a.id AND c.verdict = 'accepted' AND c.annulled_at IS NULL) AS is_inside,
			EXISTS (SELECT FROM ticket_transfers t WHERE t.organisation_id = a.organisation_id AND t.event_id = a.event_id
				AND t.attendee_id = a.id AND t.state = 'offered') AS is_offered
		FROM attendees a
		WHERE a.organisation_id = ${order.organisationId} AND a.event_id = ${order.eventId}
			AND a.id = ANY(${plainArray(ids)}::uuid[])`);
	const states = new Map(rows.map((row) => [row.id, row]));
	const ticketRefunds = await readTicketRefunds(db, { ...order, orderId: order.id });
	const prices = new Map(ticketPrices({ ...order, ticketRefunds }).map(({ id, minor }) => [id, minor]));
	const left = new Map(
		refundableByTicket({ ...order, ticketRefunds }, ids).map(({ id, minor }) => [id, minor]),
	);
	return order.attendees.flatMap(({ id, ticketTypeId, resale }): ChangeableTicket[] => {
		const state = states.get(id);
		if (!state || (state.is_gone && author === 'buyer')) return [];
		const terms = stock.types.get(ticketTypeId);
		const priceMinor = prices.get(id) ?? 0;
		const obstacle = state.is_inside
			? 'checked-in'
			: state.is_offered
				? 'offered'
				: resale?.state === 'listed'
					? 'for-sale'
					: !terms || !isChangeable(terms)
						? 'other-kind'
						: (left.get(id) ?? 0) < priceMinor
							? 'refunded'
							: null;
		return [{ attendeeId: id, ticketTypeId, priceMinor, obstacle }];
	});
}
