import type Stripe from 'stripe';
import { addBalanceItem, feeFor } from './balance.ts';
import { type TestCard, testCardByLast4 } from './cards.ts';
import { noBillingDetails } from './confirmation-tokens.ts';
import { makeId, unix } from './ids.ts';
import type { Session } from './session.ts';

/** The types name them, objects of this version do not have them. */
type OldProperties = 'source';
type Reason = NonNullable<TestCard['decline']>;

/** Takes the money: the charge, its balance transaction, the application fee, and what the card does later. */
export function succeededCharge(
	session: Session,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	isAuthenticated: boolean,
): Stripe.Charge {
	const card = testCardByLast4(method.card?.last4);
	const charge = newCharge(session, intent, method, isAuthenticated, null);
	const fee = intent.application_fee_amount ?? 0;
	charge.balance_transaction = addBalanceItem(session, {
		type: 'charge',
		category: 'charge',
		amount: intent.amount,
		currency: intent.currency,
		applicationFee: fee,
		providerFee: feeFor(intent.amount, fee, intent.currency),
		source: charge.id,
		description: intent.description ?? undefined,
		availableIn: session.controls.availableSeconds,
	}).id;
	if (fee > 0) charge.application_fee = addApplicationFee(session, charge, fee).id;
	session.put('charge', charge, { paymentIntent: intent.id });
	session.emit('charge.succeeded', charge);
	if (card.dispute) {
		session.schedule(
			{ type: 'open-dispute', account: session.account, charge: charge.id, ...card.dispute },
			session.controls.disputeSeconds,
		);
	}
	return charge;
}

/** An attempt that the issuer refused. */
export function failedCharge(
	session: Session,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	reason: Reason,
): Stripe.Charge {
	const charge = newCharge(session, intent, method, false, reason);
	session.put('charge', charge, { paymentIntent: intent.id });
	session.emit('charge.failed', charge);
	return charge;
}

/** The installation's share, which arrives on its own balance. */
function addApplicationFee(session: Session, charge: Stripe.Charge, amount: number): Stripe.ApplicationFee {
	const id = makeId('fee');
	const item = addBalanceItem(session, {
		account: '',
		type: 'application_fee',
		category: 'platform_earning',
		amount,
		currency: charge.currency,
		source: id,
		availableIn: session.controls.availableSeconds,
	});
	const fee: Stripe.ApplicationFee = {
		id,
		object: 'application_fee',
		account: session.account,
		amount,
		amount_refunded: 0,
		application: 'ca_test',
		balance_transaction: item.id,
		charge: charge.id,
		created: unix(session.now),
		currency: charge.currency,
		fee_source: { charge: charge.id, type: 'charge' },
		livemode: false,
		originating_transaction: null,
		refunded: false,
		refunds: { object: 'list', data: [], has_more: false, url: `/v1/application_fees/${id}/refunds` },
	};
	session.put('application_fee', fee, { charge: charge.id }, '');
	session.emit('application_fee.created', fee, '');
	return fee;
}

function newCharge(
	session: Session,
	intent: Stripe.PaymentIntent,
	method: Stripe.PaymentMethod,
	isAuthenticated: boolean,
	failure: Reason | null,
): Stripe.Charge {
	const card = method.card;
	if (!card) throw new Error('Charges of this gateway are by card.');
	const isPaid = failure === null;
	return {
		id: makeId('ch'),
		object: 'charge',
		amount: intent.amount,
		amount_captured: isPaid ? intent.amount : 0,
		amount_refunded: 0,
		application: null,
		application_fee: null,
		application_fee_amount: intent.application_fee_amount,
		balance_transaction: null,
		billing_details: noBillingDetails,
		calculated_statement_descriptor: ['FOYER TEST', intent.statement_descriptor_suffix]
			.filter(Boolean)
			.join('* '),
		captured: isPaid,
		created: unix(session.now),
		currency: intent.currency,
		customer: intent.customer as string | null,
		description: intent.description,
		disputed: false,
		failure_balance_transaction: null,
		failure_code: failure?.code ?? null,
		failure_message: failure?.message ?? null,
		fraud_details: {},
		livemode: false,
		metadata: intent.metadata,
		on_behalf_of: null,
		outcome: {
			advice_code: (failure?.advice as Stripe.Charge.Outcome.AdviceCode | undefined) ?? null,
			network_advice_code: null,
			network_decline_code: null,
			network_status: isPaid ? 'approved_by_network' : 'declined_by_network',
			reason: failure?.declineCode ?? null,
			risk_level: 'normal',
			seller_message: isPaid
				? 'Payment complete.'
				: 'The bank did not return any further details with this decline.',
			type: isPaid ? 'authorized' : 'issuer_declined',
		},
		paid: isPaid,
		payment_intent: intent.id,
		payment_method: method.id,
		payment_method_details: {
			type: 'card',
			card: {
				amount_authorized: isPaid ? intent.amount : null,
				authorization_code: null,
				brand: card.brand,
				checks: {
					address_line1_check: null,
					address_postal_code_check: null,
					cvc_check: failure?.code === 'incorrect_cvc' ? 'fail' : 'pass',
				},
				country: card.country,
				electronic_commerce_indicator: null,
				exp_month: card.exp_month,
				exp_year: card.exp_year,
				fingerprint: card.fingerprint,
				funding: card.funding,
				installments: null,
				last4: card.last4,
				mandate: null,
				network: card.brand,
				network_token: { used: false },
				network_transaction_id: null,
				regulated_status: 'unregulated',
				three_d_secure: isAuthenticated
					? {
							authentication_flow: 'challenge',
							electronic_commerce_indicator: '05',
							exemption_indicator: null,
							result: 'authenticated',
							result_reason: null,
							transaction_id: null,
							version: '2.2.0',
						}
					: null,
				transaction_link_id: null,
				wallet: null,
			},
		},
		radar_options: {},
		receipt_email: null,
		receipt_number: null,
		receipt_url: null,
		refunded: false,
		review: null,
		shipping: null,
		source_transfer: null,
		statement_descriptor: null,
		statement_descriptor_suffix: intent.statement_descriptor_suffix,
		status: isPaid ? 'succeeded' : 'failed',
		transfer_data: null,
		transfer_group: null,
	} satisfies Omit<Stripe.Charge, OldProperties> as Stripe.Charge;
}
