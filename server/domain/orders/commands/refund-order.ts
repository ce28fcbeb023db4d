import type { Tx } from '#server/db/client.ts';
import { refuseStale } from '#server/domain/accounts/sessions.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import { readRefundedLately } from '#server/domain/payments/refunded-lately.ts';
import type { Caller } from '#server/http/handler.ts';
import type { Services } from '#server/services.ts';
import { fieldError, notFound, ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { chargeStep } from '#shared/lib/provider-amounts.ts';
import type { RefundTarget } from '#shared/rules/payment-states.ts';
import { freshRefundMinor } from '#shared/rules/refund-limits.ts';
import { type RefundTerms, refundShare } from '#shared/rules/refund-policy.ts';
import { giftLeftMinor, type RefundableTicket, refundableByTicket } from '#shared/rules/ticket-prices.ts';
import { holdMoney } from '../documents/with-order.ts';
import { getOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { readOwed, takeBack } from '../take-back.ts';
import { noteTicketRefunds, readTicketRefunds } from '../ticket-refunds.ts';
import { cancelOrder } from './cancel-order.ts';
import { refundable, requestRefunds } from './request-refunds.ts';

export interface RefundInput {
	/** Without it and without tickets: all that was paid and not yet refunded. */
	amountMinor?: number | undefined;
	attendeeIds?: readonly string[] | undefined;
	/** The part of the refundable amount of the tickets; without it all. */
	terms?: RefundTerms;
	/** Whether the gift goes back: beside the tickets, or alone. */
	gift?: boolean;
	reason: string;
	/** Why it was refunded, where it was no organiser's decision about this order alone. */
	kind?: 'cancelled_event' | 'buyer_cancelled' | 'resold' | 'withdrawal';
	isCancelling: boolean;
	/** Where it goes; without it, back the way it was paid. */
	refundTo?: RefundTarget | undefined;
	/** Whether guests are notified that their tickets are cancelled; `false`: they know of it by another mail. */
	notify?: boolean;
	userId: string | null;
	/** Refuses the amount that it comes to with what the same member refunded within the hour before, before anything is written. */
	requireAmount?: ((amountMinor: number, currency: string) => void) | undefined;
}

/** Large refunds, by one order after the other, need a fresh sign-in. */
export const requireFresh =
	(services: Services, caller: Caller): RefundInput['requireAmount'] =>
	(amountMinor, currency) => {
		if (amountMinor >= freshRefundMinor(currency)) refuseStale(caller, services.clock.now());
	};

/**
 * Refunds an amount, tickets or the rest of an order: takes what was sold back in lines and books, requests the refund of its payments, and
 * cancels the tickets on request, all in one transaction. The worker sends the request to the provider.
 * @throws `more-than-paid`, `nothing-to-refund`, `payment-in-progress`, `gift-cards-not-offered`, not-found for a ticket of another order
 */
export async function refundOrder(services: Services, scope: OrderScope, input: RefundInput): Promise<void> {
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction(async (tx) => {
			await holdMoney(tx, scope);
			await refundHeld(inUnit, tx, scope, input);
		});
		if (!input.isCancelling || isGiftAlone(input)) return;
		const { notify = true } = input;
		if (!input.attendeeIds) await cancelOrder(inUnit, scope, { notify });
		for (const attendeeId of input.attendeeIds ?? [])
			await cancelOrder(inUnit, scope, { attendeeId, notify, notifiesAttendee: notify });
	});
}

const isUnderWay = ({ state }: { state: string }) =>
	state === 'created' || state === 'requires_action' || state === 'processing';

/** Refunds what is requested; the caller holds the payments of the order. */
async function refundHeld(services: Services, tx: Tx, scope: OrderScope, input: RefundInput): Promise<void> {
	const order = await getOrder(services, scope);
	const payments = await listPayments(tx, { organisationId: scope.organisationId, subjectId: order.id });
	const refundableMinor = refundable(payments).reduce((sum, one) => sum + one.leftMinor, 0);
	const tickets = await ticketsOf(tx, order, input);
	const amountMinor = amountOf(order, input, { tickets, refundableMinor });
	if (input.amountMinor !== undefined && amountMinor % chargeStep(order.currency) !== 0)
		throw fieldError('amountMinor', message`Please enter a valid amount.`);
	if (amountMinor <= 0) throw ruleViolation('nothing-to-refund', message`There is nothing left to refund.`);
	if (amountMinor > refundableMinor)
		throw ruleViolation('more-than-paid', message`This is more than was paid and not yet refunded.`, {
			refundableMinor,
		});
	// It charges what is missing beside what was paid before; nothing of that may go back until it is known what became of it.
	if (order.confirmedAt === null && input.kind !== 'cancelled_event' && payments.some(isUnderWay))
		throw ruleViolation('payment-in-progress', message`A card payment for this order is in progress.`);
	await refuseLargeRefund(tx, scope, { ...input, amountMinor, currency: order.currency });
	const soldMinor = amountMinor - (await readOwed(tx, order));
	const firstId = await requestRefunds(services, tx, {
		...{ order, amountMinor, refundTo: input.refundTo },
		// Money that never became a sale is not a refund of one.
		reason: order.confirmedAt === null ? 'not_sold' : (input.kind ?? 'organiser'),
		...{ note: input.reason, userId: input.userId },
	});
	if (soldMinor > 0)
		await takeBack(services, tx, order, {
			amountMinor: soldMinor,
			sourceId: firstId,
			userId: input.userId,
			of: { tickets, gift: input.gift === true },
		});
	await noteTicketRefunds(tx, scope, { refundId: firstId, tickets, amountMinor });
}

/** Refuses an amount that is too large together with what the same member refunded within the hour before. */
export async function refuseLargeRefund(
	tx: Tx,
	{ organisationId }: OrderScope,
	refund: Pick<RefundInput, 'userId' | 'requireAmount'> & { amountMinor: number; currency: string },
): Promise<void> {
	const { userId, requireAmount, amountMinor, currency } = refund;
	if (!requireAmount || userId === null) return;
	const lately = await readRefundedLately(tx, { organisationId, userId, currency });
	requireAmount(lately + amountMinor, currency);
}

/** Whether nothing but the gift is to go back. */
const isGiftAlone = (input: RefundInput) =>
	input.gift === true && !input.attendeeIds && input.amountMinor === undefined;

/** The refundable amount of the requested tickets. @throws not-found for a ticket of another order */
async function ticketsOf(
	tx: Tx,
	order: OrderRecord,
	{ attendeeIds = [], terms }: Pick<RefundInput, 'attendeeIds' | 'terms'>,
): Promise<RefundableTicket[]> {
	if (attendeeIds.length === 0) return [];
	const known = new Set(order.attendees.map(({ id }) => id));
	if (!attendeeIds.every((id) => known.has(id))) throw notFound('Attendee');
	const ticketRefunds = await readTicketRefunds(tx, { ...order, orderId: order.id });
	return refundableByTicket({ ...order, ticketRefunds }, attendeeIds).map((ticket) => ({
		...ticket,
		minor: terms ? refundShare(ticket.minor, terms, order.currency) : ticket.minor,
	}));
}

/** The amount that is requested: given, of tickets and gift, or all that is left. */
function amountOf(
	order: OrderRecord,
	input: RefundInput,
	{ tickets, refundableMinor }: { tickets: readonly RefundableTicket[]; refundableMinor: number },
): number {
	if (input.amountMinor !== undefined) return input.amountMinor;
	const giftMinor = input.gift ? giftLeftMinor(order.lines) : 0;
	if (!input.attendeeIds) return input.gift ? Math.min(giftMinor, refundableMinor) : refundableMinor;
	return Math.min(
		tickets.reduce((sum, { minor }) => sum + minor, giftMinor),
		refundableMinor,
	);
}
