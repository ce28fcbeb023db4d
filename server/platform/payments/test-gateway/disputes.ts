import type Stripe from 'stripe';
import { addBalanceItem, disputeFee } from './balance.ts';
import type { FormFields } from './form.ts';
import { booleanField, groupField, textField } from './form-fields.ts';
import { makeId, unix } from './ids.ts';
import { invalidRequest } from './problem.ts';
import type { Session } from './session.ts';

/** Days to answer a dispute before it is lost. */
const daysToRespond = 9;

/** Texts that decide a dispute in a sandbox: https://docs.stripe.com/testing#evidence. */
const decidedBy: Readonly<Record<string, 'won' | 'lost'>> = {
	winning_evidence: 'won',
	losing_evidence: 'lost',
};

/**
 * The cardholder's bank takes the money back, or only asks (an inquiry).
 * @returns null when the charge is disputed already or has been refunded
 */
export async function openDispute(
	session: Session,
	chargeId: string,
	how: { reason: string; isInquiry: boolean },
): Promise<Stripe.Dispute | null> {
	const { object: charge } = await session.lock('charge', chargeId);
	const amount = charge.amount_captured - charge.amount_refunded;
	if (charge.disputed || amount <= 0) return null;
	const id = makeId('dp');
	const dueBy = unix(session.now) + daysToRespond * 86_400;
	const dispute: Stripe.Dispute = {
		id,
		object: 'dispute',
		amount,
		balance_transactions: how.isInquiry ? [] : [withdraw(session, id, amount, charge.currency)],
		charge: charge.id,
		created: unix(session.now),
		currency: charge.currency,
		enhanced_eligibility_types: [],
		evidence: noEvidence,
		evidence_details: {
			due_by: dueBy,
			enhanced_eligibility: {},
			has_evidence: false,
			past_due: false,
			submission_count: 0,
			submission_method: 'not_submitted',
		},
		intended_submission_method: null,
		is_charge_refundable: how.isInquiry,
		livemode: false,
		metadata: {},
		payment_intent: charge.payment_intent,
		payment_method_details: {
			type: 'card',
			card: {
				brand: 'visa',
				case_type: how.isInquiry ? 'inquiry' : 'chargeback',
				network: 'visa',
				network_reason_code: '10.4',
			},
		},
		reason: how.reason,
		status: how.isInquiry ? 'warning_needs_response' : 'needs_response',
	};
	session.put('dispute', dispute, { charge: charge.id, paymentIntent: charge.payment_intent as string });
	session.put('charge', { ...charge, disputed: true });
	session.emit('charge.dispute.created', dispute);
	if (!how.isInquiry) session.emit('charge.dispute.funds_withdrawn', dispute);
	session.schedule(
		{ type: 'close-overdue-dispute', account: session.account, dispute: id },
		daysToRespond * 86_400 + 1,
	);
	return dispute;
}

export async function updateDispute(
	session: Session,
	id: string,
	fields: FormFields,
): Promise<Stripe.Dispute> {
	const { object: dispute } = await session.lock('dispute', id);
	if (!isOpen(dispute)) throw closed();
	const details = dispute.evidence_details;
	if (details.submission_count > 0) {
		throw invalidRequest('Evidence has been submitted already.', { param: 'evidence' });
	}
	const given = groupField(fields, 'evidence');
	const evidence = { ...dispute.evidence } as unknown as Record<string, unknown>;
	for (const name of Object.keys(given)) {
		if (!(name in noEvidence))
			throw invalidRequest(`Unknown evidence: ${name}`, { param: `evidence[${name}]` });
		evidence[name] = textField(given, name) || null;
	}
	const hasEvidence = Object.values(evidence).some((value) => typeof value === 'string');
	// Stripe submits unless the call says not to.
	const isSubmitted = hasEvidence && (fields.submit === undefined || booleanField(fields, 'submit'));
	const next: Stripe.Dispute = {
		...dispute,
		evidence: evidence as unknown as Stripe.Dispute.Evidence,
		evidence_details: {
			...details,
			has_evidence: hasEvidence,
			submission_count: isSubmitted ? 1 : 0,
			submission_method: isSubmitted ? 'manual' : 'not_submitted',
		},
		status: isSubmitted ? underReview(dispute) : dispute.status,
	};
	session.put('dispute', next);
	session.emit('charge.dispute.updated', next);
	const outcome = decidedBy[String(evidence.uncategorized_text ?? '')];
	if (isSubmitted && outcome) {
		session.schedule(
			{ type: 'decide-dispute', account: session.account, dispute: id, outcome },
			session.controls.decisionSeconds,
		);
	}
	return next;
}

/** Accepting a dispute loses it at once. */
export async function acceptDispute(session: Session, id: string): Promise<Stripe.Dispute> {
	const { object: dispute } = await session.lock('dispute', id);
	if (!isOpen(dispute)) throw closed();
	return await endDispute(session, dispute, 'lost');
}

/** The issuer decides; one that has ended already stays as it is. */
export async function decideDispute(session: Session, id: string, outcome: 'won' | 'lost'): Promise<void> {
	const { object: dispute } = await session.lock('dispute', id);
	if (isOpen(dispute)) await endDispute(session, dispute, outcome);
}

/** Nobody answered in time: a dispute is lost, an inquiry is over. */
export async function closeOverdueDispute(session: Session, id: string): Promise<void> {
	const { object: dispute } = await session.lock('dispute', id);
	if (dispute.status === 'needs_response' || dispute.status === 'warning_needs_response') {
		await endDispute(session, dispute, 'lost');
	}
}

const isOpen = ({ status }: Stripe.Dispute): boolean =>
	status.endsWith('needs_response') || status.endsWith('under_review');

const closed = () => invalidRequest('The dispute is closed.', { code: 'dispute_already_closed' });

const isInquiry = ({ status }: Stripe.Dispute): boolean => status.startsWith('warning_');

const underReview = (dispute: Stripe.Dispute): Stripe.Dispute.Status =>
	isInquiry(dispute) ? 'warning_under_review' : 'under_review';

async function endDispute(
	session: Session,
	dispute: Stripe.Dispute,
	outcome: 'won' | 'lost',
): Promise<Stripe.Dispute> {
	const isReturned = outcome === 'won' && !isInquiry(dispute);
	const ended: Stripe.Dispute = {
		...dispute,
		status: isInquiry(dispute) ? 'warning_closed' : outcome,
		is_charge_refundable: outcome === 'won' || isInquiry(dispute),
		evidence_details: {
			...dispute.evidence_details,
			past_due: (dispute.evidence_details.due_by ?? 0) < unix(session.now),
		},
	};
	if (isReturned) {
		ended.balance_transactions = [
			...dispute.balance_transactions,
			addBalanceItem(session, {
				type: 'adjustment',
				category: 'dispute_reversal',
				amount: dispute.amount,
				currency: dispute.currency,
				source: dispute.id,
				description: 'Chargeback reversal',
			}),
		];
	}
	session.put('dispute', ended);
	session.emit('charge.dispute.closed', ended);
	if (isReturned) session.emit('charge.dispute.funds_reinstated', ended);
	return ended;
}

function withdraw(
	session: Session,
	dispute: string,
	amount: number,
	currency: string,
): Stripe.BalanceTransaction {
	return addBalanceItem(session, {
		type: 'adjustment',
		category: 'dispute',
		amount: -amount,
		currency,
		providerFee: disputeFee,
		source: dispute,
		description: 'Chargeback withdrawal',
	});
}

const noEvidence: Stripe.Dispute.Evidence = {
	access_activity_log: null,
	billing_address: null,
	cancellation_policy: null,
	cancellation_policy_disclosure: null,
	cancellation_rebuttal: null,
	customer_communication: null,
	customer_email_address: null,
	customer_name: null,
	customer_purchase_ip: null,
	customer_signature: null,
	duplicate_charge_documentation: null,
	duplicate_charge_explanation: null,
	duplicate_charge_id: null,
	enhanced_evidence: {},
	product_description: null,
	receipt: null,
	refund_policy: null,
	refund_policy_disclosure: null,
	refund_refusal_explanation: null,
	service_date: null,
	service_documentation: null,
	shipping_address: null,
	shipping_carrier: null,
	shipping_date: null,
	shipping_documentation: null,
	shipping_tracking_number: null,
	uncategorized_file: null,
	uncategorized_text: null,
};
