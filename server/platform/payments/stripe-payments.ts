import type { Gateway, GatewayRefund } from './gateway.ts';
import type { StripeCalls } from './stripe-calls.ts';
import { toPayment, toRefund } from './stripe-objects.ts';
import {
	amountToSend,
	confirmParams,
	newPaymentParams,
	pageParams,
	paymentMethods,
} from './stripe-params.ts';

export function paymentCalls({
	stripe,
	read,
	write,
	challengeBy,
}: StripeCalls): Pick<
	Gateway,
	'createAndConfirm' | 'confirm' | 'getPayment' | 'findPayment' | 'cancelPayment'
> {
	return {
		async createAndConfirm(input) {
			const params = newPaymentParams(input);
			return await write(input.account, input.key, async (request) =>
				toPayment(
					await stripe.paymentIntents.create(
						{
							...params,
							allowed_payment_method_types: input.saveFor ? ['card'] : [...paymentMethods],
							...(input.saveFor && { customer: input.saveFor, setup_future_usage: 'off_session' as const }),
							...confirmParams(input, challengeBy),
						},
						request,
					),
					input.account,
				),
			);
		},

		async confirm({ key, account, paymentId, ...input }) {
			return await write(account, key, async (request) =>
				toPayment(
					await stripe.paymentIntents.confirm(paymentId, confirmParams(input, challengeBy), request),
					account,
				),
			);
		},

		async getPayment({ account, paymentId }) {
			return await read(account, async (request) =>
				toPayment(
					await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] }, request),
					account,
				),
			);
		},

		async findPayment({ account, metadata, since }) {
			let cursor: string | undefined;
			do {
				const page = await read(account, (request) =>
					stripe.paymentIntents.list(
						{ ...pageParams({ since, cursor }), expand: ['data.latest_charge'] },
						request,
					),
				);
				const found = page.data.find((intent) =>
					Object.entries(metadata).every(([name, value]) => intent.metadata[name] === value),
				);
				if (found) return toPayment(found, account);
				cursor = page.has_more ? page.data.at(-1)?.id : undefined;
			} while (cursor);
			return null;
		},

		async cancelPayment({ key, account, paymentId }) {
			return await write(account, key, async (request) =>
				toPayment(
					await stripe.paymentIntents.cancel(paymentId, { expand: ['latest_charge'] }, request),
					account,
				),
			);
		},
	};
}

export function refundCalls({
	stripe,
	read,
	write,
}: StripeCalls): Pick<Gateway, 'refund' | 'getRefund' | 'listRefunds'> {
	return {
		async refund(input) {
			const amount = amountToSend(input.amountMinor, input.currency);
			return await write(
				input.account,
				input.key,
				async (request) =>
					toRefund(
						await stripe.refunds.create(
							{
								payment_intent: input.paymentId,
								amount,
								...(input.account !== null && { refund_application_fee: input.refundFee }),
								metadata: { ...input.metadata },
							},
							request,
						),
					),
				{ isBulk: true },
			);
		},

		async getRefund({ account, refundId }) {
			return await read(account, async (request) =>
				toRefund(await stripe.refunds.retrieve(refundId, {}, request)),
			);
		},

		async listRefunds({ account, paymentId }) {
			const refunds: GatewayRefund[] = [];
			let cursor: string | undefined;
			do {
				const page = await read(account, (request) =>
					stripe.refunds.list({ payment_intent: paymentId, ...pageParams({ cursor }) }, request),
				);
				refunds.push(...page.data.map(toRefund));
				cursor = page.has_more ? page.data.at(-1)?.id : undefined;
			} while (cursor);
			return refunds;
		},
	};
}
