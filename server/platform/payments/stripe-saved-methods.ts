import type { Gateway } from './gateway.ts';
import type { StripeCalls } from './stripe-calls.ts';
import { toPayment, toSetup } from './stripe-objects.ts';
import { confirmParams, newPaymentParams } from './stripe-params.ts';

export function savedMethodCalls({
	stripe,
	read,
	write,
	challengeBy,
}: StripeCalls): Pick<
	Gateway,
	'createCustomer' | 'saveMethod' | 'getSetup' | 'chargeSaved' | 'removeMethod'
> {
	return {
		async createCustomer({ key, account, email }) {
			const { id } = await write(account, key, (request) => stripe.customers.create({ email }, request));
			return { id };
		},

		async saveMethod({ key, account, customerId, ...input }) {
			return await write(account, key, async (request) =>
				toSetup(
					await stripe.setupIntents.create(
						{
							customer: customerId,
							allowed_payment_method_types: ['card'],
							usage: 'off_session',
							confirm: true,
							...confirmParams(input, challengeBy),
							expand: ['payment_method'],
						},
						request,
					),
				),
			);
		},

		async getSetup({ account, setupId }) {
			return await read(account, async (request) =>
				toSetup(await stripe.setupIntents.retrieve(setupId, { expand: ['payment_method'] }, request)),
			);
		},

		async chargeSaved({ key, account, customerId, methodId, ...input }) {
			const params = newPaymentParams(input);
			return await write(account, key, async (request) =>
				toPayment(
					await stripe.paymentIntents.create(
						{
							...params,
							customer: customerId,
							payment_method: methodId,
							allowed_payment_method_types: ['card'],
							off_session: true,
							expand: ['latest_charge'],
						},
						request,
					),
					account,
				),
			);
		},

		async removeMethod({ key, account, methodId }) {
			await write(account, key, (request) => stripe.paymentMethods.detach(methodId, {}, request));
		},
	};
}
