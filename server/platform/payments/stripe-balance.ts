import type { Gateway } from './gateway.ts';
import type { StripeCalls } from './stripe-calls.ts';
import { toBalanceItem, toPayout } from './stripe-objects.ts';
import { pageParams, toPage } from './stripe-params.ts';

export function balanceCalls({
	stripe,
	read,
}: StripeCalls): Pick<Gateway, 'listBalanceItems' | 'listPayouts' | 'getPayout'> {
	return {
		async listBalanceItems({ account, payoutId, ...page }) {
			return await read(account, async (request) =>
				toPage(
					await stripe.balanceTransactions.list(
						{ ...pageParams(page), ...(payoutId && { payout: payoutId }), expand: ['data.source'] },
						request,
					),
					toBalanceItem,
				),
			);
		},

		async listPayouts({ account, ...page }) {
			return await read(account, async (request) =>
				toPage(await stripe.payouts.list(pageParams(page), request), toPayout),
			);
		},

		async getPayout({ account, payoutId }) {
			return await read(account, async (request) =>
				toPayout(await stripe.payouts.retrieve(payoutId, {}, request)),
			);
		},
	};
}
