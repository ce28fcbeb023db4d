import type { Tx } from '#server/db/client.ts';
import { checkUseAt, claimDueUses, type DueUse } from '#server/domain/gift-cards/return-card.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { listPayments } from '#server/domain/payments/queries.ts';
import { requestRefund } from '#server/domain/payments/request-refund.ts';
import { createFairPoller, runDue } from '#server/jobs/fair-poller.ts';
import type { Services } from '#server/services.ts';
import { holdMoney } from '../documents/with-order.ts';
import { getOrder, type OrderRecord } from '../order-record.ts';
import { readOwed } from '../take-back.ts';

/** Minutes until an order is looked at again: while money for it is under way, and while it waits for its money. */
const underWayMinutes = 1;
const pendingMinutes = 5;

/** Whether it is not known yet what becomes of a payment. */
export const isUnderWay = ({ state }: Pick<PaymentRow, 'state'>): boolean =>
	state === 'created' || state === 'requires_action' || state === 'processing';

/** The part of a payment that was not refunded. */
export const leftOf = (payment: Pick<PaymentRow, 'capturedMinor' | 'refundedMinor' | 'refundingMinor'>) =>
	payment.capturedMinor - payment.refundedMinor - payment.refundingMinor;

/**
 * Looks at an order that a gift card paid for, all or a part. One that has ended without being confirmed gives it back; not while a bank
 * card is charged for the rest, which may confirm it. Looking again changes nothing.
 */
async function checkUse(services: Services, tx: Tx, use: DueUse): Promise<void> {
	await holdMoney(tx, use);
	const order = await getOrder(services, use);
	const payments = await listPayments(tx, {
		organisationId: use.organisationId,
		subjectId: use.orderId,
	});
	const payment = payments.find(({ id }) => id === use.paymentId);
	if (!payment) throw new Error(`gift card use ${use.paymentId} has no payment`);
	const inMinutes = (minutes: number) => services.clock.now().getTime() + minutes * 60_000;
	if (order.confirmedAt === null && payments.some(isUnderWay))
		return checkUseAt(tx, use, new Date(inMinutes(underWayMinutes)));
	if (order.confirmedAt === null && (order.status === 'pending' || order.status === 'awaiting_approval')) {
		const atMs = Math.min(order.expiresAt?.getTime() ?? Number.POSITIVE_INFINITY, inMinutes(pendingMinutes));
		// Its time is over, and it is about to be ended.
		return checkUseAt(tx, use, new Date(Math.max(atMs, services.clock.now().getTime() + 10_000)));
	}
	const amountMinor =
		order.confirmedAt === null ? leftOf(payment) : await unneeded(tx, order, payments, payment);
	const { organisationId, paymentId } = use;
	const reason = order.confirmedAt === null ? 'not_sold' : 'paid_twice';
	if (amountMinor > 0) await requestRefund(services, tx, { organisationId, paymentId, amountMinor, reason });
	await checkUseAt(tx, use, null);
}

/**
 * What of a card was not needed for an order that is confirmed: a bank card that had been declined for the whole was charged after all. What
 * a member took beyond what was missing is theirs to return.
 */
async function unneeded(
	tx: Tx,
	order: OrderRecord,
	payments: readonly PaymentRow[],
	payment: PaymentRow,
): Promise<number> {
	const acceptedMinor = payments.reduce((sum, one) => sum + one.excessMinor, 0);
	return Math.max(0, Math.min(leftOf(payment), (await readOwed(tx, order)) - acceptedMinor));
}

const name = 'orders.return-gift-cards';

/** Gives what gift cards paid of orders that were never confirmed back to them. */
export const giftCardPoller = createFairPoller<DueUse>({
	name,
	idleMs: 2_000,
	find: (services, { without }) => claimDueUses(services, without),
	ownerOf: ({ organisationId }) => organisationId,
	keyOf: ({ paymentId }) => paymentId,
	atOnce: 1,
	async run(services, [use]) {
		await services.database.unitOfWork((unit) =>
			unit.transaction((tx) => checkUse({ ...services, database: unit }, tx, use)),
		);
		return 1;
	},
});

/** Looks at all orders of gift cards that are due. @returns how many */
export const returnGiftCards = runDue(giftCardPoller);
