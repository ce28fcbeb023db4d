import { sql } from 'drizzle-orm';
import type { DbOrTx } from '#server/db/client.ts';
import { plainArray } from '#server/db/statement.ts';
import { getWholeEvent } from '#server/domain/events/queries.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import type { Services } from '#server/services.ts';
import type { Cancellation } from '#shared/contracts/refund-requests.ts';
import { notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import {
	decideRefund,
	noticeOf,
	type RefundDoubt,
	type RefundTerms,
	type RequestPolicy,
	refundShare,
} from '#shared/rules/refund-policy.ts';
import { refundableByTicket } from '#shared/rules/ticket-prices.ts';
import { canRefundToGiftCard, refundable } from '../commands/request-refunds.ts';
import { isOver } from '../event-end.ts';
import { getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { ownTickets } from '../present.ts';
import { readTicketRefunds } from '../ticket-refunds.ts';
import { handedOn } from '../transfers/rows.ts';

/** The outcome of a cancellation, and whether it is of all valid tickets of the order. */
export interface CancellationOffer extends Cancellation {
	isWhole: boolean;
	/** By which terms money goes back; null: none does, or a person decides. */
	terms: RefundTerms | null;
	/** The policy’s terms for a request; null: none is needed, or a person reads its words. */
	said: RequestPolicy | null;
}

/**
 * The refund for cancelling tickets of an order by the refund policy of its event, or why its organiser decides. Tickets that are cancelled
 * already are left out; a gift beside the tickets stays given.
 * @throws `event-ended`, `order-not-confirmed`, not-found for a ticket of another order, `ticket-handed-on`, `ticket-for-sale`
 */
export async function readCancellation(
	services: Services,
	scope: OrderScope,
	attendeeIds?: readonly string[],
): Promise<CancellationOffer> {
	const { db } = services.database;
	const order = await getOrder(services, scope);
	const event = await getWholeEvent(services, scope);
	if (isOver(event, services.clock.now()))
		throw ruleViolation('event-ended', message`This event is over. Tickets can no longer be cancelled.`);
	if (order.status !== 'confirmed' && order.status !== 'cancelled')
		throw ruleViolation('order-not-confirmed', message`This order isn’t confirmed yet.`);
	const known = new Set(order.attendees.map(({ id }) => id));
	if (attendeeIds?.some((id) => !known.has(id))) throw notFound('Attendee');
	const active = order.attendees.filter(({ status }) => status === 'active');
	const own = ownTickets(order).map(({ id }) => id);
	const meant = attendeeIds ? own.filter((id) => attendeeIds.includes(id)) : own;
	if (active.some(({ id }) => attendeeIds?.includes(id) && !own.includes(id))) throw handedOn();
	const forSale = order.attendees.some(({ id, resale }) => meant.includes(id) && resale?.state === 'listed');
	if (forSale)
		throw ruleViolation(
			'ticket-for-sale',
			attendeeIds?.length === 1
				? message`This ticket is for sale. Stop the sale before you cancel it.`
				: message`One of these tickets is for sale. Stop the sale before you cancel it.`,
		);
	const { prices, contestedMinor, refundableMinor } = await readPrices(db, order, meant);
	// What a bank holds back can be requested: it is there again once the dispute is won.
	const cap = (minor: number) => Math.min(minor, refundableMinor + contestedMinor);
	const sum = (of: (minor: number) => number) => prices.reduce((total, minor) => total + of(minor), 0);
	const offer = {
		attendeeIds: meant,
		isWhole: meant.length === active.length,
		priceMinor: cap(sum((minor) => minor)),
		currency: order.currency,
		canRefundToGiftCard: await canRefundToGiftCard(db, order),
		policy: event.refundPolicy,
		...{ terms: null, percent: null, until: null, reason: null, refundMinor: 0, keptMinor: 0, said: null },
	};
	if (offer.priceMinor === 0) return { ...offer, way: 'cancel' };
	const at = { ...event, now: services.clock.now() };
	const decision = decideRefund(at);
	const { step = null } = decision;
	const byTerms = (terms: RefundTerms) => cap(sum((minor) => refundShare(minor, terms, order.currency)));
	const back = { refundMinor: 0, keptMinor: 0 };
	if (decision.way === 'refund') {
		const { terms } = decision;
		back.refundMinor = byTerms(terms);
		back.keptMinor = byTerms({ percent: terms.percent }) - back.refundMinor;
	}
	const isDecided = step !== null || (decision.way === 'request' && decision.reason === 'no-refunds');
	const ask = (reason: RefundDoubt): CancellationOffer => {
		const isInTime = decision.way === 'refund';
		const said = { reason, step, isInTime, notice: noticeOf(step?.until ?? null, at), ...back };
		return { ...offer, way: 'request', reason, said: isDecided ? said : null };
	};
	if (contestedMinor > 0) return ask('disputed');
	if (await areInside(db, scope, meant)) return ask('checked-in');
	if (decision.way === 'request') return ask(decision.reason);
	const { terms, until } = decision;
	return { ...offer, way: 'refund', terms, percent: terms.percent, until: until.toISOString(), ...back };
}

/** The refundable amounts of some tickets and of the order, and the amount that a dispute holds. */
async function readPrices(db: DbOrTx, order: OrderRecord, attendeeIds: readonly string[]) {
	const payments = await listPayments(db, { organisationId: order.organisationId, subjectId: order.id });
	const paid = refundable(payments);
	const ticketRefunds = await readTicketRefunds(db, { ...order, orderId: order.id });
	return {
		prices: refundableByTicket({ ...order, ticketRefunds }, attendeeIds).map(({ minor }) => minor),
		contestedMinor: paid.reduce((total, { payment }) => total + payment.contestedMinor, 0),
		refundableMinor: paid.reduce((total, { leftMinor }) => total + leftMinor, 0),
	};
}

/** Whether somebody was let in with one of these tickets. */
async function areInside(db: DbOrTx, scope: OrderScope, attendeeIds: readonly string[]): Promise<boolean> {
	const { rows } = await db.execute<{ one: number }>(sql`
		SELECT 1 AS one FROM check_ins WHERE organisation_id = ${scope.organisationId} AND event_id = ${scope.eventId}
			AND attendee_id = ANY(${plainArray(attendeeIds)}::uuid[]) AND verdict = 'accepted' AND annulled_at IS NULL LIMIT 1`);
	return rows.length > 0;
}
