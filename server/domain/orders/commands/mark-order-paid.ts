import { sql } from 'drizzle-orm';
import type { Tx } from '#server/db/client.ts';
import { lockSubject } from '#server/domain/ledger/post.ts';
import { holdBeginning } from '#server/domain/payments/attempt-limits.ts';
import { recordPayment } from '#server/domain/payments/settle.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { newId } from '#shared/lib/ids.ts';
import { holdPayments } from '../documents/with-order.ts';
import { getOrder, lockOrder, type OrderScope } from '../order-record.ts';

/** Money that came by transfer or at the door. */
export interface ReceivedMoney {
	method: 'transfer' | 'cash' | 'door_card';
	note: string;
	/** Null: at the door, by a staff link. */
	userId: string | null;
	/** Of cash: what was taken beyond what is missing, below 0 short of it, as coins are too large for it. */
	roundingMinor?: number | undefined;
	/** The amount received; by default the amount due. Less is a part payment; any excess is owed to the buyer. */
	amountMinor?: number | undefined;
	/** The day that the bank says, `2026-11-27`; without it today, in UTC. */
	receivedOn?: string | undefined;
}

/**
 * Records a payment by bank transfer or at the door. The order is confirmed once it is fully paid. An expired order is confirmed only if
 * spots are left; otherwise the amount is owed to the buyer. The order is locked before its state is read, so of two concurrent calls
 * for the same payment the second is refused.
 * @returns the id of the payment
 * @throws `order-confirmed`, `order-awaits-approval`, `order-cancelled`, `nothing-to-pay`, `payment-in-progress` while a card payment is
 * open
 */
export async function markOrderPaid(
	services: Services,
	scope: OrderScope,
	money: ReceivedMoney,
): Promise<string> {
	const id = newId();
	await services.database.unitOfWork(async (unit) => {
		const inUnit = { ...services, database: unit };
		await unit.transaction(async (tx) => {
			const { organisationId, eventId, orderId: subjectId } = scope;
			const { totalMinor, currency } = await getOrder(inUnit, scope);
			// Not between a press of "Pay" and its payment.
			await holdBeginning(tx, subjectId);
			// Payments, then balance, then order: as refunds and payments by card hold them.
			await holdPayments(tx, scope);
			const balanceMinor = await lockSubject(tx, { organisationId, eventId, subjectId, currency });
			const { status } = await lockOrder(tx, scope);
			if (status === 'awaiting_approval')
				throw ruleViolation(
					'order-awaits-approval',
					message`Approve this order before you record its payment.`,
				);
			if (status === 'confirmed')
				throw ruleViolation('order-confirmed', message`This order is already confirmed.`);
			if (status === 'cancelled')
				throw ruleViolation(
					'order-cancelled',
					message`This order was cancelled. Send the money back to its buyer.`,
				);
			const missingMinor = await getMissing(tx, scope, totalMinor + balanceMinor);
			const amountMinor = money.amountMinor ?? missingMinor;
			await recordPayment(inUnit, tx, {
				...{ id, organisationId, eventId, subjectId, currency, amountMinor },
				method: money.method,
				excessMinor: Math.max(0, amountMinor - missingMinor),
				isPart: amountMinor < missingMinor,
				roundingMinor: money.roundingMinor,
				receivedOn: money.receivedOn ?? services.clock.now().toISOString().slice(0, 10),
				madeBy: money.userId,
				note: money.note,
			});
		});
	});
	return id;
}

/**
 * The amount due on an order that is not confirmed. Its money is held.
 * @param dueMinor what it costs less what was paid. The books learn what was ordered when it is confirmed, so their balance is what was paid.
 * @throws `payment-in-progress`, `nothing-to-pay`
 */
export async function getMissing(tx: Tx, scope: OrderScope, dueMinor: number): Promise<number> {
	const { isPaying, refundingMinor } = await readMoneyUnderWay(tx, scope);
	if (isPaying)
		throw ruleViolation('payment-in-progress', message`A card payment for this order is in progress.`);
	// What is to go back pays nothing.
	const missingMinor = dueMinor + refundingMinor;
	if (missingMinor <= 0)
		throw ruleViolation('nothing-to-pay', message`There is nothing to pay for this order.`);
	return missingMinor;
}

/** Whether a card payment of an order is under way, and what of its payments is to go back. */
async function readMoneyUnderWay(
	tx: Tx,
	scope: OrderScope,
): Promise<{ isPaying: boolean; refundingMinor: number }> {
	const { rows } = await tx.execute<{ is_paying: boolean | null; refunding: string | null }>(sql`
		SELECT bool_or(state IN ('created', 'requires_action', 'processing')) AS is_paying, sum(refunding_minor) AS refunding
		FROM payments WHERE organisation_id = ${scope.organisationId} AND subject_id = ${scope.orderId}`);
	return { isPaying: rows[0]?.is_paying === true, refundingMinor: Number(rows[0]?.refunding ?? 0) };
}
