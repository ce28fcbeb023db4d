import type { Tx } from '#server/db/client.ts';
import { findUseOfCode, takeFromCard } from '#server/domain/gift-cards/use-card.ts';
import { lockSubject } from '#server/domain/ledger/post.ts';
import { holdBeginning } from '#server/domain/payments/attempt-limits.ts';
import { cancelWaiting } from '#server/domain/payments/charge.ts';
import type { PaymentRow } from '#server/domain/payments/payment-record.ts';
import { getPayment } from '#server/domain/payments/queries.ts';
import { recordPayment } from '#server/domain/payments/settle.ts';
import type { Services } from '#server/services.ts';
import { ruleViolation } from '#shared/errors/app-error.ts';
import { message } from '#shared/errors/translatable-message.ts';
import { getMissing } from '../commands/mark-order-paid.ts';
import { holdPayments } from '../documents/with-order.ts';
import { getOrder, lockOrder, type OrderRecord, type OrderScope } from '../order-record.ts';
import { donatedMinorOf } from './donated-part.ts';

/** How often the order of a gift card is looked at until it is confirmed or has ended. */
const checkMs = 60_000;

export interface GiftCardInput {
	/** The code, as it was typed. */
	code: string;
	/** Refuses an order that cannot be paid now, or not as its buyer saw it. */
	refuse: (order: OrderRecord) => void;
	/** Refuses a rest that cannot be paid the way that was chosen: nothing is taken then. */
	refuseRest: () => void;
}

/** What a gift card came to: its payment, and whether the order is paid with it. */
export interface GiftCardPayment {
	payment: PaymentRow;
	isPaid: boolean;
}

/**
 * Pays what a gift card can of an order: all, then the order is confirmed with it, or a part, then it waits for the rest. A card that pays
 * the order already pays no more. Everything that decides about the order's money is held before the card.
 * @throws `payment-in-progress`, `nothing-to-pay`, what `input` and `takeFromCard` refuse
 */
export async function payByGiftCard(
	services: Services,
	scope: OrderScope,
	input: GiftCardInput,
): Promise<GiftCardPayment> {
	const { organisationId, orderId } = scope;
	const { db } = services.database;
	const known = await findUseOfCode(db, { ...scope, code: input.code });
	// Back from their bank's page without having confirmed: the card of before is not charged any more.
	if (!known) await cancelWaiting(services, { organisationId, subjectId: orderId });
	const made = await services.database.unitOfWork((unit) =>
		unit.transaction((tx) => payHeld({ ...services, database: unit }, tx, scope, input)),
	);
	return {
		payment: await getPayment(db, { organisationId, paymentId: made.paymentId }),
		isPaid: made.isPaid,
	};
}

async function payHeld(
	services: Services,
	tx: Tx,
	scope: OrderScope,
	{ code, refuse, refuseRest }: GiftCardInput,
): Promise<{ paymentId: string; isPaid: boolean }> {
	const { organisationId, eventId, orderId: subjectId } = scope;
	const { currency } = await getOrder(services, scope);
	// As money that comes another way: not between a press of "Pay" and its payment; payments, then balance, then order, then card.
	await holdBeginning(tx, subjectId);
	await holdPayments(tx, scope);
	const balanceMinor = await lockSubject(tx, { organisationId, eventId, subjectId, currency });
	await lockOrder(tx, scope);
	const order = await getOrder(services, scope);
	const known = await findUseOfCode(tx, { ...scope, code });
	if (known && order.status === 'confirmed') return { paymentId: known, isPaid: true };
	refuse(order);
	if (known) return { paymentId: known, isPaid: false };
	const dueMinor = await getMissing(tx, scope, order.totalMinor + balanceMinor);
	const soonMs = services.clock.now().getTime() + checkMs;
	const { paymentId, amountMinor } = await takeFromCard(services, tx, {
		...{ organisationId, eventId, orderId: subjectId, code, dueMinor, currency },
		donatedMinor: donatedMinorOf(order),
		checkAt: new Date(Math.min(order.expiresAt?.getTime() ?? soonMs, soonMs)),
	});
	const isPaid = amountMinor === dueMinor;
	if (!isPaid) refuseRest();
	await recordPayment(services, tx, {
		...{ id: paymentId, organisationId, eventId, subjectId, currency, amountMinor },
		method: 'gift_card',
		isPart: !isPaid,
	});
	// What was paid in full and not confirmed leaves the card as it was.
	if (isPaid && (await lockOrder(tx, scope)).status !== 'confirmed')
		throw ruleViolation('hold-ended', message`These tickets are not available any more. Choose others.`);
	return { paymentId, isPaid };
}
