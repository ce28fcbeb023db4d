import { useQueryClient } from '@tanstack/react-query';
import { api } from '#app/lib/api-client.ts';
import { storeAnswer, useApiQuery, useChange } from '#app/lib/api-query.ts';
import type { Confirmed } from '#app/lib/confirmed.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';
import { getBalances } from '#shared/contracts/ledger.ts';
import * as contracts from '#shared/contracts/payments.ts';
import type { TrialAct } from '#shared/rules/payment-states.ts';

const keyOf = (organisation: string) => ['payments', organisation] as const;

export function usePaymentAccount(organisation: string, enabled = true) {
	return useApiQuery(contracts.getPaymentAccount, [...keyOf(organisation), 'account'], {
		params: { organisation },
		enabled,
	});
}

export function usePaymentSettings(organisation: string) {
	return useApiQuery(contracts.getPaymentSettings, [...keyOf(organisation), 'settings'], {
		params: { organisation },
	});
}

export function useBalances(organisation: string) {
	return useApiQuery(getBalances, [...keyOf(organisation), 'balances'], { params: { organisation } });
}

/** Opens the account; the answer leads to the provider's form. */
export function useOpenAccount(organisation: string, confirmed: Confirmed) {
	return useChange(
		(country: string) =>
			confirmed(() =>
				api.call(contracts.openPaymentAccount, { params: { organisation }, body: { country } }),
			),
		keyOf(organisation),
	);
}

export function useRefreshAccount(organisation: string) {
	return useChange(
		() => api.call(contracts.refreshPaymentAccount, { params: { organisation } }),
		keyOf(organisation),
	);
}

export function useDisconnectAccount(organisation: string, confirmed: Confirmed) {
	return useChange(
		() => confirmed(() => api.call(contracts.disconnectPaymentAccount, { params: { organisation } })),
		keyOf(organisation),
	);
}

/** In test mode: what the provider would do. */
export function useTestAccount(organisation: string) {
	return useChange(
		(act: 'enable' | 'restrict' | 'needs_information') =>
			api.call(contracts.testPaymentAccount, { params: { organisation }, body: { act } }),
		keyOf(organisation),
	);
}

/** In test mode: what was last tried. */
export function useTrials(organisation: string) {
	return useApiQuery(contracts.listTrials, [...keyOf(organisation), 'trials'], { params: { organisation } });
}

/** In test mode: a charge, and what becomes of it. */
export function useRunTrial(organisation: string) {
	return useChange(
		(act: TrialAct) => api.call(contracts.testPaymentAccount, { params: { organisation }, body: { act } }),
		keyOf(organisation),
	);
}

/** Actions for bank details that are not used yet. */
export function usePendingDetails(organisation: string, confirmed: Confirmed) {
	const params = { organisation };
	return {
		confirm: useChange(
			(iban: string) => confirmed(() => api.call(contracts.confirmBankDetails, { params, body: { iban } })),
			keyOf(organisation),
		),
		withdraw: useChange(() => api.call(contracts.withdrawBankDetails, { params }), keyOf(organisation)),
	};
}

/** How a section saves the ways to pay, and reads them anew. */
export function usePaymentSettingsChanges(organisation: string) {
	const queries = useQueryClient();
	const params = { organisation };
	const write = (settings: ResultOf<typeof contracts.getPaymentSettings>) => {
		storeAnswer(queries, [...keyOf(organisation), 'settings'], settings);
		return settings;
	};
	return {
		save: async (body: contracts.PaymentSettings, version: number) =>
			write(await api.call(contracts.updatePaymentSettings, { params, body, ifMatch: `"${version}"` })),
		reload: async () => write(await api.call(contracts.getPaymentSettings, { params })),
	};
}
