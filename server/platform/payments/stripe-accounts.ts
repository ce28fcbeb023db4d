import type { Gateway } from './gateway.ts';
import type { StripeCalls } from './stripe-calls.ts';
import { toAccount } from './stripe-objects.ts';

/** Parts of an account that Stripe leaves out unless they are named. */
const accountParts = ['configuration.merchant', 'defaults', 'identity', 'requirements'] as const;

export function accountCalls({
	stripe,
	read,
	write,
	writeWithoutKey,
}: StripeCalls): Pick<Gateway, 'openAccount' | 'accountLink' | 'getAccount' | 'registerDomain'> {
	return {
		async openAccount({ key, country, name, email }) {
			return await write(null, key, async (request) =>
				toAccount(
					await stripe.v2.core.accounts.create(
						{
							contact_email: email,
							display_name: name,
							// The organiser is the merchant: pays Stripe's fees and answers for refunds and disputes, in Stripe's own dashboard.
							dashboard: 'full',
							identity: { country: country.toLowerCase() },
							configuration: { merchant: { capabilities: { card_payments: { requested: true } } } },
							defaults: { responsibilities: { fees_collector: 'stripe', losses_collector: 'stripe' } },
							include: [...accountParts],
						},
						request,
					),
				),
			);
		},

		async accountLink({ account, returnUrl, refreshUrl }) {
			const { url } = await writeWithoutKey(null, (request) =>
				stripe.v2.core.accountLinks.create(
					{
						account,
						use_case: {
							type: 'account_onboarding',
							account_onboarding: { refresh_url: refreshUrl, return_url: returnUrl },
						},
					},
					request,
				),
			);
			return { url };
		},

		async getAccount(account) {
			return await read(null, async (request) =>
				toAccount(await stripe.v2.core.accounts.retrieve(account, { include: [...accountParts] }, request)),
			);
		},

		async registerDomain({ account, host }) {
			await write(account, `domain:${host}`, (request) =>
				stripe.paymentMethodDomains.create({ domain_name: host }, request),
			);
		},
	};
}
