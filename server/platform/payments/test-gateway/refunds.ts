import type Stripe from 'stripe';
import { addBalanceItem, wholeUnits } from './balance.ts';
import { testCardByLast4 } from './cards.ts';
import type { FormFields } from './form.ts';
import { booleanField, integerField, metadataField, textField } from './form-fields.ts';
import { makeId, unix } from './ids.ts';
import { invalidRequest, missing } from './problem.ts';
import type { Session } from './session.ts';

export async function createRefund(session: Session, fields: FormFields): Promise<Stripe.Refund> {
	const charge = await lockCharge(session, fields);
	const left = charge.amount_captured - charge.amount_refunded;
	if (charge.status !== 'succeeded') {
		throw invalidRequest('The charge did not succeed, so it cannot be refunded.', {
			code: 'charge_not_refundable',
		});
	}
	if (left <= 0) {
		throw invalidRequest('The charge has already been refunded.', { code: 'charge_already_refunded' });
	}
	if (charge.disputed && !(await isRefundable(session, charge.id))) {
		throw invalidRequest('The charge has been charged back.', { code: 'charge_disputed' });
	}
	const amount = integerField(fields, 'amount') ?? left;
	if (amount < 1)
		throw invalidRequest('Invalid positive integer', { code: 'parameter_invalid_integer', param: 'amount' });
	if (amount > left) {
		throw invalidRequest('Refund amount is greater than unrefunded amount on charge.', {
			code: 'amount_too_large',
			param: 'amount',
		});
	}
	const behaviour = testCardByLast4(charge.payment_method_details?.card?.last4).refund;
	const isPending = behaviour === 'pending_then_succeeds' || session.controls.areRefundsPending;
	const returnedFee = booleanField(fields, 'refund_application_fee')
		? await returnApplicationFee(session, charge, amount)
		: 0;
	const id = makeId('re');
	const refund: Stripe.Refund = {
		id,
		object: 'refund',
		amount,
		balance_transaction: addBalanceItem(session, {
			type: 'refund',
			category: 'refund',
			amount: -amount,
			currency: charge.currency,
			applicationFee: -returnedFee,
			source: id,
		}).id,
		charge: charge.id,
		created: unix(session.now),
		currency: charge.currency,
		customer: charge.customer,
		customer_account: null,
		destination_details: {
			card: { reference_status: 'pending', reference_type: 'acquirer_reference_number', type: 'refund' },
			type: 'card',
		},
		metadata: metadataField(fields),
		payment_intent: charge.payment_intent,
		payment_method: charge.payment_method,
		reason: (textField(fields, 'reason') || null) as Stripe.Refund.Reason | null,
		receipt_number: null,
		source_transfer_reversal: null,
		status: isPending ? 'pending' : 'succeeded',
		transfer_reversal: null,
		...(isPending && { pending_reason: 'processing' as const }),
	};
	session.put('refund', refund, { charge: charge.id, paymentIntent: charge.payment_intent as string });
	putRefunded(session, charge, amount);
	session.emit('refund.created', refund);
	if (isPending || behaviour === 'succeeds_then_fails') {
		const outcome = behaviour === 'succeeds_then_fails' ? 'failed' : 'succeeded';
		session.schedule(
			{ type: 'settle-refund', account: session.account, refund: id, outcome },
			session.controls.refundSeconds,
		);
	}
	return refund;
}

/** The end of a refund that was pending, or the bank sends back one that had succeeded. */
export async function settleRefund(
	session: Session,
	id: string,
	outcome: 'succeeded' | 'failed',
): Promise<void> {
	const known = await session.find('refund', id);
	if (!known) return;
	// The charge first, as when a refund is made.
	const { object: charge } = await session.lock('charge', known.object.charge as string);
	const { object: refund } = await session.lock('refund', id);
	if (refund.status === outcome || refund.status === 'failed' || refund.status === 'canceled') return;
	const { pending_reason: _, ...rest } = refund;
	const settled: Stripe.Refund = { ...rest, status: outcome };
	if (outcome === 'failed') {
		settled.failure_reason = 'expired_or_canceled_card';
		settled.failure_balance_transaction = addBalanceItem(session, {
			type: 'refund_failure',
			category: 'refund_failure',
			amount: refund.amount,
			currency: refund.currency,
			source: id,
		}).id;
		putRefunded(session, charge, -refund.amount);
	}
	session.put('refund', settled);
	if (outcome === 'failed') session.emit('refund.failed', settled);
	session.emit('refund.updated', settled);
	session.emit('charge.refund.updated', settled);
}

async function lockCharge(session: Session, fields: FormFields): Promise<Stripe.Charge> {
	const intentId = textField(fields, 'payment_intent');
	if (!intentId) {
		return (await session.lock('charge', textField(fields, 'charge', { required: true }), 'charge')).object;
	}
	const intent = await session.find('payment_intent', intentId);
	if (!intent) throw missing('payment_intent', intentId, 'payment_intent');
	if (intent.object.status !== 'succeeded' || !intent.object.latest_charge) {
		throw invalidRequest('This payment does not have a successful charge to refund.', {
			code: 'payment_intent_unexpected_state',
			param: 'payment_intent',
		});
	}
	return (await session.lock('charge', intent.object.latest_charge as string)).object;
}

/** An inquiry does not stop a refund; a dispute does until it is won. */
async function isRefundable(session: Session, chargeId: string): Promise<boolean> {
	const { data } = await session.list('dispute', { limit: 10, where: { charge: chargeId } });
	return data.every(({ object }) => object.is_charge_refundable);
}

function putRefunded(session: Session, charge: Stripe.Charge, amount: number): void {
	const refunded = charge.amount_refunded + amount;
	const next = { ...charge, amount_refunded: refunded, refunded: refunded === charge.amount_captured };
	session.put('charge', next);
	if (amount > 0) session.emit('charge.refunded', next);
}

/** The installation gives back the same part of its fee as the payer gets of the charge. @returns the amount */
async function returnApplicationFee(
	session: Session,
	charge: Stripe.Charge,
	refunded: number,
): Promise<number> {
	if (!charge.application_fee) return 0;
	const stored = await session.find('application_fee', charge.application_fee as string, '');
	if (!stored) throw missing('fee', charge.application_fee as string);
	const fee = stored.object;
	const total = charge.amount_refunded + refunded;
	// Rounded down until the charge is refunded whole.
	const part = Number((BigInt(fee.amount) * BigInt(total)) / BigInt(charge.amount_captured));
	const due = wholeUnits(part, charge.currency);
	const amount = due - fee.amount_refunded;
	if (amount <= 0) return 0;
	const id = makeId('fr');
	const item = addBalanceItem(session, {
		account: '',
		type: 'application_fee_refund',
		category: 'platform_earning_refund',
		amount: -amount,
		currency: fee.currency,
		source: id,
	});
	const feeRefund: Stripe.FeeRefund = {
		id,
		object: 'fee_refund',
		amount,
		balance_transaction: item.id,
		created: unix(session.now),
		currency: fee.currency,
		fee: fee.id,
		metadata: {},
	};
	session.put('fee_refund', feeRefund, {}, '');
	const next = { ...fee, amount_refunded: due, refunded: due === fee.amount };
	session.put('application_fee', next, stored.hidden, '');
	session.emit('application_fee.refunded', next, '');
	return amount;
}
