import type Stripe from 'stripe';
import type { DisputeEvidence, Gateway } from './gateway.ts';
import type { StripeCalls } from './stripe-calls.ts';
import { toDispute } from './stripe-objects.ts';

export function disputeCalls({
	stripe,
	read,
	write,
}: StripeCalls): Pick<Gateway, 'getDispute' | 'sendEvidence' | 'acceptDispute'> {
	return {
		async getDispute({ account, disputeId }) {
			return await read(account, async (request) =>
				toDispute(await stripe.disputes.retrieve(disputeId, {}, request)),
			);
		},

		async sendEvidence({ key, account, disputeId, evidence, submit }) {
			return await write(account, key, async (request) =>
				toDispute(
					await stripe.disputes.update(disputeId, { evidence: toEvidence(evidence), submit }, request),
				),
			);
		},

		async acceptDispute({ key, account, disputeId }) {
			return await write(account, key, async (request) =>
				toDispute(await stripe.disputes.close(disputeId, {}, request)),
			);
		},
	};
}

function toEvidence(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
	return {
		product_description: evidence.productDescription,
		customer_name: evidence.customerName,
		customer_email_address: evidence.customerEmail,
		service_date: evidence.serviceDate,
		access_activity_log: evidence.accessLog,
		refund_policy_disclosure: evidence.refundPolicy,
		refund_refusal_explanation: evidence.refundRefusal,
		uncategorized_text: evidence.other,
	};
}
