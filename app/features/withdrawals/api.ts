import { api } from '#app/lib/api-client.ts';
import { useChange } from '#app/lib/api-query.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import { useCursorList } from '#app/lib/cursor-list.ts';
import * as contracts from '#shared/contracts/withdrawals.ts';

/** Filters of the list; an empty string means all. */
export interface WithdrawalFilters {
	state: '' | 'received' | 'accepted' | 'declined';
}

const keyOf = (organisation: string) => ['withdrawals', organisation] as const;

/** Statements that an organisation received, the newest first. */
export function useWithdrawals(organisation: string, query: WithdrawalFilters) {
	return useCursorList(contracts.listWithdrawals, {
		key: keyOf(organisation),
		params: { organisation },
		query,
	});
}

/** What a member decides about a statement. */
export function useDecision(organisation: string, withdrawal: string, confirmed: Confirmed) {
	const params = { organisation, withdrawal };
	return {
		accept: useChange(
			({ note, key }: { note: string; key: string }) =>
				// A large refund wants a fresh sign-in.
				confirmed(() =>
					api.call(contracts.acceptWithdrawal, { params, body: { note }, idempotencyKey: key }),
				),
			keyOf(organisation),
		),
		decline: useChange(
			({ note }: { note: string }) => api.call(contracts.declineWithdrawal, { params, body: { note } }),
			keyOf(organisation),
		),
	};
}
